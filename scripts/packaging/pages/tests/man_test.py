#!/usr/bin/env python3
"""Tests of the manual pages. Usage: man_test.py PROGRAM FOLDER_OF_PAGES"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from program import PAGES, PROGRAM, SKIPPED, options_of, run, subcommands

FOLDER = pathlib.Path(PAGES, "man1")


def pages():
    return sorted(FOLDER.glob("*.1"))


def shown(page):
    environment = dict(os.environ, LC_ALL="C.UTF-8", MANWIDTH="200", MAN_KEEP_FORMATTING="")
    done = subprocess.run(["man", "--warnings", "--local-file", page], capture_output=True, text=True, env=environment,
                          check=False)
    return done.stdout, done.stderr


def examples(page):
    """The commands between .nf and .fi, as they are typed."""
    source = page.read_text(encoding="utf-8")
    return [text.replace("\\-", "-").replace("\\e", "\\") for text in re.findall(r"\.nf\n(.*?)\n\.fi", source, re.DOTALL)]


class Pages(unittest.TestCase):
    def test_there_is_one_for_the_program_and_one_for_each_subcommand(self):
        names = {"fairshuffle"} | {f"fairshuffle-{command}" for command in subcommands()}
        self.assertEqual({page.stem for page in pages()}, names)

    def test_the_formatters_have_nothing_to_complain_of(self):
        for page in pages():
            with self.subTest(page.name):
                text, complaints = shown(page)
                self.assertEqual(complaints, "")
                self.assertIn("EXIT STATUS", text)
                if shutil.which("mandoc"):
                    lint = subprocess.run(["mandoc", "-T", "lint", "-W", "style", page], capture_output=True, text=True,
                                          check=False)
                    self.assertEqual(lint.stdout + lint.stderr, "")
                name = subprocess.run(["lexgrog", page], capture_output=True, text=True, check=False)
                self.assertEqual(name.returncode, 0, name.stderr)

    def test_every_option_of_the_help_is_told(self):
        for command in subcommands():
            text, _ = shown(FOLDER / f"fairshuffle-{command}.1")
            told = set(re.findall(r"(?:^ +|, )(--?[a-z][a-z-]*)", text, re.MULTILINE))
            self.assertLessEqual(options_of(command), told)

    def test_exit_codes_are_those_of_the_help(self):
        text, _ = shown(FOLDER / "fairshuffle-check.1")
        section = text.split("EXIT STATUS")[1].split("EXAMPLES")[0]
        self.assertRegex(section, r"0 +the report follows from its evidence")
        self.assertRegex(section, r"2 +it is no report")

    def test_examples_run(self):
        commands = [command for page in pages() for command in examples(page)]
        self.assertGreaterEqual(len(commands), len(subcommands()))
        environment = dict(os.environ, PATH=os.path.dirname(PROGRAM) + ":" + os.environ["PATH"])
        with tempfile.TemporaryDirectory() as folder:
            for command in commands:
                done = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, timeout=300,
                                      env=environment, check=False)
                # Found fair, biased, or told: but nothing that the program refuses.
                self.assertIn(done.returncode, (0, 1), (command, done.stderr))
                self.assertNotIn("fairshuffle:", done.stderr)
                self.assertNotEqual(done.stdout, "")

    def test_the_version_is_the_programs(self):
        version = run("--version").stdout.strip()
        for page in pages():
            self.assertIn(f'"{version}"', page.read_text(encoding="utf-8"))


if __name__ == "__main__":
    if shutil.which("man") is None:
        print("skipped: man is not installed")
        sys.exit(SKIPPED)
    unittest.main(argv=sys.argv[:1])
