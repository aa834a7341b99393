#!/usr/bin/env python3
"""Tests what `cmake --install` has put into a folder. Usage: install_test.py PREFIX"""
import pathlib
import subprocess
import sys
import unittest

PREFIX = pathlib.Path(sys.argv[1])


def only(pattern):
    found = list(PREFIX.glob(pattern))
    assert len(found) == 1, (pattern, found)
    return found[0]


class Installed(unittest.TestCase):
    def test_the_program_runs_from_there(self):
        done = subprocess.run([PREFIX / "bin/fairshuffle", "--version"], capture_output=True, text=True, check=True)
        self.assertRegex(done.stdout, r"^fairshuffle \d+\.\d+\.\d+$")

    def test_every_program_and_subcommand_that_can_be_completed_has_a_page(self):
        done = subprocess.run([PREFIX / "bin/fairshuffle", "complete", "--", ""], capture_output=True, text=True, check=True)
        commands = [line.split("\t")[0] for line in done.stdout.splitlines()]
        self.assertIn("certify", commands)
        pages = {page.name for page in PREFIX.glob("share/man/man1/*")}
        programs = {program.name for program in PREFIX.glob("bin/*")}
        self.assertIn("fairshuffle", programs)
        self.assertEqual(pages, {f"{name}.1" for name in programs} | {f"fairshuffle-{command}.1" for command in commands})

    def test_the_rest_is_there(self):
        for pattern in ("lib*/**/libfairshuffle.a", "lib*/**/cmake/fairshuffle/fairshuffle-config.cmake",
                        "include/fairshuffle/certify.hpp", "include/fairshuffle/fairshuffle_plugin.h",
                        "share/bash-completion/completions/fairshuffle", "share/zsh/site-functions/_fairshuffle",
                        "share/fish/vendor_completions.d/fairshuffle.fish", "share/doc/fairshuffle/LICENSE",
                        "share/doc/fairshuffle/CHANGELOG*", "share/doc/fairshuffle/SECURITY*",
                        "share/doc/fairshuffle/CITATION*"):
            self.assertGreater(only(pattern).stat().st_size, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
