"""A shuffle replayed path by path: each draw is answered, every answer has its path, and the paths are added up."""

from __future__ import annotations

import _random
import collections
import contextlib
import heapq
import inspect
import math
import random
import sys
import threading
import time
from typing import Any, Callable, Counter, Dict, List, NoReturn, Optional, Sequence, Set, Tuple

from ._answers import answering, generators, state_of
from ._drawn import Draw, Unit
from ._lists import deck_of, shown_deck

#: A path of less chance than 2**-60 is not followed.
_LEAST_BITS = 60
#: Of a shuffle that rejects draws so many paths are enough once less than 2**-16 is left; no answer leaves more than 0.05.
_ENOUGH_PATHS, _ENOUGH_LEFT, _MOST_LEFT = 5_000, 2**-16, 0.05
#: A call that draws more often is taken to draw without end.
_MOST_DRAWS = 10_000
#: How far the clock is set forward in the second run of a path, in nanoseconds: whole seconds, and a part of one.
_CLOCK_SHIFTS = 7_919_000_000_000, 1_123_456_789

_monotonic = time.monotonic
Branches = List[Tuple[int, str]]


class NotExact(ValueError):
    """`exact` can't follow this code, and says why; `certify` judges any."""


class _Differing(NotExact):
    """Two runs of a path differ."""


class _CutOff(BaseException):
    """The path has too little chance, which no `except Exception` of a shuffle may take for its own."""


