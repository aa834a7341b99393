"""The catalogue's shuffles written out in Python, and their distributions by enumeration or closed form: what lessons are
held against. Nothing here is the program's own way: lists, not arrays; paths as recursion; distributions as dictionaries."""
import bisect
import functools
import itertools
import math
from fractions import Fraction


class Model:
    def __init__(self, shuffle, distribution=None):
        self.shuffle = shuffle  # (n, draw) -> the deck; draw(bound) -> 0..bound-1
        self.closed_distribution = distribution

    def bounds(self, n):
        bounds = []

        def draw(bound):
            bounds.append(bound)
            return 0

        self.shuffle(n, draw)
        return bounds

    def draws(self, n):
        return len(self.bounds(n))

    def distribution(self, n):
        return self.closed_distribution(n) if self.closed_distribution else enumerated(self.shuffle, n)


def enumerated(shuffle, n):
    """Every path, the last choice fastest; each weighs 1 / (product of its bounds)."""
    distribution, script = {}, []
    while True:
        played = 0

        def draw(bound):
            nonlocal played
            if played == len(script):
                script.append([0, bound])
            played += 1
            return script[played - 1][0]

        permutation = tuple(shuffle(n, draw))
        distribution[permutation] = distribution.get(permutation, 0) + Fraction(1, math.prod(bound for _, bound in script))
        while script and script[-1][0] + 1 == script[-1][1]:
            script.pop()
        if not script:
            return distribution
        script[-1][0] += 1


def exchanged(deck, i, j):
    deck[i], deck[j] = deck[j], deck[i]


def fisher_yates(n, draw):
    rest, pile = list(range(n)), []
    while rest:
        pile.append(rest.pop(draw(len(rest))))
    return pile


def durstenfeld(n, draw, low=0):
    return swapped_down(n, draw, lambda last: last + 1 - low)


def swapped_down(n, draw, bound):
    deck = list(range(n))
    for last in reversed(range(1, n)):
        exchanged(deck, last, draw(bound(last)))
    return deck


def slipped(slip):
    """What Durstenfeld's loop draws below, by the slip's name."""
    bounds = {"first-below-last": lambda n, last: n - 1 if last == n - 1 else last + 1,
              "always-below-n-1": lambda n, last: n - 1,
              "always-below-n-2": lambda n, last: n - 2 if n > 2 else 1,
              "last-below-n": lambda n, last: n if last == 1 else last + 1}
    return Model(lambda n, draw: swapped_down(n, draw, lambda last: bounds[slip](n, last)))


def durstenfeld_up(n, draw, first=0):
    deck = list(range(n))
    for i in range(first, n):
        exchanged(deck, i, draw(i + 1))
    return deck


def inside_out(n, draw):
    out = []
    for i in range(n):
        k = draw(i + 1)
        out.append(i)
        if k < i:
            out[i], out[k] = out[k], i
    return out


def pick_from_all(n, draw):
    rank, rest, permutation = draw(math.factorial(n)), list(range(n)), []
    for left in reversed(range(n)):
        at, rank = divmod(rank, math.factorial(left))
        permutation.append(rest.pop(at))
    return permutation


def random_key_sort(n, draw, keys=16):
    labels = [draw(keys) for _ in range(n)]
    return sorted(range(n), key=lambda position: labels[position])


def swap_pairs(n, draw, k=None):
    deck = list(range(n))
    for _ in range(n if k is None else k):
        i = draw(n)
        exchanged(deck, i, draw(n))
    return deck


def naive_swap(n, draw):
    deck = list(range(n))
    for i in range(n):
        exchanged(deck, i, draw(n))
    return deck


def skip_last(n, draw, first=False):
    deck = list(range(n))
    for last in range(n - 2, 0, -1) if first else range(n - 1, 1, -1):
        exchanged(deck, last, draw(last + 1))
    return deck


def draw_insert(n, draw):
    deck = list(range(n))
    for _ in range(n):
        deck.insert(draw(n), deck.pop())
    return deck


def applied_twice(n, draw):
    deck = durstenfeld(n, draw)
    return [deck[card] for card in deck]


def random_cut(n, draw):
    k = draw(n)
    return [(k + i) % n for i in range(n)]


def riffle(n, draw, m=3):
    deck = list(range(n))
    for _ in range(m):
        coins = [draw(2) for _ in range(n)]
        first, second = iter(deck[:coins.count(0)]), iter(deck[coins.count(0):])
        deck = [next(second if coin else first) for coin in coins]
    return deck


