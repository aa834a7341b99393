#!/usr/bin/env python3
"""Builds a plug-in of another language and judges its shuffles. Usage: languages_test.py PROGRAM LANGUAGE

PROGRAM is the fairshuffle to run, LANGUAGE one of the examples below. Exit code 77 says that a tool is missing, and the
output which. A correct example fails with a probability below 2e-7: a fair shuffle is called biased with 1e-7 (--alpha),
and a biased one of noncentrality above 100 at 2,400 trials and 1e5 at the budget's end is missed far more rarely.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent
MISSING = 77
BUDGET = ["--n", "5", "--tolerance", "0.02", "--alpha", "1e-7", "--max-trials", "8388608", "--seed", "1"]
LANGUAGES = {
    "rust": {"needs": ["rustc"], "file": "shuffles.rs",
             "build": ["rustc", "--crate-type", "cdylib", "-O", "-o", "shuffles.so", "shuffles.rs"],
             "fair": "fisher-yates", "biased": "few-keys", "mistake": "random-key-sort"},
    "go": {"needs": ["go", "cc"], "file": "go",
           "build": ["go", "build", "-buildmode=c-shared", "-o", "shuffles.so"],
           "fair": "rand-shuffle", "biased": "swap-any", "mistake": "naive-swap"},
}


class LanguageTest(unittest.TestCase):
    program = None
    language = None

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        source = FOLDER / cls.language["file"]
        if source.is_dir():
            shutil.copytree(source, folder.name, dirs_exist_ok=True)
        else:
            shutil.copy(source, folder.name)
        include = FOLDER.parent / "include"
        subprocess.run(cls.language["build"], cwd=folder.name, check=True,
                       env=dict(os.environ, CGO_ENABLED="1", CGO_CFLAGS=f"-I{include}"))
        cls.plugin = os.path.join(folder.name, "shuffles.so")

    def certify(self, shuffle, *options):
        done = subprocess.run([self.program, "certify", "--plugin", self.plugin, "--shuffle", shuffle, *BUDGET, *options,
                               "--json", "-"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return json.loads(done.stdout)["results"][0]

    def test_tells_its_shuffles(self):
        done = subprocess.run([self.program, "list", "plugin", self.plugin], capture_output=True, text=True, check=True)
        names = [line.split()[0] for line in done.stdout.splitlines()[1:]]
        self.assertEqual(names, [self.language["fair"], self.language["biased"]])

    def test_is_judged_as_what_it_is(self):
        self.assertEqual(self.certify(self.language["fair"])["verdict"], "fair")
        biased = self.certify(self.language["biased"])
        self.assertEqual(biased["verdict"], "biased", biased["sentence"])
        self.assertIn(self.language["mistake"], biased["sentence"])

    def test_gives_the_same_counts_on_any_number_of_threads(self):
        counts = [self.certify(self.language["biased"], "--threads", threads)["evidence"]["permutations"]
                  for threads in ("1", "2")]
        self.assertEqual(counts[0], counts[1])


def main():
    program, name = sys.argv[1:]
    LanguageTest.program = os.path.abspath(program)
    LanguageTest.language = LANGUAGES[name]
    missing = [tool for tool in LanguageTest.language["needs"] if shutil.which(tool) is None]
    if missing:
        print(f"skipped: the plug-in in {name} needs {' and '.join(missing)}")
        return MISSING
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(LanguageTest)
    return not unittest.TextTestRunner().run(tests).wasSuccessful()


if __name__ == "__main__":
    sys.exit(main())
