#!/usr/bin/env python3
"""The package as its users have it. What needs numpy or pytest is skipped where they are not installed.

    package_test.py LIBRARY      with this engine beside the package's files
    package_test.py --installed  as it is installed"""
import os
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent

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
        sys.exit(not unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful())
