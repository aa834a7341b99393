#!/usr/bin/env python3
"""Has the compiler of the web preset read sources, and make no code of them: in seconds what it refuses.

Usage: read_sources.py BUILD FOLDER...

BUILD is a folder that the web preset was configured in; a FOLDER, as in harness/cli, stands for what is compiled
there, in it and below it.
"""
import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

BUILD, FOLDERS = Path(sys.argv[1]).resolve(), sys.argv[2:]


def is_asked_for(entry):
    words = shlex.split(entry["command"])
    return any(words[words.index("-o") + 1].startswith(f"{folder}/") for folder in FOLDERS)


def refused(entry):
    """What the compiler says; empty where it takes the file."""
    command = re.sub(r" -o \S+ -c ", " -fsyntax-only ", entry["command"])
    done = subprocess.run(shlex.split(command), cwd=entry["directory"], capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


entries = [entry for entry in json.loads((BUILD / "compile_commands.json").read_text()) if is_asked_for(entry)]
if not entries:
    sys.exit(f"{BUILD}: nothing is compiled in {' or '.join(FOLDERS)}")
with ThreadPoolExecutor(os.cpu_count()) as pool:
    said = [words for words in pool.map(refused, entries) if words]
print(*said, f"{len(entries)} files read by Emscripten's compiler, {len(said)} refused", sep="\n")
sys.exit(1 if said else 0)
