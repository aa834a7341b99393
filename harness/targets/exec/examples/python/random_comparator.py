"""BIASED: a sort whose comparator tosses a coin. python3 random_comparator.py TRIALS N SEED"""
import functools
import random
import signal
import sys

signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # end quietly once nobody reads
trials, n, seed = map(int, sys.argv[1:])
random.seed(seed)
with open(1, "w") as output:  # buffered, even where PYTHONUNBUFFERED is set
    for _ in range(trials):
        deck = list(range(n))
        deck.sort(key=functools.cmp_to_key(lambda a, b: random.random() - 0.5))
        print(*deck, file=output)
