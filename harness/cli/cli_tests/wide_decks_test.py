"""Decks of 129 to 1,024 cards, from wherever they come."""
import json
import random
import struct
import subprocess
import sys

from certified import Certified
from program import PROGRAM, run, words_of


def decks(cards, count, seed):
    source = random.Random(seed)
    for _ in range(count):
        deck = list(range(cards))
        source.shuffle(deck)
        yield deck


def lines(rows, first=0):
    return "".join(" ".join(str(card + first) for card in row) + "\n" for row in rows)


class WideDecks(Certified):
    def result_of(self, *arguments, exit_code):
        done = run("certify", *arguments, "--seed", "1", "--quiet", "--json", "-")
        self.assertEqual(done.returncode, exit_code, done.stderr + done.stdout[:2000])
        return json.loads(done.stdout)["results"][0]

    def written(self, name, data):
        path = self.path / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return str(path)

    def test_a_log_of_two_hundred_numbers_is_judged_and_a_naive_one_found(self):
        fair = self.result_of("--log", self.written("fair.txt", lines(decks(200, 3000, 1), 1)), "--base", "1", exit_code=3)
        evidence = fair["evidence"]
        self.assertEqual((len(evidence["positions"]), evidence["trials"], evidence["invalid"]["count"]), (200, 3000, 0))
        self.assertEqual([test["name"] for test in fair["tests"] if test["rejected"]], [])
        self.assertTrue(any(test["name"] == "positions" and test["applied"] for test in fair["tests"]))
        source = random.Random(2)
        naive = []
        for _ in range(3000):
            deck = list(range(200))
            for place in range(200):
                other = source.randrange(200)
                deck[place], deck[other] = deck[other], deck[place]
            naive.append(deck)
        found = self.result_of("--log", self.written("naive.txt", lines(naive)), exit_code=1)
        self.assertEqual(found["verdict"], "biased")
        fits = [mistake["target"] for fit in found["diagnosis"]["fits"] for mistake in fit["mistakes"]]
        self.assertEqual(fits, ["naive-swap:n=200"])

    def test_the_same_decks_are_the_same_counts_in_every_format(self):
        rows = list(decks(300, 700, 3))
        words = [f"song-{card}" for card in range(300)]
        deck = " ".join(words)
        told = self.path / "deck.txt"
        told.write_text(deck)
        logs = {
            "text": (["--log", self.written("text", lines(rows))]),
            "brackets": (["--log", self.written("brackets", "".join(f"{row}\n" for row in rows))]),
            "csv": (["--log", self.written("csv", "game,deck\n" + "".join(f'1,"{" ".join(map(str, row))}"\n' for row in rows)),
                     "--column", "deck"]),
            "u16": (["--log", self.written("u16", b"".join(struct.pack("<300H", *row) for row in rows)), "--format", "u16",
                     "--n", "300"]),
            "tokens": (["--log", self.written("tokens", "".join(" ".join(words[card] for card in row) + "\n" for row in rows)),
                        "--deck", deck]),
            "lines": (["--log", self.written("lines", "".join(f"{card}\n" for row in rows for card in row)), "--one-a-line",
                       "--n", "300"]),
        }
        counts = {}
        for name, log in logs.items():
            evidence = self.result_of(*log, exit_code=3)["evidence"]
            self.assertEqual((evidence["trials"], evidence["invalid"]["count"]), (700, 0), name)
            counts[name] = evidence
        for name, evidence in counts.items():
            self.assertEqual(evidence, counts["text"], name)

    def test_programs_and_standard_input_give_a_thousand_cards(self):
        script = self.path / "shuffle.py"
        script.write_text("import random, struct, sys\nsource = random.Random(int(sys.argv[2]))\n"
                          "for _ in range(int(sys.argv[1])):\n    deck = list(range(1024))\n    source.shuffle(deck)\n"
                          "    sys.stdout.buffer.write(struct.pack('<1024H', *deck))\n")
        evidence = self.result_of("--exec", f"{sys.executable} {script} {{trials}} {{seed}}", "--format", "u16", "--n", "1024",
                                  "--trials", "200", exit_code=3)["evidence"]
        self.assertEqual((evidence["trials"], evidence["invalid"]["count"]), (200, 0))
        done = subprocess.run([PROGRAM, "certify", "--stdin", "--quiet", "--json", "-"], input=lines(decks(1024, 50, 4)),
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 3, done.stderr)
        evidence = json.loads(done.stdout)["results"][0]["evidence"]
        self.assertEqual((len(evidence["positions"]), evidence["trials"]), (1024, 50))

    def test_two_bytes_a_card_are_not_taken_for_letters_of_utf_16(self):
        # Its first cards are letters, and the others as they come.
        rows = list(decks(129, 700, 8))
        rows[0] = list(range(32, 126)) + list(range(32)) + list(range(126, 129))
        log = self.written("letters", b"".join(struct.pack("<129H", *row) for row in rows))
        for door in (["--log", log], ["--exec", f"cat {log}", "--trials", "700"]):
            evidence = self.result_of(*door, "--format", "u16", "--n", "129", exit_code=3)["evidence"]
            self.assertEqual((evidence["trials"], evidence["invalid"]["count"]), (700, 0))
        done = run("certify", "--log", self.written("mark", "\ufeff0 1".encode("utf-16-le")), "--format", "u16", "--n", "129")
        self.assertIn("text in UTF-16", done.stderr)

    def test_a_card_twice_among_1024_is_invalid_and_shown(self):
        rows = list(decks(1024, 20, 5))
        rows[7][100] = rows[7][101]
        result = self.result_of("--log", self.written("twice", b"".join(struct.pack("<1024H", *row) for row in rows)),
                                "--format", "u16", "--n", "1024", exit_code=1)
        self.assertEqual(result["verdict"], "invalid")
        witness = result["evidence"]["invalid"]["witnesses"][0]
        self.assertEqual((witness["trial"], witness["permutation"]), (7, rows[7]))

    def test_what_no_deck_can_have_is_refused_in_one_sentence(self):
        self.refused("certify", "durstenfeld", "--n", "1025", says="1 to 1024")
        self.refused("certify", "--log", self.written("many", lines(decks(1025, 2, 6))),
                     says="row 1 holds 1025 cards, and decks of 1 to 1024 can be judged")
        log = self.written("log", lines(decks(200, 2, 7)))
        self.refused("certify", "--log", log, "--format", "u8", "--n", "300", says="format=u16")
        self.refused("certify", "durstenfeld", "--n", "200", "--pairs", says="13 to 128 different cards")
        self.refused("certify", "durstenfeld", "--n", "200", "--certify", "flop", says="up to 128 cards")
        self.refused("exact", "durstenfeld", "--n", "200", says="10 cards")
        self.refused("explain", "durstenfeld", "--n", "200", says="2 to 8 cards")

    def test_a_report_of_hundreds_of_cards_is_checked_compared_drawn_and_said_in_words(self):
        for name, seed in [("old", "1"), ("new", "2")]:
            done = run("certify", "naive-swap", "--n", "512", "--seed", seed, "--quiet", "--out", str(self.path / name))
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("biased", done.stdout.lower())
        old, new = (next((self.path / name).rglob("report.json")) for name in ["old", "new"])
        checked = run("check", str(old))
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        self.assertEqual(run("diff", str(old), str(new)).returncode, 0)
        page = run("report", str(old), "--format", "html")
        self.assertEqual(page.returncode, 0, page.stderr)
        self.assertLess(len(page.stdout), 2_000_000)
        self.assertIn("Where cards land, 8 at a time", words_of(page.stdout))
        spoilt = json.loads(old.read_text())
        spoilt["results"][0]["evidence"]["positions"][5][6] += 1
        bad = self.written("spoilt.json", json.dumps(spoilt))
        self.assertEqual(run("check", bad).returncode, 1)

    def test_a_run_goes_on_from_a_checkpoint_and_shards_come_together(self):
        self.goes_on_and_comes_together("durstenfeld", "--n", "150", "--max-trials", "40000", "--seed", "1")
