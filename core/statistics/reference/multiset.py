#!/usr/bin/env python3
"""Prints the statistics of equal cards and deals that multiset_test.cpp compares with, from exact covariances.

Usage: python3 core/statistics/reference/multiset.py > core/statistics/reference/multiset.json

A statistic is d' C^- d / N: d is what N trials' counts are off their exact means, C the covariance of one trial's
counts, both by enumeration of all arrangements in fractions, and C^- d any solution x of C x = d. No formula of
the library is used.
"""
import json
from fractions import Fraction
from itertools import combinations, permutations


def arrangements(n, kinds, dealt, unordered):
    if kinds:
        first = [sum(kinds[:kind]) for kind in range(len(kinds))]
        symbols = [kind for kind, size in enumerate(kinds) for _ in range(size)]
        for sequence in sorted(set(permutations(symbols))):
            used = [0] * len(kinds)
            permutation = []
            for kind in sequence:
                permutation.append(first[kind] + used[kind])
                used[kind] += 1
            yield permutation
    else:
        for hand in (combinations if unordered else permutations)(range(n), dealt):
            yield list(hand) + [card for card in range(n) if card not in hand]


def kind_of(kinds):
    return [kind for kind, size in enumerate(kinds) for _ in range(size)]


def sites(permutation, n, kinds, dealt, unordered):
    if kinds:
        of_card = kind_of(kinds)
        return [int(of_card[permutation[place]] == kind) for place in range(n) for kind in range(len(kinds))]
    place_of = {card: place for place, card in enumerate(permutation)}
    if unordered:
        return [int(place_of[card] < dealt) for card in range(n)]
    return [int(place_of[card] == place) for card in range(n) for place in range(dealt)]


def neighbours(permutation, n, kinds, dealt, unordered):
    end = len(kinds)
    of_card = kind_of(kinds)
    seen = [end] + [of_card[card] for card in permutation] + [end]
    counts = [0] * (end + 1) ** 2
    for before, after in zip(seen, seen[1:]):
        counts[before * (end + 1) + after] += 1
    return counts


def together(permutation, n, kinds, dealt, unordered):
    hand = set(permutation[:dealt])
    return [int(a in hand and b in hand) for a, b in combinations(range(n), 2)]


def solve(matrix, right):
    """Any solution of a symmetric system that has one, and its rank."""
    rows = [row[:] + [value] for row, value in zip(matrix, right)]
    size = len(rows)
    pivots = []
    for column in range(size):
        at = len(pivots)
        found = next((row for row in range(at, size) if rows[row][column] != 0), None)
        if found is None:
            continue
        rows[at], rows[found] = rows[found], rows[at]
        rows[at] = [value / rows[at][column] for value in rows[at]]
        for row in range(size):
            if row != at and rows[row][column] != 0:
                factor = rows[row][column]
                rows[row] = [value - factor * pivot for value, pivot in zip(rows[row], rows[at])]
        pivots.append(column)
    assert all(row[size] == 0 for row in rows[len(pivots):])
    x = [Fraction(0)] * size
    for row, column in enumerate(pivots):
        x[column] = rows[row][size]
    return x, len(pivots)


def statistic(counts, every, trials):
    vectors = [counts(*permutation) for permutation in every]
    size, all_of_them = len(vectors[0]), len(vectors)
    mean = [Fraction(sum(vector[at] for vector in vectors), all_of_them) for at in range(size)]
    covariance = [
        [Fraction(sum(vector[a] * vector[b] for vector in vectors), all_of_them) - mean[a] * mean[b] for b in range(size)]
        for a in range(size)
    ]
    total = [sum(vector) for vector in zip(*(counts(*permutation) for permutation in trials))]
    off = [value - len(trials) * due for value, due in zip(total, mean)]
    x, rank = solve(covariance, off)
    return sum(a * b for a, b in zip(off, x)) / len(trials), rank


def vector(n, kinds=(), dealt=0, unordered=False):
    of_deck = (n, kinds, dealt, unordered)
    every = [(permutation, *of_deck) for permutation in arrangements(*of_deck)]
    trials = [every[(7 * trial * trial + 3 * trial) % len(every)] for trial in range(40)]
    entry = {"n": n, "kinds": list(kinds), "dealt": dealt, "unordered": unordered, "arrangements": len(every),
             "trials": [permutation for permutation, *_ in trials]}
    found = {"sites": statistic(sites, every, trials)}
    if kinds:
        found["neighbours"] = statistic(neighbours, every, trials)
    elif 2 <= dealt <= n - 2:
        # Of all that pairs tell, what single cards do not.
        hands = [(permutation, n, kinds, dealt, True) for permutation, *_ in every]
        hands_of_trials = [(permutation, n, kinds, dealt, True) for permutation, *_ in trials]
        pairs, cards = statistic(together, hands, hands_of_trials), statistic(sites, hands, hands_of_trials)
        found["together"] = (pairs[0] - cards[0], pairs[1] - cards[1])
    for name, (value, rank) in found.items():
        entry[name] = {"statistic": float(value), "degrees_of_freedom": rank}
    return entry


VECTORS = [vector(3, kinds=(1, 2)), vector(4, kinds=(2, 2)), vector(4, kinds=(1, 1, 2)), vector(5, kinds=(2, 3)),
           vector(5, kinds=(1, 1, 1, 2)), vector(6, kinds=(1, 2, 3)), vector(6, kinds=(2, 2, 2)),
           vector(6, kinds=(1, 5)), vector(3, dealt=1), vector(4, dealt=2), vector(5, dealt=2), vector(5, dealt=3),
           vector(5, dealt=4), vector(6, dealt=2), vector(4, dealt=2, unordered=True),
           vector(5, dealt=2, unordered=True), vector(6, dealt=3, unordered=True)]
print("[\n" + ",\n".join(json.dumps(entry) for entry in VECTORS) + "\n]")
