#!/usr/bin/env python3
"""Tests of the manual pages. Usage: man_test.py PROGRAM"""
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

from program import PACKAGING, PROGRAM, main, run, subcommands


def pages():
    return sorted(Pages.folder.glob("*"))


def shown(page):
    done = run("env", "MANWIDTH=2000", "MAN_KEEP_FORMATTING=", "man", "--warnings", "--local-file", str(page))
    return done.stdout, done.stderr


def entries(text):
    """What a section or a help says of each name at the start of a line, with the blanks between words as one."""
    found = re.findall(r"^ {2,7}(\S[^\n]*?)(?:  |\n) *(\S[^\n]*(?:\n {8,}[^\n]+)*)", text, re.MULTILINE)
    return [(name, " ".join(meaning.split())) for name, meaning in found]


def examples(page):
    """The commands between .nf and .fi, as they are typed."""
    source = page.read_text(encoding="utf-8")
    return [text.replace("\\-", "-").replace("\\e", "\\") for text in re.findall(r"\.nf\n(.*?)\n\.fi", source, re.DOTALL)]


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name, "man1")
        done = run(sys.executable, "-B", str(PACKAGING / "manual.py"), PROGRAM, str(cls.folder), "2026-11-21")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), done

    def test_there_is_one_for_the_program_and_one_for_each_subcommand(self):
        names = {"fairshuffle"} | {f"fairshuffle-{command}" for command in subcommands()}
        self.assertEqual({page.name for page in pages()}, {f"{name}.1" for name in names})
        for page in pages():
            told = re.findall(r"(fairshuffle[a-z-]*)\(1\)", shown(page)[0].split("SEE ALSO")[1])
            self.assertEqual(told, sorted(names - {page.stem}))

    def test_the_formatters_have_nothing_to_complain_of(self):
        for page in pages():
            with self.subTest(page.name):
                text, complaints = shown(page)
                self.assertEqual(complaints, "")
                self.assertIn("EXIT STATUS", text)
                if shutil.which("mandoc"):
                    lint = run("mandoc", "-T", "lint", "-W", "style", str(page))
                    self.assertEqual(lint.stdout + lint.stderr, "")
                name = run("lexgrog", str(page))
                self.assertEqual(name.returncode, 0, name.stderr)

    def test_every_option_of_the_help_is_told_with_its_value_and_meaning(self):
        for command in subcommands():
            help_text = run(PROGRAM, command, "--help").stdout
            if "--help-all" in help_text:
                help_text = run(PROGRAM, command, "--help-all").stdout
            text, _ = shown(self.folder / f"fairshuffle-{command}.1")
            told = " ".join(text.split("OPTIONS\n")[1].split("EXIT STATUS")[0].split())
            for names, meaning in re.findall(r"^  (-.{20}) (.*)$", help_text, re.MULTILINE):
                with self.subTest(f"{command} {names}"):
                    self.assertIn(f"{names.strip().replace(',-', ', -')} {' '.join(meaning.split())}", told)

    def test_exit_codes_are_those_of_the_help(self):
        text, _ = shown(self.folder / "fairshuffle-check.1")
        section = text.split("EXIT STATUS")[1].split("EXAMPLES")[0]
        self.assertEqual(entries(section), [("0", "the report follows from its evidence"), ("1", "it does not"),
                                            ("2", "it is no report, or no job file")])

    def test_settings_of_targets_are_told(self):
        text, _ = shown(self.folder / "fairshuffle.1")
        told = dict(entries(text.split("TARGETS\n")[1].split("EXIT STATUS")[0]))
        self.assertIn("see 'fairshuffle list sources'", told["source=NAME"])
        self.assertIn("again and again", told["reset=always|never"])
        self.assertEqual(told["n=N"], "deck size, 1 to 1024")

    def test_examples_run(self):
        commands = [command for page in pages() for command in examples(page)]
        self.assertGreaterEqual(len(commands), len(subcommands()))
        with tempfile.TemporaryDirectory() as folder:
            for command in commands:
                done = run("bash", "-c", command, cwd=folder)
                # Found fair, biased, or told: but nothing that the program refuses.
                self.assertIn(done.returncode, (0, 1), (command, done.stderr))
                self.assertNotIn("fairshuffle:", re.sub("^fairshuffle: if fair: .*", "", done.stderr, flags=re.MULTILINE))
                self.assertNotEqual(done.stdout, "")

    def test_all_that_is_said_beside_the_help_stands_there(self):
        def letters(text):
            """Whatever stands on a line of its own."""
            return re.sub(r"\W", "", text)

        pages_told = {page.stem: letters(shown(page)[0]) for page in pages()}
        written = (PACKAGING / "manual.txt").read_text(encoding="utf-8")
        for line in written.splitlines():
            if line.startswith("["):
                command, section = line.strip("[]").split()
                page = f"fairshuffle-{command}".replace("fairshuffle-fairshuffle", "fairshuffle")
                told = pages_told[page].split(section, 1)[1]
            elif line:
                with self.subTest(line):
                    self.assertIn(letters(line), told)

    def test_the_version_is_the_programs_and_the_date_the_one_given(self):
        version = run(PROGRAM, "--version").stdout.strip()
        for page in pages():
            self.assertIn(f' 1 2026-11-21 "{version}"', page.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main("man")
