"""The cases that scripts/frozen compares: all that the program lists, at SIZES, and what it can do beside.

A case is a few command lines, run one after the other in an empty folder in which `in` is the folder of write_inputs.
"""
import itertools
import json
import random
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

SIZES = (3, 5, 8, 9, 10, 12, 13, 16, 52, 64, 128, 200)
QUICK = (5, 8, 12, 16)
# Of ten cards a report has 3.6 million counts, and one of 128 takes ten seconds to judge.
DEAR = (10, 128)
FORMATS = ("html", "junit", "markdown", "csv")
PROGRAM = """import random, sys
source, n = random.Random(sys.argv[1]), int(sys.argv[2])
asked = [int(sys.argv[3])] if len(sys.argv) > 3 else (int(line.split()[1]) for line in sys.stdin)
for trials in asked:
    for _ in range(trials):
        print(*source.sample(range(n), n))
    sys.stdout.flush()
"""
JOB = {
    "name": "frozen",
    "budget": {"tolerance": 0.02, "max_trials": 60000},
    "bets": ["cards=0-1,places=0,n=5,name=one of two on top"],
    "targets": [
        {"shuffle": "durstenfeld", "n": [4, 5], "expect": "fair"},
        {"shuffle": "naive-swap", "n": [4, 13], "expect": "biased"},
        {"shuffle": "riffle", "n": 12, "options": {"m": 2}, "label": "our table"},
    ],
}
PAIRS = (("durstenfeld", "durstenfeld", 5), ("durstenfeld", "naive-swap", 5), ("riffle:m=7", "riffle:m=6", 52),
         ("overhand", "durstenfeld", 13))
SETTINGS = ("reset=never", "marked=2", "bits=8,draw=modulo", "bits=8,draw=multiply-shift",
            "seeding=per-shuffle-clock,clock=ms,rate=100", "seeding=per-shuffle-clock,clock=s",
            "seeding=per-shuffle-random,seeds=256", "seeding=per-shuffle-random,seeds=2^31")
BUDGETS = ("--alpha 0.01", "--confidence 0.9", "--tolerance 0.1", "--tests positions,permutations", "--controls", "--slots 2^16")
REFUSED = (
    "certify", "certify nothing", "certify durstenfeld --n 0", "certify durstenfeld:slip=x", "certify durstenfeld --tests x",
    "certify durstenfeld --alpha 2", "certify durstenfeld --trials 5 --seed 1", "certify durstenfeld --trials 1 --max-trials 2",
    "certify --log in/none.txt", "certify --log in/letters.txt --seed 1", "certify durstenfeld --bet cards=x",
    "certify durstenfeld --certify x", "check in/job.json", "check in/none.json", "report in/job.json",
    "diff in/job.json in/job.json", "merge in/fair-5.txt", "status in/fair-5.txt", "exact riffle --n 300",
    "explain naive-swap --n 9", "list x", "x",
)


@dataclass(frozen=True)
class Case:
    name: str
    steps: tuple
    vectors: str = ""  # by which the new program must count; by any where nothing is said


def decks(n, rows, seed, kind="fair"):
    source, deck = random.Random(f"{n} {seed}"), list(range(n))
    for _ in range(rows):
        if kind != "linked":
            deck = list(range(n))
        for i in range(n - 1, 0, -1):
            j = source.randrange(n if kind == "naive" else i + 1)
            deck[i], deck[j] = deck[j], deck[i]
            if kind == "linked" and source.random() < 0.7:
                break
        yield deck


