"""What settings spoil, what holds for one deck size only, and numbers too near to each other or to 0."""
import math
import re
import unittest
from fractions import Fraction

from distances import noncentrality
from lesson_reader import lesson, near, number, run


def lead(*arguments):
    text = lesson(*arguments).text
    return lesson(*arguments).plain(" ".join(text.split("## ")[0].split()))


class Spoilt(unittest.TestCase):
    def test_the_headline_names_the_settings_that_spoil_a_fair_shuffle_and_no_others(self):
        for target, says in [("durstenfeld:bits=15,draw=modulo", "Here bits=15 and draw=modulo spoil it."),
                             ("durstenfeld:draw=modulo", "Here draw=modulo spoils it."),
                             # Of 2^31 - 2 words a draw of 3 is fair, but a draw of 5 is not.
                             ("durstenfeld:source=minstd,draw=modulo", "Here draw=modulo spoils it."),
                             ("durstenfeld:seeding=per-shuffle-clock", "ideal draws; here seeding=per-shuffle-clock.")]:
            self.assertTrue(lead(target).endswith(says), lead(target))
        for target in ("durstenfeld", "durstenfeld:bits=15", "swap-pairs:k=3"):
            self.assertNotRegex(lead(target), " here | Here ")

    def test_a_clock_is_said_to_break_what_the_sample_size_assumes(self):
        title = "How large a sample shows it"
        taught = lesson("inside-out:draw=modulo,seeding=per-draw-clock,rate=700")
        self.assertIn("R is uniform, and independent from shuffle to shuffle. In truth 700 shuffles in a row", taught.words(title))
        self.assertNotIn("assumes", lesson("naive-swap").words(title))

    def test_a_table_that_is_not_there_is_not_announced(self):
        self.assertNotIn("Were R itself", lesson("naive-swap:seeding=per-draw-clock").text)
        self.assertIn("Were R itself", lesson("naive-swap:draw=modulo,seeding=per-draw-clock").text)

    def test_two_cards_are_an_exception(self):
        for target in ("swap-pairs:n=2", "naive-swap:n=2"):
            self.assertTrue(lead(target).endswith("Of 2 cards it is uniform, but of 2 only."))
            self.assertIn("of 2 cards only", lesson(target).words("What to write instead"))
        self.assertNotIn("only.", lead("durstenfeld:n=2"))
        self.assertIn("Nothing", lesson("durstenfeld:n=2").words("What to write instead"))

    def test_settings_that_leave_no_bias_are_told(self):
        for piles, cards in ((3, 3), (5, 3), (5, 4)):
            self.assertTrue(lead(f"piles:piles={piles},n={cards}").endswith(f"With these settings it is uniform of {cards} cards."))
        self.assertNotIn("With these settings", lead("piles:piles=2,n=4") + lead("naive-swap:n=4"))

    def test_a_bet_is_on_what_comes(self):
        self.assertIn("A bet that no permutation comes wins with probability 1 where a fair deck gives 0.",
                      " ".join(lesson("deal-hands:slip=1,n=4").text.split()))
        self.assertIn("A bet on the permutations that come more often than 1/24 wins", " ".join(lesson("naive-swap:n=4").text.split()))


