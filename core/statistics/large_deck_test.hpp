// What tests of large decks have in common in the registry.
#pragma once

#include <string_view>
#include <vector>

#include "core/order/order.hpp"
#include "core/statistics/test_result.hpp"

namespace fairshuffle {

/// A test of decks from smallest_large_deck cards on that needs neither marked cards nor counted orders, of
/// wide decks only where that is said. The arguments are as in TestInfo.
constexpr TestInfo large_deck_test(std::string_view name, std::string_view claim, std::string_view null_law,
                                   std::string_view blind_to, std::vector<TestResult> (*run)(const Tally&),
                                   std::uint64_t (*hypotheses)(int deck_size) = one_hypothesis,
                                   int largest_deck = largest_byte_deck) {
  return {.name = name,
          .claim = claim,
          .null_law = null_law,
          .blind_to = blind_to,
          .smallest_deck = smallest_large_deck,
          .largest_deck = largest_deck,
          .needs_marked_cards = false,
          .needs_counted_orders = false,
          .run = run,
          .hypotheses = hypotheses};
}

}  // namespace fairshuffle
