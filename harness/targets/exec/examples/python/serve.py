"""random.shuffle, as many as asked for at a time: none is made in vain. python3 serve.py SEED"""
import random
import signal
import sys

signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # end quietly once nobody reads
random.seed(int(sys.argv[1]))
with open(1, "w") as output:  # buffered, even where PYTHONUNBUFFERED is set
    for line in sys.stdin:
        trials, n = map(int, line.split())
        for _ in range(trials):
            deck = list(range(n))
            random.shuffle(deck)
            print(*deck, file=output)
        output.flush()
