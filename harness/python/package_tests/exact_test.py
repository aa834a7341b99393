import bisect
import builtins
import collections
import copy
import functools
import heapq
import importlib.util
import io
import itertools
import json
import math
import os
import random
import secrets
import sqlite3
import struct
import sys
import threading
import time
import unittest
import uuid
from fractions import Fraction
from random import random as taken_before
from random import sample, shuffle

import fairshuffle
from written_by_users import SHUFFLES, swap

HAS_NUMPY = importlib.util.find_spec("numpy") is not None
own_generator = random.Random(5)


def chances(function, n, **options):
    permutations = fairshuffle.exact(function, n=n, **options).permutations
    return {cards: chance for cards, chance in permutations.items() if chance}


def enumerated(n, bounds, deal):
    """The chances where `deal` is given a deck and each sequence of draws below those bounds: no part of what is tested."""
    counts = collections.Counter(tuple(deal(list(range(n)), draws)) for draws in itertools.product(*map(range, bounds)))
    return {cards: Fraction(count, math.prod(bounds)) for cards, count in counts.items()}


def swapped(deck, pairs):
    for i, j in pairs:
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def uniform(n):
    return {cards: Fraction(1, math.factorial(n)) for cards in itertools.permutations(range(n))}


def fisher_yates(draw):
    def shuffled(deck):
        for i in range(len(deck) - 1, 0, -1):
            swap(deck, i, draw(i + 1))

    return shuffled


def by_key(key):
    return lambda deck: sorted(deck, key=lambda card: key())


