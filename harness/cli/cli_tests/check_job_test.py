"""Checking the report of a job with the job file beside it."""
import copy
import json

from program import InFolder, run


class CheckWithJob(InFolder):
    def test_a_report_is_held_to_the_job_file_that_is_handed_over(self):
        touched = self.path / "touched"
        job = {"budget": {"tolerance": 0.05, "max_trials": 100000}, "targets": [
            {"shuffle": "durstenfeld", "n": 4, "expect": "fair"},
            {"shuffle": "sattolo", "n": [3, 4], "expect": "biased"},
            {"exec": f"touch {touched}", "n": 3}]}
        there, moved, path = self.path / "job.json", self.path / "moved.json", self.path / "report.json"
        there.write_text(json.dumps(job))
        run("certify", "--job", str(there), "--seed", "1", "--quiet", "--json", str(path))
        report = json.loads(path.read_text())
        there.rename(moved)
        touched.unlink()
        self.assertIn(", and that this plan was asked for (hand its job file over with --job).\n",
                      run("check", str(path)).stdout)
        done = run("check", str(path), "--job", str(moved))
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertNotIn("job file", done.stdout)
        self.assertFalse(touched.exists())

        changes = [
            ("/plan/budget/alpha", lambda report: report["plan"]["budget"].update(alpha=1e-5), None),
            ("/plan/budget/tolerance", lambda report: report["plan"]["budget"].update(tolerance=0.06), None),
            ("/plan/budget/max_trials", lambda report: report["plan"]["budget"].update(max_trials=200000), None),
            ("/results/0/expected", lambda report: report["results"][0].pop("expected"), None),
            ("/plan/targets/0/expected", lambda report: report["plan"]["targets"][0].update(expected=None), None),
            ('/plan/targets/0/name: the report says "exec:', lambda report: [report["results"].reverse(),
                                                                           report["plan"]["targets"].reverse()], None),
            ("/plan/targets: the report says a list of 3, the job says a list of 4",
             lambda report: [report["results"].pop(), report["plan"]["targets"].pop()], None),
            ("/plan/seed", None, lambda job: job.update(seed=2)),
            ("/plan/tests", lambda report: report["plan"]["tests"].pop(), None),
            ("/plan/targets/1/expected", None, lambda job: job["targets"][1].update(expect="fair")),
            ("/plan/targets/0/name", None, lambda job: job["targets"][0].update(draw="modulo")),
            ("/plan/budget/max_trials", None, lambda job: job["budget"].update(max_trials=50000)),
            ("/plan/targets: the report says a list of 4, the job says a list of 3", None, lambda job: job["targets"].pop()),
        ]
        for says, change_report, change_job in changes:
            with self.subTest(says=says):
                changed, changed_job = copy.deepcopy(report), copy.deepcopy(job)
                if change_report:
                    change_report(changed)
                if change_job:
                    change_job(changed_job)
                path.write_text(json.dumps(changed))
                moved.write_text(json.dumps(changed_job))
                done = run("check", str(path), "--job", str(moved))
                self.assertEqual((done.returncode, done.stderr), (1, ""))
                self.assertIn(f"    {says}", done.stdout)

    def test_plans_are_compared_however_the_run_was_asked_for(self):
        path, job = self.path / "report.json", self.path / "job.json"
        run("certify", "sattolo:n=3", "--max-trials", "20000", "--seed", "5", "--quiet", "--json", str(path))
        job.write_text('{"budget": {"max_trials": 20000}, "targets": [{"shuffle": "sattolo", "n": 3}]}')
        report = json.loads(path.read_text())
        for command in (report["command"], "", "fairshuffle certify --job other.json"):
            path.write_text(json.dumps({**report, "command": command}))
            done = run("check", str(path), "--job", str(job))
            self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
            self.assertNotIn("job file", done.stdout)
            done = run("check", str(path), "--job", str(path))
            self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        # A job cannot ask for controls, and so cannot say that there are none.
        run("certify", "--job", str(job), "--controls", "--seed", "5", "--quiet", "--force", "--json", str(path))
        done = run("check", str(path), "--job", str(job))
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        # What else a command says beside its job the job doesn't.
        run("certify", "--job", str(job), "--max-trials", "30000", "--seed", "5", "--quiet", "--force", "--json", str(path))
        done = run("check", str(path), "--job", str(job))
        self.assertEqual(done.returncode, 1)
        self.assertIn("/plan/budget/max_trials: the report says 30000, the job says 20000", done.stdout)

    def test_a_job_file_that_cannot_be_is_bad_input(self):
        path, job = self.path / "report.json", self.path / "job.json"
        run("certify", "sattolo:n=3", "--max-trials", "20000", "--seed", "1", "--quiet", "--json", str(path))
        job.write_text('{"targets": [{"shuffle": "durstenfled"}]}')
        self.refused("check", str(path), "--job", str(job), says="/targets/0: ")
        job.write_text("{}")
        self.refused("check", str(path), "--job", str(job), says="targets")
        job.unlink()
        self.refused("check", str(path), "--job", str(job), says="job.json")
