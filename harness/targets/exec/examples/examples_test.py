#!/usr/bin/env python3
"""Compiles and runs one example and judges it. Usage: examples_test.py PROGRAM EXAMPLE

PROGRAM is the fairshuffle to run, EXAMPLE a file that examples.json names: with the tools that it needs, how it is
compiled and run in its own folder, the verdict that must come out and, where it is certain, the mistake that must be
named. Exit code 77 says that a tool is missing, and the output which.

A correct example fails with a probability below 2e-7 a run. A fair one is called biased with 1e-7 at most (--alpha). It
is not left inconclusive as well: at the limit of 8,388,608 rows the bound is above the tolerance only where the permutations
test gives more than 600 on 119 degrees of freedom, and there it rejects. A biased one has phi2 >= 0.049, a
noncentrality of 800 at the first look of 16,384 rows: to miss it there has a probability below 1e-20. A diagnosis that
is right may still not fit one time in a thousand, so it is asked for only where language and seed fix every row.
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
DECK_SIZE = 5
LARGEST_SEED = 2**31 - 1  # that a child is ever given
BIASED_WITHIN = 50_000
BUDGET = ["--tolerance", "0.005", "--alpha", "1e-7", "--max-trials", "8388608", "--seed", "1"]


class ExampleTest(unittest.TestCase):
    program = None
    example = None

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        shutil.copy(FOLDER / cls.example["file"], cls.folder)
        if "compile" in cls.example:
            subprocess.run(cls.example["compile"], shell=True, cwd=cls.folder, check=True)

    def start(self, trials, seed):
        command = self.example["run"].format(trials=trials, n=DECK_SIZE, seed=seed)
        process = subprocess.Popen(command, shell=True, cwd=self.folder, text=True, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if self.example.get("manner") == "serve":
            process.stdin.write(f"{trials} {DECK_SIZE}\n")
        process.stdin.close()
        process.stdin = None
        return process

    def rows(self, trials, seed):
        output, said = self.start(trials, seed).communicate()
        self.assertEqual(said, "")
        return output.splitlines()

    def test_writes_as_many_permutations_as_asked_for(self):
        # More rows than any example writes at once.
        rows = self.rows(10_001, seed=1)
        self.assertEqual(len(rows), 10_001)
        deck = sorted(map(str, range(DECK_SIZE)))
        for row in rows:
            self.assertEqual(sorted(row.split(" ")), deck, row)

    def test_takes_its_rows_from_the_seed(self):
        if "{seed}" not in self.example["run"]:
            self.skipTest("this language's generator can't be seeded")
        rows = self.rows(50, seed=LARGEST_SEED)
        self.assertEqual(rows, self.rows(50, seed=LARGEST_SEED))
        self.assertNotEqual(rows, self.rows(50, seed=12345))

    def test_ends_quietly_when_nobody_reads_any_more(self):
        process = self.start(10**9, seed=1)
        self.assertEqual(len(process.stdout.readline().split()), DECK_SIZE)
        process.stdout.close()
        said = process.stderr.read()
        process.stderr.close()
        process.wait()
        self.assertEqual(said, "")

    def test_comes_out_as_the_manifest_says(self):
        manner = ["--manner", self.example["manner"]] if "manner" in self.example else []
        done = subprocess.run([self.program, "certify", "--exec", self.example["run"], "--n", str(DECK_SIZE),
                               "--format", "text", *manner, *BUDGET, "--json", "-"], cwd=self.folder,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        result = json.loads(done.stdout)["results"][0]
        self.assertEqual(result["verdict"], self.example["verdict"], result["sentence"])
        if result["verdict"] == "biased":
            self.assertLessEqual(result["evidence"]["trials"], BIASED_WITHIN)
        if "diagnosis" in self.example:
            named = [mistake["target"] for fit in result["diagnosis"]["fits"] for mistake in fit["mistakes"]]
            due = self.example["diagnosis"]
            self.assertTrue(any(target.startswith((due + ":", due + ",")) for target in named), result["sentence"])
        print(self.example["file"], result["evidence"]["trials"], result["sentence"])


def main():
    program, name = sys.argv[1:]
    examples = json.loads((FOLDER / "examples.json").read_text(encoding="utf-8"))
    ExampleTest.program = os.path.abspath(program)
    ExampleTest.example = next(example for example in examples if example["file"] == name)
    missing = [tool for tool in ExampleTest.example["needs"] if shutil.which(tool) is None]
    if missing:
        print(f"skipped: {name} needs {' and '.join(missing)}")
        return MISSING
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(ExampleTest)
    return not unittest.TextTestRunner().run(tests).wasSuccessful()


if __name__ == "__main__":
    sys.exit(main())
