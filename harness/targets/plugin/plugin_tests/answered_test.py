"""Plug-ins whose draws are answered: all their paths are followed."""
from program import run
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
