#!/usr/bin/env python3
"""Tests of the program from outside, as a user runs it. Usage: cli_test.py PROGRAM [FILE of cli_tests]"""
import pathlib
import sys
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent / "cli_tests"

if __name__ == "__main__":
    sys.path.insert(0, str(FOLDER))
    tests = unittest.defaultTestLoader.discover(str(FOLDER), (sys.argv + ["*_test.py"])[2])
    result = unittest.TextTestRunner().run(tests)
    sys.exit(not result.wasSuccessful() or result.testsRun == 0)
