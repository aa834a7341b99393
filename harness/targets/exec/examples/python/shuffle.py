"""random.shuffle. python3 shuffle.py TRIALS N SEED"""
import random
import signal
import sys

signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # end quietly once nobody reads
trials, n, seed = map(int, sys.argv[1:])
random.seed(seed)
with open(1, "w") as output:  # buffered, even where PYTHONUNBUFFERED is set
    for _ in range(trials):
        deck = list(range(n))
        random.shuffle(deck)
        print(*deck, file=output)
