"""The mechanism of each shuffle: every formula against the exact distribution, and every number against its formula."""
import functools
import itertools
import math
import re
import unittest
from fractions import Fraction

from distances import is_even, position_distribution
from formulas import value
from lesson_reader import ENTRIES, WAYS, against, lesson, near, number
from shuffle_models import enumerated, distribution_of, model_of, overhand, packets_distribution, piles, riffle_distribution, shelf_distribution, swap_pairs_distribution

TITLES = ("Why it is fair", "Why it is not fair", "Whether it is fair", "Why it is fair of 2 cards only")


def title_of(taught):
    title, = [title for title in taught.sections if title in TITLES]
    return title


def rows_of(taught, table=0):
    """The variables, and of each row what it is of, the instance, the formula and the three printed numbers."""
    head, rows = taught.tables(title_of(taught))[table]
    variables = {name: exact(of) for name, of in re.findall(r"(\w+) = ([\d^]+(?:,\d{3})*)", head[0])}
    read = []
    for text, *numbers in rows:
        what, instance, formula = re.fullmatch(r"(.*?)(?: \(((?:\w = \d(?:, )?)+)\))?: (.*)", text).groups()
        instance = {name: int(of) for name, of in re.findall(r"(\w) = (\d)", instance or "")}
        read.append((what, instance, formula, numbers))
    return variables, read


def exact(text):
    base, _, power = text.replace(",", "").partition("^")
    return int(base) ** int(power or 1)


def only(values):
    first, *others = set(values)
    assert not others, (first, others)
    return first


def chance(distribution, holds):
    return sum((p for permutation, p in distribution.items() if holds(permutation)), Fraction(0))


def rising_sequences(permutation):
    places = [permutation.index(card) for card in range(len(permutation))]
    return 1 + sum(a > b for a, b in zip(places, places[1:]))


def peaks(permutation):
    return sum(a < b > c for a, b, c in zip(permutation, permutation[1:], permutation[2:]))


def is_one_cycle(permutation):
    card, length = permutation[0], 1
    while card != 0:
        card, length = permutation[card], length + 1
    return length == len(permutation)


def off_home(n):
    return [(position, card) for position in range(n) for card in range(n) if position != card]


def all_permutations(distribution, n):
    assert len(distribution) == math.factorial(n)
    return only(distribution.values())


