"""Equal cards and deals of 129 to 1,024 cards: verdicts, formats, reports, shards, and what is refused."""
import json
import random
import shlex
import sys

from certified import Certified
from program import run, words_of

SHOE = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
SHOE_DECK = " ".join(f"{rank}*32" for rank in SHOE)


def program(code):
    return shlex.join([sys.executable, "-c", "import random; random.seed({seed})\n" + code])


def draw_from(numbers):
    return program(f"while True: print(*random.sample(range({numbers}), 6))")


SHUFFLE = "d = '" + " ".join(SHOE * 32) + "'.split()\n"
FAIR_SHOE = program(SHUFFLE + "while True: random.shuffle(d); print(*d)")
# The order of new decks, each card swapped with any.
NAIVE_SHOE = program("n = sorted('" + " ".join(SHOE * 32) + "'.split())\nwhile True:\n  d = n[:]\n"
                     "  for i in range(416): j = random.randrange(416); d[i], d[j] = d[j], d[i]\n  print(*d)")


class WideMultiset(Certified):
    def counts(self, *arguments):
        return self.evidence_of(run("certify", *arguments, "--quiet", "--json", "-"))

    def log(self, name, lines):
        path = self.path / name
        path.write_text("".join(lines))
        return str(path)

    def test_a_lottery_of_two_hundred_numbers_is_fair_and_one_that_never_draws_the_last_is_not(self):
        asked = ("--deal", "6", "--n", "200", "--unordered", "--tolerance", "0.02")
        report, text = self.certified("--exec", draw_from(200), *asked, code=0)
        record = report["results"][0]
        self.assertEqual([family["family"] for family in record["families"]], ["dealt-cards"])
        self.assertEqual({test["name"] for test in record["tests"] if test["applied"]},
                         {"dealt-cards", "strongest-dealt-card", "dealt-together", "repeats", "birthday"})
        self.assertEqual(len(record["evidence"]["multiset"]["together"]), 200 * 199 // 2)
        self.assertIn("no bet on whether and where any one card is dealt gains more than", text)
        _, text = self.certified("--exec", draw_from(199), *asked, code=1)
        self.assertIn("Where card 199 is never dealt", text)

    def test_a_shoe_of_eight_decks_is_told_from_one_that_is_swapped_naively(self):
        equal = ("--deck", SHOE_DECK, "--equal-cards", "--max-trials", "2400")
        report, _ = self.certified("--exec", FAIR_SHOE, *equal, code=3)
        self.assertEqual(report["plan"]["targets"][0]["target"]["kinds"], [32] * 13)
        record = report["results"][0]
        self.assertEqual({test["name"] for test in record["tests"] if test["applied"]},
                         {"kinds", "strongest-kind", "kind-neighbours", "repeats", "birthday"})
        self.assertEqual([test["name"] for test in record["tests"] if test["rejected"]], [])
        _, text = self.certified("--exec", NAIVE_SHOE, *equal, code=1)
        self.assertRegex(text, r"Where (A|[2-9]|10|J|Q|K) (is|comes|never lands) .*at\s+position \d")

    def test_two_runs_are_compared_by_their_arrangements(self):
        source = random.Random(6)

        def report_of(name, low):
            draws = self.log("draws", (f"{source.randrange(low, 200)}\n" for _ in range(6_000)))
            path = self.path / name
            run("certify", "--log", draws, "--deal", "1", "--n", "200", "--json", str(path))
            return str(path)
        fair, other, biased = report_of("1.json", 0), report_of("2.json", 0), report_of("3.json", 9)
        self.assertIn("agree", run("diff", fair, other).stdout)
        self.assertIn("differ", run("diff", fair, biased).stdout)

    def test_the_same_deals_are_the_same_counts_however_they_are_written(self):
        source = random.Random(3)
        draws = [source.sample(range(300), 5) for _ in range(700)]
        words = [f"song-{card}" for card in range(300)]
        deal = ("--deal", "5", "--n", "300")
        rows = [" ".join(map(str, draw)) for draw in draws]
        columns = self.log("columns", ["a1,a2,a3,a4,a5\n", *(",".join(map(str, draw)) + "\n" for draw in draws)])
        column = self.log("column", ["day,draw\n", *(f'x,"{row}"\n' for row in rows)])
        counts = {
            "text": self.counts("--log", self.log("text", (row + "\n" for row in rows)), *deal),
            "brackets": self.counts("--log", self.log("brackets", (f"{draw}\n" for draw in draws)), *deal),
            "lines": self.counts("--log", self.log("lines", (f"{card}\n" for draw in draws for card in draw)), "--one-a-line",
                                 *deal),
            "from one": self.counts("--log", self.log("one", (" ".join(str(card + 1) for card in draw) + "\n" for draw in draws)),
                                    "--base", "1", *deal),
            "columns": self.counts("--log", columns, "--columns", "a1-a5", *deal),
            "column": self.counts("--log", column, "--column", "draw", *deal),
            "tokens": self.counts("--log", self.log("tokens", (" ".join(words[card] for card in draw) + "\n" for draw in draws)),
                                  "--deck", " ".join(words), "--deal", "5"),
        }
        job = self.log("job.json", [json.dumps({"targets": [
            {"log": str(self.path / "text"), "deal": 5, "n": 300},
            {"log": str(self.path / "shoe"), "deck": ["L*400", "S*600"], "equal-cards": True}]})])
        deck = ["L"] * 400 + ["S"] * 600
        shoes = []
        for _ in range(30):
            source.shuffle(deck)
            shoes.append(" ".join(deck) + "\n")
        self.log("shoe", shoes)
        done = run("certify", "--job", job, "--quiet", "--json", "-")
        self.assertEqual(done.returncode, 3, done)
        of_job = [result["evidence"] for result in json.loads(done.stdout)["results"]]
        counts["job"] = of_job[0]
        for name, evidence in counts.items():
            self.assertEqual((evidence["trials"], evidence["invalid"]["count"]), (700, 0), name)
            self.assertEqual(evidence, counts["text"], name)
        self.assertEqual((len(of_job[1]["multiset"]["sites"]), of_job[1]["trials"]), (1000, 30))
        brackets = self.counts("--log", self.log("list", (f"{row.split()}\n" for row in shoes)), "--deck", "L*400 S*600",
                               "--equal-cards")
        self.assertEqual(brackets, of_job[1])

    def test_deals_of_many_cards_are_not_counted_by_pairs_and_say_so(self):
        source = random.Random(4)
        log = self.log("log", (" ".join(map(str, source.sample(range(300), 150))) + "\n" for _ in range(2_500)))
        report, text = self.certified("--log", log, "--deal", "150", "--n", "300", code=3)
        self.assertEqual(report["results"][0]["evidence"]["multiset"]["together"], [])
        report, text = self.certified("--log", log, "--deal", "150", "--n", "300", "--unordered", "--tolerance", "0.5", code=0)
        self.assertIn("which cards are dealt together: pairs are counted of deals of up to 128 cards", text)
        self.refused("certify", "--log", log, "--deal", "150", "--n", "300", "--tests", "dealt-together",
                     says="dealt-together is no test of a deck")

    def test_a_run_goes_on_from_a_checkpoint_and_shards_come_together(self):
        asked = ["--exec", program("for _ in range({trials}): print(*random.sample(range(200), 6))"), "--deal", "6", "--n", "200",
                 "--seed", "1", "--max-trials", "40000", "--tolerance", "0.001"]
        self.goes_on_and_comes_together(*asked)

    def test_a_wrong_row_is_invalid_and_a_deck_that_cannot_be_is_refused(self):
        source = random.Random(5)
        deck = ["L"] * 400 + ["S"] * 600
        rows = []
        for _ in range(20):
            source.shuffle(deck)
            rows.append(deck[:])
        rows[7][rows[7].index("L")] = "S"
        log = self.log("shoe", (" ".join(row) + "\n" for row in rows))
        done = run("certify", "--log", log, "--deck", "L*400 S*600", "--equal-cards")
        self.assertEqual(done.returncode, 1, done)
        self.assertIn("A row holds all cards of the deck: L*400 S*600; this one has S 601 times.", words_of(done.stdout))
        rows[7][900] = "X"
        done = run("certify", "--log", self.log("other", (" ".join(row) + "\n" for row in rows)), "--deck", "L*400 S*600",
                   "--equal-cards")
        self.assertEqual((done.returncode, "INVALID" in done.stdout), (1, True), done)
        self.assertRegex(words_of(done.stdout), r"row 8: \.\.\. [LS ]+ X [LS ]+\.\.\.\. A row holds")
        draws = self.log("draws", ["0 1 2 3 4 5\n", "7 8 9 10 11 999\n"])
        done = run("certify", "--log", draws, "--deal", "6", "--n", "200")
        self.assertEqual(done.returncode, 1, done)
        self.assertIn("A row holds 6 different cards of the 200.", words_of(done.stdout))
        for arguments, says in ((("--deal", "6", "--n", "1025"), "1 to 1024"),
                                (("--deal", "300", "--n", "200"), "deal=300 is to leave some of the deck's 200 cards"),
                                (("--deal", "1025", "--n", "1024"), "deal=1025 is not a whole number from 1 to 1024"),
                                (("--deck", "L*400 S*625", "--equal-cards"), "deck= has more than 1024 cards"),
                                (("--deck", "L*1024", "--equal-cards"), "all cards of the deck are 'L'"),
                                (("--deck", "L*400 S*600"), "say with equal-cards")):
            with self.subTest(arguments=arguments):
                self.refused("certify", "--log", draws, *arguments, says=says)
