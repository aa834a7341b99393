"""Runs of decks from outside that are held to what every report and every counts file keeps."""
import json

from program import InFolder, run, words_of
from schemas import REPORT_SCHEMA


class Certified(InFolder):
    def certified(self, *arguments, code):
        """The report, which is checked and made again, and the words of the answer."""
        report = self.path / "report.json"
        done = run("certify", *arguments, "--seed", "1", "--json", str(report), "--force")
        self.assertEqual(done.returncode, code, done)
        text = report.read_text()
        REPORT_SCHEMA.validate(json.loads(text))
        check = run("check", str(report))
        self.assertEqual((check.returncode, check.stderr), (0, ""), check)
        again = run("certify", "--job", str(report), "--json", "-")
        self.assertEqual(json.loads(again.stdout)["results"], json.loads(text)["results"])
        return json.loads(text), words_of(done.stdout)

    def evidence_of(self, done):
        self.assertEqual(done.returncode, 3, done)
        return json.loads(done.stdout)["results"][0]["evidence"]

    def goes_on_and_comes_together(self, *asked):
        """From a checkpoint, and of two shards: the evidence of the run as a whole."""
        answer = ["--quiet", "--json", "-"]
        whole = self.evidence_of(run("certify", *asked, *answer))
        kept = str(self.path / "run.fair")
        self.assertEqual(run("certify", *asked, "--checkpoint", kept, "--until", "20000", "--quiet").returncode, 4)
        self.assertEqual(self.evidence_of(run("certify", *asked, "--checkpoint", kept, *answer)), whole)
        shards = [str(self.path / f"{index}.fair") for index in range(2)]
        for index, shard in enumerate(shards):
            done = run("certify", *asked, "--shard", f"{index}/2", "--out", shard, "--quiet")
            self.assertEqual(done.returncode, 0, done)
        self.assertEqual(self.evidence_of(run("merge", *shards, *answer)), whole)
