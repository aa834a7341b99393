"""A function that shuffles one list, called for every row."""

from __future__ import annotations

import ctypes
from typing import Any, Callable, List

from . import _engine


def list_fill(shuffle: Callable[[List[int]], Any], n: int) -> _engine.Fill:
    """Lists in, rows of bytes out."""

    def fill(rows: int, row_count: int, show: Callable[[int, str], None]) -> None:
        # Sorted; or where decks are carried on, the one row as the last trial left it.
        first = list(ctypes.string_at(rows, n))
        decks: List[Any] = []
        keep = decks.append
        for _ in range(row_count):
            deck = first[:]
            returned = shuffle(deck)
            keep(deck if returned is None else returned)
        cards: List[Any] = []
        try:
            for deck in decks:
                cards += deck
            row_bytes = bytes(cards)
            is_whole = len(row_bytes) == row_count * n and all(len(deck) == n for deck in decks)
        except (TypeError, ValueError):  # a card that is no byte, or what is no deck at all
            is_whole = False
        if is_whole:
            ctypes.memmove(rows, row_bytes, len(row_bytes))
        else:
            _copy_one_by_one(decks, n, rows, show)

    return fill


def _copy_one_by_one(decks: List[Any], n: int, rows: int, show: Callable[[int, str], None]) -> None:
    for row, deck in enumerate(decks):
        try:
            len(deck)  # a generator would be empty by now
            cards = list(deck)
        except TypeError:
            raise TypeError("certify: the shuffle must shuffle the list that it is given and return nothing, or return the "
                            f"shuffled deck; it returned {_engine.shown_short(deck)}") from None
        try:
            row_bytes = bytes(cards)
        except (TypeError, ValueError):
            row_bytes = b""
        if len(row_bytes) == n:
            ctypes.memmove(rows + row * n, row_bytes, n)
        else:
            lost = "" if len(cards) == n else f" ({len(cards)} cards instead of {n})"
            show(row, " ".join(str(card) for card in cards[:n + 1]) + lost)
