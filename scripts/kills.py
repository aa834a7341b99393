#!/usr/bin/env python3
"""Kills runs at random moments, lets them go on, and holds their reports to those of runs that nobody disturbed.

    python3 scripts/kills.py PROGRAM [--kills N] [--seed S]

Each run is killed (SIGKILL) again and again, at moments spread over the time that it takes, until it comes to its end; then
another one begins. Exit 1 where a report differs in anything but `environment`, a file is left over, or a run says more than
that it goes on.
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


def go_through(program, plan, folder, moments):
    """One run, killed at each of the moments, shares of its time, as long as it has not come to its end. How many kills."""
    seed = ["--seed", str(moments.randrange(10**6))]
    whole, report, checkpoint = folder / "whole.json", folder / "report.json", folder / "run.fair"
    start = time.monotonic()
    with started([program, "certify", *plan, *seed, "--json", str(whole), "--quiet"]) as process:
        process.communicate()
    seconds = time.monotonic() - start
    kills = 0
    while not report.exists():
        threads = ["--threads", str(moments.randint(1, 4)), "--json", str(report), "--quiet"]
        if checkpoint.exists() and moments.random() < 0.5:
            command = [program, "certify", "--resume", str(checkpoint), "--checkpoint-every", "0.01s", *threads]
        else:
            command = [program, "certify", *plan, *seed, "--checkpoint", str(checkpoint), "--checkpoint-every", "0.01s", *threads]
        with started(command) as process:
            try:
                _, error = process.communicate(timeout=seconds * moments.random() if kills < 12 else 600)
                if error:
                    sys.exit(f"{command}: {error}")
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                kills += 1
    if without_environment(report) != without_environment(whole):
        sys.exit(f"{plan} {seed}: after {kills} kills the report is another one")
    left = sorted(path.name for path in folder.iterdir())
    # A kill between report and checkpoint leaves the latter, as a kill before would.
    if left not in (["report.json", "whole.json"], ["report.json", "run.fair", "whole.json"]):
        sys.exit(f"{plan} {seed}: left over: {left}")
    return kills


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
        with tempfile.TemporaryDirectory() as folder:
            kills += go_through(asked.program, plan, Path(folder), moments)
        runs += 1
    print(f"{kills} kills of {runs} runs: every report as that of a run that nobody disturbed")


if __name__ == "__main__":
    main()
