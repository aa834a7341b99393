"""What a machine does not have: memory, threads, an end of a file. And what takes no longer than it must."""
import json
import os
import resource
import subprocess

from program import PROGRAM, InFolder, run, words_of

NOBODY = 65534
ROOM = 40 << 20  # bytes of addresses: for the program, not for the tables of ten cards


class Limits(InFolder):
    def run_limited(self, limit, *arguments):
        """With limits that the program itself stands. Skipped where it does not, as with sanitizers."""
        def limited(*words):
            return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=300, check=False, preexec_fn=limit)
        try:
            stands = limited("--version").returncode == 0
        except (OSError, subprocess.SubprocessError):
            stands = False
        if not stands:
            self.skipTest("the program does not run within these limits")
        return limited(*arguments)

    def test_threads_that_do_not_start_leave_their_share_to_those_that_do(self):
        def one_thread():
            resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
            if os.getuid() == 0:  # to whom it does not apply
                os.setuid(NOBODY)
        done = self.run_limited(one_thread, "certify", "durstenfeld", "--threads", "2", "--trials", "1e6", "--seed", "1", "--json", "-")
        self.assertEqual(done.returncode, 3, done)
        results = [json.loads(out)["results"] for out in (done.stdout, run("certify", "durstenfeld", "--trials", "1e6", "--seed", "1",
                                                                           "--json", "-").stdout)]
        self.assertEqual(*results)

    def test_memory_that_is_not_there_is_told_in_words(self):
        def little_memory():
            resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
        # One thread: of several it may be their stacks that find no room, which is told as threads that do not start.
        done = self.run_limited(little_memory, "certify", "durstenfeld:n=10", "--trials", "1e5", "--threads", "1")
        self.assertEqual(done.returncode, 4, done)
        self.assertIn("there is not enough memory", words_of(done.stdout + done.stderr))

    def checked_within(self, room, report):
        return self.run_limited(lambda: resource.setrlimit(resource.RLIMIT_AS, (room, room)), "check", report)

    def test_a_report_is_checked_within_little_more_memory_than_it_takes_itself(self):
        report = self.path / "report.json"
        run("certify", *(f"durstenfeld:bits={bits}" for bits in range(40, 48)), "--n", "9", "--trials", "1e6", "--seed", "1",
            "--json", report, "--quiet")
        # 8 MB of numbers of one digit, each of which takes at least 16 bytes once it is read: all of them would be 50 MB.
        self.assertGreater(report.stat().st_size, 8e6)
        done = self.checked_within(100 << 20, report)
        self.assertEqual(done.returncode, 0, done)
        for room in (25, 36, 52):
            done = self.checked_within(room << 20, report)
            self.assertEqual((done.returncode, done.stdout), (4, ""), done)
            self.assertIn("there is not enough memory", done.stderr)

    def test_a_device_without_end_is_no_log(self):
        for device in ("/dev/urandom", "/dev/zero"):
            self.refused("certify", "--log", device, "--n", "5", says=[device, "may never end", "--stdin"])

    def test_a_hundred_thousand_targets_are_planned_in_seconds(self):
        targets = [f"swap-pairs:k={k}" for k in range(1, 33501)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        # A report that cannot be written is refused when the plan is there.
        done = run("certify", *targets, "--n", "3,4,5", "--json", "/dev")
        self.assertIn("cannot write the report /dev", done.stderr[-200:])
        # One second of a processor, several with sanitizers; hours where each is held against each.
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, 60)
