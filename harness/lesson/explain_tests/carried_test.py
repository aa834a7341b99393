"""What the counts of a deck show that is not put back in order, by convolution; and how many keys are enough."""
import itertools
import math
import unittest
from fractions import Fraction

from distances import total_variation
from lesson_reader import N, lesson, near
from shuffle_models import distribution_of

TITLE = "If the deck is not put back in order"


def shuffled_on(decks, distribution):
    after = {}
    for deck, chance in decks.items():
        for permutation, probability in distribution.items():
            came = tuple(deck[place] for place in permutation)
            after[came] = after.get(came, 0) + chance * probability
    return after


class Carried(unittest.TestCase):
    def check(self, name, said):
        taught = lesson(name, "--n", str(N))
        distribution = distribution_of(name, N)
        (_, rows), = taught.tables(TITLE)
        decks, total = {tuple(range(N)): Fraction(1)}, {}
        for count, row in enumerate(rows, 1):
            decks = shuffled_on(decks, distribution)
            for permutation, probability in decks.items():
                total[permutation] = total.get(permutation, 0) + probability
            mean = {permutation: probability / count for permutation, probability in total.items()}
            self.assertEqual(int(row[0]), count)
            self.assertTrue(near(row[1], total_variation(decks, N)), (name, row))
            self.assertTrue(near(row[-2], total_variation(mean, N)), (name, row))
            self.assertTrue(near(row[-1], total_variation(distribution, N)), (name, row))
        self.assertIn(said, taught.words(TITLE))
        return rows

    def test_counts_forget_the_bias_and_successive_do_not(self):
        for name in ("naive-swap", "riffle", "comparator-sort", "draw-insert"):
            rows = self.check(name, "forget the bias, and tests of single decks call the shuffle fair")
            self.assertLess(float(rows[-1][1]), 0.001)
            self.assertLess(len(rows), 10)

    def test_what_counts_do_not_forget(self):
        self.check("sattolo", "their counts forget the bias")  # odd and even in turn
        self.check("random-cut", "the deck comes in 4 of 24 permutations only")
        self.check("identity", "the deck comes in 1 of 24 permutations only")

    def test_a_fair_shuffle_has_nothing_to_forget(self):
        self.assertFalse(lesson("durstenfeld", "--n", str(N)).has(TITLE))


class Keys(unittest.TestCase):
    @staticmethod
    def distance(n, keys):
        """The inverse of dealing from so many packets: C(keys + n - 1 - d, n) / keys^n with d descents."""
        distribution = {}
        for permutation in itertools.permutations(range(n)):
            place = {card: index for index, card in enumerate(permutation)}
            descents = sum(place[card] > place[card + 1] for card in range(n - 1))
            distribution[permutation] = Fraction(math.comb(keys + n - 1 - descents, n), keys ** n)
        return total_variation(distribution, n)

    def test_how_many_are_enough(self):
        taught = lesson("random-key-sort:keys=100", "--n", "5")
        (_, own), (_, enough) = taught.tables("How many keys are enough?")
        self.assertEqual([row[0] for row in own][:4], ["2", "5", "10", "20"])
        for keys, printed, *_ in own:
            self.assertEqual(printed, f"{float(self.distance(5, int(keys.replace(',', '')))):.5f}")
        self.assertEqual([int(row[0]) for row in enough], [3, 4, 5, 6, 7])
        for n, keys, printed, _ in enough[:4]:
            self.assertEqual(printed, f"{float(self.distance(int(n), int(keys.replace(',', '')))):.5f}")
            self.assertLess(float(printed), 0.01)

    def test_bits_are_swept_one_by_one(self):
        self.assertFalse(lesson("random-key-sort:bits=4", "--n", "5").has("How many keys are enough?"))
