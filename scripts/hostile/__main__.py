"""scripts/prove hostile: the program on command lines, jobs, logs and reports that were spoilt at random.

usage: python3 scripts/hostile PROGRAM [--runs N] [--seed S] [--jobs J] [--patience SECONDS] [--only NUMBER]

Every run must end by itself within 10 seconds (--patience), with an exit code that is documented (0 to 4), and where that is 2
say why. It must end by no signal but SIGPIPE, by which every program ends that prints to one who reads no more. Run NUMBER of a
seed is always the same; --only shows it. Exit 1 where a run was at fault.
"""
import argparse
import concurrent.futures
import os
import pathlib
import random
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

from material import Material
from spoiling import spoilt_run


def fault_of(returncode, said, told, may_be_cut):
    """What is wrong with how a run ended; None for nothing. told: whether it could say anything. may_be_cut: nobody reads what
    it writes."""
    if returncode is None:
        return "not over in time"
    if may_be_cut and returncode == -signal.SIGPIPE:
        return None
    if returncode < 0:
        return f"ended by signal {-returncode}"
    if returncode > 4:
        return f"exit code {returncode}"
    if returncode == 2 and told and not said.strip():
        return "exit code 2 without a word"
    return None


def run_one(program, material, seed, number, patience, show=False):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hostile-"))
    try:
        run = spoilt_run(random.Random(f"{seed} {number}"), material, folder)
        streams, told = run.streams()
        process = subprocess.Popen([program, *run.arguments], cwd=folder, start_new_session=True, **streams)
        try:
            out, error = process.communicate(run.input if streams["stdin"] == subprocess.PIPE else None,
                                             timeout=patience)
            returncode = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # and what it started, which holds the pipes
            out, error = process.communicate()
            returncode = None
        finally:
            run.close()
        said = (error or b"") + (out or b"")
        fault = fault_of(returncode, said, told, run.may_be_cut)
        if fault or show:
            words = shlex.join(argument if isinstance(argument, str) else argument.decode("latin-1")
                               for argument in run.arguments)
            print(f"run {number}: {fault or f'ended with {returncode}'}: {run.kind}: {words}\n{run.notes}")
            print(said.decode("utf-8", "replace")[-2000:], flush=True)
        return run.kind, returncode, fault
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--patience", type=float, default=10)
    parser.add_argument("--only", type=int)
    options = parser.parse_args()
    program = str(pathlib.Path(options.program).resolve())
    with tempfile.TemporaryDirectory() as folder:
        material = Material(program, pathlib.Path(folder))
        if options.only is not None:
            return run_one(program, material, options.seed, options.only, options.patience, show=True)[2] is not None
        endings, faults = {}, 0
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for kind, returncode, fault in pool.map(
                    lambda number: run_one(program, material, options.seed, number, options.patience), range(options.runs)):
                faults += fault is not None
                endings.setdefault(kind, {}).setdefault(returncode, 0)
                endings[kind][returncode] += 1
        for kind, codes in sorted(endings.items()):
            told = ", ".join(f"{count:,} with {code}" for code, count in sorted(codes.items(), key=str))
            print(f"{kind}: {sum(codes.values()):,} runs: {told}")
        print(f"{options.runs:,} runs (seed {options.seed}): {faults} at fault")
        return faults > 0


if __name__ == "__main__":
    sys.exit(main())
