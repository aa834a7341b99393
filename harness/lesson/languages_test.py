#!/usr/bin/env python3
"""Holds the sorts of comparator-sort to the languages that ship them. Usage: languages_test.py PROGRAM

Each language has a program in languages/ that sorts with a comparator that tosses a coin of FACES faces, which answers
-1, 0 or 1 (-1 or 1 where there are two); a language whose comparators answer yes or no takes -1 for yes.
`distribution N FACES` follows every path of coins and prints of each how many there were and the deck;
`decks N FACES TRIALS` tosses by the language's own generator.
Exit code 77 says that none of the languages is there; of those that are not, the output names the tools.

The distributions of few cards are compared as fractions. Of many cards Pearson's test of homogeneity compares two samples of
positions; counts below 25 are pooled. A correct program fails with 1e-9 for each of 11 comparisons, and its seeds are
fixed but for JavaScript's. Of a browser, which runs the page of node's program, certify must name the sort as well, with
five cards: once without its compiler, and once after it has compiled the call.
"""
import collections
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

FOLDER = pathlib.Path(__file__).resolve().parent / "languages"
MISSING = 77
# By the sort that a language ships: its file, how it is built and run, and the decks that it does not sort so.
LANGUAGES = {
    "PHP": dict(sort="php", file="sort.php", run=["php", "sort.php"], many=[20, 52]),
    "JavaScript": dict(sort="tim", file="sort.js", run=["node", "sort.js"], many=[20]),
    "Chromium": dict(sort="binary", file="sort.js", browser=["--js-flags=--jitless"], many=[15]),
    "Chromium's compiler": dict(sort="insertion", file="sort.js", browser=[], before=100_000, many=[16]),
    "Java": dict(sort="tim", file="Sort.java", build=["javac", "-d", ".", "Sort.java"], run=["java", "-cp", ".", "Sort"],
                 many=[]),
    "Go": dict(sort="pdq", file="sort.go", build=["go", "build", "-o", "sort_go", "sort.go"], run=["./sort_go"],
               many=[20, 52]),
    "C": dict(sort="merge", file="sort.c", build=["gcc", "-O1", "-o", "sort_c", "sort.c"], run=["./sort_c"], many=[20]),
    "C#": dict(sort="intro", file="sort.cs", build=["mcs", "-out:sort.exe", "sort.cs"], run=["mono", "sort.exe"],
               many=[20, 52]),
}
TRIALS = 20_000
NAMED = 5
# With no traffic of its own.
BROWSER = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
           "--disable-component-update", "--disable-sync", "--disable-quic"]
# Each program has functions of its own, so that none is compiled on account of another.
PAGE = """<!DOCTYPE html><pre></pre><script>
const text = document.querySelector('pre');
for (const words of WORDS) {
  const console = {log: lines => text.append(lines + '\\n\\n')};
  new Function('process', 'console', SOURCE)({argv: ['', '', ...words]}, console);
}
</script>
"""


def upper_tail(statistic, df):
    """Of chi-square, by Wilson and Hilferty 1931: good to a few percent of the logarithm at these many degrees."""
    z = ((statistic / df) ** (1 / 3) - (1 - 2 / (9 * df))) / math.sqrt(2 / (9 * df))
    return math.erfc(z / math.sqrt(2)) / 2


def homogeneity(ours, theirs):
    """The p-value of two samples of counts by cell; rare cells are one."""
    total, share = collections.Counter(ours) + collections.Counter(theirs), sum(ours.values()) / (sum(ours.values()) + sum(theirs.values()))
    statistic, cells, rare = 0, 0, [0, 0]
    for cell, count in total.items():
        if min(share, 1 - share) * count < 25:
            rare = [rare[0] + ours.get(cell, 0), rare[1] + theirs.get(cell, 0)]
            continue
        statistic += (ours.get(cell, 0) - share * count) ** 2 / (share * (1 - share) * count)
        cells += 1
    if sum(rare):
        statistic += (rare[0] - share * sum(rare)) ** 2 / (share * (1 - share) * sum(rare))
        cells += 1
    return upper_tail(statistic, cells - 1)


def rows_of(text):
    return [[int(number) for number in line.split()] for line in text.splitlines()]


