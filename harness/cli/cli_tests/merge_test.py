"""Runs in shards: counted by some processes, and judged as one."""
import json
import pathlib
import signal
import subprocess
import sys
import time

from program import PROGRAM, InFolder, run, words_of

TARGETS = ["durstenfeld:n=5", "naive-swap:n=8", "durstenfeld:n=9", "durstenfeld:n=20", "durstenfeld:n=6,seeding=per-run",
           "--max-trials", "1.5e5", "--tolerance", "0.02", "--seed", "11", "--controls"]


# With a third argument that is a file its starts are all alike.
CHILD = """import os, random, sys
is_alike = os.path.exists(sys.argv[3])
source = random.Random(0 if is_alike else int(sys.argv[1]))
for _ in range(min(int(sys.argv[2]), 2400) if is_alike else int(sys.argv[2])):
    deck = list(range(4))
    source.shuffle(deck)
    print(*deck)
"""


# Fails where it was asked for this many, once they are all there. The decks are the same wherever the file lies.
LAST = """import os, random, sys
source = random.Random(int(sys.argv[2]))
for _ in range(int(sys.argv[2])):
    deck = list(range(4))
    source.shuffle(deck)
    print(*deck)
if sys.argv[2] == sys.argv[3]:
    os.kill(os.getpid(), 9) if sys.argv[4] == "killed" else sys.exit(5)
"""


def without_environment(path):
    report = json.loads(path.read_text())
    del report["environment"]
    return report


