"""Decks with equal cards, and deals: verdicts of programs and logs, reports that are checked, and what is refused."""
import copy
import json
import random
import shlex
import sys

from certified import Certified
from program import run, words_of

LANDS = "import random; random.seed({{seed}}); d = ['L'] * 24 + ['S'] * 36; {}\nwhile True: e = d[:]; {}; print(*e)"
NAIVE = "[e.__setitem__(slice(None), s(e, i, random.randrange(60))) for i in range(60)]"
SWAP = "s = lambda e, i, j: [e[j if k == i else i if k == j else k] for k in range(60)]"


def program(code):
    return shlex.join([sys.executable, "-c", code])


def by_kind(record):
    return {test["name"] for test in record["tests"] if test["applied"]}


class Multiset(Certified):
    def rows(self, decks):
        log = self.path / "log"
        log.write_text("".join(" ".join(map(str, deck)) + "\n" for deck in decks))
        return str(log)

    def test_a_shuffle_that_favours_a_kind_is_biased_and_told_by_its_word(self):
        command = program(LANDS.format(SWAP, NAIVE))
        report, text = self.certified("--exec", command, "--deck", "L*24 S*36", "--equal-cards", code=1)
        self.assertRegex(text, r"Where L (is|comes|never lands) .*at position \d")
        self.assertNotIn("Why ", text)
        record = report["results"][0]
        self.assertEqual(report["plan"]["targets"][0]["target"]["kinds"], [24, 36])
        self.assertEqual(by_kind(record), {"kinds", "strongest-kind", "kind-neighbours", "repeats", "birthday"})
        self.assertEqual(record["evidence"]["successive"]["pairs"], 0)

    def test_a_fair_deck_is_fair_and_bounded_by_the_places_of_a_kind(self):
        rolls = random.Random(7)
        decks = []
        for _ in range(30_000):
            deck = list("RRRBBB")
            rolls.shuffle(deck)
            decks.append(deck)
        report, text = self.certified("--log", self.rows(decks), "--deck", "RRRBBB", "--equal-cards", "--tolerance",
                                      "0.05", code=0)
        record = report["results"][0]
        self.assertEqual(record["bias"]["covers"], "arrangements")
        self.assertEqual([family["family"] for family in record["families"]], ["arrangements", "kinds"])
        self.assertEqual(len(record["evidence"]["multiset"]["arrangements"]), 20)
        self.assertIn("which of equal cards is which", text)
        # A count is changed, and found.
        evidence = report["results"][0]["evidence"]["multiset"]
        for name in ("sites", "neighbours", "arrangements"):
            spoilt = copy.deepcopy(report)
            cells = spoilt["results"][0]["evidence"]["multiset"][name]
            (cells[0] if name != "arrangements" else cells)[0] += 1
            path = self.path / "spoilt.json"
            path.write_text(json.dumps(spoilt))
            self.assertIn(f"/results/0/evidence/multiset/{name}", run("check", str(path)).stdout)
        self.assertEqual(sum(evidence["arrangements"]), 30_000)

    def test_deals_in_permutation_and_in_any_permutation(self):
        rolls = random.Random(9)
        draws = [rolls.sample(range(1, 50), 6) for _ in range(6_000)]
        lotto = ("--deal", "6", "--n", "49", "--base", "1")
        for more in ((), ("--unordered",)):
            report, text = self.certified("--log", self.rows(draws), *lotto, *more, code=3)
            record = report["results"][0]
            self.assertEqual(by_kind(record), {"dealt-cards", "strongest-dealt-card", "dealt-together", "repeats",
                                               "birthday"})
        # Numbers that are written in ascending order are no permutation that they were drawn in.
        ascending = self.rows(map(sorted, draws))
        report, text = self.certified("--log", ascending, *lotto, code=1)
        self.assertIn("every deal is in ascending order; where that is how it is written, add --unordered", text)
        self.certified("--log", ascending, *lotto, "--unordered", code=3)
        table = self.path / "draws.csv"
        table.write_text("day,b1,b2,b3,b4,b5,b6\n" + "".join(f"x,{','.join(map(str, draw))}\n" for draw in draws))
        from_table, _ = self.certified("--log", str(table), "--columns", "b1-b6", *lotto, code=3)
        self.assertEqual(len(from_table["results"][0]["evidence"]["multiset"]["sites"]), 49)
        self.refused("certify", "--log", str(table), "--columns", "b1-b6", "--deal", "5", "--n", "49",
                     says="columns= names 6 columns, and a row has 5 cards")
        self.refused("certify", "--log", str(table), "--columns", "b1-b6", "--n", "49", says="give one of them")
        # A ball that sticks.
        for draw in draws[::12]:
            if 8 not in draw:
                draw[0] = 8
        report, text = self.certified("--log", self.rows(draws), *lotto, "--unordered", code=1)
        self.assertIn("card 8 is dealt ", text)

    def test_bets_are_on_kinds_and_on_what_is_dealt(self):
        rolls = random.Random(11)
        decks = []
        for _ in range(3_000):
            deck = ["L"] * 24 + ["S"] * 36
            rolls.shuffle(deck)
            decks.append(deck)
        log = self.rows(decks)
        equal = ("--log", log, "--deck", "L*24 S*36", "--equal-cards")
        report, _ = self.certified(*equal, "--bet", "cards=0-23,places=0-6,name=lands in the opening hand", code=3)
        bet = report["results"][0]["bets"][0]
        self.assertAlmostEqual(bet["mean_fair"], 7 * 24 / 60)
        self.refused("certify", *equal, "--certify", "cards", says="cards is of whole decks of 13 cards and more, all different")
        self.refused("certify", *equal, "--certify", "bets", says="'bets' is asked for, and no bet is named")
        self.refused("certify", *equal, "--bet", "cards=0-22,places=0-6",
                     says="is on some of 24 equal cards (0 to 23), and not on all")
        self.refused("certify", "--log", log, "--deal", "6", "--n", "49", "--bet", "cards=0-3,places=5-6",
                     says="is on place 6, and 6 are dealt")
        self.refused("certify", "--log", log, "--deal", "6", "--n", "49", "--unordered", "--bet", "cards=0-3,places=0-2",
                     says="is on some of 6 places whose order does not count (0 to 5), and not on all")

    def test_two_runs_are_compared_by_their_arrangements(self):
        rolls = random.Random(5)

        def report_of(name, low):
            draws = [rolls.sample(range(low, 6), 2) for _ in range(4_000)]
            path = self.path / name
            run("certify", "--log", self.rows(draws), "--deal", "2", "--n", "6", "--unordered", "--json", str(path))
            return str(path)
        fair, other, biased = report_of("1.json", 0), report_of("2.json", 0), report_of("3.json", 1)
        self.assertIn("agree", run("diff", fair, other).stdout)
        self.assertIn("differ", run("diff", fair, biased).stdout)

    def test_where_arrangements_are_too_many_two_runs_are_compared_by_what_lies_where(self):
        rolls = random.Random(6)

        def report_of(name, rows, *arguments):
            path = self.path / name
            run("certify", "--log", self.rows(rows), *arguments, "--json", str(path))
            return str(path)

        def shuffled(top):
            deck = ["A"] * 4 + ["K"] * 47 + ["joker"]
            rolls.shuffle(deck)
            # Now and then the joker is on top.
            if rolls.random() < top:
                joker = deck.index("joker")
                deck[0], deck[joker] = deck[joker], deck[0]
            return deck
        shoe = ("--deck", "A*4 K*47 joker", "--equal-cards")
        fair, other, biased = (report_of(name, [shuffled(top) for _ in range(3_000)], *shoe)
                               for name, top in (("1.json", 0), ("2.json", 0), ("3.json", 0.05)))
        self.assertIn("All counts agree.", run("diff", fair, other).stdout)
        told = run("diff", fair, biased).stdout
        self.assertIn("The counts of kinds by position do not agree", " ".join(told.split()))
        self.assertRegex(" ".join(told.split()), "most clearly at (card 51|position 0)")
        lotto = ("--deal", "6", "--n", "49")
        fair, biased = (report_of(name, [rolls.sample(range(low, 49), 6) for _ in range(3_000)], *lotto)
                        for name, low in (("4.json", 0), ("5.json", 1)))
        self.assertIn("The counts of dealt cards do not agree", " ".join(run("diff", fair, biased).stdout.split()))

    def test_raw_rows_hold_deals_and_kinds(self):
        rolls = random.Random(8)
        lotto, shoe = self.path / "lotto.u8", self.path / "shoe.u16"
        lotto.write_bytes(b"".join(bytes(rolls.sample(range(1, 50), 6)) for _ in range(3_000)))
        kinds = [0] * 24 + [1] * 36
        with open(shoe, "wb") as rows:
            for _ in range(3_000):
                rolls.shuffle(kinds)
                rows.write(b"".join(kind.to_bytes(2, "little") for kind in kinds))
        self.certified("--log", str(lotto), "--format", "u8", "--base", "1", "--deal", "6", "--n", "49", code=3)
        equal = ("--log", str(shoe), "--deck", "L*24 S*36", "--equal-cards")
        report, _ = self.certified(*equal, "--format", "u16", code=3)
        self.assertEqual(report["results"][0]["evidence"]["trials"], 3_000)
        # The plan in a report makes the same run again.
        path = self.path / "shoe.json"
        run("certify", *equal, "--format", "u16", "--json", str(path))
        again = self.path / "again.json"
        run("certify", "--job", str(path), "--json", str(again))
        self.assertEqual(json.loads(path.read_text())["results"], json.loads(again.read_text())["results"])
        done = run("certify", *equal, "--format", "u8")
        self.assertEqual(done.returncode, 4, done)
        self.assertIn("a card is two bytes, and format=u8 says one; give --format u16", done.stdout + done.stderr)

    def test_a_deck_in_words_may_be_told_its_size_too(self):
        rows = "printf 'b c a\\na b c\\n'"
        for deck in (["--deck", "abc"], ["--deck", "a a b", "--equal-cards"]):
            asked = ["certify", "--exec", rows, *deck, "--seed", "1", "--trials", "2"]
            self.assertEqual(run(*asked, "--n", "3").stdout.splitlines()[:3], run(*asked).stdout.splitlines()[:3])
            for other in ("4", "3,4"):
                self.refused(*asked, "--n", other, says="--deck gives the deck size with its words, and --n another")

    def test_what_makes_no_such_deck_is_refused(self):
        log = self.rows([[0, 1]])
        for arguments, says in (
                (("--deal", "6"), "give the deck's size with n="),
                (("--deal", "49", "--n", "49"), "deal=49 is to leave some"),
                (("--unordered", "--n", "5"), "unordered is of a deal"),
                (("--deck", "L*2 S"), "say with equal-cards"),
                (("--deck", "aab"), "the word 'a' twice; where cards are equal, say so with equal-cards"),
                (("--deck", "a a b"), "twice; where cards are equal, say so with equal-cards"),
                (("--deck", "a*3", "--equal-cards"), "all cards of the deck are 'a'"),
                (("--deck", "a*2 b", "--equal-cards", "--tests", "positions"), "--tests: positions is no test of a deck"),
                (("--deal", "2", "--n", "5", "--reset", "never"), "reset=never takes whole decks")):
            with self.subTest(arguments=arguments):
                self.refused("certify", "--log", log, *arguments, says=says)
        # Rows: too many of a kind, a word that is none, too many cards.
        for rows, arguments, says in (("L L L", ("--deck", "L*2 S", "--equal-cards"), "A row holds all cards of the deck: L*2 S; this one has L 3 times."),
                                      ("L L X", ("--deck", "L*2 S", "--equal-cards"), "of the deck: L*2 S; X is none of them."),
                                      ("a c x", ("--deck", "a b c"), "A row holds each word of the deck once; x is none of them."),
                                      ("1 1", ("--deal", "2", "--n", "5"), "A row holds 2 different cards of the 5.")):
            with self.subTest(rows=rows):
                done = run("certify", "--log", self.rows([[rows]]), *arguments)
                self.assertEqual(done.returncode, 1, done)
                self.assertIn(says, words_of(done.stdout))
