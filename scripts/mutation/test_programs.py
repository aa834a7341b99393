"""The tests that CTest knows, run with a program in place of theirs, and held to limits."""
import os
import re
import resource
import shlex
import signal
import subprocess
import time
from dataclasses import dataclass, field

ADDED = re.compile(r"^add_test\(\[=*\[(.+?)\]=*\] (.*)\)$", re.MULTILINE)
PROPERTIES = re.compile(r"^set_tests_properties\(\[=*\[(.+?)\]=*\] PROPERTIES (.*)\)$", re.MULTILINE)
# They take minutes, need more built than their program, or look at a browser's pictures: no part of this.
NOT_RUN = re.compile(r"calibration|examples|consumers|plugin|install|page|headers|schema$|completion|packaging|mutation")
MEMORY = 6 << 30


@dataclass
class Test:
    name: str
    words: list  # the command, with the program where it stands
    program: str  # of the build folder, relative to it
    folder: str  # whose files it tests, relative to the root
    directory: str  # where it runs
    is_doctest: bool
    seconds: float = field(default=0.0)  # that the unchanged program takes, of one processor
    wall: float = field(default=0.0)
    expected: float = field(default=0.0)  # seconds that CTest took the last time; unknown: 0

    def command(self, program):
        words = [program if word.endswith(os.sep + self.program) else word for word in self.words]
        # The first failure is enough.
        return words + ["--abort-after=1", "--minimal"] if self.is_doctest else words


def tests_of(root, build, known_programs):
    """Every test of the build folder that runs one program of it. `known_programs` as BuildFolder.programs gives them."""
    root, build = os.path.realpath(root), os.path.realpath(build)
    known = {os.path.join(build, program) for program in known_programs}
    found, expected = [], last_seconds(build)
    for folder, subfolders, files in os.walk(build):
        subfolders[:] = [each for each in subfolders if each != "CMakeFiles"]
        if "CTestTestfile.cmake" not in files:
            continue
        with open(os.path.join(folder, "CTestTestfile.cmake"), encoding="utf-8") as file:
            text = file.read()
        properties = dict(PROPERTIES.findall(text))
        for name, command in ADDED.findall(text):
            words = shlex.split(command)
            programs = [word for word in words if word in known]
            said = properties.get(name, "")
            if len(programs) != 1 or NOT_RUN.search(name) or re.search(r"LABELS \S*long", said):
                continue
            directory = re.search(r'WORKING_DIRECTORY "([^"]+)"', said)
            found.append(Test(name, words, os.path.relpath(programs[0], build), tested_folder(name, os.path.relpath(folder, build), root),
                              directory.group(1) if directory else build, words[0] == programs[0], expected=expected.get(name, 0.0)))
    return found


def tested_folder(name, listed, root):
    """The deepest folder that the name spells, core.tally or harness.targets.rows, below the one that lists the test."""
    parts = name.split(".")
    spelt = [os.path.join(*parts[:count]) for count in range(len(parts), 0, -1)]
    there = [folder for folder in spelt if folder.startswith(listed) and os.path.isdir(os.path.join(root, folder))]
    return there[0] if there else listed


def last_seconds(build):
    """What CTest keeps of its last runs in a folder: lines of a name, a number of runs, and seconds."""
    try:
        with open(os.path.join(build, "Testing", "Temporary", "CTestCostData.txt"), encoding="utf-8") as file:
            lines = [line.split() for line in file]
    except FileNotFoundError:
        return {}
    return {words[0]: float(words[2]) for words in lines if len(words) == 3}


def own_tests(tests, path):
    """The doctest programs of the file's folder, or of the nearest above it that has some."""
    folder = os.path.dirname(path)
    while folder:
        own = [test for test in tests if test.is_doctest and test.folder == folder]
        if own:
            return own
        folder = os.path.dirname(folder)
    return []


def run(test, program, seconds, wall, arguments=(), output=subprocess.DEVNULL):
    """Runs a test, with more arguments. (whether it passed, processor seconds, wall seconds). What outlasts its limits has not passed."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    begin = time.monotonic()
    process = subprocess.Popen([*test.command(program), *arguments], cwd=test.directory, stdin=subprocess.DEVNULL,
                               stdout=output, stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=limit)
    try:
        status, used = wait(process, begin + wall)
    finally:
        # Its children too, whether or not it is still there itself.
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    return status == 0, used, time.monotonic() - begin


def wait(process, end):
    pause = 0.002
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, usage.ru_utime + usage.ru_stime
        if time.monotonic() > end:
            os.killpg(process.pid, signal.SIGKILL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            return -signal.SIGKILL, usage.ru_utime + usage.ru_stime
        time.sleep(pause)
        pause = min(0.1, pause * 1.5)
