"""The deck size where no option gives it: that of the first row."""
import json
import shlex
import subprocess
import sys

from program import PROGRAM, InFolder, run, words_of

SHUFFLE = "import random\nrandom.seed(1)\nwhile True: d = list(range({})); random.shuffle(d); print(*d)"


def program(cards):
    return shlex.join([sys.executable, "-c", SHUFFLE.format(cards)])


class DeckSize(InFolder):
    def test_a_program_is_judged_at_the_size_of_its_rows(self):
        done = run("certify", "--exec", program(7), "--trials", "2400", "--seed", "1")
        self.assertIn(",n=7", words_of(done.stdout))
        self.assertIn("row 1 has 7 cards, and no --n says otherwise", done.stderr)
        self.assertEqual(run("probe", "--exec", program(7)).returncode, 0)

    def test_recordings_are_judged_at_the_size_of_their_rows_and_lose_none(self):
        rows = "[1] 3 1\n[3] 2\n[1] 1 2\n[3] 3\n"
        log, report = self.path / "log", self.path / "report.json"
        log.write_text("c,deck\n" + "1,3;1;2\n" * 9)
        done = run("certify", "--log", str(log), "--column", "deck", "--base", "1", "--seed", "1", "--json", str(report))
        self.assertEqual(done.returncode, 3, done)
        self.assertIn("log:path={},column=deck,n=3,base=1".format(log), done.stdout.replace("\n", ""))
        again = run("certify", "--job", str(report), "--json", "-")
        self.assertEqual(json.loads(again.stdout)["results"], json.loads(report.read_text())["results"])
        for command in (f"{PROGRAM} certify --stdin --base 1", f"{PROGRAM} certify --log <(cat) --base 1"):
            done = subprocess.run(["bash", "-c", command], input=rows, capture_output=True, text=True, timeout=60,
                                  check=False)
            self.assertIn("n=3", words_of(done.stdout))
            self.assertIn("   2 trials", done.stdout, "no row is lost by the look at the first")

    def test_rows_of_another_size_than_was_said_are_told_so_and_not_called_invalid(self):
        for cards, said in ((52, "rows hold 52 cards, --n says 5"), (300, "rows hold 300 cards, --n says 5")):
            done = run("certify", "--exec", program(cards), "--n", "5")
            self.assertEqual(done.returncode, 4, done)
            self.assertIn(said, words_of(done.stdout))
        # Cards that are lost are.
        for rows in ("0 1 2\n0 1\n1 2\n", "0 2\n1 2\n0 1\n"):
            done = subprocess.run([PROGRAM, "certify", "--stdin", "--n", "3"], input=rows, capture_output=True,
                                  text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 1, done)

    def test_a_deck_that_is_too_large_is_refused_and_one_that_is_told_its_size_is_not_looked_at(self):
        self.refused("certify", "--exec", program(1030), says="row 1 holds 1030 cards")
        starts = self.path / "starts"
        told = f"echo start >> {starts}; {program('{n}')}"
        done = run("certify", "--exec", told, "--trials", "2400", "--seed", "1")
        self.assertIn(",n=5", words_of(done.stdout))
        self.assertEqual(starts.read_text(), "start\n")

    def test_a_job_without_a_size_is_checked_without_starting_anything(self):
        starts, job, report = (self.path / name for name in ("starts", "job.json", "report.json"))
        job.write_text(json.dumps({"targets": [{"exec": f"echo start >> {starts}; {program(4)}"}]}))
        run("certify", "--job", str(job), "--trials", "2400", "--seed", "1", "--json", str(report))
        before = starts.read_text()
        self.assertEqual(run("check", str(report), "--job", str(job)).returncode, 1, "the job says nothing of --trials")
        done = run("check", str(report), "--job", str(job))
        self.assertNotIn("/plan/targets", done.stdout)
        self.assertEqual(starts.read_text(), before)
