#!/usr/bin/env python3
"""Kills runs at random moments, lets them go on, and holds their reports to those of runs that nobody disturbed.

    python3 scripts/kills.py PROGRAM [--kills N] [--seed S]

Each run is killed (SIGKILL) again and again, at moments spread over the time that it takes, until it comes to its end; then
another one begins, by turns in one process, with a folder of reports, and in two shards. Exit 1 where a report differs by a byte
outside `environment`, a file is left over, or a run says more than that it goes on.
"""
import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# What the plans start, load and read: {at} is the folder that it lies in.
FILES = {
    "stream.py": """import random, sys
source, trials, n, dealt = random.Random(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
for _ in range(trials):
    print(*source.sample(range(n), dealt))
""",
    "loses.py": """import random, sys
source = random.Random(sys.argv[1])
for trial in range(int(sys.argv[2])):
    print(*(source.sample(range(4), 4) if trial % 1000 else (0, 1, 1, 3)))
""",
    "serve.py": """import random, sys
source = random.Random(sys.argv[1])
for line in sys.stdin:
    for _ in range(int(line.split()[1])):
        print(*source.sample(range(4), 4))
    sys.stdout.flush()
""",
    "job.json": json.dumps({
        "name": "killed",
        "targets": [{"shuffle": "durstenfeld", "n": [3, 52]}, {"shuffle": "riffle", "n": 52, "options": {"m": 6}}],
        "bets": ["cards=0-3,places=0-6,n=52,name=lands in the opening hand"],
    }),
}
PLUGIN = Path(__file__).resolve().parents[1] / "harness/targets/plugin/examples/shuffles.c"
HEADERS = Path(__file__).resolve().parents[1] / "harness/targets/plugin/include"

PLANS = [
    ["durstenfeld:n=3", "durstenfeld:n=5", "naive-swap:n=8", "--max-trials", "3e6"],
    ["durstenfeld:n=8", "swap-pairs:n=8,k=10", "--max-trials", "4e6", "--tolerance", "0.003"],
    ["durstenfeld:n=9", "durstenfeld:n=11", "durstenfeld:n=12", "--max-trials", "1e6", "--tolerance", "0.01"],
    ["durstenfeld:n=10", "--trials", "2000001"],
    ["durstenfeld:n=52", "riffle:n=52,m=8", "durstenfeld:n=54", "--max-trials", "2e5", "--tolerance", "0.02"],
    ["durstenfeld:n=20", "--pairs", "--max-trials", "2e5", "--tolerance", "0.02"],
    ["durstenfeld:n=100", "durstenfeld:n=129", "--max-trials", "5e4", "--tolerance", "0.1"],
    ["durstenfeld:n=6,seeding=per-run", "durstenfeld:n=6,marked=2", "durstenfeld:n=7,reset=never", "--max-trials", "1e6", "--controls"],
    ["durstenfeld:n=52,seeding=per-shuffle-random,seeds=65536", "durstenfeld:n=12,seeding=per-shuffle-random,seeds=2^31", "--max-trials", "1e5"],
    ["durstenfeld:n=52", "--bet", "cards=0-3,places=0-6", "--bet", "poker=0-4", "--bets", "bridge", "--max-trials", "1e5"],
    ["--job", "{at}/job.json", "--max-trials", "1e5", "--tolerance", "0.02"],
    ["plugin:path={at}/shuffles.so,shuffle=fisher-yates,n=6", "plugin:path={at}/shuffles.so,shuffle=naive-swap,n=20", "--max-trials", "5e5"],
    ["--exec", "python3 {at}/stream.py {seed} {trials} 4 4", "durstenfeld:n=4", "--n", "4", "--max-trials", "2e5", "--tolerance", "0.05"],
    ["--exec", "python3 {at}/stream.py {seed} {trials} 20 5", "--n", "20", "--deal", "5", "--max-trials", "5e4", "--tolerance", "0.05"],
    ["--exec", "python3 {at}/loses.py {seed} {trials}", "durstenfeld:n=8", "--n", "4", "--max-trials", "1e5", "--tolerance", "0.05"],
    ["--exec", "python3 {at}/serve.py {seed}", "durstenfeld:n=9", "--manner", "serve", "--n", "4", "--max-trials", "5e4"],
    ["--log", "{at}/log.txt", "durstenfeld:n=9", "--n", "52", "--max-trials", "1e6", "--tolerance", "0.01"],
    ["--log", "{at}/equal.txt", "--deck", "L*4 S*3", "--equal-cards", "durstenfeld:n=10", "--max-trials", "1e6", "--tolerance", "0.01"],
]


