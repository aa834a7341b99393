"""What the tests of the pages ask the program itself."""
import json
import re
import subprocess
import sys

PROGRAM, PAGES = sys.argv[1:3] if len(sys.argv) > 2 else ("", "")
SKIPPED = 77


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=300, check=False)


def subcommands():
    listed = run("--help").stdout.split("Subcommands:")[1].split("\n\n")[0]
    return re.findall(r"^  ([a-z-]+) ", listed, re.MULTILINE)


def options_of(*command):
    """Every option in the help, as --help and -h."""
    words = re.findall(r"^  (-\S+)", run(*command, "--help").stdout, re.MULTILINE)
    return {option for word in words for option in word.split(",")}


def listed(section):
    return [entry["name"] for entry in json.loads(run("list", section, "--json").stdout)[section]]
