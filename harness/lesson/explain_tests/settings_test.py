"""What options, draw methods and seedings do to the bias."""
import functools
import math
import unittest
from fractions import Fraction

from distances import noncentrality
from lesson_reader import against, lesson, near, typed


@functools.lru_cache(maxsize=None)
def cycle_type_chain(n, k):
    """Total variation after k random swaps: the distribution is the same on each class of cycle types, and a swap cuts a
    cycle in two or joins two."""
    def classes(left, most):
        if left == 0:
            yield ()
        for length in range(min(left, most), 0, -1):
            for rest in classes(left - length, length):
                yield (length,) + rest

    def size(kind):
        share = math.prod(kind) * math.prod(math.factorial(kind.count(length)) for length in set(kind))
        return math.factorial(n) // share

    distribution = {(1,) * n: Fraction(1)}
    for _ in range(k):
        after = {}

        def add(kind, probability):
            kind = tuple(sorted(kind, reverse=True))
            after[kind] = after.get(kind, 0) + probability

        for kind, probability in distribution.items():
            add(kind, probability / n)
            for a, length in enumerate(kind):
                others = kind[:a] + kind[a + 1:]
                for cut in range(1, length):  # ordered pairs of cards in one cycle, by their distance on it
                    add(others + (cut, length - cut), probability * length / (n * n))
                for b in range(len(others)):
                    joined = others[:b] + others[b + 1:] + (length + others[b],)
                    add(joined, probability * length * others[b] / (n * n))
        distribution = after
    return sum(abs(distribution.get(kind, 0) - Fraction(size(kind), math.factorial(n))) for kind in classes(n, n)) / 2


class Sweeps(unittest.TestCase):
    """Closed forms and chains of their own for the bias against the number of steps."""

    def check(self, name, first, distance, sizes):
        taught = lesson(name, "--n", "5")
        title, = [title for title in taught.sections if title.endswith(" enough?")]
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
        """Bayer and Diaconis: a permutation of r rising sequences has probability C(2^m + n - r, n) / 2^(m n)."""
        eulerian = [[1]]
        for size in range(2, n + 1):
            last = eulerian[-1] + [0]
            eulerian.append([(d + 1) * last[d] + (size - d) * (last[d - 1] if d else 0) for d in range(size)])
        return sum(count * abs(Fraction(math.comb(2 ** m + n - 1 - descents, n), 2 ** (m * n)) - Fraction(1, math.factorial(n)))
                   for descents, count in enumerate(eulerian[n - 1])) / 2

    def test_riffles_by_rising_sequences(self):
        self.check("riffle", 1, self.riffles, [3, 4, 5, 6, 7, 8])

    def test_random_keys_are_riffles_backwards(self):
        self.check("random-key-sort", 1, self.riffles, [3, 4, 5, 6, 7])

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
        for fewest in range(n):  # the fewest touched cards that explain a permutation
            permutations = math.perm(n, fewest) - (math.perm(n, fewest - 1) if fewest else 0)
            probability = sum(touched[t] / math.perm(n, t) for t in range(fewest, n + 1))
            total += permutations * abs(probability - Fraction(1, math.factorial(n)))
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
            distribution = {}
            for r in range(classes):
                out = []
                for i in range(n):
                    k = r % (i + 1)
                    out.append(None)
                    out[i] = out[k]
                    out[k] = i
                share = Fraction(words // classes + (r < words % classes), words)
                distribution[tuple(out)] = distribution.get(tuple(out), 0) + share
            self.assertEqual((int(come.replace(",", "")), int(of.replace(",", ""))), (len(distribution), math.factorial(n)))
            self.assertTrue(near(likeliest, max(distribution.values())))
            self.assertEqual(excess, against(max(distribution.values()), Fraction(1, math.factorial(n))))
            fair = Fraction(1, math.factorial(n))
            self.assertTrue(near(distance, sum(max(p - fair, 0) for p in distribution.values())))
        self.assertIn("the same remainder by 60, ", taught.words(title))

    def test_one_word_for_a_shuffle(self):
        words = lesson("durstenfeld:seeding=per-shuffle-clock,rate=500").words("Seeded from the clock for every shuffle")
        for number_of in ("500 shuffles a second", "500 shuffles in a row", "about 2,000 can differ", "once in 120",
                          "86,400 ticks a day", "at most 86,400 decks"):
            self.assertIn(number_of, words)
        self.assertIn(f"52 cards have about {typed(f'{math.factorial(52):.0e}')} permutations", words)

    def test_a_counter_for_every_shuffle(self):
        taught = lesson("durstenfeld:source=java-random,draw=native,seeding=per-shuffle-counter")
        (_, rows), = taught.tables("Seeded with a counter for every shuffle")
        # new Random(seed).nextInt(52) of seeds 1 to 10: the generator's documentation.
        for seed, (number_of, drawn, *_) in enumerate(rows, 1):
            bits = ((seed ^ 0x5deece66d) * 0x5deece66d + 0xb) % 2 ** 48 >> 17
            self.assertEqual((int(number_of), int(drawn)), (seed, bits % 52))
        self.assertEqual(len(rows), 10)

    def test_a_random_seed_for_every_shuffle(self):
        words = lesson("durstenfeld:seeding=per-shuffle-random").words("Seeded at random for every shuffle")
        self.assertIn("2,147,483,648 seeds", words)
        words = lesson("durstenfeld:seeding=per-shuffle-random,seeds=365").words("Seeded at random for every shuffle")
        self.assertIn("after about 23 shuffles", words)  # the birthday problem's
        words = lesson("durstenfeld:source=java-random,seeding=per-shuffle-random").words("Seeded at random for every shuffle")
        self.assertIn("281,474,976,710,656 seeds", words)  # 2^48

    def test_the_distribution_of_few_seeds_is_that_of_their_decks(self):
        taught = lesson("durstenfeld:source=java-random,draw=native,seeding=per-shuffle-random,seeds=2")
        (_, rows), = taught.tables("Every permutation of 3 cards")
        self.assertEqual(len(rows), 6)
        decks = {}
        for seed in range(2):
            state, deck = seed ^ 0x5deece66d, [0, 1, 2]
            for last in (2, 1):
                state = (state * 0x5deece66d + 0xb) % 2 ** 48
                bound, bits = last + 1, state >> 17
                value = bits * bound >> 31 if bound == 2 else bits % bound
                deck[last], deck[value] = deck[value], deck[last]
            name = " ".join(map(str, deck))
            decks[name] = decks.get(name, 0) + 1
        for row in rows:
            self.assertEqual(Fraction(row[1]), Fraction(decks.get(row[0], 0), 2))

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

    def test_a_deal_with_a_slip_is_no_permutation(self):
        taught = lesson("deal-hands:slip=2,n=7")
        self.assertIn("every deck is no permutation", taught.words("How large a sample shows it"))
        self.assertIn("None of the 5,040 permutations of 7 cards ever comes", taught.words("Permutations that never come"))
        self.assertIn("which is no permutation", taught.words("One shuffle, step by step"))
