#!/usr/bin/env python3
"""Tests of the completion for bash: that it offers what the program does. Usage: bash_test.py PROGRAM"""
import pathlib
import re
import shlex
import tempfile
import unittest

from program import PACKAGING, formats, main, run, subcommands
from terminal import Shell

COMPLETION = shlex.quote(str(PACKAGING / "completion.bash"))


def candidates(line, breaks=" \t\n\"'><=;|&(:", folder=None):
    """What the completion offers behind `line`, whose words bash parts as it does: at ':' and '=' too."""
    words = [part for word in re.split(r"[ ]+", line) for part in re.findall(r"[:=]+|[^:=]+", word) or [""]]
    if ":" not in breaks:
        words = re.split(r"[ ]+", line)
    script = f"""compopt() {{ :; }}; source {COMPLETION}
        COMP_WORDBREAKS={shlex.quote(breaks)} COMP_LINE={shlex.quote(line)} COMP_POINT={len(line)}
        COMP_WORDS=({shlex.join(words)}) COMP_CWORD={len(words) - 1}
        _fairshuffle fairshuffle; printf '%s\\n' "${{COMPREPLY[@]}}" """
    done = run("bash", "--norc", "-c", script, cwd=folder)
    assert done.stderr == "" and done.returncode == 0, done.stderr
    return done.stdout.split()


class Candidates(unittest.TestCase):
    def test_words_of_the_program_are_offered_without_their_meanings(self):
        self.assertEqual(candidates("fairshuffle "), subcommands())
        self.assertEqual(candidates("fairshuffle certify durstenfeld --see"), ["--seed"])
        self.assertEqual(candidates("fairshuffle certify --seed "), [])
        self.assertEqual(candidates("fairshuffle certify --seed=1"), [])

    def test_bash_gets_only_what_stands_behind_its_last_break(self):
        line = "fairshuffle certify durstenfeld swap-pairs:k=10,sou"
        self.assertEqual(candidates(line), ["10,source="])
        self.assertEqual(candidates(line + "rce=msvc"), ["msvc-rand"])
        self.assertEqual(candidates(line, breaks=" \t\n"), ["swap-pairs:k=10,source="])
        self.assertEqual(candidates("fairshuffle certify swap-pairs:")[0], "k=")
        self.assertEqual(candidates("fairshuffle report --format=html,ju"), ["html,junit"])
        self.assertEqual(candidates("fairshuffle report --format="), formats())

    def test_files_and_folders_are_found(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "report.json").touch()
            pathlib.Path(folder, "reports of today").mkdir()
            for line, found in [("check rep", "report.json reports of today"), ("certify --out rep", "reports of today"),
                                ("certify --job=rep", "report.json reports of today"), ("list plugin report.", "report.json")]:
                self.assertEqual(sorted(candidates("fairshuffle " + line, folder=folder)), sorted(found.split()))
            self.assertEqual(candidates("fairshuffle certify --job=report.", breaks=" ", folder=folder), ["--job=report.json"])
        self.assertIn("bash", candidates("fairshuffle certify --exec bas"))


class Keys(unittest.TestCase):
    def test_a_target_is_completed_at_the_prompt(self):
        shell = Shell("bash", "--norc", "-i", setup=f"source {COMPLETION}")
        self.addCleanup(shell.close)
        self.assertEqual(shell.arguments("fairshuffle cert\tswap-p\t"), ["certify", "swap-pairs"])
        self.assertEqual(shell.arguments("fairshuffle certify swap-pairs:k=10,sou\tmsvc\t--se\t1"),
                         ["certify", "swap-pairs:k=10,source=msvc-rand", "--seed", "1"])
        self.assertEqual(shell.arguments("fairshuffle certify 'a b:c' --tests=permutations,posi\t"),
                         ["certify", "a b:c", "--tests=permutations,positions"])


if __name__ == "__main__":
    main("bash")
