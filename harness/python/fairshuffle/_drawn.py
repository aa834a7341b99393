"""A number from [0, 1) that was drawn and is still open: what is asked of it decides which paths there are."""

from __future__ import annotations

import functools
import itertools
import math
import numbers
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Callable, List, Tuple, Union

if TYPE_CHECKING:
    from ._replay import Replay

Exact = Union[int, Fraction]


class Piece:
    """An interval with the draws that are known to lie in it, in their order; beyond that each is uniform there."""

    __slots__ = ("low", "high", "draws")

    def __init__(self, low: Exact, high: Exact, draws: List[Draw]) -> None:
        self.low, self.high, self.draws = low, high, draws
        for draw in draws:
            draw.piece = self


class Draw:
    """One draw in one run."""

    __slots__ = ("replay", "run", "piece")

    def __init__(self, replay: Replay) -> None:
        self.replay, self.run = replay, replay.runs
        Piece(0, 1, [self])

    def is_below(self, edge: Exact) -> bool:
        piece: Piece = self.piece
        share = Fraction(edge - piece.low, piece.high - piece.low)
        below, above = share.numerator, share.denominator - share.numerator
        if below <= 0 or above <= 0:
            return above <= 0
        draws, size = piece.draws, len(piece.draws)
        # First that all are below the edge, last that none is.
        lower = size - self.replay.choose("random", size + 1, [
            math.comb(size, lower) * below**lower * above**(size - lower) for lower in range(size, -1, -1)])
        Piece(piece.low, edge, draws[:lower])
        Piece(edge, piece.high, draws[lower:])
        return self in draws[:lower]

    def is_before(self, other: Draw) -> bool:
        while self.piece is not other.piece:
            mine, its = self.piece, other.piece
            if mine.high <= its.low or its.high <= mine.low:
                return bool(mine.low < its.low)
            if (mine.low, mine.high) == (its.low, its.high):
                # Of two orders in one interval every interleaving has the same chance.
                size, fewer = len(mine.draws) + len(its.draws), len(its.draws)
                chosen = self.replay.choose("rank", math.comb(size, fewer))
                places = next(itertools.islice(itertools.combinations(range(size), fewer), chosen, None))
                rest, inserted = iter(mine.draws), iter(its.draws)
                Piece(mine.low, mine.high, [next(inserted if place in places else rest) for place in range(size)])
            for draw, edges in ((self, its), (other, mine)):
                draw.is_below(edges.low)
                draw.is_below(edges.high)
        return bool(self.piece.draws.index(self) < self.piece.draws.index(other))


@functools.lru_cache(maxsize=1024, typed=True)
def _exactly(number: Any) -> Exact:
    """The fraction that a constant stands for: 1/3 written as a float is a third, as `random()` is ideal, too."""
    exact = Fraction(number)
    if isinstance(number, float):
        simple = exact.limit_denominator(1_000_000)
        exact = simple if float(simple) == number else exact
    return exact.numerator if exact.denominator == 1 else exact


