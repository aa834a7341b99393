"""The program on ranks that mpirun starts on this machine: the same reports, and nothing lost with a rank.

Usage: mpi_test.py PROGRAM MPI_PROGRAM PLUGIN
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM, MPI_PROGRAM, PLUGIN = sys.argv[1:4]
TARGETS = ["durstenfeld:n=5", "naive-swap:n=4", "riffle:n=52", "durstenfeld:n=12", "durstenfeld:n=6,seeding=per-run",
           "--max-trials", "1e6", "--tolerance", "0.02", "--seed", "5"]
CHILD = """import random, sys
source = random.Random(int(sys.argv[1]))
for _ in range(int(sys.argv[2])):
    deck = list(range(4))
    source.shuffle(deck)
    print(*deck)
"""
# Its root may start ranks, more of them than there are cores; none of them is reached by a remote shell or a network, or
# reads the memory of another, which a container may forbid.
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_plm="isolated",
                   OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_hwloc_base_binding_policy="none",
                   OMPI_MCA_pml="ob1", OMPI_MCA_btl="self,vader", OMPI_MCA_btl_vader_single_copy_mechanism="none")


def on_ranks(count, *arguments):
    return ["mpirun", "-n", str(count), MPI_PROGRAM, "certify", *arguments]


def ranks_below(mpirun):
    """The processes that are ranks, by number: those whose parent is of the same program."""
    ranks = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = dict(word.split("=", 1) for word in (folder / "environ").read_text().split("\0") if "=" in word)
            parent = Path("/proc") / (folder / "stat").read_text().rsplit(")", 1)[1].split()[1]
            is_rank = os.readlink(folder / "exe") == os.readlink(parent / "exe") == os.path.realpath(MPI_PROGRAM)
            started_by = int((parent / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except (OSError, ValueError):
            continue
        if is_rank and started_by == mpirun.pid:
            ranks[int(words["OMPI_COMM_WORLD_RANK"])] = int(folder.name)
    return ranks


class OnRanks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name)

    def run_in_folder(self, command):
        return subprocess.run(command, cwd=self.path, env=ENVIRONMENT, capture_output=True, text=True, timeout=300, check=False)

    def report(self, name):
        report = json.loads((self.path / name).read_text())
        # The command of a run that goes on from a file is made anew from its plan.
        del report["environment"], report["command"]
        return report

    def test_any_number_of_ranks_writes_the_report_of_one_process(self):
        (self.path / "child.py").write_text(CHILD)
        targets = [*TARGETS, f"plugin:path={PLUGIN},shuffle=naive-swap,n=4", "--exec",
                   f"{sys.executable} child.py {{seed}} {{trials}}"]
        alone = self.run_in_folder([PROGRAM, "certify", *targets, "--json", "alone.json"])
        self.assertEqual(alone.returncode, 1, alone)
        for count in (1, 2, 3):
            done = self.run_in_folder(on_ranks(count, *targets, "--threads", str(3 - count or 2), "--json", f"{count}.json"))
            self.assertEqual(done.returncode, 1, done)
            self.assertEqual(self.report(f"{count}.json"), self.report("alone.json"))
            # What mpirun gives its ranks to write to is a terminal, but not who reads this.
            self.assertNotIn("\033", done.stdout)

    def test_a_rank_that_dies_ends_the_run_and_leaves_its_checkpoint(self):
        target = ["durstenfeld:n=52", "--trials", "3e7", "--seed", "3"]
        kept = ["--checkpoint", "run.fair", "--checkpoint-every", "0.2s"]
        command = on_ranks(3, *target, *kept, "--threads", "1", "--json", "report.json")
        with subprocess.Popen(command, cwd=self.path, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True) as run:
            while not (self.path / "run.fair").exists():
                self.assertIsNone(run.poll(), "the run ended before anything of it was kept")
                time.sleep(0.02)
            os.kill(ranks_below(run)[2], signal.SIGKILL)
            told = run.stderr.read()
            self.assertEqual(run.wait(), 4, told)
        self.assertIn("a rank died of signal 9", told)
        self.assertEqual([file.name for file in self.path.iterdir()], ["run.fair"])

        done = self.run_in_folder(on_ranks(2, "--resume", "run.fair", "--json", "report.json"))
        self.assertIn("goes on from run.fair", done.stderr)
        alone = self.run_in_folder([PROGRAM, "certify", *target, "--json", "alone.json"])
        self.assertEqual(done.returncode, alone.returncode, done)
        self.assertEqual(self.report("report.json"), self.report("alone.json"))
        self.assertFalse((self.path / "run.fair").exists())

    def test_what_fails_at_trials_that_it_had_before_ends_the_run_and_leaves_its_checkpoint(self):
        (self.path / "child.py").write_text(CHILD)
        # The first rank runs the first of those in sequence, and the second rank the second one.
        targets = ["durstenfeld:n=4,seeding=per-run", "--exec", f"{sys.executable} child.py {{seed}} {{trials}}",
                   "--max-trials", "1e5", "--tolerance", "0.0001"]
        begun = self.run_in_folder(on_ranks(2, *targets, "--seed", "3", "--checkpoint", "run.fair", "--until", "4e4"))
        self.assertEqual(begun.returncode, 4, begun)
        (self.path / "child.py").rename(self.path / "moved.py")
        done = self.run_in_folder(on_ranks(2, "--resume", "run.fair", "--json", "report.json"))
        self.assertEqual(done.returncode, 4, done)
        self.assertEqual(sorted(file.name for file in self.path.iterdir()), ["moved.py", "run.fair"])
        (self.path / "moved.py").rename(self.path / "child.py")
        done = self.run_in_folder(on_ranks(2, "--resume", "run.fair", "--json", "report.json"))
        # What is inconclusive at its limit may go on beyond it.
        self.assertEqual((done.returncode, (self.path / "run.fair").exists()), (3, True), done)

    def test_what_fails_behind_its_last_row_fails_on_any_rank(self):
        (self.path / "last.py").write_text(CHILD + "sys.exit(5 if sys.argv[2] == '2000' else 0)\n")
        child = ["--exec", f"{sys.executable} last.py {{seed}} {{trials}}", "--trials", "2000", "--seed", "3"]
        alone = self.run_in_folder([PROGRAM, "certify", *child, "--json", "alone.json"])
        self.assertEqual(alone.returncode, 4, alone)
        for before in range(3):
            others = ["durstenfeld:n=3,seeding=per-run", "durstenfeld:n=4,seeding=per-run"][:before]
            done = self.run_in_folder(on_ranks(3, *others, *child, "--json", "r.json", "--force"))
            self.assertEqual(done.returncode, 4, done)
            self.assertEqual(self.report("r.json")["results"][-1], self.report("alone.json")["results"][0])

    def test_what_ranks_cannot_do_is_refused_in_a_sentence(self):
        (self.path / "games.txt").write_text("0 1 2\n1 2 0\n")
        for arguments, sentence in [
            (["--log", "games.txt"], "what is recorded is read by one process"),
            (["durstenfeld", "--seed", "1", "--shard", "0/2", "--out", "x.fair"], "--shard is a part that one process runs"),
            (["no-such-shuffle"], "no-such-shuffle"),
        ]:
            done = self.run_in_folder(on_ranks(2, *arguments))
            self.assertEqual(done.returncode, 2, done)
            self.assertIn(sentence, done.stderr)
        done = self.run_in_folder(["mpirun", "-n", "2", MPI_PROGRAM, "list"])
        self.assertEqual(done.returncode, 2, done)
        self.assertIn("'list' is no subcommand", done.stderr)

    def test_a_run_whose_time_is_over_is_judged_as_it_stands(self):
        done = self.run_in_folder(on_ranks(2, "durstenfeld:n=52", "--max-trials", "1e12", "--max-time", "1", "--json", "r.json"))
        self.assertEqual(done.returncode, 3, done)
        self.assertGreater(self.report("r.json")["results"][0]["evidence"]["trials"], 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