# What a row speaks of, by the distribution of n cards; i, j and r as the row's instance names them.
OF_LAW = {
    "a given permutation comes": all_permutations,
    "a given permutation that can come does": lambda distribution, n: only(p for p in distribution.values() if p),
    "a given permutation of one cycle comes": lambda distribution, n: only(distribution.get(permutation, 0) for permutation in itertools.permutations(range(n))
                                                            if is_one_cycle(permutation)),
    "the sorted deck comes": lambda distribution, n: distribution.get(tuple(range(n)), 0),
    "the reversed deck comes": lambda distribution, n: distribution.get(tuple(reversed(range(n))), 0),
    "a given permutation of r rising sequences comes": lambda distribution, n, r: only(
        distribution.get(permutation, 0) for permutation in itertools.permutations(range(n)) if rising_sequences(permutation) == r),
    "a given permutation of p peaks comes": lambda distribution, n, p: only(
        distribution.get(permutation, 0) for permutation in itertools.permutations(range(n)) if peaks(permutation) == p),
    "one pass leaves card 1 directly behind card 0": lambda distribution, n: chance(distribution, lambda permutation: permutation.index(1) == permutation.index(0) + 1),
    "one pass leaves the deck as it is": lambda distribution, n: distribution.get(tuple(range(n)), 0),
    "one pass reverses the deck": lambda distribution, n: distribution.get(tuple(reversed(range(n))), 0),
    "one pass puts the last card dealt on top": lambda distribution, n: chance(distribution, lambda permutation: permutation[0] == n - 1),
    "one pass makes a given permutation of those it can": lambda distribution, n: only(p for p in distribution.values() if p),
    "the permutation is even": lambda distribution, n: chance(distribution, is_even),
    "card 0 stays before card 1": lambda distribution, n: chance(distribution, lambda permutation: permutation.index(0) < permutation.index(1)),
    "card 1 is before card 0": lambda distribution, n: chance(distribution, lambda permutation: permutation.index(1) < permutation.index(0)),
    "card 1 comes directly after card 0": lambda distribution, n: chance(distribution, lambda permutation: permutation.index(1) == permutation.index(0) + 1),
    "a given card is at home": lambda distribution, n: only(position_distribution(distribution, n)[card][card] for card in range(n)),
    "it is at another given position": lambda distribution, n: only(position_distribution(distribution, n)[p][card] for p, card in off_home(n)),
    "a given card is at a given position": lambda distribution, n: only(p for row in position_distribution(distribution, n) for p in row),
    "another card is at a given position before it": lambda distribution, n: only(p for row in position_distribution(distribution, n)[:-1] for p in row[:-1]),
    "card 0 is at home": lambda distribution, n: position_distribution(distribution, n)[0][0],
    "card 0 is at position 1": lambda distribution, n: position_distribution(distribution, n)[1][0],
    "card i ends at position j < i": lambda distribution, n, i, j: position_distribution(distribution, n)[j][i],
    "card i ends at position j >= i": lambda distribution, n, i, j: position_distribution(distribution, n)[j][i],
    "the last card ends at another given position": lambda distribution, n: only(row[-1] for row in position_distribution(distribution, n)[:-1]),
    "the last card is at home": lambda distribution, n: position_distribution(distribution, n)[-1][-1],
    "the last card ends at the front": lambda distribution, n: position_distribution(distribution, n)[0][-1],
    "the last card ends at position j": lambda distribution, n, j: position_distribution(distribution, n)[j][-1],
    "the last card ends at position j > 0": lambda distribution, n, j: position_distribution(distribution, n)[j][-1],
    "the first half stays before the second": lambda distribution, n: chance(distribution, lambda permutation: max(permutation[:n // 2]) < n // 2),
    "the second half comes before the first": lambda distribution, n: chance(distribution, lambda permutation: min(permutation[:n - n // 2]) >= n // 2),
}
# All of them, by what the row is called.
INSTANCES = {
    "card i ends at position j < i": lambda n: [dict(i=i, j=j) for i in range(n) for j in range(i)],
    "card i ends at position j >= i": lambda n: [dict(i=i, j=j) for i in range(n) for j in range(i, n)],
    "the last card ends at position j": lambda n: [dict(j=j) for j in range(n)],
    "the last card ends at position j > 0": lambda n: [dict(j=j) for j in range(1, n)],
    "a given permutation of r rising sequences comes": lambda n: [dict(r=r) for r in range(1, n + 1)],
    "a given permutation of p peaks comes": lambda n: [dict(p=p) for p in range((n + 1) // 2)],
}


def inserted_distribution(n, rounds):
    distribution = {tuple(range(n)): Fraction(1)}
    for _ in range(rounds):
        after = {}
        for permutation, probability in distribution.items():
            for place in range(n):
                deck = list(permutation[:-1])
                deck.insert(place, permutation[-1])
                after[tuple(deck)] = after.get(tuple(deck), 0) + probability / n
        distribution = after
    return distribution


# Distributions by the option's value, from none at all on.
BY_OPTION = {
    "swap-pairs": ("k", range(6), swap_pairs_distribution),
    "riffle": ("m", range(4), riffle_distribution),
    "random-key-sort": ("bits", range(1, 4), lambda n, bits: riffle_distribution(n, bits, inverse=True)),
    "random-key-sort:keys=10": ("keys", [1, 2, 3, 5, 10], lambda n, keys: packets_distribution(n, keys, inverse=True)),
    "draw-insert": ("rounds", range(7), inserted_distribution),
    "shelf": ("shelves", [1, 2, 3, 10], shelf_distribution),
    "overhand": ("length", [1, 2, 5], lambda n, length: enumerated(functools.partial(overhand, length=length), n)),
    "piles": ("piles", [1, 2, 3, 4, 6], lambda n, count: enumerated(functools.partial(piles, count=count), n)),
}


# What it is called, but nothing that could be counted.
WITHOUT_ROWS = ["std-shuffle", "smoosh", "comparator-sort:sort=intro", "comparator-sort:sort=intro,coin=three"]


class Mechanisms(unittest.TestCase):
    def check_row(self, name, distribution, n, row, **option):
        what, _, formula, _ = row
        if what not in OF_LAW:
            return 0
        instances = INSTANCES.get(what, lambda n: [{}])(n)
        for instance in instances:
            self.assertEqual(value(formula, n=n, **option, **instance), OF_LAW[what](distribution, n, **instance),
                             (name, n, option, what, instance, formula))
        return len(instances)

    def test_every_formula_is_the_exact_distribution(self):
        checked = 0
        for name in ENTRIES + WAYS:
            if name in ("rounded-index", "swap-pairs:k=6", *WITHOUT_ROWS):
                continue
            variables, rows = rows_of(lesson(name, "--n", "4"))
            self.assertTrue(rows, name)
            del variables["n"]
            for n in range(2, 6):
                option, values, distribution = BY_OPTION.get(name, (None, [None], lambda n, _, name=name: distribution_of(name, n)))
                for given in values:
                    for row in rows:
                        named = {**variables, option: given} if option else variables
                        checked += self.check_row(name, distribution(n, given), n, row, **named)
        self.assertGreater(checked, 350)

    def test_what_a_row_speaks_of_is_checked_by_some_test(self):
        elsewhere = {"mean rounds until the deck is in uniform order", "cards that are dealt twice"}
        told = {what for name in ENTRIES + WAYS for what, *_ in (rows_of(lesson(name, "--n", "4"))[1] if name not in WITHOUT_ROWS else [])}
        self.assertEqual(told - elsewhere, set(OF_LAW))
        self.assertEqual(told & elsewhere, elsewhere)

    def test_every_number_is_that_of_its_formula(self):
        for name in ENTRIES + WAYS + ["swap-pairs:n=2", "naive-swap:n=8", "random-key-sort:bits=32", "deal-hands:slip=1",
                                      "comparator-sort:sort=tim,n=2", "draw-insert:rounds=0"]:
            if name in WITHOUT_ROWS:
                continue
            variables, rows = rows_of(lesson(name))
            for what, instance, formula, (here, fair, off) in rows:
                of_formula = value(formula, **variables, **instance)
                self.assertTrue(near(here, of_formula), (name, what, here, of_formula))
                if fair not in ("", "0"):
                    fairly = self.fair_value(what, variables["n"])
                    self.assertTrue(near(fair, fairly), (name, what, fair))
                    self.assertEqual(off, against(of_formula, fairly), (name, what))

    @staticmethod
    def fair_value(what, n):
        """The same of all n! permutations equally likely."""
        small = min(n, 5)  # larger decks have too many permutations, but none of these rows is told of one but naive-swap's
        fair = {permutation: Fraction(1, math.factorial(small)) for permutation in itertools.permutations(range(small))}
        if n > small:
            return Fraction(1, n)
        instance = next(iter(INSTANCES.get(what, lambda n: [{}])(n)))
        return OF_LAW[what](fair, n, **instance)

    def test_the_options_are_named_with_their_values(self):
        for name, variables in [("swap-pairs", {"n": 5, "k": 5}), ("swap-pairs:k=6,n=4", {"n": 4, "k": 6}), ("riffle", {"n": 5, "m": 3}),
                                ("naive-swap", {"n": 5}), ("skip-last", {"n": 5}), ("deal-hands:slip=2", {"n": 5, "slip": 2})]:
            self.assertEqual(rows_of(lesson(name))[0], variables)

    def test_the_mean_of_the_rounds_is_the_sum_of_the_chances_to_wait_longer(self):
        _, rows = rows_of(lesson("draw-insert", "--n", "4"))
        formula, = [formula for what, _, formula, _ in rows if what.startswith("mean rounds")]
        for n in range(2, 6):
            mean = 1 + sum(Fraction(n, p + 1) for p in range(1, n - 1))  # card 1 goes down from p, and then is taken
            self.assertEqual(value(formula, n=n), mean)
        # It waits as long as it is behind card 0 for certain, and after that half of the time.
        waits = sum(1 - 2 * value(rows[0][2], n=3, rounds=rounds) for rounds in range(60))
        self.assertAlmostEqual(float(waits), float(value(formula, n=3)), delta=1e-6)

    def test_the_cards_that_are_dealt_twice(self):
        for n in range(2, 9):
            for slip in (0, 1, 2, 3, 64):
                variables, rows = rows_of(lesson(f"deal-hands:slip={slip}", "--n", str(n)))
                (_, _, formula, (here, fair, _)), = rows
                hand = (n - 1) // 3
                start = max(0, 2 * hand - slip)
                dealt = [*range(2 * hand), *range(start, start + hand), *range(3 * hand, n)]
                twice = n - len(set(dealt))
                self.assertEqual((value(formula, **variables), int(here), fair), (twice, twice, "0"), (n, slip))

    def test_two_cards_have_lessons_that_do_not_contradict_themselves(self):
        for name in ENTRIES + WAYS:
            taught = lesson(name, "--n", "2")
            title = title_of(taught)
            words = taught.words(title)
            self.assertNotIn("1e-0", taught.text, name)
            if title.startswith("Why it is fair"):
                self.assertNotIn("never be exactly fair", words, name)
            lead = " ".join(taught.text.split(title)[0].split())
            is_told = "Of 2 cards it is uniform, but of 2 only." in lead or "that is so of 2 cards only." in lead
            self.assertEqual(is_told, title == "Why it is fair of 2 cards only", name)

    def test_n_factorial_never_divides_the_paths(self):
        told = set()
        for name in ENTRIES + WAYS:
            taught = lesson(name, "--n", "5")
            words = taught.words(title_of(taught))
            found = re.search(r"exactly fair: (.*?), the number of equally likely paths, is never a multiple of n! \(n > 2\), since n! has the factor (.*?),(?: which| and)"
                              r".*?Here ([\d,]+) paths on 120 permutations leave (\d+) over", words)
            self.assertEqual(found is None, "is never a multiple" not in words)
            if found is None:
                continue
            told.add(name)
            formula, factor, paths, left = found.groups()
            variables, _ = rows_of(taught)
            self.assertEqual(number(paths), math.prod(model_of(name).bounds(5)) if name != "swap-pairs:k=6" else exact(paths))
            self.assertEqual((exact(paths), exact(paths) % 120), (value(formula, **variables), int(left)))
            option, values, _ = BY_OPTION.get(name.split(":")[0], (None, [None], None))
            for n in range(3, 10):
                for given in values:
                    product = value(formula, n=n, **({option: given} if option else {}))
                    self.assertNotEqual(product % math.factorial(n), 0)
                    self.assertEqual(math.gcd(int(product), {"3": 3, "n": n, "n - 1": n - 1}[factor]), 1)
        self.assertEqual(told, {"swap-pairs", "swap-pairs:k=6", "naive-swap", "draw-insert", "riffle", "random-key-sort",
                                "durstenfeld:slip=always-below-n-1"})

    def test_the_mechanism_comes_first_and_the_paths_before_the_trace(self):
        for name in ENTRIES + WAYS:
            titles = list(lesson(name).sections)
            self.assertEqual((titles[0], titles[1]), (title_of(lesson(name)), "What it does"))
        self.assertEqual(list(lesson("naive-swap").sections)[2:4], ["Every path of 3 cards", "One shuffle, step by step"])

    def test_the_title_says_what_the_distribution_says(self):
        for name in ENTRIES + WAYS:
            if name == "std-shuffle":
                expected = "Whether it is fair"
            else:
                distribution = distribution_of(name, 4)
                expected = "Why it is fair" if len(distribution) == 24 and len(set(distribution.values())) == 1 else "Why it is not fair"
            self.assertEqual(title_of(lesson(name, "--n", "4")), expected, name)
        for name in ("naive-swap:n=2", "swap-pairs:n=2"):
            self.assertEqual(title_of(lesson(name)), "Why it is fair of 2 cards only")
        for name in ("durstenfeld:draw=modulo", "deal-hands:slip=1", "inside-out:seeding=per-shuffle-clock"):
            self.assertEqual(title_of(lesson(name)), "Why it is not fair")


class Settings(unittest.TestCase):
    WORDS = {"modulo": lambda w, words, b: w % b, "multiply-shift": lambda w, words, b: w * b // words,
             "rounded-double": lambda w, words, b: math.floor(Fraction(w, words) * (b - 1) + Fraction(1, 2))}

    def test_draws_have_the_chances_of_their_formulas(self):
        for draw, value_of in self.WORDS.items():
            for bits in (4, 7, 13):
                variables, rows = rows_of(lesson(f"durstenfeld:draw={draw},bits={bits}"), table=1)
                words, b = variables["W"], variables["b"]
                self.assertEqual(words, 2 ** bits)
                counts = [0] * b
                for word in range(words):
                    counts[value_of(word, words, b)] += 1
                groups = {"a value below W mod b is drawn": range(words % b), "another value is drawn": range(words % b, b),
                          "the first value is drawn": [0], "the last value is drawn": [b - 1],
                          "the first or the last value is drawn": [0, b - 1], "a value between them is drawn": range(1, b - 1)}
                for what, _, formula, (here, fair, off) in rows:
                    of_formula = value(formula, **variables)
                    for drawn in groups[what]:
                        rounding = Fraction(1, words) if draw == "rounded-double" else 0
                        self.assertLessEqual(abs(Fraction(counts[drawn], words) - of_formula), rounding, (draw, bits, what))
                    self.assertTrue(near(here, of_formula) and near(fair, Fraction(1, b)))
                    self.assertEqual(off, against(of_formula, Fraction(1, b)))

    def test_whole_words_are_counted_whole(self):
        for source, words in [("", 2 ** 64), (",source=glibc-rand", 2 ** 31), (",source=minstd", 2 ** 31 - 2)]:
            variables, _ = rows_of(lesson("durstenfeld:draw=modulo" + source), table=1)
            self.assertEqual(variables["W"], words)

    def test_a_stretch_without_a_formula_is_told_in_words(self):
        taught = lesson("durstenfeld:draw=scaled-double,bits=4")
        self.assertEqual(len(taught.tables(title_of(taught))), 1)
        self.assertIn("one stretch of the W words", taught.words(title_of(taught)))
        self.assertNotIn("of W words", lesson("durstenfeld").text)

    def test_clocks_and_sources_are_named_where_they_are_chosen(self):
        told = {"seeding=per-draw-clock": "all draws of a shuffle are made of one word", "source=randu": "Distributions and formulas take its words as uniform",
                "seeding=per-shuffle-clock": "shuffles within one tick are equal",
                "seeding=per-shuffle-counter": "all draws of a shuffle follow from its number",
                "seeding=per-shuffle-random": "follow from one of 2,147,483,648 seeds"}
        for setting, words in told.items():
            taught = lesson(f"durstenfeld:{setting}")
            self.assertIn(f"{setting}: ", taught.words(title_of(taught)))
            self.assertIn(words, taught.words(title_of(taught)))
            for other in set(told.values()) - {words}:
                self.assertNotIn(other, taught.words(title_of(taught)))

    def test_permutations_that_one_word_can_bring_are_counted(self):
        words = lesson("inside-out:draw=modulo,seeding=per-draw-clock")
        permutations = set()
        for r in range(math.lcm(2, 3, 4, 5)):
            out = []
            for i in range(5):
                out.append(i)
                k = r % (i + 1)
                out[i], out[k] = out[k], i
            permutations.add(tuple(out))
        self.assertIn(f"Of 120 permutations {len(permutations)} can come", words.words(title_of(words)))

    def test_of_draws_that_are_not_ideal_the_mechanism_is_said_to_be_of_ideal_ones(self):
        for name, said in [("durstenfeld", False), ("durstenfeld:draw=modulo", True), ("rounded-index", True), ("swap-pairs", False)]:
            taught = lesson(name)
            self.assertEqual("With ideal draws: " in taught.words(title_of(taught)), said)


class Code(unittest.TestCase):
    def test_a_sort_is_shown_by_the_code_that_runs(self):
        sorts = ["insertion", "merge", "quick", "tim", "php", "intro", "old_v8", "pdq", "binary"]
        called = {"intro": ["insertion", "intro", "heap"], "old_v8": ["insertion", "old_v8"], "pdq": ["insertion", "pdq", "heap"],
                  "tim": ["tim", "binary"]}
        for sort in sorts:
            code = lesson(f"comparator-sort:sort={sort.replace('_', '-')}").words("What it does")
            self.assertEqual([other for other in sorts + ["heap"] if f"void {other}_sort(" in code], called.get(sort, [sort]))
            self.assertNotIn("switch", code)

    def test_a_slip_is_shown_by_its_own_loop_and_the_loop_without_one_as_it_always_was(self):
        loop = "for (int last = deck.size() - 1; last > 0; --last) deck.swap(last, deck.draw_below(last + 1));"
        self.assertIn(loop, lesson("durstenfeld").words("What it does"))
        for slip, drawn in [("first-below-last", "is_first ? last : last + 1"), ("always-below-n-1", "every_draw_below(deck, deck.size() - 1)"),
                            ("always-below-n-2", "std::max(1, deck.size() - 2)"), ("last-below-n", "last == 1 ? deck.size() : last + 1")]:
            taught = lesson(f"durstenfeld:slip={slip}")
            code = taught.words("What it does")
            self.assertIn(drawn, code)
            self.assertNotIn(loop, code)
            self.assertNotIn("switch", code)
            self.assertIn(f"slip={slip} spoils it", taught.text.replace("\\", ""))
            self.assertIn(loop, taught.words("What to write instead"))


