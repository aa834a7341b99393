#!/usr/bin/env python3
"""Tests of explain from outside: every number that a lesson prints is derived again, by other ways than the
program's: shuffles written out in Python, closed forms, chains on cycle types. Usage: explain_test.py PROGRAM"""
import functools
import html.parser
import itertools
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from shuffle_models import MODELS, cycle_type_chain, law_of, model_of, replay  # noqa: E402

PROGRAM = os.path.abspath(sys.argv.pop(1))
N = 4  # small enough for every law to be enumerated here


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          timeout=300, check=False)


class Lesson:
    """The Markdown of a lesson, as sections of paragraphs and tables."""

    def __init__(self, text):
        self.text = text
        self.sections = {}
        title = ""
        for line in text.splitlines():
            if line.startswith("## "):
                title = self.plain(line[3:])
            if title:
                self.sections.setdefault(title, []).append(line)

    @staticmethod
    def plain(text):
        return re.sub(r"\\(.)", r"\1", text)

    def has(self, title):
        return title in self.sections

    def words(self, title):
        return " ".join(self.plain(line) for line in self.sections[title])

    def tables(self, title):
        tables, rows = [], []
        for line in self.sections[title] + [""]:
            if line.startswith("|"):
                cells = re.split(r"(?<!\\)\|", line)[1:-1]
                rows.append([self.plain(cell.strip()) for cell in cells])
            elif rows:
                tables.append((rows[0], rows[2:]))
                rows = []
        return tables


@functools.lru_cache(maxsize=None)
def lesson(*arguments):
    done = run("explain", *arguments, "--markdown")
    assert done.returncode == 0, done
    return Lesson(done.stdout)


def number(text):
    return float(text.replace(",", ""))


def near(printed, exact, digits=4):
    """Equal as far as the printed digits go."""
    value = number(printed)
    return abs(value - float(exact)) <= 0.5000001 * 10 ** (math.floor(math.log10(abs(float(exact)))) + 1 - digits) if exact else value == 0


def against(probability, fair):
    if probability == 0:
        return "never"
    if probability == fair:
        return "fair"
    excess = float(probability / fair - 1) * 100
    return f"{excess:+.1f} %" if abs(excess) >= 0.05 else f"{excess:+.1e} %"


# The chi-square laws by their series, which are all of positive terms.
def lower_gamma(a, x):
    term = total = 1 / a
    for i in range(1, 100000):
        term *= x / (a + i)
        total += term
        if term < total * 1e-17:
            break
    return total * math.exp(-x + a * math.log(x) - math.lgamma(a))


def upper_gamma(a, x):
    """By Lentz's continued fraction, for x beyond a."""
    b, c = x + 1 - a, 1e300
    d = 1 / b
    h = d
    for i in range(1, 100000):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        h *= d * c
        if abs(d * c - 1) < 1e-16:
            break
    return h * math.exp(-x + a * math.log(x) - math.lgamma(a))


def bisect(f, low, high):
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) else (low, middle)
    return low


@functools.lru_cache(maxsize=None)
def noncentrality(df, alpha=1e-6, power=0.999):
    critical = bisect(lambda x: upper_gamma(df / 2, x / 2) > alpha, df + 1, df + 1000)

    def missed(noncentral):
        weight, total = math.exp(-noncentral / 2), 0
        for j in range(2000):
            total += weight * lower_gamma(df / 2 + j, critical / 2)
            weight *= noncentral / 2 / (j + 1)
            if j > noncentral and weight < 1e-18:
                break
        return total

    return bisect(lambda value: missed(value) > 1 - power, 1, 2000)


def total_variation(law, n):
    fair = Fraction(1, math.factorial(n))
    return sum(abs(law.get(order, 0) - fair) for order in itertools.permutations(range(n))) / 2 + \
        Fraction(sum(p for order, p in law.items() if sorted(order) != list(range(n)))) / 2


def phi2(law, n):
    k = math.factorial(n)
    return k * sum((law.get(order, 0) - Fraction(1, k)) ** 2 for order in itertools.permutations(range(n)))


