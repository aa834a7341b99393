"""Decks that hang together, through the doors of programs and of recorded games: called so, and how.

Their seeds are fixed. Over the choice of one each test would fail a correct program with a probability far below
1e-6: the dependence shows in ten and more standard errors, and a fair stream is flagged with that of the budget."""
import itertools
import json
import math
import pathlib
import sys

from dependent_decks import decks
from program import InFolder, run
from schemas import REPORT_SCHEMA

CHILD = pathlib.Path(__file__).with_name("dependent_decks.py")


def judged(*arguments):
    done = run("certify", *arguments, "--seed", "1", "--json", "-")
    report = json.loads(done.stdout)
    REPORT_SCHEMA.validate(report)
    result, = report["results"]
    return done.returncode, result


def by_program(kind, n, most, *arguments):
    # Its seed is its own, so that all rows must come from one start: it is not told {trials}.
    return judged("--exec", f"{sys.executable} {CHILD} {kind} {most} {{n}}", "--n", str(n),
                  "--max-trials", str(most), *arguments)


class Linked(InFolder):
    def by_log(self, kind, n, trials, *arguments):
        path = self.path / f"{kind}.{n}.txt"
        with path.open("w", encoding="ascii") as file:
            for deck in itertools.islice(decks(kind, n, 2), trials):
                print(*deck, file=file)
        return judged("--log", str(path), "--n", str(n), *arguments)

    def check_dependent(self, outcome, words=""):
        code, result = outcome
        self.assertEqual((code, result["verdict"]), (1, "biased"))
        self.assertTrue(result["dependent"])
        self.assertIn("the trials are not independent draws from one distribution", result["sentence"])
        self.assertIn(words, result["sentence"])
        self.assertIsNone(result["bias"]["tv_upper"])
        self.assertIsNone(result["bias"]["tv_lower"])
        self.assertIsNone(result["diagnosis"])

    def both_doors(self, kind, n, trials, words=""):
        with self.subTest(kind=kind, n=n):
            self.check_dependent(by_program(kind, n, trials, "--tolerance", "0.05"), words)
            self.check_dependent(self.by_log(kind, n, trials), words)

    def test_a_deck_that_is_not_put_back_within_16384_of_five_cards(self):
        self.both_doors("naive-swap", 5, 16_384, "ach deck looks like the one before, shuffled by naive-swap:n=5")

    def test_a_deck_of_four_cards_that_one_riffle_often_leaves_as_it_was_is_not_put_back(self):
        self.both_doors("riffle", 4, 2_400, "ach deck looks like the one before, shuffled by riffle:m=1,n=4")

    def test_a_deck_that_is_not_put_back_within_4096_of_52_cards(self):
        self.both_doors("naive-swap", 52, 4_096, "ach deck looks like the one before, shuffled by naive-swap:n=52")
        self.both_doors("riffle", 52, 2_399, "ach deck looks like the one before, shuffled by riffle:m=")
        self.both_doors("sattolo", 52, 2_399, "ach deck looks like the one before, shuffled by sattolo:n=52")

    def test_seeds_that_follow_each_other(self):
        for kind, n, trials in (("java", 52, 2_399), ("msvc", 52, 2_399), ("msvc", 12, 12_000), ("msvc", 8, 12_000)):
            self.both_doors(kind, n, trials, "or each seed follows from the one before")

    def test_a_built_in_shuffle_is_told_with_its_seeding(self):
        for target, n in (("durstenfeld:source=msvc-rand,draw=modulo,seeding=per-shuffle-clock,clock=s,rate=1", 8),
                          ("durstenfeld:source=msvc-rand,draw=modulo,seeding=per-shuffle-clock,clock=s,rate=1", 52),
                          ("durstenfeld:source=java-random,draw=native,seeding=per-shuffle-counter", 52)):
            outcome = judged(target, "--n", str(n), "--tolerance", "0.05")
            self.check_dependent(outcome, "seeds follow each other: the card at position")

    def test_seeds_that_would_have_been_found_are_found(self):
        for n in (13, 52):
            _, fair = judged(f"durstenfeld:n={n}", "--trials", "3000")
            seeds = [mistake for mistake in fair["power"]["found"] if "seeding=per-shuffle-c" in mistake["target"]]
            # One of a counter, one of a clock, and a clock that stands still for two shuffles.
            self.assertEqual(len(seeds), 3, seeds)
            for mistake in seeds:
                with self.subTest(**mistake):
                    # As few as its test is applied to, where that is more.
                    trials = max(mistake["trials"], 2 if mistake["found_by"] == "repeats" else 2_400 if n < 24 else 601)
                    code, result = judged(mistake["target"], "--trials", str(math.ceil(trials) + 1))
                    self.assertEqual((code, result["verdict"]), (1, "biased"))
                    rejected = [test["name"] for test in result["tests"] if test["rejected"]]
                    self.assertIn(mistake["found_by"], rejected)

    def test_uniform_decks_tied_to_the_one_before(self):
        for n in (5, 52):
            self.both_doors("product", n, 4_096, "rearranged in one and the same way")
            self.both_doors("tied", n, 4_096, f"he card at position {n - 1} of a deck lies at position 0 of the next one in 100 %")
        self.both_doors("turns", 5, 4_096, "dd and even permutations take turns")
        self.both_doors("holding", 5, 4_096, "uccessive shuffles come out equal 2")
        self.both_doors("never-equal", 5, 4_096, "as when permutations are drawn without replacement")

    def test_all_permutations_of_eight_cards_in_turn(self):
        self.both_doors("sweep", 8, 4_096, "rearranged in one and the same way")
        # In any other order only how regular they are shows.
        for code, result in (by_program("each-once", 8, 16_384), self.by_log("each-once", 8, 16_384)):
            self.assertEqual((code, result["verdict"]), (1, "biased"))
            self.assertIn("permutations come more evenly than independent decks bring them.", result["sentence"])
            self.assertTrue(result["sentence"].endswith(", too regular: components."), result["sentence"])

    def test_2399_games_whose_last_card_is_the_same(self):
        code, result = self.by_log("last-stays", 52, 2_399)
        self.assertEqual((code, result["verdict"], result["dependent"]), (1, "biased", False))
        self.assertIn("card 51 is always last", result["sentence"])
        self.assertLess(min(test["log10_p"] for test in result["tests"] if test["log10_p"] is not None), -300)

    def test_what_is_biased_but_not_linked_keeps_its_bounds_and_its_name(self):
        for code, result in (by_program("applied-twice", 5, 16_384),
                             self.by_log("applied-twice", 5, 16_384)):
            self.assertEqual((code, result["verdict"], result["dependent"]), (1, "biased", False))
            self.assertIn("applied-twice:n=5", result["sentence"])
        # The exact distance is a half.
        self.assertTrue(0.47 < result["bias"]["tv_lower"] < 0.5 < result["bias"]["tv_upper"] < 0.53)

    def test_fair_decks_are_not_linked(self):
        code, result = by_program("fair", 5, 16_384, "--tolerance", "0.1")
        self.assertEqual((code, result["verdict"], result["dependent"]), (0, "fair", False))
        code, result = self.by_log("fair", 52, 2_399)
        self.assertEqual((code, result["verdict"], result["dependent"]), (3, "inconclusive", False))