def write_inputs(folder, root):
    """What the cases read and start: logs, programs, a job file, a plug-in. Once, as long as this file is the same."""
    made_by, this = folder / "made-by.txt", Path(__file__).read_text(encoding="utf-8")
    if made_by.exists() and made_by.read_text(encoding="utf-8") == this:
        return

    def write(name, rows, between=" "):
        (folder / name).write_text("".join(between.join(map(str, row)) + "\n" for row in rows), encoding="ascii")

    source = random.Random(1)
    for n in SIZES:
        write(f"fair-{n}.txt", decks(n, 5000 if n < 100 else 1000, 1))
    for n in (5, 13, 52):
        write(f"naive-{n}.txt", decks(n, 3000, 2, "naive"))
        write(f"linked-{n}.txt", decks(n, 3000, 3, "linked"))
        write(f"again-{n}.txt", list(decks(n, 40, 4)) * 60)
        write(f"from-one-{n}.txt", ([card + 1 for card in deck] for deck in decks(n, 3000, 5)))
        write(f"broken-{n}.txt", [*decks(n, 3000, 6), [0] * n, *decks(n, 10, 7)])
        write(f"short-{n}.txt", decks(n, 20, 8))
    write("empty.txt", [])
    (folder / "rows-52.u8").write_bytes(b"".join(map(bytes, decks(52, 3000, 9))))
    (folder / "rows-200.u16").write_bytes(b"".join(card.to_bytes(2, "little") for deck in decks(200, 500, 10) for card in deck))
    write("table.csv", [["game", "deck", *(f"c{i}" for i in range(1, 6))],
                        *([i, "-".join(map(str, deck)), *deck] for i, deck in enumerate(decks(5, 3000, 11)))], ",")
    write("letters.txt", (["abcde"[card] for card in deck] for deck in decks(5, 3000, 12)))
    write("one-a-line.txt", ([card] for deck in decks(5, 3000, 13) for card in deck))
    write("equal.txt", (source.sample("LLLLSSS", 7) for _ in range(5000)))
    write("equal-52.txt", (source.sample("A" * 4 + "B" * 20 + "C" * 28, 52) for _ in range(3000)))
    write("deal-20.txt", (source.sample(range(20), 5) for _ in range(5000)))
    write("deal-52.txt", (source.sample(range(52), 13) for _ in range(3000)))
    (folder / "program.py").write_text(PROGRAM, encoding="ascii")
    (folder / "job.json").write_text(json.dumps(JOB), encoding="ascii")
    # The redesign may move them.
    files = subprocess.run(["git", "ls-files", "*/fairshuffle_plugin.h", "*/examples/shuffles.c"], cwd=root, capture_output=True,
                           text=True, check=True).stdout.split()
    header, plugin = (root / next(name for name in files if name.endswith(ending)) for ending in (".h", ".c"))
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-I", header.parents[1], "-o", folder / "shuffles.so", plugin], check=True)
    made_by.write_text(this, encoding="utf-8")


def run(name, target, n, *options, seed=1, draw=None, vectors=""):
    """A run, its report judged again and drawn."""
    size = () if n is None else ("--n", str(n))
    steps = [("certify", *target, *size, "--seed", str(seed), *options, "--json", "report.json", "--quiet")]
    if draw if draw is not None else n not in DEAR:
        steps += [("check", "report.json"), ("report", "report.json", "--format", ",".join(FORMATS), "--out", "drawn"),
                  ("report", "report.json", "--verbose", "--color", "always")]
    return Case(name, tuple(steps), vectors)


def trials(n):
    return "--trials", "50000" if n <= 64 else "20000"


def looks(most):
    return "--max-trials", most, "--tolerance", "0.02"


def values(option):
    """A few that the range of an option names or has: small ones, and every word of a choice."""
    numbers = [int(number) for number in re.findall(r"\d+", option["range"])]
    if re.fullmatch(r"\D*\d+\D+\d+\D*", option["range"]):
        return sorted({min(numbers[0] + more, numbers[1]) for more in (0, 1, 6)})
    return re.split(r", | or ", option["range"])