def position_law(law, n):
    table = [[Fraction(0)] * n for _ in range(n)]
    for order, probability in law.items():
        for position, card in enumerate(order):
            table[position][card] += probability
    return table


def is_even(order):
    return sum(order[i] > order[j] for i in range(len(order)) for j in range(i + 1, len(order))) % 2 == 0


def deck(text):
    return [int(card) for card in re.findall(r"\d+", text)]


ENTRIES = sorted(MODELS)
WITH_LAW = [name for name in ENTRIES if name != "std-shuffle"]
WAYS = ["comparator-sort:sort=merge", "comparator-sort:sort=quick", "skip-last:end=first", "swap-pairs:k=6"]


class Laws(unittest.TestCase):
    def each(self, names=None):
        for self.name in names or WITH_LAW + WAYS:
            yield self.name, lesson(self.name, "--n", str(N))

    def _formatMessage(self, message, standard):
        return f"{getattr(self, 'name', '')}: {super()._formatMessage(message, standard)}"

    def check_probability(self, printed, exact):
        """Words that are no multiple of the values leave rounded-index a last-digit distance from its ideal law."""
        if self.name != "rounded-index":
            self.assertEqual(Fraction(printed), exact)
        elif "/" in printed:
            self.assertAlmostEqual(float(Fraction(printed)), float(exact), delta=1e-12)
        elif printed:
            self.assertTrue(near(printed, exact), printed)

    def check_bet(self, words, law, n):
        fair = Fraction(1, math.factorial(n))
        distance = total_variation(law, n)
        if distance == 0:
            self.assertIn(f"Every order has exactly {fair}", words)
            return
        more = [order for order in itertools.permutations(range(n)) if law.get(order, 0) > fair]
        found = re.search(r"with probability (\S+) (?:= \S+ )?where a fair deck gives (\S+) .*?The difference, ([^ ,]+)", words)
        self.check_probability(found[3], distance)
        if self.name == "rounded-index":  # orders within a last digit of fair fall on either side
            self.assertAlmostEqual(float(Fraction(found[1]) - Fraction(found[2])), float(distance), delta=1e-12)
            return
        self.assertEqual(Fraction(found[1]), sum(law[order] for order in more))
        self.assertEqual(Fraction(found[2]), fair * len(more))

    def test_every_order_of_three_cards_has_its_fraction_and_its_paths(self):
        for name, taught in self.each():
            law = law_of(name, 3)
            title = "Every order of 3 cards"
            (head, rows), = taught.tables(title)
            self.assertEqual(len(rows), 6)
            fair = Fraction(1, 6)
            for row in rows:
                cells = dict(zip(["order"] + (["paths"] if "paths" in head else []) + ["exact", "decimal", "against"], row))
                probability = law.get(tuple(deck(cells["order"])), Fraction(0))
                self.check_probability(cells["exact"], probability)
                self.assertEqual(cells["decimal"], f"{float(probability):.6f}")
                self.assertEqual(cells["against"], against(probability, fair))
                if "paths" in cells:
                    self.assertEqual(int(cells["paths"]), probability * math.prod(model_of(name).bounds(3)))
            self.check_bet(taught.words(title), law, 3)

    def test_the_law_of_the_whole_deck_has_its_distances_and_its_groups(self):
        for name, taught in self.each():
            law = law_of(name, N)
            title = f"The law of {N} cards"
            tables = taught.tables(title)
            quantities = {row[0]: row[1:] for row in tables[0][1]}
            for what, exact in [("total variation from uniform", total_variation(law, N)),
                                ("phi2, n! times the sum of (p - 1/n!)^2", phi2(law, N)),
                                ("probability of an even order", sum(p for o, p in law.items() if is_even(o)))]:
                decimal, fraction = quantities[what]
                self.check_probability(fraction, exact)
                self.assertTrue(near(decimal, exact), (decimal, exact))
            support = sum(p > 0 for p in law.values())
            self.assertEqual(quantities["orders that can come"], [str(support), f"{support} of {math.factorial(N)}"])
            self.check_bet(taught.words(title), law, N)
            if total_variation(law, N) == 0:
                self.assertEqual(len(tables), 1)
                continue
            fair = Fraction(1, math.factorial(N))
            every = [law.get(order, Fraction(0)) for order in itertools.permutations(range(N))]
            if tables[1][0][0] == "order":
                for row in tables[1][1]:
                    probability = law.get(tuple(deck(row[0])), Fraction(0))
                    self.check_probability(row[1] or row[2], probability)
                    self.assertEqual(row[3], against(probability, fair))
                self.check_probability(tables[1][1][0][1] or tables[1][1][0][2], max(every))
                self.check_probability(tables[1][1][-1][1] or tables[1][1][-1][2], min(every))
                continue
            if self.name == "rounded-index":
                self.assertEqual(sorted(row[2] for row in tables[1][1] for _ in range(int(row[0]))),
                                 sorted(f"{float(p):.4g}" for p in every))
                continue
            self.assertEqual([(int(row[0]), Fraction(row[1])) for row in tables[1][1]],
                             [(every.count(p), p) for p in sorted(set(every), reverse=True)])
            for row in tables[1][1]:
                self.assertTrue(near(row[2], Fraction(row[1])))
                self.assertEqual(row[3], against(Fraction(row[1]), fair))

    def test_orders_that_never_come_are_counted_and_named(self):
        for name, taught in self.each():
            law = law_of(name, N)
            missing = [order for order in itertools.permutations(range(N)) if law.get(order, 0) == 0]
            self.assertEqual(taught.has("Orders that never come"), bool(missing))
            if not missing:
                continue
            words = taught.words("Orders that never come")
            found = re.search(r"(\d+) of the (\d+) orders of (\d+) cards are impossible: ([\d ,]+?)(?: and (\d+) more)?\.", words)
            self.assertEqual((int(found[1]), int(found[2]), int(found[3])), (len(missing), math.factorial(N), N))
            named = [tuple(deck(part)) for part in found[4].split(",")]
            self.assertEqual(named, missing[:8])
            self.assertEqual(int(found[5] or 0), len(missing) - len(named))

    def test_paths_are_the_product_of_the_bounds_and_leave_over_what_they_leave(self):
        seen = 0
        for name, taught in self.each():
            if name.startswith(("comparator-sort", "rounded-index")):
                self.assertFalse(name.startswith("comparator") and taught.has("Paths against orders"))
                continue
            seen += 1
            (_, rows), = taught.tables("Paths against orders")
            self.assertGreaterEqual(len(rows), 3)
            for size, _, paths, orders, each, left, primes in rows:
                n = int(size)
                bounds = model_of(name).bounds(n)
                product, factorial = math.prod(bounds), math.factorial(n)
                for printed, exact in [(paths, product), (orders, factorial), (each, product // factorial)]:
                    self.assertTrue(near(printed, exact) if "e" in printed else int(printed.replace(",", "")) == exact)
                self.assertEqual(int(left.replace(",", "")), product % factorial)
                lacking = [p for p in (2, 3, 5, 7) if p <= n and all(bound % p for bound in bounds)]
                self.assertEqual(primes, ", ".join(map(str, lacking)))
        self.assertGreater(seen, 15)

    def test_coins_make_powers_of_two(self):
        for name, taught in self.each(["comparator-sort"] + WAYS[:2]):
            words = taught.words("Coins against n!")
            power = max(p.denominator for p in law_of(name, N).values())
            self.assertIn(f"1/2^{power.bit_length() - 1}", words)
            self.assertIn(f"1/{math.factorial(N)}", words)

    def test_card_by_position(self):
        for name, taught in self.each():
            law, fair = position_law(law_of(name, N), N), Fraction(1, N)
            flat = all(p == fair for row in law for p in row)
            unfair = total_variation(law_of(name, N), N) > 0
            title = "Equal at every position, and still not fair" if flat and unfair else "Card by position"
            (_, rows), = taught.tables(title)
            self.assertEqual([row[1:] for row in rows], [[f"{float(p):.4f}" for p in row] for row in law])
            words = taught.words(title)
            if flat:
                self.assertIn("with probability exactly 1/4" if unfair else "with probability 1/4", words)
                if unfair:
                    self.assertIn(f"{sum(p > 0 for p in law_of(name, N).values())} of 24 orders can come", words)
                continue
            card, position, probability = re.search(r"is card (\d) at position (\d): (\S+?),? ", words).groups()
            self.check_probability(probability, law[int(position)][int(card)])
            self.assertEqual(abs(law[int(position)][int(card)] - fair), max(abs(p - fair) for row in law for p in row))

    def test_flat_positions_are_taught_where_they_are_and_nowhere_else(self):
        title = "Equal at every position, and still not fair"
        self.assertEqual({name for name, taught in self.each() if taught.has(title)},
                         {"random-cut", "comparator-sort:sort=merge"})

    def test_the_sample_that_shows_it(self):
        for name, taught in self.each():
            law = law_of(name, N)
            title = "How large a sample shows it"
            if total_variation(law, N) == 0:
                self.assertEqual(taught.tables(title), [])
                continue
            (_, rows), = taught.tables(title)
            self.assertEqual([row[0] for row in rows], ["3", "4", "5"])
            for size, distance, bias, by_orders, by_positions in rows:
                n = int(size)
                law = law_of(name, n)
                self.assertTrue(near(distance, total_variation(law, n)))
                self.assertTrue(near(bias, phi2(law, n)))
                of_positions = (n - 1) * sum((p - Fraction(1, n)) ** 2 for row in position_law(law, n) for p in row)
                for printed, df, per_trial in [(by_orders, math.factorial(n) - 1, phi2(law, n)),
                                               (by_positions, (n - 1) ** 2, of_positions)]:
                    if per_trial == 0:
                        self.assertEqual(printed, "none")
                        continue
                    self.assertEqual(number(printed), math.ceil(noncentrality(df) / float(per_trial)))


class Sweeps(unittest.TestCase):
    """Closed forms and chains of their own for the bias against the number of steps."""

    def check(self, name, first, distance, sizes):
        taught = lesson(name, "--n", "5")
        title, = [title for title in taught.sections if title.startswith("Which ")]
        (_, curve), (_, firsts) = taught.tables(title)
        self.assertEqual([int(row[0]) for row in curve], list(range(first, first + len(curve))))
        for value, printed in curve:
            self.assertEqual(printed, f"{float(distance(5, int(value))):.5f}")
        self.assertEqual([int(row[0]) for row in firsts], sizes)
        for size, value, there, before in firsts:
            n, value = int(size), int(value)
            self.assertLess(distance(n, value), Fraction(1, 100))
            self.assertGreaterEqual(distance(n, value - 1), Fraction(1, 100))
            self.assertEqual(there, f"{float(distance(n, value)):.5f}")
            self.assertEqual(before, f"{float(distance(n, value - 1)):.5f}")

    def test_swap_pairs_by_the_chain_on_cycle_types(self):
        self.check("swap-pairs", 1, cycle_type_chain, [3, 4, 5, 6, 7, 8, 9])

    @staticmethod
    def riffles(n, m):
        """Bayer and Diaconis: an order of r rising sequences has probability C(2^m + n - r, n) / 2^(m n)."""
        eulerian = [[1]]
        for size in range(2, n + 1):
            last = eulerian[-1] + [0]
            eulerian.append([(d + 1) * last[d] + (size - d) * (last[d - 1] if d else 0) for d in range(size)])
        return sum(count * abs(Fraction(math.comb(2 ** m + n - 1 - descents, n), 2 ** (m * n)) - Fraction(1, math.factorial(n)))
                   for descents, count in enumerate(eulerian[n - 1])) / 2

    def test_riffles_by_rising_sequences(self):
        self.check("riffle", 1, self.riffles, [3, 4, 5, 6, 7, 8])

    def test_random_keys_are_riffles_backwards(self):
        self.check("random-key-sort", 1, self.riffles, [3, 4, 5, 6, 7, 8, 9])

    @staticmethod
    def inserts(n, k):
        """After k rounds t different cards were touched with a known probability; they lie in uniform order,
        and the other n - t as they lay: of n!/(n-t)! equally likely outcomes."""
        stirling = [[1]]
        for rounds in range(1, k + 1):
            last = stirling[-1] + [0]
            stirling.append([(last[t - 1] if t else 0) + t * last[t] for t in range(rounds + 1)])
        touched = [Fraction(math.perm(n, t) * (stirling[k][t] if t <= k else 0), n ** k) for t in range(n + 1)]
        total = Fraction(0)
        for fewest in range(n):  # the fewest touched cards that explain an order
            orders = math.perm(n, fewest) - (math.perm(n, fewest - 1) if fewest else 0)
            probability = sum(touched[t] / math.perm(n, t) for t in range(fewest, n + 1))
            total += orders * abs(probability - Fraction(1, math.factorial(n)))
        return total / 2

    def test_draw_insert_by_the_cards_touched(self):
        self.check("draw-insert", 1, self.inserts, [3, 4, 5, 6, 7, 8, 9])


class Settings(unittest.TestCase):
    def test_one_word_for_all_draws(self):
        taught = lesson("inside-out:source=glibc-rand,draw=modulo,seeding=per-draw-clock")
        title = "Seeded before every draw"
        (_, rows), = taught.tables(title)
        self.assertGreaterEqual(len(rows), 5)
        words = 2 ** 31
        for size, come, of, likeliest, excess, distance in rows:
            n = int(size)
            classes = math.lcm(*range(1, n + 1))
            law = {}
            for r in range(classes):
                out = []
                for i in range(n):
                    k = r % (i + 1)
                    out.append(None)
                    out[i] = out[k]
                    out[k] = i
                share = Fraction(words // classes + (r < words % classes), words)
                law[tuple(out)] = law.get(tuple(out), 0) + share
            self.assertEqual((int(come.replace(",", "")), int(of.replace(",", ""))), (len(law), math.factorial(n)))
            self.assertTrue(near(likeliest, max(law.values())))
            self.assertEqual(excess, against(max(law.values()), Fraction(1, math.factorial(n))))
            fair = Fraction(1, math.factorial(n))
            self.assertTrue(near(distance, sum(max(p - fair, 0) for p in law.values())))
        self.assertIn("the same remainder by 60, ", taught.words(title))

    def test_one_word_for_a_shuffle(self):
        words = lesson("durstenfeld:seeding=per-shuffle-clock,rate=500").words("Seeded from the clock for every shuffle")
        for number_of in ("500 shuffles a second", "500 shuffles in a row", "about 2,000 can differ", "once in 120",
                          "86,400 ticks a day", "at most 86,400 decks"):
            self.assertIn(number_of, words)
        self.assertEqual(f"{math.factorial(52):.0e}", "8e+67")

    def test_modulo_on_few_words(self):
        taught = lesson("durstenfeld:draw=modulo,bits=15")
        (_, rows), = taught.tables("A draw of 5 that is not uniform")
        for value, words, probability, excess in rows:
            exact = len(range(int(value), 2 ** 15, 5))
            self.assertEqual(int(words.replace(",", "")), exact)
            self.assertEqual(probability, f"{exact / 2 ** 15:.6f}")
            self.assertAlmostEqual(float(excess[:-1]), (exact * 5 / 2 ** 15 - 1) * 100, delta=1e-4)

    def test_rounding_halves_both_ends(self):
        (_, rows), = lesson("rounded-index").tables("A draw of 3 that is not uniform")
        self.assertEqual([row[2] for row in rows], ["0.250000", "0.500000", "0.250000"])
        self.assertEqual([row[3] for row in rows], ["-25.0 %", "+50.0 %", "-25.0 %"])

    def test_a_bias_that_no_sampling_will_see_is_said_to_be_one(self):
        words = lesson("durstenfeld:draw=modulo").words("How large a sample shows it")
        self.assertIn("No sampling will ever see it", words)
        (_, rows), = lesson("durstenfeld:draw=modulo").tables("How large a sample shows it")
        n, w = 5, 2 ** 64
        bias = math.prod(1 + Fraction((w % m) * (m - w % m), w * w) for m in range(2, n + 1)) - 1
        self.assertTrue(near(rows[2][2], bias))
        self.assertTrue(near(rows[2][3], noncentrality(119) / float(bias)))

    def test_a_deal_with_a_slip_is_no_order(self):
        taught = lesson("deal-hands:slip=2,n=7")
        self.assertIn("every deck is no order", taught.words("How large a sample shows it"))
        self.assertIn("None of the 5,040 orders of 7 cards ever comes", taught.words("Orders that never come"))
        self.assertIn("which is no order", taught.words("One shuffle, step by step"))


class Stories(unittest.TestCase):
    def test_every_step_leads_from_its_deck_to_the_next_and_the_draws_make_the_last(self):
        for name in ENTRIES + WAYS:
            # The standard seed, whose lesson other tests read too, and more where a lesson takes no time.
            sweeps = name.startswith(("swap-pairs", "riffle", "random-key-sort", "draw-insert"))
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
        "fisher-yates": lambda n: n * (n + 3) / 4, "durstenfeld": lambda n: 2 * (n - 1), "durstenfeld-up": lambda n: 2 * n,
        "inside-out": lambda n: 2 * n, "pick-from-all": lambda n: n * math.factorial(n) + n, "sattolo": lambda n: 2 * (n - 1),
        "random-key-sort": lambda n: n * math.ceil(math.log2(n)), "swap-pairs": lambda n: 2 * n, "naive-swap": lambda n: 2 * n,
        "skip-last": lambda n: 2 * (n - 2), "draw-insert": lambda n: n * (n + 1) / 2, "applied-twice": lambda n: 3 * n - 2,
        "riffle": lambda n: 3 * n, "deal-hands": lambda n: 3 * n - 2, "rounded-index": lambda n: 2 * (n - 1)}
    EXTRA = {"fisher-yates": 1, "inside-out": 1, "random-key-sort": 2, "applied-twice": 1, "riffle": 2, "deal-hands": 1}

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
                        self.assertAlmostEqual(number(moves) / self.MOVES[name](n), 1, delta=0.08 if random else 1e-9)
                    held = n * math.factorial(n) if name == "pick-from-all" else self.EXTRA.get(name, 0) * n
                    self.assertEqual(number(extra), held)

    def test_the_growth_is_the_least_squares_one_and_every_claim_holds(self):
        log2, factorial = (lambda n: math.log(math.log2(n))), (lambda n: math.lgamma(n + 1))
        growths = {"1": lambda n: 0, "log n": log2, "n": math.log, "n log n": lambda n: math.log(n) + log2(n),
                   "n^2": lambda n: 2 * math.log(n), "n^2 log n": lambda n: 2 * math.log(n) + log2(n),
                   "n^3": lambda n: 3 * math.log(n), "n!": factorial, "n n!": lambda n: math.log(n) + factorial(n)}
        for name in ENTRIES + WAYS[:3]:
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

                    def spread(law):
                        logs = [math.log(cost) - law(n) for n, cost in zip(sizes, spent)]
                        return sum((value - sum(logs) / len(logs)) ** 2 for value in logs)

                    factor, best = growth.split(" × ")
                    self.assertEqual(best, min(growths, key=lambda law: spread(growths[law])))
                    logs = [math.log(cost) - growths[best](n) for n, cost in zip(sizes, spent)]
                    self.assertAlmostEqual(float(factor) / math.exp(sum(logs) / len(logs)), 1, delta=0.006)


class Page(html.parser.HTMLParser):
    VOID = {"meta"}

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.faults, self.tables, self.attributes, self.bar = [], [], [], [], False

    def handle_starttag(self, tag, attrs):
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
        elif tag == "div" and ("class", "track") in attrs:
            self.tables[-1][-1][-1] = None

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(tag)

    def handle_data(self, data):
        if self.open and self.open[-1] in ("td", "th"):
            self.tables[-1][-1][-1] += data


class Formats(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def page(self, *arguments):
        path = self.path / f"{len(list(self.path.iterdir()))}.html"
        done = run("explain", *arguments, "--html", str(path))
        self.assertEqual((done.returncode, done.stdout), (0, f"Lesson: {path}\n"), done)
        return path.read_text()

    def test_no_line_in_the_terminal_is_wider_than_80(self):
        for name in ENTRIES + WAYS + ["durstenfeld:draw=modulo", "naive-swap:n=8", "swap-pairs:n=2", "riffle:m=40,n=4"]:
            done = run("explain", name)
            self.assertEqual(done.returncode, 0, done)
            for line in done.stdout.splitlines():
                self.assertLessEqual(len(line), 80, (name, line))

    def test_the_three_formats_say_the_same_numbers(self):
        def numbers(text):
            return sorted(re.findall(r"\d[\d,.e+/^-]*", text))

        for name in ("naive-swap", "comparator-sort", "random-cut:n=4", "inside-out:draw=modulo,seeding=per-draw-clock"):
            markdown = lesson(name)
            plain = Lesson.plain(markdown.text)
            self.assertEqual(numbers(run("explain", name).stdout), numbers(plain), name)
            text = self.page(name)
            page = Page()
            page.feed(text)
            tables = [table for title in markdown.sections for table in markdown.tables(title)]
            self.assertEqual(len(page.tables), len(tables))
            for (head, rows), (page_head, *page_rows) in zip(tables, page.tables):
                bars = {i for row in page_rows for i, cell in enumerate(row) if cell is None}
                self.assertEqual(head, [cell for i, cell in enumerate(page_head) if i not in bars])
                self.assertEqual(rows, [[cell for cell in row if cell is not None] for row in page_rows])

    def test_the_page_is_whole_balanced_and_needs_nothing_beside_itself(self):
        for name in ENTRIES:
            text = self.page(name, "--n", "4")
            page = Page()
            page.feed(text)
            page.close()
            self.assertEqual((page.open, page.faults), ([], []), name)
            self.assertTrue(text.startswith("<!DOCTYPE html>\n<html lang=\"en\">"))
            self.assertNotRegex(text, r"(?i)https?:|//[a-z]|@import|url\(|<script|<link|<img")
            self.assertFalse({"src", "href", "onload"} & {name for name, _ in page.attributes})
            self.assertIn("prefers-color-scheme: dark", text)
            # The code has < and & in it: all of it is escaped.
            self.assertNotRegex(text, r"&(?!amp;|lt;|gt;|quot;|#39;)")

    def test_a_page_is_never_written_over_another_unasked(self):
        path = self.path / "page.html"
        path.write_text("mine")
        done = run("explain", "sattolo", "--html", str(path))
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("--force", done.stderr)
        self.assertEqual(path.read_text(), "mine")
        self.assertEqual(run("explain", "sattolo", "--html", str(path), "--force").returncode, 0)
        self.assertIn("<title>sattolo:n=5</title>", path.read_text())
        self.assertEqual([each.name for each in self.path.iterdir()], ["page.html"])

    def test_the_list_has_every_entry_with_its_sentence(self):
        done = run("explain", "--list")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(sorted(line.split()[0] for line in done.stdout.splitlines()), ENTRIES)
        self.assertTrue(all(len(line.split()) > 3 for line in done.stdout.splitlines()))

    def test_bad_input_is_one_sentence_and_exit_2(self):
        for arguments, says in [(("sattollo",), "did you mean 'sattolo'"), ((), "name what to explain"),
                                (("sattolo", "--n", "9"), "2 to 8 cards"), (("sattolo", "--n", "1"), "2 to 8 cards"),
                                (("sattolo", "--n", "3,4"), "one deck size"), (("sattolo", "--list"), "takes no target"),
                                (("swap-pairs:k=-1",), "k=-1"), (("swap-pairs:k=1000000",), "draws"),
                                (("sattolo", "--markdown", "--html", "x"), "not both"),
                                (("sattolo", "--seed", "x"), "--seed"), (("sattolo", "--html", "/proc/x.html"), "/proc/x.html")]:
            done = run("explain", *arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), arguments)
            self.assertIn(says, done.stderr)


if __name__ == "__main__":
    unittest.main()
