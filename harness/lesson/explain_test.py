#!/usr/bin/env python3
"""Tests of explain from outside: every number that a lesson prints is derived again, by other ways than the
program's: shuffles written out in Python, closed forms, chains on cycle types. Usage: explain_test.py PROGRAM"""
import pathlib
import sys
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent / "explain_tests"

if __name__ == "__main__":
    sys.path.insert(0, str(FOLDER))
    tests = unittest.defaultTestLoader.discover(str(FOLDER), "*_test.py")
    sys.exit(not unittest.TextTestRunner().run(tests).wasSuccessful())
