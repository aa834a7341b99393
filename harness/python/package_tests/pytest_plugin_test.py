import importlib.metadata
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

TESTS = """
import random

def test_fair(assert_fair):
    assert assert_fair(random.Random(1).shuffle, n=4, tolerance=0.03).fair

def test_left_alone(assert_fair):
    assert_fair(lambda deck: None, n=4)

def test_bad_input(assert_fair):
    assert_fair(3, n=4)

def test_rows(assert_fair_rows):
    assert_fair_rows(lambda rows: None, n=4)

def test_exactly_fair(assert_exactly_fair):
    assert assert_exactly_fair(random.shuffle, n=4).paths == 24

def test_exactly_biased(assert_exactly_fair):
    assert_exactly_fair(lambda deck: deck.insert(random.randrange(4), deck.pop()), n=4)
"""


@unittest.skipIf(importlib.util.find_spec("pytest") is None, "pytest is not installed")
class Fixtures(unittest.TestCase):
    def test_what_is_not_fair_fails_its_test_with_what_it_looks_like_and_the_report(self):
        points = importlib.metadata.entry_points()
        plugins = points.get("pytest11", []) if isinstance(points, dict) else points.select(group="pytest11")
        is_installed = any(point.value == "fairshuffle.pytest_plugin" for point in plugins)
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "test_decks.py").write_text(TESTS, encoding="utf-8")
            plugin = [] if is_installed else ["-p", "fairshuffle.pytest_plugin"]
            done = subprocess.run([sys.executable, "-B", "-m", "pytest", *plugin, folder], cwd=folder,
                                  capture_output=True, text=True, check=False, timeout=240)
        self.assertIn("4 failed, 2 passed", done.stdout, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"Failed: Biased: looks like \S+ .*; [0-9.]+ points \([0-9.]+ to [0-9.]+\)\n")
        self.assertIn("Failed: Exactly biased: TV 5/6 ", done.stdout)
        self.assertRegex(done.stdout, r"\nE +How much +the best bet gains ")
        self.assertIn("expected a function that shuffles a list, or the name of a shuffle, found 3", done.stdout)
        # The test's own line is shown, none of the fixture's.
        self.assertIn(">       assert_fair(lambda deck: None, n=4)", done.stdout)
        self.assertNotIn("pytest.fail(", done.stdout)
