#include "core/statistics/families/coverage_for_tests.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <numeric>
#include <optional>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/families/family_bounds.hpp"
#include "core/statistics/tail.hpp"
#include "core/tally/tables/tables.hpp"

namespace fairshuffle {

namespace {

std::vector<Card> sorted_deck(int deck_size) {
  std::vector<Card> deck(static_cast<std::size_t>(deck_size));
  std::iota(deck.begin(), deck.end(), Card{0});
  return deck;
}

// All cuts of the cards behind the first `kept`, which stay.
std::vector<std::vector<Card>> cuts_behind(int deck_size, int kept) {
  std::vector<std::vector<Card>> cuts;
  std::vector<Card> deck = sorted_deck(deck_size);
  for (int cut = kept; cut < deck_size; ++cut) {
    cuts.push_back(deck);
    std::rotate(deck.begin() + kept, deck.begin() + kept + 1, deck.end());
  }
  return cuts;
}

// Of the tables only those that families read: the others take most of the time.
class Counter {
 public:
  Counter(int deck_size, const OnRequest& asked)
      : tally_(deck_size, 0, asked),
        read_{&relative_order_table, &top_two_table},
        waiting_(deck_size),
        gathered_(deck_size) {
    read_.insert(read_.end(), asked.tables.begin(), asked.tables.end());
    if (asked.pairs) pair_positions_.emplace(deck_size);
    for (const TableInfo* table : read_) cells_.emplace_back(table->cells(deck_size));
  }
  void add(const std::vector<Card>& permutation) {
    ++tally_.trials;
    tally_.add_to_derived(permutation);
    waiting_.add(permutation);
    if (pair_positions_) pair_positions_->add(permutation);
    if (waiting_.full()) gather();
  }
  /// To be called once, at the end.
  const Tally& counted() {
    if (waiting_.size() > 0) gather();
    count();
    for (std::size_t table = 0; table < read_.size(); ++table) {
      tally_.tables.add_cells(read_[table]->name, cells_[table]);
    }
    if (pair_positions_) {
      tally_.pair_positions = pair_positions_->sums();
    }
    return tally_;
  }

 private:
  void gather() {
    gathered_.add(waiting_);
    waiting_.clear();
    if (gathered_.full()) count();
  }
  void count() {
    for (std::size_t table = 0; table < read_.size(); ++table) read_[table]->add(gathered_, cells_[table]);
    gathered_.clear();
  }

  Tally tally_;
  std::vector<const TableInfo*> read_;
  std::vector<std::vector<std::uint64_t>> cells_;
  PermutationPlanes waiting_;
  PermutationBatches gathered_;
  std::optional<PairPositionCounts> pair_positions_;
};

OnRequest requests_of(std::span<const BetFamily> families) {
  std::vector<std::string> names;
  for (const BetFamily& family : families) names.emplace_back(family.name);
  return asked_by(names);
}

// Those that so many trials bound.
std::vector<BetFamily> bounded_families(const FamilyCoveragePlan& plan, double confidence) {
  std::vector<BetFamily> bounded;
  for (const BetFamily& family : all_families()) {
    const double fewest = trials_for_family(family, plan.deck_size, 1, confidence);
    if (fewest <= static_cast<double>(plan.trials)) bounded.push_back(family);
  }
  return bounded;
}

// A member has `share` of its probability where the permutations have theirs and the rest evenly, so that its
// distance is `share` times theirs.
double distance_of_farthest(const BetFamily& family, int deck_size, const MixedDistribution& distribution) {
  if (distribution.share == 0) return 0;
  Counter permutations(deck_size, requests_of(std::span(&family, 1)));
  for (const std::vector<Card>& permutation : distribution.permutations) permutations.add(permutation);
  double farthest = 0;
  for_each_deviation(family, permutations.counted(), [&](const BetFamily::Deviation& deviation) {
    farthest = std::max(farthest, deviation.distance);
  });
  return distribution.share * farthest;
}

}  // namespace

std::vector<MixedDistribution> distributions_for_family_coverage(int deck_size) {
  std::vector<Card> reversed = sorted_deck(deck_size);
  std::ranges::reverse(reversed);
  const std::pair<const char*, std::vector<std::vector<Card>>> mixed_in[] = {
      {"sorted", {sorted_deck(deck_size)}},
      {"cut", cuts_behind(deck_size, 0)},
      {"card 0 on top", cuts_behind(deck_size, 1)},
      {"sorted or reversed", {sorted_deck(deck_size), reversed}},
  };
  std::vector<MixedDistribution> distributions = {{"fair", 0, {}}};
  for (const auto& [name, permutations] : mixed_in) {
    for (const double share : {0.005, 0.02, 0.08, 0.3, 0.8}) {
      distributions.push_back({fmt::format("{} % {}", 100 * share, name), share, permutations});
    }
  }
  return distributions;
}

std::vector<PromiseCheck> check_family_coverage(const FamilyCoveragePlan& plan,
                                                const MixedDistribution& distribution) {
  constexpr std::array confidences{0.99, 0.999};
  constexpr double rounding = 1e-12;  // of the true distances
  const std::vector<BetFamily> families = bounded_families(plan, confidences.back());
  const OnRequest asked = requests_of(families);
  std::vector<double> distances;
  for (const BetFamily& family : families) {
    distances.push_back(distance_of_farthest(family, plan.deck_size, distribution));
  }
  std::vector<std::array<std::atomic<std::uint64_t>, confidences.size()>> holds(families.size());
  for_each_replicate(plan.replicates, plan.threads, [&](std::uint64_t replicate) {
    std::mt19937_64 words(plan.seed + replicate);
    std::bernoulli_distribution mixed_in(distribution.share);
    Counter counter(plan.deck_size, asked);
    std::vector<Card> deck = sorted_deck(plan.deck_size);
    for (std::uint64_t trial = 0; trial < plan.trials; ++trial) {
      if (distribution.share > 0 && mixed_in(words)) {
        counter.add(distribution.permutations[words() % distribution.permutations.size()]);
      } else {
        std::ranges::shuffle(deck, words);
        counter.add(deck);
      }
    }
    const Tally& tally = counter.counted();
    for (std::size_t family = 0; family < families.size(); ++family) {
      for (std::size_t which = 0; which < confidences.size(); ++which) {
        const FamilyBound bound = bound_family(families[family], tally, confidences[which]);
        holds[family][which] += bound.tv_upper.value() >= distances[family] - rounding;
      }
    }
  });

  std::vector<PromiseCheck> checks;
  const auto runs = static_cast<double>(plan.replicates);
  for (std::size_t family = 0; family < families.size(); ++family) {
    for (std::size_t which = 0; which < confidences.size(); ++which) {
      const std::uint64_t held = holds[family][which];
      const double observed = static_cast<double>(held) / runs, promised = confidences[which];
      checks.push_back({fmt::format("{} cards, {} trials, {}: bound of {} holds", plan.deck_size, plan.trials,
                                    distribution.name, families[family].name),
                        promised, observed,
                        (observed - promised) / std::sqrt(promised * (1 - promised) / runs),
                        // Only too seldom is wrong.
                        binomial_lower_tail(held, plan.replicates, promised).p});
    }
  }
  return checks;
}

}  // namespace fairshuffle
