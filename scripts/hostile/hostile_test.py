#!/usr/bin/env python3
"""That scripts/hostile finds what it is for, on programs of a few lines, and that a run is the same again."""
import copy
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

from material import COMMAND_LINES, JOB, Material
from spoiling import OUTPUTS, VALUES, places_in, spoilt_json, spoilt_run

# Writes a report where it is asked for one, as the material needs.
REPORT = 'for word; do [ "$last" = --json ] && echo "{\\"a\\": [1, 2]}" > "$word"; last=$word; done 2>/dev/null\n'


class Hostile(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.path = pathlib.Path(scratch.name)

    def program(self, end):
        path = self.path / "program"
        path.write_text("#!/bin/sh\n" + REPORT + end + "\n")
        path.chmod(0o755)
        return path

    def runs(self, end, *options):
        return subprocess.run([sys.executable, "-B", pathlib.Path(__file__).parent, self.program(end), "--runs", "4", *options],
                              capture_output=True, text=True, check=False)

    def test_one_run_spoils_nothing_of_another(self):
        before = copy.deepcopy(VALUES)
        for number in range(5000):
            spoilt_json(random.Random(number), json.dumps({"a": [1], "b": {"c": []}}))
        self.assertEqual(VALUES, before)

    def test_what_ends_otherwise_than_it_should_is_found(self):
        for end, said in (("kill -SEGV $$", "ended by signal 11"), ("exit 5", "exit code 5"), ("sleep 2", "not over in time")):
            done = self.runs(end, "--patience", "0.5")
            self.assertEqual(done.returncode, 1, done)
            self.assertIn(said, done.stdout)
            self.assertIn("4 at fault", done.stdout)

    def test_a_refusal_without_a_word_is_one_too(self):
        self.assertIn("exit code 2 without a word", self.runs("exit 2", "--runs", "40").stdout)
        self.assertEqual(self.runs("echo 'no such thing' >&2; exit 2").returncode, 0)

    def test_a_run_is_the_same_again(self):
        material = Material(str(self.program("exit 0")), self.path)
        kinds, changed = set(), 0
        for number in range(300):
            runs = []
            for _ in range(2):
                with tempfile.TemporaryDirectory() as folder:
                    run = spoilt_run(random.Random(f"1 {number}"), material, pathlib.Path(folder))
                    files = {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}
                runs.append((run.kind, run.arguments, run.input, run.given_streams, files))
            self.assertEqual(*runs)
            kinds.add(run.kind)
            # Nothing is written elsewhere.
            for option, name in zip(run.arguments, run.arguments[1:]):
                if option in OUTPUTS:
                    self.assertNotIn("/", os.fsdecode(name), run.arguments)
            line = [word for word in run.arguments if word not in ("--max-time", "2s")]
            changed += run.kind == "command line" and line not in [words.split() for words in COMMAND_LINES]
        self.assertTrue({"command line", "streams", "spoilt JOB", "spoilt REPORT", "spoilt ROWS", "spoilt input"} <= kinds, kinds)
        self.assertGreater(changed, 50)

    def test_what_is_deep_is_made_deeper(self):
        self.assertTrue(spoilt_json(random.Random(1), b"[" * 2000 + b"]" * 2000))

    def test_members_are_found_at_any_depth(self):
        self.assertIn(("targets", 1, "options", "k", 0), list(places_in(JOB)))


if __name__ == "__main__":
    unittest.main()
