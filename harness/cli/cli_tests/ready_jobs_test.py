"""Jobs that come with the program."""
import json
import os

from program import ROOT, InFolder, run

READY = ROOT / "harness/job/ready"
# With all that they ask for they take half a minute.
MOST_TRIALS = float(os.environ.get("FAIRSHUFFLE_MOST_TRIALS", "1e5"))


class ReadyJobs(InFolder):
    def test_their_reports_agree_with_their_counts(self):
        for ready in sorted(READY.glob("*.json")):
            with self.subTest(job=ready.name):
                plan = json.loads(ready.read_text())
                plan["budget"]["max_trials"] = min(plan["budget"].get("max_trials", 1e9), MOST_TRIALS)
                job, report = self.path / f"job-{ready.name}", self.path / ready.name
                job.write_text(json.dumps(plan))
                run("certify", "--job", str(job), "--seed", "1", "--json", str(report))
                done = run("check", str(report), "--job", str(job))
                self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr)
