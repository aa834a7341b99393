#!/usr/bin/env python3
"""Kills runs at random moments, lets them go on, and holds their reports to those of runs that nobody disturbed.

    python3 scripts/kills.py PROGRAM [--kills N] [--seed S]

Each run is killed (SIGKILL) again and again, at moments spread over the time that it takes, until it comes to its end; then
another one begins, by turns in one process and in two shards. Exit 1 where a report differs in anything but `environment`, a file
is left over, or a run says more than that it goes on.
"""
import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PLANS = [
    ["durstenfeld:n=3", "durstenfeld:n=5", "naive-swap:n=8", "--max-trials", "3e6"],
    ["durstenfeld:n=8", "swap-pairs:n=8,k=10", "--max-trials", "4e6", "--tolerance", "0.003"],
    ["durstenfeld:n=9", "durstenfeld:n=11", "--max-trials", "1e6", "--tolerance", "0.01"],
    ["durstenfeld:n=10", "--trials", "2000001"],
    ["durstenfeld:n=52", "riffle:n=52,m=8", "durstenfeld:n=54", "--max-trials", "2e5", "--tolerance", "0.02"],
    ["durstenfeld:n=20", "--pairs", "--max-trials", "2e5", "--tolerance", "0.02"],
    ["durstenfeld:n=100", "--max-trials", "5e4", "--tolerance", "0.1"],
    ["durstenfeld:n=6,seeding=per-run", "durstenfeld:n=6,marked=2", "durstenfeld:n=7,reset=never", "--max-trials", "1e6", "--controls"],
    ["--exec", "python3 -c 'import random; r = random.Random({seed}); [print(*r.sample(range(4), 4)) for _ in range({trials})]'",
     "durstenfeld:n=4", "--n", "4", "--max-trials", "2e5", "--tolerance", "0.05"],
]


def without_environment(path):
    report = json.loads(path.read_text(encoding="utf-8"))
    del report["environment"]
    return report


def started(command):
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


class Attempts:
    """Starts a program again and again, killed at random moments of the seconds that it takes undisturbed."""

    def __init__(self, seconds, moments):
        self.seconds, self.moments, self.kills = seconds, moments, 0

    def ends(self, command):
        """Whether it came to its end. After a dozen kills it is let go on."""
        command = [*command, "--checkpoint-every", "0.01s", "--threads", str(self.moments.randint(1, 4)), "--quiet"]
        with started(command) as process:
            try:
                _, error = process.communicate(timeout=self.seconds * self.moments.random() if self.kills < 12 else 600)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                self.kills += 1
                return False
        if error:
            sys.exit(f"{command}: {error}")
        return True


def in_one(program, plan, folder, attempts):
    """The run by one process after the other. A kill between report and checkpoint leaves the latter, as a kill before would."""
    report, checkpoint = folder / "report.json", folder / "run.fair"
    while not report.exists():
        if checkpoint.exists() and attempts.moments.random() < 0.5:
            attempts.ends([program, "certify", "--resume", str(checkpoint), "--json", str(report)])
        else:
            attempts.ends([program, "certify", *plan, "--checkpoint", str(checkpoint), "--json", str(report)])
    return ["run.fair"]


def in_shards(program, plan, folder, attempts):
    """The run by two shards that are merged."""
    files = [f"shard-{index}.fair" for index in range(2)]
    for index, file in enumerate(files):
        while not attempts.ends([program, "certify", *plan, "--shard", f"{index}/2", "--out", str(folder / file)]):
            pass
    subprocess.run([program, "merge", *(str(folder / file) for file in files), "--json", str(folder / "report.json"), "--quiet"],
                   stdout=subprocess.DEVNULL, check=False)
    return files


def go_through(program, plan, way, folder, moments):
    """One run, killed at each of the moments, as long as it has not come to its end. How many kills."""
    plan = [*plan, "--seed", str(moments.randrange(10**6))]
    whole, report = folder / "whole.json", folder / "report.json"
    start = time.monotonic()
    with started([program, "certify", *plan, "--json", str(whole), "--quiet"]) as process:
        process.communicate()
    attempts = Attempts(time.monotonic() - start, moments)
    may_be_left = way(program, plan, folder, attempts)
    if without_environment(report) != without_environment(whole):
        sys.exit(f"{plan}: after {attempts.kills} kills the report is another one")
    left = {path.name for path in folder.iterdir()}
    if not {"report.json", "whole.json"} <= left <= {"report.json", "whole.json", *may_be_left}:
        sys.exit(f"{plan}: left over: {sorted(left)}")
    return attempts.kills


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    moments = random.Random(asked.seed)
    kills = runs = 0
    while kills < asked.kills:
        plan = PLANS[runs % len(PLANS)]
        # Their numbers have no common divisor, so that every plan is run in every way.
        way = (in_one, in_shards)[runs % 2]
        with tempfile.TemporaryDirectory() as folder:
            kills += go_through(asked.program, plan, way, Path(folder), moments)
        runs += 1
    print(f"{kills} kills of {runs} runs: every report as that of a run that nobody disturbed")


if __name__ == "__main__":
    main()
