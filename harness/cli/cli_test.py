#!/usr/bin/env python3
"""Tests of the program from outside, as a user runs it. Usage: cli_test.py PROGRAM"""
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

import jsonschema

PROGRAM = os.path.abspath(sys.argv.pop(1))
ROOT = pathlib.Path(__file__).resolve().parents[2]
REPORT_SCHEMA = json.loads((ROOT / "reports/schema/report.schema.json").read_text())
REFERENCE_LAWS = json.loads((ROOT / "core/exact/reference/exact_laws.json").read_text())["laws"]
JOB_SCHEMA = json.loads((ROOT / "reports/schema/job.schema.json").read_text())


def run(*arguments, environment=None):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          timeout=300, check=False, env=dict(os.environ, **(environment or {})))


class InFolder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def files(self):
        return sorted(path.name for path in self.path.rglob("*"))

    def refused(self, *arguments, says):
        """Exit 2, one sentence on standard error that says all of `says`, nothing on standard output."""
        done = run(*arguments)
        self.assertEqual(done.returncode, 2, done)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertTrue(done.stderr.startswith("fairshuffle: "), done.stderr)
        for part in [says] if isinstance(says, str) else says:
            self.assertIn(part, done.stderr)


class Certify(InFolder):
    def test_a_biased_target_exits_1_with_its_sentence(self):
        done = run("certify", "naive-swap", "--seed", "1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("naive-swap:n=5  biased", done.stdout)
        self.assertIn("Biased: ", done.stdout)
        self.assertIn("Reproduce with: fairshuffle certify naive-swap --seed 1", done.stdout)

    def test_a_fair_target_exits_0(self):
        done = run("certify", "durstenfeld", "--n", "4", "--tolerance", "0.01", "--seed", "1")
        self.assertEqual(done.returncode, 0)
        self.assertIn("durstenfeld:n=4  fair", done.stdout)

    def test_an_undecided_target_exits_3_and_says_how_many_trials_would_decide(self):
        done = run("certify", "durstenfeld", "--max-trials", "20000", "--seed", "1")
        self.assertEqual(done.returncode, 3)
        self.assertIn("trials would decide", done.stdout)

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
            jsonschema.validate(report, REPORT_SCHEMA)
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
        seeds = {json.loads(run("certify", "sattolo", "--json", "-").stdout)["seed"] for _ in range(2)}
        self.assertEqual(len(seeds), 2)

    def test_a_report_has_what_the_counts_say(self):
        report = json.loads(run("certify", "sattolo", "--n", "3", "--trials", "30000", "--seed", "1", "--json", "-").stdout)
        result = report["results"][0]
        self.assertEqual(sum(result["counts"]["orders"]), 30000)
        self.assertEqual([rank for rank, count in enumerate(result["counts"]["orders"]) if count], [3, 4])
        self.assertEqual([sum(row) for row in result["counts"]["positions"]], [30000] * 3)
        self.assertEqual(result["counts"]["positions"][0][0], 0)
        self.assertEqual(result["verdict"], "biased")
        self.assertEqual(result["invalid"], {"count": 0, "witnesses": []})
        self.assertGreater(result["bias"]["tv_lower"], 0.6)
        self.assertEqual(report["budget"]["alpha"], 1e-6)

    def test_a_report_says_in_which_parts_the_bias_lives(self):
        result = json.loads(run("certify", "sattolo", "--seed", "1", "--json", "-").stdout)["results"][0]
        parts = {part["name"]: part for part in result["parts"]}
        self.assertAlmostEqual(sum(part["phi2"] for part in parts.values()), result["bias"]["phi2"], places=9)
        self.assertEqual(parts["ordered pairs"]["partition"], [3, 1, 1])
        # 1 in each of four hooks, to within five standard errors.
        self.assertAlmostEqual(parts["ordered pairs"]["share"], 0.25, delta=0.01)
        self.assertAlmostEqual(parts["unordered pairs"]["share"], 0, delta=0.01)
        judged = {test["name"]: test for test in result["tests"]}
        for part in parts.values():
            self.assertEqual(judged[part["judged_by"]]["p_value"], part["p_value"])
        self.assertEqual(judged["ordered pairs (3,1,1)"]["test"], "parts")
        for part in ("single cards (4,1)", "ordered pairs (3,1,1)", "single cards by parity (2,1,1,1)",
                     "parity (1,1,1,1,1)"):
            self.assertIn(f"in {part}", result["sentence"])

    def test_a_tail_beyond_doubles_is_told_by_its_logarithm(self):
        report = json.loads(run("certify", "sattolo", "--trials", "1e6", "--seed", "1", "--json", "-").stdout)
        orders = next(test for test in report["results"][0]["tests"] if test["name"] == "orders")
        self.assertEqual(orders["p_value"], 0)
        self.assertLess(orders["log10_p"], -4000)

    def test_out_names_a_folder_that_is_made(self):
        folder = self.path / "deep" / "reports"
        done = run("certify", "sattolo", "--seed", "1", "--out", str(folder))
        self.assertEqual(done.returncode, 1)
        jsonschema.validate(json.loads((folder / "report.json").read_text()), REPORT_SCHEMA)
        self.assertEqual(self.files(), ["deep", "report.json", "reports"])

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

    def test_a_deck_of_52_is_certified_by_its_positions(self):
        report = json.loads(run("certify", "durstenfeld", "--n", "52", "--trials", "200000", "--tolerance", "0.1",
                                "--seed", "1", "--json", "-").stdout)
        result = report["results"][0]
        self.assertEqual(result["verdict"], "fair")
        self.assertEqual(result["bias"]["covers"], "positions")
        self.assertEqual(result["counts"]["orders"], [])
        self.assertGreater(len(result["blind_spots"]), 1)

    def test_eleven_cards_of_which_every_order_is_to_be_counted_are_found_biased_without_a_table(self):
        largest_before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        report = json.loads(run("certify", "naive-swap", "--n", "11", "--max-trials", "2e8", "--tolerance", "0.05",
                                "--seed", "1",
                                "--json", "-").stdout)
        # Two tables would take 312 MiB.
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, max(largest_before, 150 * 1024) + 1)
        jsonschema.validate(report, REPORT_SCHEMA)
        result = report["results"][0]
        self.assertEqual(result["verdict"], "biased")
        self.assertEqual(result["family"], 7)
        self.assertEqual(result["counts"]["orders"], [])
        self.assertEqual([sum(row) for row in result["counts"]["positions"]], [result["trials"]] * 11)

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
        done = run("certify", "durstenfeld", "--controls", "--trials", "1000", "--seed", "1", "--json", "-")
        self.assertEqual(done.returncode, 4)
        report = json.loads(done.stdout)
        self.assertIsNone(report["verdict"])
        self.assertIn("control", report["note"])

    def test_quiet_says_nothing_on_standard_error(self):
        self.assertEqual(run("certify", "sattolo", "--quiet").stderr, "")

    def test_colour_never_reaches_a_pipe(self):
        self.assertNotIn("\x1b", run("certify", "sattolo").stdout)


