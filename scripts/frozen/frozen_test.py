#!/usr/bin/env python3
"""That scripts/frozen finds a number and a word that differ, and nothing where nothing does.

usage: frozen_test.py PROGRAM
"""
import pathlib
import re
import runpy
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent
PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
TOOL = runpy.run_path(str(HERE / "__main__.py"), run_name="frozen")
ONE = "seeds durstenfeld n=5 seed=0"


class Frozen(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = scratch.name

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.path = pathlib.Path(scratch.name)

    def spoilt(self, change):
        """The program with something done to its report."""
        path = self.path / "program"
        path.write_text(f'#!/bin/sh\n{PROGRAM} "$@"\ncode=$?\n[ -f report.json ] && {change}\nexit $code\n')
        path.chmod(0o755)
        return path

    def held(self, new, *options):
        return subprocess.run([sys.executable, "-B", HERE, PROGRAM, new, "--folder", self.folder, *options], capture_output=True,
                              text=True, check=False)

    def test_a_program_is_like_itself(self):
        done = self.held(PROGRAM, "-k", "options skip-last", "-k", "first,n=12")
        self.assertEqual(done.returncode, 0, done)
        self.assertRegex(done.stdout, r"\nall +1 cases, +0 differ in numbers, +0 in words, +0 refused by both")

    def test_one_number_is_found_and_seen_by_hand(self):
        done = self.held(self.spoilt("sed -i '0,/\"statistic\": /s//&7/' report.json"), "-k", ONE, "--numbers-only")
        self.assertEqual(done.returncode, 1, done)
        place, old, new = re.search(r"\n  (.*)\n    old (.*)\n    new (.*)\n", done.stdout).groups()
        self.assertEqual(place, "report.json.results[durstenfeld:n=5].tests[permutations].statistic")
        self.assertEqual(new, f"7{old}")
        for command, value in zip(re.findall(r"by hand: \((.*)\)\n", done.stdout), (old, new), strict=True):
            command = command.replace("--quiet", "--quiet > table") + "; cat report.json"
            shown = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
            self.assertEqual(float(re.search('"statistic": (.*),', shown.stdout)[1]), float(value), shown)

    def test_words_and_new_members_count_but_for_numbers_only(self):
        for change in ('s/"sentence": "/&So: /', '1s/{/{"more": 1,/'):
            new = self.spoilt(f"sed -i '{change}' report.json")
            self.assertEqual(self.held(new, "-k", ONE).returncode, 1, change)
            self.assertEqual(self.held(new, "-k", ONE, "--numbers-only").returncode, 0, change)

    def test_a_number_is_told_before_a_word(self):
        new = self.spoilt("echo more && sed -i 's/\"look\": 1/\"look\": 2/' report.json")
        self.assertIn("DIFFERS in numbers: ", self.held(new, "-k", ONE).stdout)

    def test_another_exit_code_a_member_that_is_gone_and_no_case_are_told(self):
        self.assertIn("exit code\n", self.held(self.spoilt("exit 9"), "-k", ONE).stdout)
        gone = self.held(self.spoilt("sed -i '/\"look\": /d' report.json"), "-k", ONE, "--numbers-only")
        self.assertIn("look\n    old 1\n    new (nothing)\n", gone.stdout)
        self.assertEqual(self.held(PROGRAM, "-k", "no such case").returncode, 2)

    def test_what_is_renamed_is_compared_by_its_new_name(self):
        old = {"tests": [{"name": "orders", "p": 0.5}], "told": "a b"}
        new = {"tests": [{"name": "permutations", "p_value": 0.5}], "told": "a b"}
        self.assertEqual(TOOL["difference"](old, new, False).where, ".tests[orders]")
        TOOL["RENAMED"].update(orders="permutations", p="p_value")
        self.addCleanup(TOOL["RENAMED"].clear)
        self.assertIsNone(TOOL["difference"](old, new, False))
        new["tests"][0]["p_value"] = 0.25
        self.assertEqual(TOOL["difference"](old, new, True), (".tests[permutations].p_value", 0.5, 0.25))
        TOOL["RENAMED"].update(tests=None)
        self.assertIsNone(TOOL["difference"](old, {"told": "a b"}, False))

    def test_numbers_of_tables_count_and_seconds_do_not(self):
        in_texts, without_times = TOOL["in_texts"], TOOL["without_times"]
        self.assertIsNone(in_texts("cell,count\na,12", "cell,how many\na,12", True, "", True))
        self.assertEqual(in_texts("cell,count\na,12", "cell,count\na,13", True, "", True).where, " line 2")
        self.assertEqual(without_times("5 rows in 0.5 s\n5 trials"), without_times("7 rows in 12 ms\n5 trials"))
        self.assertEqual(without_times("at 998,300/s about 5 s more"), without_times("at 1.02 M/s about 7 s more"))
        self.assertNotEqual(without_times("5 trials"), without_times("6 trials"))

    def test_every_case_has_a_name_of_its_own(self):
        names = self.held(PROGRAM, "--list").stdout.splitlines()
        self.assertEqual(len(names), len(set(names)))
        self.assertGreater(len(names), 1000)
        few = self.held(PROGRAM, "--list", "--share").stdout.splitlines()
        self.assertEqual({name.split()[0] for name in few}, {name.split()[0] for name in names})
        self.assertLess(set(few), set(names))


if __name__ == "__main__":
    unittest.main()
