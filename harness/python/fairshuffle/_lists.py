"""A function that shuffles one list, called for every row."""

from __future__ import annotations

import array
import ctypes
import inspect
from typing import Any, Callable, Dict, Iterable, List

from . import _engine


def list_fill(shuffle: Callable[[List[int]], Any], n: int) -> _engine.Fill:
    """Lists in, rows of bytes out, one for each card or two."""
    is_wide = n > _engine.MOST_BYTE_CARDS
    written: Callable[[Iterable[int]], bytes] = _two_bytes_each if is_wide else bytes
    row_size = len(written(range(n)))

    def fill(rows: int, row_count: int, show: Callable[[int, str], None]) -> None:
        # Sorted; or where decks are carried on, the one row as the last trial left it.
        first = list(memoryview(ctypes.string_at(rows, row_size)).cast("H" if is_wide else "B"))
        cards: List[Any] = []
        unreadable: Dict[int, List[Any]] = {}
        # What stands in this loop is what it costs beside the shuffle.
        for row in range(row_count):
            deck = first[:]
            returned = shuffle(deck)
            if returned is not None:
                deck = deck_of(returned)
            if len(deck) != n:
                unreadable[row] = deck
                deck = first
            cards += deck
        try:
            row_bytes = written(cards)
        except _NO_CARDS:
            row_bytes = _bytes_of_rows(written, cards, first, unreadable)
        ctypes.memmove(rows, row_bytes, len(row_bytes))
        for row in sorted(unreadable):
            show(row, shown_deck(unreadable[row], n))

    return fill


def deck_of(returned: Any, called: str = "certify") -> List[Any]:
    try:
        len(returned)  # a generator has none: it would shuffle after its turn, if at all
        return list(returned)
    except TypeError:
        is_async = inspect.iscoroutine(returned)
        if is_async:
            returned.close()  # or Python warns that nobody waited for it
        raise TypeError(f"{called}: the shuffle must shuffle the list that it is given and return nothing, or return the "
                        f"shuffled deck; it returned {_engine.shown_short(returned)}"
                        + (", and a shuffle is over when the function returns: give one that is not async"
                           if is_async else "")) from None


#: What is raised of numbers that do not fit, and of what is none.
_NO_CARDS = (TypeError, ValueError, OverflowError)


def _two_bytes_each(cards: Iterable[int]) -> bytes:
    return array.array("H", cards).tobytes()


def _bytes_of_rows(written: Callable[[Iterable[int]], bytes], cards: List[Any], first: List[int],
                   unreadable: Dict[int, List[Any]]) -> bytes:
    """Rows with a card that does not fit become unreadable."""
    row_bytes = b""
    for row in range(len(cards) // len(first)):
        deck = cards[row * len(first):(row + 1) * len(first)]
        try:
            row_bytes += written(deck)
        except _NO_CARDS:
            unreadable[row] = deck
            row_bytes += written(first)
    return row_bytes


def shown_deck(deck: List[Any], n: int) -> str:
    lost = "" if len(deck) == n else f" ({len(deck)} cards instead of {n})"
    return " ".join(_card_text(card) for card in deck[:n + 1]) + lost


def _card_text(card: Any) -> str:
    # A text is no card, though it may read like one.
    text = str(card)
    return repr(card) if isinstance(card, str) and (text == "" or text.strip().lstrip("+-").isdigit()) else text