class Replay:
    """Runs a shuffle with the answers that a path prescribes, and the first one to every draw beyond."""

    def __init__(self, shuffle: Callable[..., Any], n: int, most_paths: int) -> None:
        self.n, self.most_paths = n, most_paths
        self.shuffle = _with_generator(shuffle, self)
        self.thread = threading.get_ident()
        #: of the path so far, for each draw: how many alternatives it has with its name, and the one that is taken
        self.branches: Branches = []
        self.choices: List[int] = []
        #: by which the clock is ahead, in nanoseconds
        self.clock_shift = 0
        self.runs = 0
        self.is_running = False
        #: how many equal parts a number from [0, 1) was cut into
        self.parts: Set[int] = set()
        #: by id: generators that other threads drew from
        self.drawn_elsewhere: Set[int] = set()
        self._pick: Callable[[int], int] = lambda count: 0

    # What is answered.

    def below(self, bound: int) -> int:
        return self.choose(bound, "below") if bound > 1 else 0

    def unit(self) -> Unit:
        self._count_draw()
        return Unit(Draw(self))

    def word(self, bits: int) -> int:
        return self.choose(1 << bits, "word") if bits else 0

    def bytes(self, count: int) -> bytes:
        return self.word(8 * count).to_bytes(count, "little")

    def _count_draw(self) -> None:
        self._draws += 1
        if self._draws > _MOST_DRAWS:
            self.refuse(f"it draws without end, more than {_MOST_DRAWS:,} times in one call ({self.told()})")

    def choose(self, count: int, name: str, weights: Optional[Sequence[int]] = None) -> int:
        """Which of so many alternatives this path takes: equally likely ones, or such of whole weights."""
        self._count_draw()
        depth = len(self.bits)
        bits = self.denominator.bit_length() - self.numerator.bit_length()
        if depth < len(self.branches):
            if self.branches[depth] != (count, name):
                self._stop(self._differing(
                    "asked for {1}({0}) and then for {3}({2})".format(*self.branches[depth], count, name)))
        else:
            if count > self.most_paths:
                self.refuse(f"a draw has {count:,} values, too many to follow each")
            if bits > _LEAST_BITS:
                self._stop(_CutOff())
            self.branches.append((count, name))
            self.choices.append(self._pick(count))
        self.bits.append(bits)
        chosen = self.choices[depth]
        self.numerator *= 1 if weights is None else weights[chosen]
        self.denominator *= count if weights is None else sum(weights)
        return chosen

    def refuse(self, reason: str) -> NoReturn:
        self._stop(NotExact(f"exact can't follow this code: {reason}. certify judges it by trials"))

    def _stop(self, error: BaseException) -> NoReturn:
        """Ends the run, whatever the shuffle makes of the exception."""
        self.stopped = self.stopped or error
        raise error

    def _differing(self, what: str) -> _Differing:
        return _Differing(f"exact can't follow this code: after the same draws ({self.told()}) it {what}. Something outlives a "
                          "call (a deck that is not reset, a number that is kept), or something else than the answered draws "
                          "decides, too. certify judges it by trials")

    def told(self) -> str:
        """The draws of the run so far."""
        draws = [f"{name}({count}) = {choice}" for (count, name), choice, _ in zip(self.branches, self.choices, self.bits)]
        return ", ".join(draws[:20] + ["..."] * (len(draws) > 20)) or "none"

    # Runs.

    def run(self, choices: List[int], branches: Branches) -> Any:
        """The cards that came on that path, which both lists tell to its end afterwards; None where it was cut off."""
        self.choices, self.branches = choices, branches
        self.bits: List[int] = []
        self._draws = 0
        self.numerator = self.denominator = 1
        self.stopped: Optional[BaseException] = None
        self.runs += 1
        deck = list(range(self.n))
        self.is_running = True
        try:
            self.returned = returned = self.shuffle(deck)
            cards = tuple(deck if returned is None else deck_of(returned, "exact"))
            try:
                hash(cards)
            except TypeError:
                cards = (shown_deck(list(cards), self.n),)
        except BaseException as error:
            if self.stopped is None or isinstance(error, (KeyboardInterrupt, SystemExit)):
                _add_note(error, f"fairshuffle.exact: the draws were {self.told()}; the same again: "
                                 f"fairshuffle.replay(shuffle, {self.n}, {choices[:len(self.bits)]})")
                raise
        finally:
            self.is_running = False
        if isinstance(self.stopped, _CutOff):
            return None
        if self.stopped is not None:
            raise self.stopped
        if len(self.bits) < len(choices):
            raise self._differing(f"drew {len(choices)} times and then {len(self.bits)}")
        return cards

    def run_twice(self, choices: List[int], branches: Branches) -> Any:
        """The same, where another run with the same answers ends alike, though the clock is another."""
        self.clock_shift = 0
        cards, returned = self.run(choices, branches), self.returned
        ended = self.ended(cards)
        # The first path is the only one of code that draws nothing.
        for self.clock_shift in _CLOCK_SHIFTS if self.runs < 10 else _CLOCK_SHIFTS[self.runs // 2 % 2:][:1]:
            again = self.run(choices, branches)
            if returned is not None and returned is self.returned and again != cards:
                raise _Differing("the decks are not independent: the deck is not reset between shuffles. The shuffle returned "
                                 "one and the same list again, not the cards of the list that it was given")
            self.check(ended, again)
        return cards

    def ended(self, cards: Any) -> Tuple[str, Any]:
        """How the run ended, which dealt these cards."""
        return f"{self.numerator}/{self.denominator}", cards

    def check(self, before: Tuple[str, Any], cards: Any) -> None:
        """That a run with the same answers ended so before."""
        chance, dealt = before
        if self.ended(cards)[0] != chance:
            raise self._differing(f"drew or compared otherwise, with chance {chance} and then {self.ended(cards)[0]}")
        if dealt != cards:
            raise self._differing(f"dealt {shown_deck(list(dealt or ()), self.n)} and then "
                                  f"{shown_deck(list(cards or ()), self.n)}")

    def run_along(self, pick: Callable[[int], int]) -> Any:
        """The same on the path that `pick` finds, given the number of alternatives."""
        kept, self._pick = self._pick, pick
        try:
            return self.run([], [])
        finally:
            self._pick = kept

    def tried(self) -> List[Tuple[List[int], Branches, Any]]:
        """Some paths taken at random, and how they ended."""
        # In C, so that it is not answered.
        generator, tried = _random.Random(1), []
        for _ in range(5):
            cards = self.run_along(lambda count: int(generator.random() * count))
            tried.append((self.choices, self.branches, self.ended(cards)))
        return tried


def _paths_if_all_were(tried: List[Tuple[List[int], Branches, Any]]) -> int:
    """The number of paths if each had as many alternatives as these: exact where all draws are alike."""
    return min(math.prod(count for count, _ in branches) for _, branches, _ in tried)


def _add_note(error: BaseException, note: str) -> None:
    if hasattr(error, "add_note"):
        error.add_note(note)
    elif error.__cause__ is None:
        # Before Python 3.11 a cause is what is shown beside an exception.
        error.__cause__ = RuntimeError(note)


def _with_generator(shuffle: Callable[..., Any], replay: Replay) -> Callable[[List[int]], Any]:
    """A second parameter that has to be given is for a generator."""
    try:
        parameters = inspect.signature(shuffle).parameters.values()
    except (TypeError, ValueError):
        return shuffle
    needed = [one for one in parameters
              if one.default is one.empty and one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    if len(needed) != 2:
        return shuffle
    generator: Any = random.Random(0)
    if "Generator" in str(needed[1].annotation):
        from ._numpy_answers import AnsweredGenerator
        generator = AnsweredGenerator(replay)
    return lambda deck: shuffle(deck, generator)


class Outcomes:
    """All paths of a shuffle, added up."""

    def __init__(self, replay: Replay, seconds: float) -> None:
        #: of the cards and a denominator, the sum of the numerators
        self.chances: Counter[Tuple[Any, int]] = collections.Counter()
        self.paths, self._n, self._parts = 0, replay.n, replay.parts
        #: whether the limits left out no path, and whether one had too little chance
        self.is_whole, self.was_cut = True, False
        end = _monotonic() + seconds
        # Likely ones first, and the longest of them, so that few wait; as lists that end with the draw that differs.
        waiting: List[Tuple[int, int, List[int], Branches]] = [(0, 0, [], [])]
        while waiting and self.is_whole:
            _, _, choices, branches = heapq.heappop(waiting)
            known = len(choices)
            cards = replay.run_twice(choices, branches)
            self.paths += 1
            self.was_cut |= cards is None
            if cards is not None:
                self.chances[cards, replay.denominator] += replay.numerator
            for depth in range(max(known - 1, 0), len(choices)):
                if choices[depth] + 1 < branches[depth][0]:
                    heapq.heappush(waiting, (replay.bits[depth] // 4, -depth, choices[:depth] + [choices[depth] + 1],
                                             branches[:depth + 1]))
            self.is_whole = self.paths < replay.most_paths and _monotonic() < end or not waiting
            if self.paths % _ENOUGH_PATHS == 0 and waiting and waiting[0][0] > 4 and self.left < _ENOUGH_LEFT:
                self.was_cut = True
                break
        if not waiting and not self.was_cut and "unfollowed" in self.table():
            raise _Differing("exact can't follow this code: the chances of its paths do not sum to 1, so that something else "
                             "than the answered draws decides, too. certify judges it by trials")

    @property
    def left(self) -> float:
        """The chance of what was not followed."""
        table = self.table()
        return int(table.get("unfollowed", 0)) / int(table["denominator"])

    def table(self) -> Dict[str, Any]:
        """As the engine takes it."""
        denominator = math.lcm(*(of for _, of in self.chances))
        weights: Counter[Any] = collections.Counter()
        for (cards, of), chance in self.chances.items():
            weights[cards] += chance * (denominator // of)
        deck = set(range(self._n))
        invalid = [cards for cards in weights
                   if len(cards) != len(deck) or set(cards) != deck or not all(hasattr(card, "__index__") for card in cards)]
        table: Dict[str, Any] = {"paths": self.paths, "denominator": str(denominator)}
        if invalid:
            table["invalid"] = str(sum(weights.pop(cards) for cards in invalid))
            shown = invalid[0]
            table["shown"] = shown[0] if len(shown) == 1 and isinstance(shown[0], str) else shown_deck(list(shown), self._n)
        table["weights"] = [[" ".join(str(int(card)) for card in cards), str(weight)] for cards, weight in weights.items()]
        if self._parts:
            # As random.random() makes its numbers.
            table["widths"] = [{"bits": 53, "method": "scaled-double", "bound": parts} for parts in sorted(self._parts)[:1000]]
        unfollowed = denominator - sum(weights.values()) - int(table.get("invalid", 0))
        if unfollowed:
            table["unfollowed"] = str(unfollowed)
        return table


def table_of(shuffle: Callable[..., Any], n: int, most_paths: int, seconds: float) -> Dict[str, Any]:
    """What comes, as the engine takes it. Raises NotExact for code that can't be followed, ValueError for too many paths."""
    replay = Replay(shuffle, n, most_paths)
    differing, found, expected = None, None, 0
    with answering(replay):
        states = [(generator, state_of(generator)) for generator in generators()]
        try:
            tried = replay.tried()
            expected = _paths_if_all_were(tried)
            if expected <= most_paths:
                found = Outcomes(replay, seconds)
                # What was kept since would go unseen in runs that follow each other.
                for choices, branches, ended in tried:
                    replay.check(ended, replay.run(choices, branches))
        except _Differing as error:
            differing = error
        for generator, state in states:
            if id(generator) not in replay.drawn_elsewhere and state_of(generator) != state:
                kind = type(generator)
                raise NotExact(_ELSEWHERE.format(
                    "the generator of the module random" if generator is getattr(random.shuffle, "__self__", None) else
                    f"a {kind.__name__} of {kind.__module__.partition('.')[0]}"))
        if differing is not None:
            raise NotExact(*differing.args)
        if found is None or (not found.is_whole and found.left > _MOST_LEFT):
            raise ValueError(_too_many(replay, expected, seconds, found))
    return found.table()


def cards_on(shuffle: Callable[..., Any], n: int, path: Sequence[int]) -> List[Any]:
    """The cards where draws are answered by these choices, and by the first one beyond."""
    replay, given = Replay(shuffle, n, sys.maxsize), iter(path)

    def pick(count: int) -> int:
        choice = next(given, 0)
        if not 0 <= choice < count:
            raise ValueError(f"replay: a draw has {count} choices, from 0 on, and {choice} is none of them")
        return choice

    with answering(replay):
        return list(replay.run_along(pick))


_ELSEWHERE = ("exact can't follow this code: it draws from {} in a way that is not answered. What was taken by name before is "
              "one, as in \"from random import random\" (call random.random()), and numpy's own functions are (take the "
              "generator as a second parameter, \"rng: numpy.random.Generator\", or from default_rng() in the shuffle). "
              "certify judges it by trials")


def _too_many(replay: Replay, expected: int, seconds: float, found: Optional[Outcomes]) -> str:
    n, started, runs = replay.n, _monotonic(), replay.runs
    told = f"{expected:,} paths at {n} cards, or more"
    if found is not None:
        told = f"more than {found.paths:,} paths at {n} cards: {100 * found.left:.2g} % of the chance is left"
    elif expected > 2**_LEAST_BITS:
        told = f"more than 2^{_LEAST_BITS} paths at {n} cards, or draws without end"
    for replay.n in (n + 1, 2, 3, 4):
        with contextlib.suppress(Exception):
            if replay.n > n:
                told += f"; some {_paths_if_all_were(replay.tried()):,} at {replay.n}"
            elif replay.n < n:
                small = Outcomes(replay, 1)
                told += f"; {'' if small.is_whole else 'more than '}{small.paths:,} at {replay.n}"
    pace = (replay.runs - runs) / (_monotonic() - started) / 2
    return (f"exact: the shuffle has {told}. At most {replay.most_paths:,} are followed (max_paths), for {seconds:g} seconds "
            f"(max_seconds), some {pace:,.0f} a second. Take fewer cards; certify judges decks of any size by trials")
