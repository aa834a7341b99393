"""Job files, and the lists of names."""
import json

from program import ROOT, InFolder, run
from schemas import JOB_SCHEMA



class Job(InFolder):
    def test_every_ready_job_is_valid_and_ci_smoke_comes_out_as_expected(self):
        jobs = sorted((ROOT / "harness/job/ready").glob("*.json"))
        self.assertEqual([job.name for job in jobs], ["articles.json", "ci-smoke.json", "games.json", "teaching.json"])
        for job in jobs:
            JOB_SCHEMA.validate(json.loads(job.read_text()))
        done = run("certify", "--job", str(ROOT / "harness/job/ready/ci-smoke.json"), "--seed", "1")
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_an_unmet_expectation_exits_1_and_is_named(self):
        job = self.path / "job.json"
        job.write_text('{"targets": [{"shuffle": "sattolo", "n": [3, 4], "expect": "fair"}]}')
        done = run("certify", "--job", str(job))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.count("EXPECTED"), 2)

    def test_a_met_expectation_of_bias_exits_0(self):
        job = self.path / "job.json"
        job.write_text('{"targets": [{"shuffle": "swap-pairs", "n": 4, "options": {"k": [2, 3]}, "expect": "biased"}]}')
        self.assertEqual(run("certify", "--job", str(job)).returncode, 0)

    def test_a_report_is_a_job_that_runs_again_with_its_labels_tests_controls_and_seed(self):
        job, first, second = self.path / "job.json", self.path / "first.json", self.path / "second.json"
        job.write_text(json.dumps({"budget": {"tolerance": 0.05, "max_trials": 100000}, "targets": [
            {"shuffle": "durstenfeld", "n": [4, 5], "label": "house shuffle", "expect": "fair"},
            {"shuffle": "sattolo", "n": 3, "label": "old shuffle", "expect": "biased"}]}))
        done = run("certify", "--job", str(job), "--seed", "7", "--controls", "--tests", "orders,repeats", "--quiet",
                   "--json", str(first))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for name in ("house shuffle n=4", "house shuffle n=5", "old shuffle"):
            self.assertIn(name, done.stdout)
        done = run("certify", "--job", str(first), "--quiet", "--json", str(second))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        reports = [json.loads(path.read_text()) for path in (first, second)]
        for report in reports:
            del report["environment"], report["command"]
        self.assertEqual(*reports)
        self.assertEqual([result["name"] for result in reports[0]["results"]],
                         ["house shuffle n=4", "house shuffle n=5", "old shuffle"])

    def test_two_targets_cannot_be_called_the_same(self):
        job = self.path / "job.json"
        job.write_text('{"targets": [{"shuffle": "sattolo", "label": "mine"}, {"shuffle": "durstenfeld", "label": "mine"}]}')
        self.refused("certify", "--job", str(job), says="'mine' is what another target is called")


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
        self.assertEqual(by_name["random-key-sort"]["options"][1]["standard"], "bits instead")
        self.assertEqual(by_name["std-shuffle"]["interpreters"], ["sample", "trace", "meter"])
        self.assertEqual(by_name["durstenfeld"]["interpreters"],
                         ["sample", "lanes", "enumerate", "evolve", "trace", "meter"])
