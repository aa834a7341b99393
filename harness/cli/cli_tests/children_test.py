"""Many programs in one run: how many live at once, what they hold, and what is left of them."""
import json
import os
import pathlib
import resource
import signal
import subprocess
import time

from program import PROGRAM, InFolder, run

PLAN = ("--n", "3", "--seed", "1")
DESCRIPTORS = 150
# A thousand take minutes, and a busy machine may let a program wait: scripts/prove sets 1000, and the 2 seconds that a machine
# with nothing else to do keeps by far.
PROGRAMS = int(os.environ.get("FAIRSHUFFLE_PROGRAMS", "40"))
SECONDS_TO_BE_GONE = float(os.environ.get("FAIRSHUFFLE_SECONDS_TO_BE_GONE", "60"))


def endless(seed, repeat="while (1)"):
    """Fair decks of three cards, on and on."""
    return (f"perl -e 'srand({seed}); {repeat} {{ @d = (0, 1, 2); "
            "for $i (2, 1) { $j = int(rand($i + 1)); @d[$i, $j] = @d[$j, $i] } print \"@d\\n\" }'")


def exec_options(commands):
    return [word for command in commands for word in ("--exec", command)]


def processes_with(setting):
    """Those that live and have it in their environment."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            state = (process / "stat").read_text(encoding="latin-1").rpartition(")")[2].split()[0]
            if setting.encode() in (process / "environ").read_bytes().split(b"\0") and state not in "ZX":
                found.append(process.name)
        except OSError:
            pass
    return found


class Children(InFolder):
    def certified(self, commands, *arguments):
        done = run("certify", *exec_options(commands), *PLAN, "--json", "-", *arguments)
        self.assertIn(done.returncode, (0, 3), done)
        return [result["evidence"] for result in json.loads(done.stdout)["results"]]

    def test_more_programs_than_there_are_descriptors_for(self):
        few = (DESCRIPTORS, DESCRIPTORS)
        for seed in ("{seed} + ", ""):
            job, report = self.path / "job.json", self.path / "report.json"
            job.write_text(json.dumps({"budget": {"tolerance": 0.1, "max_trials": 5400}, "targets": [
                {"exec": endless(f"{seed}{i}"), "n": 3} for i in range(PROGRAMS)]}))
            done = subprocess.run([PROGRAM, "certify", "--job", job, "--seed", "1", "--json", report, "--force"],
                                  capture_output=True, text=True, timeout=300 + 3 * PROGRAMS, check=False,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, few))
            self.assertIn(done.returncode, (0, 3), done)
            trials = [result["evidence"]["trials"] for result in json.loads(report.read_text())["results"]]
            self.assertEqual(trials, [5400] * PROGRAMS)

    def test_too_few_descriptors_for_any_program_are_told(self):
        for few in range(4, 9):
            for asked in (["certify", *exec_options([endless(1)])], ["probe", "--exec", endless(1)]):
                done = subprocess.run([PROGRAM, *asked, "--n", "3"], capture_output=True, text=True, check=False,
                                      preexec_fn=lambda few=few: resource.setrlimit(resource.RLIMIT_NOFILE, (few, few)))
                self.assertEqual(done.returncode, 4, (few, done))
                self.assertIn("too many open files", done.stdout + done.stderr)

    def test_counts_do_not_depend_on_how_many_programs_live_at_once(self):
        # The third ends after each start's rows and is started again, with what its look still needs.
        ending = endless("$ENV{FAIRSHUFFLE_SEED}", "for (1 .. $ENV{FAIRSHUFFLE_TRIALS})")
        commands = [endless(1), endless("{seed}"), ending, endless(2)]
        results = [self.certified(commands, "--max-trials", "8100", "--tolerance", "0.01", "--programs", children)
                   for children in ("1", "2", "16")]
        self.assertEqual([evidence["trials"] for evidence in results[0]], [8100] * 4)
        self.assertEqual(results[0], results[1])
        self.assertEqual(results[0], results[2])

    def test_what_cannot_be_read_ahead_is_told_before_the_run(self):
        self.refused("certify", *exec_options(endless(i) for i in range(17)), *PLAN,
                     says=["17 programs of this run live on", "at most 16 may live at once", "of 2, read ahead", "{seed}"])
        self.refused("certify", "--exec", "echo", "--n", "3", "--programs", "0", says="--programs")

    def test_nothing_outlives_a_run_that_is_killed(self):
        for manner in ("stream", "once"):
            setting = f"FAIRSHUFFLE_MARK={os.getpid()}.{manner}"
            name, value = setting.split("=")
            programs = exec_options([endless(i) for i in range(14)] if manner == "stream" else
                                    ["trap '' TERM HUP; echo 0 1 2; sleep 1000; true"])
            program = subprocess.Popen([PROGRAM, "certify", *programs, "--manner", manner, "--n", "3", "--seed", "1",
                                        "--timeout", "1000", "--max-trials", "1e6", "--tolerance", "0.001"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                       env=dict(os.environ, **{name: value}))
            while len(processes_with(setting)) < 14:
                self.assertIsNone(program.poll())
                time.sleep(0.05)
            program.send_signal(signal.SIGKILL)
            program.wait()
            killed = time.monotonic()
            while processes_with(setting):
                self.assertLess(time.monotonic() - killed, SECONDS_TO_BE_GONE)
                time.sleep(0.02)
