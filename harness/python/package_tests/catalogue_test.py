import random
import unittest
from fractions import Fraction

import fairshuffle


class Catalogue(unittest.TestCase):
    def test_an_exact_distribution_is_told_in_fractions(self):
        distribution = fairshuffle.exact("naive-swap", n=3)
        self.assertEqual(Fraction(4, 27), distribution.permutations[0, 1, 2])
        self.assertEqual(1, sum(distribution.permutations.values()))
        self.assertEqual(Fraction(1, 18), distribution.tv)
        self.assertEqual(("naive-swap:n=3", 3), (distribution.target, distribution.n))
        self.assertIn("5/27", str(distribution))
        self.assertEqual(8, len(fairshuffle.exact("swap-pairs:k=8", n=4, steps=True).to_dict()["steps"]))

    def test_a_lesson_is_text_and_a_page(self):
        lesson = fairshuffle.explain("naive-swap", n=4)
        self.assertIn("Paths against permutations", str(lesson))
        self.assertIn("srcdoc=", lesson._repr_html_())
        self.assertIn("<svg", lesson.draw("html"))

    def test_a_function_is_taught_draw_by_draw_and_path_by_path(self):
        def naive(deck):
            for position in range(len(deck)):
                other = random.randrange(len(deck))
                deck[position], deck[other] = deck[other], deck[position]

        lesson = fairshuffle.explain(naive, n=4)
        words = " ".join(str(lesson).split())
        for part in ("TV 25/384", "27/6 = 4.5 of them, which no permutation can have", "1 3 values 1 0 1 2 2 3 values 0 1 0 2 "):
            self.assertIn(part, words)
        self.assertIn("From the sorted deck to every end", lesson.draw("html"))
        with self.assertRaisesRegex(fairshuffle.NotExact, "digits"):
            fairshuffle.explain(lambda deck: deck.reverse() if str(random.random()) > "0.5" else None)

    def test_every_shuffle_is_listed_with_its_truth(self):
        listed = fairshuffle.shuffles()
        self.assertIn("sattolo", listed)
        self.assertTrue(all(listed.values()))

    def test_what_is_not_there_is_told(self):
        for words, ask in (("did you mean 'sattolo'?", lambda: fairshuffle.exact("satolo")),
                           ("take n up to 9", lambda: fairshuffle.exact("sattolo", n=10)),
                           ("expected a deck size from 1 to 1024, found 0", lambda: fairshuffle.explain("sattolo", n=0)),
                           ("'pdf' is no format", lambda: fairshuffle.certify("sattolo", 3, seed=1).draw("pdf"))):
            with self.assertRaises(ValueError) as caught:
                ask()
            self.assertIn(words, str(caught.exception))
