#!/usr/bin/env python3
"""Tests of the completion for zsh: that it offers what the program does. Usage: zsh_test.py PROGRAM"""
import pathlib
import shlex
import shutil
import tempfile
import unittest

from program import PACKAGING, main, run, subcommands
from terminal import Shell

# Completes the whole of what is offered, so that one key shows it.
ALL = "zstyle ':completion:*' completer _all_matches _complete; zstyle ':completion:*' insert true"


class Completion(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        shutil.copy(PACKAGING / "completion.zsh", self.folder / "_fairshuffle")
        here = shlex.quote(folder.name)
        setup = f"cd {here}; fpath=({here} $fpath); autoload -U compinit; compinit -u -D; bindkey '^I' expand-or-complete"
        self.shell = Shell("zsh", "-f", "-i", setup=setup)
        self.addCleanup(self.shell.close)

    def test_it_is_zsh(self):
        done = run("zsh", "-n", str(PACKAGING / "completion.zsh"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_subcommands_options_and_targets_are_completed(self):
        self.assertEqual(self.shell.arguments("fairshuffle cert\tswap-p\t"), ["certify", "swap-pairs"])
        self.assertEqual(self.shell.arguments("fairshuffle certify durstenfeld --se\t1"),
                         ["certify", "durstenfeld", "--seed", "1"])
        self.assertEqual(self.shell.arguments("fairshuffle certify 'a b:c' --se\t1"), ["certify", "a b:c", "--seed", "1"])

    def test_settings_and_their_values_are_completed(self):
        self.assertEqual(self.shell.arguments("fairshuffle certify swap-pairs:k=10,sou\tmsvc\t--force"),
                         ["certify", "swap-pairs:k=10,source=msvc-rand", "--force"])
        self.assertEqual(self.shell.arguments("fairshuffle exact comparator-sort:sor\tti\t"),
                         ["exact", "comparator-sort:sort=tim"])

    def test_words_in_a_list_are_completed_one_by_one(self):
        self.assertEqual(self.shell.arguments("fairshuffle certify --tests=permutations,posi\t"),
                         ["certify", "--tests=permutations,positions"])
        self.assertEqual(self.shell.arguments("fairshuffle report --format=jun\t"), ["report", "--format=junit"])

    def test_files_and_folders_are_found(self):
        (self.folder / "report 1.json").touch()
        (self.folder / "resorts").mkdir()
        self.assertEqual(self.shell.arguments("fairshuffle check rep\t"), ["check", "report 1.json"])
        self.assertEqual(self.shell.arguments("fairshuffle certify --job=rep\t"), ["certify", "--job=report 1.json"])
        self.assertEqual(self.shell.arguments("fairshuffle certify --out re\t"), ["certify", "--out", "resorts"])

    def test_every_subcommand_is_offered(self):
        self.shell.send(ALL + "\r")
        self.assertEqual(self.shell.arguments("fairshuffle \t"), sorted(subcommands()))


if __name__ == "__main__":
    main("zsh")
