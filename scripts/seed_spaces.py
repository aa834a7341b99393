"""scripts/prove seeds: does the program find seed spaces whose size is known, and a period?

usage: seed_spaces.py PROGRAM [--share]

One fixed seed, so the outcome is the same every time. With another one an interval misses a correct program's truth with
probability 1e-3 each, and no deck comes again with less; the period is always found.

java.util.Random's 2^48 is the longest proof: of a billion freshly seeded shuffles 1,776 come again, of which 2^25 slots
keep one in 64, 27.
"""
import json
import os
import subprocess
import sys
import tempfile

# target, trials, log2 of its starts
KNOWN = [
    ("durstenfeld:seeding=per-shuffle-random,seeds=2^16", 2_399, 16),
    ("durstenfeld:seeding=per-shuffle-random,seeds=2^20", 100_000, 20),
    ("durstenfeld:source=dotnet-random,draw=native,seeding=per-shuffle-random,seeds=2^31", 1_000_000, 31),
    ("durstenfeld:source=mt19937,seeding=per-shuffle-random,seeds=2^32", 250_000, 32),
    ("durstenfeld:source=mt19937,seeding=per-shuffle-random,seeds=2^32", 2_000_000, 32),
    ("durstenfeld:source=java-random,draw=native,seeding=per-shuffle-random,seeds=2^48", 1_000_000_000, 48),
]
PERIOD = 100_000

# Decks of a generator with few states: after PERIOD decks it begins anew.
PERIODIC = f"""
import random
while True:
    words = random.Random(7)
    for _ in range({PERIOD}):
        deck = list(range(52))
        words.shuffle(deck)
        print(*deck)
"""


def result_of(program, folder, arguments):
    report = os.path.join(folder, "report.json")
    run = subprocess.run([program, "certify", "--n", "52", "--seed", "1", "--json", report, "--force", *arguments],
                         capture_output=True, text=True)
    if run.returncode not in (0, 1, 3):
        raise SystemExit(run.stderr)
    with open(report, encoding="utf-8") as file:
        return json.load(file)["results"][0]


def known_truth(program, folder, target, trials, log2_starts):
    slots = ["--slots", "2^25"] if trials > 100_000_000 else []
    result = result_of(program, folder, ["--trials", str(trials), target, *slots])
    space = result["seed_space"]
    estimate = space["estimate"]
    print(f"{target}, {trials:,} trials: {space['repeats']:,} came again", end="")
    if estimate is None:
        print(", FAILED: no estimate")
        return False
    holds = estimate["log2_lower"] <= log2_starts <= estimate["log2_upper"] and \
        space["log2_fewest_permutations"] <= log2_starts
    print(f", 2^{estimate['log2_states']:.2f} starts (2^{estimate['log2_lower']:.2f} to "
          f"2^{estimate['log2_upper']:.2f}), at least 2^{space['log2_fewest_permutations']:.2f} permutations"
          f"{'' if holds else ', FAILED'}")
    return holds


def period(program, folder):
    script = os.path.join(folder, "periodic.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(PERIODIC)
    result = result_of(program, folder, ["--max-trials", "400000", "--exec", f"{sys.executable} {script}"])
    found = (result["dependence"] or {}).get("period")
    print(f"a child's period of {PERIOD:,} decks: {found} after {result['evidence']['trials']:,} trials"
          f"{'' if found == PERIOD else ', FAILED'}")
    return found == PERIOD


def main():
    program, share = sys.argv[1], "--share" in sys.argv
    with tempfile.TemporaryDirectory() as folder:
        held = [known_truth(program, folder, *known) for known in (KNOWN[:2] if share else KNOWN)]
        if not share:
            held.append(period(program, folder))
    raise SystemExit(0 if all(held) else 1)


main()
