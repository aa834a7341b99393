"""Named bets: asked for on the command line and in jobs, counted the same everywhere, told, and checked."""
import json
import random

from program import InFolder, run, with_whole_commands, words_of
from schemas import REPORT_SCHEMA

OPENING = "cards=0-23,places=0-6,name=lands in the opening hand"


class Bets(InFolder):
    def report(self, name, *arguments):
        file = self.path / name
        done = run("certify", *arguments, "--seed", "3", "--quiet", "--json", str(file))
        self.assertIn(done.returncode, (0, 1, 3), done.stderr)
        report = json.loads(file.read_text())
        REPORT_SCHEMA.validate(report)
        return done, report

    def test_a_bet_is_counted_tested_bounded_and_told(self):
        done, report = self.report("r.json", "naive-swap:n=52", "--trials", "20000", "--bet", OPENING, "--bets", "poker")
        self.assertEqual([bet["name"] for bet in report["plan"]["bets"]],
                         ["lands in the opening hand", "aces in the hole", "aces on the flop", "one suit in seven cards",
                          "the top five"])
        self.assertEqual(report["plan"]["bets"][0],
                         {"name": "lands in the opening hand", "kind": "count", "cards": "0-23", "places": "0-6", "n": None})
        result = report["results"][0]
        for bet in result["bets"]:
            counts = [value["count"] for value in bet["values"]]
            self.assertEqual(counts, result["evidence"]["bets"][bet["name"]])
            self.assertEqual(sum(counts), 20000)
            self.assertAlmostEqual(sum(value["fair"] for value in bet["values"]), 1)
            for value in bet["values"]:
                self.assertLessEqual(value["lower"], value["count"] / 20000)
                self.assertGreaterEqual(value["upper"], value["count"] / 20000)
        names = [test["name"] for test in result["tests"] if test["test"] == "bets"]
        self.assertEqual(names[:2], ["bet-mean lands in the opening hand", "bet-shape lands in the opening hand"])
        self.assertEqual(len(names), 10)
        # Naive swaps leave the first cards behind the first places: E of 24 cards there is 3.23.
        by_name = {test["name"]: test for test in result["tests"]}
        self.assertTrue(by_name["bet-mean lands in the opening hand"]["rejected"])
        family = result["families"][-1]
        self.assertEqual((family["family"], family["members"], family["asked"]), ("bets", 5, False))
        self.assertIn("Named bets", done.stdout)
        self.assertIn("lands in the opening hand", words_of(done.stdout))
        self.assertIn("--bet 'cards=0-23,places=0-6,name=lands in the opening hand' --bets poker",
                      words_of(with_whole_commands(done.stdout)))

    def test_decks_that_are_linked_bound_no_probability(self):
        dependent = "durstenfeld:source=msvc-rand,draw=modulo,seeding=per-shuffle-counter,n=5"
        page = self.path / "page.html"
        done = run("certify", dependent, "--bet", "cards=0-1,places=0-1", "--seed", "1", "--verbose", "--html", str(page))
        self.assertEqual(done.returncode, 1, done)
        for said in (words_of(done.stdout), page.read_text(encoding="utf-8")):
            self.assertIn("not independent", said)
            self.assertNotIn("ntervals of a target hold", said)
            self.assertNotIn("All intervals", said)
            self.assertNotIn("its probability lies", said)
        self.assertIn("and how often it came.", words_of(done.stdout))

    def test_what_a_bet_gains_is_told_where_it_gains_more_than_the_others(self):
        # In half of the decks seven lands, whichever, come first; else that is so in 0.26 %. No card and no pair tells as much.
        chance = random.Random(1)
        log = self.path / "games.txt"
        with open(log, "w", encoding="ascii") as file:
            for _ in range(3000):
                deck = chance.sample(range(52), 52)
                if chance.random() < 0.5:
                    deck.sort(key=lambda card: card >= 24)
                    deck[7:] = chance.sample(deck[7:], 45)
                print(*deck, file=file)
        done = run("certify", "--log", log, "--bet", OPENING)
        # 49.9 points, less what 1,500 to 3,000 trials leave open: a standard error of 1.3 points or less, and eight of them.
        self.assertRegex(words_of(done.stdout), r'; betting on "lands in the opening hand" = 7 gains at least [345][0-9][.0-9]* points')

    def test_it_is_told_which_decks_do_not_have_a_bet(self):
        done = run("certify", "naive-swap", "--n", "5,52", "--bet", OPENING, "--seed", "1")
        self.assertIn("the bet 'lands in the opening hand' is not on decks of 5 cards: it is on position 6", done.stderr)

    def test_without_bets_nothing_speaks_of_them(self):
        _, report = self.report("r.json", "durstenfeld:n=52", "--trials", "3000")
        self.assertNotIn("bets", report["plan"])
        self.assertNotIn("bets", report["plan"]["tests"])
        self.assertNotIn("bets", report["results"][0])
        self.assertNotIn("bets", report["results"][0]["evidence"])

    def test_the_counts_do_not_depend_on_threads(self):
        plan = ("durstenfeld:n=52", "durstenfeld:n=16", "durstenfeld:n=7", "--trials", "70000", "--bets", "bridge",
                "--bet", "cards=0-2,places=1+3-4")
        _, one = self.report("one.json", *plan, "--threads", "1")
        _, four = self.report("four.json", *plan, "--threads", "4")
        for report in (one, four):
            del report["environment"]
        self.assertEqual(one, four)
        self.assertEqual([len(result["bets"]) for result in one["results"]], [9, 1, 1])
        self.assertNotIn("bets", one["results"][2]["evidence"])

    def test_small_decks_have_bets_that_follow_from_their_permutations(self):
        _, report = self.report("r.json", "durstenfeld:n=4", "--trials", "5000", "--bet", "cards=0-1,places=0-1")
        result = report["results"][0]
        by_value = [0, 0, 0]
        permutations = [(a, b) for a in range(4) for b in range(4) if b != a for _ in range(2)]
        for (first, second), count in zip(permutations, result["evidence"]["permutations"]):
            by_value[(first < 2) + (second < 2)] += count
        self.assertEqual([value["count"] for value in result["bets"][0]["values"]], by_value)

    def test_a_report_with_bets_is_checked_and_runs_again(self):
        first, second = self.path / "first.json", self.path / "second.json"
        done, report = self.report("first.json", "durstenfeld:n=54", "--trials", "5000", "--bets", "landlord",
                                   "--bet", "cards=3+5,places=9-11+50")
        self.assertEqual(run("check", str(first)).returncode, 0, run("check", str(first)).stdout)
        again = run("certify", "--job", str(first), "--quiet", "--json", str(second))
        self.assertEqual(again.returncode, done.returncode, again.stderr)
        repeated = json.loads(second.read_text())
        for each in (report, repeated):
            del each["environment"], each["command"]
        self.assertEqual(report, repeated)
        for change in (lambda r: r["plan"]["bets"][0].update(cards="51-52"),
                       lambda r: r["plan"]["bets"].append(r["plan"]["bets"][0]),
                       lambda r: r["results"][0]["bets"][0]["values"][0].update(lower=0.1),
                       lambda r: r["results"][0]["evidence"]["bets"]["jokers of hand 1"].reverse()):
            tampered = json.loads(first.read_text())
            change(tampered)
            second.write_text(json.dumps(tampered))
            self.assertEqual(run("check", str(second)).returncode, 1)

    def test_a_job_names_bets_and_options_take_their_place(self):
        job = self.path / "job.json"
        job.write_text(json.dumps({"bets": ["bridge", OPENING], "budget": {"trials": 3000},
                                   "targets": [{"shuffle": "durstenfeld", "n": [5, 52]}]}))
        _, report = self.report("r.json", "--job", str(job))
        self.assertEqual(len(report["plan"]["bets"]), 9)
        self.assertEqual(["bets" in result for result in report["results"]], [False, True])
        _, report = self.report("other.json", "--job", str(job), "--bet", "poker=3-7")
        self.assertEqual(report["plan"]["bets"], [{"name": "poker=3-7", "kind": "poker", "cards": None, "places": "3-7", "n": None}])
        self.assertEqual(run("check", str(self.path / "r.json"), "--job", str(job)).returncode, 0)
        # Other bets than the job's are another plan.
        done = run("check", str(self.path / "other.json"), "--job", str(job))
        self.assertEqual(done.returncode, 1)
        self.assertIn("/plan/bets", done.stdout)
        job.write_text(json.dumps({"bets": ["brigde"], "targets": [{"shuffle": "durstenfeld", "n": 52}]}))
        self.refused("certify", "--job", str(job), says=["/bets/0", "did you mean 'bridge'"])

    def test_certify_asks_the_tolerance_of_bets(self):
        done, report = self.report("r.json", "durstenfeld:n=52", "--bets", "bridge", "--certify", "bets", "--tolerance", "0.01")
        result = report["results"][0]
        self.assertEqual((done.returncode, result["verdict"], result["bias"]["covers"]), (0, "fair", "bets"))
        self.assertLessEqual(result["bias"]["tv_upper"], 0.01)
        self.assertIn("the answer of any one named bet", words_of(result["sentence"]))

    def test_bets_are_in_every_format(self):
        self.report("r.json", "durstenfeld:n=52", "--trials", "3000", "--bet", OPENING)
        for form in ("markdown", "html", "csv", "table"):
            done = run("report", str(self.path / "r.json"), *(() if form == "table" else ("--format", form)))
            self.assertIn("lands in the opening hand", words_of(done.stdout), form)

    def test_bad_bets_are_refused(self):
        target = "durstenfeld:n=52"
        for bet, says in (("cards=0-52,places=0", "0 to 51"), ("cards=,places=0", "cards is empty"),
                          ("cards=0-3+3,places=0", "different numbers"), ("cards=0-3", "cards= and places="),
                          ("poker=0-3", "a poker hand of 5 cards, not of 4"), ("", "is no setting"),
                          ("cards=0,places=0-51", "known before the deal"), ("cards=0,places=5-1", "different numbers"),
                          ("cards=0,places=1,n=54", "is on decks of 54 cards"), ("cards=0,places=1,name=", "1 to 60"),
                          ("cards=0,places=1,colour=2", "'colour' is no setting")):
            self.refused("certify", target, "--bet", bet, says=["--bet", says])
        self.refused("certify", target, "--bet", "cards=0,places=1,name=x", "--bet", "cards=2,places=1,name=x",
                     says="two bets are called 'x'")
        self.refused("certify", target, "--bets", "brigde", says="did you mean 'bridge'")
        self.refused("certify", target, "--bets", "landlord", says="decks of 54 cards")
        self.refused("certify", target, "--certify", "bets", says=["--certify: 'bets'", "no bet is named"])
        self.refused("certify", target, "--tests", "bets", says="--bet or --bets")
        self.refused("certify", target, "durstenfeld:n=13", "--certify", "bets", "--bets", "bridge", says="no bet is on the deck")

    def test_a_job_that_asks_for_bets_and_names_none_is_blamed_by_file_and_path(self):
        job = self.path / "job.json"
        job.write_text('{"targets": [{"shuffle": "durstenfeld", "n": 52}], "certify": ["bets"]}')
        self.refused("certify", "--job", str(job),
                     says=[f"{job}: /certify: 'bets' is asked for, and no bet is named", 'in the file as "bets"'])
        self.refused("certify", "--job", str(job), "--certify", "cards,bets", says="fairshuffle: --certify: 'bets'")
        self.refused("certify", "--job", str(job), "--bet", "cards=0,places=1,n=52", "durstenfeld:n=52", "--certify",
                     "pair", says="--certify: unknown bet family 'pair'")
        job.write_text('{"targets": [{"shuffle": "durstenfeld", "n": 52}], "certify": ["bet"]}')
        self.refused("certify", "--job", str(job), says=f"{job}: /certify: unknown bet family 'bet'")
        job.write_text('{"targets": [{"shuffle": "durstenfeld", "n": 5}], "pairs": true}')
        self.refused("certify", "--job", str(job), says=f"{job}: /pairs: pairs are counted of whole decks of 13 to 128")

    def test_list_tells_ready_bets(self):
        done = run("list", "bets")
        self.assertEqual(done.returncode, 0)
        for name in ("poker", "bridge", "landlord", "minesweeper"):
            self.assertIn(f"  {name} ", done.stdout)
        lists = json.loads(run("list", "bets", "--json").stdout)["bets"]
        self.assertEqual([each["decks"]["smallest"] for each in lists], [52, 52, 54, 64])
