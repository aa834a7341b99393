#!/usr/bin/env python3
"""Tests of plug-ins from outside. Usage: plugin_test.py PROGRAM FOLDER (of the plug-ins built for this)"""
import pathlib
import sys
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent / "plugin_tests"
CLI_TESTS = pathlib.Path(__file__).resolve().parents[2] / "cli/cli_tests"

if __name__ == "__main__":
    sys.path[:0] = [str(FOLDER), str(CLI_TESTS)]
    tests = unittest.defaultTestLoader.discover(str(FOLDER), "*_test.py")
    sys.exit(not unittest.TextTestRunner().run(tests).wasSuccessful())