class BadInput(InFolder):
    def test_names(self):
        self.refused("certify", "satolo", says="did you mean 'sattolo'")
        self.refused("certify", "xyzzy*", says="nothing matches 'xyzzy*'")
        self.refused("certify", says="nothing to certify")
        self.refused("certify", "sattolo", "sattolo", says="name it once")
        self.refused("exact", "satolo", says="did you mean 'sattolo'")
        self.refused("list", "shuffle", says="no section 'shuffle'")
        self.refused("certify", "durstenfeld", "--tests", "order", says="did you mean 'orders'")

    def test_ranges(self):
        self.refused("certify", "swap-pairs:k=-3", says="from 0 to 1000000")
        self.refused("certify", "durstenfeld", "--n", "0", says=["--n", "1 to 64"])
        self.refused("certify", "durstenfeld", "--n", "65", says="1 to 64")
        self.refused("certify", "durstenfeld", "--n", "3,,4", says="1 to 64")
        self.refused("certify", "durstenfeld", "--n", "13", "--tests", "orders", says=["orders", "2 to 12", "n=13"])
        self.refused("certify", "durstenfeld", "--n", "12", "--tests", "orders",
                     says=["orders", "28,768,105,639", "n=12", "--max-trials"])
        self.refused("exact", "durstenfeld", "--n", "11", says="up to 10 cards")
        for trials in ("0", "-5", "1e13", "ten", "1.5", "nan", ""):
            self.refused("certify", "durstenfeld", f"--trials={trials}", says="--trials")
            self.refused("certify", "durstenfeld", f"--max-trials={trials}", says="--max-trials")
        self.refused("certify", "durstenfeld", "--trials", "-5", says="--trials")
        for option in ("--alpha", "--confidence", "--tolerance"):
            for value in ("0", "2", "-1", "x", "nan", "inf"):
                self.refused("certify", "durstenfeld", f"{option}={value}", says=option)
        self.refused("certify", "durstenfeld", "--seed", "-1", says="--seed")
        self.refused("certify", "durstenfeld", "--threads", "0", says="--threads")

    def test_the_same_target_written_twice(self):
        self.refused("certify", "swap-pairs:n=4", "swap-pairs:k=4,n=4", says=["is the same as", "name it once"])
        self.refused("certify", "rounded-index", "durstenfeld:draw=rounded-double", says="name it once")

    def test_tests_that_can_not_end_a_run(self):
        self.refused("certify", "random-cut", "--tests", "positions", says=["orders", "--max-trials"])
        done = run("certify", "random-cut:n=4", "--tests", "positions", "--trials", "100000", "--tolerance", "0.5")
        self.assertIn(done.returncode, (1, 3))

    def test_laws_that_can_not_be_followed(self):
        self.refused("exact", "swap-pairs:k=1000000", says="too many, or too long")
        self.refused("exact", "random-key-sort:bits=32,draw=modulo", says="4294967296 values")
        self.refused("exact", "riffle:n=10,m=7", says="too many")
        self.refused("exact", "random-key-sort:n=8,bits=20,source=msvc-rand,draw=modulo", "--json",
                     str(self.path / "new" / "law.json"), says="too large")
        self.assertEqual(self.files(), [])

    def test_laws_that_can_not_be_shown(self):
        self.refused("exact", "naive-swap", "sattolo", says="--compare")
        self.refused("exact", "--compare", "naive-swap", says="two targets, not 1")
        self.refused("exact", "--compare", "naive-swap:n=3", "sattolo:n=4", says="different deck sizes")
        self.refused("exact", "--compare", "naive-swap", "sattolo", "--steps", says="leave one of them out")
        self.refused("exact", "--compare", "naive-swap", "std-shuffle", says=["std-shuffle", "draws its own way"])
        self.refused("exact", "comparator-sort", "--steps", says=["--steps", "looks into what it draws"])
        self.refused("exact", "random-cut:n=10", "--json", "-", says=["3,628,800", "n up to 9"])
        self.refused("exact", "inside-out:seeding=per-draw-clock", says="try draw=modulo")

    def test_counters_that_no_memory_holds(self):
        job = self.path / "job.json"
        job.write_text(json.dumps({"targets": [
            {"shuffle": "swap-pairs", "n": 12, "options": {"k": list(range(first, first + 100))}}
            for first in range(1, 1001, 100)]}))
        report = self.path / "report.json"
        self.refused("certify", "--job", str(job), "--max-trials", "3e10", "--json", str(report),
                     says=["1000 targets", "GiB", "fewer targets", "--n", "--max-trials below 28,768,105,639"])
        self.assertEqual(self.files(), ["job.json"])

    def test_messages_are_one_line_of_bounded_length(self):
        self.refused("certify", "x" * 100000, says=" ...")
        self.refused("certify", "two\nlines", says="two?lines")

    def test_report_names_that_no_file_can_have(self):
        self.refused("certify", "sattolo", "--out", "", says="--out")
        self.refused("certify", "sattolo", "--json", str(self.path / ("x" * 300)), says="cannot write")
        self.assertEqual(self.files(), [])

    def test_lost_output_is_no_success(self):
        for arguments in (["certify", "durstenfeld", "--tolerance", "0.5", "--quiet"], ["list", "seedings"],
                          ["exact", "durstenfeld", "--n", "3"]):
            with open("/dev/full", "w") as full:
                done = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, text=True,
                                      check=False)
            self.assertEqual(done.returncode, 4, arguments)
            self.assertEqual(done.stderr.count("\n"), 1)

    def test_options(self):
        self.refused("certify", "durstenfeld", "--bogus", says="--bogus")
        self.refused("certify", "durstenfeld", "--trials", "10", "--max-trials", "10", says="one of them")
        self.refused("certify", "durstenfeld", "--json", "a", "--out", "b", says="one of them")
        self.refused(says="")
        self.refused("bogus", says="bogus")

    def test_job_files(self):
        job = self.path / "job.json"
        self.refused("certify", "--job", str(job), says="job.json")
        for text, says in [("", "job.json"), ("{", ["job.json", "line"]), ("[]", "job.json"), ('{"targets": []}', "/targets"),
                           ('{"targets": [{"shuffle": "sattolo", "n": "five"}]}', ["/targets/0/n", "five"]),
                           ('{"targets": [{"shuffle": "satolo"}]}', ["/targets/0", "did you mean 'sattolo'"]),
                           ('{"targets": [{"shuffle": "sattolo", "colour": 1}]}', ["/targets/0", "colour"]),
                           ('{"targets": [{"shuffle": "sattolo", "expect": "unfair"}]}', ["/targets/0/expect"])]:
            job.write_text(text)
            self.refused("certify", "--job", str(job), says=says)
        self.assertEqual(self.files(), ["job.json"])


