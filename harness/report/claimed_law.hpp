// What is known of the decks of the target that counts are attributed to.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/exact/numeric_law.hpp"
#include "core/record/run_record.hpp"

namespace fairshuffle {

/// The law of single decks, as far as it is at hand. Trials are independent draws of it.
struct ClaimedLaw {
  bool fair = false;   ///< every order is equally likely, exactly
  bool valid = false;  ///< every trial is an order of the deck
  /// Blocks may share a seed, and so have the same decks: seeds are few.
  bool blocks_may_be_same = false;
  std::optional<NumericLaw> orders;            ///< of decks whose orders are counted, to nine cards
  std::vector<std::vector<double>> positions;  ///< P[position][card]; empty where it is not at hand
};

/// The largest deck whose law of orders is worked out: of ten cards it takes half a minute.
inline constexpr int largest_deck_held_to_its_orders = 9;

/// Nothing where single trials need not follow a law that is known: other kinds than the built-in, sources
/// whose structure may show in decks (SourceInfo::ideal), seedings other than per-block and
/// per-run, and names of no target. run_seed: of the run.
std::optional<ClaimedLaw> claimed_law(const TargetRecord& record, std::uint64_t run_seed);

}  // namespace fairshuffle
