#!/usr/bin/env python3
"""The package as its users have it. What needs numpy or pytest is skipped where they are not installed.

    package_test.py LIBRARY      with this engine beside the package's files
    package_test.py --installed  as it is installed"""
import faulthandler
import os
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
# All tests together take some seconds of an idle machine.
SECONDS_OF_A_TEST_THAT_HANGS = 300


class Watched(unittest.TextTestResult):
    """Ends all where one test hangs, and shows the line where it does."""

    def startTest(self, test):
        super().startTest(test)
        faulthandler.dump_traceback_later(SECONDS_OF_A_TEST_THAT_HANGS, exit=True)


if __name__ == "__main__":
    # Here lie the package's files without an engine.
    sys.path.remove(str(HERE))
    with tempfile.TemporaryDirectory() as folder:
        if sys.argv[1] != "--installed":
            package = pathlib.Path(folder, "fairshuffle")
            package.mkdir()
            for file in (HERE / "fairshuffle").iterdir():
                (package / file.name).symlink_to(file)
            (package / "libfairshuffle.so").symlink_to(pathlib.Path(sys.argv[1]).resolve())
            sys.path.insert(0, folder)
            os.environ["PYTHONPATH"] = folder
        suite = unittest.defaultTestLoader.discover(HERE / "package_tests", "*_test.py")
        sys.exit(not unittest.TextTestRunner(verbosity=2, resultclass=Watched).run(suite).wasSuccessful())
