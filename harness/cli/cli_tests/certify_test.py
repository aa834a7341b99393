"""Certifying: verdicts, reports, exit codes."""
import json
import resource
import sys

from program import InFolder, run, words_of
from schemas import REPORT_SCHEMA


class Certify(InFolder):
    def test_names_of_the_version_before_are_taken_with_a_line_that_says_the_new_one(self):
        def without_environment(done):
            return {name: value for name, value in json.loads(done.stdout).items() if name != "environment"}

        limits = ("sattolo:n=4", "--seed", "1", "--trials", "3000", "--json", "-", "--quiet")
        old = run("certify", *limits, "--tests=orders,parts", "--children", "3")
        now = run("certify", *limits, "--tests", "permutations,components", "--programs", "3")
        self.assertEqual(without_environment(old), without_environment(now))
        self.assertEqual((now.stderr, old.stderr), ("", "".join(
            f"fairshuffle: {before} is called {after} now; the old name is taken until the next version\n"
            for before, after in (("the test orders", "permutations"), ("the test parts", "components"),
                                  ("--children", "--programs")))))
        self.assertIn("bridge is called probe now", run("bridge", "--exec", "yes 1 0", "--n", "2", "--rows", "1").stderr)

    def test_a_biased_target_exits_1_with_its_sentence(self):
        done = run("certify", "naive-swap", "--trials", "16384", "--seed", "1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("naive-swap:n=5  biased", done.stdout)
        self.assertRegex(done.stdout, r"\nnaive-swap:n=5   BIASED   16,384 trials\n"
                                      r"  Permutations  X2 = [0-9,.]+ on 119 df, p = [0-9.]+e-1\d\d, effect [0-9.]+ points\n"
                                      r"  Positions     X2 = [0-9.]+ on 16 df, p = [0-9.]+e-1\d\d, effect [0-9.]+ points\n"
                                      r"  How much      the best bet gains [0-9.]+ points over a fair deck \(")
        self.assertRegex(done.stdout, r"\n1 target: 1 biased; [0-9.]+ s\n$")
        self.assertIn("Reproduce with: fairshuffle certify naive-swap --trials 16384 --seed 1", done.stdout)

    def test_a_bias_is_measured_unless_the_first_look_that_decides_is_asked_for(self):
        def evidence(*arguments):
            return json.loads(run("certify", *arguments, "--seed", "1", "--json", "-").stdout)

        for n, trials in ((5, 1_048_576), (20, 131_072), (70, 16_384)):
            with self.subTest(n=n):
                measured = evidence("naive-swap", "--n", str(n))
                self.assertEqual(measured["results"][0]["evidence"]["trials"], trials)
                self.assertNotIn("until_decided", measured["plan"]["budget"])
        decided = evidence("naive-swap", "--n", "5", "--until-decided")
        REPORT_SCHEMA.validate(decided)
        self.assertEqual(decided["results"][0]["evidence"]["trials"], 2400)
        self.assertIs(decided["plan"]["budget"]["until_decided"], True)
        self.assertIn("--until-decided", decided["command"])
        # A program may take a second for a deck.
        program = 'python3 -c "import random\nfor _ in range({trials}): print(*[0] + random.sample(range(1, 5), 4))"'
        self.assertEqual(evidence("--exec", program, "--n", "5")["results"][0]["evidence"]["trials"], 2400)

    def test_a_fair_target_exits_0(self):
        done = run("certify", "durstenfeld", "--n", "4", "--tolerance", "0.01", "--seed", "1")
        self.assertEqual(done.returncode, 0)
        self.assertIn("durstenfeld:n=4  fair", done.stdout)

    def test_an_undecided_target_exits_3_and_says_how_many_trials_would_decide(self):
        done = run("certify", "durstenfeld", "--max-trials", "20000", "--seed", "1")
        self.assertEqual(done.returncode, 3)
        self.assertIn("trials would decide", words_of(done.stdout))

    def test_the_time_of_a_target_is_its_own(self):
        def seconds(*arguments):
            environment = json.loads(run("certify", *arguments, "--seed", "1", "--json", "-").stdout)["environment"]
            self.assertLessEqual(sum(environment["target_seconds"]), environment["seconds"])
            return environment["target_seconds"]

        swap, sleeper = seconds("naive-swap", "--exec", "sleep 1; false", "--n", "3")
        self.assertGreaterEqual(sleeper, 1)
        self.assertGreater(swap, 0)
        # A control may have the name of a target.
        times = seconds("durstenfeld", "--n", "5", "--trials", "1e7", "--controls")
        self.assertEqual(len(times), 4)
        self.assertGreater(min(times), 0)

    def test_an_invalid_target_exits_1_with_the_first_deck(self):
        done = run("certify", "deal-hands:slip=1,n=7", "--seed", "1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("Invalid: ", done.stdout)

    def test_the_report_is_byte_for_byte_the_same_on_any_number_of_threads_but_for_its_environment(self):
        reports = []
        for threads in ("1", "2", "5"):
            done = run("certify", "durstenfeld", "sattolo", "naive-swap:n=12", "--n", "4", "--max-trials", "300000",
                       "--seed", "7", "--threads", threads, "--json", "-")
            report = json.loads(done.stdout)
            REPORT_SCHEMA.validate(report)
            self.assertEqual(report["environment"]["threads"], int(threads))
            self.assertEqual(list(report)[-1], "environment")
            reports.append(done.stdout.partition('"environment"')[0])
        self.assertEqual(reports[0], reports[1])
        self.assertEqual(reports[0], reports[2])

    def test_the_printed_command_reproduces_the_report(self):
        first = json.loads(run("certify", "swap-pairs:k=7", "sattolo", "--n", "4", "--trials", "50000",
                               "--alpha", "1e-3", "--controls", "--threads", "2", "--json", "-").stdout)
        words = first["command"].split()
        self.assertEqual(words[0], "fairshuffle")
        second = json.loads(run(*words[1:], "--threads", "1", "--json", "-").stdout)
        first.pop("environment")
        second.pop("environment")
        self.assertEqual(first, second)

    def test_without_a_seed_two_runs_differ(self):
        seeds = {json.loads(run("certify", "sattolo", "--json", "-").stdout)["plan"]["seed"] for _ in range(2)}
        self.assertEqual(len(seeds), 2)

    def test_a_report_has_what_the_counts_say(self):
        report = json.loads(run("certify", "sattolo", "--n", "3", "--trials", "30000", "--seed", "1", "--json", "-").stdout)
        result = report["results"][0]
        self.assertEqual(sum(result["evidence"]["permutations"]), 30000)
        self.assertEqual([rank for rank, count in enumerate(result["evidence"]["permutations"]) if count], [3, 4])
        self.assertEqual([sum(row) for row in result["positions"]], [30000] * 3)
        self.assertEqual(result["positions"][0][0], 0)
        self.assertEqual(result["verdict"], "biased")
        self.assertEqual(result["evidence"]["invalid"], {"count": 0, "witnesses": []})
        self.assertGreater(result["bias"]["tv_lower"], 0.6)
        self.assertEqual(report["plan"]["budget"]["alpha"], 1e-6)

    def test_bounds_of_different_bets_stand_apart_in_every_format(self):
        path = self.path / "report.json"
        done = run("certify", "sattolo", "--n", "9", "--seed", "1", "--json", str(path))
        report = json.loads(path.read_text())
        REPORT_SCHEMA.validate(report)
        result = report["results"][0]
        self.assertEqual((result["bias"]["covers"], result["bias"]["tv_lower"]), ("positions", None))
        whole = result["bias_of_whole_deck"]
        self.assertEqual(whole["covers"], "permutations")
        self.assertGreater(whole["tv_lower"], result["bias"]["tv_upper"])
        self.assertIn("How much the best bet gains at least 88 points over a fair deck (99.9 %). No bet on where one card lies",
                      words_of(done.stdout))
        self.assertRegex(result["sentence"], r"gains at least 88 points over a fair deck \(99.9 %\). No bet on where one")
        compared = json.loads(run("diff", str(path), str(path), "--format", "json").stdout)["targets"][0]["new"]
        self.assertEqual((compared["covers"], compared["tv_lower"], compared["bias_of_whole_deck"]), ("positions", None, whole))

    def test_a_report_says_in_which_parts_the_bias_lives(self):
        result = json.loads(run("certify", "sattolo", "--trials", "16384", "--seed", "1", "--json", "-").stdout)["results"][0]
        parts = {part["name"]: part for part in result["components"]}
        self.assertAlmostEqual(sum(part["chi_square_distance"] for part in parts.values()), result["bias"]["chi_square_distance"], places=9)
        self.assertEqual(parts["ordered pairs"]["partition"], [3, 1, 1])
        # 1 in each of four hooks, to within five standard errors.
        self.assertAlmostEqual(parts["ordered pairs"]["share"], 0.25, delta=0.01)
        self.assertAlmostEqual(parts["unordered pairs"]["share"], 0, delta=0.01)
        judged = {test["name"]: test for test in result["tests"]}
        for part in parts.values():
            self.assertEqual(judged[part["judged_by"]]["p_value"], part["p_value"])
        self.assertEqual(judged["ordered pairs (3,1,1)"]["test"], "components")
        for part in ("single cards (4,1)", "ordered pairs (3,1,1)", "single cards by parity (2,1,1,1)",
                     "parity (1,1,1,1,1)"):
            self.assertIn(f"in {part}", result["sentence"])

    def test_the_tolerance_of_a_large_deck_is_asked_of_bet_families(self):
        def certified(*options):
            done = run("certify", "durstenfeld", "--n", "13", "--trials", "32768", "--seed", "1", "--json", "-", *options)
            return json.loads(done.stdout)["results"][0]
        standard = certified()
        families = {family["family"]: family for family in standard["families"]}
        self.assertEqual([name for name, family in families.items() if family["asked"]], ["cards", "pairs-order"])
        self.assertEqual(standard["bias"]["covers"], "cards,pairs-order")
        self.assertEqual(standard["bias"]["tv_upper"],
                         max(families["cards"]["tv_upper"], families["pairs-order"]["tv_upper"]))
        self.assertEqual(standard["verdict"], "inconclusive")
        self.assertEqual(standard["trials_to_decide"], families["cards"]["trials_for_tolerance"])
        self.assertAlmostEqual(sum(1 - family["confidence"] for family in families.values()), 0.001, places=12)
        between = (families["pairs-order"]["tv_upper"] + families["cards"]["tv_upper"]) / 2
        pairs = certified("--certify", "pairs-order", "--tolerance", str(between))
        self.assertEqual(pairs["verdict"], "fair")
        self.assertIn("no bet on which of any two cards comes first gains more than", pairs["sentence"])
        self.assertNotIn("order of", pairs["sentence"])
        both = certified("--tolerance", str(between))
        self.assertEqual(both["verdict"], "inconclusive")

    def test_cards_on_top_are_bounded_where_they_are_asked_for(self):
        def certified(*options):
            done = run("certify", "durstenfeld", "--n", "13", "--trials", "32768", "--seed", "1", "--json", "-", *options)
            report = json.loads(done.stdout)
            REPORT_SCHEMA.validate(report)
            return report["results"][0]
        asked = certified("--certify", "hole-cards,flop,top-five", "--tolerance", "0.2")
        families = {family["family"]: family for family in asked["families"]}
        self.assertEqual([name for name, family in families.items() if family["asked"]],
                         ["hole-cards", "flop", "top-five"])
        self.assertEqual([families[name]["df"] for name in ("hole-cards", "flop", "top-five")], [77, 285, 1286])
        self.assertEqual(asked["verdict"], "fair")
        self.assertEqual(asked["bias"]["tv_upper"], families["top-five"]["tv_upper"])
        self.assertIn("the three cards of a flop or the five cards of a poker hand", asked["sentence"])
        self.assertEqual(sum(asked["evidence"]["tables"]["top-five"]), 32768)
        standard = certified()
        self.assertIn("hole-cards", [family["family"] for family in standard["families"]])
        self.assertNotIn("flop", [family["family"] for family in standard["families"]])
        self.assertNotIn("top-three", standard["evidence"]["tables"])

    def test_a_dealer_of_flops_is_biased_by_the_test_of_flops(self):
        # A thirteenth of all flops never comes: 16,384 trials find it but in one run of many millions.
        dealer = self.path / "dealer.py"
        dealer.write_text("import random, sys\n"
                          "trials, cards, seed = map(int, sys.argv[1:])\n"
                          "words, deck = random.Random(seed), list(range(cards))\n"
                          "for _ in range(trials):\n"
                          "    words.shuffle(deck)\n"
                          "    while sum(deck[:3]) % 13 == 0: words.shuffle(deck)\n"
                          "    print(*deck)\n")
        child = f"{sys.executable} {dealer} {{trials}} {{n}} {{seed}}"
        report = self.path / "report.json"
        done = run("certify", "--exec", child, "--n", "13", "--trials", "16384", "--seed", "1", "--certify", "flop",
                   "--tolerance", "0.05", "--json", report)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        result, = json.loads(report.read_text())["results"]
        self.assertEqual([test["name"] for test in result["tests"] if test["rejected"]], ["flop"])
        self.assertEqual(run("check", report).returncode, 0)
        # Without flops nothing is seen, and they are no hypothesis.
        done = run("certify", "--exec", child, "--n", "13", "--trials", "16384", "--seed", "1", "--tolerance", "0.05", "--json", "-")
        report = json.loads(done.stdout)
        self.assertNotIn("flop", report["plan"]["tests"])
        self.assertNotEqual(report["results"][0]["verdict"], "biased")

    def test_all_that_is_found_of_a_large_deck_tells_its_families_and_what_would_have_been_found(self):
        done = run("certify", "durstenfeld", "--n", "13", "--trials", "32768", "--seed", "1", "--verbose")
        for words in ("no bet on where any one card lies or which of any two", "whether the permutation is even",
                      "would have been found", "draw-insert:rounds=", "might not have been"):
            self.assertIn(words, " ".join(done.stdout.split()))

    def test_a_large_deck_that_is_not_found_biased_tells_in_short_what_bounds_it(self):
        arguments = ("certify", "durstenfeld", "--n", "13", "--trials", "32768", "--seed", "1")
        done = run(*arguments)
        self.assertEqual(done.returncode, 3)
        for words in ("How much no bet on where any one card lies or which of any two cards comes first gains more",
                      "Undecided the tolerance is 0.1 points; if it is fair, about ", "By family points (99.9 % together): cards ", "not counted: pairs (--pairs), ",
                      "Seed space no deck of 32,768 came again", "Would find 99 times of 100: up to ", "Might miss "):
            self.assertIn(words, words_of(done.stdout))
        self.assertNotIn("pairs (--pairs)", run(*arguments, "--pairs").stdout)
        done = run("certify", "durstenfeld", "--n", "13", "--tolerance", "0.2", "--seed", "1")
        self.assertEqual(done.returncode, 0)
        self.assertIn("By family points (99.9 % together): cards ", words_of(done.stdout))
        self.assertNotIn("Undecided", done.stdout)
        self.assertNotIn("By family", run("certify", "durstenfeld", "--n", "5", "--tolerance", "0.2").stdout)

    def test_a_mean_that_is_off_is_told_beside_the_one_that_was_due_and_checked(self):
        out = self.path / "report.json"
        done = run("certify", "riffle:m=9,n=52", "--seed", "5", "--json", str(out))
        self.assertEqual(done.returncode, 1)
        report = json.loads(out.read_text())
        REPORT_SCHEMA.validate(report)
        tests = {test["name"]: test for test in report["results"][0]["tests"]}
        rising = report["results"][0]["evidence"]["tables"]["rising-sequences"]
        mean = tests["mean rising-sequences"]["mean"]
        # A random order of n cards has (n + 1) / 2 on average.
        self.assertAlmostEqual(mean["mean_fair"], 26.5, places=9)
        self.assertAlmostEqual(mean["mean"], sum(value * count for value, count in enumerate(rising)) / sum(rising),
                               places=9)
        self.assertNotIn("mean", tests["rising-sequences"])
        where = f"a permutation has {mean['mean']:.2f} rising sequences on average (expected: 26.50)"
        self.assertIn(f"Where {where} Why", words_of(done.stdout))
        self.assertIn(where[1:], report["results"][0]["sentence"])
        mean["mean"] += 1
        changed = self.path / "changed.json"
        changed.write_text(json.dumps(report))
        done = run("check", str(changed))
        self.assertEqual(done.returncode, 1)
        self.assertIn("/mean/mean", done.stdout)

    def test_a_tail_beyond_doubles_is_told_by_its_logarithm(self):
        report = json.loads(run("certify", "sattolo", "--trials", "1e6", "--seed", "1", "--json", "-").stdout)
        permutations = next(test for test in report["results"][0]["tests"] if test["name"] == "permutations")
        self.assertEqual(permutations["p_value"], 0)
        self.assertLess(permutations["log10_p"], -4000)

    def test_out_names_a_folder_that_is_made(self):
        folder = self.path / "deep" / "reports"
        # As it is written again from the plan.
        done = run("certify", "sattolo:n=5", "--seed", "1", "--out", str(folder))
        self.assertEqual(done.returncode, 1)
        REPORT_SCHEMA.validate(json.loads((folder / "report.json").read_text()))
        self.assertEqual(self.files(), ["deep", "report.html", "report.json", "report.junit.xml", "report.md", "reports"])
        for name in ["report.json", "report.html", "report.junit.xml", "report.md"]:
            self.assertIn(f": {folder / name}\n", done.stdout)
        for name, ending in [("html", ".html"), ("junit", ".junit.xml"), ("markdown", ".md")]:
            drawn = run("report", str(folder / "report.json"), "--format", name).stdout
            self.assertEqual(drawn, (folder / ("report" + ending)).read_text())

    def test_an_existing_report_is_refused_unless_forced(self):
        report = self.path / "report.json"
        report.write_text("mine")
        self.refused("certify", "sattolo", "--json", str(report), says=["report.json", "exists", "--force"])
        self.assertEqual(report.read_text(), "mine")
        self.assertEqual(run("certify", "sattolo", "--json", str(report), "--force").returncode, 1)
        json.loads(report.read_text())
        self.assertEqual(self.files(), ["report.json"])

    def test_an_unwritable_report_is_refused_before_anything_runs(self):
        (self.path / "file").write_text("")
        self.refused("certify", "durstenfeld", "--out", str(self.path / "file" / "below"), says="below")
        self.refused("certify", "durstenfeld", "--json", "/proc/report.json", says="/proc/report.json")
        self.assertEqual(self.files(), ["file"])

    def test_one_and_two_cards_work(self):
        done = run("certify", "durstenfeld", "sattolo", "--n", "1,2", "--tolerance", "0.01", "--seed", "1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("durstenfeld:n=1  fair", done.stdout)
        self.assertIn("durstenfeld:n=2  fair", done.stdout)
        self.assertIn("sattolo:n=1      fair", done.stdout)
        self.assertIn("sattolo:n=2      biased", done.stdout)

    def test_a_deck_of_52_is_certified_by_its_bet_families(self):
        report = json.loads(run("certify", "durstenfeld", "--n", "52", "--trials", "200000", "--tolerance", "0.1",
                                "--seed", "1", "--json", "-").stdout)
        result = report["results"][0]
        self.assertEqual(result["verdict"], "fair")
        self.assertEqual(result["bias"]["covers"], "cards,pairs-order")
        self.assertEqual(result["evidence"]["permutations"], [])
        self.assertGreater(len(result["blind_spots"]), 1)

    def test_eleven_cards_of_which_every_permutation_is_to_be_counted_are_found_biased_without_a_table(self):
        largest_before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        report = json.loads(run("certify", "naive-swap", "--n", "11", "--max-trials", "2e8", "--tolerance", "0.05",
                                "--seed", "1",
                                "--json", "-").stdout)
        # Two tables would take 312 MiB.
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, max(largest_before, 150 * 1024) + 1)
        REPORT_SCHEMA.validate(report)
        result = report["results"][0]
        self.assertEqual(result["verdict"], "biased")
        self.assertEqual(result["family"], 38)
        self.assertEqual(result["evidence"]["permutations"], [])
        self.assertEqual([sum(row) for row in result["evidence"]["positions"]], [result["evidence"]["trials"]] * 11)

    def test_a_pattern_names_every_shuffle_it_matches(self):
        done = run("certify", "skip-*", "sattol?", "--seed", "1")
        self.assertIn("skip-last:n=5", done.stdout)
        self.assertIn("sattolo:n=5", done.stdout)

    def test_controls_are_reported_apart(self):
        report = json.loads(run("certify", "sattolo", "--controls", "--tolerance", "0.01", "--seed", "1", "--json", "-").stdout)
        self.assertEqual({control["name"]: control["verdict"] for control in report["controls"]},
                         {"durstenfeld:n=5": "fair", "naive-swap:n=5": "biased", "sattolo:n=5": "biased"})
        self.assertEqual(len(report["results"]), 1)

    def test_a_run_whose_controls_come_out_wrong_has_no_verdict(self):
        # So few trials do not find naive-swap biased.
        done = run("certify", "durstenfeld", "--controls", "--trials", "100", "--seed", "1", "--json", "-")
        self.assertEqual(done.returncode, 4)
        report = json.loads(done.stdout)
        self.assertIsNone(report["verdict"])
        self.assertIn("control", report["note"])

    def test_quiet_says_nothing_on_standard_error(self):
        self.assertEqual(run("certify", "sattolo", "--quiet").stderr, "")

    def test_colour_never_reaches_a_pipe(self):
        self.assertNotIn("\x1b", run("certify", "sattolo").stdout)
