"""Spoils a command line, what it reads, and the streams that it is given."""
import copy
import json
import os
import subprocess
import sys

from material import COMMAND_LINES

# What was made deep may be chosen again, and is then deeper than Python goes by itself.
sys.setrecursionlimit(10_000)

# What stands where a number, a name or a file is meant.
WORDS = ["", " ", "-", "--", "-1", "0", "1", "2", "53", "129", "1e308", "-1e-308", "nan", "inf", "1e-400", "18446744073709551616",
         "9" * 400, "0x10", "1,2,3", "3,3", ",", ":", "=", "n=", "n=5", "k=6", ":n=5", "swap-pairs:k=", "*", "?????", "durstenfeld",
         "%s%n", "a" * 5000, "\u202e\u200f", "\u00e9\u4e2d", b"\xff\xfe", "\x1b[2J", "::stop-commands::x", "=1+1", "../..",
         ".", "/", "/dev/null", "/dev/full", "/dev/zero", "/proc/self/mem", "2^54", "2^-1", "JOB", "ROWS", "REPORT", "TABLE", "out.json"]
OPTIONS = ["--n", "--trials", "--max-trials", "--seed", "--alpha", "--tolerance", "--confidence", "--tests", "--certify", "--bet",
           "--bets", "--slots", "--pairs", "--controls", "--threads", "--programs", "--color", "--quiet", "--verbose", "--github",
           "--format", "--base", "--deck", "--one-a-line", "--timeout", "--column", "--columns", "--reset", "--stdin", "--log",
           "--job", "--steps", "--compare", "--markdown", "--list", "--rows", "--help", "--manner", "--shuffle", "--plugin"]
VALUES = [None, True, False, 0, -1, 1, 2.5, 1e308, -1e-308, 2 ** 63, 2 ** 64, 10 ** 400, "", "x", "a" * 2000, "\u0000", "\u202e", [], {},
          [[]], [1, 1], {"n": 5}, "durstenfeld", "1/0", "nan"]
# Where a run may write: not spoilt, so that nothing is written elsewhere.
OUTPUTS = ["--json", "--html", "--out"]


class Run:
    def __init__(self, kind, arguments, given, notes, streams):
        self.kind, self.arguments, self.input, self.notes, self.given_streams = kind, arguments, given, notes, streams
        self.may_be_cut = "broken" in (streams.get("stdout"), streams.get("stderr"))
        self.opened = []

    def streams(self):
        """For Popen, and whether anything that it says can be read."""
        streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        closed = []
        for name, state in self.given_streams.items():
            number = ["stdin", "stdout", "stderr"].index(name)
            if state == "closed":
                streams[name] = subprocess.DEVNULL
                closed.append(number)
            elif state == "full":
                self.opened.append(os.open("/dev/full", os.O_RDWR))
                streams[name] = self.opened[-1]
            else:  # nobody reads or writes at its other end
                read, write = os.pipe()
                os.close(write if name == "stdin" else read)
                self.opened.append(read if name == "stdin" else write)
                streams[name] = self.opened[-1]
        if closed:
            streams["preexec_fn"] = lambda: [os.close(number) for number in closed]
        return streams, streams["stderr"] == subprocess.PIPE

    def close(self):
        for number in self.opened:
            os.close(number)


def spoilt_bytes(chance, data):
    data = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 4, 30])):
        at = chance.randrange(len(data) + 1)
        length = chance.choice([0, 1, 1, 4, 100])
        how = chance.randrange(5)
        if how == 0:
            data[at:at + length] = bytes(chance.randrange(256) for _ in range(chance.choice([1, 1, 4, 50])))
        elif how == 1:
            del data[at:at + chance.choice([1, 4, 100, 10_000])]
        elif how == 2:
            begin = chance.randrange(len(data) + 1)
            data[at:at] = data[begin:begin + chance.choice([1, 20, 1000])]
        elif how == 3 and at < len(data):
            data[at] ^= 1 << chance.randrange(8)
        else:
            word = chance.choice(WORDS)
            data[at:at + length] = word if isinstance(word, bytes) else word.encode()
    return bytes(data)


