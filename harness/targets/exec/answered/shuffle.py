"""A shuffle whose draws are answered. fairshuffle exact --exec 'python3 shuffle.py {n}'"""
import sys


def below(bound):
    print("draw", bound, flush=True)
    return int(sys.stdin.readline())


while True:
    deck = list(range(int(sys.argv[1])))
    for last in range(len(deck) - 1, 0, -1):
        other = below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    print(*deck, flush=True)
