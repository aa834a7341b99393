"""Exact distributions, step by step and side by side."""
import json

from program import ROOT, InFolder, run

REFERENCE_LAWS = json.loads((ROOT / "core/exact/reference/exact_distributions.json").read_text())["distributions"]


class Exact(InFolder):
    def test_the_distribution_of_naive_swap_is_in_fractions(self):
        distribution = json.loads(run("exact", "naive-swap", "--n", "3", "--json", "-").stdout)
        self.assertEqual(distribution["tv"], {"fraction": "1/18", "value": 1 / 18})
        self.assertEqual(sorted(permutation["p"]["fraction"] for permutation in distribution["permutations"]), ["4/27"] * 3 + ["5/27"] * 3)
        self.assertEqual(distribution["positions"][0][1]["fraction"], "10/27")

    def test_the_distribution_goes_to_a_file_that_is_not_replaced(self):
        file = self.path / "distribution.json"
        self.assertEqual(run("exact", "sattolo", "--json", str(file)).returncode, 0)
        self.assertEqual(json.loads(file.read_text())["chi_square_distance"]["fraction"], "4")
        self.refused("exact", "sattolo", "--json", str(file), says="exists")

    def test_modulo_on_15_bits_is_exact(self):
        distribution = json.loads(run("exact", "durstenfeld:source=msvc-rand,draw=modulo", "--json", "-").stdout)
        self.assertAlmostEqual(distribution["chi_square_distance"]["value"] / 7.451e-9, 1, places=3)

    def test_every_figure_of_the_reference_is_in_the_json(self):
        for expected in REFERENCE_LAWS:
            options = {"draw-insert": "rounds={m},"}.get(expected["shuffle"], "k={k},")
            options = options.format(**expected["options"]) if expected["options"] else ""
            distribution = json.loads(run("exact", f"{expected['shuffle']}:{options}n={expected['n']}", "--json", "-").stdout)
            with self.subTest(target=distribution["target"]):
                for name in ("tv", "chi_square_distance", "chi_square_distance_positions", "chi_square_distance_neighbours", "even", "p_min", "p_max"):
                    self.assertEqual(distribution[name]["fraction"], expected[name])
                self.assertEqual(distribution["support"], expected["support"])
                self.assertAlmostEqual(distribution["kl_nats"] / expected["kl_nats"], 1, places=12)

    def test_parts_say_where_the_bias_lives(self):
        parts = json.loads(run("exact", "naive-swap", "--n", "5", "--json", "-").stdout)["components"]
        # core/README.md 3: the exact values of five cards.
        expected = {(4, 1): 363072 / 9765625, (3, 2): 597 / 1953125, (3, 1, 1): 8676 / 1953125,
                    (2, 2, 1): 1 / 390625, (2, 1, 1, 1): 16384 / 9765625, (1, 1, 1, 1, 1): 59049 / 9765625}
        self.assertEqual([tuple(part["partition"]) for part in parts], list(expected))
        for part in parts:
            self.assertAlmostEqual(part["chi_square_distance"], expected[tuple(part["partition"])], places=14)
        text = run("exact", "random-cut", "--n", "5").stdout
        self.assertRegex(text, r"(?m)^  single cards \(4,1\) +0$")
        self.assertRegex(text, r"(?m)^  unordered pairs \(3,2\) +5 +22 %$")
        self.assertEqual(json.loads(run("exact", "deal-hands:slip=1", "--n", "4", "--json", "-").stdout)["components"], [])
        self.assertEqual(json.loads(run("exact", "sattolo", "--n", "9", "--json", "-").stdout)["components"], [])

    def test_steps_tell_the_distances_after_each_swap(self):
        distribution = json.loads(run("exact", "swap-pairs:k=8", "--steps", "--n", "4", "--json", "-").stdout)
        self.assertEqual([after["step"] for after in distribution["steps"]], list(range(1, 9)))
        expected = {tuple(each["options"].values()): each for each in REFERENCE_LAWS
                    if each["shuffle"] == "swap-pairs" and each["n"] == 4}
        for (swaps,), each in expected.items():
            after = distribution["steps"][swaps - 1]
            self.assertEqual((after["tv"]["fraction"], after["chi_square_distance"]["fraction"], after["support"]),
                             (each["tv"], each["chi_square_distance"], each["support"]))
        for after, row in zip(distribution["steps"][-1]["positions"], distribution["positions"], strict=True):
            self.assertEqual(after, [cell["value"] for cell in row])
        first = distribution["steps"][0]["positions"]  # a card stays with both draws equal, or when the pair has others
        self.assertEqual([first[0][0], first[0][3]], [5 / 8, 1 / 8])
        text = run("exact", "swap-pairs:k=8", "--steps", "--n", "4").stdout
        self.assertIn("\n     8  0.00487518       ", text)
        self.assertIn("24 of 24", text)

    def test_steps_of_many_swaps_are_beyond_no_number(self):
        distribution = json.loads(run("exact", "swap-pairs:k=700", "--steps", "--n", "3", "--json", "-").stdout)
        self.assertEqual(distribution["steps"][-1]["tv"], distribution["tv"])
        self.assertGreater(distribution["steps"][299]["chi_square_distance"]["value"], 0)

    def test_compare_sets_two_distributions_side_by_side(self):
        done = run("exact", "--compare", "naive-swap", "durstenfeld", "--n", "3")
        self.assertEqual(done.returncode, 0)
        self.assertIn("A  naive-swap:n=3\nB  durstenfeld:n=3\n", done.stdout)
        self.assertIn("total variation between the two      0.0555556    1/18\n", done.stdout)
        both = json.loads(run("exact", "naive-swap", "durstenfeld", "--compare", "--n", "3", "--json", "-").stdout)
        self.assertEqual((both["a"]["tv"]["fraction"], both["b"]["tv"]["fraction"]), ("1/18", "0"))
        self.assertEqual(both["tv_between"]["fraction"], "1/18")
        self.assertFalse(both["equal"])
        # 4/27 and 5/27 are 1/54 from 1/6, all six.
        self.assertEqual([each["permutation"] for each in both["differences"]][0], [0, 1, 2])
        self.assertEqual(len(both["differences"]), 6)

    def test_different_shuffles_of_one_distribution_are_found_equal(self):
        done = run("exact", "--compare", "fisher-yates", "pick-from-all:n=4", "--n", "4")
        self.assertIn("The two distributions are equal.\n", done.stdout)
        self.assertTrue(json.loads(run("exact", "--compare", "sattolo", "sattolo", "--json", "-").stdout)["equal"])

    def test_a_distribution_that_loses_cards_has_no_chi_square_distance(self):
        distribution = json.loads(run("exact", "deal-hands:slip=1", "--n", "7", "--json", "-").stdout)
        self.assertEqual((distribution["chi_square_distance"], distribution["kl_nats"], distribution["invalid"]["fraction"]), (None, None, "1"))
        self.assertNotIn("chi_square_distance", run("exact", "deal-hands:slip=1", "--n", "7").stdout)

    def test_one_word_for_all_draws_has_its_distribution(self):
        distribution = json.loads(run("exact", "inside-out:source=glibc-rand,draw=modulo,seeding=per-draw-clock,n=6",
                             "--json", "-").stdout)
        self.assertEqual(distribution["support"], 60)

    def test_text_fits_80_columns(self):
        for arguments in (["swap-pairs:k=32,n=8", "--steps"], ["naive-swap:n=9"], ["random-cut:n=10"],
                          ["durstenfeld:n=3,source=msvc-rand,draw=modulo"],
                          ["--compare", "naive-swap:n=9", "sattolo:n=9"], ["comparator-sort:n=5"]):
            lines = run("exact", *arguments).stdout.splitlines()
            self.assertGreater(len(lines), 10)
            for line in lines:
                self.assertLessEqual(len(line), 80, line)
                self.assertEqual(line, line.rstrip())


