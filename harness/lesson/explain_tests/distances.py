"""Distances of a distribution, a dictionary from permutations to fractions, and the noncentral chi-square distribution by its series."""
import functools
import itertools
import math
from fractions import Fraction


def total_variation(distribution, n):
    fair = Fraction(1, math.factorial(n))
    return sum(abs(distribution.get(permutation, 0) - fair) for permutation in itertools.permutations(range(n))) / 2 + \
        Fraction(sum(p for permutation, p in distribution.items() if sorted(permutation) != list(range(n)))) / 2


def chi_square_distance(distribution, n):
    k = math.factorial(n)
    return k * sum((distribution.get(permutation, 0) - Fraction(1, k)) ** 2 for permutation in itertools.permutations(range(n)))


def position_distribution(distribution, n):
    table = [[Fraction(0)] * n for _ in range(n)]
    for permutation, probability in distribution.items():
        for position, card in enumerate(permutation):
            table[position][card] += probability
    return table


def is_even(permutation):
    return sum(permutation[i] > permutation[j] for i in range(len(permutation)) for j in range(i + 1, len(permutation))) % 2 == 0


# The chi-square distributions by their series, which are all of positive terms.
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
