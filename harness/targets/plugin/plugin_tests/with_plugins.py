"""Runs the program on plug-ins that were built for the tests, and sees to it that no process is left."""
import json
import os
import pathlib
import shutil
import sys
import time

from program import InFolder, run

PLUGINS = pathlib.Path(sys.argv[2]).resolve()
# A crash is to end the process by its signal in every build.
os.environ["ASAN_OPTIONS"] = "handle_segv=0:" + os.environ.get("ASAN_OPTIONS", "")
os.environ["TSAN_OPTIONS"] = "handle_segv=0:" + os.environ.get("TSAN_OPTIONS", "")


def why_failed(text):
    """Of the targets of a report that is too long to be shown whole."""
    if not text:
        return ""
    return "".join(f"{result['name']}: {result['evidence'].get('error')}\n" for result in json.loads(text)["results"])


class WithPlugins(InFolder):
    """Plug-ins are copied to the test's own folder: a process that names it belongs to the test."""

    def setUp(self):
        super().setUp()
        self.addCleanup(self.no_process_is_left)

    def plugin(self, name):
        path = self.path / f"{name}.so"
        if not path.exists():
            shutil.copy(PLUGINS / f"{name}.so", path)
        return str(path)

    def target(self, library, shuffle=None, **settings):
        text = f"plugin:path={self.plugin(library)}"
        if shuffle:
            text += f",shuffle={shuffle}"
        return text + "".join(f",{key}={value}" for key, value in settings.items())

    def processes(self):
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if self.folder.name.encode() in (process / "cmdline").read_bytes():
                    found.append(int(process.name))
            except OSError:
                pass
        return found

    def no_process_is_left(self):
        # What was killed may take a moment to go.
        for _ in range(600):
            if not self.processes():
                return
            time.sleep(0.1)
        self.fail(f"processes are left: {self.processes()}")

    def certify(self, *arguments, exit_code):
        done = run("certify", "--seed", "1", "--json", "-", "--quiet", *arguments)
        self.assertEqual(done.returncode, exit_code, done.stderr + why_failed(done.stdout) + done.stdout[:3000])
        self.assertEqual(self.processes(), [])
        return json.loads(done.stdout)

    def fails(self, target, says):
        """The target fails, and another one of the same run has its verdict all the same."""
        report = self.certify("naive-swap", target, "--max-trials", "65536", exit_code=4)
        others, failed = report["results"]
        self.assertEqual(others["verdict"], "biased")
        self.assertIsNone(failed["verdict"])
        for part in [says] if isinstance(says, str) else says:
            self.assertIn(part, failed["evidence"]["error"])
