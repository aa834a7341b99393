#!/usr/bin/env python3
"""What the program shows to a terminal, tried with a pseudo-terminal. Usage: terminal_test.py PROGRAM

Exits with 77 where the system gives no pseudo-terminal."""
import fcntl
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
END = b"\x04END\x04"
ESCAPE = re.compile(r"\x1b\[[0-9;]*[mK]")
CODE = re.compile(r"^    .*[;{}]$")
BIASED = ["certify", "naive-swap:n=3", "naive-swap:n=12", "durstenfeld:n=3", "--max-trials", "100000",
          "--tolerance", "0.05", "--seed", "1", "--threads", "1"]


def environment(changes):
    plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "TERM")}
    return {**plain, "TERM": "xterm-256color", **changes}


def on_terminal(*arguments, columns=100, **changes):
    """What comes out of a terminal of so many columns, standard error included, and the exit code."""
    leader, follower = os.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=follower, stderr=follower,
                               env=environment(changes))

    def say_end():
        # Our own end stays open until all is read: when the last one closes, what was written may be lost.
        process.wait()
        os.write(follower, END)
    waiting = threading.Thread(target=say_end)
    waiting.start()
    out = b""
    while not out.endswith(END):
        out += os.read(leader, 65536)
    waiting.join()
    os.close(follower)
    os.close(leader)
    return out.removesuffix(END).decode().replace("\r\n", "\n"), process.returncode


def without_time(text):
    """All but the seconds that the last line has."""
    return re.sub(r"; [0-9.,]+ s\n", "\n", text)


def words_of(text):
    """The same text, however a terminal's width breaks it."""
    return " ".join(text.split())


def piped(*arguments, **changes):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          env=environment(changes), check=False).stdout


