#!/usr/bin/env python3
"""Every public header compiles alone, without a warning, and needs nothing but the standard library."""
import os
import re
import subprocess
import sys
from pathlib import Path

WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror".split()
# What the implementation is made of must not reach a user's translation unit.
FOREIGN = re.compile(r"/(boost|nlohmann|fmt|hwy|CLI|doctest)/|/(core|reports|harness/(engine|target))/")


def main(compiler, include):
    headers = sorted(Path(include).rglob("*.hpp"))
    assert headers, f"no header below {include}"
    environment = {name: value for name, value in os.environ.items() if "INCLUDE" not in name and name != "CPATH"}
    faults = 0
    for header in headers:
        command = [compiler, "-std=c++20", "-x", "c++", f"-I{include}"]
        # Included from a source file: as the main file, a header would be warned of its #pragma once.
        source = f"#include <{header.relative_to(include)}>\n"
        compiled = subprocess.run([*command, "-fsyntax-only", *WARNINGS, "-"], input=source, env=environment,
                                  capture_output=True, text=True)
        if compiled.returncode:
            print(f"{header} does not compile alone:\n{compiled.stderr}")
            faults += 1
            continue
        needed = subprocess.run([*command, "-M", "-"], input=source, env=environment, check=True,
                                capture_output=True, text=True).stdout.split()
        assert str(header) in needed, f"{compiler} -M does not name {header}"
        for path in needed:
            if FOREIGN.search(path.removeprefix(include)):
                print(f"{header} includes {path}")
                faults += 1
    print(f"{len(headers)} headers, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
