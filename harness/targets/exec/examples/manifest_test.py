#!/usr/bin/env python3
"""Holds examples.json and the examples to each other. Usage: manifest_test.py"""
import json
import pathlib
import sys
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent
COMPILED = {"", ".class", ".exe"}
LANGUAGES = {"C", "C++", "Python", "JavaScript", "Go", "Java", "C#", "Ruby", "Perl", "PHP", "R", "Rust", "Lua"}
EXAMPLES = json.loads((FOLDER / "examples.json").read_text(encoding="utf-8"))


def text_of(example):
    return (FOLDER / example["file"]).read_text(encoding="utf-8")


class ManifestTest(unittest.TestCase):
    def test_every_file_is_tested(self):
        files = {str(path.relative_to(FOLDER)) for path in FOLDER.glob("*/*") if path.suffix not in COMPILED}
        self.assertEqual(files, {example["file"] for example in EXAMPLES})

    def test_every_language_has_a_fair_and_a_biased_example(self):
        for verdict in ("fair", "biased"):
            self.assertEqual({example["language"] for example in EXAMPLES if example["verdict"] == verdict}, LANGUAGES)

    def test_an_example_is_under_twenty_lines(self):
        for example in EXAMPLES:
            self.assertLess(len(text_of(example).splitlines()), 20, example["file"])

    def test_an_example_warns_of_its_bias(self):
        for example in EXAMPLES:
            warns = "BIASED" in text_of(example).splitlines()[0]
            self.assertEqual(warns, example["verdict"] == "biased", example["file"])

    def test_an_example_says_how_it_is_run(self):
        for example in EXAMPLES:
            command = " && ".join(filter(None, [example.get("compile"), example["run"]]))
            for word in ("trials", "n", "seed"):
                command = command.replace("{" + word + "}", word.upper())
            self.assertIn(command, text_of(example), example["file"])


if __name__ == "__main__":
    sys.exit(unittest.main())
