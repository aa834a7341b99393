#!/usr/bin/env python3
"""Holds a program to an older one: the same command lines, the same numbers, the same words.

    python3 scripts/frozen OLD NEW [--numbers-only] [--share] [-k WORDS]... [--list] [--jobs N] [--folder DIR]

OLD and NEW are each a program, or a revision that is built below build/frozen. JSON is compared member by member, but for
`environment`, and all else byte by byte, but for seconds; --numbers-only leaves out what is meant to be read, and members that
NEW alone has. OLD counts on one thread by the vectors that it would take, NEW on one or two by some of those that the processor
has: the same counts are due. -k: cases with these words in their names. Exit 1 where a case differs, 2 where none could be run.
"""
import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import re
import resource
import shlex
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

import cases as matrix

ROOT = Path(__file__).resolve().parents[2]
# What a redesign calls otherwise: words, members and names of OLD, and what NEW says for them; None where NEW has none.
RENAMED = {}
GONE = "(nothing)"
PATIENCE = 1200
ENVIRONMENT = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": "UTC", "COLUMNS": "100", "TERM": "xterm",
               "GITHUB_STEP_SUMMARY": "summary", "GITHUB_OUTPUT": "output"}
# By Highway's numbers, and the flag of /proc/cpuinfo; 62 is no vectors at all.
VECTORS = {62: "", 11: "sse4_2", 9: "avx2", 8: "avx512bw"}

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")

Difference = collections.namedtuple("Difference", "where old new")


def renamed(name):
    return RENAMED.get(name) or re.sub(r"[\w.-]+", lambda word: RENAMED.get(word[0]) or word[0], name)


def named(items):
    """A list of things with names as an object, so that one more of them moves no other; None where it is none."""
    names = [item.get("name") if isinstance(item, dict) else None for item in items]
    return dict(zip(names, items)) if names and None not in names and len(set(names)) == len(names) else None


def in_members(old, new, numbers_only, place, form):
    due = {renamed(name): value for name, value in old.items() if RENAMED.get(name, name) is not None}
    for name in itertools.chain(due, () if numbers_only else (name for name in new if name not in due)):
        if numbers_only and name == "schema_version":
            continue
        found = difference(due.get(name, GONE), new.get(name, GONE), numbers_only, place + form.format(name))
        if found:
            return found
    return None


def difference(old, new, numbers_only, place=""):
    """The first between two values of JSON."""
    if isinstance(old, dict) and isinstance(new, dict):
        return in_members(old, new, numbers_only, place, ".{}")
    if isinstance(old, list) and isinstance(new, list):
        if old == new:
            return None
        olds, news = named(old), named(new)
        if olds and news:
            found = in_members(olds, news, numbers_only, place, "[{}]")
            in_order = numbers_only or [renamed(name) for name in olds] == list(news)
            return found or (None if in_order else Difference(f"{place}: the order", list(olds), list(news)))
        if len(old) != len(new):
            return Difference(f"{place}: how many", len(old), len(new))
        found = (difference(*pair, numbers_only, f"{place}[{at}]") for at, pair in enumerate(zip(old, new)))
        return next(filter(None, found), None)
    if isinstance(old, str) and isinstance(new, str):
        for_people = " " in old or " " in new
        alike = numbers_only or old == new if for_people else renamed(old) == new
    else:
        alike = old == new and isinstance(old, bool) == isinstance(new, bool)
    return None if alike else Difference(place, old, new)


def without_times(text):
    """Seconds, and whatever else is counted in a line that has some, are left out."""
    lines, seconds = [], re.compile(r"\b\d[\d.,e+-]* ?(?:ns|us|µs|ms|s|min|h)\b")
    for line in text.split("\n"):
        lines.append(re.sub(r"\d[\d.,]*(?: M(?=/s))?", "#", seconds.sub("# s", line)) if seconds.search(line) else line)
    return "\n".join(lines)


def parsed(text):
    try:
        return json.loads(text) if text.lstrip().startswith("{") else None
    except ValueError:
        return None


