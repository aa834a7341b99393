"""Comparing two reports of a job: what became biased, whether the counts agree, and what the seed promises."""
import copy
import json
import shlex

from program import ROOT, InFolder, run
from schemas import DIFF_SCHEMA

GOLDENS = ROOT / "reports/goldens"
AWKWARD = "<c>&amp;|d|`e`\x01\x1b[31m\r\n\t\U0001f0a1"


def under_the_name_of(other, report):
    """The report's evidence behind the names of another: what a shuffle that changed leaves."""
    changed = copy.deepcopy(report)
    changed.update(command=other["command"], plan=other["plan"])
    for result, named in zip(changed["results"], other["results"]):
        result["name"] = named["name"]
    return changed


def certified(*arguments, seed=1):
    return json.loads(run("certify", *arguments, "--seed", str(seed), "--json", "-").stdout)


# What is seeded shuffle by shuffle is held to no distribution, so counts of another shuffle may stand under its name.
SEEDED = ",seeding=per-shuffle-random"


class Diff(InFolder):
    @classmethod
    def setUpClass(cls):
        job = ["durstenfeld:n=4", "naive-swap:n=4", "durstenfeld:n=12", "--max-trials", "200000", "--tolerance", "0.01"]
        cls.one = certified(*job, seed=1)
        cls.two = certified(*job, seed=2)

    def write(self, name, report):
        path = self.path / name
        path.write_text(json.dumps(report))
        return str(path)

    def diff(self, old, new, *arguments):
        return run("diff", self.write("old.json", old), self.write("new.json", new), *arguments)

    def json_diff(self, old, new, code):
        done = self.diff(old, new, "--format", "json")
        self.assertEqual(done.returncode, code, done)
        self.assertEqual(done.stderr, "")
        drawn = json.loads(done.stdout)
        DIFF_SCHEMA.validate(drawn)
        return drawn

    def test_the_golden_comparison_is_as_its_schema_says(self):
        DIFF_SCHEMA.validate(json.loads((GOLDENS / "diff.json").read_text()))

    def test_a_report_and_itself_have_the_same_counts(self):
        done = self.diff(self.one, self.one)
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("No target became biased.", done.stdout)
        self.assertNotIn("do not agree", done.stdout)
        for target in self.json_diff(self.one, self.one, 0)["targets"]:
            self.assertEqual(target["counts"]["answer"], "same")
            self.assertEqual(target["counts"]["sentence"], "The same seed gave the same counts.")

    def test_other_seeds_give_counts_that_agree(self):
        drawn = self.json_diff(self.one, self.two, 0)
        self.assertEqual([(target["name"], target["counts"]["answer"], target["counts"]["of"])
                          for target in drawn["targets"]],
                         [("durstenfeld:n=4", "agree", "permutations"), ("naive-swap:n=4", "agree", "permutations"),
                          ("durstenfeld:n=12", "agree", "positions")])
        self.assertEqual(drawn["settings"], [{"name": "seed", "old": "1", "new": "2"}])
        for target, old, new in zip(drawn["targets"], self.one["results"], self.two["results"]):
            self.assertEqual(target["old"]["verdict"], old["verdict"])
            applied = {test["name"]: test["p_value"] for test in new["tests"] if test["applied"]}
            self.assertEqual({test["name"]: test["new"]["p_value"] for test in target["tests"] if test["new"]}, applied)

    def test_a_shuffle_that_got_worse_exits_1(self):
        trials = ["--trials", "262144", "--tolerance", "0.2"]
        fair = certified(f"durstenfeld:n=8{SEEDED}", *trials)
        worse = under_the_name_of(fair, certified(f"naive-swap:n=8{SEEDED}", *trials))
        done = self.diff(fair, worse)
        self.assertEqual(done.returncode, 1, done)
        self.assertIn("Became biased: 1 of 1 targets.", done.stdout)
        self.assertIn("Became biased: OLD found it fair.", " ".join(done.stdout.split()))
        target = self.json_diff(fair, worse, 1)["targets"][0]
        self.assertTrue(target["became_biased"])
        self.assertEqual(target["counts"]["answer"], "differ")
        self.assertLess(target["counts"]["adjusted_p"], 1e-10)
        # The way back is none to complain of.
        drawn = self.json_diff(worse, fair, 0)
        self.assertEqual(drawn["targets"][0]["sentence"], "Was biased and is fair.")
        self.assertEqual(drawn["became_biased"], 0)

    def test_a_real_change_of_the_shuffle_behind_a_name_is_found(self):
        program = self.path / "shuffle.py"
        command = f"python3 {program} {{trials}} {{n}} {{seed}}"
        examples = ROOT / "harness/targets/exec/examples/python"
        reports = []
        for example in ("shuffle.py", "random_comparator.py"):
            program.write_text((examples / example).read_text())
            reports.append(certified("--exec", command, "--n", "3", "--tolerance", "0.05"))
        done = self.diff(*reports)
        self.assertEqual(done.returncode, 1, done)
        text = " ".join(done.stdout.split())
        self.assertIn("Became biased: OLD found it fair.", text)
        self.assertIn("The counts of permutations do not agree (p", text)
        self.assertIn("with 99.9 % confidence the distribution changed", text)

    def test_one_seed_gives_one_run_of_which_a_shorter_is_the_beginning(self):
        short = certified("durstenfeld:n=4", "--trials", "32768", "--tolerance", "0.5")
        long = certified("durstenfeld:n=4", "--trials", "131072", "--tolerance", "0.5")
        for old, new in ((short, long), (long, short)):
            counts = self.json_diff(old, new, 0)["targets"][0]["counts"]
            self.assertIn("The seed is the same: if nothing changed", counts["sentence"])
        other = certified("durstenfeld:n=4", "--trials", "32768", "--tolerance", "0.5", seed=2)
        other["plan"]["seed"], other["command"] = "1", short["command"]
        counts = self.json_diff(short, other, 0)["targets"][0]["counts"]
        self.assertIn("The same seed gave other counts: the program or the shuffle changed.", counts["sentence"])

    def test_targets_of_one_report_only_are_told(self):
        less = certified("durstenfeld:n=4", "durstenfeld:n=12", "--max-trials", "200000", "--tolerance", "0.01", seed=2)
        done = self.diff(self.one, less)
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("Targets in OLD only: 1.", done.stdout)
        done = self.diff(less, self.two)  # naive-swap is new, and biased
        self.assertEqual(done.returncode, 1, done)
        self.assertIn("Only NEW has it, and there it is biased.", done.stdout)

    def test_what_new_does_not_judge_is_no_pass(self):
        program = self.path / "shuffle.sh"
        reports = []
        for script in ("yes 0 1 2", "echo it crashed >&2; exit 1"):
            program.write_text(script)
            reports.append(certified("--exec", f"sh {program}", "--n", "3", "--max-trials", "20000"))
        done = self.diff(*reports)
        self.assertEqual(done.returncode, 4, done)
        self.assertIn("it crashed", " ".join(done.stdout.split()))
        # So few trials do not find the controls biased.
        few = ["durstenfeld:n=5", "--trials", "100"]
        done = self.diff(certified(*few), certified(*few, "--controls"))
        self.assertEqual(done.returncode, 4, done)
        self.assertIn("A control of NEW came out wrong", " ".join(done.stdout.split()))

    def test_a_report_that_contradicts_itself_is_not_compared(self):
        turned, zeroed = copy.deepcopy(self.two), copy.deepcopy(self.two)
        turned["results"][1]["verdict"] = "fair"
        zeroed["results"][0]["evidence"]["permutations"] = [0] * 24
        for report, says in ((turned, "/results/1/verdict: the report says \"fair\", its evidence says \"biased\""),
                             (zeroed, "/results/0/evidence/permutations: adds up to 0, where ")):
            for old, new, wrong in ((self.one, report, "new.json"), (report, self.one, "old.json")):
                done = self.diff(old, new)
                self.assertEqual((done.returncode, done.stdout), (4, ""))
                self.assertEqual(done.stderr.count("\n"), 1)
                self.assertIn(f"{wrong} is not what its evidence says, and is not compared: ", done.stderr)
                self.assertIn(says, done.stderr)

    def test_settings_that_differ_are_named(self):
        done = self.diff(self.one, certified("durstenfeld:n=4", "--tolerance", "0.02", "--confidence", "0.99", seed=3))
        for words in ("Settings that differ", "tolerance", "0.01", "0.02", "confidence", "most trials"):
            self.assertIn(words, done.stdout)

    def test_one_target_each_is_compared_whatever_it_is_called(self):
        old, new = (certified(name, "--max-trials", "20000") for name in ("durstenfeld:n=4", "naive-swap:n=4"))
        done = self.diff(old, new)
        self.assertEqual(done.returncode, 1, done)
        text = " ".join(done.stdout.split())
        self.assertIn("durstenfeld:n=4 in OLD, naive-swap:n=4 in NEW: Became biased: OLD found it", text)
        self.assertIn("The two do not have the same shuffle (durstenfeld in OLD, naive-swap in NEW).", text)
        self.assertEqual(self.json_diff(old, new, 1)["targets"][0]["counts"]["answer"], "differ")
        other = certified("naive-swap:n=5", "--max-trials", "20000")
        self.refused("diff", self.write("old.json", old), self.write("new.json", other), says="no target has the same number of cards in both")

    def test_an_expectation_that_changed_is_told(self):
        expecting = copy.deepcopy(self.two)
        expecting["results"][1]["expected"] = expecting["plan"]["targets"][1]["expected"] = "biased"
        text = " ".join(self.diff(self.one, expecting).stdout.split())
        self.assertIn("The two do not have the same expected verdict (none in OLD, biased in NEW).", text)
        settings = [target["settings"] for target in self.json_diff(self.one, expecting, 0)["targets"]]
        self.assertEqual(settings, [[], [{"name": "expected verdict", "old": "none", "new": "biased"}], []])

    def test_linked_trials_are_told(self):
        clock = ["durstenfeld:n=4,seeding=per-shuffle-clock,clock=ms,rate=100000", "--trials", "16384"]
        counts = self.json_diff(certified(*clock, seed=1), certified(*clock, seed=2), 0)["targets"][0]["counts"]
        self.assertEqual(counts["answer"], "dependent")
        self.assertEqual(counts["dependent_in"], "OLD and NEW")
        self.assertIn("the trials of OLD and NEW are not independent draws from one distribution", counts["sentence"])

    def test_a_random_cut_behind_the_name_of_a_fair_shuffle_does_not_agree_with_it(self):
        trials = ["--trials", "20000", "--tolerance", "0.5"]
        fair, cut = certified(f"durstenfeld:n=52{SEEDED}", *trials), certified(f"random-cut:n=52{SEEDED}", *trials)
        cut = under_the_name_of(fair, cut)
        for old, new, exit_code in ((fair, cut, 1), (cut, fair, 0)):
            counts = self.json_diff(old, new, exit_code)["targets"][0]["counts"]
            # Independent cuts repeat each other as often as there are few of them: no dependence.
            self.assertEqual((counts["answer"], counts["of"], counts["dependent_in"]), ("differ", "positions", None))
            self.assertTrue(counts["repeats"]["told"])
            self.assertLess(counts["p_value"], 1e-40)
            self.assertIn("The repeats do not agree (p = ", counts["sentence"])
            self.assertNotIn("All counts agree", self.diff(old, new).stdout)

    def test_named_bets_are_compared_by_their_values(self):
        trials = ["--trials", "20000", "--tolerance", "0.5"]
        hand, hole, gone, new = (f"cards={on},places={places},name={name}" for on, places, name in
                                 (("0-23", "0-6", "opening hand"), ("0+13+26+39", "0-1", "aces"), ("1", "2", "gone"), ("1", "2", "new")))
        one = certified(f"durstenfeld:n=52{SEEDED}", "--bet", hand, "--bet", hole, "--bet", gone, *trials)
        two = certified(f"durstenfeld:n=52{SEEDED}", "--bet", hand, "--bet", hole, "--bet", new, *trials, seed=2)
        target = self.json_diff(one, two, 0)["targets"][0]
        self.assertEqual([(bet["name"], bet["in"], bet["answer"]) for bet in target["bets"]],
                         [("opening hand", "both", "agree"), ("aces", "both", "agree"), ("new", "new", "untested"),
                          ("gone", "old", "untested")])
        text = " ".join(self.diff(one, two).stdout.split())
        self.assertIn("Only OLD has the bet 'gone'.", text)
        self.assertIn("Only NEW has the bet 'new'.", text)
        worse = under_the_name_of(one, certified(f"naive-swap:n=52{SEEDED}", "--bet", hand, "--bet", hole, "--bet", gone, *trials))
        drawn = self.json_diff(one, worse, 1)
        bets = {bet["name"]: bet for bet in drawn["targets"][0]["bets"]}
        self.assertEqual(bets["opening hand"]["answer"], "differ")
        self.assertLess(bets["opening hand"]["adjusted_p"], 1e-10)
        self.assertIn("The values of the bet 'opening hand' do not agree (p = ", bets["opening hand"]["sentence"])
        self.assertIn("Named bets that do not come out alike", drawn["sentence"])
        same = self.json_diff(one, one, 0)["targets"][0]["bets"]
        self.assertEqual({bet["answer"] for bet in same}, {"same"})
        self.assertIn("| opening hand |", self.diff(one, worse, "--format", "markdown").stdout)

    def test_names_of_all_kinds_survive(self):
        command = f": {shlex.quote(AWKWARD)}; exec yes 0 1 2"
        old, new = [certified("--exec", command, "--n", "3", "--trials", "1000", seed=seed) for seed in (1, 2)]
        self.assertIn("\U0001f0a1", old["results"][0]["name"])
        self.assertEqual(self.json_diff(old, new, 0)["targets"][0]["name"], old["results"][0]["name"])
        for name in ("text", "markdown"):
            done = self.diff(old, new, "--format", name)
            self.assertEqual(done.returncode, 0, done)
            self.assertNotIn("\x1b", done.stdout)
            self.assertIn("\u241b", done.stdout)
            self.assertIn("\U0001f0a1", done.stdout)

    def test_markdown_is_a_table_of_targets(self):
        done = self.diff(self.one, self.two, "--format", "markdown")
        self.assertIn("| target | OLD | NEW | counts | adjusted p |", done.stdout)
        self.assertIn("| durstenfeld:n=4 | fair | fair | agree |", done.stdout)

    def test_bad_input_exits_2(self):
        one = self.write("one.json", self.one)
        self.refused("diff", one, says="NEW")
        self.refused("diff", one, str(self.path / "none.json"), says="none.json")
        self.refused("diff", str(GOLDENS / "report.md"), one, says="report.md")
        self.refused("diff", one, self.write("empty.json", {}), says="empty.json")
        self.refused("diff", one, one, "--format", "jsn", says="did you mean 'json'")
        other = self.write("other.json", certified("naive-swap:n=5", "--trials", "16384"))
        self.refused("diff", one, other,
                     says=["cannot be compared", "no target is in both", "durstenfeld:n=4", "naive-swap:n=5", "decks of 4, 12"])
        decks = copy.deepcopy(self.one)
        for target in decks["plan"]["targets"]:
            target["target"]["n"] += 1
        self.refused("diff", one, self.write("decks.json", decks),
                     says=["(decks of 4, 12), the second", "(decks of 5, 13)"])
