"""Runs the program as a user does. Reads its path from the command line's first argument."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = pathlib.Path(__file__).resolve().parents[3]


def run(*arguments, environment=None):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          timeout=300, check=False, env=dict(os.environ, **(environment or {})))


def cases(*alike):
    """Those of them that a run takes: core/cases_for_tests.hpp has the rule."""
    apart = int(os.environ.get("FAIRSHUFFLE_CASES_APART", "1"))
    return alike[(len(alike) - 1) % apart::apart]


def words_of(text):
    """The same text, however a terminal's width breaks it."""
    return " ".join(text.split())


def with_whole_commands(text):
    """The same text, without the backslashes at which a terminal's width breaks commands."""
    return text.replace(" \\\n    ", " ")


def formats():
    """Those of reports, each with the ending of its files."""
    return dict(re.findall(r"(\w+) \((\.[a-z.]+): ", words_of(run("report", "--help").stdout)))


class InFolder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def files(self):
        return sorted(path.name for path in self.path.rglob("*"))

    def refused(self, *arguments, says):
        """Exit 2, one sentence on standard error that says all of `says`, nothing on standard output."""
        done = run(*arguments)
        self.assertEqual(done.returncode, 2, done)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertTrue(done.stderr.startswith("fairshuffle: "), done.stderr)
        for part in [says] if isinstance(says, str) else says:
            self.assertIn(part, done.stderr)
