#!/usr/bin/env python3
"""Tests of plug-ins from outside. Usage: plugin_test.py PROGRAM FOLDER (of the plug-ins built for this)"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "cli/cli_tests"))
from program import PROGRAM, InFolder, run  # noqa: E402

PLUGINS = pathlib.Path(sys.argv[2]).resolve()
# A crash is to end the process by its signal in every build.
os.environ["ASAN_OPTIONS"] = "handle_segv=0:" + os.environ.get("ASAN_OPTIONS", "")
os.environ["TSAN_OPTIONS"] = "handle_segv=0:" + os.environ.get("TSAN_OPTIONS", "")


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
        self.assertEqual(done.returncode, exit_code, done.stderr + done.stdout[:3000])
        self.assertEqual(self.processes(), [])
        return json.loads(done.stdout)

    def fails(self, target, says):
        """The target fails, and another one of the same run has its verdict all the same."""
        report = self.certify("naive-swap", target, "--max-trials", "65536", exit_code=4)
        others, failed = report["results"]
        self.assertEqual(others["verdict"], "biased")
        self.assertIsNone(failed["verdict"])
        for part in [says] if isinstance(says, str) else says:
            self.assertIn(part, failed["error"])


class Verdicts(WithPlugins):
    def test_a_fair_and_a_biased_shuffle_of_one_plugin_are_told_apart(self):
        report = self.certify(self.target("example_c", "fisher-yates"), self.target("example_c", "naive-swap"),
                              "--tolerance", "0.01", exit_code=1)
        fair, biased = report["results"]
        self.assertEqual((fair["verdict"], biased["verdict"]), ("fair", "biased"))
        self.assertEqual(biased["diagnosis"]["fits"][0]["mistakes"][0]["target"], "naive-swap:n=5")

    def test_a_plugin_in_cpp_with_one_shuffle_needs_no_name(self):
        report = self.certify(self.target("example_cpp"), "--tolerance", "0.01", exit_code=0)
        self.assertEqual(report["results"][0]["verdict"], "fair")
        self.assertIn("shuffle=std-shuffle", report["results"][0]["name"])

    def test_the_counts_are_the_same_on_any_number_of_threads(self):
        reports = []
        for threads in ["1", "3"]:
            report = self.certify(self.target("example_c", "fisher-yates"), "--trials", "200001",
                                  "--threads", threads, exit_code=3)
            del report["environment"]
            reports.append(report)
        self.assertEqual(reports[0], reports[1])
        self.assertEqual(sum(reports[0]["results"][0]["counts"]["orders"]), 200001)

    def test_another_seed_gives_other_counts(self):
        counts = [run("certify", self.target("example_c", "fisher-yates"), "--trials", "20000", "--seed", seed,
                      "--json", "-", "--quiet").stdout for seed in "12"]
        first, second = [json.loads(text)["results"][0]["counts"]["orders"] for text in counts]
        self.assertNotEqual(first, second)

    def test_a_deck_of_64_cards_and_one_of_a_single_card_pass_through(self):
        for cards in ["1", "64"]:
            report = self.certify(self.target("example_c", "fisher-yates", n=cards), "--trials", "20000",
                                  "--tolerance", "1", exit_code=0)
            self.assertEqual(report["results"][0]["trials"], 20000)

    def test_with_reset_never_the_decks_of_a_block_are_one_chain(self):
        report = self.certify(self.target("shuffle_faults", "turns-on", reset="never"), "--trials", "20000",
                              exit_code=1)
        orders = report["results"][0]["counts"]["orders"]
        # 1 2 3 4 0 and 2 3 4 0 1 by rank: no other may come, wherever calls and blocks meet.
        self.assertEqual((orders[33] + orders[64], sum(orders)), (20000, 20000))

    def test_a_biased_shuffle_that_goes_on_with_its_deck_is_named_with_reset_never(self):
        report = self.certify(self.target("shuffle_faults", "carries-on", reset="never"), exit_code=1)
        self.assertEqual(report["results"][0]["diagnosis"]["fits"][0]["mistakes"][0]["target"], "naive-swap:n=5")

    def test_a_plugin_that_takes_its_randomness_from_elsewhere_is_judged_with_a_caveat(self):
        report = self.certify(self.target("shuffle_faults", "seeds-itself"), "--tolerance", "0.01", exit_code=0)
        self.assertTrue(any("can't be repeated" in spot for spot in report["results"][0]["blind_spots"]))
        report = self.certify(self.target("shuffle_faults", "fair"), "--tolerance", "0.01", exit_code=0)
        self.assertFalse(any("plug-in" in spot for spot in report["results"][0]["blind_spots"]))

    def test_a_shuffle_without_any_chance_is_biased_and_no_fault(self):
        report = self.certify(self.target("shuffle_faults", "sorts"), exit_code=1)
        self.assertEqual(report["results"][0]["verdict"], "biased")

    def test_what_a_plugin_prints_is_kept_apart_from_its_decks(self):
        report = self.certify(self.target("shuffle_faults", "prints"), "--tolerance", "0.01", exit_code=0)
        self.assertEqual(report["results"][0]["verdict"], "fair")

    def test_a_job_file_mixes_plugins_with_builtin_shuffles(self):
        job = self.path / "job.json"
        job.write_text(json.dumps({"budget": {"tolerance": 0.01}, "targets": [
            {"plugin": self.plugin("example_c"), "shuffle": "naive-swap", "expect": "biased"},
            {"shuffle": "durstenfeld", "expect": "fair"}]}))
        self.certify("--job", str(job), exit_code=0)


class InvalidDecks(WithPlugins):
    def test_a_doubled_card_makes_the_target_invalid_with_its_deck_as_witness(self):
        report = self.certify(self.target("shuffle_faults", "doubles-a-card"), exit_code=1)
        result = report["results"][0]
        self.assertEqual(result["verdict"], "invalid")
        # The third call's second deck.
        witness = result["invalid"]["witnesses"][0]
        self.assertEqual(witness["trial"], 2 * 2048 + 1)
        self.assertEqual(witness["order"][0], witness["order"][1])

    def test_a_card_out_of_range_makes_the_target_invalid(self):
        report = self.certify(self.target("shuffle_faults", "invents-a-card"), exit_code=1)
        self.assertEqual(report["results"][0]["verdict"], "invalid")
        self.assertEqual(report["results"][0]["invalid"]["witnesses"][0]["order"][0], 200)


class Mistyped(WithPlugins):
    def test_a_missing_file_a_folder_and_a_text_are_no_plugins(self):
        self.refused("certify", f"plugin:path={self.path}/none.so", says=["none.so", "there is no such file"])
        self.refused("certify", f"plugin:path={self.path}", says="can't be loaded as a shared library")
        (self.path / "text.so").write_text("no library")
        self.refused("certify", f"plugin:path={self.path}/text.so", says="can't be loaded as a shared library")

    def test_an_unknown_shuffle_is_told_with_those_there_are(self):
        self.refused("certify", self.target("example_c", "fisher-yate"),
                     says=["no shuffle 'fisher-yate'", "did you mean", "fisher-yates, naive-swap"])

    def test_a_plugin_with_several_shuffles_wants_a_name(self):
        self.refused("certify", self.target("example_c"), says="say which by shuffle=: fisher-yates, naive-swap")

    def test_a_deck_that_the_shuffle_does_not_take_is_refused(self):
        self.refused("certify", self.target("shuffle_faults", "three-to-six", n=7), says="3 to 6 cards, not 7")
        self.refused("certify", self.target("shuffle_faults", "three-to-six", n=2), says="3 to 6 cards, not 2")

    def test_a_plugin_without_a_path_or_with_an_unknown_setting_is_refused(self):
        self.refused("certify", "plugin:n=5", says="path= is missing")
        self.refused("certify", self.target("example_c", "naive-swap", draw="modulo"), says="unknown setting 'draw'")

    def test_the_same_shuffle_twice_is_refused(self):
        twice = [self.target("example_c", "naive-swap"), self.target("example_c", "naive-swap", timeout=3)]
        self.refused("certify", *twice, says="is the same as")


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

    def test_an_exception_is_told(self):
        self.fails(self.target("throws"), "threw an exception: no cards today")

    def test_a_process_that_the_plugin_leaves_is_ended_with_it(self):
        report = self.certify(self.target("shuffle_faults", "leaves-a-process"), "--tolerance", "0.01", exit_code=0)
        self.assertEqual(report["results"][0]["verdict"], "fair")

    def test_a_host_ends_when_the_program_is_killed(self):
        target = self.target("shuffle_faults", "hangs", timeout=1000)
        with subprocess.Popen([PROGRAM, "certify", target, "--seed", "1", "--quiet", "--threads", "1"]) as program:
            # The first host only tells what there is; the second one hangs in its third call.
            while not any(b"hangs\0" in self.command_of(process) for process in self.processes()
                          if process != program.pid):
                time.sleep(0.02)
            time.sleep(0.2)
            program.send_signal(signal.SIGKILL)
        self.no_process_is_left()

    @staticmethod
    def command_of(process):
        try:
            return pathlib.Path(f"/proc/{process}/cmdline").read_bytes()
        except OSError:
            return b""


class List(WithPlugins):
    def test_the_shuffles_of_a_plugin_are_listed(self):
        path = self.plugin("shuffle_faults")
        done = run("list", "plugin", path)
        self.assertEqual(done.returncode, 0)
        self.assertIn("three-to-six       for decks of three to six cards", done.stdout)
        shuffles = json.loads(run("list", "plugin", path, "--json").stdout)["shuffles"]
        self.assertEqual([each["decks"] for each in shuffles if each["name"] == "three-to-six"],
                         [{"smallest": 3, "largest": 6}])

    def test_what_is_no_plugin_has_no_list(self):
        self.refused("list", "plugin", says="give the path")
        self.refused("list", "tests", "x.so", says="takes no path")
        self.refused("list", "plugin", f"{self.path}/none.so", says="there is no such file")
        self.refused("list", "plugin", self.plugin("crashes_at_load"), says="signal 11")


class Host(WithPlugins):
    def ask(self, *arguments, requests):
        return subprocess.run([PROGRAM, "plugin-host", *arguments], input=requests, capture_output=True,
                              timeout=300, check=False)

    def test_the_same_request_has_the_same_decks_whatever_came_before(self):
        for library, shuffle in [("example_c", "fisher-yates"), ("example_c", "naive-swap"),
                                 ("example_cpp", "std-shuffle")]:
            done = self.ask(self.plugin(library), shuffle, "7", requests=b"100 7 5\n100 7 6\n100 7 5\n")
            self.assertEqual((done.returncode, len(done.stdout)), (0, 2100))
            self.assertEqual(done.stdout[:700], done.stdout[1400:])
            self.assertNotEqual(done.stdout[:700], done.stdout[700:1400])

    def test_each_fault_has_its_own_exit_status_one_sentence_and_no_rows(self):
        def status_of(*arguments, requests=b"3 5 1\n"):
            done = self.ask(*arguments, requests=requests)
            self.assertEqual(done.stdout, b"")
            self.assertEqual(done.stderr.count(b"\n"), 1)
            return done.returncode

        faulty = self.plugin("shuffle_faults")
        self.assertEqual(status_of(f"{self.path}/none.so"), 10)
        self.assertEqual(status_of(self.plugin("no_symbol")), 11)
        self.assertEqual(status_of(self.plugin("wrong_version")), 12)
        self.assertEqual(status_of(faulty, "none", "5"), 13)
        self.assertEqual(status_of(faulty, "three-to-six", "7"), 14)
        self.assertEqual(status_of(self.plugin("throws"), "throws", "5"), 15)
        self.assertEqual(status_of(faulty, "fair", "5", requests=b"3 6 1\n"), 16)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
