"""What the tests of completions and manual pages know: the program, and where they stand."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
PACKAGING = pathlib.Path(__file__).resolve().parents[1]
# Completions ask the program of that name.
ENVIRONMENT = dict(os.environ, PATH=os.path.dirname(PROGRAM) + os.pathsep + os.environ["PATH"], LC_ALL="C.UTF-8")
SKIPPED = 77


def run(*words, **options):
    return subprocess.run(words, capture_output=True, text=True, timeout=300, check=False, env=ENVIRONMENT, **options)


def subcommands():
    listed = run(PROGRAM, "--help").stdout.split("Subcommands:")[1].split("\n\n")[0]
    return re.findall(r"^  ([a-z-]+) ", listed, re.MULTILINE)


def formats():
    """Those of reports."""
    return re.findall(r"(\w+) \(\.", run(PROGRAM, "report", "--help").stdout)


def main(reader):
    if shutil.which(reader) is None:
        print(f"skipped: {reader} is not installed")
        sys.exit(SKIPPED)
    unittest.main(argv=sys.argv[:1])
