// Records of targets as a run makes them, from counts.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "core/record/findings.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// A built-in target of that name with these counts by rank, each trial a stream of its own.
inline TargetRecord record_of_counts(std::string name, int deck_size, std::vector<std::uint64_t> by_rank,
                                     Verdict verdict = Verdict::fair) {
  const auto permutations = std::make_shared<PermutationCounts>(deck_size);
  TargetRecord record;
  for (std::uint64_t rank = 0; rank < by_rank.size(); ++rank) {
    permutations->add(rank, by_rank[rank]);
    record.evidence.trials += by_rank[rank];
  }
  Tally tally(deck_size, 0);
  derive_from_permutations(*permutations, tally);
  record.position_counts = tally.positions.by_position();
  record.name = std::move(name);
  record.target.shuffle = record.name.substr(0, record.name.find(':'));
  record.target.deck_size = deck_size;
  record.facts = {.follows_seed = true, .permutations_counted = true};
  record.verdict = verdict;
  record.sentence = fmt::format("The sentence of {}.", record.name);
  record.evidence.permutations = std::move(by_rank);
  return record;
}

}  // namespace fairshuffle