def shelf(n, draw, shelves=10, passes=1):
    deck = list(range(n))
    for _ in range(passes):
        stacks = {}
        for card in deck:
            key = draw(2 * shelves)
            stack = stacks.setdefault(key // 2, [])
            stack.insert(len(stack) if key % 2 else 0, card)
        deck = [card for place in sorted(stacks) for card in stacks[place]]
    return deck


def overhand(n, draw, length=5, passes=1):
    deck = list(range(n))
    for _ in range(passes):
        packets = [deck[:1]]
        for card in deck[1:]:
            if draw(length) == 0:
                packets.insert(0, [card])
            else:
                packets[0].append(card)
        deck = [card for packet in packets for card in packet]
    return deck


def piles(n, draw, count=2, in_order=False):
    permutation = list(range(count)) if in_order else list(itertools.permutations(range(count)))[draw(math.factorial(count))]
    return [card for pile in permutation for card in range(n)[pile::count][::-1]]


def smoosh(n, draw, sigma=10):
    return sorted(range(n), key=[4 * place + draw(8 * sigma) + draw(8 * sigma) + draw(8 * sigma) for place in range(n)].__getitem__)


def smoosh_distribution(n, sigma=10):
    """Card by card from the smallest key on: how many words have the key, and all later ones beyond it."""
    noise = [1]
    for _ in range(3):
        noise = [sum(noise[max(0, v - 8 * sigma + 1):v + 1]) for v in range(len(noise) + 8 * sigma - 1)]
    keys = range(4 * (n - 1) + len(noise))
    words = [[noise[key - 4 * place] if 0 <= key - 4 * place < len(noise) else 0 for key in keys] for place in range(n)]
    distribution = {}
    for permutation in itertools.permutations(range(n)):
        ways = [words[permutation[0]][key] for key in keys]
        for before, card in zip(permutation, permutation[1:]):
            below = [0, *itertools.accumulate(ways)]
            ways = [words[card][key] * below[key + (before < card)] for key in keys]
        distribution[permutation] = Fraction(sum(ways), (8 * sigma) ** (3 * n))
    return {permutation: probability for permutation, probability in distribution.items() if probability}


def insertion(n, draw, faces=2):
    deck = []
    for card in range(n):
        place = card
        while place > 0 and draw(faces) == faces - 1:
            place -= 1
        deck.insert(place, card)
    return deck


def merge(n, draw, faces=2):
    def ordered(deck):
        if len(deck) < 2:
            return deck
        left, right, merged = ordered(deck[:len(deck) // 2]), None, []
        right = ordered(deck[len(deck) // 2:])
        while left and right:
            merged.append((right if draw(faces) == faces - 1 else left).pop(0))
        return merged + left + right

    return ordered(list(range(n)))


def tim(n, draw, faces=2):
    """Python's own sort is one."""
    deck = list(range(n))
    deck.sort(key=functools.cmp_to_key(lambda left, right: -1 if draw(faces) == faces - 1 else 1))
    return deck


def binary(n, draw, faces=2):
    """bisect asks by the same halving whether a card belongs before another."""
    class Card(int):
        def __lt__(self, _):
            return draw(faces) == faces - 1

    deck = []
    for card in range(n):
        bisect.insort_right(deck, Card(card))
    return [int(card) for card in deck]


def quick(n, draw, faces=2):
    deck = list(range(n))

    def sort(begin, end):
        if end - begin < 2:
            return
        boundary = begin
        for place in range(begin, end - 1):
            if draw(faces) == faces - 1:
                exchanged(deck, boundary, place)
                boundary += 1
        exchanged(deck, boundary, end - 1)
        sort(begin, boundary)
        sort(boundary + 1, end)

    sort(0, n)
    return deck


def php(n, draw, faces=2):
    """Up to 16 cards; of three answers "equal" puts the smaller card, which came first, in front."""
    deck = list(range(n))

    def after(left, right):
        yes = 2 if faces == 3 and left > right else 1
        return draw(faces) >= faces - yes

    def three():
        a, b, c = deck[:3]
        if after(a, b):
            if not after(c, b):
                return [c, b, a]
            return [b, c, a] if after(a, c) else [b, a, c]
        if after(b, c):
            return [c, a, b] if after(a, c) else [a, c, b]
        return [a, b, c]

    done = 1
    if 3 <= n <= 5:
        deck[:3] = three()
        done = 3
    for size in range(done, n):
        card, place = deck[size], size
        if n <= 5 or size < 6:
            while place > 0 and after(deck[place - 1], card):
                place -= 1
        elif after(deck[size - 1], card):
            place -= 3
            while after(deck[place], card):
                if place <= 1:
                    place = 0 if place == 0 or not after(card, deck[0]) else 1
                    break
                place -= 2
            else:
                place += 1 if after(deck[place + 1], card) else 2
        deck.insert(place, deck.pop(size))
    return deck


def intro(n, draw, faces=2):
    """Up to 16 cards."""
    if n != 3:
        return insertion(n, draw, faces)
    deck = [0, 1, 2]
    for i, j in [(0, 1), (0, 2), (1, 2)]:
        if draw(faces) == faces - 1:
            exchanged(deck, i, j)
    return deck


def rounded_index_distribution(n):
    """Both ends of a draw have half the chance of the others."""
    weights = {b: [Fraction(1, 2 * (b - 1)) if value in (0, b - 1) else Fraction(1, b - 1) for value in range(b)]
               for b in range(2, n + 1)}
    distribution = {tuple(range(n)): Fraction(1)}
    for last in reversed(range(1, n)):
        after = {}
        for permutation, probability in distribution.items():
            for k, weight in enumerate(weights[last + 1]):
                deck = list(permutation)
                exchanged(deck, last, k)
                after[tuple(deck)] = after.get(tuple(deck), 0) + probability * weight
        distribution = after
    return distribution


def riffle_distribution(n, m, inverse=False):
    return packets_distribution(n, 2 ** m, inverse)


def packets_distribution(n, a, inverse=False):
    """Bayer and Diaconis 1992: C(a + n - r, n) / a^n for r rising sequences."""
    distribution = {}
    for permutation in itertools.permutations(range(n)):
        # In the deck that riffles leave, card c + 1 before card c begins another rising sequence.
        places = permutation if inverse else [permutation.index(card) for card in range(n)]
        rising = 1 + sum(places[c + 1] < places[c] for c in range(n - 1))
        probability = Fraction(math.comb(a + n - rising, n), a ** n)
        if probability:
            distribution[permutation] = probability
    return distribution


@functools.cache
def shelf_distribution(n, shelves=10):
    """From one word of top and bottom, and how the cards share the shelves: no paths of 20^n."""
    distribution = {}
    for tops in itertools.product((False, True), repeat=n):
        for word in itertools.product(range(n), repeat=n):
            used = sorted(set(word))
            if used != list(range(len(used))):  # as many shelves as are used, in their order
                continue
            stacks = [[] for _ in used]
            for card, place in enumerate(word):
                stacks[place].insert(0 if tops[card] else len(stacks[place]), card)
            permutation = tuple(card for stack in stacks for card in stack)
            distribution[permutation] = distribution.get(permutation, 0) + Fraction(math.comb(shelves, len(used)), (2 * shelves) ** n)
    return {permutation: probability for permutation, probability in distribution.items() if probability}


def swap_pairs_distribution(n, k=None):
    distribution = {tuple(range(n)): Fraction(1)}
    for _ in range(n if k is None else k):
        after = {}
        for permutation, probability in distribution.items():
            for i in range(n):
                for j in range(n):
                    deck = list(permutation)
                    exchanged(deck, i, j)
                    after[tuple(deck)] = after.get(tuple(deck), 0) + probability / (n * n)
        distribution = after
    return distribution


MODELS = {
    "fisher-yates": Model(fisher_yates),
    "durstenfeld": Model(durstenfeld),
    "durstenfeld-up": Model(durstenfeld_up),
    "inside-out": Model(inside_out),
    "pick-from-all": Model(pick_from_all),
    "std-shuffle": None,
    "std-random-shuffle": Model(functools.partial(durstenfeld_up, first=1)),
    "random-key-sort": Model(random_key_sort, lambda n: riffle_distribution(n, 4, inverse=True)),
    "swap-pairs": Model(swap_pairs, swap_pairs_distribution),
    "identity": Model(lambda n, draw: list(range(n))),
    "naive-swap": Model(naive_swap),
    "sattolo": Model(functools.partial(durstenfeld, low=1)),
    "skip-last": Model(skip_last),
    "draw-insert": Model(draw_insert),
    "applied-twice": Model(applied_twice),
    "random-cut": Model(random_cut),
    "riffle": Model(riffle, lambda n: riffle_distribution(n, 3)),
    "shelf": Model(shelf, shelf_distribution),
    "overhand": Model(overhand),
    "piles": Model(piles),
    "smoosh": Model(smoosh, smoosh_distribution),
    "comparator-sort": Model(insertion),
    "deal-hands": Model(durstenfeld),
    "rounded-index": Model(durstenfeld, rounded_index_distribution),
}

OTHER_WAYS = {
    "comparator-sort:sort=merge": Model(merge),
    "comparator-sort:sort=quick": Model(quick),
    "comparator-sort:sort=tim": Model(tim),
    "skip-last:end=first": Model(functools.partial(skip_last, first=True)),
    "piles:gather=in-order": Model(functools.partial(piles, in_order=True)),
    "swap-pairs:k=6": Model(functools.partial(swap_pairs, k=6), functools.partial(swap_pairs_distribution, k=6)),
    "random-key-sort:keys=10": Model(functools.partial(random_key_sort, keys=10),
                                     functools.partial(packets_distribution, a=10, inverse=True)),
}
for each in ("first-below-last", "always-below-n-1", "always-below-n-2", "last-below-n"):
    OTHER_WAYS[f"durstenfeld:slip={each}"] = slipped(each)
# Up to 10 and 12 cards old-v8 and pdq insert.
SORTS = {"insertion": insertion, "merge": merge, "quick": quick, "tim": tim, "php": php, "intro": intro,
         "old-v8": insertion, "pdq": insertion, "binary": binary}
for each, sort in SORTS.items():
    OTHER_WAYS[f"comparator-sort:sort={each},coin=three"] = Model(functools.partial(sort, faces=3))
    OTHER_WAYS.setdefault(f"comparator-sort:sort={each}", Model(sort))


def model_of(name):
    return OTHER_WAYS.get(name) or MODELS[name]


@functools.lru_cache(maxsize=None)
def distribution_of(name, n):
    return model_of(name).distribution(n)
