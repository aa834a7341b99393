"""Where any two cards lie: --pairs, from the command line to the report and back."""
import json
import pathlib
import tempfile
import unittest

from program import InFolder, run


def certify(*arguments):
    """The report of a run, and what it said of itself beside."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "report.json"
        result = run("certify", *arguments, "--json", str(path))
        return json.loads(path.read_text()), result


class Pairs(InFolder):
    def test_pairs_are_counted_tested_bounded_and_told(self):
        report, result = certify("durstenfeld", "--n", "13", "--trials", "40000", "--pairs", "--seed", "1")
        self.assertRegex(result.stderr, r"the counters of this run take \d+ MB at most")
        self.assertIs(report["plan"]["pairs"], True)
        target = report["results"][0]
        names = [test["name"] for test in target["tests"]]
        self.assertIn("unordered pairs (11,2)", names)
        self.assertIn("ordered pairs (11,1,1)", names)
        family = next(each for each in target["families"] if each["family"] == "pairs")
        self.assertFalse(family["asked"])
        self.assertEqual(family["members"], 2 * 78)
        self.assertTrue(0 < family["tv_upper"] < 0.2)
        self.assertRegex(family["farthest"], r"^(cards|positions) \d+ and \d+$")
        sums = target["evidence"]["pair_positions"]
        self.assertEqual([len(sums["cards"]), len(sums["places"])], [78, 78])

    def test_the_tolerance_may_be_asked_of_them(self):
        report, result = certify("durstenfeld", "--n", "13", "--certify", "pairs", "--tolerance", "0.03", "--seed", "2")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIs(report["plan"]["pairs"], True)
        self.assertEqual(report["results"][0]["verdict"], "fair")
        self.assertIn("where any two cards lie", report["results"][0]["sentence"])

    def test_the_counts_depend_on_no_thread_and_a_report_runs_again(self):
        arguments = ["durstenfeld", "random-cut", "--n", "13,20", "--trials", "70000", "--pairs", "--seed", "3"]
        one, _ = certify(*arguments, "--threads", "1")
        more, _ = certify(*arguments, "--threads", "3")
        evidence = [target["evidence"] for target in one["results"]]
        self.assertEqual(evidence, [target["evidence"] for target in more["results"]])
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "old.json"
            path.write_text(json.dumps(one))
            again, _ = certify("--job", str(path))
            self.assertEqual(evidence, [target["evidence"] for target in again["results"]])
            self.assertEqual(run("check", str(path)).returncode, 0)

    def test_a_report_without_pairs_runs_again_with_them(self):
        old, _ = certify("durstenfeld", "--n", "13", "--trials", "3000", "--seed", "4")
        self.assertNotIn("pairs", old["plan"])
        self.assertNotIn("pair_positions", old["results"][0]["evidence"])
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "old.json"
            path.write_text(json.dumps(old))
            again, _ = certify("--job", str(path), "--pairs")
        self.assertIn("pairs", again["plan"]["tests"])
        self.assertIn("pair_positions", again["results"][0]["evidence"])

    def test_a_job_asks_for_pairs(self):
        with tempfile.TemporaryDirectory() as folder:
            job = pathlib.Path(folder) / "job.json"
            job.write_text(json.dumps({"targets": [{"shuffle": "durstenfeld", "n": [5, 13]}], "pairs": True,
                                       "seed": 5, "budget": {"trials": 3000}}))
            report, _ = certify("--job", str(job))
            small, large = [target["evidence"] for target in report["results"]]
            self.assertNotIn("pair_positions", small)
            self.assertIn("pair_positions", large)
            job.write_text(json.dumps({"targets": [{"shuffle": "durstenfeld"}], "pairs": "yes"}))
            result = run("certify", "--job", str(job))
            self.assertEqual(result.returncode, 2)
            self.assertIn("/pairs", result.stderr)

    def test_rows_of_another_program_are_counted_too(self):
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / "decks.log"
            log.write_text("".join(" ".join(str((card * 5 + row) % 13) for card in range(13)) + "\n" for row in range(2600)))
            report, _ = certify("--log", str(log), "--n", "13", "--pairs")
        sums = report["results"][0]["evidence"]["pair_positions"]
        # Cuts of one deck: any two cards lie in 13 ways, 200 times each.
        self.assertEqual({tuple(pair) for pair in sums["cards"]}, {(13 * 200**2, 13 * 200**2, 13 * (156 * 200 - 2600))})
        tests = {test["name"]: test for test in report["results"][0]["tests"]}
        self.assertLess(tests["unordered pairs (11,2)"]["log10_p"], -100)

    def test_what_cannot_be_counted_is_refused_in_a_sentence(self):
        self.refused("certify", "durstenfeld", "--n", "5", "--pairs", says=["--pairs", "decks of 13 to 128 different cards"])
        self.refused("certify", "durstenfeld", "--n", "52", "--pairs", "--max-trials", "5e9",
                     says=["at most 4,294,967,295 trials a target"])
        self.refused("certify", "durstenfeld", "--n", "52", "--tests", "pairs", "--trials", "1000",
                     says=["--tests: pairs takes runs that count pairs; add --pairs"])
        self.refused("certify", "durstenfeld", "--n", "12", "--tests", "pairs", "--pairs", says=["no target is of one"])
        deals = self.path / "deals.txt"
        deals.write_text("3 1 4 15 9 2\n" * 20)
        self.refused("certify", "--log", str(deals), "--deal", "6", "--n", "49", "--pairs",
                     says=["--pairs", "of whole decks of 13 to 128 different cards, and no target is of one"])
        self.refused("certify", "durstenfeld:n=5", "--log", str(deals), "--deal", "6", "--n", "49",
                     "--certify", "pairs", says=["--certify", "no target is of one"])

    def test_pairs_that_no_memory_holds_may_be_left_out(self):
        self.refused("certify", "durstenfeld", "--n", "128", "--trials", "1000", "--threads", "1024", "--pairs",
                     says=["GiB to give; take a smaller --n, no pairs"])


if __name__ == "__main__":
    unittest.main()
