"""Runs the benchmark programs: nanoseconds a trial, by name and deck size."""
import json
import os
import subprocess
import sys
import tempfile


class Kernels:
    """Times of repetitions, gathered round by round."""

    def __init__(self, program):
        self.program = program
        self.nanoseconds = {}  # (name, deck size): of each repetition
        self.draws = {}        # (name, deck size): of a trial

    def run(self, sizes, seconds, repetitions):
        # Random interleaving: what else the machine does meanwhile touches us and the peers alike.
        with tempfile.TemporaryDirectory() as folder:
            results = os.path.join(folder, "results.json")
            subprocess.run([self.program, f"--benchmark_filter=/({'|'.join(map(str, sizes))})$",
                            f"--benchmark_min_time={seconds}",
                            f"--benchmark_repetitions={repetitions}", "--benchmark_enable_random_interleaving=true",
                            f"--benchmark_out={results}", "--benchmark_out_format=json"],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            with open(results, encoding="utf-8") as file:
                runs = json.load(file)["benchmarks"]
        for run in runs:
            name, size = run["run_name"].rsplit("/", 1)
            if run.get("error_occurred"):
                if "no such vectors" in run["error_message"]:
                    continue
                sys.exit(f"scripts/benchmark: {run['run_name']}: {run['error_message']}")
            if run["run_type"] != "iteration":
                continue
            self.add(name, int(size), run["cpu_time"])
            if "draws" in run:
                self.draws[name, int(size)] = run["draws"]

    def add(self, name, size, nanoseconds):
        self.nanoseconds.setdefault((name, size), []).append(nanoseconds)


def run_numpy(kernels):
    """The peer with numpy, in a process of its own; False where there is no numpy."""
    peer = os.path.join(os.path.dirname(os.path.abspath(__file__)), "numpy_peer.py")
    done = subprocess.run([sys.executable, "-B", peer], capture_output=True, text=True, check=False)
    if done.returncode == 3:
        return False
    if done.returncode != 0:
        sys.exit(f"scripts/benchmark: {done.stderr}")
    for size, nanoseconds in json.loads(done.stdout).items():
        kernels.add("numpy", int(size), nanoseconds)
    return True
