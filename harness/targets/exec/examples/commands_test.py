#!/usr/bin/env python3
"""Runs the commands of commands.md and holds them to the verdicts beside them. Usage: commands_test.py PROGRAM [--all]

A command whose program writes nothing here is passed over: the program, its version or a module of it is missing. Those that
start a program for each deck, that compile, or that say more than an interpreter and its own library has are run with --all.
A fair one is called biased with a probability below 1e-6; a biased one of the table to be missed at 16,384 rows, far less.
"""
import pathlib
import re
import shlex
import subprocess
import sys
import unittest

PAGE = pathlib.Path(__file__).resolve().parent / "commands.md"
ROW = re.compile(r"^\| `(fairshuffle certify .*)` \| (biased|fair|nothing)\b.*\|.*\|$", re.MULTILINE)
FAIRLY_QUICK = re.compile(r"(python3|perl|ruby|php|node) ")
EXIT_CODES = {"fair": 0, "biased": 1, "nothing": 3}
SOON = 20  # seconds until the first row


def rows():
    for command, verdict in ROW.findall(PAGE.read_text(encoding="utf-8")):
        yield shlex.split(command.replace("\\|", "|")), verdict


def writes(command):
    """Whether the program is there: it writes a line, however it ends then."""
    for name, value in (("trials", "64"), ("n", "5"), ("seed", "1")):
        command = command.replace("{" + name + "}", value)
    with subprocess.Popen(["sh", "-c", f"( {command} ) 2>&- | head -n 1"], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, start_new_session=True) as process:
        try:
            return process.communicate(timeout=SOON)[0] != b""
        except subprocess.TimeoutExpired:
            process.kill()
            return False


class Commands(unittest.TestCase):
    program = None
    all = False

    def test_they_come_out_as_the_page_says(self):
        judged = set()
        for words, verdict in rows():
            command = words[words.index("--exec") + 1]
            is_quick = FAIRLY_QUICK.match(command) and "--manner" not in words and "require(" not in command
            if not (self.all or is_quick) or not writes(command):
                continue
            with self.subTest(command=command):
                done = subprocess.run([self.program, *words[1:], "--seed", "1", "--max-trials", "4e6"], capture_output=True, text=True,
                                      timeout=550, check=False, stdin=subprocess.DEVNULL)
                self.assertEqual(done.returncode, EXIT_CODES[verdict], done)
                judged.add(verdict)
        self.assertLessEqual({"fair", "biased"}, judged, "nothing of either kind is installed")

    def test_the_page_has_fifty_programs_that_nobody_here_wrote(self):
        commands = {" ".join(words) for words, _ in rows()}
        self.assertGreaterEqual(len(commands), 50)
        # A row that the test does not understand would never be run.
        lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
        self.assertEqual(len(lines), len(list(rows())))


if __name__ == "__main__":
    Commands.program = sys.argv[1]
    Commands.all = "--all" in sys.argv
    unittest.main(argv=sys.argv[:1])
