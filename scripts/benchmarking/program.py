"""Runs the whole program: seconds from start to exit, and memory at most."""
import json
import os
import subprocess
import sys
import time

import requirements


class Program:
    """Times and memory of runs, gathered round by round."""

    def __init__(self, program, folder):
        self.program = program
        self.report = os.path.join(folder, "report.json")
        self.seconds = {}    # arguments: of each run
        self.mebibytes = {}  # arguments: of each run

    def run_round(self):
        for process in requirements.PROCESSES:
            for _ in range(process.times):
                self.run(process.arguments, process.exit_code)
            if process.largest_bias:
                self.check_certificate(process)
        # A fixed number of trials: what the verdict is does not matter, only that there is one.
        for threads in (1, 2):
            self.run(f"{requirements.THREADS_ARGUMENTS} --threads {threads}", 0)

    def run(self, arguments, exit_code):
        start = time.monotonic()
        child = subprocess.Popen(
            [self.program, "certify", *arguments.split(), "--seed", "1", "--json", self.report, "--force"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # The memory that is told is at least this script's: a new process starts as a copy of it.
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != exit_code:
            sys.exit(f"scripts/benchmark: certify {arguments} exited with {child.returncode}, not {exit_code}")
        self.seconds.setdefault(arguments, []).append(seconds)
        self.mebibytes.setdefault(arguments, []).append(usage.ru_maxrss / 1024)

    def check_certificate(self, process):
        with open(self.report, encoding="utf-8") as file:
            bias = json.load(file)["results"][0]["bias"]
        if not bias["tv_upper"] <= process.largest_bias:
            sys.exit(f"scripts/benchmark: certify {process.arguments} certifies no more than {bias['tv_upper']}")