class NearNumbers(unittest.TestCase):
    def test_equal_digits_are_shaded_alike(self):
        for target in ("durstenfeld:bits=15,draw=modulo", "durstenfeld:draw=modulo", "swap-pairs", "sattolo"):
            text = run("explain", target).stdout
            shades = {}
            for digits, shade in re.findall(r" (0\.\d{4})([ ░▒▓█])", text[text.index("Card by position"):].split("\n\n")[0] + "\n"):
                shades.setdefault(digits, set()).add(shade)
            self.assertTrue(shades)
            self.assertEqual({digits: 1 for digits in shades}, {digits: len(each) for digits, each in shades.items()})

    def test_a_bet_is_told_from_a_fair_one(self):
        words = lesson("durstenfeld:bits=15,draw=modulo").words("The distribution of 5 cards")
        wins, fair, more = map(Fraction, re.search(r"probability (\S+) where a fair deck gives (\S+?)\. .*?, (\S+) = ", words).groups())
        self.assertEqual(wins - fair, more)
        self.assertGreater(more, 0)
        words = lesson("durstenfeld:draw=modulo").words("The distribution of 5 cards")
        fair, more, deck, again = re.search(r"probability (\S+) \+ (\S+) where a fair deck gives (\S+?)\. .*?difference, (\S+),", words).groups()
        self.assertEqual((fair, more), (deck, again))
        # By remainders: independent draws whose first w mod m values have one word more than the others.
        distribution, w = [Fraction(1)], 2 ** 64
        for m in range(2, 6):
            distribution = [p * Fraction(w // m + (value < w % m), w) for p in distribution for value in range(m)]
        self.assertTrue(near(more, sum(max(p - Fraction(1, 120), 0) for p in distribution)))
        self.assertEqual(Fraction(fair), Fraction(sum(p > Fraction(1, 120) for p in distribution), 120))

    def test_what_is_too_small_for_a_double_is_not_0(self):
        taught = lesson("swap-pairs:k=2000", "--n", "3")
        self.assertNotIn("0.0e+00", taught.text)
        (_, rows), = taught.tables("How large a sample shows it")
        self.assertEqual(rows[0][1:], ["< 1e-307", "< 1e-307", "> 1e307", "> 1e307"])
        self.assertIn("more than 1e307 shuffles", taught.words("How large a sample shows it"))
        (_, rows), = taught.tables("Every permutation of 3 cards")
        self.assertEqual({row[-1] for row in rows}, {"< +1e-307 %", "> -1e-307 %"})


class WholeDecks(unittest.TestCase):
    def test_riffles_of_52_cards(self):
        n = 52
        descents = [1]
        for size in range(2, n + 1):
            last = descents + [0]
            descents = [(d + 1) * last[d] + (size - d) * (last[d - 1] if d else 0) for d in range(size)]
        title = f"How many riffles for {n} cards?"
        (_, rows), = lesson("riffle").tables(title)
        distances = [sum(count * abs(Fraction(math.comb(2 ** m + n - 1 - d, n), 2 ** (m * n)) - Fraction(1, math.factorial(n)))
                         for d, count in enumerate(descents)) / 2 for m in range(1, 11)]
        self.assertEqual([row[:2] for row in rows], [[str(m), f"{float(tv):.5f}"] for m, tv in enumerate(distances, 1)])
        fair = Fraction(n + 1, 2)
        for m, row in enumerate(rows, 1):
            mean = sum(count * (d + 1) * Fraction(math.comb(2 ** m + n - 1 - d, n), 2 ** (m * n)) for d, count in enumerate(descents))
            self.assertTrue(near(row[-1], math.ceil(noncentrality(1) / float((fair - mean) ** 2 / Fraction(n + 1, 12)))), row)
        self.assertIn(f"{1 + sum(tv >= 0.5 for tv in distances)} riffles are the first", lesson("riffle").words(title))

    def test_shelves_of_52_cards(self):
        n, title = 52, "What does a casino machine leave of 52 cards?"
        permutations = [1]
        for size in range(2, n + 1):
            last = permutations + [0]
            permutations = [(2 * p + 2) * last[p] + ((size - 2 * p) * last[p - 1] if p else 0) for p in range((size + 1) // 2)]

        def distribution(s):
            ways = [2 ** (2 * p + 1) * sum(math.comb(n + s - a - 1, n) * math.comb(n - 1 - 2 * p, a - p) for a in range(p, min(s, n - p)))
                    for p in range(len(permutations))]
            return [Fraction(each, (2 * s) ** n) for each in ways]

        def distance(s):
            return sum(count * abs(each - Fraction(1, math.factorial(n))) for count, each in zip(permutations, distribution(s))) / 2

        (_, rows), (_, passes) = lesson("shelf").tables(title)
        self.assertEqual([row[:2] for row in rows],
                         [[str(s), f"{float(distance(s)):.5f}"] for s in (10, 15, 20, 25, 30, 35, 50, 100, 150, 200, 250, 300)])
        self.assertIn("makes one over 200 of it", lesson("shelf").words(title))
        self.assertEqual([row[:2] for row in passes], [["1", "10"], ["2", "200"], ["3", "4000"]])
        for _, as_one, left, shuffles in passes:
            mean = sum(count * p * each for p, (count, each) in enumerate(zip(permutations, distribution(int(as_one)))))
            self.assertTrue(near(left, distance(int(as_one))), as_one)
            seen = float((mean - Fraction(n - 2, 3)) ** 2 / Fraction(2 * (n + 1), 45))
            self.assertTrue(near(shuffles, math.ceil(noncentrality(1) / seen)), as_one)

    def test_swaps_of_52_cards(self):
        (_, rows), = lesson("swap-pairs").tables("How many swaps for 52 cards?")
        self.assertEqual([row[:2] for row in rows],
                         [[str(k), f"{float(1 + 51 * Fraction(50, 52) ** k):.4f}"] for k in (26, 52, 100, 150, 200)])
        self.assertAlmostEqual(number(rows[-1][1]), 1, delta=0.03)

    def test_only_these_two_with_ideal_draws_have_a_formula(self):
        for target in ("naive-swap", "draw-insert", "swap-pairs:draw=modulo,bits=15"):
            self.assertNotIn("for 52 cards?", lesson(target).text)
