#!/usr/bin/env python3
"""Writes the wheel of the Python package.

    wheel.py FOLDER LIBRARY VERSION LICENSE DIR

FOLDER holds the package's own files, LIBRARY is the engine that goes beside them, and the wheel comes into DIR. Its tag says
which glibc the library needs. The same files give the same bytes, whatever the time and the machine."""
import base64
import hashlib
import pathlib
import re
import subprocess
import sys
import zipfile

DESCRIPTION = """\
Is this shuffle fair? fairshuffle proves it, or disproves it: it runs the shuffle as often as it takes, counts every permutation
and every card at every position, and says fair with a proven bound on the bias, biased with how much, where and by which
known mistake, or inconclusive with how many more trials it needs.

    import random, fairshuffle
    assert fairshuffle.certify(random.shuffle, n=5)
    assert fairshuffle.exact(random.shuffle, n=5)  # by a proof: all paths of the function, in fractions

A function that shuffles a list, one that shuffles the rows of a numpy array, or a shuffle of the catalogue by name. pytest has
the fixtures assert_fair, assert_fair_rows and assert_exactly_fair. Nothing is compiled, and nothing but glibc is needed.
"""
# What is linked into the library. Their licences ask to be told of.
LINKED = ["libfmt-dev", "libhwy-dev", "nlohmann-json3-dev", "libboost-dev", "libstdc++6"]


def glibc_needed(library):
    """The newest version of glibc that the library names, as (2, 36)."""
    symbols = subprocess.run(["objdump", "-T", library], check=True, capture_output=True, text=True).stdout
    return max(tuple(map(int, version.split("."))) for version in re.findall(r"\(GLIBC_(\d+\.\d+)[.\d]*\)", symbols))


def check_needs(library):
    headers = subprocess.run(["objdump", "-p", library], check=True, capture_output=True, text=True).stdout
    needed = set(re.findall(r"NEEDED\s+(\S+)", headers))
    others = needed - {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"}
    if others:
        sys.exit(f"wheel.py: {library} needs more than glibc: {', '.join(sorted(others))}")


def licences():
    for package in LINKED:
        notice = pathlib.Path("/usr/share/doc", package, "copyright")
        if notice.exists():
            yield f"licenses/{package}.txt", notice.read_bytes()


def record_line(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def main():
    folder, library, version, licence, target = sys.argv[1:]
    check_needs(library)
    tag = "py3-none-manylinux_{}_{}_x86_64".format(*glibc_needed(library))
    info = f"fairshuffle-{version}.dist-info"
    files = {}
    for path in sorted(pathlib.Path(folder).iterdir()):
        if path.suffix in (".py", ".typed"):
            files[f"fairshuffle/{path.name}"] = path.read_bytes()
    files["fairshuffle/libfairshuffle.so"] = pathlib.Path(library).read_bytes()
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: fairshuffle\nVersion: {version}\n"
        "Summary: Proves, or disproves, that a shuffle is fair\nLicense: MIT\nRequires-Python: >=3.9\n"
        "Provides-Extra: numpy\nRequires-Dist: numpy; extra == \"numpy\"\nClassifier: Framework :: Pytest\n"
        f"Description-Content-Type: text/plain\n\n{DESCRIPTION}").encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: fairshuffle\nRoot-Is-Purelib: false\nTag: {tag}\n").encode()
    files[f"{info}/entry_points.txt"] = b"[pytest11]\nfairshuffle = fairshuffle.pytest_plugin\n"
    files[f"{info}/LICENSE"] = pathlib.Path(licence).read_bytes()
    for name, notice in licences():
        files[f"{info}/{name}"] = notice
    record = f"{info}/RECORD"
    files[record] = ("".join(record_line(name, data) for name, data in files.items()) + f"{record},,\n").encode()

    wheel = pathlib.Path(target, f"fairshuffle-{version}-{tag}.whl")
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
            entry.create_system = 3
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)
    print(wheel)


if __name__ == "__main__":
    main()
