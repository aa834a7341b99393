"""Programs as targets, from outside: what is no pass, and what is said of it."""
import json
import time


from program import InFolder, run, with_whole_commands, words_of
from schemas import REPORT_SCHEMA

FAIR = "python3 -c 'import random; random.seed(1)\nfor _ in range({trials}): print(*random.sample(range(3), 3))\n"


def certified(command, *arguments):
    done = run("certify", "--exec", command, "--n", "3", "--seed", "1", "--tolerance", "0.1", "--json", "-", *arguments)
    report = json.loads(done.stdout)
    REPORT_SCHEMA.validate(report)
    return done.returncode, report["results"][0]


class Exec(InFolder):
    def test_a_child_that_ends_well_after_its_rows_is_fair(self):
        # Flagged with the odds of the family-wise error rate, 1e-6, once and for all by the seed.
        code, result = certified(FAIR + "'", "--trials", "20000")
        self.assertEqual((code, result["verdict"]), (0, "fair"))

    def test_a_child_that_fails_after_its_rows_is_no_pass(self):
        for end, said in (("import os, sys; sys.stdout.flush(); os._exit(3)", "status 3"),
                          ("import os, sys; sys.stdout.flush(); os.kill(os.getpid(), 11)", "signal 11")):
            code, result = certified(FAIR + end + "'", "--trials", "20000")
            self.assertEqual((code, result["verdict"]), (4, None))
            self.assertIn("gave all rows that were wanted, but failed then", result["evidence"]["error"])
            self.assertIn(said, result["evidence"]["error"])

    def test_a_permutation_that_is_none_is_not_forgotten_when_the_child_then_fails(self):
        for rest in ("exit 3", "echo words", "echo 0 1 2; kill -s KILL $$"):
            code, result = certified(f"echo 0 1 2; echo 0 1 1; {rest}")
            self.assertEqual((code, result["verdict"]), (1, "invalid"), rest)
            self.assertIn("row 2: 0 1 1", result["sentence"])

    def test_silence_says_after_which_row(self):
        code, result = certified("echo 0 1 2; printf '0 1'; sleep 1000", "--timeout", "5")
        self.assertEqual((code, result["verdict"]), (4, None))
        self.assertIn('after 1 of 2,400 rows and "0 1": The program wrote nothing for 5 s', result["evidence"]["error"])

    def test_a_run_whose_seed_goes_nowhere_says_so(self):
        unseeded = "has no {seed}"
        for command, said in (("yes 0 1 2", True), ("yes 0 1 2; : {seed}", False)):
            _, result = certified(command)
            self.assertEqual(any(unseeded in spot for spot in result["blind_spots"]), said, command)

    def test_trials_are_what_a_look_needs_and_each_start_has_its_own_seed(self):
        log = self.path / "starts"
        # All rows are printed at the end, as by a program that collects them first.
        program = ("python3 -c 'import random; random.seed({seed}); open(\"%s\", \"a\").write(\"{trials} {seed}\\n\")\n"
                   "print(\"\\n\".join(\" \".join(map(str, random.sample(range(3), 3))) for _ in range({trials})))'" % log)
        results = []
        for threads in ("1", "2"):
            done = run("certify", "--exec", program, "--n", "3", "--seed", "1", "--tolerance", "0.03", "--json", "-",
                       "--threads", threads)
            self.assertEqual(done.returncode, 0, done)
            results.append(json.loads(done.stdout)["results"][0]["evidence"])
        self.assertEqual(results[0], results[1])
        starts = [line.split() for line in log.read_text().splitlines()]
        first = starts[:len(starts) // 2]
        self.assertEqual(starts, first + first)
        self.assertEqual([int(trials) for trials, _ in first][:2], [2400, 1200])
        self.assertEqual(sum(int(trials) for trials, _ in first), results[0]["trials"])
        self.assertEqual(len({seed for _, seed in first}), len(first))

    def test_a_child_that_ignores_its_seed_goes_on_where_its_last_start_ended(self):
        report = self.path / "report.json"
        done = run("certify", "--exec", FAIR + "'", "--n", "3", "--seed", "1", "--tolerance", "0.02", "--json", str(report))
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("for more of them it was started again, and those that were known were passed over; have it take its seed "
                      "from {seed}", done.stderr)
        self.assertEqual(run("check", str(report)).returncode, 0)
        evidence = json.loads(report.read_text())["results"][0]["evidence"]
        _, whole = certified(FAIR + "'", "--trials", str(evidence["trials"]))
        self.assertEqual(evidence["permutations"], whole["evidence"]["permutations"])

    def test_a_child_that_gives_the_same_decks_and_no_others_is_judged_by_them_and_told_so(self):
        report = self.path / "report.json"
        few = FAIR.replace("range({trials})", "range(min({trials}, 2400))") + "'"
        done = run("certify", "--exec", few, "--n", "3", "--seed", "1", "--tolerance", "0.01", "--json", str(report))
        self.assertEqual(done.returncode, 3, done)
        self.assertIn("no more than its first 2,400 to give; have it take its seed from {seed}", done.stderr)
        self.assertIn("or no others came", words_of(done.stdout))
        evidence = json.loads(report.read_text())["results"][0]["evidence"]
        self.assertEqual((evidence["trials"], evidence["ended_early"]), (2400, True))
        REPORT_SCHEMA.validate(json.loads(report.read_text()))
        self.assertEqual(run("check", str(report)).returncode, 0)
        # One start gives as many as it is asked for.
        told = with_whole_commands(done.stdout)
        self.assertRegex(told, r"To decide, if fair and one start gives as many: fairshuffle certify .* --trials [0-9.e]+ --tolerance 0.01 --seed 1\n")
        deciding = told.split(" --trials ")[1].split()[0]
        done = run("certify", "--exec", FAIR + "'", "--n", "3", "--trials", deciding, "--tolerance", "0.01", "--seed", "1")
        self.assertEqual(done.returncode, 0, done)
        # Beside others, which go on.
        done = run("certify", "durstenfeld", "--exec", few, "--n", "3", "--seed", "1", "--tolerance", "0.01", "--json",
                   str(report), "--force")
        self.assertEqual([result["verdict"] for result in json.loads(report.read_text())["results"]],
                         ["fair", "inconclusive"], done)
        self.assertEqual(run("check", str(report)).returncode, 0)

    def test_a_child_that_ends_early_is_started_again_and_that_is_said(self):
        program = "python3 -c 'import random; random.seed({seed})\nfor _ in range(1000): print(*random.sample(range(3), 3))'"
        done = run("certify", "--exec", program, "--n", "3", "--seed", "1", "--tolerance", "0.05")
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("was started again, each time with a new seed", done.stderr)

    def test_a_program_that_shuffles_once_is_started_for_each_deck(self):
        program = "python3 -S -c 'import random; print(*random.sample(range(3), 3))'"
        done = run("certify", "--exec", program, "--n", "3", "--trials", "200", "--tolerance", "0.3")
        self.assertIn("is for --manner once", done.stdout + done.stderr)
        code, result = certified("expr {seed} % 2 '&' 0 1 2 '|' 2 1 0 >/dev/null; echo $(({seed} % 3)) $(((1 + {seed}) % 3)) $(((2 + {seed}) % 3))",
                                 "--manner", "once", "--trials", "300")
        self.assertEqual((code, result["verdict"]), (1, "biased"))
        self.assertEqual(result["evidence"]["trials"], 300)

    def test_what_comes_of_single_starts_does_not_depend_on_how_many_run(self):
        program = "sleep 0.0$(({seed} % 10)); echo $(({seed} % 3)) $(((1 + {seed}) % 3)) $(((2 + {seed}) % 3))"
        results = [certified(program, "--manner", "once", "--trials", "100", "--programs", children)[1]["evidence"]
                   for children in ("1", "7")]
        self.assertEqual(results[0], results[1])

    def test_a_server_that_gives_more_or_earlier_than_it_is_asked_is_told_so(self):
        # Its rows are random, since what is biased stays so whatever it does at its end.
        shuffle = "import random, sys\n{early}\nfor line in sys.stdin:\n for _ in range(int(line.split()[0]) {more}): print(*random.sample(range(3), 3))\n sys.stdout.flush()"
        unasked = "a row that nobody had asked for"
        for early, more, expected, said in (("", "", 0, ""), ("", "+ 1", 4, unasked), ("", "- 1", 4, "wrote nothing for 2 s"),
                                            ("print(0, 1, 2, flush=True)", "", 4, unasked)):
            program = "python3 -c '" + shuffle.format(early=early, more=more) + "'"
            code, result = certified(program, "--manner", "serve", "--trials", "20000", "--timeout", "2")
            self.assertEqual(code, expected, result)
            self.assertIn(said, result["evidence"].get("error", ""), program)

    def test_a_byte_a_second_is_too_slow_and_a_limit_of_time_ends_it(self):
        drip = "while :; do for byte in 0 ' ' 1 ' ' 2 '\n'; do printf %s \"$byte\"; sleep 0.2; done; done"
        code, result = certified(drip, "--timeout", "2")
        self.assertEqual(code, 4)
        self.assertIn("less than one in 0.2 s on average is too slow", result["evidence"]["error"])
        # With this timeout, and no end of the run, it would have minutes.
        start = time.monotonic()
        code, result = certified(drip, "--timeout", "600", "--max-time", "3s")
        self.assertLess(time.monotonic() - start, 120)
        self.assertTrue(result["evidence"]["ended_early"])
