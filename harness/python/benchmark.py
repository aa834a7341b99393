#!/usr/bin/env python3
"""What certify adds to a shuffle in Python: rows a second of the bare shuffle and of whole calls, in one run.

    benchmark.py FOLDER      a folder that holds the package, as scripts/package --wheel leaves it

Seconds are the processor's, which other work on the machine hardly changes; the best of several short rounds of each, in turn.
Decks of more than ten cards are counted on a thread of their own: its seconds are in the sum, though nobody waits for them
where a second core is idle."""
import random
import sys
import time

sys.path.insert(0, sys.argv[1])
import numpy  # noqa: E402

import fairshuffle  # noqa: E402

ROUNDS = 3


def seconds(work):
    start = time.process_time()
    work()
    return time.process_time() - start


def bare_lists(n, trials):
    deck = list(range(n))
    for _ in range(trials):
        random.shuffle(deck)


def bare_rows(n, trials, rng):
    # As many rows at once as a call of certify_rows has.
    rows = numpy.tile(numpy.arange(n, dtype=numpy.uint8), (min(65536 // n, 8192), 1))
    for _ in range(trials // len(rows)):
        rng.permuted(rows, axis=1, out=rows)


def compare(name, trials, bare, judged):
    times = [(seconds(bare), seconds(judged)) for _ in range(ROUNDS)]
    of_bare, of_judged = (min(column) for column in zip(*times))
    print(f"{name:24} bare {trials / of_bare / 1e6:7.3f}  certify {trials / of_judged / 1e6:7.3f} million rows a second"
          f"  time {of_judged / of_bare:.3f} of bare")


def main():
    rng = numpy.random.default_rng(1)

    def lists(n, trials):
        compare(f"random.shuffle, n = {n}", trials, lambda: bare_lists(n, trials),
                lambda: fairshuffle.certify(random.shuffle, n=n, trials=trials))

    def arrays(n, trials):
        compare(f"numpy permuted, n = {n}", trials, lambda: bare_rows(n, trials, rng),
                lambda: fairshuffle.certify_rows(lambda rows: rng.permuted(rows, axis=1, out=rows), n=n, trials=trials))
        compare(f"rows left alone, n = {n}", trials, lambda: None,
                lambda: fairshuffle.certify_rows(lambda rows: None, n=n, trials=trials))

    lists(5, 200_000)
    lists(52, 20_000)
    arrays(5, 4_000_000)
    arrays(52, 500_000)


if __name__ == "__main__":
    main()