class Languages(unittest.TestCase):
    program = None
    ran = 0

    def answers(self, name, language, folder, commands):
        """What each of the commands prints, as rows of numbers; skips where a tool is missing."""
        if "browser" in language:
            return self.answers_of_browser(name, language, folder, commands)
        tools = [words[0] for words in (language.get("build"), language["run"]) if words and not words[0].startswith("./")]
        missing = [tool for tool in tools if shutil.which(tool) is None]
        if missing:
            self.skipTest(f"{name} needs {' and '.join(missing)}")
        shutil.copy(FOLDER / language["file"], folder)
        environment = {**os.environ, "GOCACHE": os.path.join(folder, "cache"), "GOFLAGS": "-mod=mod"}
        if "build" in language:
            subprocess.run(language["build"], cwd=folder, check=True, env=environment, capture_output=True)
        return [rows_of(subprocess.run([*language["run"], *map(str, words)], cwd=folder, check=True, capture_output=True,
                                       text=True).stdout) for words in commands]

    def answers_of_browser(self, name, language, folder, commands):
        if shutil.which(BROWSER[0]) is None:
            self.skipTest(f"{name} needs {BROWSER[0]}")
        before = language.get("before", 0)
        words = [[*map(str, [*command, 0][:4]), str(before)] for command in commands]
        page = pathlib.Path(folder) / "page.html"
        source = (FOLDER / language["file"]).read_text(encoding="utf-8")
        page.write_text(PAGE.replace("WORDS", json.dumps(words)).replace("SOURCE", json.dumps(source)), encoding="utf-8")
        done = subprocess.run([*BROWSER, *language["browser"], f"--user-data-dir={folder}/profile", "--dump-dom", page.as_uri()],
                              check=True, capture_output=True, text=True, timeout=300)
        answers = re.search("<pre>(.*)</pre>", done.stdout, re.DOTALL)[1].split("\n\n")
        return [rows_of(answer) for answer in answers if answer]

    def exact(self, target):
        done = subprocess.run([self.program, "exact", target, "--json", "-"], check=True, capture_output=True, text=True)
        return {tuple(each["permutation"]): Fraction(each["p"]["fraction"]) for each in json.loads(done.stdout)["permutations"]
                if each["p"]["value"] > 0}

    def positions(self, target, n):
        done = subprocess.run([self.program, "certify", target, "--trials", str(TRIALS), "--seed", "1", "--json", "-", "--quiet"],
                              check=False, capture_output=True, text=True)
        table = json.loads(done.stdout)["results"][0]["evidence"]["positions"]
        return {(position, card): table[position][card] for position in range(n) for card in range(n)}

    def name_of(self, decks):
        """What certify says of so many decks."""
        rows = "".join(" ".join(map(str, deck)) + "\n" for deck in decks)
        done = subprocess.run([self.program, "certify", "--stdin", "--quiet", "--seed", "1", "--json", "-"], check=False,
                              input=rows, capture_output=True, text=True)
        return [fit["mistakes"][0]["target"] for fit in json.loads(done.stdout)["results"][0]["diagnosis"]["fits"]]

    def check(self, name):
        language = LANGUAGES[name]
        target = f"comparator-sort:sort={language['sort']}"
        coins = [(2, "two"), (3, "three")]
        few = list(range(2, 6))
        commands = [["distribution", n, faces] for faces, _ in coins for n in few]
        commands += [["decks", n, faces, TRIALS] for faces, _ in coins for n in language["many"]]
        if "browser" in language:
            commands.append(["decks", NAMED, 2, TRIALS])
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            answers = iter(self.answers(name, language, folder, commands))
        for faces, coin in coins:
            for n in few:
                distribution = collections.Counter()
                for tosses, *deck in next(answers):
                    distribution[tuple(deck)] += Fraction(1, faces ** tosses)
                self.assertEqual(dict(distribution), self.exact(f"{target},coin={coin},n={n}"), (name, coin, n))
        for _, coin in coins:
            for n in language["many"]:
                theirs = collections.Counter((position, card) for _, *deck in next(answers) for position, card in enumerate(deck))
                self.assertGreater(homogeneity(self.positions(f"{target},coin={coin},n={n}", n), theirs), 1e-9, (name, coin, n))
        if "browser" in language:
            self.assertEqual(self.name_of([deck for _, *deck in next(answers)]), [f"{target},n={NAMED}"])
        Languages.ran += 1


def test_of(name):
    return lambda self: self.check(name)


for each in LANGUAGES:
    setattr(Languages, f"test_{each}", test_of(each))


if __name__ == "__main__":
    Languages.program = os.path.abspath(sys.argv[1])
    outcome = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromTestCase(Languages))
    sys.exit(1 if not outcome.wasSuccessful() else MISSING if Languages.ran == 0 else 0)
