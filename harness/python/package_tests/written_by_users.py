"""Shuffles of the catalogue as they are written in Python, by the name of each there."""
import functools
import itertools
import random
from random import choice, randint, randrange, shuffle

SHUFFLES = {}


def same_as(target):
    def keep(function):
        SHUFFLES[target] = function
        return function

    return keep


def swap(deck, i, j):
    deck[i], deck[j] = deck[j], deck[i]


# Swaps.

@same_as("fisher-yates")
def deal_from_the_rest(deck):
    return [deck.pop(randrange(len(deck))) for _ in range(len(deck))]


@same_as("durstenfeld")
def the_library(deck):
    shuffle(deck)


@same_as("durstenfeld-up")
def upward(deck):
    for i in range(len(deck)):
        swap(deck, i, random.randint(0, i))


@same_as("inside-out")
def insert_anywhere(deck):
    out = []
    for card in deck:
        out.insert(randint(0, len(out)), card)
    return out


@same_as("pick-from-all")
def pick_from_all(deck):
    return random.choice(list(itertools.permutations(deck)))


@same_as("identity")
def shuffle_a_copy(deck):
    random.shuffle(deck[:])


@same_as("naive-swap")
def naive(deck):
    for i in range(len(deck)):
        swap(deck, i, random.randrange(len(deck)))


@same_as("sattolo")
def sattolo(deck):
    for i in range(len(deck) - 1, 0, -1):
        swap(deck, i, int(random.random() * i))


@same_as("skip-last:end=last")
def stops_early(deck):
    for i in range(len(deck) - 1, 1, -1):
        swap(deck, i, random.randint(0, i))


@same_as("skip-last:end=first")
def starts_late(deck):
    for i in range(len(deck) - 2, 0, -1):
        swap(deck, i, random.randint(0, i))


@same_as("durstenfeld:slip=first-below-last")
def first_draw_too_small(deck):
    for i in range(len(deck) - 1, 0, -1):
        swap(deck, i, random.randrange(i if i == len(deck) - 1 else i + 1))


@same_as("durstenfeld:slip=always-below-n-1")
def bound_of_another_loop(deck):
    for i in range(len(deck) - 1, 0, -1):
        swap(deck, i, random.randint(0, len(deck) - 2))


@same_as("durstenfeld:slip=always-below-n-2")
def bound_of_yet_another(deck):
    for i in range(len(deck) - 1, 0, -1):
        swap(deck, i, randrange(max(1, len(deck) - 2)))


@same_as("durstenfeld:slip=last-below-n")
def last_draw_too_large(deck):
    for i in range(len(deck) - 1, 0, -1):
        swap(deck, i, randrange(len(deck) if i == 1 else i + 1))


def pairs_swapped(k):
    def shuffled(deck):
        for _ in range(k(len(deck))):
            swap(deck, random.randrange(len(deck)), random.randrange(len(deck)))

    return shuffled


same_as("swap-pairs:k=1")(pairs_swapped(lambda n: 1))
same_as("swap-pairs:k=2")(pairs_swapped(lambda n: 2))
same_as("swap-pairs:k=3")(pairs_swapped(lambda n: 3))


@same_as("rounded-index")
def rounded(deck):
    for i in range(len(deck) - 1, 0, -1):
        swap(deck, i, round(random.random() * i))


@same_as("draw-insert")
def last_card_anywhere(deck):
    for _ in range(len(deck)):
        deck.insert(random.randrange(len(deck)), deck.pop())


@same_as("draw-insert:rounds=2")
def last_card_anywhere_twice(deck):
    for _ in range(2):
        card = deck.pop()
        deck.insert(random.randint(0, len(deck)), card)


@same_as("applied-twice")
def dealt_by_its_own_indices(deck):
    random.shuffle(deck)
    return [deck[i] for i in deck]


@same_as("random-cut")
def cut(deck):
    at = randrange(len(deck))
    return deck[at:] + deck[:at]


# Keys.

def sorted_by_key(draw):
    return lambda deck: sorted(deck, key=lambda card: draw())


same_as("random-key-sort:bits=1")(sorted_by_key(lambda: random.random() < 0.5))
same_as("random-key-sort:bits=2")(sorted_by_key(lambda: random.getrandbits(2)))
same_as("random-key-sort:keys=3")(sorted_by_key(lambda: randint(1, 3)))
same_as("random-key-sort:keys=5")(sorted_by_key(lambda: int(5 * random.random())))


# Comparators.

def coin():
    return random.random() < 0.5


def sorted_by_coin(sort):
    return lambda deck: sort(deck, coin)


def insertion(deck, before):
    for sorted_cards in range(1, len(deck)):
        place = sorted_cards
        while place > 0 and before():
            swap(deck, place, place - 1)
            place -= 1


