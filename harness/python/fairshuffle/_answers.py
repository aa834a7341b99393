"""Where draws are answered while a shuffle runs, and the generators that might be drawn from elsewhere."""

from __future__ import annotations

import builtins
import contextlib
import datetime
import gc
import io
import os
import pickle
import random
import sys
import threading
import time
from types import FrameType
from typing import TYPE_CHECKING, Any, Callable, Iterator, List, Optional, Set, Tuple

if TYPE_CHECKING:
    from ._replay import Replay

#: Watching is slow. Of few cards these are all paths.
_RUNS_WATCHED = 300
_DEVICES = ("/dev/urandom", "/dev/random", "/dev/hwrng", "/proc/sys/kernel/random/uuid")
_one_at_a_time = threading.RLock()
_followed: List[Any] = []


@contextlib.contextmanager
def answering(replay: Replay) -> Iterator[None]:
    """The draws of this thread are answered by the replay while it runs, those of others as ever. All is put back."""
    with _one_at_a_time, contextlib.ExitStack() as back:
        if _followed:
            raise RuntimeError("exact: it is called by a shuffle that it follows")
        back.callback(_followed.clear)
        _followed.append(replay)
        places = _places(replay)
        replay.shuffle = _watched(replay, {getattr(owner, name) for owner, name, _ in places
                                           if owner in (os, time) and name != "open"})
        for owner, name, answer in places:
            back.callback(_put_back, owner, name, vars(owner).get(name))
            setattr(owner, name, _own(replay, getattr(owner, name), answer, isinstance(owner, type)))
        yield


def _places(replay: Replay) -> List[Tuple[Any, str, Callable[..., Any]]]:
    """Owner, name, and what answers there."""

    def seeded(*by: Any, **named: Any) -> None:
        if any(given is not None for given in (*by[:1], *(named[name] for name in named.keys() - {"version"}))):
            replay.refuse("it seeds a generator, or puts back a generator's state, so that the seeds alone decide how many "
                          "decks there are. Seed once, outside of the shuffle")

    # Functions that were taken from the module before are methods of an instance of Random, so that they ask the class, too.
    places: List[Tuple[Any, str, Callable[..., Any]]] = [
        (owner, name, answer) for owner in (random.Random, random.SystemRandom)
        for name, answer in (("_randbelow", replay.below), ("random", replay.unit), ("getrandbits", replay.word))]
    places += [(owner, name, seeded) for owner in (random.Random, random) for name in ("seed", "setstate")]
    places += [(random, "random", replay.unit), (random, "getrandbits", replay.word), (random, "_urandom", replay.bytes),
               (os, "urandom", replay.bytes)]
    places += [(os, "getrandom", lambda size, flags=0: replay.bytes(size))] * hasattr(os, "getrandom")  # of Linux
    if "numpy.random" in sys.modules:
        from ._numpy_answers import AnsweredGenerator
        places.append((sys.modules["numpy.random"], "default_rng",
                       lambda *by, **named: seeded(*by, **named) or AnsweredGenerator(replay)))
    # What depends on the time ends in another way where the clock is another.
    for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time", "clock_gettime"):
        if hasattr(time, name):
            places += [(time, name, lambda *of, now=getattr(time, name): now(*of) + replay.clock_shift / 1e9),
                       (time, name + "_ns", lambda *of, now=getattr(time, name + "_ns"): now(*of) + replay.clock_shift)]
    # The moment that they tell of stands there; where it is not handed over it is that of the clock.
    for name, there, now in (("localtime", 0, "time"), ("gmtime", 0, "time"), ("ctime", 0, "time"),
                             ("asctime", 0, "localtime"), ("strftime", 1, "localtime")):
        places.append((time, name, lambda *given, of=getattr(time, name), there=there, now=now: of(
            *given[:there], *(given[there:] if given[there:] not in ((), (None,)) else (getattr(time, now)(),)))))
    return places + [(owner, "open", lambda *given, of=owner.open, **named: _is_no_device(replay, *given, *named.values()) and
                      of(*given, **named)) for owner in (builtins, io, os)]


def _is_no_device(replay: Replay, *files: Any) -> bool:
    for file in files:
        if isinstance(file, (str, bytes, os.PathLike)) and os.path.realpath(os.fsdecode(file)) in _DEVICES:
            replay.refuse(f"it reads {os.fsdecode(file)}, which is not answered, as os.urandom is")
    return True


def _watched(replay: Replay, replaced: Set[Any]) -> Callable[[List[int]], Any]:
    """The shuffle, watched for what has no place: methods of C types, files that were opened before, and C functions that were
    taken by name before. Not seen is what C calls, as map does, and what only later runs do."""
    shuffle = replay.shuffle

    def seen(frame: FrameType, event: str, called: Any) -> None:
        # Formatters took localtime by name, and hand over the moment, which is not seen here.
        if event != "c_call" or frame.f_globals.get("__name__") in (__name__, "logging"):
            return
        of: Any = getattr(called, "__self__", None)
        if called in replaced:
            replay.refuse(f"it calls {of.__name__}.{called.__name__}, which is not answered where it was taken by name before")
        if called.__name__ in ("now", "utcnow") and isinstance(of, type) and issubclass(of, datetime.datetime):
            replay.refuse(f"it reads the clock by {of.__name__}.{called.__name__}, which is not answered, as time.time is")
        if type(of) in (io.FileIO, io.BufferedReader, io.TextIOWrapper):
            _is_no_device(replay, getattr(of, "name", None))

    def watched(deck: List[int]) -> Any:
        # What somebody else has set is left there.
        if replay.runs > _RUNS_WATCHED or sys.getprofile() is not None:
            return shuffle(deck)
        sys.setprofile(seen)
        try:
            return shuffle(deck)
        finally:
            sys.setprofile(None)

    return watched


def _own(replay: Replay, original: Callable[..., Any], answer: Callable[..., Any], is_method: bool) -> Callable[..., Any]:
    def asked(*arguments: Any, **named: Any) -> Any:
        if threading.get_ident() == replay.thread and replay.is_running:
            return answer(*arguments[is_method:], **named)
        replay.drawn_elsewhere.update(id(generator) for generator in arguments[:is_method])
        return original(*arguments, **named)

    return asked


def _put_back(owner: Any, name: str, kept: Any) -> None:
    if kept is None:
        delattr(owner, name)
    else:
        setattr(owner, name, kept)


def generators() -> List[Any]:
    """All of this process, of the module random and of numpy."""
    kinds = (random.Random, getattr(sys.modules.get("numpy.random"), "BitGenerator", random.Random))
    # By type, since isinstance may run code of what is asked.
    return [thing for thing in gc.get_objects() if issubclass(type(thing), kinds)]


def state_of(generator: Any) -> Optional[bytes]:
    try:
        return pickle.dumps(generator.getstate() if isinstance(generator, random.Random) else generator.state)
    except Exception:  # the system's has none, and a class derived from it may say so in its own way
        return None
