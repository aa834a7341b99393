"""Jobs that come with the program."""
from program import ROOT, InFolder, run

READY = ROOT / "harness/job/ready"


class ReadyJobs(InFolder):
    def test_their_reports_agree_with_their_counts(self):
        for job in sorted(READY.glob("*.json")):
            with self.subTest(job=job.name):
                path = self.path / job.name
                run("certify", "--job", str(job), "--seed", "1", "--json", str(path))
                done = run("check", str(path), "--job", str(job))
                self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr)