def merge(deck, before):
    if len(deck) < 2:
        return deck
    half = len(deck) // 2
    left, right, merged = merge(deck[:half], before), merge(deck[half:], before), []
    while left and right:
        merged.append((right if before() else left).pop(0))
    return merged + left + right


def quick(deck, before):
    if len(deck) < 2:
        return deck
    boundary = 0
    for place in range(len(deck) - 1):
        if before():
            swap(deck, boundary, place)
            boundary += 1
    swap(deck, boundary, len(deck) - 1)
    return quick(deck[:boundary], before) + [deck[boundary]] + quick(deck[boundary + 1:], before)


def binary(deck, before):
    for sorted_cards in range(1, len(deck)):
        low, high = 0, sorted_cards
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if before() else (middle + 1, high)
        deck.insert(low, deck.pop(sorted_cards))


def three_cards_as_dotnet(deck, before):
    if len(deck) > 3:
        return insertion(deck, before)
    for i, j in ((0, 1), (0, 2), (1, 2)):
        if before():
            swap(deck, i, j)
    return deck


def three_cards_as_php(deck, before):
    def three():
        if not before():
            if before():
                swap(deck, 1, 2)
                if before():
                    swap(deck, 0, 1)
        elif not before():
            swap(deck, 0, 2)
        else:
            swap(deck, 0, 1)
            if before():
                swap(deck, 1, 2)

    three()
    for card in range(3, len(deck)):
        place = card
        while place > 0 and before():
            place -= 1
        deck.insert(place, deck.pop(card))


same_as("comparator-sort:sort=insertion")(sorted_by_coin(insertion))
same_as("comparator-sort:sort=merge")(sorted_by_coin(merge))
same_as("comparator-sort:sort=quick")(sorted_by_coin(quick))
same_as("comparator-sort:sort=binary")(sorted_by_coin(binary))
same_as("comparator-sort:sort=intro")(sorted_by_coin(three_cards_as_dotnet))
same_as("comparator-sort:sort=old-v8")(sorted_by_coin(insertion))
same_as("comparator-sort:sort=pdq")(sorted_by_coin(insertion))
same_as("comparator-sort:sort=php")(sorted_by_coin(three_cards_as_php))
same_as("comparator-sort:sort=tim")(
    lambda deck: sorted(deck, key=functools.cmp_to_key(lambda a, b: random.random() - 0.5)))
same_as("comparator-sort:sort=tim,coin=three")(
    lambda deck: deck.sort(key=functools.cmp_to_key(lambda a, b: choice([-1, 0, 1]))))
same_as("comparator-sort:sort=insertion,coin=three")(lambda deck: insertion(deck, lambda: randint(-1, 1) < 0))
same_as("comparator-sort:sort=merge,coin=three")(lambda deck: merge(deck, lambda: randint(-1, 1) < 0))
same_as("comparator-sort:sort=quick,coin=three")(lambda deck: quick(deck, lambda: random.random() < 1 / 3))
same_as("comparator-sort:sort=binary,coin=three")(lambda deck: binary(deck, lambda: random.uniform(-1, 2) < 0))


# Hands and machines.

def riffled(times):
    def shuffled(deck):
        for _ in range(times):
            from_left = [choice((True, False)) for _ in deck]
            left, right = deck[:sum(from_left)], deck[sum(from_left):]
            deck = [(left if is_left else right).pop(0) for is_left in from_left]
        return deck

    return shuffled


def shelved(shelves):
    def shuffled(deck):
        rows = [[] for _ in range(shelves)]
        for card in deck:
            shelf = rows[randrange(shelves)]
            shelf.insert(random.choice([0, len(shelf)]), card)
        return sum(rows, [])

    return shuffled


def thrown_over(length, passes=1):
    def shuffled(deck):
        for _ in range(passes):
            packets = [[deck[0]]]
            for card in deck[1:]:
                if random.random() < 1 / length:
                    packets.insert(0, [])
                packets[0].append(card)
            deck = sum(packets, [])
        return deck

    return shuffled


def piled(count, passes=1, gather=random.shuffle):
    def shuffled(deck):
        for _ in range(passes):
            piles = [deck[pile::count][::-1] for pile in range(count)]
            gather(piles)
            deck = sum(piles, [])
        return deck

    return shuffled


for times in (1, 2):
    same_as(f"riffle:m={times}")(riffled(times))
for shelves in (1, 2):
    same_as(f"shelf:shelves={shelves}")(shelved(shelves))
for length in (2, 3, 5):
    same_as(f"overhand:length={length}")(thrown_over(length))
same_as("overhand:passes=2,length=2")(thrown_over(2, passes=2))
for count in (2, 3, 4):
    same_as(f"piles:piles={count}")(piled(count))
same_as("piles:piles=2,passes=2")(piled(2, passes=2))
same_as("piles:piles=3,gather=in-order")(piled(3, gather=lambda piles: None))
