"""Every fraction, count and sample size of a lesson on a distribution."""
import itertools
import math
import re
import unittest
from fractions import Fraction

from distances import is_even, noncentrality, chi_square_distance, position_distribution, total_variation
from lesson_reader import N, SORTS, WAYS, WITH_LAW, against, deck, lesson, near, number, typed
from shuffle_models import distribution_of, model_of


class Distributions(unittest.TestCase):
    def each(self, names=None):
        for self.name in names or WITH_LAW + WAYS:
            yield self.name, lesson(self.name, "--n", str(N))

    def _formatMessage(self, message, standard):
        return f"{getattr(self, 'name', '')}: {super()._formatMessage(message, standard)}"

    def check_probability(self, printed, exact):
        """Words that are no multiple of the values leave rounded-index a last-digit distance from its ideal distribution. A fraction
        of more than 24 characters is not told: nothing, or a number, stands for it."""
        if len(str(exact)) > 24 and self.name != "rounded-index":
            self.assertTrue("/" not in printed and (not printed or near(printed, exact)), printed)
        elif self.name != "rounded-index":
            self.assertEqual(Fraction(printed), exact)
        elif "/" in printed:
            self.assertAlmostEqual(float(Fraction(printed)), float(exact), delta=1e-12)
        elif printed:
            self.assertTrue(near(printed, exact), printed)

    def check_bet(self, words, distribution, n):
        fair = Fraction(1, math.factorial(n))
        distance = total_variation(distribution, n)
        if distance == 0:
            self.assertIn(f"Every permutation has exactly {fair}", words)
            return
        more = [permutation for permutation in itertools.permutations(range(n)) if distribution.get(permutation, 0) > fair]
        found = re.search(r"with probability (\S+) (?:= \S+ )?where a fair deck gives (\S+) .*?The difference, ([^ ,]+)", words)
        self.check_probability(found[3], distance)
        if self.name == "rounded-index":  # permutations within a last digit of fair fall on either side
            self.assertAlmostEqual(float(Fraction(found[1]) - Fraction(found[2])), float(distance), delta=1e-12)
            return
        self.check_probability(found[1], sum(distribution[permutation] for permutation in more))
        self.check_probability(found[2], fair * len(more))

    def test_every_permutation_of_three_cards_has_its_fraction_and_its_paths(self):
        for name, taught in self.each():
            distribution = distribution_of(name, 3)
            title = "Every permutation of 3 cards"
            (head, rows), = taught.tables(title)
            self.assertEqual(len(rows), 6)
            fair = Fraction(1, 6)
            for row in rows:
                cells = dict(zip(["permutation"] + (["paths"] if "paths" in head else []) + ["exact", "decimal", "against"], row))
                probability = distribution.get(tuple(deck(cells["permutation"])), Fraction(0))
                self.check_probability(cells["exact"], probability)
                self.assertEqual(cells["decimal"], f"{float(probability):.6f}")
                self.assertEqual(cells["against"], against(probability, fair))
                if "paths" in cells:
                    self.assertEqual(int(cells["paths"]), probability * math.prod(model_of(name).bounds(3)))
            self.check_bet(taught.words(title), distribution, 3)

    def test_the_distribution_of_the_whole_deck_has_its_distances_and_its_groups(self):
        for name, taught in self.each():
            distribution = distribution_of(name, N)
            title = f"The distribution of {N} cards"
            tables = taught.tables(title)
            quantities = {row[0]: row[1:] for row in tables[0][1]}
            for what, exact in [("total variation from uniform", total_variation(distribution, N)),
                                ("chi-square distance, n! times the sum of (p - 1/n!)^2", chi_square_distance(distribution, N)),
                                ("probability of an even permutation", sum(p for o, p in distribution.items() if is_even(o)))]:
                decimal, fraction = quantities[what]
                self.check_probability(fraction, exact)
                self.assertTrue(near(decimal, exact), (decimal, exact))
            support = sum(p > 0 for p in distribution.values())
            self.assertEqual(quantities["permutations that can come"], [str(support), f"{support} of {math.factorial(N)}"])
            self.check_bet(taught.words(title), distribution, N)
            if total_variation(distribution, N) == 0:
                self.assertEqual(len(tables), 1)
                continue
            fair = Fraction(1, math.factorial(N))
            every = [distribution.get(permutation, Fraction(0)) for permutation in itertools.permutations(range(N))]
            if tables[1][0][0] == "permutation":
                for row in tables[1][1]:
                    probability = distribution.get(tuple(deck(row[0])), Fraction(0))
                    self.check_probability(row[1] or row[2], probability)
                    self.assertEqual(row[3], against(probability, fair))
                self.check_probability(tables[1][1][0][1] or tables[1][1][0][2], max(every))
                self.check_probability(tables[1][1][-1][1] or tables[1][1][-1][2], min(every))
                continue
            if self.name == "rounded-index":
                self.assertEqual(sorted(row[2] for row in tables[1][1] for _ in range(int(row[0]))),
                                 sorted(typed(f"{float(p):.4g}") for p in every))
                continue
            self.assertEqual([(int(row[0]), Fraction(row[1])) for row in tables[1][1]],
                             [(every.count(p), p) for p in sorted(set(every), reverse=True)])
            for row in tables[1][1]:
                self.assertTrue(near(row[2], Fraction(row[1])))
                self.assertEqual(row[3], against(Fraction(row[1]), fair))

    def test_permutations_that_never_come_are_counted_and_named(self):
        for name, taught in self.each():
            distribution = distribution_of(name, N)
            missing = [permutation for permutation in itertools.permutations(range(N)) if distribution.get(permutation, 0) == 0]
            self.assertEqual(taught.has("Permutations that never come"), bool(missing))
            if not missing:
                continue
            words = taught.words("Permutations that never come")
            found = re.search(r"(\d+) of the (\d+) permutations of (\d+) cards (?:is|are) impossible: ([\d ,]+?)(?: and (\d+) more)?\.", words)
            self.assertEqual((int(found[1]), int(found[2]), int(found[3])), (len(missing), math.factorial(N), N))
            named = [tuple(deck(part)) for part in found[4].split(",")]
            self.assertEqual(named, missing[:8])
            self.assertEqual(int(found[5] or 0), len(missing) - len(named))

    def test_paths_are_the_product_of_the_bounds_and_leave_over_what_they_leave(self):
        seen = 0
        for name, taught in self.each():
            if name.startswith(("comparator-sort", "rounded-index")):
                self.assertFalse(name.startswith("comparator") and taught.has("Paths against permutations"))
                continue
            seen += 1
            (_, rows), = taught.tables("Paths against permutations")
            self.assertGreaterEqual(len(rows), 3)
            for size, _, paths, permutations, each, left, primes in rows:
                n = int(size)
                bounds = model_of(name).bounds(n)
                product, factorial = math.prod(bounds), math.factorial(n)
                for printed, exact in [(paths, product), (permutations, factorial), (each, product // factorial)]:
                    self.assertTrue(near(printed, exact) if "e" in printed else int(printed.replace(",", "")) == exact)
                self.assertEqual(int(left.replace(",", "")), product % factorial)
                lacking = [p for p in (2, 3, 5, 7) if p <= n and all(bound % p for bound in bounds)]
                self.assertEqual(primes, ", ".join(map(str, lacking)))
        self.assertGreater(seen, 15)

    def test_every_path_of_three_cards_leads_where_the_shuffle_leads(self):
        told = set()
        for name, taught in self.each():
            title, bounds = "Every path of 3 cards", model_of(name).bounds(3)
            paths = math.prod(bounds)
            few = bounds and paths <= 32 and not name.startswith(("comparator-sort", "rounded-index"))
            self.assertEqual(taught.has(title), bool(few))
            if not few:
                continue
            told.add((name, paths))
            leading = {permutation: [] for permutation in itertools.permutations(range(3))}
            for draws in itertools.product(*map(range, bounds)):
                values = iter(draws)
                leading[tuple(model_of(name).shuffle(3, lambda bound: next(values)))].append("-".join(map(str, draws)))
            (_, rows), = taught.tables(title)
            self.assertEqual(rows, [[" ".join(map(str, permutation)), str(len(draws)), " ".join(draws)]
                                    for permutation, draws in leading.items()])
            words = taught.words(title)
            self.assertIn(f"{' × '.join(map(str, bounds))} values: {paths} path{'s' if paths > 1 else ''},", words)
            self.assertEqual("no permutation can have" in words, paths % 6 != 0)
        self.assertGreater(len(told), 9)
        self.assertLessEqual({("naive-swap", 27), ("sattolo", 2), ("durstenfeld", 6), ("fisher-yates", 6)}, told)

    def test_coins_make_powers_of_their_faces(self):
        for name, taught in self.each(["comparator-sort"] + SORTS):
            words = taught.words("Coins against n!")
            faces = 3 if "coin=three" in name else 2
            power = max(p.denominator for p in distribution_of(name, N).values())
            tosses, = [tosses for tosses in range(64) if faces ** tosses == power]
            self.assertIn(f"1/{faces}^{tosses}.", words)
            self.assertIn(f"the factor {5 - faces}: it divides no power of {faces},", words)
            self.assertIn(f"1/{math.factorial(N)}", words)

    def test_card_by_position(self):
        for name, taught in self.each():
            distribution, fair = position_distribution(distribution_of(name, N), N), Fraction(1, N)
            flat = all(p == fair for row in distribution for p in row)
            unfair = total_variation(distribution_of(name, N), N) > 0
            title = "Equal at every position, and still not fair" if flat and unfair else "Card by position"
            (_, rows), = taught.tables(title)
            self.assertEqual([row[1:] for row in rows], [[f"{float(p):.4f}" for p in row] for row in distribution])
            words = taught.words(title)
            if flat:
                self.assertIn("with probability exactly 1/4" if unfair else "with probability 1/4", words)
                if unfair:
                    self.assertIn(f"{sum(p > 0 for p in distribution_of(name, N).values())} of 24 permutations can come", words)
                continue
            card, position, probability = re.search(r"is card (\d) at position (\d): (it never comes there|[^ ,]+)", words).groups()
            self.check_probability("0/1" if probability.startswith("it") else probability, distribution[int(position)][int(card)])
            self.assertEqual(abs(distribution[int(position)][int(card)] - fair), max(abs(p - fair) for row in distribution for p in row))

    def test_flat_positions_are_taught_where_they_are_and_nowhere_else(self):
        title = "Equal at every position, and still not fair"
        self.assertEqual({name for name, taught in self.each() if taught.has(title)},
                         {"random-cut", "comparator-sort:sort=merge"})

    def test_the_sample_that_shows_it(self):
        for name, taught in self.each():
            distribution = distribution_of(name, N)
            title = "How large a sample shows it"
            if total_variation(distribution, N) == 0:
                self.assertEqual(taught.tables(title), [])
                continue
            (_, rows), = taught.tables(title)
            self.assertEqual([row[0] for row in rows], ["3", "4", "5"])
            for size, distance, bias, by_permutations, by_positions in rows:
                n = int(size)
                distribution = distribution_of(name, n)
                self.assertTrue(near(distance, total_variation(distribution, n)))
                self.assertTrue(near(bias, chi_square_distance(distribution, n)))
                of_positions = (n - 1) * sum((p - Fraction(1, n)) ** 2 for row in position_distribution(distribution, n) for p in row)
                for printed, df, per_trial in [(by_permutations, math.factorial(n) - 1, chi_square_distance(distribution, n)),
                                               (by_positions, (n - 1) ** 2, of_positions)]:
                    if per_trial == 0:
                        self.assertEqual(printed, "none")
                        continue
                    self.assertEqual(number(printed), math.ceil(noncentrality(df) / float(per_trial)))
