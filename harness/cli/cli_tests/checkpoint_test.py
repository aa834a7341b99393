"""Runs that are killed or interrupted, and gone on with from their checkpoint."""
import fcntl
import json
import shutil
import signal
import subprocess
import time

from program import PROGRAM, InFolder, run, words_of

TARGETS = ["durstenfeld:n=6", "naive-swap:n=8", "durstenfeld:n=20", "durstenfeld:n=5,seeding=per-run", "--max-trials", "1e6",
           "--tolerance", "0.01", "--seed", "11"]
SHUFFLER = """#!/usr/bin/env python3
import random, sys
source = random.Random(int(sys.argv[2]))
for _ in range(int(sys.argv[1])):
    print(*source.sample(range(4), 4))
"""
# Of a source that no lanes have: those take a trillion trials in ten minutes where they are fast.
FAIR_FOR_LONG = ["durstenfeld:n=7,source=mt19937", "--tolerance", "0.00001", "--max-trials", "1e12", "--threads", "1", "--seed", "1"]


def without_environment(path):
    report = json.loads(path.read_text())
    del report["environment"]
    return report


def without_command(path):
    report = without_environment(path)
    del report["command"]
    return report


class Checkpoints(InFolder):
    def started(self, *arguments):
        return subprocess.Popen([PROGRAM, "certify", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                cwd=self.path)

    def started_until(self, is_there, *arguments):
        """A process of which the checkpoint is there."""
        process = self.started(*arguments)
        for _ in range(600):
            if is_there() or process.poll() is not None:
                return process
            time.sleep(0.05)
        process.kill()
        self.fail(process.communicate())

    def test_a_run_that_is_killed_goes_on_by_the_same_command_or_from_the_file_alone(self):
        whole = self.path / "whole.json"
        done = run("certify", *TARGETS, "--json", str(whole), "--quiet")
        self.assertEqual(done.returncode, 1, done)
        checkpoint, report = self.path / "run.fair", self.path / "report.json"
        asked = [*TARGETS, "--checkpoint", str(checkpoint), "--checkpoint-every", "0.01s", "--json", str(report)]
        for goes_on_with in (asked, ["--resume", str(checkpoint), "--json", str(report)]):
            with self.started_until(checkpoint.exists, *asked) as process:
                process.kill()
                process.communicate()
            self.assertEqual(process.returncode, -signal.SIGKILL)
            told = run("status", str(checkpoint))
            self.assertEqual(told.returncode, 0, told)
            self.assertIn("of 4 targets undecided", told.stdout)
            self.assertIn("durstenfeld:n=20: undecided, ", told.stdout)
            self.assertRegex(words_of(told.stdout), r"a checkpoint, written .* ago, of .* at [0-9.,]+( M)?/s about .* more (if all are fair|at most)")
            self.assertIn("certify durstenfeld:n=6", told.stdout)
            done = run("certify", *goes_on_with, "--threads", "1")
            self.assertEqual(done.returncode, 1, done)
            self.assertIn(f"goes on from {checkpoint}: ", words_of(done.stderr))
            self.assertIn("durstenfeld:n=5,seeding=per-run begins again: its trials come in one sequence", words_of(done.stderr))
            self.assertEqual(without_environment(report), without_environment(whole))
            printed = words_of(done.stdout).split("Reproduce with: ")[1]
            self.assertIn("--max-trials 1000000" if "--resume" in goes_on_with else "--max-trials 1e6", printed)
            self.assertEqual(run("check", str(report)).returncode, 0)
            self.assertEqual(sorted(self.files()), ["report.json", "whole.json"])
            report.unlink()

    def test_a_run_that_is_killed_while_it_writes_its_reports_is_finished(self):
        asked = ["certify", "durstenfeld:n=5", "--max-trials", "1e5", "--tolerance", "0.02", "--seed", "4"]
        checkpoint, out = self.path / "run.fair", self.path / "out"
        self.assertEqual(run(*asked, "--until", "4e4", "--checkpoint", str(checkpoint)).returncode, 4)
        kept = checkpoint.read_bytes()
        reports = [out / f"report.{ending}" for ending in ("json", "md", "junit.xml", "html")]
        for written in range(1, 5):
            for goes_on_with in ([*asked, "--checkpoint", str(checkpoint)], ["certify", "--resume", str(checkpoint)]):
                out.mkdir()
                checkpoint.write_bytes(kept)
                (out / ".report.json.begun").write_text("".join(f"{path}\0" for path in reports))
                for path in reports[-written:]:
                    path.write_text("of a run that was killed")
                done = run(*goes_on_with, "--out", str(out))
                self.assertEqual(done.returncode, 0, done)
                self.assertEqual(self.files(), sorted(["out", *(path.name for path in reports)]))
                self.assertEqual(run("check", str(reports[0])).returncode, 0)
                self.assertFalse([path for path in reports if path.read_text() == "of a run that was killed"])
                shutil.rmtree(out)
        # What that run did not write stays.
        out.mkdir()
        (out / ".report.json.begun").write_text(f"{reports[0]}\0{reports[1]}\0")
        reports[2].write_text("somebody's")
        self.refused(*asked, "--out", str(out), says="report.junit.xml exists already")

    def test_a_run_that_lives_shares_its_counts_with_no_other(self):
        run_file, shard_file = self.path / "run.fair", self.path / "shard.fair"
        for kept, asked in ((run_file, ["--checkpoint", str(run_file)]), (shard_file, ["--shard", "0/2", "--out", str(shard_file)])):
            # It is there from the start, not from its first minute on.
            asked = ["certify", *FAIR_FOR_LONG, *asked]
            with self.started_until(kept.exists, *asked[1:]) as process:
                # It lives as long as it is stopped, and others have its cores.
                process.send_signal(signal.SIGSTOP)
                self.refused(*asked, says="another run writes it")
                self.refused("certify", "durstenfeld", "--json", str(kept), "--force", says="another run writes it")
                self.assertEqual(run("status", str(kept)).returncode, 0)
                process.kill()
                process.communicate()

    def test_a_checkpoint_is_no_report_and_a_report_no_checkpoint(self):
        for written in (["--json", "x"], ["--html", "x", "--json", "y.json"], ["--html", "y.fair", "--json", "y.json"]):
            kept = [] if written[1] == "y.fair" else ["--checkpoint", "x"]
            done = subprocess.run([PROGRAM, "certify", "naive-swap", *written, *kept], cwd=self.path, capture_output=True, text=True,
                                  check=False)
            self.assertEqual((done.returncode, self.files()), (2, []), done)
            self.assertIn("the checkpoint and a report name the same file", words_of(done.stderr))
        # A report of that ending is not where its run is kept.
        done = subprocess.run([PROGRAM, "certify", "naive-swap", "--json", "r.fair"], cwd=self.path, capture_output=True, text=True,
                              check=False)
        self.assertEqual((done.returncode, self.files()), (1, ["r.fair"]), done)

    def test_what_is_inconclusive_at_its_limit_goes_on_beyond_it(self):
        report, again, kept = self.path / "report.json", self.path / "again.json", str(self.path / "run.fair")
        targets = ["durstenfeld:n=5", "naive-swap:n=4", "durstenfeld:n=4,seeding=per-run"]
        asked = ["certify", *targets, "--seed", "4", "--max-trials", "100000", "--tolerance", "0.003"]
        done = run(*asked, "--checkpoint", kept, "--json", str(report))
        self.assertEqual(done.returncode, 1, done)
        self.assertRegex(words_of(done.stdout), rf"To decide, if fair: fairshuffle certify --resume {kept} \\ --max-trials 4\.[0-9]e6")
        self.assertEqual(json.loads(report.read_text())["results"][0]["evidence"]["trials"], 100_000)
        # The same command has nothing more to run, and finds the same.
        self.assertEqual(run(*asked, "--checkpoint", kept, "--json", str(again), "--threads", "1").returncode, 1)
        self.assertEqual(without_environment(again), without_environment(report))
        self.refused("certify", "--resume", kept, "--max-trials", "100000", says="expected more than the 100,000 trials")
        self.refused("certify", "--resume", kept, "--max-trials", "4e5", "--shard", "0/2", "--out", "shard.fair",
                     says="shards go on to the limit of their checkpoint")
        done = run("certify", "--resume", kept, "--max-trials", "4e5", "--json", str(report))
        self.assertEqual(done.returncode, 1, done)
        self.assertIn("look 11 is next", words_of(done.stderr))
        done = run("certify", "--resume", kept, "--max-trials", "3e6", "--json", str(report))
        self.assertEqual(done.returncode, 1, done)
        command = "certify durstenfeld:n=5 naive-swap:n=4 durstenfeld:n=4,seeding=per-run --max-trials 100000,400000,3000000"
        self.assertIn(command, words_of(done.stdout).replace("\\ ", ""))
        self.assertEqual([each["verdict"] for each in json.loads(report.read_text())["results"]], ["fair", "biased", "fair"])
        self.assertEqual(run("check", str(report)).returncode, 0)
        self.assertEqual(sorted(self.files()), ["again.json", "report.json"])
        # Run at once it gives the same.
        done = run("certify", *command.split()[1:], "--seed", "4", "--tolerance", "0.003", "--json", str(again), "--force")
        self.assertEqual(done.returncode, 1, done)
        self.assertEqual(without_command(again), without_command(report))

    def test_what_has_no_budget_left_does_not_go_on_beyond_its_limit(self):
        kept = str(self.path / "run.fair")
        asked = ["durstenfeld", "--seed", "1", "--tolerance", "1e-6", "--checkpoint", kept]
        self.assertEqual(run("certify", *asked, "--trials", "1e5").returncode, 3)
        self.assertEqual(self.files(), [])
        self.refused("certify", "durstenfeld", "--max-trials", "2e5,1e5", says="each larger than the one before")

    def test_what_is_asked_of_a_checkpoint_that_cannot_be_is_refused(self):
        kept = str(self.path / "run.fair")
        asked = ["durstenfeld", "--seed", "1", "--max-trials", "1e5", "--tolerance", "1e-6"]
        self.refused("certify", "durstenfeld", "--checkpoint-every", "often", says="--checkpoint-every")
        self.assertEqual(run("certify", *asked, "--checkpoint", kept, "--until", "4e4").returncode, 4)
        self.refused("certify", "--resume", kept, "--until", "100", says="the checkpoint is beyond that")
        self.refused("certify", "durstenfeld", "--trials", "1e5", "--checkpoint", str(self.path / "other.fair"), "--until", "4e4",
                     says="a run of --trials has one look, at its end")
        # What would decide is not known by a command that has the plan from a file.
        done = run("certify", "--resume", kept)
        self.assertEqual(done.returncode, 3, done)
        self.assertNotIn("To decide", done.stdout)

    def test_a_run_that_ended_at_a_look_ends_there_again(self):
        asked = ["certify", "durstenfeld:n=8", "--seed", "1", "--checkpoint", str(self.path / "run.fair"), "--until", "1e5"]
        told = [run(*asked) for _ in range(2)]
        self.assertEqual([done.returncode for done in told], [4, 4], told)
        self.assertIn("the next round starts from", words_of(told[1].stderr))

    def test_a_program_that_is_not_found_where_a_run_goes_on_costs_nothing_that_was_kept(self):
        child, checkpoint = self.path / "child", self.path / "run.fair"
        child.write_text(SHUFFLER)
        child.chmod(0o755)
        # By the shell, and by what the shell found.
        for command, said in (("./child", "the shell did not find the command"), ("python3 child", "can't open file")):
            asked = ["--exec", command + " {trials} {seed}", "--n", "4", "--seed", "1", "--max-trials", "1e4", "--until", "2400"]
            done = subprocess.run([PROGRAM, "certify", *asked, "--checkpoint", "run.fair"], cwd=self.path, capture_output=True, text=True,
                                  check=False)
            self.assertEqual(done.returncode, 4, done)
            kept = checkpoint.read_bytes()
            done = subprocess.run([PROGRAM, "certify", "--resume", str(checkpoint)], cwd="/", capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 4, done)
            self.assertIn(said, words_of(done.stderr))
            self.assertIn("nothing is judged; once that can run again, go on: fairshuffle certify --resume", words_of(done.stderr))
            self.assertEqual(checkpoint.read_bytes(), kept)
            done = subprocess.run([PROGRAM, "certify", "--resume", "run.fair"], cwd=self.path, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 3, done)
            self.assertFalse(checkpoint.exists())

    def test_a_run_whose_output_is_full_has_its_reports_and_leaves_nothing_to_go_on_with(self):
        for asked, is_left in ((["--out", "report"], False), ([], True), (["--json", "-"], True)):
            done = subprocess.run(["bash", "-c", 'exec "$0" "$@" >/dev/full', PROGRAM, "certify", *TARGETS, "--checkpoint", "run.fair",
                                   *asked], cwd=self.path, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 4, done)
            self.assertIn("by its verdict the run ends with 1", words_of(done.stderr))
            self.assertEqual((self.path / "run.fair").exists(), is_left)
            self.assertEqual((self.path / "report" / "report.json").exists(), "--out" in asked)
            shutil.rmtree(self.path / "report", ignore_errors=True)
            (self.path / "run.fair").unlink(missing_ok=True)

    def test_a_run_waits_for_another_that_writes_the_same_reports(self):
        note, out = self.path / ".report.json.begun", self.path / "report.json"
        with open(note, "w", encoding="utf-8") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            with subprocess.Popen([PROGRAM, "certify", "naive-swap", "--json", "report.json", "--force"], cwd=self.path,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                time.sleep(1)
                self.assertFalse(out.exists())
                note.unlink()
                held.close()
                process.communicate(timeout=60)
        self.assertEqual((process.returncode, self.files()), (1, ["report.json"]))

    def test_a_link_to_a_checkpoint_stays_one(self):
        dependence, elsewhere = self.path / "run.fair", self.path / "elsewhere.fair"
        dependence.symlink_to(elsewhere)
        asked = ["certify", *TARGETS, "--checkpoint", str(dependence)]
        for until, code, is_there in ((["--until", "4e4"], 4, True), ([], 1, False)):
            done = run(*asked, *until)
            self.assertEqual((done.returncode, elsewhere.exists(), dependence.is_symlink()), (code, is_there, True), done)

    def test_what_could_not_be_kept_is_not_said_to_be(self):
        asked = "certify durstenfeld --seed 1 --max-trials 1e5 --tolerance 1e-6 --checkpoint run.fair --until 4e4"
        done = subprocess.run(["bash", "-c", f'ulimit -f 1; exec "$0" {asked}', PROGRAM], cwd=self.path, capture_output=True, text=True,
                              check=False)
        self.assertEqual((done.returncode, self.files()), (4, []), done)
        self.assertIn("nothing goes on from here", words_of(done.stderr))

    def test_an_early_end_without_a_checkpoint_says_of_none_that_a_run_goes_on_from_there(self):
        asked = "certify durstenfeld:n=7 --seed 1 --max-trials 1e12 --tolerance 1e-6 --checkpoint run.fair --max-time 0.3s"
        done = subprocess.run(["bash", "-c", f'ulimit -f 1; exec "$0" {asked}', PROGRAM], cwd=self.path, capture_output=True,
                              text=True, check=False)
        self.assertEqual((done.returncode, self.files()), (3, []), done)
        self.assertIn("cannot write the checkpoint run.fair", words_of(done.stderr))
        self.assertNotIn("to go on from there", words_of(done.stderr))

    def test_an_early_end_that_could_not_be_kept_is_not_judged(self):
        asked = "certify durstenfeld:n=7 --seed 1 --max-trials 1e12 --tolerance 1e-6"
        self.assertEqual(run(*asked.split(), "--checkpoint", str(self.path / "run.fair"), "--until", "4e4").returncode, 4)
        before = (self.path / "run.fair").read_bytes()
        # One that did not know of this early end would let another one be judged.
        resumed = "certify --resume run.fair --max-time 0.3s --json report.json"
        done = subprocess.run(["bash", "-c", f'ulimit -f 1; exec "$0" {resumed}', PROGRAM], cwd=self.path, capture_output=True,
                              text=True, check=False)
        self.assertEqual((done.returncode, self.files()), (4, ["run.fair"]), done)
        self.assertIn("nothing is judged, since the older one there does not know of this early end", words_of(done.stderr))
        self.assertEqual((self.path / "run.fair").read_bytes(), before)

    def interrupted_when_kept(self, checkpoint, which, *arguments):
        """Its exit code and what it said, interrupted once it has written the checkpoint."""
        before = checkpoint.stat().st_mtime_ns if checkpoint.exists() else None
        is_kept = lambda: checkpoint.exists() and checkpoint.stat().st_mtime_ns != before
        with self.started_until(is_kept, *arguments, "--checkpoint-every", "0.05s") as process:
            process.send_signal(which)
            _, error = process.communicate(timeout=60)
        return process.returncode, words_of(error)

    def test_an_interrupted_run_is_judged_once_and_goes_on(self):
        out, checkpoint = self.path / "out", self.path / "run.fair"
        asked = [*FAIR_FOR_LONG, "--checkpoint", str(checkpoint), "--out", str(out)]
        code, error = self.interrupted_when_kept(checkpoint, signal.SIGINT, *asked)
        self.assertEqual(code, 4, error)
        self.assertIn(f"to go on from there: fairshuffle certify --resume {checkpoint}", error)
        first = json.loads((out / "report.json").read_text())
        self.assertEqual(first["environment"]["interrupted"], "SIGINT")
        self.assertIn("what was kept for an early end is spent", words_of(run("status", str(checkpoint)).stdout))
        code, error = self.interrupted_when_kept(checkpoint, signal.SIGTERM, *asked)
        self.assertEqual(code, 4, error)
        self.assertIn("interrupted by SIGTERM once more, so nothing is judged", error)
        self.assertEqual(json.loads((out / "report.json").read_text()), first)
        with self.started(*asked[:-2], "--max-time", "0.3s") as process:
            _, error = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 4, error)
        self.assertIn("its time is over once more", words_of(error))

    def test_a_run_of_more_than_ten_minutes_is_kept_beside_its_report(self):
        for where, checkpoint in ((["--out", "out"], "out/report.fair"), (["--json", "one.json"], "one.fair")):
            code, error = self.interrupted_when_kept(self.path / checkpoint, signal.SIGINT, *FAIR_FOR_LONG, *where)
            self.assertEqual(code, 4, error)
            self.assertTrue((self.path / checkpoint).exists(), error)
            code, error = self.interrupted_when_kept(self.path / checkpoint, signal.SIGINT, *FAIR_FOR_LONG[:-2], *where)
            self.assertIn(f"goes on from {checkpoint}", error)
            self.refused("certify", "naive-swap", where[0], str(self.path / where[1]), says="are of another plan")
        self.assertEqual(run("certify", "naive-swap", "--json", str(self.path / "one.json"), "--force").returncode, 1)

    def test_what_cannot_be_kept_or_gone_on_with_is_refused_beforehand(self):
        file = str(self.path / "run.fair")
        self.refused("certify", "--exec", "yes 0 1 2", "--n", "3", "--checkpoint", file, says="it gives other trials each time")
        self.refused("certify", "--stdin", "--n", "3", "--checkpoint", file, says="can be read once only")
        self.refused("certify", "naive-swap", "--resume", file, says="leave out what tells them again")
        self.refused("certify", "--resume", file, "--checkpoint", file, says="leave out --checkpoint")
        self.refused("certify", "--resume", file, says="there is no such file")
        self.refused("certify", "naive-swap", "--checkpoint", "", says="expected the name of a file")
        self.refused("certify", "naive-swap", "--checkpoint", file, "--checkpoint-every", "soon", says="--checkpoint-every")
        self.refused("certify", "naive-swap", "--checkpoint", "/proc/none/run.fair", says="cannot write")
        self.refused("status", file, says="there is no such file")
        (self.path / "run.fair").write_text("no counts")
        self.refused("certify", "naive-swap", "--checkpoint", file, says="is no file of counts")
        self.assertEqual((self.path / "run.fair").read_text(), "no counts")
