"""Plug-ins whose draws are answered: all their paths are followed."""
import json

from program import run, words_of
from schemas import REPORT_SCHEMA
from with_plugins import WithPlugins


class Answered(WithPlugins):
    def follow(self, library, shuffle, n):
        return run("exact", "--plugin", self.plugin(library), "--shuffle", shuffle, "--n", n)

    def test_a_fair_shuffle_is_proven_and_a_biased_one_named(self):
        done = self.follow("example_c", "fisher-yates", "4")
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("Exactly fair: each of the 24 permutations has chance 1/24 (24 paths).", done.stdout)
        done = self.follow("example_c", "naive-swap", "3")
        self.assertEqual(done.returncode, 1, done)
        self.assertIn("This is the distribution of naive-swap:n=3.", " ".join(done.stdout.split()))

    def test_a_shuffle_without_answered_draws_is_told(self):
        done = self.follow("example_cpp", "std-shuffle", "3")
        self.assertEqual(done.returncode, 4, done)
        self.assertIn("has no draws that can be answered: see answered_shuffles in fairshuffle_plugin.h", done.stderr)

    def test_certify_says_at_its_end_that_the_draws_can_be_answered(self):
        library = self.plugin("example_c")
        done = run("certify", "--plugin", library, "--shuffle", "fisher-yates", "--n", "52", "--trials", "2400", "--seed", "1")
        self.assertIn("follows every path", done.stderr)
        proof = done.stderr.split("'fairshuffle ", 1)[1].split("'", 1)[0]
        self.assertIn("Exactly fair", run(*proof.split()).stdout)
        done = run("certify", "--plugin", self.plugin("example_cpp"), "--shuffle", "std-shuffle", "--trials", "2400", "--seed", "1")
        self.assertNotIn("follows every path", done.stderr)

    def test_a_report_holds_a_proof_beside_its_trials(self):
        proof, report, other = (self.path / name for name in ("proof.json", "report.json", "other.json"))
        of_code = ["--plugin", self.plugin("example_c"), "--shuffle", "naive-swap"]
        run("exact", *of_code, "--n", "3", "--json", proof)
        run("certify", *of_code, "--n", "52", "--trials", "2400", "--seed", "1", "--proof", proof, "--json", report)
        held = json.loads(report.read_text())
        REPORT_SCHEMA.validate(held)
        self.assertEqual(held["plan"]["targets"][0]["proof"], json.loads(proof.read_text()))
        self.assertIn("exactly biased: TV 1/18 (5.6 points)", held["results"][0]["sentence"])
        for shown in ([], ["--format", "html"], ["--format", "markdown"], ["--format", "junit"]):
            self.assertIn("exactly biased: TV 1/18", words_of(run("report", report, *shown).stdout), shown)
        check = run("check", report)
        self.assertEqual(check.returncode, 0, check)
        self.assertIn("that a proof is of its target's code", words_of(check.stdout))
        self.assertIn("certify --plugin", check.stdout.splitlines()[-1])
        again = run("certify", "--job", report, "--json", "-")
        self.assertEqual(json.loads(again.stdout)["results"], held["results"])

        held["plan"]["targets"][0]["proof"]["tv"]["fraction"] = "1/17"
        other.write_text(json.dumps(held))
        for command in ("check", "report"):
            done = run(command, other)
            self.assertEqual((done.returncode, done.stdout), (2, ""), done)
            self.assertIn("the proof says other than its own chances", done.stderr)
        other.write_text("{}")
        done = run("certify", *of_code, "--proof", other)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn("other.json: the proof is not what exact writes as JSON of somebody's own code", done.stderr)
        done = run("certify", "durstenfeld", "sattolo", "--proof", proof)
        self.assertIn("a proof is of one target", done.stderr)
