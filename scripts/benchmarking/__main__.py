"""scripts/benchmark, once everything is built: measures in rounds, prints tables, writes the numbers down."""
import argparse
import json
import os
import tempfile
from dataclasses import asdict
from statistics import median

import evaluation
import requirements
import tables
from kernels import Kernels, run_numpy
from load import OtherLoad
from program import Program


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/benchmark", description="Measures us and our peers in one run.")
    parser.add_argument("--root", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--quick", action="store_true", help="a third of a minute")
    parser.add_argument("--json", metavar="FILE", help="where the numbers go (build/benchmark.json)")
    parser.add_argument("--markdown", action="store_true", help="print the tables as scripts/README.md shows them")
    return parser.parse_args()


def measure(root, folder, rounds, seconds):
    """Everything in turn, several times over: no part has the machine's good minutes for itself."""
    kernels = Kernels(os.path.join(root, "build/release/core/sample_benchmark"))
    program = Program(os.path.join(root, "build/release/harness/cli/fairshuffle"), folder)
    has_numpy = True
    for _ in range(rounds):
        kernels.run(requirements.SMALL_SIZES, seconds, repetitions=5)
        # The first trials of a run are looked at deck by deck, all of them; of larger decks fewer come in a second.
        kernels.run(requirements.LARGE_SIZES, 15 * seconds, repetitions=1)
        program.run_round()
        has_numpy = has_numpy and run_numpy(kernels)
    return kernels, program, has_numpy


def main():
    options = arguments()
    others = OtherLoad()
    with tempfile.TemporaryDirectory() as folder:
        if options.quick:
            kernels, program, has_numpy = measure(options.root, folder, rounds=1, seconds=0.005)
        else:
            kernels, program, has_numpy = measure(options.root, folder, rounds=9, seconds=0.02)

    busy_cores = others.cores()
    speeds, ratios = list(evaluation.speed_rows(kernels)), list(evaluation.ratio_rows(kernels))
    processes = list(evaluation.program_rows(program))
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        machine = evaluation.machine(kernels, len(os.sched_getaffinity(0)), file.read())

    layout = tables.as_markdown if options.markdown else tables.as_text
    print(layout(*tables.sized_table("million trials a second, one thread", speeds, judged=False)))
    print(layout(*tables.sized_table("ratio of speeds", ratios, judged=True)))
    print(layout(*tables.program_table(processes)))
    print(f"{machine['cores']} cores, {machine['vectors']}; other programs kept {busy_cores:.1f} of them busy."
          " Medians of one run; durstenfeld, every permutation counted, where nothing else is said.")
    if not has_numpy:
        print("numpy is left out: python3-numpy is not installed.")

    path = options.json or os.path.join(options.root, "build/benchmark.json")
    report = {
        "machine": machine,
        "quick": options.quick,
        "cores_busy_with_others": busy_cores,
        "kernels": [{"name": name, "n": size, "nanoseconds_a_trial": median(times), "fastest": min(times),
                     "repetitions": len(times)}
                    for (name, size), times in kernels.nanoseconds.items()],
        "program": [{"arguments": text, "seconds": median(times), "mebibytes": max(program.mebibytes[text]),
                     "runs": len(times)} for text, times in program.seconds.items()],
        "rows": [dict(asdict(row), missed=row.missed()) for row in speeds + ratios + processes],
    }
    with open(path, "w", encoding="utf-8") as file:
        json.dump(report, file, indent=1)
        file.write("\n")


main()