class Unit:
    """scale * u + shift of a draw u from [0, 1).

    It passes for a float and is none: C code would read the value of a float without asking."""

    __slots__ = ("draw", "scale", "shift")
    __array_ufunc__ = None  # numpy leaves the operators to us
    __class__ = property(lambda self: float)  # type: ignore[assignment]

    def __init__(self, draw: Draw, scale: Exact = 1, shift: Exact = 0) -> None:
        self.draw, self.scale, self.shift = draw, scale, shift

    # With a constant it stays open.

    def __add__(self, other: Any) -> Any:
        return Unit(self.draw, self.scale, self.shift + self._constant(other, "added to"))

    def __sub__(self, other: Any) -> Any:
        return Unit(self.draw, self.scale, self.shift - self._constant(other, "compared with"))

    def __neg__(self) -> Any:
        return Unit(self.draw, -self.scale, -self.shift)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        factor = self._constant(other, "multiplied by")
        return Unit(self.draw, self.scale * factor, self.shift * factor) if factor else 0.0

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other: Any) -> Any:
        return self * Fraction(1, self._constant(other, "divided by"))

    def __floordiv__(self, other: Any) -> Any:
        return float(math.floor(self / other))

    def __mod__(self, other: Any) -> Any:
        return self - self._constant(other, "divided by") * math.floor(self / other)

    # Each whole number has a path.

    def __floor__(self) -> int:
        low, high = self._range()
        first, last = math.floor(low), math.ceil(high) - 1
        draw = self.draw
        if first == last or len(draw.piece.draws) > 1:
            return next((edge - 1 for edge in range(first + 1, last + 1) if self < edge), last)
        weights = None
        if low != first or high != last + 1:
            ends = Fraction(first + 1 - low), Fraction(high - last)
            unit = math.lcm(*(end.denominator for end in ends))
            weights = [int(ends[0] * unit), *[unit] * (last - first - 1), int(ends[1] * unit)]
        whole = first + draw.replay.choose("random", last - first + 1, weights)
        Piece(*sorted(Fraction(edge - self.shift, self.scale) for edge in (max(low, whole), min(high, whole + 1))), [draw])
        return whole

    def __ceil__(self) -> int:
        return -math.floor(-self)

    def __int__(self) -> int:
        return math.ceil(self) if self < 0 else math.floor(self)

    __trunc__ = __int__

    def __round__(self, digits: Any = None) -> Any:
        power = Fraction(10)**(digits or 0)
        whole = math.floor(self * power + Fraction(1, 2))
        return whole if digits is None else float(whole / power)

    # What has no chance is taken not to happen.

    def _order(self, other: Any) -> int:
        if type(other) is Unit:
            (low, high), (its_low, its_high) = self._range(), other._range()
            if high <= its_low or low >= its_high:
                return -1 if high <= its_low else 1
            if (self.scale, self.shift) != (other.scale, other.shift):
                self.draw.replay.refuse("it compares two numbers from random() that were changed in different ways")
            is_before = self.draw is not other.draw and self.draw.is_before(other.draw)
            return 0 if self.draw is other.draw else -1 if is_before == (self.scale > 0) else 1
        self._check_run()
        if isinstance(other, float) and math.isinf(other):
            return -1 if other > 0 else 1
        edge = Fraction(self._constant(other, "compared with") - self.shift, self.scale)
        return -1 if self.draw.is_below(edge) == (self.scale > 0) else 1

    def __lt__(self, other: Any) -> bool:
        return self._order(other) < 0

    def __le__(self, other: Any) -> bool:
        return self._order(other) <= 0

    def __gt__(self, other: Any) -> bool:
        return self._order(other) > 0

    def __ge__(self, other: Any) -> bool:
        return self._order(other) >= 0

    def __eq__(self, other: Any) -> bool:
        self._check_run()
        return type(other) is Unit and (self.draw, self.scale, self.shift) == (other.draw, other.scale, other.shift)

    def __bool__(self) -> bool:
        return not self == 0

    def _check_run(self) -> None:
        if self.draw.run != self.draw.replay.runs:
            self.draw.replay.refuse("it uses a number that an earlier call drew: a cache or a generator outlives the call")

    def _range(self) -> Tuple[Exact, Exact]:
        self._check_run()
        ends = [edge * self.scale + self.shift for edge in (self.draw.piece.low, self.draw.piece.high)]
        return min(ends), max(ends)

    def _constant(self, number: Any, verb: str) -> Exact:
        kind = type(number)
        if kind is Unit or not isinstance(number, (float, numbers.Rational)) or not math.isfinite(number):
            self.draw.replay.refuse(f"a number from random() is {verb} {'another' if kind is Unit else repr(number)}")
        return _exactly(number)

    def __getattr__(self, name: str) -> Any:
        if hasattr(float, name):
            self.draw.replay.refuse(_DIGITS.format(name))
        raise AttributeError(f"'float' object has no attribute '{name}'")


_DIGITS = "it needs the digits of a number from random() ({})"


def _refusing(name: str) -> Callable[..., Any]:
    def refuse(self: Unit, *arguments: Any) -> Any:
        if not self.draw.replay.is_running:  # a debugger may show it
            return object.__repr__(self)
        self.draw.replay.refuse(_DIGITS.format(name))

    return refuse


for _name in ("abs", "complex", "divmod", "float", "format", "hash", "pow", "rdivmod", "reduce_ex", "repr", "rfloordiv", "rmod",
              "rpow", "rtruediv", "str"):
    setattr(Unit, f"__{_name}__", _refusing(f"__{_name}__"))
