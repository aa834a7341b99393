"""What a newcomer types, and what is said where it is not yet right."""
import gzip
import json
import os
import shlex
import subprocess

from program import PROGRAM, ROOT, InFolder, run, words_of


class FirstSteps(InFolder):
    def test_the_bare_program_prints_its_help(self):
        done = run()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, run("--help").stdout)
        with open("/dev/full", "w", encoding="ascii") as full:
            self.assertEqual(subprocess.run([PROGRAM], stdout=full, stderr=subprocess.DEVNULL, check=False).returncode, 4)

    def test_help_tells_of_the_program_and_of_each_command(self):
        self.assertEqual(run("help").stdout, run("--help").stdout)
        for command in ("certify", "list", "help"):
            self.assertEqual(run("help", command).stdout, run(command, "--help").stdout)
        plain, full = (run("certify", word).stdout for word in ("--help", "--help-all"))
        for text in (plain, full):
            for heading in ("What to test", "How surely", "What to write", "Long runs", "Examples"):
                self.assertIn(f"\n{heading}:\n", text)
            self.assertEqual(text.count("\n  fairshuffle certify "), 3)
        for option in ("--exec", "--label", "--tolerance", "--out", "--resume"):
            self.assertIn(f"\n  {option}", plain)
        for option in ("--format", "--slots", "--github", "--help"):
            self.assertNotIn(f"\n  {option}", plain)
            self.assertIn(f"  {option}", full)
        self.assertIn("\nAll options: fairshuffle certify --help-all\n", plain)

    def test_every_script_tells_what_it_does(self):
        for script in sorted((ROOT / "scripts").iterdir()):
            if not script.is_file() or not os.access(script, os.X_OK):
                continue
            for asked in ("-h", "--help"):
                done = subprocess.run([script, asked], capture_output=True, text=True, timeout=60, check=False, cwd=ROOT)
                self.assertEqual((done.returncode, done.stderr), (0, ""), script)
                self.assertGreater(len(done.stdout), 60, script)

    def test_settings_of_a_shuffle_are_options_wherever_one_is_named(self):
        done = run("certify", "swap-pairs", "--k", "6", "--source=msvc-rand", "--n", "4", "--seed", "1")
        self.assertIn("swap-pairs:k=6,n=4,source=msvc-rand", words_of(done.stdout))
        self.assertIn("certify swap-pairs --k 6 --source msvc-rand --n 4", words_of(done.stdout))
        behind = run("certify", "swap-pairs:k=6,source=msvc-rand", "--n", "4", "--seed", "1")
        self.assertEqual(done.stdout.splitlines()[:4], behind.stdout.splitlines()[:4])
        self.assertEqual(run("exact", "swap-pairs", "--k", "2", "--n", "4").stdout,
                         run("exact", "swap-pairs:k=2", "--n", "4").stdout)
        self.assertEqual(run("explain", "--k", "6", "swap-pairs").stdout, run("explain", "swap-pairs:k=6").stdout)
        self.assertEqual(run("explain", "naive-swap", "--reset", "never").stdout, run("explain", "naive-swap:reset=never").stdout)
        carried = run("certify", "naive-swap", "--reset", "never", "--n", "4", "--trials", "2400", "--seed", "1")
        self.assertIn("naive-swap:n=4,reset=never", words_of(carried.stdout))
        self.assertIn("certify naive-swap --reset never --n 4", words_of(carried.stdout))
        self.refused("certify", "--reset", "never", says="--reset tells how a target's permutations are written")
        several = run("certify", "durstenfeld", "swap-pairs", "--k", "6", "--source=minstd", "--n", "4", "--trials", "2400", "--seed", "1")
        self.assertIn(" durstenfeld:n=4,source=minstd ", words_of(several.stdout))
        self.assertIn(" swap-pairs:k=6,n=4,source=minstd ", words_of(several.stdout))
        self.assertEqual(run("exact", "swap-pairs", "durstenfeld", "--k", "2", "--n", "3", "--compare").stdout,
                         run("exact", "swap-pairs:k=2", "durstenfeld", "--n", "3", "--compare").stdout)
        self.refused("certify", "swap-pairs:k=6", "--k", "6", says="given twice")
        self.refused("certify", "sattolo", "--k", "6", says="unknown setting 'k'")
        self.refused("certify", "--exec", "true", "--k", "6", says="name one, as in")
        self.assertNotIn("--source", run("certify", "--help").stdout)

    def test_a_file_that_is_packed_is_known_before_the_run(self):
        packed = self.path / "log.gz"
        packed.write_bytes(gzip.compress(b"0 1 2\n"))
        self.refused("certify", "--log", str(packed), "--n", "3", says=["gzip packed", "gzip -dc FILE |"])
        for arguments in (["--n", "3"], ["--n", "3", "--format", "u8"], []):
            with packed.open("rb") as file:
                done = subprocess.run([PROGRAM, "certify", "--stdin", *arguments], stdin=file, capture_output=True, text=True,
                                      timeout=60, check=False)
            self.assertEqual(done.returncode, 4)
            self.assertIn("gzip packed these bytes", words_of(done.stdout))

    def test_text_of_wider_characters_is_told_how_to_be_made_narrow(self):
        log = self.path / "log"
        for encoding, command in (("utf-16", "iconv -f UTF-16 -t"), ("utf-16-le", "iconv -f UTF-16LE -t"),
                                  ("utf-16-be", "iconv -f UTF-16BE -t"), ("utf-32", "iconv -f UTF-32 -t")):
            log.write_bytes("0 1 2\r\n2 1 0\r\n".encode(encoding))
            self.refused("certify", "--log", str(log), says=[encoding[:6].upper(), command])
            done = run("certify", "--exec", f"cat {log}", "--n", "3")
            self.assertEqual(done.returncode, 4, done)
            self.assertIn(command, words_of(done.stdout))
            self.refused("check", str(log), says=["expected JSON", command, str(log)])
            if "-" in encoding[4:]:  # with its mark, "utf-16" is what this makes of it
                narrow = subprocess.run(["sh", "-c", f"{command} UTF-8 {log} | {PROGRAM} certify --stdin"], capture_output=True,
                                        text=True, timeout=60, check=False)
                self.assertIn("2 trials", narrow.stdout)
        for columns in ([], ["--column", "deck"]):
            log.write_text("deck\n0 1 2\n" if columns else "0 1 2\n", encoding="utf-8-sig")
            self.assertIn("   1 trial\n", run("certify", "--log", str(log), *columns).stdout)

    def test_decks_in_one_list_and_in_objects_are_told_how_to_be_parted(self):
        for rows, query in (("[[0, 1], [1, 0]]\n", "'.[]'"), ("[[0 1]\n [1 0]]\n", "'.[]'"), ('{"deck": [0, 1]}\n', "'.deck'")):
            done = subprocess.run([PROGRAM, "certify", "--stdin"], input=rows, capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 4, done)
            self.assertIn(f"jq -c {query} FILE | fairshuffle certify --stdin", words_of(done.stdout))

    def test_what_is_no_json_is_told_what_it_seems_to_be(self):
        path = self.path / "given"
        for text, said in (("0 1 2\n2 1 0\n", "certify --log"), ("[0, 1, 2]\n[2, 1, 0]\n", "certify --log"),
                           ("targets:\n- shuffle: sattolo\n", "YAML"), ("<!DOCTYPE html>\n", "HTML"), ("#!/bin/sh\n", "--exec"),
                           ("fairshuffle counts\n\x02\x01", "a file of counts"), ("\x7fELF\x02\x01", "no text")):
            path.write_text(text, encoding="latin-1")
            for command in (["check"], ["certify", "--job"], ["report"], ["diff", str(path)]):
                if said != "a file of counts" or "--job" not in command:
                    self.refused(*command, str(path), says=["expected JSON, found", said])
        for command in (["check"], ["certify", "--job"], ["report"], ["diff", str(path)]):
            self.refused(*command, "/dev/zero", says=["expected JSON, found", "no text"])
        path.write_text("{}" + " " * 600 + "\0 and more", encoding="ascii")
        self.refused("check", str(path), says="found a byte 0")
        # Only what may be meant as JSON is told where it is broken.
        for text in ('{"targets": [', '{"a": 1}}', "\ufeff{", "truth", "1"):
            path.write_text(text, encoding="utf-8")
            done = run("check", str(path))
            self.assertEqual(done.returncode, 2)
            self.assertNotIn("expected JSON", done.stderr)

    def test_another_format_than_was_said_is_told(self):
        for written, arguments, said in (
                ("0 1 2\n2 1 0\n", ["--n", "3", "--format", "u8"], "rows are lines of numbers"),
                ("[2, 0, 1]\n[1, 0, 2]\n", ["--n", "3", "--format", "u8"], "rows are lines of text"),
                ("game,deck\n1,0 1 2\n", ["--n", "3", "--format", "u16"], "rows are lines of text"),
                ("\x02\x00\x01\x01\x00\x02", ["--n", "3", "--format", "u16"], "give --format u8"),
                ("\x02\x00\x00\x00\x01\x00" * 2, ["--n", "3", "--format", "u8"], "give --format u16"),
                ("2 0 1\n", ["--deck", "a b c"], "are read where no deck is named"),
                ("id,deck\n1,\"a b c\"\n", ["--deck", "a b c"], "with --column"),
                ("\x00\x01\x02\x02\x01\x00", ["--n", "3"], "--format u8"),
                ("\x07\x01\x02\x03\x04\x05\x06\x00" * 600, [], "--format u8"),
                ("ace king\n", ["--n", "2"], "as in --deck 'ace king'"),
                ("2C TD\n", [], "as in --deck '2C TD'"),
                ("Shuffled with seed 3:\n0 1\n", [], "where it begins with #"),
                ("\x02\x00\x01" * 40, ["--n", "4", "--format", "u8"], "rows hold 3 cards"),
                ("id,deck\n1,0 1\n", ["--n", "2"], "with --column")):
            done = subprocess.run([PROGRAM, "certify", "--stdin", *arguments], input=written, capture_output=True,
                                  text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 4, done)
            self.assertIn(said, words_of(done.stdout))

    def test_a_csv_of_semicolons_is_read_and_no_column_named_twice(self):
        done = subprocess.run([PROGRAM, "certify", "--stdin", "--column", "deck"], input="game;deck\n1;0 1\n2;1 0\n",
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 3, done)
        self.assertIn("as its header parts them: by semicolons", done.stderr)
        self.refused("certify", "--stdin", "--columns", "c1,c2,c1", says="has a column twice")

    def test_a_word_that_was_nearly_right_is_named(self):
        self.refused("list", "test", says="did you mean 'tests'")
        self.refused("certify", "durstenfeld", "--k", "6", says="unknown setting 'k'")
        self.assertNotIn("did you mean", run("certify", "durstenfeld", "--k", "6").stderr)
        (self.path / "job.json").write_text('{"targets": [{"shuffle": "durstenfeld"}], "budget": {"max-trials": 9}}')
        self.refused("certify", "--job", str(self.path / "job.json"), says="did you mean 'max_trials'")

    def test_a_card_a_line_is_told_so_and_not_called_a_lost_card(self):
        self.refused("certify", "--exec", "seq 0 4", says=['row 1 is one card, "0"', "--one-a-line", "--n 1"])
        eight = run("certify", "--exec", "shuf -i 0-7", "--one-a-line", "--manner", "once", "--trials", "20", "--seed", "1")
        self.assertIn("shuf -i 0-7,n=8,one-a-line=true,manner=once", words_of(eight.stdout).replace(", ", ","))
        self.assertIn("row 1 has 8 cards", eight.stderr)
        self.refused("certify", "--exec", "yes 37", says="row 1 is one card")
        self.assertEqual(run("certify", "--exec", "yes 0", "--n", "1", "--seed", "1").returncode, 0)
        done = run("certify", "--exec", "seq 0 4", "--n", "5")
        self.assertEqual(done.returncode, 4, done)
        self.assertIn("rows hold 1 card, and a deck has 5; a card a line is for --one-a-line", words_of(done.stdout))

    def test_a_dash_and_a_program_are_known_for_what_they_are(self):
        self.refused("certify", "--log", "-", says="--stdin")
        self.refused("certify", "./my_shuffle", says="--exec COMMAND")

    def test_a_command_that_the_shell_parted_is_told_whole(self):
        (self.path / "shuffle.py").write_text("")
        script = str(self.path / "shuffle.py")
        self.refused("certify", script, says=f"is run by --exec 'python3 {script}'")
        self.refused("certify", script, "5", says=f"is run by --exec 'python3 {script} 5'")
        self.refused(script, says=f"certify --exec 'python3 {script}'")
        self.refused("certify", "--exec", "python3", script, "{trials}",
                     says=f"is one argument: --exec 'python3 {script} {{trials}}'")
        self.refused("certify", "--exec", "python3", "-c", "print(0)", says=["no option '-c'", "is one argument, in quotes"])
        self.refused("certify", "--exec", "true", "satolo", says="did you mean 'sattolo'")

    def test_what_comes_from_outside_is_held_to_a_hundredth_where_nothing_is_said(self):
        rows = self.path / "rows"
        rows.write_text("0 1 2\n2 1 0\n")

        def tolerance(*arguments):
            return json.loads(run("certify", "--log", str(rows), "--json", "-", *arguments).stdout)["plan"]["budget"]["tolerance"]
        self.assertEqual(tolerance(), 0.01)
        self.assertEqual(tolerance("--tolerance", "0.001"), 0.001)
        self.assertEqual(tolerance("durstenfeld", "--n", "3", "--max-trials", "3000"), 0.001)

    def test_what_a_run_will_take_and_what_would_decide_it_is_told(self):
        slow = "perl -MList::Util=shuffle -le 'srand 1; print join q( ), shuffle 0..4 while 1'"
        done = run("certify", "--exec", slow, "--tolerance", "0.0005", "--max-time", "3", "--seed", "1")
        self.assertRegex(done.stderr, r"if fair: [0-9,]+ trials, about [0-9.]+ (s|min|h); with --tolerance 0.01 about")
        self.assertEqual(done.returncode, 3, done)
        done = run("certify", "--exec", "sleep 100", "--n", "3", "--max-time", "1.5")
        self.assertEqual(done.returncode, 4, done)
        # How far it is, and no guess of how long.
        self.assertRegex(done.stderr, "^exec:command=sleep 100,n=3: look 1, 1 of 1 undecided: 0 trials, estimating\n$")
        done = run("certify", "durstenfeld", "--max-trials", "100000", "--seed", "1")
        self.assertRegex(done.stdout, r"\nTo decide, if fair: fairshuffle certify durstenfeld --max-trials [0-9.e]+ --seed 1\n\n1 target: 1 inconclusive; .*\n$")
        again = run(*shlex.split(done.stdout.splitlines()[-3].split(": fairshuffle ")[1]))
        self.assertEqual(again.returncode, 0, again)

    def test_budgets_that_nothing_can_be_computed_for_are_refused_before_the_run(self):
        for option, values in (("--tolerance", ("1e-154", "9e-10")), ("--alpha", ("5e-324", "1e-101")),
                               ("--confidence", ("0.99999999999999", "0.49"))):
            for value in values:
                self.refused("certify", "durstenfeld", option, value, says=[f"{option}: expected", "can be computed"])
        self.assertEqual(run("certify", "naive-swap", "--alpha", "1e-100", "--confidence", "0.999999999999",
                             "--tolerance", "1e-9", "--max-trials", "1e6").returncode, 1)
        job = self.path / "job.json"
        job.write_text('{"budget": {"tolerance": 1e-154}, "targets": [{"shuffle": "sattolo"}]}')
        self.refused("certify", "--job", str(job), says="/budget/tolerance: expected")
        job.write_text('{"targets": [{"exec": "true\\u0000false", "n": 3}]}')
        self.refused("certify", "--job", str(job), says=["/targets/0/exec", "without a NUL"])

    def test_no_report_replaces_what_its_run_reads(self):
        job = self.path / "report.json"
        job.write_text('{"targets": [{"shuffle": "sattolo"}]}')
        before = job.read_text()
        self.refused("certify", "--job", str(job), "--out", str(self.path), "--force", says="is read by this run")
        rows = self.path / "rows"
        rows.write_text("0 1 2\n")
        self.refused("certify", "--log", str(rows), "--json", str(rows), "--force", says="is read by this run")
        with open(rows, encoding="utf-8") as opened:
            done = subprocess.run([PROGRAM, "certify", "--stdin", "--json", str(rows), "--force"], stdin=opened,
                                  capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn("is read by this run", done.stderr)
        self.assertEqual((job.read_text(), rows.read_text()), (before, "0 1 2\n"))

    def test_no_report_replaces_what_a_target_names(self):
        program, words, log, job = (self.path / name for name in ("my shuffle.sh", "words.sh", "log", "job.json"))
        program.write_text("yes 0 1 2\n")
        words.symlink_to(program)
        log.write_text("0 1 2\n")
        job.write_text(json.dumps({"targets": [{"log": str(log), "n": 3}]}))
        for written, options in ((log, ["--job", str(job)]),
                                 (program, ["--n", "3", "--exec", f"sh '{program}' {{seed}}"]),
                                 (words, ["--n", "3", "--exec", f"cd /;sh {words} {{seed}}|cat"])):
            for option in ("--json", "--html"):
                self.refused("certify", *options, option, str(written), "--force", says="is read by this run")
            if written != log:
                self.refused("certify", *options, "--seed", "1", "--shard", "0/2", "--out", str(written), "--force",
                             says="is read by this run")
        self.assertEqual((log.read_text(), program.read_text()), ("0 1 2\n", "yes 0 1 2\n"))