class Job(InFolder):
    def test_every_ready_job_is_valid_and_ci_smoke_comes_out_as_expected(self):
        jobs = sorted((ROOT / "harness/job/ready").glob("*.json"))
        self.assertEqual([job.name for job in jobs], ["articles.json", "ci-smoke.json", "teaching.json"])
        for job in jobs:
            jsonschema.validate(json.loads(job.read_text()), JOB_SCHEMA)
        done = run("certify", "--job", str(ROOT / "harness/job/ready/ci-smoke.json"), "--seed", "1")
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_an_unmet_expectation_exits_1_and_is_named(self):
        job = self.path / "job.json"
        job.write_text('{"targets": [{"shuffle": "sattolo", "n": [3, 4], "expect": "fair"}]}')
        done = run("certify", "--job", str(job))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.count("EXPECTED fair"), 2)

    def test_a_met_expectation_of_bias_exits_0(self):
        job = self.path / "job.json"
        job.write_text('{"targets": [{"shuffle": "swap-pairs", "n": 4, "options": {"k": [2, 3]}, "expect": "biased"}]}')
        self.assertEqual(run("certify", "--job", str(job)).returncode, 0)


class List(InFolder):
    def test_every_section_lists_names_with_their_truth(self):
        done = run("list")
        self.assertEqual(done.returncode, 0)
        for word in ("naive-swap", "rounded-index", "xoshiro256++", "multiply-shift", "per-draw-clock", "neighbours"):
            self.assertIn(word, done.stdout)

    def test_json_has_options_ranges_and_interpreters(self):
        shuffles = json.loads(run("list", "shuffles", "--json").stdout)["shuffles"]
        by_name = {shuffle["name"]: shuffle for shuffle in shuffles}
        self.assertEqual(by_name["swap-pairs"]["options"][0]["standard"], "n")
        self.assertEqual(by_name["std-shuffle"]["interpreters"], ["sample"])
        self.assertEqual(by_name["durstenfeld"]["interpreters"], ["sample", "lanes", "enumerate", "evolve"])


