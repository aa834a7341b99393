"""What is measured against what, and what must come out: the one place of these numbers."""
from dataclasses import dataclass, field

# Of small decks every permutation is counted; of larger ones all that a standard run counts.
SMALL_SIZES = (3, 5, 8)
LARGE_SIZES = (10, 12, 16, 52)
SIZES = SMALL_SIZES + LARGE_SIZES

# Loops that do the same work; the fastest one at a deck size is the peer.
TEXTBOOK_LOOP = ("by_hand_word_a_draw/bytes",)
WORD_A_DRAW_LOOPS = TEXTBOOK_LOOP + ("by_hand_word_a_draw/packed",)
LOOPS = WORD_A_DRAW_LOOPS + ("by_hand_word_a_trial/bytes", "by_hand_word_a_trial/packed")

USER = ("std_shuffle_into_map",)
STD_SHUFFLE = ("std_shuffle_alone",)
NUMPY = ("numpy",)
ALL = "all_counted/"
BARE = "nothing_counted/"

# Best first, as the benchmark names them and as people do.
TARGETS = {"avx512": "AVX-512", "avx2": "AVX2", "sse4": "SSE4", "plain": "no vectors"}


@dataclass(frozen=True)
class Speed:
    """A row of speeds, in million trials a second."""
    text: str
    measured: tuple


@dataclass(frozen=True)
class Ratio:
    """Our speed over a peer's. `least` by deck size, or nothing where the ratio is only told. BEST in a name stands
    for the best vectors of the machine. `per_draw`: speeds are counted in draws, not in trials. `at_best`: of the
    fastest repetition of each, not of medians. A neighbour on the same core's other thread halves what vectors get and
    hardly slows a loop by hand, and it comes and goes."""
    text: str
    ours: str
    peer: tuple
    least: dict = field(default_factory=dict)
    per_draw: bool = False
    at_best: bool = False


@dataclass(frozen=True)
class Process:
    """A run of the program from start to exit, with its report written. `exit_code` is the one of its verdict."""
    arguments: str
    exit_code: int
    seconds: float
    mebibytes: float = 64
    largest_bias: float = 0  # that a certificate may state
    times: int = 1           # runs in a round: short ones are run more often


SPEEDS = (
    [Speed("`std::shuffle` with `mt19937_64`, nothing counted", STD_SHUFFLE),
     Speed("`std::shuffle` with `mt19937` into a `std::map`", USER),
     Speed("numpy, `permuted` and `unique`", NUMPY),
     Speed("textbook loop: a word a draw, rank by popcount", TEXTBOOK_LOOP),
     Speed("best scalar loop with a word a draw", WORD_A_DRAW_LOOPS),
     Speed("best scalar loop", LOOPS)] +
    [Speed(f"fairshuffle, {name}", (ALL + target,)) for target, name in TARGETS.items()] +
    [Speed(f"the bare shuffle, {name}", (BARE + target,)) for target, name in TARGETS.items()])

LANES_SHUFFLES = ("naive_swap", "swap_pairs", "sattolo", "draw_insert", "inside_out", "durstenfeld_up", "random_cut",
                  "applied_twice", "skip_last")
SCALAR_SHUFFLES = ("insertion_sort", "merge_sort", "quick_sort", "std_shuffle")


def everywhere(least):
    return {size: least for size in SMALL_SIZES}


RATIOS = (
    [Ratio("against `std::shuffle`, nothing counted, AVX-512", ALL + "avx512", STD_SHUFFLE, {10: 1.0, 12: 1.5, 16: 1.5, 52: 1.0}),
     Ratio("against `std::shuffle`, nothing counted, AVX2", ALL + "avx2", STD_SHUFFLE, {12: 0.8, 16: 0.8, 52: 0.5}),
     Ratio("against `std::shuffle`, nothing counted, no vectors", ALL + "plain", STD_SHUFFLE, {12: 0.25, 16: 0.25, 52: 0.15}),
     Ratio("against `std::shuffle` into a `std::map`", ALL + "BEST", USER, {3: 35, 5: 40, 8: 60}),
     Ratio("against the best scalar loop, AVX-512", ALL + "avx512", LOOPS, {3: 8, 5: 8, 8: 7}),
     Ratio("against the best scalar loop, AVX2", ALL + "avx2", LOOPS, {3: 3, 5: 3, 8: 2}),
     Ratio("against the best scalar loop, AVX-512, both at their best", ALL + "avx512", LOOPS, at_best=True),
     Ratio("against the best scalar loop, AVX2, both at their best", ALL + "avx2", LOOPS, at_best=True),
     Ratio("against the best with a word a draw, AVX-512", ALL + "avx512", WORD_A_DRAW_LOOPS),
     Ratio("against the best with a word a draw, AVX2", ALL + "avx2", WORD_A_DRAW_LOOPS),
     Ratio("against the textbook loop, AVX-512", ALL + "avx512", TEXTBOOK_LOOP),
     Ratio("against the textbook loop, AVX2", ALL + "avx2", TEXTBOOK_LOOP),
     Ratio("against numpy", ALL + "BEST", NUMPY),
     Ratio("against the bare shuffle", ALL + "BEST", (BARE + "BEST",), {3: 0.6, 5: 0.6, 8: 0.45})] +
    [Ratio(f"{shuffle.replace('_', '-')} against durstenfeld, per draw", "count_all/" + shuffle,
           ("count_all/durstenfeld",), everywhere(0.5), per_draw=True)
     for shuffle in LANES_SHUFFLES] +
    [Ratio(f"{shuffle.replace('_', '-')} by the scalar interpreter against by hand", "sampler/" + shuffle,
           ("by_hand/" + shuffle,), everywhere(0.8))
     for shuffle in SCALAR_SHUFFLES])

PROCESSES = [
    Process("naive-swap --n 5", exit_code=1, seconds=0.015, times=5),
    Process("swap-pairs:k=10 --n 5", exit_code=1, seconds=0.060, times=5),
    Process("durstenfeld --n 8 --threads 2", exit_code=0, seconds=1.5, largest_bias=0.001),
]

# The whole engine on one thread and on two.
THREADS_ARGUMENTS = "durstenfeld --n 5 --trials 4000000000"
LEAST_OF_TWO_THREADS = 1.85