class Merge(InFolder):
    def shards(self, of, name, *arguments):
        """The files of all shards."""
        files = [str(self.path / f"{name}-{index}-of-{of}.fair") for index in range(of)]
        for index, file in enumerate(files):
            done = run("certify", *arguments, "--shard", f"{index}/{of}", "--out", file, "--threads", str(1 + index % 3))
            self.assertEqual(done.returncode, 0, done)
            self.assertIn(f"shard {index}/{of} is counted to look", words_of(done.stderr))
        return files

    def whole(self):
        whole = self.path / "whole.json"
        if not whole.exists():
            self.assertEqual(run("certify", *TARGETS, "--json", str(whole)).returncode, 1)
        return without_environment(whole)

    def test_shards_merge_to_the_report_of_a_single_run(self):
        for of in (1, 3, 16):
            files = self.shards(of, "one", *TARGETS)
            report = self.path / f"merged-{of}.json"
            done = run("merge", *reversed(files), "--json", str(report))
            self.assertEqual(done.returncode, 1, done)
            self.assertEqual(without_environment(report), self.whole())
            # What is printed says what is in the plan, and nothing that somebody wrote into the files.
            printed = words_of(done.stdout).split("Reproduce with: ")[1]
            self.assertTrue(printed.startswith("fairshuffle certify durstenfeld:n=5 naive-swap:n=8 "), printed)
            self.assertIn("--max-trials 150000", printed)
            self.assertEqual(run("check", str(report)).returncode, 0)
        text = run("certify", *TARGETS, "--quiet").stdout
        of_shards = run("merge", *files).stdout
        # What would decide it only the run knows, whose command line says what was asked.
        known_to_both = [[part for part in whole.split("targets:")[0].split("\n\n")
                          if not part.startswith(("To decide, if fair: ", "Reproduce with: "))] for whole in (text, of_shards)]
        self.assertEqual(*known_to_both)

    def test_rounds_start_from_what_is_undecided(self):
        start, report = str(self.path / "start.fair"), self.path / "rounds.json"
        done = run("certify", *TARGETS, "--until", "4e4", "--checkpoint", start)
        self.assertEqual(done.returncode, 4, done)
        self.assertIn("undecided after look", done.stderr)
        self.assertIn(f"the next round starts from {start}", words_of(done.stderr))
        second = str(self.path / "second.fair")
        files = self.shards(3, "second", "--resume", start, "--until", "1e5")
        done = run("merge", start, *files)
        self.assertEqual(done.returncode, 4, done)
        self.assertIn("--next FILE writes", done.stderr)
        done = run("merge", start, *files, "--next", second)
        self.assertEqual(done.returncode, 4, done)
        of_second = run("status", second).stdout
        self.assertIn("undecided, ", of_second)
        # How fast files are read is not how fast the next round is run.
        self.assertNotIn("/s about", words_of(of_second))
        files = self.shards(2, "third", "--resume", second)
        done = run("merge", *files, second, "--json", str(report))
        self.assertEqual(done.returncode, 1, done)
        self.assertEqual(without_environment(report), self.whole())
        # A round can be run by one process, too.
        done = run("certify", "--resume", second, "--json", str(report), "--force")
        self.assertEqual(done.returncode, 1, done)
        self.assertEqual(without_environment(report), self.whole())

    def test_shards_that_have_nothing_to_part_are_told(self):
        told = []
        for index, trials in ((0, "1e4"), (1, "1e4"), (1, "1e5")):
            done = run("certify", "--exec", ": {seed}; yes 0 1 2", "--seed", "1", "--max-trials", trials, "--shard", f"{index}/2",
                       "--out", str(self.path / f"{index}-{trials}"))
            self.assertEqual(done.returncode, 0, done)
            told.append("the 10,000 trials of a target fit one block of 16,384: one shard runs all of them" in words_of(done.stderr))
        self.assertEqual(told, [True, True, False])

    def test_files_that_are_not_all_shards_of_one_run_are_refused(self):
        short = ["durstenfeld:n=4", "--max-trials", "1e5", "--seed", "1"]
        files = self.shards(3, "a", *short)
        others = self.shards(3, "b", *short[:-1], "2")
        start = str(self.path / "start.fair")
        run("certify", *short, "--until", "1e4", "--checkpoint", start)
        later = self.shards(3, "c", "--resume", start)
        told = words_of(run("status", files[2], later[1], later[2], *others).stdout)
        self.assertIn("shard 2/3 from look", told)
        self.assertIn("1 of 3 shards to look", told)
        self.assertIn("are here; missing: 0-1", told)
        self.assertIn("are here; missing: 0 ", told + " ")
        self.assertIn("are here: 'fairshuffle merge' judges them", told)
        for given, reason in (
                (files[:2], "2 of 3 shards are given, and all are needed"),
                ([*files[:2], files[1]], "are of shard 1, and so are those of"),
                ([*files[:2], others[2]], "are of another plan"),
                ([*files[:2], later[2]], "start from another checkpoint"),
                (later, "the shards start from a checkpoint; give it, too"),
                ([*files, start], "the shards do not start from"),
                ([*later, start, start], "are a second checkpoint"),
                ([start], "no file of a shard is given"),
                ([*files[:2], str(self.path / "none.fair")], "there is no such file")):
            self.refused("merge", *given, says=reason)
        self.assertEqual(run("merge", *later, start).returncode, 3)
        damaged = bytearray((self.path / "a-1-of-3.fair").read_bytes())
        damaged[-20] ^= 1
        (self.path / "a-1-of-3.fair").write_bytes(damaged)
        self.refused("merge", *files, says="are damaged")

    def test_what_is_read_is_not_replaced_even_where_files_may_be(self):
        short = ["durstenfeld:n=4", "--max-trials", "1e5", "--seed", "1"]
        start = str(self.path / "start.fair")
        self.assertEqual(run("certify", *short, "--tolerance", "0.001", "--until", "4e4", "--checkpoint", start).returncode, 4)
        files = self.shards(2, "short", *short)
        dependence = self.path / "dependence.fair"
        dependence.symlink_to(files[1])
        before = [pathlib.Path(file).read_bytes() for file in (*files, start)]
        for option, written in (("--json", files[0]), ("--html", files[1]), ("--json", str(dependence)), ("--next", files[0])):
            self.refused("merge", *files, option, written, "--force", says=f"{written} is read by this run")
        self.refused("merge", *files, "--json", start, "--next", start, "--force", says="--next and a report name the same file")
        # Nothing is made for what is refused.
        new = str(self.path / "new")
        for given, reason in ((["--out", new, "--next", str(self.path)], "it is a folder"),
                              (["--out", new, "--html", new], f"--html names {new}, which is to be a report's folder"),
                              (["--out", new, "--next", f"{new}/report.md"], "name the same file"),
                              (["--out", new, "--next", "-"], "--next: expected"),
                              (["--out", new, "--next", new], f"--next names {new}, which is to be a report's folder"),
                              (["--json", f"{new}/deep/x", "--next", new], "which is to be a report's folder")):
            self.refused("merge", *files, *given, says=reason)
        self.assertFalse((self.path / "new").exists())
        self.refused("certify", "--resume", start, "--shard", "0/2", "--out", start, "--force", says="is read by this run")
        start_link = self.path / "start-dependence.fair"
        start_link.symlink_to(start)
        self.refused("certify", "--resume", start, "--json", str(start_link), "--force", says="name the same file")
        self.assertEqual([pathlib.Path(file).read_bytes() for file in (*files, start)], before)

    def test_what_cannot_be_a_shard_is_refused_beforehand(self):
        file = str(self.path / "x.fair")
        for wrong in ("1", "3/3", "-1/3", "0/0", "1/3x", "a/b", "0/1000000"):
            self.refused("certify", "durstenfeld", "--seed", "1", f"--shard={wrong}", "--out", file, says="--shard: expected I/N")
        self.refused("certify", "durstenfeld", "--shard", "0/3", "--out", file, says="give it with --seed")
        self.refused("certify", "durstenfeld", "--seed", "1", "--shard", "0/3", says="name their file with --out FILE")
        self.refused("certify", "durstenfeld", "--seed", "1", "--until", "1e5", says="--checkpoint")
        for option, value in (("--max-time", "5s"), ("--checkpoint", file), ("--checkpoint-every", "soon")):
            self.refused("certify", "durstenfeld", "--seed", "1", "--shard", "0/3", "--out", file, option, value, says=option)
        (self.path / "log").write_text("0 1 2\n" * 10)
        self.refused("certify", "--log", str(self.path / "log"), "--n", "3", "--seed", "1", "--shard", "0/3", "--out", file,
                     says="what is recorded is run whole")
        self.refused("certify", "--exec", "yes 0 1 2", "--n", "3", "--seed", "1", "--shard", "0/3", "--out", file,
                     says=["it gives other trials each time", "leave out --shard"])

    def ended_when_kept(self, command, file, which):
        """What a shard said that got the signal once it was kept again."""
        before = file.stat().st_mtime_ns if file.exists() else None
        with subprocess.Popen([PROGRAM, *command], stderr=subprocess.PIPE, text=True) as process:
            for _ in range(600):
                if file.exists() and file.stat().st_mtime_ns != before:
                    break
                self.assertIsNone(process.poll(), command)
                time.sleep(0.05)
            process.send_signal(which)
            _, error = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 4 if which == signal.SIGTERM else -which, error)
        return words_of(error)

    def test_shards_that_are_killed_or_interrupted_go_on(self):
        targets = ["durstenfeld:n=7", "riffle:n=52,m=12", "durstenfeld:n=20", "--max-trials", "3e6", "--tolerance", "1e-6", "--seed", "3"]
        whole = self.path / "whole.json"
        self.assertEqual(run("certify", *targets, "--json", str(whole)).returncode, 1)
        files = [self.path / f"shard-{index}.fair" for index in range(2)]
        commands = [["certify", *targets, "--shard", f"{index}/2", "--out", str(file), "--checkpoint-every", "0.01s"]
                    for index, file in enumerate(files)]
        for command, file in zip(commands, files):
            self.ended_when_kept(command, file, signal.SIGKILL)
            said = self.ended_when_kept(command, file, signal.SIGTERM)
            self.assertIn(f"goes on from {file}: ", said)
            self.assertIn(f"interrupted by SIGTERM; the same command goes on from {file}", said)
        # As far as all of them are, they are one run already.
        told = words_of(run("status", *map(str, files)).stdout)
        self.assertIn("shard 0/2 from look 1 to ", told)
        self.assertIn("2 of 2 shards to look", told)
        self.assertIn("3 undecided where they start: durstenfeld:n=7, riffle:m=12,n=52, durstenfeld:n=20", told)
        self.assertRegex(told, r"[0-9,]+ of 9,000,000 trials \([0-9]+ %\), 0 whole; about .* more at their pace")
        done = run("merge", *map(str, files))
        self.assertEqual(done.returncode, 4, done)
        self.assertIn("not all shards are at their end", words_of(done.stderr))
        for command in commands:
            done = run(*command, "--threads", "3")
            self.assertEqual(done.returncode, 0, done)
            self.assertIn("goes on from", done.stderr)
            # Who starts it once more, as schedulers do, has it done already.
            done = run(*command)
            self.assertEqual(done.returncode, 0, done)
            self.assertIn(" already: ", done.stderr)
        report = self.path / "report.json"
        self.assertEqual(run("merge", *map(str, files), "--json", str(report)).returncode, 1)
        self.assertEqual(without_environment(report), without_environment(whole))
        self.assertEqual(self.files(), ["report.json", "shard-0.fair", "shard-1.fair", "whole.json"])

    def test_what_a_shard_runs_in_sequence_begins_again(self):
        (self.path / "child.py").write_text(CHILD)
        child = f"{sys.executable} {self.path}/child.py {{seed}} {{trials}} {self.path}/alike"
        targets = ["durstenfeld:n=7", "--exec", child, "--n", "4", "--max-trials", "2e5", "--tolerance", "1e-6", "--seed", "3"]
        commands, files = [], []
        for index in range(2):
            files.append(self.path / f"shard-{index}.fair")
            commands.append(["certify", *targets, "--shard", f"{index}/2", "--out", str(files[-1]), "--checkpoint-every", "0.01s"])
        self.assertEqual(run(*commands[0]).returncode, 0)
        self.ended_when_kept(commands[1], files[1], signal.SIGTERM)
        said = self.ended_when_kept(commands[1], files[1], signal.SIGTERM)
        self.assertIn(",n=4 begins again: its trials come in one sequence", said)
        self.assertNotIn("n=7 begins again", said)
        # What gives fewer trials than before has not given those that are counted.
        (self.path / "alike").touch()
        self.assertEqual(run(*commands[1]).returncode, 4)
        done = run("merge", *map(str, files), "--json", str(self.path / "report.json"))
        self.assertEqual(done.returncode, 4, done)
        self.assertRegex(words_of(done.stdout), "it ended after [0-9]+ trials, and when it was run before it had [0-9]+")

    def test_a_shard_of_a_round_does_not_fail_what_it_cannot_run_again(self):
        child, start, shard = self.path / "child.py", str(self.path / "start.fair"), self.path / "shard.fair"
        child.write_text(CHILD)
        targets = ["--exec", f"{sys.executable} {child} {{seed}} {{trials}} {self.path}/alike", "--n", "4"]
        self.assertEqual(run("certify", *targets, "--max-trials", "1e5", "--tolerance", "1e-6", "--until", "4e4", "--checkpoint", start,
                             "--seed", "3").returncode, 4)
        child.rename(self.path / "moved.py")
        done = run("certify", "--resume", start, "--shard", "0/1", "--out", str(shard))
        self.assertEqual((done.returncode, shard.exists()), (4, False), done)
        self.assertNotIn("to count it again", words_of(done.stderr))

    def test_a_shard_of_which_a_target_failed_says_so_and_is_no_success(self):
        file = str(self.path / "failed.fair")
        asked = ["--exec", "echo x; : {seed}", "--n", "5", "--seed", "3", "--max-trials", "1e5", "--shard", "0/1", "--out", file]
        for _ in range(2):
            done = run("certify", *asked)
            self.assertEqual(done.returncode, 4, done)
            self.assertIn('n=5: row 1 is "x"', words_of(done.stderr))
            self.assertIn("to count it again: --force", words_of(done.stderr))
        told = run("status", file)
        self.assertEqual(told.returncode, 0, told)
        self.assertIn('failed: exec:command=echo x; : {seed},n=5: row 1 is "x"', words_of(told.stdout))
        merged = run("merge", file)
        self.assertEqual(merged.returncode, 4, merged)
        self.assertIn(f'{file}: exec:command=echo x; : {{seed}},n=5: row 1 is "x"', words_of(merged.stderr))
        # As in a run of one process what was never there fails, and the others are counted to their end.
        done = run("certify", *asked[:1], "/no/such/program {seed}", *asked[2:-3], "0/1", "durstenfeld", "--out", file, "--force")
        self.assertEqual(done.returncode, 4, done)
        self.assertIn("the shell did not find the command", words_of(done.stderr))
        merged = run("merge", file)
        self.assertEqual(merged.returncode, 4, merged)
        self.assertIn("2 targets: 1 inconclusive, 1 failed", words_of(merged.stdout))

    def test_what_fails_behind_its_last_row_fails_where_it_is_decided(self):
        """A shard that is at no target's end does not know that it is the end, but it tells what it would be."""
        (self.path / "last.py").write_text(LAST)
        # A fixed number of trials is asked of one start, and else each look's of a further one: here it is fair by
        # the start of 4,384 trials, and the next one would be asked for 16,384.
        fixed, looks = ["--trials", "2400"], ["--max-trials", "1e5", "--tolerance", "0.03"]
        for budget, failing, code in ((fixed, 2400, 4), (fixed, 2401, 3), (looks, 1800, 4), (looks, 4384, 4), (looks, 16384, 0)):
            for how in ("exits", "killed"):
                child = f"{sys.executable} {self.path}/last.py {{seed}} {{trials}} {failing} {how}"
                targets = ["durstenfeld:n=3,seeding=per-run", "--exec", child, "--n", "4", "--seed", "3", *budget]
                alone, report = self.path / "alone.json", self.path / "report.json"
                done = run("certify", *targets, "--json", str(alone), "--force")
                self.assertEqual(done.returncode, code, done)
                files = [str(self.path / f"shard-{index}.fair") for index in range(2)]
                for index, file in enumerate(files):
                    run("certify", *targets, "--shard", f"{index}/2", "--out", file, "--force")
                done = run("merge", *files, "--json", str(report), "--force")
                self.assertEqual(done.returncode, code, done)
                self.assertEqual(without_environment(report), without_environment(alone))
                if budget is fixed:
                    continue
                kept = str(self.path / "kept.fair")
                run("certify", *targets, "--until", "2400", "--checkpoint", kept)
                done = run("certify", "--resume", kept, "--json", str(report), "--force")
                self.assertEqual(done.returncode, code, done)
                self.assertEqual(without_environment(report), without_environment(alone))

    def test_a_begun_shard_is_not_gone_on_with_by_another(self):
        file = self.path / "shard.fair"
        asked = ["certify", "--max-trials", "1e12", "--seed", "1", "--shard", "0/2", "--out", str(file), "--checkpoint-every", "0.01s",
                 *(f"durstenfeld:n={deck_size}" for deck_size in range(60, 72))]
        self.ended_when_kept(asked, file, signal.SIGTERM)
        self.assertRegex(words_of(run("status", str(file)).stdout), r"about [0-9.]+ days more at their pace")
        before = file.read_bytes()
        for place, value, reason in ((4, "2", "are of another plan"), (6, "1/2", "are of shard 0"), (6, "0/3", "are one of 2 shards")):
            other = [*asked[:place], value, *asked[place + 1:]]
            self.refused(*other, says=[reason, "pass --force to replace them"])
        self.assertEqual(file.read_bytes(), before)

    def test_biased_shards_are_decided_while_they_run(self):
        """A shard can't know it, but whoever merges them does."""
        whole, report = self.path / "whole.json", self.path / "report.json"
        targets = ["naive-swap:n=8", "--max-trials", "1e11", "--seed", "3"]
        self.assertEqual(run("certify", *targets, "--json", str(whole)).returncode, 1)
        files = [self.path / f"shard-{index}.fair" for index in range(2)]
        for index, file in enumerate(files):
            command = ["certify", *targets, "--shard", f"{index}/2", "--out", str(file), "--checkpoint-every", "0.01s"]
            look = 0
            while look < 18:  # the bias is measured at look 17
                self.ended_when_kept(command, file, signal.SIGTERM)
                look = int(run("status", str(file)).stdout.split("at look ")[1].split(",")[0])
        done = run("merge", *map(str, files), "--json", str(report))
        self.assertEqual(done.returncode, 1, done)
        self.assertEqual(without_environment(report), without_environment(whole))