# A shuffle in Perl whose draws are answered; $draw asks for one.
def perl(body):
    return ("perl -e '$| = 1; sub draw { print \"$_[0]\\n\"; return scalar <STDIN> } "
            "for (;;) { my @d = 0 .. {n} - 1; " + body + " print \"@d\\n\" }'")


NAIVE = perl("for (0 .. $#d) { my $k = draw(\"draw {n}\"); @d[$_, $k] = @d[$k, $_] }")


class ExactOfCode(InFolder):
    def test_a_fair_program_ends_with_0_a_biased_one_with_1_and_its_name(self):
        fair = perl("for (reverse 1 .. $#d) { my $k = draw(\"draw \" . ($_ + 1)); @d[$_, $k] = @d[$k, $_] }")
        done = run("exact", "--exec", fair, "--n", "4")
        self.assertEqual(done.returncode, 0, done)
        self.assertTrue(done.stdout.startswith("Exactly fair: each of the 24 permutations has chance 1/24 (24 paths).\n"))
        done = run("exact", "--exec", NAIVE, "--n", "3", "--json", "-")
        self.assertEqual(done.returncode, 1, done)
        answer = json.loads(done.stdout)
        self.assertEqual((answer["tv"]["fraction"], answer["equals"], answer["paths"]), ("1/18", ["naive-swap:n=3"], 27))

    def test_a_program_that_loses_a_card_is_invalid(self):
        done = run("exact", "--exec", perl("$d[0] = 1 if draw(\"draw 2\") == 1;"), "--n", "2")
        self.assertEqual(done.returncode, 1, done)
        self.assertIn('such as "1 1"', done.stdout)

    def test_a_program_that_fails_is_told_with_the_draws_that_led_there(self):
        done = run("exact", "--exec", perl("die \"no such card\\n\" if draw(\"draw 3\") == 2;"), "--n", "3")
        self.assertEqual(done.returncode, 4, done)
        for part in ("(draws: 2 of 3)", "no such card"):
            self.assertIn(part, done.stderr)

    def test_a_deck_that_is_not_put_back_and_numbers_from_elsewhere_are_found_out(self):
        for body in ("@d = @kept if @kept; my $k = draw(\"draw {n}\"); @d[0, $k] = @d[$k, 0]; our @kept = @d;",
                     "my $k = int(rand({n})); @d[0, $k] = @d[$k, 0];"):
            done = run("exact", "--exec", perl(body), "--n", "4")
            self.assertEqual(done.returncode, 4, done)
            self.assertIn("the same draws end otherwise the second time", " ".join(done.stderr.split()))

    def test_draws_without_end_are_told(self):
        endless = perl("while (draw(\"draw 2\") < 2) { }")
        done = run("exact", "--exec", endless, "--n", "3")
        self.assertEqual(done.returncode, 4, done)
        self.assertIn("a path has more than 10,000 draws", " ".join(done.stderr.split()))

    def test_what_can_not_be_asked_together_is_refused(self):
        self.refused("exact", "--exec", NAIVE, "--n", "9", says="2 to 8 cards")
        self.refused("exact", "--exec", NAIVE, "--steps", says="at a time")
        self.refused("exact", "sattolo", "--exec", NAIVE, says="at a time")
        self.refused("exact", says="TARGET is required")

    def test_explain_teaches_a_program_draw_by_draw_and_path_by_path(self):
        done = run("explain", "--exec", NAIVE, "--n", "4")
        self.assertEqual(done.returncode, 0, done)
        words = " ".join(done.stdout.split())
        for part in ("TV 25/384", "3 draws: 27 paths", "27/6 = 4.5 of them, which no permutation can have", "0 2 1 5 0-1-1 0-2-2 1-0-1 1-2-0 2-0-0",
                     "1 3 values 1 2 3 values 0 3 3 values 0 The deck is then 2 1 0.", "0 1 2 4 4/27"):
            self.assertIn(part, words)
        page = self.path / "mine.html"
        self.assertEqual(run("explain", "--exec", NAIVE, "--html", str(page)).returncode, 0)
        self.assertIn("From the sorted deck to every end", page.read_text())
        self.refused("explain", "sattolo", "--exec", NAIVE, says="takes no target")

    def test_the_smallest_deck_that_shows_the_bias_is_told(self):
        self.assertIn("\nThe smallest deck that shows a bias has 3 cards.\n", run("exact", "--exec", NAIVE, "--n", "4").stdout)
        self.assertEqual(json.loads(run("exact", "--exec", NAIVE, "--n", "3", "--json", "-").stdout)["smallest_biased_deck"], 3)
