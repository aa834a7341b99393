"""Job files, and the lists of names."""
import json

import jsonschema
from program import ROOT, InFolder, run

JOB_SCHEMA = json.loads((ROOT / "reports/schema/job.schema.json").read_text())


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
        self.assertEqual(by_name["std-shuffle"]["interpreters"], ["sample", "trace", "meter"])
        self.assertEqual(by_name["durstenfeld"]["interpreters"],
                         ["sample", "lanes", "enumerate", "evolve", "trace", "meter"])
