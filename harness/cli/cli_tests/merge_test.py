"""Runs in shards: counted by some processes, and judged as one."""
import json
import subprocess

from program import PROGRAM, InFolder, run, words_of

TARGETS = ["durstenfeld:n=5", "naive-swap:n=8", "durstenfeld:n=9", "durstenfeld:n=20", "durstenfeld:n=6,seeding=per-run",
           "--max-trials", "1.5e5", "--tolerance", "0.02", "--seed", "11", "--controls"]


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
            self.assertEqual(run("check", str(report)).returncode, 0)
        text = run("certify", *TARGETS, "--quiet").stdout
        of_shards = run("merge", *files).stdout
        self.assertEqual(text.split("targets:")[0], of_shards.split("targets:")[0])

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
        self.assertIn("undecided, ", run("status", second).stdout)
        files = self.shards(2, "third", "--resume", second)
        done = run("merge", *files, second, "--json", str(report))
        self.assertEqual(done.returncode, 1, done)
        self.assertEqual(without_environment(report), self.whole())
        # A round can be run by one process, too.
        done = run("certify", "--resume", second, "--json", str(report), "--force")
        self.assertEqual(done.returncode, 1, done)
        self.assertEqual(without_environment(report), self.whole())

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
                ([*files[:2], files[1]], "are of shard 1, as"),
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

    def test_what_cannot_be_a_shard_is_refused_beforehand(self):
        file = str(self.path / "x.fair")
        for wrong in ("1", "3/3", "-1/3", "0/0", "1/3x", "a/b", "0/1000000"):
            self.refused("certify", "durstenfeld", "--seed", "1", f"--shard={wrong}", "--out", file, says="--shard: expected I/N")
        self.refused("certify", "durstenfeld", "--shard", "0/3", "--out", file, says="give it with --seed")
        self.refused("certify", "durstenfeld", "--seed", "1", "--shard", "0/3", says="name their file with --out FILE")
        self.refused("certify", "durstenfeld", "--seed", "1", "--until", "1e5", says="--checkpoint")
        for option, time in (("--max-time", "5s"), ("--checkpoint-every", "5s")):
            self.refused("certify", "durstenfeld", "--seed", "1", "--shard", "0/3", "--out", file, option, time, says=option)
        (self.path / "log").write_text("0 1 2\n" * 10)
        self.refused("certify", "--log", str(self.path / "log"), "--n", "3", "--seed", "1", "--shard", "0/3", "--out", file,
                     says="what is recorded is run whole")

    def test_an_interrupted_shard_leaves_nothing(self):
        with subprocess.Popen([PROGRAM, "certify", "durstenfeld:n=7", "--max-trials", "1e12", "--seed", "1", "--shard", "0/2", "--out",
                               "shard.fair"], stderr=subprocess.PIPE, text=True, cwd=self.path) as process:
            try:
                process.wait(0.5)
            except subprocess.TimeoutExpired:
                process.terminate()
            _, error = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 4, error)
        self.assertIn("a part of a shard can't be used", words_of(error))
        self.assertEqual(list(self.files()), [])
