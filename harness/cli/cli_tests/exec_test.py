"""Child programs as targets, from outside: what is no pass, and what is said of it."""
import json

import jsonschema

from program import REPORT_SCHEMA, InFolder, run

FAIR = "python3 -c 'import random; random.seed(1)\nfor _ in range({trials}): print(*random.sample(range(3), 3))\n"


def certified(command, *arguments):
    done = run("certify", "--exec", command, "--n", "3", "--seed", "1", "--tolerance", "0.1", "--json", "-", *arguments)
    report = json.loads(done.stdout)
    jsonschema.validate(report, REPORT_SCHEMA)
    return done.returncode, report["results"][0]


class Exec(InFolder):
    def test_a_child_that_ends_well_after_its_rows_is_fair(self):
        # Flagged with the odds of the false-alarm budget, 1e-6, once and for all by the seed.
        code, result = certified(FAIR + "'", "--trials", "20000")
        self.assertEqual((code, result["verdict"]), (0, "fair"))

    def test_a_child_that_fails_after_its_rows_is_no_pass(self):
        for end, said in (("import os, sys; sys.stdout.flush(); os._exit(3)", "status 3"),
                          ("import os, sys; sys.stdout.flush(); os.kill(os.getpid(), 11)", "signal 11")):
            code, result = certified(FAIR + end + "'", "--trials", "20000")
            self.assertEqual((code, result["verdict"]), (4, None))
            self.assertIn("gave all rows that were wanted, but failed then", result["evidence"]["error"])
            self.assertIn(said, result["evidence"]["error"])

    def test_an_order_that_is_none_is_not_forgotten_when_the_child_then_fails(self):
        for rest in ("exit 3", "echo words", "echo 0 1 2; kill -s KILL $$"):
            code, result = certified(f"echo 0 1 2; echo 0 1 1; {rest}")
            self.assertEqual((code, result["verdict"]), (1, "invalid"), rest)
            self.assertIn("row 2: 0 1 1", result["sentence"])

    def test_silence_says_after_which_row(self):
        code, result = certified("echo 0 1 2; printf '0 1'; sleep 1000", "--timeout", "5")
        self.assertEqual((code, result["verdict"]), (4, None))
        self.assertIn('after 1 of 2,400 rows and "0 1": The child program wrote nothing for 5 s', result["evidence"]["error"])

    def test_a_run_whose_seed_goes_nowhere_says_so(self):
        unseeded = "has no {seed}"
        for command, said in (("yes 0 1 2", True), ("yes 0 1 2; : {seed}", False)):
            _, result = certified(command)
            self.assertEqual(any(unseeded in spot for spot in result["blind_spots"]), said, command)
