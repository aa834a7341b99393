"""Makes rows of what was measured: medians, their ratios, and whether they are what they must be."""
import re
from dataclasses import dataclass, field
from statistics import median

import requirements
from requirements import SIZES


@dataclass
class Row:
    """What the tables and the JSON file tell of one row of the requirements."""
    text: str
    values: dict             # by deck size, or one under "program"
    unit: str                # after each value
    required: dict = field(default_factory=dict)
    at_least: bool = True    # or at most

    def missed(self):
        return [key for key, bound in self.required.items()
                if key in self.values and (self.values[key] < bound if self.at_least else self.values[key] > bound)]


def best_target(kernels):
    measured = {name for name, _ in kernels.nanoseconds}
    return next(target for target in requirements.TARGETS if requirements.ALL + target in measured)


def fastest(kernels, names, size, of_repetitions=median):
    """Nanoseconds a trial of the fastest of these; nothing where none was measured."""
    names = [name.replace("BEST", best_target(kernels)) for name in names]
    times = [of_repetitions(kernels.nanoseconds[name, size]) for name in names if (name, size) in kernels.nanoseconds]
    return min(times, default=None)


def speed_rows(kernels):
    for speed in requirements.SPEEDS:
        times = {size: fastest(kernels, speed.measured, size) for size in SIZES}
        values = {size: 1e3 / time for size, time in times.items() if time is not None}
        if values:
            yield Row(speed.text, values, "")


def ratio_rows(kernels):
    for ratio in requirements.RATIOS:
        values = {}
        for size in SIZES:
            of_repetitions = min if ratio.at_best else median
            ours = fastest(kernels, (ratio.ours,), size, of_repetitions)
            peer = fastest(kernels, ratio.peer, size, of_repetitions)
            if ours is None or peer is None:
                continue
            values[size] = peer / ours
            if ratio.per_draw:
                values[size] *= kernels.draws[ratio.ours, size] / kernels.draws[ratio.peer[0], size]
        if values:
            yield Row(ratio.text, values, "x", ratio.least)


def program_rows(program):
    most_memory = 0
    for process in requirements.PROCESSES:
        milliseconds = median(program.seconds[process.arguments]) * 1e3
        yield Row(f"`certify {process.arguments}`", {"program": milliseconds}, " ms",
                  {"program": process.seconds * 1e3}, at_least=False)
        most_memory = max(most_memory, *program.mebibytes[process.arguments])
    yield Row("most memory of these", {"program": most_memory}, " MiB",
              {"program": min(process.mebibytes for process in requirements.PROCESSES)}, at_least=False)
    one, two = (median(program.seconds[f"{requirements.THREADS_ARGUMENTS} --threads {threads}"]) for threads in (1, 2))
    yield Row(f"2 threads against 1, `certify {requirements.THREADS_ARGUMENTS}`", {"program": one / two}, "x",
              {"program": requirements.LEAST_OF_TWO_THREADS})


def machine(kernels, cores, cpuinfo):
    model = re.search(r"model name\s*:\s*(.*)", cpuinfo)
    return {"cores": cores, "vectors": requirements.TARGETS[best_target(kernels)],
            "model": model.group(1) if model else "unknown"}
