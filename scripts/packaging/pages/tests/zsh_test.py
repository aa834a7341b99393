#!/usr/bin/env python3
"""Tests of the completion for zsh. Usage: zsh_test.py PROGRAM FOLDER_OF_PAGES"""
import shlex
import shutil
import subprocess
import sys
import unittest

from program import PAGES, SKIPPED, subcommands
from terminal import Shell

# Completes the whole of what is offered, so that one key shows it.
ALL = "zstyle ':completion:*' completer _all_matches _complete; zstyle ':completion:*' insert true"


class Completion(unittest.TestCase):
    def setUp(self):
        fpath = f"fpath=({shlex.quote(PAGES)} $fpath); autoload -U compinit; compinit -u -D; bindkey '^I' expand-or-complete"
        self.shell = Shell("zsh", "-f", "-i", setup=fpath)
        self.addCleanup(self.shell.close)

    def test_it_is_zsh(self):
        done = subprocess.run(["zsh", "-n", f"{PAGES}/_fairshuffle"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_subcommands_options_and_targets_are_completed(self):
        self.assertEqual(self.shell.arguments("fairshuffle cert\tswap-p\t"), ["certify", "swap-pairs"])
        self.assertEqual(self.shell.arguments("fairshuffle certify durstenfeld --se\t1"),
                         ["certify", "durstenfeld", "--seed=1"])

    def test_settings_and_their_values_are_completed(self):
        self.assertEqual(self.shell.arguments("fairshuffle certify swap-pairs:k=10,sou\tmsvc\t--force"),
                         ["certify", "swap-pairs:k=10,source=msvc-rand", "--force"])
        self.assertEqual(self.shell.arguments("fairshuffle exact comparator-sort:sor\tti\t"),
                         ["exact", "comparator-sort:sort=tim"])

    def test_words_in_a_list_are_completed_one_by_one(self):
        self.assertEqual(self.shell.arguments("fairshuffle certify --tests=orders,posi\t"),
                         ["certify", "--tests=orders,positions"])
        self.assertEqual(self.shell.arguments("fairshuffle report --format=jun\t"), ["report", "--format=junit"])

    def test_every_subcommand_is_offered(self):
        self.shell.send(ALL + "\r")
        self.assertEqual(self.shell.arguments("fairshuffle \t"), sorted(subcommands()))


if __name__ == "__main__":
    if shutil.which("zsh") is None:
        print("skipped: zsh is not installed")
        sys.exit(SKIPPED)
    unittest.main(argv=sys.argv[:1])
