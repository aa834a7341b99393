"""numpy's Generator, answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable

import numpy

if TYPE_CHECKING:
    from ._replay import Replay


class AnsweredGenerator(numpy.random.Generator):
    """Of the kind that code asks for; what it can't answer it refuses, instead of drawing."""

    def __init__(self, replay: Replay) -> None:
        super().__init__(numpy.random.PCG64(0))
        self._replay = replay

    def __getattribute__(self, name: str) -> Any:
        if not name.startswith("_") and name not in vars(AnsweredGenerator):
            self._replay.refuse(f"it asks numpy's Generator for {name}; integers, permutation, random and shuffle are answered")
        return super().__getattribute__(name)

    def _draw(self, size: Any, dtype: Any, draw: Callable[[], Any]) -> Any:
        if size is None:
            return draw()
        drawn = numpy.empty(size, dtype)
        for place in numpy.ndindex(drawn.shape):
            drawn[place] = draw()
        return drawn

    def integers(self, low: Any, high: Any = None, size: Any = None, dtype: Any = numpy.int64, endpoint: bool = False) -> Any:
        first, end = (0, low) if high is None else (low, high)
        count = int(end) - int(first) + endpoint
        if count < 1:
            raise ValueError("low >= high")
        return self._draw(size, dtype, lambda: numpy.dtype(dtype).type(int(first) + self._replay.below(count)))

    def random(self, size: Any = None) -> Any:
        return self._draw(size, object, self._replay.unit)

    def shuffle(self, x: Any) -> None:
        for last in range(len(x) - 1, 0, -1):
            place = self._replay.below(last + 1)
            if isinstance(x, numpy.ndarray):
                x[[last, place]] = x[[place, last]]
            else:
                x[last], x[place] = x[place], x[last]

    def permutation(self, x: Any) -> Any:
        dealt = numpy.arange(x) if numpy.ndim(x) == 0 else numpy.array(x)
        self.shuffle(dealt)
        return dealt