def set_up(folder):
    """Writes what the plans start, load and read into the folder."""
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-I", HEADERS, "-o", folder / "shuffles.so", PLUGIN], check=True)
    source = random.Random(1)
    for name, deck, rows in (("log.txt", range(52), 5000), ("equal.txt", "LLLLSSS", 20_000)):
        with open(folder / name, "w", encoding="utf-8") as log:
            for _ in range(rows):
                print(*source.sample(deck, len(deck)), file=log)


def bytes_without_environment(path):
    text = path.read_text(encoding="utf-8")
    report, cut, environment = text.partition('\n  "environment": {')
    if not cut or environment.count("}") != 2:
        sys.exit(f"{path}: the report does not end with its environment")
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


def goes_on(program, plan, asks, checkpoint, moments):
    """The same command, or the file alone."""
    if checkpoint.exists() and moments.random() < 0.5:
        return [program, "certify", "--resume", str(checkpoint), *asks]
    return [program, "certify", *plan, "--checkpoint", str(checkpoint), *asks]


def in_one(program, plan, folder, attempts):
    """The run by one process after the other. A kill between report and checkpoint leaves the latter, as a kill before would."""
    report = folder / "report.json"
    while not report.exists():
        attempts.ends(goes_on(program, plan, ["--json", str(report)], folder / "run.fair", attempts.moments))
    return report, {"run.fair", ".report.json.begun"}


def in_folder(program, plan, folder, attempts):
    """The same, to its end, with all its reports."""
    out = folder / "out"
    while not attempts.ends(goes_on(program, plan, ["--out", str(out)], folder / "run.fair", attempts.moments)):
        # All is there, but for what was still to be taken away; of what is inconclusive the checkpoint stays.
        if (out / "report.json").exists() and not ((folder / "run.fair").exists() and (out / ".report.json.begun").exists()):
            break
    return out / "report.json", {"out", "run.fair", "out/.report.json.begun", *(f"out/report.{ending}" for ending in ("html", "junit.xml", "md", "json"))}


def in_shards(program, plan, folder, attempts):
    """The run by two shards that are merged."""
    files = [f"shard-{index}.fair" for index in range(2)]
    for index, file in enumerate(files):
        while not attempts.ends([program, "certify", *plan, "--shard", f"{index}/2", "--out", str(folder / file)]):
            pass
    report = folder / "report.json"
    subprocess.run([program, "merge", *(str(folder / file) for file in files), "--json", str(report), "--quiet"],
                   stdout=subprocess.DEVNULL, check=False)
    return report, set(files)


def go_through(program, plan, way, folder, moments):
    """One run, killed at each of the moments, as long as it has not come to its end. How many kills."""
    plan = [*plan, "--seed", str(moments.randrange(10**6))]
    whole = folder / "whole.json"
    start = time.monotonic()
    with started([program, "certify", *plan, "--json", str(whole), "--quiet"]) as process:
        _, error = process.communicate()
    if not whole.exists():
        sys.exit(f"{plan}: {error}")
    attempts = Attempts(time.monotonic() - start, moments)
    report, may_be_left = way(program, plan, folder, attempts)
    if bytes_without_environment(report) != bytes_without_environment(whole):
        sys.exit(f"{plan}: after {attempts.kills} kills the report is another one")
    left = {str(path.relative_to(folder)) for path in folder.rglob("*")} - {"whole.json", str(report.relative_to(folder))}
    if not left <= may_be_left:
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
    with tempfile.TemporaryDirectory() as files:
        set_up(Path(files))
        while kills < asked.kills:
            plan = [part.replace("{at}", files) for part in PLANS[runs % len(PLANS)]]
            # Once around, every plan is run in the next way.
            ways = (in_one, in_folder) if "--log" in plan else (in_one, in_folder, in_shards)
            way = ways[(runs + runs // len(PLANS)) % len(ways)]
            with tempfile.TemporaryDirectory() as folder:
                kills += go_through(asked.program, plan, way, Path(folder), moments)
            runs += 1
    print(f"{kills} kills of {runs} runs: every report as that of a run that nobody disturbed")


if __name__ == "__main__":
    main()
