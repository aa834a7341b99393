"""The step-by-step story and the counted costs."""
import math
import re
import unittest

from lesson_reader import ENTRIES, N, SORTS, WAYS, lesson, number
from replay import replay
from shuffle_models import model_of


class Stories(unittest.TestCase):
    def test_every_step_leads_from_its_deck_to_the_next_and_the_draws_make_the_last(self):
        for name in ENTRIES + WAYS:
            # The standard seed, whose lesson other tests read too, and more where a lesson takes no time.
            sweeps = name.startswith(("swap-pairs", "riffle", "shelf", "overhand", "piles", "smoosh", "random-key-sort", "draw-insert"))
            for seed in ((),) if sweeps else ((), ("--seed", "2"), ("--seed", "3")):
                with self.subTest(name):
                    taught = lesson(name, "--n", "5", *seed)
                    title = "One shuffle, step by step"
                    (_, rows), = taught.tables(title)
                    cards = [int(card) for card in re.search(r"The deck is then ([\d ]+)", taught.words(title))[1].split()]
                    self.assertEqual(replay(rows), cards)
                    if name == "std-shuffle":
                        continue
                    drawn = [tuple(map(int, pair)) for row in rows for pair in re.findall(r"(\d+) of 0\.\.(\d+)", row[1])]
                    bounds = []

                    def draw(bound, drawn=drawn, bounds=bounds):
                        bounds.append(bound)
                        return drawn[len(bounds) - 1][0]

                    self.assertEqual(list(model_of(name).shuffle(5, draw)), cards)
                    self.assertEqual(bounds, [top + 1 for _, top in drawn])


class Costs(unittest.TestCase):
    # Means over 32 runs at n from 16 on: moves within 8 % of their expectation is beyond 6 standard deviations.
    MOVES = {
        "identity": lambda n: 0, "fisher-yates": lambda n: n * (n + 3) / 4, "durstenfeld": lambda n: 2 * (n - 1), "durstenfeld-up": lambda n: 2 * n,
        "inside-out": lambda n: 2 * n, "pick-from-all": lambda n: n * math.factorial(n) + n, "sattolo": lambda n: 2 * (n - 1),
        "random-key-sort": lambda n: n * math.ceil(math.log2(n)), "swap-pairs": lambda n: 2 * n, "naive-swap": lambda n: 2 * n,
        "skip-last": lambda n: 2 * (n - 2), "draw-insert": lambda n: n * (n + 1) / 2, "applied-twice": lambda n: 3 * n - 2,
        "riffle": lambda n: 3 * n, "shelf": lambda n: 2 * n, "overhand": lambda n: 2 * n, "piles": lambda n: 2 * n, "smoosh": lambda n: n * math.ceil(math.log2(n)), "deal-hands": lambda n: 3 * n - 2, "rounded-index": lambda n: 2 * (n - 1)}
    EXTRA = {"fisher-yates": 1, "inside-out": 1, "random-key-sort": 2, "applied-twice": 1, "riffle": 2, "shelf": 2, "overhand": 2, "piles": 1, "smoosh": 2, "deal-hands": 1}

    def test_draws_moves_and_memory_are_those_of_the_algorithms(self):
        for name in ENTRIES:
            with self.subTest(name):
                (_, rows), _ = lesson(name, "--n", str(N)).tables("What it costs")
                for size, draws, moves, extra in rows:
                    n = int(size)
                    if name not in ("comparator-sort", "std-shuffle"):
                        count = model_of(name).draws(n)
                        self.assertEqual(number(draws), count)
                    if name in self.MOVES:
                        random = name in ("fisher-yates", "draw-insert")
                        self.assertAlmostEqual(number(moves), self.MOVES[name](n), delta=(0.08 if random else 1e-9) * number(moves))
                    held = n * math.factorial(n) if name == "pick-from-all" else self.EXTRA.get(name, 0) * n
                    self.assertEqual(number(extra), held)

    def test_the_growth_is_the_least_squares_one_and_every_claim_holds(self):
        log2, factorial = (lambda n: math.log(math.log2(n))), (lambda n: math.lgamma(n + 1))
        growths = {"1": lambda n: 0, "log n": log2, "n": math.log, "n log n": lambda n: math.log(n) + log2(n),
                   "n^2": lambda n: 2 * math.log(n), "n^2 log n": lambda n: 2 * math.log(n) + log2(n),
                   "n^3": lambda n: 3 * math.log(n), "n!": factorial, "n n!": lambda n: math.log(n) + factorial(n)}
        for name in ENTRIES + SORTS:
            with self.subTest(name):
                (_, costs), (_, fits) = lesson(name, "--n", str(N)).tables("What it costs")
                sizes = [int(row[0]) for row in costs]
                for what, _, growth, exponent, holds in fits:
                    self.assertEqual(holds, "holds")
                    spent = [number(row[["draws", "moves", "extra memory"].index(what) + 1]) for row in costs]
                    if growth == "none":
                        self.assertEqual(set(spent), {0})
                        continue
                    x, y = [math.log(n) for n in sizes], [math.log(cost) for cost in spent]
                    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
                    slope = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / sum((a - mean_x) ** 2 for a in x)
                    self.assertAlmostEqual(float(exponent), slope, delta=0.011)

                    def spread(distribution):
                        logs = [math.log(cost) - distribution(n) for n, cost in zip(sizes, spent)]
                        return sum((value - sum(logs) / len(logs)) ** 2 for value in logs)

                    factor, best = growth.split(" × ")
                    self.assertEqual(best, min(growths, key=lambda distribution: spread(growths[distribution])))
                    logs = [math.log(cost) - growths[best](n) for n, cost in zip(sizes, spent)]
                    self.assertAlmostEqual(float(factor) / math.exp(sum(logs) / len(logs)), 1, delta=0.006)
