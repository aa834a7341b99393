#!/usr/bin/env python3
"""Tests of the completion for bash. Usage: bash_test.py PROGRAM FOLDER_OF_PAGES"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

from program import PAGES, listed, options_of, run, subcommands
from terminal import Shell

COMPLETION = f"{PAGES}/fairshuffle.bash"
BREAKS = " \t\n\"'><=;|&(:"


def candidates(line, breaks=BREAKS):
    """What the completion offers behind `line`, whose words bash parts as it does: at ':' and '=' too."""
    words = [part for word in re.split(r"[ ]+", line) for part in re.findall(r"[:=]+|[^:=]+", word) or [""]]
    if ":" not in breaks:
        words = re.split(r"[ ]+", line)
    script = f"""source {shlex.quote(COMPLETION)}
        COMP_WORDBREAKS={shlex.quote(breaks)} COMP_LINE={shlex.quote(line)} COMP_POINT={len(line)}
        COMP_WORDS=({shlex.join(words)}) COMP_CWORD={len(words) - 1}
        _fairshuffle; printf '%s\\n' "${{COMPREPLY[@]}}" """
    done = subprocess.run(["bash", "--norc", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == "" and done.returncode == 0, done.stderr
    return done.stdout.split()


class Candidates(unittest.TestCase):
    def test_the_first_word_is_one_of_the_subcommands_that_the_help_shows(self):
        self.assertEqual(candidates("fairshuffle "), subcommands())
        self.assertEqual(candidates("fairshuffle ex"), ["exact", "explain"])

    def test_every_option_of_the_help_is_offered_and_no_other(self):
        self.assertEqual(set(candidates("fairshuffle -")), options_of())
        for command in subcommands():
            with self.subTest(command):
                self.assertEqual(set(candidates(f"fairshuffle {command} -")), options_of(command))

    def test_targets_are_the_shuffles_that_can_be_listed(self):
        for command in ("certify", "exact", "explain"):
            self.assertEqual(candidates(f"fairshuffle {command} "), listed("shuffles"))
        self.assertEqual(candidates("fairshuffle certify durstenfeld --n 5 satt"), ["sattolo"])
        self.assertEqual(candidates("fairshuffle bridge "), [])

    def test_the_value_of_an_option_is_no_target(self):
        self.assertEqual(candidates("fairshuffle explain --n 4 --list satt"), ["sattolo"])
        self.assertEqual(candidates("fairshuffle explain riffle satt"), [])

    def test_a_shuffle_offers_its_own_settings_and_those_of_all(self):
        offered = candidates("fairshuffle certify swap-pairs:")
        self.assertEqual(offered[0], "k=")
        self.assertIn("source=", offered)
        self.assertNotIn("k=", candidates("fairshuffle certify durstenfeld:"))

    def test_every_setting_offered_is_known_to_the_program(self):
        for shuffle in ("durstenfeld", "swap-pairs", "comparator-sort"):
            for key in candidates(f"fairshuffle certify {shuffle}:"):
                done = run("certify", f"{shuffle}:{key}?")
                self.assertEqual(done.returncode, 2, key)
                self.assertNotIn("unknown setting", done.stderr)

    def test_every_value_offered_is_known_to_the_program(self):
        for key, section in [("source", "sources"), ("draw", "draws"), ("seeding", "seedings")]:
            self.assertEqual(candidates(f"fairshuffle certify durstenfeld:{key}="), listed(section))
        self.assertEqual(candidates("fairshuffle exact comparator-sort:n=4,sort=t"), ["tim"])
        self.assertEqual(candidates("fairshuffle certify durstenfeld:reset="), ["always", "never"])
        for section in candidates("fairshuffle list "):
            # Only a plug-in's list needs more words.
            self.assertEqual(run("list", section).returncode, 2 if section == "plugin" else 0)

    def test_bash_gets_only_what_stands_behind_its_last_break(self):
        line = "fairshuffle certify durstenfeld swap-pairs:k=10,sou"
        self.assertEqual(candidates(line), ["10,source="])
        self.assertEqual(candidates(line + "rce=msvc"), ["msvc-rand"])
        self.assertEqual(candidates(line, breaks=" \t\n"), ["swap-pairs:k=10,source="])

    def test_words_in_a_list_are_completed_one_by_one(self):
        self.assertEqual(candidates("fairshuffle certify --tests "), listed("tests"))
        self.assertEqual(candidates("fairshuffle certify --tests orders,posi"), ["orders,positions"])
        self.assertEqual(candidates("fairshuffle report --format=html,ju"), ["html,junit"])
        self.assertEqual(candidates("fairshuffle bridge --format t"), ["text", "tokens"])

    def test_a_number_is_left_to_the_user(self):
        self.assertEqual(candidates("fairshuffle certify --seed "), [])
        self.assertEqual(candidates("fairshuffle certify --seed=1"), [])

    def test_files_and_folders_are_found(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "report.json").touch()
            pathlib.Path(folder, "reports").mkdir()
            here = os.getcwd()
            os.chdir(folder)
            try:
                self.assertEqual(sorted(candidates("fairshuffle check rep")), ["report.json", "reports"])
                self.assertEqual(candidates("fairshuffle certify --out rep"), ["reports"])
                self.assertEqual(sorted(candidates("fairshuffle certify --job=rep")), ["report.json", "reports"])
                self.assertEqual(candidates("fairshuffle list plugin report."), ["report.json"])
            finally:
                os.chdir(here)


class Keys(unittest.TestCase):
    def test_a_target_is_completed_at_the_prompt(self):
        shell = Shell("bash", "--norc", "-i", setup=f"source {shlex.quote(COMPLETION)}")
        self.addCleanup(shell.close)
        self.assertEqual(shell.arguments("fairshuffle cert\tswap-p\t"), ["certify", "swap-pairs"])
        self.assertEqual(shell.arguments("fairshuffle certify swap-pairs:k=10,sou\tmsvc\t--se\t1"),
                         ["certify", "swap-pairs:k=10,source=msvc-rand", "--seed", "1"])
        self.assertEqual(shell.arguments("fairshuffle certify 'a b:c' --tests=orders,posi\t"),
                         ["certify", "a b:c", "--tests=orders,positions"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
