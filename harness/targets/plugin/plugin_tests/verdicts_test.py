"""Plug-ins that work, and those whose decks are wrong."""
import json
import shutil
import subprocess

from program import PROGRAM, cases, run
from with_plugins import WithPlugins


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

    def test_a_plugin_that_takes_large_decks_is_judged_with_up_to_1024_cards(self):
        for cards in cases(1024, 129):
            report = self.certify(self.target("example_cpp", n=cards), "--trials", "2000", exit_code=3)
            result = report["results"][0]
            self.assertEqual(result["evidence"]["invalid"]["count"], 0)
            self.assertEqual(len(result["evidence"]["positions"]), cards)
            self.assertEqual([test["name"] for test in result["tests"] if test["rejected"]], [])
        done = run("certify", self.target("example_c", "fisher-yates", n=129))
        self.assertEqual(done.returncode, 2)
        self.assertIn("takes decks of 1 to 64 cards, not 129", done.stderr)

    def test_the_counts_are_the_same_on_any_number_of_threads(self):
        reports = []
        for threads in ["1", "3"]:
            report = self.certify(self.target("example_c", "fisher-yates"), "--trials", "200001", "--tolerance", "0.001",
                                  "--threads", threads, exit_code=3)
            del report["environment"]
            reports.append(report)
        self.assertEqual(reports[0], reports[1])
        self.assertEqual(sum(reports[0]["results"][0]["evidence"]["permutations"]), 200001)

    def test_counts_of_another_plugin_of_that_name_are_not_added(self):
        asked = [self.target("example_c", "fisher-yates"), "--seed", "1", "--max-trials", "1e5"]
        kept, shards = str(self.path / "run.fair"), [str(self.path / f"{index}.fair") for index in range(2)]
        self.assertEqual(run("certify", *asked, "--checkpoint", kept, "--until", "2e4", "--quiet").returncode, 4)
        self.assertEqual(run("certify", *asked, "--shard", "0/2", "--out", shards[0], "--quiet").returncode, 0)
        with open(self.plugin("example_c"), "ab") as file:
            file.write(b" ")
        self.assertEqual(run("certify", *asked, "--shard", "1/2", "--out", shards[1], "--quiet").returncode, 0)
        self.refused("certify", "--resume", kept, says="another version of a target's file")
        self.refused("merge", *shards, says="another version of a target's file")

    def test_another_seed_gives_other_counts(self):
        counts = [run("certify", self.target("example_c", "fisher-yates"), "--trials", "20000", "--seed", seed,
                      "--json", "-", "--quiet").stdout for seed in "12"]
        first, second = [json.loads(text)["results"][0]["evidence"]["permutations"] for text in counts]
        self.assertNotEqual(first, second)

    def test_a_deck_of_64_cards_and_one_of_a_single_card_pass_through(self):
        for cards in cases("64", "1"):
            report = self.certify(self.target("example_c", "fisher-yates", n=cards), "--trials", "20000",
                                  "--tolerance", "1", exit_code=0)
            self.assertEqual(report["results"][0]["evidence"]["trials"], 20000)

    def test_with_reset_never_the_decks_of_a_block_are_one_chain(self):
        report = self.certify(self.target("shuffle_faults", "turns-on", reset="never"), "--trials", "20000",
                              exit_code=1)
        permutations = report["results"][0]["evidence"]["permutations"]
        # 1 2 3 4 0 and 2 3 4 0 1 by rank: no other may come, wherever calls and blocks meet.
        self.assertEqual((permutations[33] + permutations[64], sum(permutations)), (20000, 20000))

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

    def test_any_path_will_do(self):
        odd = self.path / "it's $HOME\n -x"
        odd.mkdir()
        shutil.copy(self.plugin("example_cpp"), odd / "-x y.so")
        done = subprocess.run([PROGRAM, "certify", "plugin:path=-x y.so", "--tolerance", "0.01", "--seed", "1"],
                              cwd=odd, capture_output=True, timeout=300, check=False)
        self.assertEqual(done.returncode, 0, done)
        self.certify(f"plugin:path={odd}/-x y.so", "--tolerance", "0.01", exit_code=0)

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
        witness = result["evidence"]["invalid"]["witnesses"][0]
        self.assertEqual(witness["trial"], 2 * 2048 + 1)
        self.assertEqual(witness["permutation"][0], witness["permutation"][1])

    def test_a_card_out_of_range_makes_the_target_invalid(self):
        report = self.certify(self.target("shuffle_faults", "invents-a-card"), exit_code=1)
        self.assertEqual(report["results"][0]["verdict"], "invalid")
        self.assertEqual(report["results"][0]["evidence"]["invalid"]["witnesses"][0]["permutation"][0], 200)