def in_texts(old, new, numbers_only, place, numbers=False):
    """numbers: it is a table of them."""
    olds, news = parsed(old), parsed(new)
    if olds is not None and news is not None:
        for report in (olds, news):
            report.pop("environment", None)
        return difference(olds, news, numbers_only, place)
    if numbers_only:
        old, new = ("\n".join(str(NUMBER.findall(line)) for line in text.split("\n")) if numbers else "" for text in (old, new))
    if old == new:
        return None
    pairs = itertools.zip_longest(old.split("\n"), new.split("\n"), fillvalue=GONE)
    line, pair = next((line, pair) for line, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    return Difference(f"{place} line {line}", *pair)


def in_folders(old, new, numbers_only, drawn):
    """drawn: by what draws nothing of today's environment, which is in the pages of certify and merge."""
    olds, news = ({str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()} for folder in (old, new))
    if olds != news:
        return Difference("the files", sorted(olds - news), sorted(news - olds))
    for name in sorted(olds):
        if name.endswith(".json") or drawn and not name.endswith(".fair"):
            texts = [(folder / name).read_text(encoding="utf-8", errors="surrogateescape") for folder in (old, new)]
            found = in_texts(*texts, numbers_only, name, name.endswith(".csv"))
            if found:
                return found
    return None


def align(old, new):
    """Gives reports of the new one the seconds and the machine of the old one's, as they will be drawn."""
    for path in old.rglob("*.json"):
        other = new / path.relative_to(old)
        reports = [parsed(file.read_text(encoding="utf-8")) for file in (path, other)]
        if all(isinstance(report, dict) and "environment" in report for report in reports):
            theirs, ours = (report["environment"] for report in reports)
            reports[1]["environment"] = {name: theirs.get(name, value) for name, value in ours.items()}
            if theirs != ours:
                other.write_text(json.dumps(reports[1]), encoding="utf-8")


class Side:
    """A program, and how many threads it is to count on."""

    def __init__(self, program, threads=1):
        self.program, self.threads = program, threads

    def words(self, step, is_new):
        step = [renamed(word) if is_new and word in RENAMED else word for word in step]
        return [*step, "--threads", str(self.threads)] if step[0] == "certify" and not step[-1].startswith("<") else step

    def run(self, step, folder, is_new):
        words = self.words(step, is_new)
        source = folder / words.pop()[1:] if words[-1].startswith("<") else os.devnull
        with open(source, "rb") as given:
            done = subprocess.run([self.program, *words], cwd=folder, env=ENVIRONMENT, stdin=given, capture_output=True,
                                  check=False, timeout=PATIENCE)
        return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")

    def by_hand(self, steps, is_new, inputs):
        lines = (shlex.join(words).replace("'<", "< '") for words in (self.words(step, is_new) for step in steps))
        return f"cd $(mktemp -d); ln -s {inputs} in; " + "; ".join(f"{self.program} {line}" for line in lines)


def after_step(step, ends, folders, numbers_only):
    (code, *old), (new_code, *new) = ends
    found = None if code == new_code else Difference("exit code", code, f"{new_code} {new[1][:300]}")
    for stream, texts in zip(("standard output", "standard error"), zip(old, new)):
        found = found or in_texts(*map(without_times, texts), numbers_only, stream)
    return found or in_folders(*folders, numbers_only, step[0] in ("report", "explain", "exact"))


def compare(case, sides, inputs, numbers_only):
    """(in what they differ, the first difference, the step that it is of, how many steps were refused). Numbers go before words."""
    refused, words = 0, ("", None, 0)
    with tempfile.TemporaryDirectory(prefix="frozen-") as scratch:
        folders = [Path(scratch) / name for name in ("one", "two")]
        for folder in folders:
            folder.mkdir()
            (folder / "in").symlink_to(inputs)
        for at, step in enumerate(case.steps):
            try:
                ends = [side.run(step, folder, is_new) for is_new, (side, folder) in enumerate(zip(sides, folders))]
            except subprocess.TimeoutExpired as late:
                return "numbers", Difference("the end", f"{late.cmd[0]} took more than {PATIENCE} seconds", ""), at, refused
            refused += ends[0][0] == 2
            found = after_step(step, ends, folders, True)
            if found:
                return "numbers", found, at, refused
            if not words[0] and not numbers_only:
                found = after_step(step, ends, folders, False)
                words = ("words", found, at) if found else words
            if at + 1 < len(case.steps):
                align(*folders)
    return *words, refused


def place_of(image, symbol):
    """Where a function of a 64-bit ELF file begins in it; None where it has no such symbol."""
    if image[:5] != b"\x7fELF\x02":
        return None
    table, (size, count) = struct.unpack_from("<Q", image, 0x28)[0], struct.unpack_from("<HH", image, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", image, table + at * size) for at in range(count)]
    for section in (section for section in sections if section[1] == 2):  # of symbols
        names = sections[section[6]][4]
        name = image.find(b"\0" + symbol + b"\0", names) + 1 - names
        for at in range(section[4], section[4] + section[5], 24):
            found, _, _, home, value, _ = struct.unpack_from("<IBBHQQ", image, at)
            if found == name:
                return value - sections[home][3] + sections[home][4]
    return None


def vectors_of(program):
    run = [program, "certify", "durstenfeld", "--n", "3", "--trials", "1000", "--seed", "1", "--json", "-", "--quiet"]
    return json.loads(subprocess.run(run, capture_output=True, check=False).stdout)["environment"]["vectors"]


def put(path, image):
    """Writes a program, of which another one may still be running."""
    begun = path.with_name(f".{path.name}-{os.getpid()}")
    begun.write_bytes(image)
    begun.chmod(0o755)
    return begun.replace(path)


def with_other_vectors(program):
    """Copies of a program that think the processor has these vectors only, by their names. It has no option for that."""
    image, copies = program.read_bytes(), {}
    place = place_of(image, b"_ZN3hwy16SupportedTargetsEv")
    for bit, flag in VECTORS.items() if place else ():
        if flag in Path("/proc/cpuinfo").read_text(encoding="utf-8"):
            copy = program.with_name(f"{program.name}-{bit}")
            put(copy, image[:place] + b"\x48\xb8" + struct.pack("<Q", 1 << bit) + b"\xc3" + image[place + 11:])  # return it
            copies[vectors_of(copy)] = copy
    return copies


def around(one, other):
    """The value, of a long text what stands about the first difference."""
    one, other = str(one), str(other)
    begin = max(0, len(os.path.commonprefix((one, other))) - 100)
    return "... " * (begin > 0) + one[begin:begin + 300]


def built(word, folder):
    """The program of that name, or of that revision."""
    if Path(word).is_file():
        return Path(word)
    asked = subprocess.run(["git", "rev-parse", "--verify", "--quiet", f"{word}^{{commit}}"], cwd=ROOT, capture_output=True,
                           text=True, check=False)
    if asked.returncode:
        sys.exit(f"scripts/frozen: {word} is neither a program nor a revision")
    revision = asked.stdout.strip()
    tree = folder / revision[:12]
    if not (tree / "CMakeLists.txt").exists():
        tree.mkdir(parents=True, exist_ok=True)
        with subprocess.Popen(["git", "archive", revision], cwd=ROOT, stdout=subprocess.PIPE) as archive:
            subprocess.run(["tar", "-x", "-C", tree], stdin=archive.stdout, check=True)
    for command in ("cmake --preset release -D FAIRSHUFFLE_TESTS=OFF -D FAIRSHUFFLE_MPI=OFF",
                    "cmake --build build/release --target fairshuffle"):
        subprocess.run(command.split(), cwd=tree, stdout=sys.stderr, check=True)
    return next(path for path in (tree / "build/release").rglob("fairshuffle") if path.is_file())


def choose(asked, listed, subcommands, sets):
    cases = matrix.all_cases(listed, subcommands, sets)
    if asked.share:
        cases = matrix.share(cases)
    return [case for case in cases if all(words in case.name for words in asked.k)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--numbers-only", action="store_true")
    parser.add_argument("--share", action="store_true")
    parser.add_argument("-k", action="append", default=[], metavar="WORDS")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--folder", type=Path, default=ROOT / "build/frozen")
    asked = parser.parse_args()
    folder = asked.folder.resolve()
    inputs = folder / "inputs"
    inputs.mkdir(parents=True, exist_ok=True)
    # Copied, so that a build beside changes nothing.
    old, new = (put(folder / name, built(word, folder).read_bytes()) for name, word in (("old", asked.old), ("new", asked.new)))
    others = with_other_vectors(new)
    listed = json.loads(subprocess.run([old, "list", "--json"], capture_output=True, check=True).stdout)
    shown = subprocess.run([old, "--help"], capture_output=True, text=True, check=True).stdout
    subcommands = re.findall(r"^  ([a-z]+)  ", shown, re.MULTILINE)
    chosen = choose(asked, listed, subcommands, list(others))
    if asked.list or not chosen:
        print("\n".join(case.name for case in chosen) or "scripts/frozen: no such case")
        return 0 if chosen else 2
    matrix.write_inputs(inputs, ROOT)
    print(f"{asked.old} beside {asked.new}, which counts by {', '.join(others) or 'its own vectors alone'}", flush=True)

    def go(case):
        chance = zlib.crc32(case.name.encode())
        kinds = list(others.values()) + [new]
        program = others[case.vectors] if case.vectors else kinds[chance // 2 % len(kinds)]
        sides, started = (Side(old), Side(program, 1 + chance % 2)), time.monotonic()
        kind, found, at, refused = compare(case, sides, inputs, asked.numbers_only)
        if found:
            lines = [f"\nDIFFERS in {kind}: {case.name}", f"  {shlex.join(case.steps[at])}", f"  {found.where}",
                     f"    old {around(found.old, found.new)}", f"    new {around(found.new, found.old)}",
                     *(f"  by hand: ({side.by_hand(case.steps[:at + 1], is_new, inputs)})" for is_new, side in enumerate(sides))]
            print("\n".join(lines), flush=True)
        return case.name.split()[0], kind == "numbers", kind == "words", refused == len(case.steps), time.monotonic() - started

    sums = collections.defaultdict(lambda: [0, 0, 0, 0, 0])
    with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
        for group, *figures in pool.map(go, chosen):
            for name in (group, "all"):
                sums[name] = [sum(pair) for pair in zip(sums[name], (1, *figures))]
    sums["all"] = sums.pop("all")
    print()
    for group, (count, numbers, words, refused, seconds) in sums.items():
        differ = f"{numbers:4} differ in numbers, {words:4} in words"
        print(f"{group:12} {count:5} cases, {differ}, {refused:4} refused by both, {seconds:6.0f} s")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{used.ru_utime + used.ru_stime:.0f} seconds of processors for the programs")
    return int(sums["all"][1] + sums["all"][2] > 0)


if __name__ == "__main__":
    sys.exit(main())
