"""Plug-ins that crash, hang, exit or fail: told, and no other target is harmed."""
import json
import os
import pathlib
import re
import signal
import subprocess
import time

from program import PROGRAM, run
from with_plugins import WithPlugins


def command_of(process):
    """Nothing of one that is gone."""
    try:
        return pathlib.Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


class LoadFaults(WithPlugins):
    def test_another_version_is_told_with_both(self):
        self.fails(self.target("wrong_version"), ["version 7", "version 1", "build it"])

    def test_a_missing_symbol_is_named(self):
        self.fails(self.target("no_symbol"), "fairshuffle_plugin_describe")

    def test_a_plugin_that_describes_nothing_is_told(self):
        self.fails(self.target("describes_nothing"), "returned null")

    def test_a_crash_while_it_is_loaded_is_told(self):
        self.fails(self.target("crashes_at_load"), ["could not be loaded", "signal 11"])

    def test_a_plugin_that_is_never_loaded_ends_with_its_timeout(self):
        self.fails(self.target("hangs_at_load", timeout=1), ["could not be loaded", "not done after 1 s"])
        # Nobody waits for it when the run is to end.
        done = run("certify", self.target("hangs_at_load", timeout=1000), "--max-time", "0.5s")
        self.assertEqual(done.returncode, 4, done)

    def test_a_plugin_that_exits_while_it_is_loaded_is_no_empty_one(self):
        self.fails(self.target("exits_at_load"), ["could not be loaded", "exited with status 0"])


class RunFaults(WithPlugins):
    def test_a_crash_is_told_with_its_signal(self):
        self.fails(self.target("shuffle_faults", "segfaults"), ["ended after 4,096 rows", "signal 11"])

    def test_a_shuffle_that_never_returns_ends_with_its_timeout(self):
        self.fails(self.target("shuffle_faults", "hangs", timeout=1), "nothing for 1 s")

    def test_an_exit_midway_is_no_pass(self):
        self.fails(self.target("shuffle_faults", "exits"), ["ended after 4,096 rows", "exited with status 0"])

    def test_a_shuffle_that_ignores_its_seed_would_count_the_same_trials_again(self):
        self.fails(self.target("shuffle_faults", "ignores-seed"), "the same decks whatever its seed")

    def test_an_error_code_is_told_and_its_batch_not_counted(self):
        self.fails(self.target("shuffle_faults", "fails"),
                   ["ended after 4,096 rows", "shuffle 'fails' returned error code -7"])

    def test_what_it_writes_to_descriptors_that_it_finds_is_never_taken_for_decks(self):
        for shuffle in ("writes-before", "writes-a-little"):
            self.fails(self.target("shuffle_faults", shuffle), ["Something wrote among its decks", "after 4,096 of"])

    def test_a_write_beside_the_decks_is_told(self):
        self.fails(self.target("shuffle_faults", "writes-beside"), "wrote outside of the decks")

    def test_a_deck_that_is_no_permutation_is_shown_by_bridge_as_none(self):
        done = run("probe", "--plugin", self.plugin("shuffle_faults"), "--shuffle", "invents-a-card", "--n", "3",
                   "--rows", "1")
        self.assertEqual(done.returncode, 1, done)
        self.assertRegex(done.stdout, r'row 1  "[\d ]*200[\d ]*"  is no order of the deck')

    def test_an_exception_is_told(self):
        self.fails(self.target("throws"), "threw an exception: no cards today")

    def test_a_process_that_the_plugin_leaves_is_ended_with_it(self):
        report = self.certify(self.target("shuffle_faults", "leaves-a-process"), "--tolerance", "0.01", exit_code=0)
        self.assertEqual(report["results"][0]["verdict"], "fair")

    def test_a_host_ends_when_the_program_is_killed(self):
        target = self.target("shuffle_faults", "hangs", timeout=1000)
        with subprocess.Popen([PROGRAM, "certify", target, "--seed", "1", "--quiet", "--threads", "1"]) as program:
            # Only a host that hangs takes half a second of a processor.
            while not any(self.seconds_of(process) > 0.5 for process in self.processes() if process != program.pid):
                time.sleep(0.02)
            program.send_signal(signal.SIGKILL)
        self.no_process_is_left()

    def test_a_host_that_others_kill_while_it_loads_is_started_again_once(self):
        asked = [PROGRAM, "certify", self.target("hangs_at_load", timeout=1000), "--seed", "1"]
        with subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
            killed = set()
            while program.poll() is None:
                for process in set(self.processes()) - {program.pid} - killed:
                    # What a sanitizer starts of it, to look for leaks at its end, is waited for without an end.
                    if command_of(process) in (b"", command_of(program.pid)):
                        continue
                    killed.add(process)
                    os.kill(process, signal.SIGKILL)
                time.sleep(0.05)
            said = program.stdout.read()
        self.assertEqual(program.returncode, 4)
        self.assertIn("killed by signal 9", said)
        self.assertGreaterEqual(len(killed), 2)

    def test_a_host_that_others_kill_is_started_again_and_the_report_is_the_same(self):
        asked = ["--seed", "1", "--trials", "2e7", "--quiet", "--threads", "2"]
        target, reports = self.target("shuffle_faults", "carries-on"), [self.path / "calm.json", self.path / "killed.json"]
        run("certify", target, *asked, "--json", str(reports[0]))
        with subprocess.Popen([PROGRAM, "certify", target, *asked, "--json", str(reports[1])], stdout=subprocess.DEVNULL) as program:
            killed = set()
            while program.poll() is None:
                for process in set(self.processes()) - {program.pid} - killed:
                    # A megabyte of decks is more than some blocks: one that is killed twice fails its target.
                    if len(killed) < 2 and self.bytes_written_by(process) > 1_000_000:
                        killed.add(process)
                        os.kill(process, signal.SIGKILL)
                time.sleep(0.01)
        self.assertEqual(len(killed), 2)
        calm, disturbed = (json.loads(report.read_text()) for report in reports)
        self.assertEqual(calm["results"], disturbed["results"])

    @staticmethod
    def bytes_written_by(process):
        try:
            return int(re.search(r"^wchar: (\d+)$", pathlib.Path(f"/proc/{process}/io").read_text(), re.M)[1])
        except OSError:
            return 0

    @staticmethod
    def seconds_of(process):
        try:
            fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            return 0
        return int(fields[11]) / os.sysconf("SC_CLK_TCK")
