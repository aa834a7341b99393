#!/usr/bin/env python3
"""Tests of the completion for fish: that it offers what the program does. Usage: fish_test.py PROGRAM"""
import pathlib
import shlex
import tempfile
import unittest

from program import PACKAGING, PROGRAM, main, run, subcommands


def candidates(line, folder=None):
    """What fish offers behind `line`: each word with its meaning."""
    script = f"source {shlex.quote(str(PACKAGING / 'completion.fish'))}; complete --do-complete {shlex.quote(line)}"
    with tempfile.TemporaryDirectory() as home:
        done = run("env", f"HOME={home}", "fish", "--no-config", "--command", script, cwd=folder)
    assert (done.returncode, done.stderr) == (0, ""), done
    return dict((found + "\t").split("\t")[:2] for found in done.stdout.splitlines())


class Candidates(unittest.TestCase):
    def test_words_of_the_program_are_offered_with_their_meanings(self):
        self.assertEqual(set(candidates("fairshuffle ")), set(subcommands()))
        told = dict(line.split("\t") for line in run(PROGRAM, "complete", "--", "certify", "--").stdout.splitlines())
        self.assertEqual(candidates("fairshuffle certify durstenfeld --"), told)
        self.assertEqual(candidates("fairshuffle certify --seed "), {})
        self.assertEqual(set(candidates("fairshuffle certify 'a b:c' --tests=permutations,posi")), {"--tests=permutations,positions"})

    def test_targets_are_completed(self):
        self.assertEqual(set(candidates("fairshuffle certify swap-p")), {"swap-pairs"})
        self.assertEqual(set(candidates("fairshuffle certify swap-pairs:k=10,sou")), {"swap-pairs:k=10,source="})
        self.assertEqual(set(candidates("fairshuffle certify swap-pairs:k=10,source=msvc")), {"swap-pairs:k=10,source=msvc-rand"})

    def test_files_and_folders_are_found(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "report.json").touch()
            pathlib.Path(folder, "reports").mkdir()
            self.assertEqual(set(candidates("fairshuffle check rep", folder)), {"report.json", "reports/"})
            self.assertEqual(set(candidates("fairshuffle certify --out rep", folder)), {"reports/"})
            self.assertEqual(set(candidates("fairshuffle certify --job=rep", folder)), {"--job=report.json", "--job=reports/"})
            self.assertIn("fish", candidates("fairshuffle certify --exec fis", folder))


if __name__ == "__main__":
    main("fish")