class EveryPath(unittest.TestCase):
    def test_what_is_fair_is_proven_exactly(self):
        generator = random.Random(1)
        for name, function in {
            "random.shuffle": random.shuffle, "taken before": shuffle, "of an instance": generator.shuffle,
            "of the system": random.SystemRandom().shuffle,
            "sample": lambda deck: random.sample(deck, len(deck)), "sample taken": lambda deck: sample(deck, len(deck)),
            "randrange": fisher_yates(random.randrange), "randint": fisher_yates(lambda count: random.randint(1, count) - 1),
            "choice": fisher_yates(lambda count: random.choice(range(count))),
            "choices": fisher_yates(lambda count: random.choices(range(count))[0]),
            "secrets": fisher_yates(secrets.randbelow),
            "secrets.choice": fisher_yates(lambda count: secrets.choice(range(count))),
            "scaled": fisher_yates(lambda count: int(random.random() * count)),
            "floor": fisher_yates(lambda count: math.floor(count * random.random())),
            "ceil": fisher_yates(lambda count: math.ceil(random.random() * count) - 1),
            "turned": fisher_yates(lambda count: int((1 - random.random()) * count)),
            "uniform": fisher_yates(lambda count: int(random.uniform(0, count))),
            "divided": fisher_yates(lambda count: int(random.random() // (1 / count))),
            "halving": fisher_yates(lambda count: bisect.bisect([i / count for i in range(1, count)], random.random())),
            "weights": fisher_yates(lambda count: random.choices(range(count), weights=[1] * count)[0]),
            "remainder": fisher_yates(lambda count: int(7 * random.random() % 1 * count)),
            "handed over": lambda deck, rng: rng.shuffle(deck), "unseeded": lambda deck: random.Random().shuffle(deck),
            "keys": by_key(lambda: random.random()), "scaled keys": by_key(lambda: -5 * random.random() + 2),
            "pairs": lambda deck: [card for _, card in sorted((random.random(), card) for card in deck)],
            "list insert": lambda deck: functools.reduce(
                lambda out, card: out[:(at := random.randint(0, len(out)))] + [card] + out[at:], deck, []),
        }.items():
            with self.subTest(name):
                self.assertEqual(uniform(5 if name != "remainder" else 3),
                                 chances(function, 5 if name != "remainder" else 3))
                self.assertEqual("exactly fair", fairshuffle.exact(function, n=3).verdict)

    def test_the_width_of_a_number_is_told_where_it_is_cut(self):
        scaled = fairshuffle.exact(SHUFFLES["sattolo"], n=4)
        self.assertRegex(str(scaled), r"Draws are ideal here; with 53-bit words \(scaled-double\) each is off by at most 1\s")
        self.assertNotIn("53-bit", str(fairshuffle.exact(random.shuffle, n=4)))

    def test_heaps_and_least_keys_are_orders_too(self):
        def by_heap(deck):
            heap = []
            for card in deck:
                heapq.heappush(heap, (random.random(), card))
            return [heapq.heappop(heap)[1] for _ in deck]

        def by_least(deck):
            keys = {card: random.random() for card in deck}
            return [deck.pop(deck.index(min(deck, key=keys.get))) for _ in range(len(deck))]

        for function in (by_heap, by_least):
            self.assertEqual(uniform(4), chances(function, 4))

    def test_naive_swaps_are_those_of_every_sequence_of_draws(self):
        for n in (2, 3, 4, 5):
            self.assertEqual(enumerated(n, [n] * n, lambda deck, draws: swapped(deck, enumerate(draws))),
                             chances(SHUFFLES["naive-swap"], n))
        self.assertEqual(Fraction(3157, 37500), fairshuffle.exact(SHUFFLES["naive-swap"]).tv)
        of_six = fairshuffle.exact(SHUFFLES["naive-swap"], n=6)
        self.assertEqual((Fraction(2285, 23328), 46656), (of_six.tv, of_six.paths))

    def test_sattolo_and_pairs_are_those_of_every_sequence_of_draws(self):
        self.assertEqual(enumerated(5, [4, 3, 2, 1], lambda deck, draws: swapped(deck, zip((4, 3, 2, 1), draws))),
                         chances(SHUFFLES["sattolo"], 5))
        self.assertEqual(enumerated(4, [4] * 6, lambda deck, draws: swapped(deck, zip(draws[::2], draws[1::2]))),
                         chances(SHUFFLES["swap-pairs:k=3"], 4))

    def test_rounding_halves_the_chance_of_both_ends(self):
        # Of i + 1 places the first and the last have half of the others' chance: one of 2 i parts, not two.
        self.assertEqual(
            enumerated(4, [6, 4, 2], lambda deck, draws: swapped(deck, ((i, (draw + 1) // 2)
                                                                        for i, draw in zip((3, 2, 1), draws)))),
            chances(SHUFFLES["rounded-index"], 4))
        self.assertEqual(Fraction(1, 6), fairshuffle.exact(SHUFFLES["rounded-index"], n=4).tv)

    @unittest.skipIf(sys.version_info >= (3, 13), "list.sort asks for equal cards, too")
    def test_a_sort_by_coin_has_the_paths_of_its_tree(self):
        # Cards 0 and 1 are a run, rising or falling. Card 2 goes on with it, 1/2, or is put in by halving: behind both, 1/2.
        self.assertEqual({(0, 1, 2): Fraction(1, 4) + Fraction(1, 8), (0, 2, 1): Fraction(1, 16), (2, 0, 1): Fraction(1, 16),
                          (2, 1, 0): Fraction(1, 4) + Fraction(1, 16), (1, 2, 0): Fraction(1, 16), (1, 0, 2): Fraction(1, 8)},
                         chances(SHUFFLES["comparator-sort:sort=tim"], 3))
        self.assertEqual(Fraction(17, 48), fairshuffle.exact(SHUFFLES["comparator-sort:sort=tim"], n=4).tv)

    def test_draws_of_different_intervals_are_compared_exactly(self):
        # P(u < v) where u is known to be below a third, or above it: by areas.
        def shuffled(deck):
            first, second = random.random(), random.random()
            is_low = first < 1 / 3
            return [0, 1, 2] if first < second and is_low else [1, 0, 2] if first < second else [2, 1, 0]

        self.assertEqual({(0, 1, 2): Fraction(5, 18), (1, 0, 2): Fraction(2, 9), (2, 1, 0): Fraction(1, 2)},
                         chances(shuffled, 3))

        # The same turned round: P(u > v, u < 1/3) is half of a ninth.
        def turned(deck):
            first, second = -random.random(), -random.random()
            return deck if first < second and first > -1 / 3 else deck[::-1]

        self.assertEqual(Fraction(1, 18), chances(turned, 3)[0, 1, 2])

        # The order of both is known first: the lesser is below a half with 3/4, and then the greater with 1/3.
        def ordered(deck):
            low, high = sorted((random.random(), random.random()))
            return [0, 1, 2] if low >= 0.5 else [1, 0, 2] if high < 0.5 else [2, 1, 0]

        self.assertEqual({(0, 1, 2): Fraction(1, 4), (1, 0, 2): Fraction(1, 4), (2, 1, 0): Fraction(1, 2)}, chances(ordered, 3))

        # Of three in order the middle one is below x with 3 x^2 - 2 x^3.
        def middle(deck):
            return deck if sorted(random.random() for _ in range(3))[1] < 0.25 else deck[::-1]

        self.assertEqual(Fraction(3, 16) - Fraction(2, 64), chances(middle, 3)[0, 1, 2])

        # Two ordered pairs against each other: every order of the four has the same chance.
        def tournament(deck):
            pairs = [sorted((random.random(), card) for card in deck[i:i + 2]) for i in (0, 2)]
            return [card for _, card in heapq.merge(*pairs)]

        self.assertEqual(uniform(4), chances(tournament, 4))

    def test_words_and_bytes_have_each_of_their_values(self):
        self.assertEqual(enumerated(3, [8, 8], lambda deck, draws: swapped(deck, ((2, draws[0] % 3), (1, draws[1] % 2)))),
                         chances(fisher_yates(lambda count: random.getrandbits(3) % count), 3))
        for draw in (lambda: os.urandom(1)[0], lambda: secrets.token_bytes(1)[0], lambda: random.randbytes(1)[0],
                     lambda: os.getrandom(1, flags=os.GRND_NONBLOCK)[0]):
            self.assertEqual(enumerated(3, [256], lambda deck, draws: swapped(deck, [(2, draws[0] % 3)])),
                             chances(lambda deck: swap(deck, 2, draw() % 3), 3))

    def test_wide_words_are_cut_into_what_the_code_makes_of_them(self):
        distribution = fairshuffle.exact(fisher_yates(lambda count: random.getrandbits(32) % count), n=3)
        self.assertEqual(("fair as far as checked", uniform(3)), (distribution.verdict, distribution.permutations))
        self.assertIn("32-bit words (modulo)", str(distribution))

    def test_numbers_are_rounded_to_digits_and_toward_zero(self):
        self.assertEqual({(0, 1): Fraction(1, 4), (1, 0): Fraction(3, 4)},
                         chances(lambda deck: deck if round(random.random(), 1) < 0.25 else deck[::-1], 2))
        self.assertEqual({(0, 1): Fraction(2, 3), (1, 0): Fraction(1, 3)},
                         chances(lambda deck: deck if int(3 * random.random() - 1) == 0 else deck[::-1], 2))
        self.assertEqual({(0, 1): Fraction(1)}, chances(lambda deck: deck if random.random() else deck[::-1], 2))

    def test_draws_that_are_rejected_are_followed_and_the_rest_is_told(self):
        def below_three():
            while True:
                draw = random.getrandbits(2)
                if draw < 3:
                    return draw

        distribution = fairshuffle.exact(lambda deck: swap(deck, 2, below_three()), n=3)
        # One value of four is rejected, again and again, until less than 2**-60 is left.
        self.assertEqual(Fraction(1, 4)**31, Fraction(distribution.to_dict()["unfollowed"]["fraction"]))
        self.assertEqual({(0, 1, 2), (0, 2, 1), (2, 1, 0)}, {cards for cards, p in distribution.permutations.items() if p})
        fair = fairshuffle.exact(fisher_yates(lambda count: next(
            draw for draw in iter(lambda: random.randrange(3), None) if draw < count)), n=3)
        self.assertTrue(fair)
        self.assertNotEqual("exactly fair", fair.verdict)
        self.assertIn("but for at most 2^-", fair.sentence)
        # Of many values those that go on alike are one.
        of_many = fairshuffle.exact(fisher_yates(lambda count: next(
            draw for draw in iter(lambda: random.getrandbits(5), None) if draw < count)), n=3)
        self.assertEqual("fair as far as checked", of_many.verdict)

    def test_shuffles_of_the_catalogue_as_users_write_them_have_its_fractions(self):
        biased = 0
        for target, function in SHUFFLES.items():
            if "sort=tim" in target and sys.version_info >= (3, 13):
                continue
            for n in (3, 4, 5):
                with self.subTest(target, n=n):
                    expected, found = fairshuffle.exact(target, n=n), fairshuffle.exact(function, n=n)
                    if target == "rounded-index":
                        # The catalogue's has the width of a double.
                        self.assertLess(abs(expected.tv - found.tv), Fraction(1, 2**48))
                    else:
                        self.assertEqual(expected.permutations, found.permutations)
            biased += expected.tv > 0
        self.assertGreaterEqual(biased, 40)

    def test_a_distribution_that_the_catalogue_has_is_named(self):
        self.assertIn("sattolo:n=4", fairshuffle.exact(SHUFFLES["sattolo"], n=4).to_dict()["equals"])


class Told(unittest.TestCase):
    def refused(self, function, *words, n=4, kind=fairshuffle.NotExact, **options):
        with self.assertRaises(kind) as caught:
            fairshuffle.exact(function, n=n, **options)
        for word in words:
            self.assertIn(word, str(caught.exception))
        return caught.exception

    def test_a_generator_of_another_kind_is_not_handed_over(self):
        def dealt(deck, rng: "numpy.random.RandomState"):
            for i in range(len(deck) - 1, 0, -1):
                swap(deck, i, rng.randint(0, i))

        self.refused(dealt, "its parameter 'rng' is no random.Random and no numpy.random.Generator")

    def test_a_counter_that_goes_round_with_the_paths_is_found(self):
        calls = []

        def turning(deck):
            random.shuffle(deck)
            calls.append(1)
            if len(calls) % 6 == 0:
                deck.reverse()

        self.refused(turning, "the same draws end otherwise", n=3)

    def test_bytes_are_read_as_secrets_reads_them(self):
        words = fairshuffle.exact(fisher_yates(lambda count: int.from_bytes(os.urandom(4), "big") % count), n=3, max_seconds=60)
        self.assertEqual("fair as far as checked", words.verdict)

    def test_what_is_drawn_elsewhere_is_found(self):
        self.refused(fisher_yates(lambda count: int(taken_before() * count)), "the generator of the module random",
                     "from random import random")
        of_own = own_generator.random
        self.refused(fisher_yates(lambda count: int(of_own() * count)), "a Random of random")
        # A fair end does not make up for it.
        self.refused(lambda deck: (taken_before(), random.shuffle(deck))[1] or deck, "the generator of the module random")
        # Those of C have a state that nobody sees.
        database = sqlite3.connect(":memory:")
        self.refused(by_key(lambda: database.execute("select random()").fetchone()), "the same draws end otherwise",
                     "(draws: none)", n=6)
        database.close()

    def test_what_draws_nothing_is_told(self):
        hashed = fairshuffle.exact(lambda deck: sorted(deck, key=lambda card: hash(f"card {card}")), n=4)
        self.assertEqual((1, False), (hashed.paths, hashed.fair))
        self.assertIn("only what it does in this process", hashed.sentence)
        self.assertIn("only what it does in this process", str(hashed))

    def test_a_seed_within_the_shuffle_is_found(self):
        for seeded in (lambda deck: random.seed(42) or random.shuffle(deck), lambda deck: random.Random(42).shuffle(deck),
                       lambda deck: random.seed(time.time()) or random.shuffle(deck),
                       lambda deck: random.Random(x=3).shuffle(deck), lambda deck: random.seed(a=3) or random.shuffle(deck),
                       lambda deck: random.setstate(state=random.getstate()) or random.shuffle(deck),
                       lambda deck: random.setstate(random.getstate()) or random.shuffle(deck),
                       lambda deck: copy.deepcopy(own_generator).shuffle(deck)):
            self.refused(seeded, "seeds a generator, or puts back a generator's state")

        # Without a seed it is the system's.
        self.assertTrue(fairshuffle.exact(lambda deck: random.seed(None, version=2) or random.shuffle(deck), n=3))
        self.assertTrue(fairshuffle.exact(lambda deck: random.seed() or random.shuffle(deck), n=3))

        def hidden(deck):
            try:
                random.seed(1)
            except Exception:
                pass
            random.shuffle(deck)

        self.refused(hidden, "seeds a generator")

    def test_state_that_outlives_a_call_is_found(self):
        cards = list(range(4))

        def not_reset(deck):
            random.shuffle(cards)
            return cards

        self.refused(not_reset, "the deck is not reset between shuffles")
        self.refused(lambda deck: not_reset(deck)[:], "the same draws end otherwise", "kept from call to call")
        calls = itertools.count()
        self.refused(lambda deck: deck[next(calls) % 4:] + deck[:1], "the same draws end otherwise", "(draws: none)")
        kept = functools.lru_cache(maxsize=None)(random.randrange)
        self.refused(fisher_yates(kept), "kept from call to call")
        numbers = []

        def kept_numbers(deck):
            while len(numbers) < 4:
                numbers.append(random.random())
            return sorted(deck, key=lambda card: numbers[card])

        self.refused(kept_numbers, "a number that an earlier call drew")

    def test_the_digits_of_a_number_are_not_made_up(self):
        for asks in (hash, str, repr, float, math.sqrt, math.log, complex, abs, json.dumps, "{:.3f}".format, "%f".__mod__,
                     lambda u: struct.pack("d", u), lambda u: u * random.random(), lambda u: u + u, lambda u: u**2,
                     lambda u: 1 / u, lambda u: 2**u, lambda u: 1 % u, lambda u: {u: 1}, lambda u: u.hex(),
                     lambda u: u.as_integer_ratio(),
                     lambda u: float.__add__(u, 1.0), lambda u: float.fromhex(str(u)),
                     lambda u: u < random.random() * 2, lambda u: divmod(u, 1), lambda u: math.fmod(u, 1),
                     lambda u: sum([0.5, u, u]),
                     lambda u: math.fsum([u]), lambda u: u * math.nan, lambda u: u < "a", lambda u: math.isclose(u, 0.5),
                     lambda u: f"{u}", lambda u: copy.deepcopy(u), lambda u: random.gauss(0, 1),
                     lambda u: random.expovariate(1), statistics_of):
            with self.subTest(asks):
                # json and the methods of float say in their own words that it is none.
                with self.assertRaises((fairshuffle.NotExact, TypeError)):
                    fairshuffle.exact(lambda deck: (asks(random.random()), random.shuffle(deck))[1], n=3)

        def hidden(deck):
            try:
                key = hash(random.random())
            except Exception:
                key = 0
            return sorted(deck, key=lambda card: card + key)

        self.refused(hidden, "needs the digits of a number from random() (__hash__)")
        self.assertTrue(fairshuffle.exact(lambda deck: isinstance(random.random(), float) and random.shuffle(deck), n=3))
        self.refused(by_key(lambda: random.random() * random.random()), "is multiplied by another")
        self.refused(by_key(lambda u=[0]: u.append(0) or random.random() * len(u)), "changed in different ways")

    def test_words_with_too_many_values_are_told(self):
        self.refused(fisher_yates(lambda count: random.randrange(2**32) % count), "a draw has 4,294,967,296 values")
        self.refused(by_key(uuid.uuid4), "more than can be followed")

    def test_other_threads_draw_as_ever(self):
        ended, drawn = threading.Event(), []

        def draw():
            while not ended.is_set():
                drawn.append((random.random(), random.randrange(1000), random.getrandbits(3)))
                time.sleep(0.0005)

        other = threading.Thread(target=draw)
        other.start()
        try:
            for _ in range(3):
                self.assertEqual(uniform(5), chances(random.shuffle, 5))
        finally:
            ended.set()
            other.join()
        self.assertTrue(all(type(number) is float and type(place) is int for number, place, _ in drawn))
        self.assertGreater(len(set(drawn)), 1)

    def test_a_thread_of_the_shuffle_is_not_answered(self):
        def elsewhere(deck):
            worker = threading.Thread(target=random.shuffle, args=(deck,))
            worker.start()
            worker.join()

        self.refused(elsewhere, "the same draws end otherwise", "(draws: none)", n=5)

    def test_all_is_put_back(self):
        import random as module

        def places():
            owners = (module, module.Random, module.SystemRandom, os, time, secrets, io, builtins)
            return [dict(vars(owner)) for owner in owners] + [sys.getprofile()]

        before, state = places(), random.getstate()
        fairshuffle.exact(random.shuffle, n=4)
        for wrong in (lambda deck: 1 / 0, lambda deck: random.seed(1), lambda deck: taken_before() and deck[:1]):
            with self.assertRaises((ZeroDivisionError, fairshuffle.NotExact)):
                fairshuffle.exact(wrong, n=3)
            self.assertEqual(before, places())
        with self.assertRaises(KeyboardInterrupt):
            fairshuffle.exact(lambda deck: exec("raise KeyboardInterrupt"), n=3)
        self.assertEqual(before, places())
        random.setstate(state)
        fairshuffle.exact(random.shuffle, n=4)
        self.assertEqual(state, random.getstate())

    def test_what_the_shuffle_raises_comes_with_the_draws_that_led_there(self):
        def fails(deck):
            random.shuffle(deck)
            if deck[0] == 2:
                raise LookupError("card 2")

        with self.assertRaises(StopIteration):
            fairshuffle.exact(lambda deck: next(iter(())), n=3)
        with self.assertRaises(LookupError) as caught:
            fairshuffle.exact(fails, n=3)
        self.assertEqual("card 2", str(caught.exception))
        note = "".join(getattr(caught.exception, "__notes__", [])) or str(caught.exception.__cause__)
        self.assertRegex(note, r"the draws were below\(3\) = \d, below\(2\) = \d; the same again: "
                               r"fairshuffle\.replay\(shuffle, 3, \[\d, \d\]\)")
        path = json.loads(note[note.index("["):note.index("]") + 1])
        with self.assertRaises(LookupError):
            fairshuffle.replay(fails, 3, path)
        self.assertEqual([3, 1, 2, 0], fairshuffle.replay(random.shuffle, 4, [0, 2, 1]))
        with self.assertRaisesRegex(ValueError, "a draw has 4 choices, from 0 on, and 4 is none of them"):
            fairshuffle.replay(random.shuffle, 4, [4])

    def test_draws_without_end_are_told(self):
        def endless(deck):
            while random.random() < 2:
                pass

        self.refused(endless, "draws without end, more than 10,000 times in one call")

        def caught(deck):
            while True:
                try:
                    random.random()
                except ValueError:
                    return deck

        self.refused(caught, "draws without end")
        self.refused(lambda deck: next(i for i in iter(lambda: random.randrange(2), None) if i > 1), "draws without end")

    def test_too_many_paths_are_told_beforehand(self):
        calls = []

        def counted(deck):
            calls.append(1)
            SHUFFLES["naive-swap"](deck)

        self.refused(counted, "16,777,216 paths of 8 cards", "4 at 2 cards, 27 at 3 cards, 256 at 4 cards", " at 9", "max_paths",
                     "max_seconds", n=8)
        self.assertLess(len(calls), 2000)
        self.refused(counted, "256 at 4 cards", "of their chance is left", n=6, max_seconds=0.2)

    def test_a_shuffle_that_is_for_one_deck_size_is_told_too(self):
        def of_eight(deck):
            SHUFFLES["naive-swap"](deck)
            deck[7]

        self.refused(of_eight, "16,777,216 paths of 8 cards", n=8)

    def test_other_decks_are_invalid(self):
        invalid = fairshuffle.exact(lambda deck: random.choices(deck, k=3), n=3)
        self.assertEqual("invalid", invalid.verdict)
        self.assertFalse(invalid)
        # Of 27 lists six are permutations.
        self.assertIn("7/9", str(invalid))
        for wrong in (lambda deck: deck[1:], lambda deck: "abc", lambda deck: [[0], [1], [2]], lambda deck: [0, 1, 5],
                      lambda deck: [0, 1.0, 2]):
            self.assertEqual("invalid", fairshuffle.exact(wrong, n=3).verdict)
        with self.assertRaisesRegex(TypeError, "exact: the shuffle must shuffle the list that it is given"):
            fairshuffle.exact(lambda deck: 7, n=3)

    def test_bad_input_is_told(self):
        for wrong, kind in ((lambda: fairshuffle.exact(7), TypeError),
                            (lambda: fairshuffle.exact(random.shuffle, n="5"), TypeError),
                            (lambda: fairshuffle.exact(random.shuffle, n=0), ValueError),
                            (lambda: fairshuffle.exact(lambda deck: self.fail("it was called"), n=9), ValueError),
                            (lambda: fairshuffle.exact(random.shuffle, name="two\nlines"), ValueError),
                            (lambda: fairshuffle.exact(random.shuffle, steps=True), ValueError)):
            with self.assertRaises(kind) as caught:
                wrong()
            self.assertIn("exact: ", str(caught.exception))
        with self.assertRaisesRegex(RuntimeError, "called by a shuffle that it follows"):
            fairshuffle.exact(lambda deck: fairshuffle.exact(random.shuffle, n=2), n=3)

    def test_an_assertion_says_what_is_wrong(self):
        self.assertEqual(24, fairshuffle.assert_exactly_fair(random.shuffle, n=4).paths)
        self.assertTrue(fairshuffle.assert_exactly_fair("fisher-yates", n=3))
        with self.assertRaises(AssertionError) as caught:
            fairshuffle.assert_exactly_fair(SHUFFLES["naive-swap"], n=3)
        for words in ("TV 1/18", "naive-swap:n=3", "4/27"):
            self.assertIn(words, str(caught.exception))


def statistics_of(number):
    import statistics
    return statistics.mean([number, 0.5])


@unittest.skipUnless(HAS_NUMPY, "numpy is not installed")
class Numpy(unittest.TestCase):
    def test_a_generator_is_answered(self):
        import numpy

        def annotated(draw):
            def shuffled(deck, rng: "numpy.random.Generator"):
                self.assertIsInstance(rng, numpy.random.Generator)
                return draw(deck, rng)

            return shuffled

        for draw in (lambda deck, rng: rng.permutation(deck), lambda deck, rng: rng.shuffle(deck),
                     lambda deck, rng: rng.permutation(len(deck)),
                     lambda deck, rng: numpy.array(deck)[numpy.argsort(rng.random(4))],
                     lambda deck, rng: fisher_yates(rng.integers)(deck),
                     lambda deck, rng: fisher_yates(lambda count: rng.integers(1, count, endpoint=True) - 1)(deck),
                     lambda deck, rng: fisher_yates(lambda count: int(numpy.float64(count) * rng.random()))(deck),
                     lambda deck, rng: fisher_yates(lambda count: int(numpy.int64(count) * rng.random()))(deck)):
            self.assertEqual(uniform(4), chances(annotated(draw), 4))
            self.assertEqual(uniform(4), chances(lambda deck: draw(deck, numpy.random.default_rng()), 4))
        swapped_pairs = annotated(lambda deck, rng: [swap(deck, *pair) for pair in rng.integers(0, 3, size=(3, 2))] and None)
        self.assertEqual(fairshuffle.exact("swap-pairs:k=3", n=3).permutations,
                         fairshuffle.exact(swapped_pairs, n=3).permutations)

    def test_a_generator_that_is_kept_is_told(self):
        import numpy
        kept = []

        def keeping(deck):
            kept.extend([numpy.random.default_rng()] * (not kept))
            kept[0].shuffle(deck)

        fairshuffle.exact(keeping, n=3)
        for again in (lambda: kept[0].shuffle([0, 1, 2]), lambda: fairshuffle.exact(keeping, n=3)):
            with self.assertRaisesRegex(fairshuffle.NotExact, "a generator that it was given is kept from call to call"):
                again()

    def test_what_is_not_answered_is_found(self):
        import numpy
        generator = numpy.random.default_rng(1)
        for function, words in (
                (lambda deck: numpy.random.shuffle(deck), "a MT19937 of numpy"),
                (lambda deck: generator.shuffle(deck), "a PCG64 of numpy"),
                (fisher_yates(numpy.random.randint), "a MT19937 of numpy"),
                (lambda deck: (numpy.random.rand(), random.shuffle(deck))[1], "a MT19937 of numpy"),
                (lambda deck: numpy.random.RandomState().permutation(deck), "more than can be followed"),
                (lambda deck: numpy.random.default_rng(42).permutation(deck), "seeds a generator"),
                (lambda deck: numpy.random.default_rng(seed=42).permutation(deck), "seeds a generator"),
                (lambda deck: numpy.argsort(numpy.random.default_rng().normal(size=4)), "asks numpy's Generator for normal"),
                (by_key(lambda: numpy.sqrt(random.random())), None),
                (by_key(lambda: numpy.array([random.random()], dtype=float)[0]), None)):
            with self.subTest(words):
                with self.assertRaises((fairshuffle.NotExact, TypeError)) as caught:
                    fairshuffle.exact(function, n=4)
                self.assertIn(words or "", str(caught.exception))
