"""Which files are broken, and which of their mutants a run takes."""
import fnmatch
import hashlib
import os
import re
import subprocess

from mutants import mutants_of

ROOMS = ("core/", "harness/engine/", "harness/targets/rows/", "reports/")
NO_SUBJECT = re.compile(
    r"(_test|_benchmark|_for_tests?|_for_test|/doctest_main|/calibration|/whole_runs)\.(cpp|hpp)$|/(fuzz|goldens|examples|reference)/")


def files_of(root):
    """The files that a run breaks."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard", "*.cpp", "*.hpp"],
                            check=True, capture_output=True, text=True).stdout.split()
    return sorted(path for path in set(listed)
                  if path.startswith(ROOMS) and not NO_SUBJECT.search(path) and os.path.exists(os.path.join(root, path)))


def can_run(text):
    """Whether the machine runs these lines: no test can notice what it does not."""
    if "_mm512_" not in text:
        return True
    with open("/proc/cpuinfo", encoding="utf-8") as cores:
        return "avx512f" in cores.read()


def all_mutants(root, pattern="*", kinds=("operator", "constant", "condition", "statement")):
    """Of the files, or of the lines as path:line, that match one of the patterns, which commas part; * goes over slashes."""
    found, patterns = [], pattern.split(",")
    for path in files_of(root):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            text = file.read()
        mutants = mutants_of(path, text) if can_run(text) else []
        found += [mutant for mutant in mutants if mutant.kind in kinds and any(
            fnmatch.fnmatch(path, each) or fnmatch.fnmatch(f"{path}:{mutant.line}", each) for each in patterns)]
    return found


def in_order_of(seed, mutants):
    """The order in which a run with this seed takes them. A mutant's place depends on nothing but itself and the seed,
    so that changes of other lines leave the sample as it is, but for those lines."""
    def place(mutant):
        return hashlib.sha256(repr((seed, mutant.key)).encode()).digest()
    return sorted(mutants, key=place)
