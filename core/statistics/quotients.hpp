// Is what leads from one order to the next one as random as an order?
#pragma once

#include <vector>

#include "core/statistics/test_result.hpp"

namespace fairshuffle {

/// The quotients as a tally of their own, a trial for each pair, with all kinds filled in that quotients are
/// counted by; no repeats, and no quotients of quotients.
Tally tally_of_quotients(const Tally& tally);

/// Claim tested: the quotient of successive trials is uniform. Independent uniform orders a_1 .. a_N have
/// independent uniform quotients, because (a_1, ..., a_N) -> (a_1, q_1, ..., q_(N-1)) is one to one
/// (core/README.md 2.12); so every test of orders is one of quotients, with the same null law and the same
/// rule for the trials, which are pairs here. To largest_deck_of_quotient_orders cards: `orders` and its
/// parts, which `positions`, `strongest-position`, `parity` and `parts` judge; above: `positions`,
/// `strongest-position`, `parity`, `fixed-points` and `cycles`, and of large decks numbers. A result for each
/// of their hypotheses, named "quotient orders" and the like; one result, not applied, for one card and
/// without a pair.
std::vector<TestResult> test_quotients(const Tally& tally);

/// Those of the tests that it runs. deck_size 2 to 1024.
std::uint64_t hypotheses_of_quotients(int deck_size);

inline constexpr TestInfo quotients_test{
    .name = "quotients",
    .claim = "what leads from one trial's order to the next one's is as random as an order",
    .null_law =
        "those of orders and its parts to 8 cards; above of positions, their cells, parity, fixed-points, "
        "cycles",
    .blind_to =
        "links between trials that do not follow each other, and every bias that all trials share weakly",
    .smallest_deck = 2,
    .largest_deck = largest_deck_size,
    .needs_marked_cards = false,
    .needs_counted_orders = false,
    .run = test_quotients,
    .hypotheses = hypotheses_of_quotients,
};

}  // namespace fairshuffle
