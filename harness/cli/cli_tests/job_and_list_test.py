"""Job files, and the lists of names."""
import html
import json

from program import ROOT, InFolder, formats, run, words_of
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
            {"shuffle": "durstenfeld", "n": [4, 5], "label": "house shuffle", "group": "The house", "expect": "fair"},
            {"shuffle": "sattolo", "n": 3, "label": "old shuffle", "expect": "biased"}]}))
        done = run("certify", "--job", str(job), "--seed", "7", "--controls", "--tests", "permutations,repeats", "--quiet",
                   "--json", str(first))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        shown = ['"house shuffle, 4 cards" durstenfeld:n=4', '"house shuffle, 5 cards" durstenfeld:n=5', '"old shuffle" sattolo:n=3']
        for name in shown:
            self.assertIn(name, words_of(done.stdout))
        done = run("certify", "--job", str(first), "--quiet", "--json", str(second))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        reports = [json.loads(path.read_text()) for path in (first, second)]
        for report in reports:
            del report["environment"], report["command"]
        self.assertEqual(*reports)
        self.assertEqual([result["name"] for result in reports[0]["results"]], shown)
        self.assertEqual([target.get("group") for target in reports[0]["plan"]["targets"]], ["The house", "The house", None])
        self.assertEqual(run("check", str(first)).returncode, 0)
        hidden = json.loads(first.read_text())
        hidden["plan"]["targets"][0]["group"] = "a\u200bb"
        second.write_text(json.dumps(hidden))
        self.refused("report", str(second), says="the group 'a")

    def test_a_label_can_be_typed_and_stands_in_the_command(self):
        report = self.path / "report.json"
        done = run("certify", "sattolo", "--label", "our deck", "--n", "4", "--seed", "1", "--json", str(report))
        self.assertIn('"our deck" sattolo:n=4', words_of(done.stdout))
        self.assertIn("certify sattolo --n 4 --label 'our deck' --seed 1", words_of(done.stdout))
        self.assertIn("--label 'our deck'", words_of(run("report", str(report)).stdout))
        self.assertEqual(run("check", str(report)).returncode, 0)
        done = run("certify", "--exec", "yes 0 1 2", "--label", "our program", "--trials", "1000", "--seed", "1")
        self.assertIn('"our program" exec:command=yes 0 1 2,n=3', words_of(done.stdout))
        done = run("certify", "sattolo", "--n", "3,4", "--label", "ours", "--seed", "1")
        self.assertIn('"ours, 4 cards" sattolo:n=4', words_of(done.stdout))
        self.refused("certify", "sattolo", "naive-swap", "--label", "ours", says="'ours' is what another target is called")
        self.refused("certify", "sattolo", "--label", "naive-swap", says="begins like the target 'naive-swap'")
        self.refused("certify", "sattolo", "--label", "", says="--label: expected a line of 1 to 100 bytes")
        job = self.path / "job.json"
        job.write_text('{"targets": [{"shuffle": "sattolo"}]}')
        self.refused("certify", "--job", str(job), "--label", "ours", says="--label is for a target named beside it")

    def test_two_targets_cannot_be_called_the_same(self):
        job = self.path / "job.json"
        job.write_text('{"targets": [{"shuffle": "sattolo", "label": "mine"}, {"shuffle": "durstenfeld", "label": "mine"}]}')
        self.refused("certify", "--job", str(job), says="'mine' is what another target is called")

    def test_a_label_stands_beside_the_target_and_never_passes_for_another(self):
        job, report, other = self.path / "job.json", self.path / "report.json", self.path / "other.json"
        command = "yes 0 1 2"
        job.write_text(json.dumps({"budget": {"trials": 1000}, "targets": [{"exec": command, "n": 3, "label": "our table"},
                                                                          {"shuffle": "sattolo", "n": 3}]}))
        run("certify", "--job", str(job), "--seed", "1", "--quiet", "--json", str(report))
        shown = f'"our table" exec:command={command},n=3'
        for arguments in (["report"], ["check"], ["diff", str(report)]):
            self.assertIn(shown, words_of(run(*arguments, str(report)).stdout))
        for name in formats():
            drawn = html.unescape(run("report", str(report), "--format", name).stdout).replace("<wbr>", "")
            self.assertIn(shown, drawn.replace("\\", "").replace('""', '"'), name)
        for label, because in (("durstenfeld:n=3", "begins like the target 'durstenfeld'"),
                               ("dur\u0455tenfeld:n=3", "mixes Latin letters"), ('a" sattolo:n=3', "holds U+0022"),
                               ("stdin:n=3", "begins like the target 'stdin'"), ("a\u200bb", "holds U+200B")):
            forged = json.loads(report.read_text())
            forged["plan"]["targets"][0]["label"] = label
            other.write_text(json.dumps(forged))
            for arguments in (["report"], ["check"], ["diff", str(report)], ["certify", "--job"]):
                self.refused(*arguments, str(other), says=["other.json: ", "the label '", because])
            job.write_text(json.dumps({"targets": [{"exec": command, "n": 3, "label": label}]}))
            self.refused("certify", "--job", str(job), says=["job.json: /targets/0: the label '", because])
        # Nor does a name.
        forged["plan"]["targets"][0].update(label=None, name="durstenfeld:n=3")
        other.write_text(json.dumps(forged))
        for arguments in (["report"], ["certify", "--job"]):
            self.refused(*arguments, str(other), says=f"/plan/targets/0/name: the target is 'exec:command={command},n=3', and not 'durstenfeld:n=3'")


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