def places_in(value, place=()):
    yield place
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in inner:
        yield from places_in(member, place + (key,))


def spoilt_json(chance, data):
    """Well-formed, but with members that are gone, doubled, deep, or something else."""
    document = json.loads(data)
    for _ in range(chance.choice([1, 1, 2, 5])):
        place = chance.choice(list(places_in(document))[1:] or [()])
        if not place:
            return b"[]"
        holder = document
        for key in place[:-1]:
            holder = holder[key]
        key, how = place[-1], chance.randrange(5)
        if how == 0:
            del holder[key]
        elif how == 1 and isinstance(holder, list):
            holder.extend(holder[:chance.choice([1, 100])])
        elif how == 1:
            holder[chance.choice(["x", "n", "seed", ""])] = holder[key]
        elif how == 2:
            deep = holder[key]
            for _ in range(chance.choice([1, 3, 400])):
                deep = [deep]
            holder[key] = deep
        elif how == 3 and isinstance(holder[key], (int, float)):
            number = holder[key]
            # Beyond what is counted exactly a third is as good whole, and there may be no other.
            third = number / 3 if abs(number) < 2 ** 53 else number // 3
            holder[key] = chance.choice([number + 1, -number, number * 2, third])
        else:
            # A copy: what is spoilt further must spoil no other run.
            holder[key] = copy.deepcopy(chance.choice(VALUES))
    return json.dumps(document).encode()


def spoilt_words(chance, words):
    words = list(words)
    for _ in range(chance.choice([1, 1, 2, 4])):
        places = [at for at in range(len(words)) if at == 0 or words[at - 1] not in OUTPUTS]
        at = chance.choice(places) if places else 0
        how = chance.randrange(6)
        if how == 0 and places:
            if words[at] not in OUTPUTS:
                del words[at]
        elif how == 1 and places:
            words.insert(at, words[at])
        elif how == 2 and places:
            words[at] = chance.choice(WORDS)
        elif how == 3 and places and words[at] not in OUTPUTS:
            word = words[at] if isinstance(words[at], bytes) else words[at].encode()
            # An argument ends at a NUL.
            words[at] = spoilt_bytes(chance, word).replace(b"\0", b"0")
        else:
            words[len(words):] = [chance.choice(OPTIONS), *chance.sample(WORDS, chance.randrange(2))]
    return words


def spoilt_run(chance, material, folder):
    words = chance.choice(COMMAND_LINES).split()
    files = [word for word in words if word in material.files]
    stdin = chance.choice(material.inputs) if "--stdin" in words else b""
    kinds = ["command line", "streams"] + (["files", "files"] if files or stdin else [])
    kind = chance.choice(kinds)
    spoilt = chance.choice(files) if files and kind == "files" else None
    notes = ""
    for word in material.files:
        data = chance.choice(material.files[word])
        if word == spoilt:
            notes += f"{word} is spoilt\n"
            spoil = spoilt_json if word in ("JOB", "REPORT", "LATER") and chance.random() < 0.7 else spoilt_bytes
            data = spoil(chance, data)
        (folder / word).write_bytes(data)
    if kind == "files" and spoilt is None:
        stdin = spoilt_bytes(chance, stdin)
    if kind == "command line":
        words = spoilt_words(chance, words)
    streams = {}
    if kind == "streams":
        for name in chance.sample(["stdin", "stdout", "stderr"], chance.choice([1, 1, 2, 3])):
            streams[name] = chance.choice(["closed", "full", "broken"])
        notes += f"{streams}\n"
    # What would run for hours is none of this. Of two the program takes neither, which is tried, too.
    if words and words[0] == "certify" and "--max-time" not in words:
        words += ["--max-time", "2s"]
    return Run(kind if kind != "files" else f"spoilt {spoilt or 'input'}", words, stdin, notes, streams)
