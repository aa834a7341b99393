"""Runs explain and reads its lessons. Reads the path of the program from the command line's first argument."""
import functools
import math
import os
import re
import subprocess
import sys

from shuffle_models import MODELS, OTHER_WAYS

PROGRAM = os.path.abspath(sys.argv[1])
N = 4  # small enough for every distribution to be enumerated here


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          timeout=300, check=False)


class Lesson:
    """The Markdown of a lesson, as sections of paragraphs and tables."""

    def __init__(self, text):
        self.text = text
        self.sections = {}
        title = ""
        for line in text.splitlines():
            if line.startswith("## "):
                title = self.plain(line[3:])
            if title:
                self.sections.setdefault(title, []).append(line)

    @staticmethod
    def plain(text):
        return re.sub(r"\\(.)", r"\1", text)

    def has(self, title):
        return title in self.sections

    def words(self, title):
        return " ".join(self.plain(line) for line in self.sections[title])

    def tables(self, title):
        tables, rows = [], []
        for line in self.sections[title] + [""]:
            if line.startswith("|"):
                cells = re.split(r"(?<!\\)\|", line)[1:-1]
                rows.append([self.plain(cell.strip()) for cell in cells])
            elif rows:
                tables.append((rows[0], rows[2:]))
                rows = []
        return tables


@functools.lru_cache(maxsize=None)
def lesson(*arguments):
    done = run("explain", *arguments, "--markdown")
    assert done.returncode == 0, done
    return Lesson(done.stdout)


def number(text):
    return float(text.replace(",", ""))


def near(printed, exact, digits=4):
    """Equal as far as the printed digits go."""
    value = number(printed)
    return abs(value - float(exact)) <= 0.5000001 * 10 ** (math.floor(math.log10(abs(float(exact)))) + 1 - digits) if exact else value == 0


def typed(number):
    """Its exponent as people type it: 1e-5 for Python's 1e-05."""
    return re.sub(r"e([+-])0*([0-9]+)", lambda found: "e" + found[1].replace("+", "") + found[2], number)


def against(probability, fair):
    if probability == 0:
        return "never"
    if probability == fair:
        return "fair"
    excess = float(probability / fair - 1) * 100
    return f"{excess:+.1f} %" if abs(excess) >= 0.05 else typed(f"{excess:+.1e}") + " %"


def deck(text):
    return [int(card) for card in re.findall(r"\d+", text)]


ENTRIES = sorted(MODELS)
WITH_LAW = [name for name in ENTRIES if name != "std-shuffle"]
WAYS = sorted(set(OTHER_WAYS) - {"comparator-sort:sort=insertion"})
SORTS = [name for name in WAYS if name.startswith("comparator-sort")]
