"""The peer with numpy: shuffles decks with Generator.permuted and counts the permutations with unique.

Prints nanoseconds a trial by deck size as JSON; exits with 3 where there is no numpy.
"""
import json
import sys
import time

from requirements import SMALL_SIZES

try:
    import numpy as np
except ImportError:
    sys.exit(3)

TRIALS = 1 << 17
REPETITIONS = 3


def shuffle_and_count(generator, decks, weights):
    # A number for each permutation: unique is many times faster on numbers than on rows.
    return np.unique(generator.permuted(decks, axis=1) @ weights, return_counts=True)


def best_time(size):
    generator = np.random.default_rng(1)
    decks = np.tile(np.arange(size), (TRIALS, 1))
    weights = 16 ** np.arange(size)
    times = []
    for _ in range(REPETITIONS):
        start = time.process_time()
        _, counts = shuffle_and_count(generator, decks, weights)
        times.append(time.process_time() - start)
        assert counts.sum() == TRIALS
    return min(times)


print(json.dumps({size: best_time(size) / TRIALS * 1e9 for size in SMALL_SIZES}))
