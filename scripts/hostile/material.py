"""What is spoilt: command lines, jobs, logs and reports that are as they should be."""
import json
import random
import subprocess

# Each ends within a second. Words in capitals are files of the material, put beside the run.
COMMAND_LINES = [
    "certify durstenfeld naive-swap --n 3,5 --trials 5000 --seed 1",
    "certify swap-pairs:k=6,n=4 sattolo --max-trials 3000 --tests permutations,positions --alpha 1e-4 --confidence 0.99",
    "certify durstenfeld:n=52 --trials 1000 --bet cards=0-23,places=0-6,name=opens --bets poker --certify cards,bets",
    "certify durstenfeld:source=msvc-rand,draw=modulo,seeding=per-shuffle-clock,clock=s,rate=1 --n 8 --trials 3000",
    "certify riffle:m=7,n=20 --trials 2400 --pairs --slots 2^12 --tolerance 0.05 --json out.json",
    "certify random-key-sort:bits=8 --n 5 --trials 4000 --controls --html out.html --verbose --color always",
    "certify --job JOB --trials 600 --out folder",
    "certify --log ROWS --n 5 --base 0 --quiet",
    "certify --log WORDS --deck abcde",
    "certify --log CARDS --one-a-line --n 5",
    "certify --log TABLE --column deck",
    "certify --stdin --n 5 --format u8",
    "certify --stdin --reset never --n 5",
    "exact naive-swap --n 4 --steps",
    "exact naive-swap:n=3 durstenfeld:n=3 --compare --json -",
    "explain sattolo --n 4 --seed 3",
    "explain swap-pairs --k 6 --markdown",
    "list shuffles --json",
    "report REPORT --format csv",
    "report REPORT --format html,junit,markdown,csv --out drawn",
    "check REPORT",
    "check REPORT --job JOB",
    "diff REPORT LATER --format json",
    "probe --log ROWS --n 5 --rows 3",
    "complete -- certify swap-pairs:k=10,source=msvc-rand --tests=permutations,posi",
    "--version",
    "",
]

JOB = {
    "budget": {"trials": 600, "alpha": 1e-6},
    "targets": [
        {"shuffle": "durstenfeld", "n": [3, 5], "expect": "inconclusive", "label": "fair"},
        {"shuffle": "swap-pairs", "options": {"k": [2, 3]}, "n": 4, "note": "too few swaps"},
        {"shuffle": "naive-swap", "n": 52, "source": "msvc-rand", "draw": "modulo"},
    ],
    "bets": ["cards=0-23,places=0-6"],
    "seed": 7,
}


class Material:
    """Well-formed files by the word that stands for them, made in a folder."""

    def __init__(self, program, folder):
        words = random.Random(1)
        decks = [words.sample(range(5), 5) for _ in range(300)]
        rows = "".join(" ".join(map(str, deck)) + "\n" for deck in decks)
        reports = [self.report(program, folder, *arguments) for arguments in (
            ("durstenfeld", "naive-swap", "--n", "3,5"),
            ("durstenfeld", "naive-swap", "--n", "3,5", "--seed", "2"),
            ("naive-swap:n=13", "durstenfeld:n=52", "--bet", "cards=0-3,places=0-1"),
        )]
        self.files = {
            "JOB": [json.dumps(JOB).encode()],
            "ROWS": [rows.encode(), rows.replace(" ", ",").encode(),
                     "".join(f"[{', '.join(map(str, deck))}]\r\n" for deck in decks).encode()],
            "WORDS": ["".join("".join("abcde"[card] for card in deck) + "\n" for deck in decks).encode()],
            "CARDS": [rows.replace(" ", "\n").encode()],
            "TABLE": [("game,deck\n" + "".join(f'{number},"{" ".join(map(str, deck))}"\n'
                                               for number, deck in enumerate(decks))).encode()],
            "REPORT": reports,
            "LATER": reports,
        }
        self.inputs = [rows.encode(), b"".join(bytes(deck) for deck in decks)]

    @staticmethod
    def report(program, folder, *arguments):
        path = folder / "report.json"
        seed = [] if "--seed" in arguments else ["--seed", "1"]
        subprocess.run([program, "certify", "--trials", "3000", *arguments, *seed, "--json", path, "--force"],
                       check=False, capture_output=True)
        return path.read_bytes()
