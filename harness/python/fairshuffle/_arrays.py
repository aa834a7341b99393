"""A function that shuffles all rows of a numpy array at once."""

from __future__ import annotations

from typing import Any, Callable

from . import _engine

try:
    import numpy
except ImportError as error:
    raise ImportError("certify_rows needs numpy; certify takes a function that shuffles one list") from error


class ArrayFill:
    """Hands the engine an array to work in, which stays whole however long the function keeps it."""

    def __init__(self, shuffle: Callable[[Any], Any], n: int) -> None:
        self._shuffle = shuffle
        of_card = numpy.uint8 if n <= _engine.MOST_BYTE_CARDS else numpy.uint16
        self._rows = numpy.empty((_engine.rows_in_memory(n), n), dtype=of_card)
        #: of the array's memory
        self.address = int(self._rows.ctypes.data)

    def __call__(self, rows: int, row_count: int, show: Callable[[int, str], None]) -> None:
        first = (rows - self.address) // self._rows.strides[0]
        given = self._rows[first:first + row_count]
        returned = self._shuffle(given)
        if returned is not None and returned is not given:
            _copy_checked(returned, given, show)


def _copy_checked(returned: Any, given: Any, show: Callable[[int, str], None]) -> None:
    expected = "return nothing, or an array of whole numbers of their shape"
    if not isinstance(returned, numpy.ndarray):
        raise TypeError(f"certify_rows: the function must shuffle its rows and {expected}; it returned "
                        f"{_engine.shown_short(returned)}")
    if returned.shape != given.shape:
        raise ValueError(f"certify_rows: the function must shuffle its rows and {expected}, which is {given.shape}; it "
                         f"returned one of shape {returned.shape}")
    if returned.dtype.kind not in "iu":
        raise TypeError(f"certify_rows: the function must shuffle its rows and {expected}; it returned an array of "
                        f"{returned.dtype}")
    foreign = (returned < 0) | (returned > numpy.iinfo(given.dtype).max)
    given[:] = returned
    if foreign.any():
        for row in numpy.flatnonzero(foreign.any(axis=1)):
            show(int(row), " ".join(str(card) for card in returned[row]))
