"""Runs that are ended before their time: by a limit, a signal, or an end that nobody reads."""
import json
import os
import select
import resource
import signal
import subprocess
import time

from program import PROGRAM, InFolder, run, words_of

FAIR_FOR_LONG = ["certify", "durstenfeld", "--tolerance", "0.00001", "--max-trials", "1e12", "--seed", "1"]


class Ending(InFolder):
    def interrupted(self, arguments, which, after=0.5):
        with subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              cwd=self.path) as process:
            time.sleep(after)
            process.send_signal(which)
            out, error = process.communicate(timeout=30)
            return process.returncode, out, error

    def test_a_limit_of_time_ends_a_run_and_judges_what_is_there(self):
        start = time.monotonic()
        report = self.path / "report.json"
        done = run(*FAIR_FOR_LONG, "--max-time", "0.5s", "--json", str(report))
        self.assertLess(time.monotonic() - start, 5)
        self.assertEqual(done.returncode, 3, done)
        self.assertIn("the run ended early", words_of(done.stdout))
        self.assertIn("--max-time 0.5s", json.loads(report.read_text())["command"])
        evidence = json.loads(report.read_text())["results"][0]["evidence"]
        self.assertTrue(evidence["ended_early"])
        self.assertEqual(evidence["trials"] % 16384, 0)
        done = run("check", str(report))
        self.assertEqual(done.returncode, 0, done)
        done = run("certify", "durstenfeld", "naive-swap", "--tolerance", "0.00001", "--max-trials", "1e12",
                   "--max-time", "0.5", "--json", str(report), "--force")
        self.assertEqual(done.returncode, 1, done)
        self.assertEqual(run("check", str(report)).returncode, 0)
        for wrong in ("0", "-1", "5x", "s", "1e9h", ""):
            self.refused("certify", "durstenfeld", f"--max-time={wrong}", says="--max-time")

    def test_a_slow_shuffle_is_ended_within_a_block_and_tells_of_itself_before(self):
        for target, *limit in (("draw-insert:rounds=1000000,n=5", "--trials", "1e6"), ("riffle:m=1000,n=1024",),
                               ("riffle:m=1000,n=1024,seeding=per-run",)):
            with subprocess.Popen([PROGRAM, "certify", target, *limit, "--max-time", "3s", "--seed", "1", "--json", "slow.json",
                                   "--force"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.path) as process:
                if not limit:
                    # A line of progress may come before a pace was measured.
                    self.assertIn("if fair: ", process.stderr.readline() + process.stderr.readline())
                    self.assertIsNone(process.poll(), target)
                process.communicate(timeout=120)
            self.assertIn(process.returncode, (1, 3), target)
            evidence = json.loads((self.path / "slow.json").read_text())["results"][0]["evidence"]
            self.assertTrue(evidence["ended_early"] and 0 < evidence["trials"] < 16384, target)
            done = run("check", str(self.path / "slow.json"))
            self.assertEqual(done.returncode, 0, done)

    def test_an_interrupted_run_writes_its_report_and_leaves_nothing_else(self):
        for number, which in enumerate((signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1,
                                         signal.SIGXCPU)):
            folder = f"out{number}"
            code, out, error = self.interrupted([*FAIR_FOR_LONG, "--out", folder], which)
            self.assertEqual(code, 4, error)
            self.assertIn(f"interrupted by {which.name}", error)
            self.assertIn("INCONCLUSIVE", out)
            report = self.path / folder / "report.json"
            self.assertEqual(json.loads(report.read_text())["environment"]["interrupted"], which.name)
            self.assertEqual(run("check", str(report)).returncode, 0)
            self.assertFalse([name for name in self.files() if name.endswith(".part")])

    def test_an_interrupt_while_the_report_is_written_comes_too_late(self):
        # More than a pipe holds: until somebody reads on, it is being written.
        asked = ["certify", "naive-swap:n=8", "--trials", "1e5", "--seed", "1", "--json", "-"]
        with subprocess.Popen([PROGRAM, *asked], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            self.assertTrue(select.select([process.stdout], [], [], 60)[0])
            process.send_signal(signal.SIGINT)
            time.sleep(0.2)
            self.assertIsNone(process.poll())
            out, error = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1, error)
        report = json.loads(out)
        self.assertEqual((report["verdict"], "interrupted" in report["environment"]), ("biased", False))

    def test_a_second_interrupt_ends_at_once(self):
        # The report is more than a pipe holds, and is not read on.
        asked = ["certify", "naive-swap:n=8", "--trials", "1e5", "--seed", "1", "--json", "-"]
        with subprocess.Popen([PROGRAM, *asked], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=self.path) as process:
            self.assertTrue(select.select([process.stdout], [], [], 60)[0])
            process.send_signal(signal.SIGTERM)
            process.send_signal(signal.SIGTERM)
            with self.assertRaises(subprocess.TimeoutExpired):  # sent twice, and heard once
                process.wait(timeout=0.5)
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(timeout=30), -signal.SIGTERM)

    def test_a_limit_of_processor_time_is_told_every_second_and_ends_a_run_once(self):
        asked = ["certify", "naive-swap:n=8", "--trials", "1e5", "--seed", "1", "--json", "-"]
        with subprocess.Popen([PROGRAM, *asked], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            self.assertTrue(select.select([process.stdout], [], [], 60)[0])
            for _ in range(2):
                process.send_signal(signal.SIGXCPU)
                time.sleep(0.3)
            self.assertIsNone(process.poll())
            process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)

    def test_a_signal_that_comes_to_the_process_and_to_its_group_is_one(self):
        done = subprocess.run(["timeout", "1", PROGRAM, *FAIR_FOR_LONG, "--out", "timed"], capture_output=True, text=True,
                              timeout=60, check=False, cwd=self.path)
        self.assertEqual(done.returncode, 124, done)
        report = json.loads((self.path / "timed" / "report.json").read_text())
        self.assertEqual(report["environment"]["interrupted"], "SIGTERM")

    @staticmethod
    def handles(process, which):
        """Whether it has a handler for the signal, which is then not at its default."""
        with open(f"/proc/{process}/status", encoding="ascii") as file:
            caught, = (line.split()[1] for line in file if line.startswith("SigCgt:"))
        return int(caught, 16) >> (which - 1) & 1 == 1

    def test_what_is_biased_when_interrupted_ends_with_1(self):
        code, out, _ = self.interrupted([*FAIR_FOR_LONG[:2], "naive-swap", *FAIR_FOR_LONG[2:]], signal.SIGINT)
        self.assertEqual(code, 1)
        self.assertIn("BIASED", out)

    def test_a_target_without_a_trial_has_no_verdict(self):
        fair = "sleep 2; perl -MList::Util=shuffle -le 'print join q( ), shuffle 0..2 for 1..1e6'"
        code, out, _ = self.interrupted(["certify", "--exec", fair, "--exec", "yes 0 1 2", "--n", "3"], signal.SIGINT)
        self.assertEqual(code, 4, out)
        self.assertIn("the run was ended before its first trial", words_of(out))
        self.assertNotIn("BIASED", out)

    def test_what_is_waited_for_before_the_run_ends_with_it(self):
        os.mkfifo(self.path / "fifo")
        silent, never_written = os.pipe()
        self.addCleanup(os.close, silent)
        self.addCleanup(os.close, never_written)
        for arguments in (["--exec", "sleep 1000", "--timeout", "1000"], ["--stdin"], ["--log", "fifo"], ["--log", "fifo", "--n", "3"]):
            done = subprocess.run([PROGRAM, "certify", *arguments, "--max-time", "0.5s"], stdin=silent, capture_output=True,
                                  text=True, timeout=60, check=False, cwd=self.path)
            self.assertEqual(done.returncode, 4, done)
            self.assertIn("the run was ended before its first trial", words_of(done.stdout))
            with subprocess.Popen([PROGRAM, "certify", *arguments], stdin=silent, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, text=True, cwd=self.path) as process:
                while not self.handles(process.pid, signal.SIGINT):
                    self.assertIsNone(process.poll())
                    time.sleep(0.01)
                process.send_signal(signal.SIGINT)
                self.assertIn("interrupted by SIGINT", process.communicate(timeout=60)[1])
                self.assertEqual(process.returncode, 4)

    def test_rows_that_come_slowly_through_a_pipe_are_all_read(self):
        os.mkfifo(self.path / "fifo")
        for source in ("--stdin < fifo", "--log fifo"):
            rows = "(for row in '1 2 0' '0 2 1' '2 1 0'; do sleep 0.2; echo $row; done) > fifo &"
            done = subprocess.run(["bash", "-c", f"{rows} exec {PROGRAM} certify {source}"], capture_output=True, text=True,
                                  timeout=60, check=False, cwd=self.path)
            self.assertEqual(done.returncode, 3, done)
            self.assertIn("INCONCLUSIVE   3 trials", done.stdout)

    def test_a_closed_pipe_and_a_file_that_may_not_grow_lose_no_verdict(self):
        folder = self.path / "piped"
        done = subprocess.run(["bash", "-c", f"{PROGRAM} certify naive-swap --seed 1 --out {folder} | true; echo ${{PIPESTATUS[0]}}"],
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertTrue((folder / "report.json").exists(), done)
        self.assertEqual(done.stdout, "4\n")
        self.assertIn("by its verdict the run ends with 1", done.stderr)
        small = self.path / "small"
        done = subprocess.run([PROGRAM, "certify", "naive-swap", "--seed", "1", "--out", str(small)], capture_output=True,
                              text=True, timeout=60, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)))
        self.assertEqual(done.returncode, 2, done)
        self.assertIn("by its verdict the run ends with 1", done.stderr)
        self.assertIn("BIASED", done.stdout)
        self.assertEqual(os.listdir(small), [])

    def test_files_of_two_runs_never_stand_together(self):
        folder = self.path / "set"
        def seeds():
            names = {name: (folder / name).read_text() for name in os.listdir(folder) if not name.startswith(".")}
            if not names:
                return set()
            return {seed for text in names.values() for seed in ("101", "202") if f"--seed {seed}" in text}
        run("certify", "sattolo", "--out", str(folder), "--seed", "101", "--quiet")
        self.assertEqual(seeds(), {"101"})
        signals = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP)
        for attempt in range(300):
            seed = "202" if attempt % 2 == 0 else "101"
            with subprocess.Popen([PROGRAM, "certify", "sattolo", "--out", str(folder), "--seed", seed, "--force", "--quiet"],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
                time.sleep(0.005 + 0.0001 * attempt)
                process.send_signal(signals[attempt % 3])
            self.assertLessEqual(len(seeds()), 1, attempt)
            if (folder / "report.json").exists():
                self.assertEqual(len([name for name in os.listdir(folder) if name.startswith("report.")]), 4)