def shuffles(listed):
    for at, (shuffle, n) in enumerate(itertools.product(listed["shuffles"], SIZES)):
        if shuffle.get("decks", {}).get("largest", n) >= n:
            plan = trials(n) if n in DEAR or (at // len(SIZES) + at) % 2 else looks("50000")
            yield run(f"{shuffle['name']}:n={n}", (shuffle["name"],), n, *plan, draw=True if at < len(SIZES) else None)


def options(listed):
    for shuffle in listed["shuffles"]:
        for option in shuffle.get("options", ()):
            for value, n in itertools.product(values(option), (5, 12, 52)):
                target = f"{shuffle['name']}:{option['name']}={value}"
                yield run(f"{target},n={n}", (target,), n, "--trials", "20000", draw=n == 5)


def sources(listed):
    names = ([entry["name"] for entry in listed[section]] for section in ("sources", "draws", "seedings"))
    for at, (source, draw, seeding) in enumerate(itertools.product(*names)):
        target = f"durstenfeld:source={source},draw={draw},seeding={seeding}"
        yield run(target, (target,), QUICK[(at + at // 6) % len(QUICK)], "--trials", "20000", draw=at % 12 == 0)


def seeds(_):
    sizes = [n for n in SIZES if n not in DEAR]
    for n, seed, shuffle in itertools.product(sizes, (0, 2**32, 2**64 - 1), ("durstenfeld", "riffle:m=5")):
        yield run(f"{shuffle} n={n} seed={seed}", (shuffle,), n, "--trials", "40000", seed=seed, draw=False)


def vectors(listed, sets):
    in_lanes = [shuffle["name"] for shuffle in listed["shuffles"] if "lanes" in shuffle.get("interpreters", ())]
    for kind, n in itertools.product(sets, (n for n in SIZES if n != 128)):
        others = (in_lanes[at % len(in_lanes)] for at in (n, 5 * n + 7))
        for shuffle in dict.fromkeys(("durstenfeld", *others)):
            yield run(f"{kind} {shuffle}:n={n}", (shuffle,), n, "--trials", "40000", draw=False, vectors=kind)


def tests(listed):
    for at, test in enumerate(listed["tests"]):
        possible = [n for n in SIZES if n not in DEAR and test["decks"]["smallest"] <= n <= test["decks"]["largest"]]
        for n in {possible[0], possible[at % len(possible)]}:
            yield run(f"{test['name']} n={n}", ("naive-swap", "durstenfeld"), n, "--tests", test["name"], *trials(n))


def bets(listed):
    needed = {"pairs": ("--pairs",), "bets": ("--bet", "cards=0-3,places=0-6,name=four")}
    for family, n in itertools.product(listed["families"], (13, 52)):
        name = family["name"]
        yield run(f"family {name} n={n}", ("durstenfeld", "riffle"), n, "--certify", name, *needed.get(name, ()), *looks("40000"))
    for entry in listed["bets"]:
        n = entry["decks"]["smallest"]
        yield run(f"list {entry['name']}", ("durstenfeld", "overhand"), n, "--bets", entry["name"], *trials(n))
        for bet in entry["bets"]:
            yield run(f"bet {bet}", ("riffle:m=4",), n, "--bet", bet, "--certify", "bets", *looks("20000"), draw=False)
    for n in (13, 16, 52, 64):
        yield run(f"pairs n={n}", ("durstenfeld", "swap-pairs:k=30"), n, "--pairs", *looks("40000"))


def targets(_):
    for setting in SETTINGS:
        for shuffle, n in itertools.product(("durstenfeld", "naive-swap"), (5, 9, 12, 52)):
            yield run(f"{shuffle}:{setting},n={n}", (f"{shuffle}:{setting}",), n, *looks("50000"), draw=n in (5, 52))


def rows(_):
    def log(name, *words, n=None):
        return run(f"log {name}{' ' * bool(words)}{' '.join(words)}", ("--log", f"in/{name}"), n, *words)

    for n in SIZES:
        yield log(f"fair-{n}.txt", n=n)
    for n, kind in itertools.product((5, 13, 52), ("naive", "linked", "again", "broken", "short")):
        yield log(f"{kind}-{n}.txt", n=n)
        yield log(f"{kind}-{n}.txt", "--reset", "never", "--tolerance", "0.05")
        yield Case(f"probe {kind}-{n}.txt", (("probe", "--log", f"in/{kind}-{n}.txt"),))
    yield log("from-one-13.txt", "--base", "1", "--starts-anew")
    yield log("fair-12.txt", "--pairs", "--slots", "2^16")
    yield log("empty.txt", n=5)
    yield log("rows-52.u8", "--format", "u8", n=52)
    yield log("rows-200.u16", "--format", "u16", n=200)
    yield log("table.csv", "--column", "deck")
    yield log("table.csv", "--columns", "c1-c5")
    yield log("letters.txt", "--deck", "abcde")
    yield log("one-a-line.txt", "--one-a-line", n=5)
    yield log("equal.txt", "--deck", "L*4 S*3", "--equal-cards")
    yield log("equal-52.txt", "--deck", "A*4 B*20 C*28", "--equal-cards")
    for n, unordered in itertools.product((20, 52), ((), ("--unordered",))):
        yield log(f"deal-{n}.txt", "--deal", "5" if n == 20 else "13", *unordered, n=n)
    yield Case("stdin", (("certify", "--stdin", "--n", "13", "--seed", "1", "--json", "-", "--quiet", "<in/fair-13.txt"),))
    for n, most in ((4, "30000"), (13, "10000")):
        for manner, end in (("stream", " {trials}"), ("serve", "")):
            command = "python3 in/program.py {seed} {n}" + end
            yield run(f"program {manner} n={n}", ("--exec", command), n, "--manner", manner, *looks(most))
        for shuffle in ("fisher-yates", "naive-swap"):
            yield run(f"plug-in {shuffle} n={n}", (f"plugin:path=in/shuffles.so,shuffle={shuffle}",), n, *looks("50000"))


def plans(_):
    both = ("durstenfeld", "naive-swap")
    for words in BUDGETS:
        for n in (5, 12, 13):
            yield run(f"{words} n={n}", both, n, "--max-trials", "50000", *words.split())
    yield run("sizes", ("*swap*", "durstenfeld"), "3,4,6,13", *looks("30000"))
    yield run("job", ("--job", "in/job.json"), None)
    first = ("certify", "--job", "in/job.json", "--seed", "7", "--json", "a.json", "--quiet")
    again = ("certify", "--job", "a.json", "--json", "b.json", "--quiet")
    yield Case("job again", (first, ("check", "a.json", "--job", "in/job.json"), again, ("diff", "a.json", "b.json")))
    for words in ("--out reports", "--html a.html", "--github", "--color always", "--color never"):
        yield Case(f"shown {words}", (("certify", *both, "--n", "5,13", "--seed", "1", *looks("30000"), *words.split()),))


def distributions(listed):
    def exact(*words):
        return Case(f"exact {' '.join(words)}", (("exact", *words), ("exact", *words, "--json", "-")))

    for shuffle, n in itertools.product(listed["shuffles"], (3, 5, 7, 12, 52)):
        yield exact(shuffle["name"], "--n", str(n))
        yield exact(shuffle["name"], "--n", str(n), "--steps")
    for shuffle, draw, n in itertools.product(("durstenfeld", "naive-swap"), listed["draws"], (3, 5)):
        yield exact(f"{shuffle}:bits=8,draw={draw['name']}", "--n", str(n))
    yield exact("--compare", "naive-swap", "swap-pairs:k=4")


def lessons(listed):
    def explain(target, n):
        asked = ("explain", target, "--n", str(n), "--seed", str(n))
        return Case(f"{target},n={n}", (asked, (*asked, "--markdown"), (*asked, "--json"), (*asked, "--html", "a.html")))

    for shuffle, n in itertools.product(listed["shuffles"], (2, 3, 5, 8)):
        yield explain(shuffle["name"], n)
    for key, section in (("draw", "draws"), ("source", "sources"), ("seeding", "seedings")):
        for at, entry in enumerate(listed[section]):
            yield explain(f"{('durstenfeld', 'naive-swap')[at % 2]}:{key}={entry['name']}", 5)
    yield Case("all", (("explain", "--list"), ("explain", "--live", "--html", "live.html")))


def files(_):
    for n in (5, 10, 12, 13, 52):
        plan = ("durstenfeld", "riffle:m=5", "--n", str(n), "--seed", "1", "--max-trials", "100000", "--tolerance", "0.01")
        shards = [("certify", *plan, "--shard", f"{at}/3", "--out", f"{at}.fair", "--quiet") for at in range(3)]
        held = [f"{at}.fair" for at in range(3)]
        merged = ("merge", *held, "--json", "report.json", "--quiet")
        yield Case(f"shards n={n}", (*shards, ("status", *held), merged, ("status", *held[:2])))
        first = ("certify", *plan, "--checkpoint", "run.fair", "--until", "20000", "--json", "first.json", "--quiet")
        rest = ("certify", "--resume", "run.fair", "--json", "report.json", "--quiet")
        yield Case(f"checkpoint n={n}", (first, ("status", "run.fair"), rest))


def comparisons(_):
    for old, new, n in PAIRS:
        runs = [("certify", target, "--n", str(n), "--seed", str(at), "--trials", "30000", "--json", f"{at}.json", "--quiet")
                for at, target in enumerate((old, new))]
        shown = [("diff", "0.json", "1.json", "--format", style) for style in ("text", "markdown", "json")]
        yield Case(f"{old} {new} n={n}", (*runs, *shown, ("diff", "1.json", "0.json")))
    log = ("certify", "--n", "5", "--seed", "1", "--quiet", "--bet", "cards=0,places=0", "--log")
    runs = [(*log, f"in/{name}-5.txt", "--json", f"{name}.json") for name in ("fair", "naive")]
    yield Case("logs", (*runs, ("diff", "fair.json", "naive.json")))


def words(listed, subcommands):
    yield Case("help", (("--help",), ("--version",), *((name, "--help") for name in subcommands)))
    sections = [("list", section) for section in listed]
    yield Case("list", (("list",), ("list", "--json"), *sections, ("list", "plugin", "in/shuffles.so")))
    for line in REFUSED:
        yield Case(f"refused {line}", (tuple(line.split()),))


def all_cases(listed, subcommands, sets):
    """Named by their group and what they are about."""
    makers = (shuffles, options, sources, seeds, tests, bets, targets, rows, plans, distributions, lessons, files, comparisons)
    groups = {make.__name__: make(listed) for make in makers}
    groups |= {"vectors": vectors(listed, sets), "words": words(listed, subcommands)}
    return [Case(f"{group} {case.name}", case.steps, case.vectors) for group, cases in groups.items() for case in cases]


def share(cases, of_each=4):
    """A few of each group, those that take little."""
    taken = []
    for _, group in itertools.groupby(cases, key=lambda case: case.name.split()[0]):
        group = [case for case in group if not re.search(r"\b(10|64|128|200)\b", case.name)]
        taken += group[len(group) // of_each // 2::max(1, len(group) // of_each)]
    return taken
