"""fairshuffle complete: what it offers at the end of a command line, as the completions of shells ask it."""
import json
import re

from program import InFolder, run, words_of


def offered(*typed):
    """The words that may stand there, without their meanings."""
    done = run("complete", "--", *typed)
    assert (done.returncode, done.stderr) == (0, ""), done
    return [line.split("\t")[0] for line in done.stdout.splitlines()]


def subcommands():
    listed = run("--help").stdout.split("Subcommands:")[1].split("\n\n")[0]
    return re.findall(r"^  ([a-z-]+) ", listed, re.MULTILINE)


def options_of(*command):
    """Every option in the help, as --help and -h, with the placeholder of its value."""
    shown = run(*command, "--help").stdout
    if "--help-all" in shown:
        shown = run(*command, "--help-all").stdout
    entries = re.findall(r"^  (-\S+)(?: (?! )(\S+))?", shown, re.MULTILINE)
    return {name: placeholder for names, placeholder in entries for name in names.split(",")}


def listed(section):
    return [entry["name"] for entry in json.loads(run("list", section, "--json").stdout)[section]]


class Complete(InFolder):
    def test_the_first_word_is_one_of_the_subcommands_that_the_help_shows(self):
        self.assertEqual(offered(""), subcommands())
        self.assertEqual(offered(), subcommands())
        self.assertEqual(offered("ex"), ["exact", "explain"])
        self.assertEqual(offered("no-subcommand", ""), [])
        self.assertEqual(offered("help", "ex"), ["exact", "explain"])
        self.assertNotIn("\n  complete", run("--help").stdout)

    def test_every_option_of_the_help_is_offered_and_no_other(self):
        self.assertEqual(sorted(offered("-")), sorted(options_of()))
        for command in subcommands():
            with self.subTest(command):
                self.assertEqual(sorted(offered(command, "-")), sorted(options_of(command)))
        self.assertEqual(offered("certify", "--tol"), ["--tolerance"])

    def test_words_come_with_their_meanings(self):
        lines = run("complete", "--", "certify", "--see").stdout
        self.assertEqual(lines, "--seed\tdecides every trial; drawn and printed when not given\n")
        self.assertRegex(run("complete", "--", "certify", "sattol").stdout, r"^sattolo\t\S.* \S")
        self.assertEqual(run("complete", "--", "certify", "--color", "a").stdout, "auto\nalways\n")

    def test_targets_are_the_shuffles_that_can_be_listed(self):
        for command in ("certify", "exact", "explain"):
            self.assertEqual(offered(command, ""), listed("shuffles"))
        self.assertEqual(offered("certify", "durstenfeld", "--n", "5", "satt"), ["sattolo"])
        self.assertEqual(offered("probe", ""), [])

    def test_the_value_of_an_option_is_no_target_and_a_flag_has_none(self):
        self.assertEqual(offered("explain", "--n", "4", "--list", "satt"), ["sattolo"])
        self.assertEqual(offered("explain", "swap-pairs", "--seed=1", "satt"), [])
        self.assertEqual(offered("explain", "riffle", "satt"), [])
        self.assertEqual(offered("explain", "--k", "6", "satt"), ["sattolo"])

    def test_a_shuffle_offers_its_own_settings_and_those_of_all(self):
        keys = offered("certify", "swap-pairs:")
        self.assertEqual(keys[0], "swap-pairs:k=")
        self.assertEqual(len(keys), len(set(keys)))
        for key in ("n", "source", "draw", "seeding", "reset", "marked"):
            self.assertIn(f"swap-pairs:{key}=", keys)
        self.assertNotIn("durstenfeld:k=", offered("certify", "durstenfeld:"))
        self.assertEqual(offered("certify", "durstenfeld", "swap-pairs:k=10,sou"), ["swap-pairs:k=10,source="])

    def test_every_setting_offered_is_known_to_the_program(self):
        for shuffle in ("durstenfeld", "swap-pairs", "comparator-sort"):
            for target in offered("certify", f"{shuffle}:"):
                self.assertNotIn("unknown setting", self.said_of("certify", f"{target}?"))

    def said_of(self, *arguments):
        done = run(*arguments)
        self.assertEqual(done.returncode, 2, done)
        return words_of(done.stderr)

    def test_every_value_offered_is_known_to_the_program(self):
        for key, section in [("source", "sources"), ("draw", "draws"), ("seeding", "seedings")]:
            before = f"durstenfeld:n=4,{key}="
            self.assertEqual(offered("certify", before), [before + name for name in listed(section)])
        self.assertEqual(offered("exact", "comparator-sort:n=4,sort=t"), ["comparator-sort:n=4,sort=tim"])
        self.assertEqual(offered("certify", "durstenfeld:reset="), ["durstenfeld:reset=always", "durstenfeld:reset=never"])
        self.assertEqual(offered("certify", "swap-pairs:k="), [])
        self.assertEqual(offered("certify", "durstenfeld:nothing="), [])
        for section in offered("list", ""):
            # Only a plug-in's list needs more words.
            self.assertEqual(run("list", section).returncode, 2 if section == "plugin" else 0)

    def test_words_in_a_list_are_completed_one_by_one(self):
        for option, section in [("--tests", "tests"), ("--certify", "families"), ("--bets", "bets")]:
            self.assertEqual(offered("certify", option, ""), listed(section))
        self.assertEqual(offered("certify", "--tests", "permutations,posi"), ["permutations,positions"])
        self.assertEqual(offered("certify", "--tests=permutations,posi"), ["--tests=permutations,positions"])
        self.assertEqual(offered("report", "--format=html,ju"), ["--format=html,junit"])
        self.assertEqual(offered("probe", "--format", "t"), ["text", "tokens"])
        self.assertEqual(offered("diff", "--format", ""), ["text", "markdown", "json"])
        self.assertEqual(offered("diff", "--format", "text,"), [])

    def test_files_folders_and_commands_are_left_to_the_shell(self):
        for typed, found_by_shell in [
            (["check", "rep"], ":file"), (["certify", "--job=rep"], ":file"), (["certify", "--json", ""], ":file"),
            (["list", "plugin", ""], ":file"), (["diff", "old.json", ""], ":file"), (["diff", "old.json", "new.json", ""], None),
            (["merge", "1.fair", "2.fair", ""], ":file"), (["certify", "--out", "rep"], ":directory"),
            (["certify", "--exec", "p"], ":command"),
        ]:
            with self.subTest(typed):
                self.assertEqual(offered(*typed), [found_by_shell] if found_by_shell else [])

    def test_every_placeholder_in_the_help_is_completed_or_one_of_the_users_own(self):
        own = {"N", "N[,N...]", "TIME", "S", "SEED", "A", "T", "C", "K", "BET", "I/N", "TRIALS", "WORDS", "SECONDS", "NAME", "NAMES", "TEXT"}
        for command in subcommands():
            for option, placeholder in options_of(command).items():
                with self.subTest(f"{command} {option}"):
                    is_completed = offered(command, option, "") == offered(command, f"{option}=") != []
                    if placeholder in own | {""}:
                        self.assertFalse(offered(command, f"{option}="))
                    else:
                        self.assertTrue(offered(command, option, ""))