class Terminal(unittest.TestCase):
    def test_verdicts_are_coloured_and_every_biased_target_has_its_map(self):
        text, code = on_terminal(*BIASED)
        self.assertEqual(code, 1)
        self.assertIn("\x1b[32mfair", text)
        self.assertRegex(text, "\x1b\\[1m\x1b\\[31mbiased")
        self.assertEqual(text.count("Where each card (across) lands (down)"), 2)
        self.assertIn("\x1b[38;5;16;48;5;", text)
        self.assertRegex(text, r"\n3 targets: 1 fair, 2 biased; [0-9.]+ s\n$")
        self.assertRegex(text, "\x1b\\[1m\x1b\\[31mBIASED")

    def test_a_run_of_slow_blocks_tells_how_far_it_is(self):
        text, code = on_terminal("certify", "riffle:m=1000,n=1024", "--trials", "1e6", "--max-time", "1s", "--seed", "1", columns=200)
        self.assertEqual(code, 3, text)
        self.assertRegex(text, r"^\r\x1b\[Kriffle:m=1000,n=1024: look 1, 1 of 1 undecided: [0-9,]+ trials, estimating")
        # A file gets one line within the first second, and the next one ten seconds later.
        done = subprocess.run([PROGRAM, "certify", "riffle:m=1000,n=1024", "--trials", "1e6", "--max-time", "2s"], capture_output=True,
                              text=True, stdin=subprocess.DEVNULL, check=False)
        self.assertEqual(done.stderr.count("look 1, 1 of 1 undecided: "), 1, done.stderr)

    def test_colours_and_maps_are_all_that_a_terminal_gets_beside_the_piped_words(self):
        def words(text):
            kept = [line for line in without_time(text).split("\n\n") if "Where each card" not in words_of(line)]
            return "\n\n".join(kept).splitlines()
        plain = without_time(piped(*BIASED, COLUMNS="100"))
        self.assertNotIn("\x1b", plain)
        self.assertNotIn("Where each card", words_of(plain))
        text = ESCAPE.sub("", on_terminal(*BIASED, "--quiet")[0])
        self.assertEqual([line.rstrip() for line in words(text)], plain.splitlines())

    def test_no_color_and_dumb_terminals_get_maps_without_an_escape_sequence(self):
        for changes in ({"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": ""}):
            with self.subTest(changes):
                text, _ = on_terminal(*BIASED, "--quiet", **changes)
                self.assertNotIn("\x1b", text)
                self.assertEqual(text.count("Where each card (across) lands (down)"), 2)
                self.assertIn("-█ -16", text)
        self.assertNotIn("\x1b", on_terminal("certify", "durstenfeld:n=6", "--seed", "1", TERM="dumb")[0])
        self.assertIn("\x1b", on_terminal(*BIASED, NO_COLOR="")[0])

    def test_the_width_of_the_terminal_chooses_the_size_of_the_map(self):
        for columns, says in ((100, "   0  ·"), (20, "  0 ")):
            self.assertIn(says, on_terminal(*BIASED, columns=columns, NO_COLOR="1")[0])
        self.assertIn("takes 17 columns to be shown, and there are 16",
                      words_of(on_terminal(*BIASED, columns=16, NO_COLOR="1")[0]))
        maps = [ESCAPE.sub("", on_terminal(*BIASED, "--quiet", columns=columns)[0]) for columns in (24, 40)]
        self.assertNotEqual(*maps)
        always = piped(*BIASED, "--color", "always", COLUMNS="24")
        self.assertEqual(without_time(ESCAPE.sub("", always)), without_time(maps[0]))

    def test_color_is_forced_and_forbidden(self):
        self.assertEqual(without_time(piped(*BIASED, "--color", "always")),
                         without_time(on_terminal(*BIASED, "--quiet", columns=80)[0]))
        self.assertEqual(without_time(on_terminal(*BIASED, "--quiet", "--color", "never", columns=80)[0]),
                         without_time(piped(*BIASED)))
        text, code = on_terminal(*BIASED, "--color", "sometimes")
        self.assertEqual((text, code),
                         ("fairshuffle: --color: expected auto, always or never, found 'sometimes'\n", 2))

    def test_a_report_is_shown_as_certify_showed_it(self):
        with tempfile.TemporaryDirectory() as folder:
            report = str(pathlib.Path(folder) / "r.json")
            for more in ([], ["--verbose"]):
                shown = on_terminal(*BIASED, "--quiet", "--json", report, "--force", *more)[0]
                self.assertEqual(on_terminal("report", report, *more), (shown, 0))
                self.assertEqual(without_time(piped("report", report, *more)).split("Environment")[0],
                                 without_time(piped(*BIASED, *more)).split("Environment")[0])

    def test_nothing_is_wider_than_the_terminal(self):
        with tempfile.TemporaryDirectory() as folder:
            report = str(pathlib.Path(folder) / "r.json")
            piped(*BIASED, "swap-pairs:k=3,n=4,source=msvc-rand,bits=12,draw=modulo", "--json", report)
            for columns in (40, 60, 80, 120):
                for more in ([], ["--verbose"]):
                    text = ESCAPE.sub("", on_terminal("report", report, *more, columns=columns)[0])
                    # A word of a command is not broken: it could not be copied.
                    text, command = text.split("Reproduce with:")
                    self.assertLessEqual(max(map(len, text.splitlines())), columns, (columns, more))
                    if columns >= 80:
                        self.assertLessEqual(max(map(len, command.splitlines())), columns)

    def test_what_is_said_of_reports_and_shuffles_fits_the_terminal(self):
        with tempfile.TemporaryDirectory() as folder:
            old, new = (str(pathlib.Path(folder) / name) for name in ("old.json", "new.json"))
            piped(*BIASED, "--json", old)
            piped(*BIASED[:-4], "--seed", "2", "--threads", "1", "--json", new)
            said = {("check", old): "The same counts must come out again with:", ("diff", old, new): "OLD is",
                    ("list",): "durstenfeld", ("explain", "--list"): "durstenfeld",
                    ("explain", "naive-swap"): "n^n equally likely paths"}
            for columns in (50, 80, 130):
                for arguments, says in said.items():
                    text = ESCAPE.sub("", on_terminal(*arguments, columns=columns)[0])
                    self.assertIn(says, words_of(text))
                    # A command stays on one line, and so do a file's name and a line of code.
                    text = "".join(line for line in text.splitlines(True)
                                   if not line.startswith("fairshuffle ") and folder not in line and not CODE.search(line))
                    self.assertLessEqual(max(map(len, text.splitlines())), columns, (columns, arguments))
            # Who filters lines gets them whole.
            for arguments in (("check", old), ("list",)):
                wrapped = on_terminal(*arguments, columns=50)[0]
                self.assertEqual(words_of(wrapped), words_of(piped(*arguments)))
                self.assertGreater(max(map(len, piped(*arguments, COLUMNS="50").splitlines())), 80)

    def test_no_help_is_wider_than_the_terminal_and_that_of_certify_fits_sixty_lines(self):
        commands = re.findall(r"^  ([a-z]+) ", piped("help").split("Subcommands:")[1], re.MULTILINE)
        self.assertIn("certify", commands)
        for columns in (40, 60, 80, 120):
            for arguments in (["--help"], ["certify", "--help-all"], *(["help", command] for command in commands)):
                text, code = on_terminal(*arguments, columns=columns)
                self.assertEqual(code, 0)
                # A command can be copied.
                lines = [line for line in text.splitlines() if not line.startswith("  fairshuffle ")]
                self.assertLessEqual(max(map(len, lines)), columns, (arguments, columns))
        self.assertLessEqual(len(on_terminal("certify", "--help", columns=80)[0].splitlines()), 60)

    def test_wide_characters_take_the_columns_that_they_take(self):
        with tempfile.TemporaryDirectory() as folder:
            job = pathlib.Path(folder) / "job.json"
            label = "日本語" * 30
            job.write_text(json.dumps({"seed": 1, "budget": {"max_trials": 20000, "tolerance": 0.05},
                                       "targets": [{"shuffle": "naive-swap", "n": 4, "label": label},
                                                   {"shuffle": "durstenfeld", "n": 4}]}))
            for columns in (40, 80):
                text = ESCAPE.sub("", on_terminal("certify", "--job", str(job), "--quiet", columns=columns)[0])
                widest = max(len(line) + len(re.findall("[日本語]", line)) for line in text.splitlines())
                self.assertLessEqual(widest, columns)
                # In the table and above its own lines.
                self.assertEqual(re.sub(r"\s", "", text).count(label), 2)

    def test_parts_are_shown_to_those_who_ask(self):
        self.assertNotIn("chi_square_distance", piped(*BIASED))
        self.assertIn("by chi-square distance, ", words_of(piped(*BIASED, "--verbose")))

    def test_words_from_outside_move_no_cursor(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "r.json"
            piped(*BIASED, "--quiet", "--json", str(path))
            report = json.loads(path.read_text())
            evil = "\x1b]0;owned\x07\x1b[2J\r\u009b31m\n"
            for target, planned in zip(report["results"], report["plan"]["targets"]):
                shuffle = planned["target"]
                planned["name"] = f"exec:command=x{evil},n={shuffle['n']}"
                shuffle.update(kind="exec", shuffle="x" + evil, options={}, source=None, bits=None, draw=None, seeding=None)
                target["sentence"] += evil
                target["blind_spots"].append(evil)
            report["command"] = "fairshuffle " + evil
            report["note"] = evil
            path.write_text(json.dumps(report))
            for command in ("report", "check"):
                text = ESCAPE.sub("", on_terminal(command, str(path))[0])
                self.assertIn("␛]0;owned␇␛[2J␍", text)
                self.assertEqual(set(text) & set(map(chr, [*range(10), *range(11, 32), *range(127, 160)])), set())
        name = "nothing" + evil
        text, code = on_terminal("certify", name)
        self.assertEqual(code, 2)
        self.assertEqual(set(text) & set(map(chr, [*range(10), *range(11, 32), *range(127, 160)])), set())


if __name__ == "__main__":
    try:
        os.close(os.openpty()[0])
    except OSError as error:
        print(f"skipped: there is no pseudo-terminal here: {error}")
        sys.exit(77)
    sys.exit(not unittest.main(argv=sys.argv[:1], exit=False).result.wasSuccessful())
