"""More slots for permutations that come again: --slots."""
import json
import unittest

from program import InFolder, run

TARGET = "durstenfeld:n=52,source=java-random,draw=native,seeding=per-shuffle-random,seeds=2^40"


class Slots(InFolder):
    def report(self, *arguments, name="report.json"):
        result = run("certify", *arguments, "--json", str(self.path / name))
        return json.loads((self.path / name).read_text()), result

    def test_more_slots_keep_more_permutations(self):
        # By itself a run keeps one permutation in two of them.
        arguments = [TARGET, "--trials", "600000", "--seed", "7"]
        report, result = self.report(*arguments, "--slots", "2^21")
        self.assertRegex(result.stderr, r"the counters of this run take \d+ MB at most")
        self.assertEqual(report["plan"]["birthday_slots"], 2**21)
        kept = report["results"][0]["evidence"]["birthday"]
        self.assertEqual((kept["one_in"], kept["kept"]), (1, 600_000))
        self.assertEqual(run("check", str(self.path / "report.json")).returncode, 0)
        again, _ = self.report("--job", str(self.path / "report.json"), name="again.json")
        self.assertEqual(again["results"][0]["evidence"], report["results"][0]["evidence"])

    def test_a_run_that_is_run_again_as_it_was_says_nothing_of_slots(self):
        self.report("durstenfeld:n=52", "--trials", "2400", "--seed", "1")
        _, again = self.report("--job", str(self.path / "report.json"), name="again.json")
        self.assertEqual(again.returncode, 3)
        self.assertNotIn("counters of this run", again.stderr)

    def test_a_job_may_say_how_many(self):
        job = self.path / "job.json"
        job.write_text(json.dumps({"targets": [{"shuffle": "durstenfeld", "n": 13}], "slots": "2^12", "seed": 1,
                                   "budget": {"trials": 10000}}))
        report, _ = self.report("--job", str(job))
        self.assertEqual(report["plan"]["birthday_slots"], 4096)
        self.assertEqual(report["results"][0]["evidence"]["birthday"]["one_in"], 8)
        job.write_text(json.dumps({"targets": [{"shuffle": "durstenfeld", "n": 13}], "slots": "many"}))
        self.refused("certify", "--job", str(job), says=["/slots", "a power of two from 2^12 to 2^25", "many"])

    def test_no_power_of_two_is_refused(self):
        for slots in ["2^26", "2^11", "2^", "5000", "x", "-1", ""]:
            self.refused("certify", "durstenfeld", "--n", "52", "--slots", slots,
                         says=["--slots", "a power of two from 2^12 to 2^25"])
        self.refused("certify", "durstenfeld", "--n", "10", "--slots", "2^20", says=["--slots", "no target has so many"])


if __name__ == "__main__":
    unittest.main()
