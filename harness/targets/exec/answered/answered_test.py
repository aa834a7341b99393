#!/usr/bin/env python3
"""Follows all paths of the shuffles here, each in its language. Usage: answered_test.py FAIRSHUFFLE"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent
PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
# What each needs, and the verdict: of bounded draws all is proven.
SHUFFLES = {"shuffle.py": ("python3", "Exactly fair: "), "shuffle.pl": ("perl", "Exactly fair: "),
            "shuffle.rb": ("ruby", "Exactly fair: "), "Shuffle.java": ("java", "Exactly fair: "),
            "shuffle.go": ("go", "Exactly fair: "), "shuffle.js": ("node", "Exact as far as ")}


class AnsweredTest(unittest.TestCase):
    def test_every_file_is_tested(self):
        self.assertEqual({path.name for path in FOLDER.iterdir()} - {"__pycache__", "answered_test.py"}, set(SHUFFLES))

    def follow(self, name):
        needed, begin = SHUFFLES[name]
        if shutil.which(needed) is None:
            self.skipTest(f"{needed} is not installed")
        command = f"{needed} {FOLDER / name} {{n}}"
        with tempfile.TemporaryDirectory() as folder:
            if needed == "go":
                built = subprocess.run(["go", "build", "-o", folder, FOLDER / name], capture_output=True, text=True)
                self.assertEqual(built.returncode, 0, built.stderr)
                command = f"{folder}/shuffle {{n}}"
            done = subprocess.run([PROGRAM, "exact", "--exec", command, "--n", "3"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(done.stdout.startswith(begin), done.stdout)
        self.assertIn("(6 paths)", done.stdout.replace("\n", " "))


for shuffle in SHUFFLES:
    setattr(AnsweredTest, f"test_{shuffle.replace('.', '_')}", lambda self, name=shuffle: self.follow(name))

if __name__ == "__main__":
    sys.exit(unittest.main())
