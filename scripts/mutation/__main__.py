"""scripts/mutate: breaks lines on purpose and sees whether a test notices."""
import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

from build_folder import BuildFolder
from equivalents import Equivalents
from mutants import KINDS
from sample import all_mutants, in_order_of
from test_programs import tests_of
from trial import Trial


def arguments():
    parser = argparse.ArgumentParser(
        prog="scripts/mutate", description="Breaks lines of core, the engine, rows and reports on purpose, one at a time, and runs "
        "the tests that cover them. The tree is not written to; leave it as it is meanwhile.")
    parser.add_argument("--root", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--build", metavar="FOLDER", help="a build folder of this tree (build/release, which it brings up to date)")
    parser.add_argument("--sample", type=int, metavar="N", help="try N mutants that compile (all)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="which ones: the same for the same seed (1)")
    parser.add_argument("--skip", type=int, default=0, metavar="N", help="without the first N of them, which an earlier run tried (0)")
    parser.add_argument("--only", default="*", metavar="GLOBS", help="of files whose path matches, or of lines: path:line; commas part several")
    parser.add_argument("--kinds", default=",".join(KINDS[:4]), metavar="LIST",
                        help=f"of {', '.join(KINDS)}; without the last unless asked, since few tests hold words")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="so many at the same time (1)")
    parser.add_argument("--own", action="store_true", help="run the folder's own tests only")
    parser.add_argument("--list", action="store_true", help="print the mutants and try none")
    parser.add_argument("--least", type=float, default=97, metavar="PERCENT", help="to be killed by all tests, else exit 1 (97)")
    parser.add_argument("--least-own", type=float, default=92, metavar="PERCENT", help="by the folder's own, else exit 1 (92)")
    options = parser.parse_args()
    if options.skip < 0:
        parser.error("--skip takes a whole number from 0 on")
    options.kinds = tuple(options.kinds.split(","))
    if not set(options.kinds) <= set(KINDS):
        parser.error(f"--kinds takes {', '.join(KINDS)}")
    options.build = os.path.realpath(options.build or os.path.join(options.root, "build", "release"))
    return options


def note(text):
    print(text, file=sys.stderr, flush=True)


def text_of(mutant):
    return f"{mutant.path}:{mutant.line}: {mutant.change}"


def show(outcome, survived):
    if outcome.verdict == "killed":
        how = f"killed by {outcome.by}" + ("" if outcome.own else ", not by the folder's own")
    else:
        how = {"survived": survived, "no program": "does not compile"}[outcome.verdict]
    print(f"{text_of(outcome.mutant)}: {how}", flush=True)


def own_outcomes(trial, mutants, wanted, jobs):
    """What their folders' own tests make of the first `wanted` mutants that compile."""
    outcomes, left, running, counted = [], iter(mutants), set(), 0
    with ThreadPoolExecutor(jobs) as pool:
        while True:
            while len(running) < min(jobs, wanted - counted):
                mutant = next(left, None)
                if mutant is None:
                    break
                running.add(pool.submit(trial.of, mutant, trial.own(mutant), True))
            if not running:
                return outcomes
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for each in done:
                outcome = each.result()
                counted += outcome.verdict != "no program"
                outcomes.append(outcome)
                show(outcome, "survives the folder's own")


def outcomes_of_others(trial, survivors, jobs):
    with ThreadPoolExecutor(jobs) as pool:
        for outcome in pool.map(lambda each: trial.of(each.mutant, trial.covering(each.mutant), False), survivors):
            show(outcome, "SURVIVED")
            yield outcome


def summary(options, outcomes, known, own_killed):
    tried = [outcome for outcome in outcomes if outcome.verdict != "no program"]
    killed = sum(outcome.verdict == "killed" for outcome in tried)
    for outcome in tried:
        if outcome.verdict == "survived":
            print(f"survived: {text_of(outcome.mutant)}    {outcome.mutant.source}")
    if not tried:
        print("no mutant was tried")
        return 1
    share, own_share = 100 * killed / len(tried), 100 * own_killed / len(tried)
    line = f"{len(tried)} mutants tried (seed {options.seed})"
    if not options.own:
        line += f": {killed} killed ({share:.1f} %)"
    line += f", {own_killed} by the folder's own tests ({own_share:.1f} %)"
    print(f"{line}; {len(outcomes) - len(tried)} did not compile, {known} known to change nothing")
    return 1 if own_share < options.least_own or (not options.own and share < options.least) else 0


def main():
    options = arguments()
    every = all_mutants(options.root, options.only, options.kinds)
    equivalents = Equivalents()
    if options.only == "*" and options.kinds == KINDS[:4]:
        for path, source, change, _ in equivalents.without_mutant(every):
            note(f"equivalents.json: no such mutant any more: {path}: {source}: {change}")
    mutants = in_order_of(options.seed, [mutant for mutant in every if mutant not in equivalents])
    known = len(every) - len(mutants)
    mutants = mutants[options.skip:]
    if options.list:
        for mutant in mutants[:options.sample]:
            print(f"{text_of(mutant)}    {mutant.source}")
        return 0
    build = BuildFolder(options.root, options.build)
    tests = tests_of(options.root, options.build, build.programs())
    wanted = len(mutants) if options.sample is None else options.sample
    with tempfile.TemporaryDirectory(prefix="fairshuffle-mutants-") as folder:
        trial = Trial(build, tests, folder, note=note)
        needed = [test for test in tests if any(test in trial.own(mutant) for mutant in mutants[:2 * wanted + 20])]
        build.build(sorted({test.program for test in needed}))
        outcomes = own_outcomes(trial, mutants, wanted, options.jobs)
        own_killed = sum(outcome.verdict == "killed" for outcome in outcomes)
        survivors = [outcome for outcome in outcomes if outcome.verdict == "survived"]
        if survivors and not options.own:
            build.build(sorted({test.program for test in tests}))
            decided = [outcome for outcome in outcomes if outcome.verdict != "survived"]
            outcomes = decided + list(outcomes_of_others(trial, survivors, options.jobs))
        return summary(options, outcomes, known, own_killed)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.exit(f"scripts/mutate: {error}")
