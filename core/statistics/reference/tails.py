#!/usr/bin/env python3
"""Prints the tail probabilities that tail_test.cpp compares with, computed by mpmath (Debian: python3-mpmath).

Usage: python3 core/statistics/reference/tails.py

The incomplete gamma and beta functions are evaluated at 60 digits from their series and continued fractions
(DLMF 8.7.1, 8.9.2, 8.17.22), not by the library's code; where mpmath's own functions are quick they must agree.
Takes some ten seconds.
"""
from mpmath import mp, mpf

mp.dps = 60
SMALL = mpf(10) ** -50


def lentz(terms, first):
    """b0 + a1/(b1 + a2/(b2 + ...)) from pairs (a, b); modified Lentz."""
    value, c, d = first, first, mpf(0)
    for a, b in terms:
        d = 1 / (b + a * d)
        c = b + a / c
        value *= c * d
        if abs(c * d - 1) < SMALL:
            return value


def gamma_upper(a, x):
    """Q(a, x) for x > a."""
    def terms():
        n = 0
        while True:
            n += 1
            yield -n * (n - a), x + 2 * n + 1 - a
    return mp.exp(a * mp.log(x) - x - mp.loggamma(a)) / lentz(terms(), x + 1 - a)


def gamma_lower(a, x):
    """P(a, x) for x < a."""
    term = total = 1 / a
    n = 0
    while term > total * SMALL:
        n += 1
        term *= x / (a + n)
        total += term
    return mp.exp(a * mp.log(x) - x - mp.loggamma(a)) * total


def beta_part(x, a, b):
    """I_x(a, b) for x below (a + 1) / (a + b + 2)."""
    def terms():
        m = 0
        while True:
            m += 1
            yield -(a + m - 1) * (a + b + m - 1) * x / ((a + 2 * m - 2) * (a + 2 * m - 1)), mpf(1)
            yield m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), mpf(1)
    log_front = (a * mp.log(x) + b * mp.log(1 - x) + mp.loggamma(a + b) - mp.loggamma(a) - mp.loggamma(b)
                 - mp.log(a))
    return mp.exp(log_front) / lentz(terms(), mpf(1))


def chi_upper(x, df):
    a, half = mpf(df) / 2, mpf(x) / 2
    return gamma_upper(a, half) if half > a else 1 - gamma_lower(a, half)


def chi_lower(x, df):
    a, half = mpf(df) / 2, mpf(x) / 2
    return gamma_lower(a, half) if half < a else 1 - gamma_upper(a, half)


def binomial_upper(k, n, p):
    """P(X >= k) = I_p(k, n - k + 1)."""
    k, n, p = mpf(k), mpf(n), mpf(p)
    if p < (k + 1) / (n + 3):
        return beta_part(p, k, n - k + 1)
    return 1 - beta_part(1 - p, n - k + 1, k)


def binomial_lower(k, n, p):
    """P(X <= k)."""
    k, n, p = mpf(k), mpf(n), mpf(p)
    if 1 - p < (n - k + 1) / (n + 3):
        return beta_part(1 - p, n - k, k + 1)
    return 1 - beta_part(p, k + 1, n - k)


assert abs(chi_upper(30, 5) / mp.gammainc(mpf(5) / 2, 15, mp.inf, regularized=True) - 1) < 1e-40
assert abs(chi_lower(3, 5) / mp.gammainc(mpf(5) / 2, 0, mpf(3) / 2, regularized=True) - 1) < 1e-40
assert abs(binomial_upper(60, 100, 0.5) / mp.betainc(60, 41, 0, mpf(1) / 2, regularized=True) - 1) < 1e-40
assert abs(binomial_lower(2, 7, 0.25) - sum(mp.binomial(7, k) * mpf(3) ** (7 - k) for k in range(3)) / 4 ** 7) < 1e-40

CHI_UPPER = [(1, 1), (23, 23), (38.5, 5), (2416, 16), (896, 5), (1396, 5), (1400, 5), (1403, 5), (21271, 5), (22570, 5),
             (1453.9, 23), (4000000, 3628799), (479156360, 479001599), (480858799, 479001599)]
CHI_LOWER = [(5, 23), (80, 119), (1e-50, 119), (478846838, 479001599), (477144399, 479001599)]
BINOMIAL_UPPER = [(5050, 10000, 0.5), (130, 12000, 1 / 120), (3, 1000000, 1e-9), (5, 1000000, 1e-89),
                  (15000, 15000, 0.5), (500000000001, 10 ** 12, 0.5), (500002500000, 10 ** 12, 0.5),
                  (500030000000, 10 ** 12, 0.5), (500070000000, 10 ** 12, 0.5)]
BINOMIAL_LOWER = [(80, 12000, 1 / 120), (0, 15000, 0.5), (10, 15000, 0.5), (499997500000, 10 ** 12, 0.5)]

for name, function, cases in [("chi_squared_upper_tail", chi_upper, CHI_UPPER),
                              ("chi_squared_lower_tail", chi_lower, CHI_LOWER),
                              ("binomial_upper_tail", binomial_upper, BINOMIAL_UPPER),
                              ("binomial_lower_tail", binomial_lower, BINOMIAL_LOWER)]:
    print(name)
    for case in cases:
        p = function(*case)
        print("   ", case, mp.nstr(p, 18), mp.nstr(mp.log10(p), 18))
