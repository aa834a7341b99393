"""Decks that hang together, and a few that do not, one to a line: dependent_decks.py KIND TRIALS N [SEED]"""
import itertools
import random
import sys

MASK = 2 ** 48 - 1


class JavaRandom:
    """java.util.Random, as its documentation has it."""

    def __init__(self, seed):
        self.state = (seed ^ 0x5DEECE66D) & MASK

    def below(self, bound):
        while True:
            self.state = (self.state * 0x5DEECE66D + 0xB) & MASK
            word = self.state >> 17
            if bound & (bound - 1) == 0:
                return bound * word >> 31
            if word - word % bound + bound - 1 < 2 ** 31:
                return word % bound


class MsvcRand:
    """rand() % bound of Microsoft's C library."""

    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        self.state = (self.state * 214013 + 2531011) & 0xFFFFFFFF
        return (self.state >> 16 & 0x7FFF) % bound


def durstenfeld(n, source):
    deck = list(range(n))
    for last in range(n - 1, 0, -1):
        other = source.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def naive_swap(deck, chance):
    for place in range(len(deck)):
        other = chance.randrange(len(deck))
        deck[place], deck[other] = deck[other], deck[place]


def sattolo(deck, chance):
    for last in range(len(deck) - 1, 0, -1):
        other = chance.randrange(last)
        deck[last], deck[other] = deck[other], deck[last]


def riffle(deck, chance):
    from_top = [chance.randrange(2) == 0 for _ in deck]
    cut = sum(from_top)
    top, bottom = iter(deck[:cut]), iter(deck[cut:])
    deck[:] = [next(top) if is_top else next(bottom) for is_top in from_top]


def is_odd(deck):
    return sum(a > b for a, b in itertools.combinations(deck, 2)) % 2


def tied_to_bottom(deck, chance):
    bottom = deck[-1]
    chance.shuffle(deck)
    place = deck.index(bottom)
    deck[0], deck[place] = deck[place], deck[0]


def taking_turns(deck, chance):
    was_odd = is_odd(deck)
    chance.shuffle(deck)
    if is_odd(deck) == was_odd:
        deck[0], deck[1] = deck[1], deck[0]


def holding(deck, chance):
    if chance.randrange(4):
        chance.shuffle(deck)


def never_equal(deck, chance):
    before = list(deck)
    while deck == before:
        chance.shuffle(deck)


def fixed_product(deck, chance):
    """Every other deck is the one before, cut by two."""
    fixed_product.cut = not fixed_product.cut
    if fixed_product.cut:
        chance.shuffle(deck)
    else:
        deck[:] = deck[2:] + deck[:2]


fixed_product.cut = False


def last_card_stays(deck, chance):
    chance.shuffle(deck)
    place = deck.index(len(deck) - 1)
    deck[-1], deck[place] = deck[place], deck[-1]


def applied_twice(deck, chance):
    permutation = chance.sample(range(len(deck)), len(deck))
    deck[:] = [permutation[card] for card in permutation]


# What is done to the deck that came before.
STEPS = {"naive-swap": naive_swap, "sattolo": sattolo, "riffle": riffle, "tied": tied_to_bottom,
         "turns": taking_turns, "holding": holding, "never-equal": never_equal, "product": fixed_product,
         "last-stays": last_card_stays, "applied-twice": applied_twice,
         "fair": lambda deck, chance: chance.shuffle(deck)}


def decks(kind, n, seed):
    chance = random.Random(seed)
    if kind == "java":
        yield from (durstenfeld(n, JavaRandom(game)) for game in itertools.count(1))
    if kind == "msvc":
        yield from (durstenfeld(n, MsvcRand(second)) for second in itertools.count(1_700_000_000))
    if kind == "sweep":
        while True:
            yield from itertools.permutations(range(n))
    if kind == "each-once":
        every = list(itertools.permutations(range(n)))
        while True:
            chance.shuffle(every)
            yield from every
    deck = list(range(n))
    while True:
        STEPS[kind](deck, chance)
        yield deck


if __name__ == "__main__":
    kind, trials, n = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    for deck in itertools.islice(decks(kind, n, int(sys.argv[4]) if len(sys.argv) > 4 else 1), trials):
        print(*deck)
