"""A shuffle that the engine runs again and again: it answers the draws in each way there is, and adds up what comes."""

from __future__ import annotations

import inspect
import random
import re
import threading
from typing import Any, Callable, Dict, List, NoReturn, Optional, Sequence, Set, Tuple, Union

from . import _engine
from ._answers import answering, generators, state_of
from ._drawn import Draw, Unit
from ._engine import NotExact, Pick
from ._lists import deck_of, shown_deck

#: A call that draws more often is taken to draw without end. The engine counts too, but not what nobody looks at.
_MOST_DRAWS = 10_000
#: By which the clock is ahead of that of the run before, in nanoseconds: a few dozen runs see all months, days and hours.
_CLOCK_STEP, _CLOCK_STEPS = 748_061_123_456_789, 1_000
#: Draws that the note of an exception tells.
_MOST_TOLD = 20

class _Over(BaseException):
    """The engine ends the run, which no `except Exception` of a shuffle may take for its own."""


class Replay:
    """Runs a shuffle whose draws are answered."""

    def __init__(self, shuffle: Callable[..., Any]) -> None:
        self.shuffle = _with_generator(shuffle, self)
        self.thread = threading.get_ident()
        #: by which the clock is ahead, in nanoseconds: what depends on the time ends in another way in another run
        self.clock_shift = 0
        self.runs = 0
        self.is_running = False
        #: by id: generators that other threads drew from
        self.drawn_elsewhere: Set[int] = set()
        #: what the run before returned, and whether that has come again
        self.returned: Any = None
        self.returns_its_own = False

    # What is answered.

    def below(self, bound: int) -> int:
        return self.choose("below", bound) if bound > 1 else 0

    def unit(self) -> Unit:
        self._count_draw()
        return Unit(Draw(self))

    def word(self, bits: int) -> int:
        return self.choose("word", 1 << bits) if bits else 0

    def bytes(self, count: int) -> bytes:
        # As Random and secrets read them.
        return self.word(8 * count).to_bytes(count, "big")

    def choose(self, kind: str, count: int, weights: Optional[Sequence[int]] = None) -> int:
        self._count_draw()
        if count > _engine.MOST_VALUES:
            self.refuse(f"a draw has {count:,} values, more than can be followed")
        choice = self._pick(kind, count, weights)
        if choice < 0:
            raise _Over
        self._answers.append((kind, count, choice))
        return choice

    def _count_draw(self) -> None:
        self._draws += 1
        if self._draws > _MOST_DRAWS:
            self.refuse(f"it draws without end, more than {_MOST_DRAWS:,} times in one call")

    def refuse(self, reason: str) -> NoReturn:
        """Ends the run, whatever the shuffle makes of the exception."""
        self._refused = self._refused or NotExact(f"exact can't follow this code: {reason}. certify judges it by trials")
        raise self._refused

    # Runs.

    def run(self, n: int, pick: Pick, watched: Optional[Callable[[bytes], None]] = None) -> List[Any]:
        """The cards that come of a sorted deck."""
        self._pick, self._draws = pick, 0
        self._answers: List[Tuple[str, int, int]] = []
        self._refused: Optional[NotExact] = None
        self.runs += 1
        self.clock_shift = self.runs % _CLOCK_STEPS * _CLOCK_STEP
        deck = list(range(n))
        if watched is not None:
            def seen(kind: str, count: int, weights: Optional[Sequence[int]]) -> int:
                watched(_row_of(deck))
                return pick(kind, count, weights)

            self._pick = seen
        self.is_running = True
        try:
            returned = self.shuffle(deck)
            cards = deck if returned is None else deck_of(returned, "exact")
        except _Over:
            raise
        except BaseException as error:
            if self._refused is None or isinstance(error, (KeyboardInterrupt, SystemExit)):
                _add_note(error, self._told(n))
                raise
        finally:
            self.is_running = False
            self._pick = _kept
        if self._refused is not None:
            raise self._refused
        self.returns_its_own = returned is not None and returned is self.returned
        self.returned = returned
        return cards

    def _told(self, n: int) -> str:
        told = [f"{kind}({count}) = {choice}" for kind, count, choice in self._answers[:_MOST_TOLD]]
        told += ["..."] * (len(self._answers) > _MOST_TOLD)
        return (f"fairshuffle.exact: the draws were {', '.join(told) or 'none'}; the same again: "
                f"fairshuffle.replay(shuffle, {n}, {[choice for _, _, choice in self._answers]})")


def _kept(kind: str, count: int, weights: Optional[Sequence[int]]) -> int:
    raise NotExact("exact can't follow this code: a generator that it was given is kept from call to call")


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
    annotation = needed[1].annotation
    if annotation not in (inspect.Parameter.empty, Any) and not re.search(r"\b(Generator|Random|Any)\b", str(annotation)):
        raise NotExact(f"exact can't follow this code: its parameter '{needed[1].name}' is no random.Random and no "
                       "numpy.random.Generator. certify judges it by trials")
    if "Generator" in str(annotation):
        from ._numpy_answers import AnsweredGenerator
        generator = AnsweredGenerator(replay)
    return lambda deck: shuffle(deck, generator)


def _row_of(cards: Sequence[Any]) -> bytes:
    """None where they are no small whole numbers."""
    try:
        return bytes(cards)
    except (TypeError, ValueError):
        return b""


def ask(function: str, shuffle: Callable[..., Any], request: Dict[str, Any]) -> Dict[str, Any]:
    """What the engine answers to "exact" or "explain". Raises NotExact for code that can't be followed, or not to its end."""
    replay = Replay(shuffle)

    def run(n: int, pick: Pick, watched: Optional[Callable[[bytes], None]]) -> Union[bytes, str]:
        cards = replay.run(n, pick, watched)
        row = _row_of(cards)
        return row if len(row) == n else shown_deck(cards, n)

    with answering(replay):
        states = [(generator, state_of(generator)) for generator in generators()]
        refused = None
        try:
            answer = _engine.ask_of_code(function, request, run)
        except NotExact as error:
            refused = error
        for generator, state in states:
            if id(generator) not in replay.drawn_elsewhere and state_of(generator) != state:
                kind = type(generator)
                raise NotExact(_ELSEWHERE.format(
                    "the generator of the module random" if generator is getattr(random.shuffle, "__self__", None) else
                    f"a {kind.__name__} of {kind.__module__.partition('.')[0]}"))
        if refused is not None:
            raise NotExact(f"{refused}{_RETURNS_ITS_OWN}") if replay.returns_its_own else refused
        return answer


def cards_on(shuffle: Callable[..., Any], n: int, path: Sequence[int]) -> List[Any]:
    """The cards where draws are answered by these choices, and by the first one beyond."""
    given = iter(path)

    def pick(kind: str, count: int, weights: Optional[Sequence[int]]) -> int:
        choice = next(given, 0)
        if not 0 <= choice < count:
            raise ValueError(f"replay: a draw has {count} choices, from 0 on, and {choice} is none of them")
        return choice

    replay = Replay(shuffle)
    with answering(replay):
        return replay.run(n, pick)


_ELSEWHERE = ("exact can't follow this code: it draws from {} in a way that is not answered. What was taken by name before is "
              "one, as in \"from random import random\" (call random.random()), and numpy's own functions are (take the "
              "generator as a second parameter, \"rng: numpy.random.Generator\", or from default_rng() in the shuffle). "
              "certify judges it by trials")
_RETURNS_ITS_OWN = (" (The shuffle returned one and the same list again, not the cards of the list that it was given: the "
                    "decks are not independent where the deck is not reset between shuffles.)")
