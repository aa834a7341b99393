"""Checking reports: an untouched one agrees with its counts, and every tampering of a list is found."""
import copy
import json

import jsonschema
from program import REPORT_SCHEMA, ROOT, InFolder, run

READY = ROOT / "harness/job/ready"


def member(report, pointer):
    """The innermost container of a JSON pointer, and the key in it."""
    steps = pointer.split("/")[1:]
    for step in steps[:-1]:
        report = report[int(step) if isinstance(report, list) else step]
    return report, int(steps[-1]) if isinstance(report, list) else steps[-1]


def certified(*arguments):
    return json.loads(run("certify", *arguments, "--seed", "1", "--json", "-").stdout)


class Check(InFolder):
    @classmethod
    def setUpClass(cls):
        cls.small = certified("durstenfeld:n=4", "naive-swap:n=4", "naive-swap:n=6,marked=2", "deal-hands:slip=1,n=7",
                              "--max-trials", "100000", "--tolerance", "0.05", "--controls")
        cls.large = certified("durstenfeld:n=12", "naive-swap:n=52", "--max-trials", "100000")

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

    def test_the_reports_of_all_ready_jobs_agree_with_their_counts(self):
        for job in sorted(READY.glob("*.json")):
            with self.subTest(job=job.name):
                path = self.path / job.name
                run("certify", "--job", str(job), "--seed", "1", "--json", str(path))
                done = run("check", str(path), "--job", str(job))
                self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr)

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
        self.assert_found(report, "/results/0/blind_spots: does not end as for such a target")

    def test_a_child_that_fails_after_a_row_that_is_no_order_agrees_with_its_counts(self):
        report = certified("--exec", "echo 0 0 1", "--n", "3", "--max-trials", "100000")
        self.assertEqual((report["results"][0]["verdict"], report["results"][0]["trials"]), ("invalid", 1))
        self.assert_agrees(report)

    def test_nothing_that_a_report_names_is_run_opened_or_loaded(self):
        touched = self.path / "touched"
        for kind, place in (("exec", f"touch {touched}"), ("plugin", str(self.path / "none.so")),
                            ("log", str(self.path / "none.log")), ("stdin", "standard input")):
            report = copy.deepcopy(self.small)
            report["results"] = report["results"][:1]
            report["results"][0]["target"].update(kind=kind, shuffle=place)
            report["command"] = (f"fairshuffle certify --{kind}" + (f" '{place}'" if kind != "stdin" else "") +
                                 " --n 4 --max-trials 100000 --tolerance 0.05 --controls --seed 1")
            done = self.check(report)
            self.assertEqual((done.returncode, done.stderr), (1, ""))
            self.assertNotIn("cannot", done.stdout)
        self.assertFalse(touched.exists())

    def test_what_the_command_did_not_ask_for_is_found(self):
        changes = [
            ("/command", lambda text: text.replace("durstenfeld:n=4", "sattolo:n=4"), "/results/0/name"),
            ("/command", lambda text: text.replace("naive-swap:n=4 ", ""), "/results: holds 4 targets"),
            ("/command", lambda text: text.replace(" --controls", ""), "/controls: holds 3 targets"),
            ("/command", lambda text: text.replace("certify ", "certify $(true) "), "/command: cannot be planned"),
            ("/command", lambda text: text.replace("certify ", "certify --tests orders "), "/results/0/tests: has"),
            ("/command", lambda text: text.replace("--seed", "--colour red --seed"), "/command: is no command"),
            ("/command", lambda text: "make fair", "/command: is not one that makes such a report"),
            ("/budget/max_trials", lambda trials: trials + 1, "the command asks for 100000"),
            ("/results/0/name", lambda name: "sattolo:n=4", "/results/0/target/shuffle"),
            ("/results/1/bias/tv_lower", lambda bound: 0.9, "/results/1/bias/tv_lower: is 0.9, above the tv_upper"),
        ]
        for pointer, change, says in changes:
            with self.subTest(says=says):
                report = copy.deepcopy(self.small)
                container, key = member(report, pointer)
                container[key] = change(container[key])
                self.assert_found(report, f"    {says}" if says.startswith("/") else says)

    def test_a_target_that_could_not_be_run_is_a_report_without_a_verdict(self):
        report = certified("sattolo:n=3", "--exec", "echo 0 1 2", "--n", "3", "--max-trials", "100000")
        jsonschema.validate(report, REPORT_SCHEMA)
        self.assertIsNone(report["verdict"])
        self.assert_agrees(report)
        report["results"][1]["verdict"] = "fair"
        self.assert_found(report, "/results/1/look: is 0, but there is a verdict", "/results/1/error")

    def test_the_command_that_makes_the_counts_again_is_told(self):
        done = self.check(self.small)
        self.assertTrue(done.stdout.endswith(f"must come out again with:\n{self.small['command']}\n"), done.stdout)

    def test_no_more_is_said_to_be_recomputed_than_was(self):
        done = self.check(self.small)
        self.assertIn("agrees  durstenfeld:n=4: recomputed verdict, the upper bound and 9 tests; "
                      "taken on trust: tv_lower (within bounds)\n", done.stdout)
        self.assertIn("agrees  deal-hands:slip=1,n=7: recomputed verdict and ", done.stdout)
        self.assertNotIn("bounds and", done.stdout)
        self.assertIn("\nThe report says what its counts say, but for what is taken on trust: ", done.stdout)
        one_card = certified("durstenfeld:n=1", "--max-trials", "20000")
        done = self.check(one_card)
        self.assertIn("agrees  durstenfeld:n=1: recomputed verdict, bounds and 0 tests", done.stdout)

    def test_linked_trials_are_found_by_the_repeats_even_where_their_test_was_left_out(self):
        for target, tests in (("durstenfeld:n=13", "positions"), ("durstenfeld:n=4", "orders")):
            with self.subTest(target=target):
                report = certified(target, "--tests", tests, "--trials", "20000")
                self.assert_agrees(report)
                repeats = report["results"][0]["counts"]["repeats"]
                repeats["equal"] = repeats["pairs"] // 2
                self.assert_found(report, "/results/0/bias/tv_upper")

    def test_what_the_report_cannot_tell_is_named(self):
        done = self.check(self.large)
        self.assertIn("  durstenfeld:n=12: recomputed the upper bound and 2 tests; taken on trust: the statistics of "
                      "neighbours, parity, fixed-points and cycles, and the verdict as far as it rests on them, ", done.stdout)
        # Positions alone reject it, whatever the others say.
        self.assertIn("  naive-swap:n=52: recomputed verdict, the upper bound and 2 tests; taken on trust: the "
                      "statistics of neighbours, parity, fixed-points and cycles, ", done.stdout)
        self.assertIn("tv_lower", done.stdout)
        self.assertIn("\nTaken on trust for the whole run: the writer's version (", done.stdout)
        self.assertNotIn("job file", done.stdout)
        self.assertNotIn("the statistic", self.check(self.small).stdout)

    def test_every_single_tampering_is_found_where_it_was_made(self):
        tamperings = [
            ("small", "/results/0/counts/orders/3", lambda count: count + 1),
            ("small", "/results/0/counts/orders/23", lambda count: 0),
            ("small", "/results/0/counts/positions/1/2", lambda count: count - 1),
            ("small", "/results/0/counts/repeats/equal", lambda count: count + 1),
            ("small", "/results/0/counts/repeats/pairs", lambda count: count + 1),
            ("small", "/results/2/counts/subsets/0", lambda count: count + 1),
            ("small", "/results/0/tests/0/statistic", lambda value: value * (1 + 1e-6)),
            ("small", "/results/0/tests/0/p_value", lambda value: value * (1 + 1e-6)),
            ("small", "/results/1/tests/0/log10_p", lambda value: value / 2),
            ("small", "/results/1/tests/0/adjusted_p", lambda value: value + 1e-3),
            ("small", "/results/1/tests/0/rejected", lambda value: False),
            ("small", "/results/0/tests/1/df", lambda value: value + 1),
            ("small", "/results/0/tests/1/name", lambda value: "orders"),
            ("small", "/results/0/tests/2/applied", lambda value: False),
            ("small", "/results/0/verdict", lambda value: "biased"),
            ("small", "/results/1/verdict", lambda value: "fair"),
            ("small", "/results/1/sentence", lambda value: value.replace("Biased", "Fair")),
            ("small", "/results/0/trials", lambda value: value + 1),
            ("small", "/results/0/look", lambda value: value + 1),
            ("small", "/results/0/alpha_at_look", lambda value: value * 2),
            ("small", "/results/0/family", lambda value: value - 1),
            ("small", "/results/0/bias/phi2", lambda value: value + 1e-9),
            ("small", "/results/0/bias/tv_upper", lambda value: value * 0.99),
            ("small", "/results/0/bias/tv_lower", lambda value: None),
            ("small", "/results/0/bias/confidence", lambda value: value - 1e-6),
            ("small", "/results/0/bias/covers", lambda value: "positions"),
            ("small", "/results/1/parts/0/share", lambda value: value / 2),
            ("small", "/results/1/parts/1/phi2", lambda value: value + 1e-6),
            ("small", "/results/1/worst/0/card", lambda value: 3 - value),
            ("small", "/results/1/diagnosis", lambda value: None),
            ("small", "/results/1/diagnosis/fits/0/mistakes/0/target", lambda value: "sattolo:n=4"),
            ("small", "/results/1/diagnosis/laws_fitting", lambda value: value + 1),
            ("small", "/results/3/invalid/count", lambda value: value - 1),
            ("small", "/results/3/invalid/count", lambda value: 0),
            ("small", "/results/3/invalid/witnesses/0/order", lambda value: [6, 5, 4, 3, 2, 1, 0]),
            ("small", "/results/0/blind_spots/0", lambda value: "none"),
            ("small", "/results/0/target/n", lambda value: 5),
            ("small", "/results/2/target/marked", lambda value: 3),
            ("small", "/controls/0/verdict", lambda value: "biased"),
            ("small", "/controls/0/counts/orders/0", lambda value: value + 10),
            ("small", "/verdict", lambda value: "fair"),
            ("small", "/note", lambda value: "all is well"),
            ("small", "/seed", lambda value: "2"),
            ("small", "/command", lambda value: value.replace("--seed 1", "--seed 12")),
            ("small", "/budget/alpha", lambda value: value * 10),
            ("small", "/budget/confidence", lambda value: 0.99),
            ("small", "/budget/tolerance", lambda value: 0.06),
            ("small", "/budget/fixed_trials", lambda value: True),
            ("large", "/results/1/counts/positions/51/51", lambda value: value + 1),
            ("large", "/results/0/tests/2/p_value", lambda value: value / 2),
            ("large", "/results/0/bias/tv_upper", lambda value: value / 2),
            ("large", "/results/0/trials_to_decide", lambda value: 1),
            ("large", "/budget/max_trials", lambda value: 200000),
        ]
        for name, pointer, change in tamperings:
            with self.subTest(pointer=pointer):
                report = copy.deepcopy(getattr(self, name))
                container, key = member(report, pointer)
                before = container[key]
                container[key] = change(before)
                self.assertNotEqual(container[key], before)
                done = self.check(report)
                self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
                self.assertIn("WRONG", done.stdout)
                if not pointer.startswith(("/budget", "/seed")):
                    target = "/".join(pointer.split("/")[:3])
                    self.assertIn(f"    {target}", done.stdout)

    def test_the_place_and_both_values_are_told(self):
        report = copy.deepcopy(self.small)
        report["results"][1]["tests"][0]["p_value"] = 0.5
        self.assert_found(report, "/results/1/tests/0/p_value: the report says 0.5, its counts say ")
        report = copy.deepcopy(self.small)
        report["results"][0]["counts"]["orders"][5] += 1
        self.assert_found(report, "/results/0/counts/orders: adds up to ", "trials are valid", "do not fit each other")

    def test_a_missing_cell_or_test_is_found(self):
        report = copy.deepcopy(self.small)
        del report["results"][0]["counts"]["orders"][-1]
        self.assert_found(report, "/results/0/counts/orders: has 23 counts, where a deck of 4 cards has 24")
        report = copy.deepcopy(self.large)
        del report["results"][0]["counts"]["positions"][3][11]
        self.assert_found(report, "/results/0/counts/positions/3: has 11 cards, where the deck has 12")
        report = copy.deepcopy(self.small)
        del report["results"][0]["tests"][0]
        self.assert_found(report, "/results/0/tests")

    def test_counts_moved_where_all_sums_stay_are_found(self):
        report = copy.deepcopy(self.large)
        positions = report["results"][1]["counts"]["positions"]
        for position, card, more in ((0, 0, 1), (1, 1, 1), (0, 1, -1), (1, 0, -1)):
            positions[position][card] += more
        self.assert_found(report, "/results/1/tests/1/statistic")
        report = copy.deepcopy(self.small)
        orders = report["results"][0]["counts"]["orders"]
        orders[0], orders[1] = orders[0] + 1, orders[1] - 1
        self.assert_found(report, "/results/0/tests/0/statistic")

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