class Exact(InFolder):
    def test_the_law_of_naive_swap_is_in_fractions(self):
        law = json.loads(run("exact", "naive-swap", "--n", "3", "--json", "-").stdout)
        self.assertEqual(law["tv"], {"fraction": "1/18", "value": 1 / 18})
        self.assertEqual(sorted(order["p"]["fraction"] for order in law["orders"]), ["4/27"] * 3 + ["5/27"] * 3)
        self.assertEqual(law["positions"][0][1]["fraction"], "10/27")

    def test_the_law_goes_to_a_file_that_is_not_replaced(self):
        file = self.path / "law.json"
        self.assertEqual(run("exact", "sattolo", "--json", str(file)).returncode, 0)
        self.assertEqual(json.loads(file.read_text())["phi2"]["fraction"], "4")
        self.refused("exact", "sattolo", "--json", str(file), says="exists")

    def test_modulo_on_15_bits_is_exact(self):
        law = json.loads(run("exact", "durstenfeld:source=msvc-rand,draw=modulo", "--json", "-").stdout)
        self.assertAlmostEqual(law["phi2"]["value"] / 7.451e-9, 1, places=3)

    def test_every_figure_of_the_reference_is_in_the_json(self):
        for expected in REFERENCE_LAWS:
            options = {"draw-insert": "rounds={m},"}.get(expected["shuffle"], "k={k},")
            options = options.format(**expected["options"]) if expected["options"] else ""
            law = json.loads(run("exact", f"{expected['shuffle']}:{options}n={expected['n']}", "--json", "-").stdout)
            with self.subTest(target=law["target"]):
                for name in ("tv", "phi2", "phi2_positions", "phi2_neighbours", "even", "p_min", "p_max"):
                    self.assertEqual(law[name]["fraction"], expected[name])
                self.assertEqual(law["support"], expected["support"])
                self.assertAlmostEqual(law["kl_nats"] / expected["kl_nats"], 1, places=12)

    def test_steps_tell_the_distances_after_each_swap(self):
        law = json.loads(run("exact", "swap-pairs:k=8", "--steps", "--n", "4", "--json", "-").stdout)
        self.assertEqual([after["step"] for after in law["steps"]], list(range(1, 9)))
        expected = {tuple(each["options"].values()): each for each in REFERENCE_LAWS
                    if each["shuffle"] == "swap-pairs" and each["n"] == 4}
        for (swaps,), each in expected.items():
            after = law["steps"][swaps - 1]
            self.assertEqual((after["tv"]["fraction"], after["phi2"]["fraction"], after["support"]),
                             (each["tv"], each["phi2"], each["support"]))
        text = run("exact", "swap-pairs:k=8", "--steps", "--n", "4").stdout
        self.assertIn("\n     8  0.00487518       ", text)
        self.assertIn("24 of 24", text)

    def test_steps_of_many_swaps_are_beyond_no_number(self):
        law = json.loads(run("exact", "swap-pairs:k=700", "--steps", "--n", "3", "--json", "-").stdout)
        self.assertEqual(law["steps"][-1]["tv"], law["tv"])
        self.assertGreater(law["steps"][299]["phi2"]["value"], 0)

    def test_compare_sets_two_laws_side_by_side(self):
        done = run("exact", "--compare", "naive-swap", "durstenfeld", "--n", "3")
        self.assertEqual(done.returncode, 0)
        self.assertIn("A  naive-swap:n=3\nB  durstenfeld:n=3\n", done.stdout)
        self.assertIn("total variation between the two  0.0555556    1/18\n", done.stdout)
        both = json.loads(run("exact", "naive-swap", "durstenfeld", "--compare", "--n", "3", "--json", "-").stdout)
        self.assertEqual((both["a"]["tv"]["fraction"], both["b"]["tv"]["fraction"]), ("1/18", "0"))
        self.assertEqual(both["tv_between"]["fraction"], "1/18")
        self.assertFalse(both["equal"])
        # 4/27 and 5/27 are 1/54 from 1/6, all six.
        self.assertEqual([each["order"] for each in both["differences"]][0], [0, 1, 2])
        self.assertEqual(len(both["differences"]), 6)

    def test_different_shuffles_of_one_law_are_found_equal(self):
        done = run("exact", "--compare", "fisher-yates", "pick-from-all:n=4", "--n", "4")
        self.assertIn("The two laws are equal.\n", done.stdout)
        self.assertTrue(json.loads(run("exact", "--compare", "sattolo", "sattolo", "--json", "-").stdout)["equal"])

    def test_a_law_that_loses_cards_has_no_phi2(self):
        law = json.loads(run("exact", "deal-hands:slip=1", "--n", "7", "--json", "-").stdout)
        self.assertEqual((law["phi2"], law["kl_nats"], law["invalid"]["fraction"]), (None, None, "1"))
        self.assertNotIn("phi2", run("exact", "deal-hands:slip=1", "--n", "7").stdout)

    def test_one_word_for_all_draws_has_its_law(self):
        law = json.loads(run("exact", "inside-out:source=glibc-rand,draw=modulo,seeding=per-draw-clock,n=6",
                             "--json", "-").stdout)
        self.assertEqual(law["support"], 60)

    def test_text_fits_80_columns(self):
        for arguments in (["swap-pairs:k=32,n=8", "--steps"], ["naive-swap:n=9"], ["random-cut:n=10"],
                          ["durstenfeld:n=3,source=msvc-rand,draw=modulo"],
                          ["--compare", "naive-swap:n=9", "sattolo:n=9"], ["comparator-sort:n=5"]):
            lines = run("exact", *arguments).stdout.splitlines()
            self.assertGreater(len(lines), 10)
            for line in lines:
                self.assertLessEqual(len(line), 80, line)
                self.assertEqual(line, line.rstrip())


if __name__ == "__main__":
    unittest.main()
