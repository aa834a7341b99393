#include "core/verdict/seed_space.hpp"

#include <algorithm>
#include <cmath>

#include "core/statistics/birthday.hpp"
#include "core/statistics/dependent_trials.hpp"
#include "core/statistics/occupancy.hpp"
#include "core/statistics/seed_space.hpp"
#include "core/statistics/tail.hpp"

namespace fairshuffle {

namespace {

constexpr double log10_of_chance = -9;

// Of j orders at the commonest step half have no more than 2/j of the trials, and of an order of so few,
// which may lie anywhere, any one step is the mean one with a chance of (2/j) / (e (1 - 2/j)) at most: below
// 1/j from eight orders on. That so many of all that came again chose the step, any of the trials' number:
bool many_keep_to_one_step(const BirthdayCounts& counts, std::uint64_t trials) {
  if (counts.at_distance < 8) return false;
  const double by_chance = 1 / static_cast<double>(counts.at_distance);
  const std::uint64_t half = counts.at_distance / 2;
  return binomial_upper_tail(half, counts.again, by_chance).log10_p +
             std::log10(static_cast<double>(trials)) <=
         log10_of_chance;
}

bool come_again_too_often(const Findings& findings) {
  const TestRecord* birthday = test_named(findings.tests, birthday_test.name);
  return birthday != nullptr && birthday->rejected && birthday->tail == Tail::upper;
}

// The estimate, unless more decks follow themselves than so many states have it.
std::optional<StartingStates> states_of(const Tally& whole, const Findings& findings) {
  constexpr double hardly = 1e-6;
  if (whole.makeup || !come_again_too_often(findings)) return std::nullopt;
  auto found = starting_states(whole.birthday, whole.deck_size, findings.bias.confidence);
  if (!found) return std::nullopt;
  const auto [pairs, equal] = whole.repeats;
  if (binomial_upper_tail(equal, pairs, 1 / found->lower).p < hardly) return std::nullopt;
  if (log10_chance_of_this_sequence(whole) < std::log10(hardly)) return std::nullopt;
  return found;
}

}  // namespace

bool few_states_explain_repeats(const Tally& whole, const Findings& findings) {
  return states_of(whole, findings).has_value();
}

std::optional<std::uint64_t> period_of(const Tally& whole, const Findings& findings) {
  const BirthdayCounts& counts = whole.birthday;
  if (counts.distance < 2 || counts.repeats() == 0 || !come_again_too_often(findings)) return std::nullopt;
  if (many_keep_to_one_step(counts, whole.trials)) return counts.distance;
  // Decks that are few may come again by chance beside them.
  if (counts.at_distance < counts.again) return std::nullopt;
  // At such steps an order comes again so often at the most. The first order that came again sets the
  // distance; each other keeps to it by a chance of two in all trials. How often one came says nothing: of
  // what lies between its first and its last trial none is known.
  const std::uint64_t most_of_an_order = std::max<std::uint64_t>(1, (whole.trials - 1) / counts.distance);
  const auto others = static_cast<double>((counts.repeats() - 1) / most_of_an_order);
  if (others * std::log10(2 / static_cast<double>(whole.trials)) <= log10_of_chance) return counts.distance;
  // Few orders that take turns. Independent trials that come to so many orders are equal to the one before
  // with a chance of at least 0.9 over their number, what was not seen of them set aside; of the pairs every
  // other is independent.
  const bool all_kept = counts.one_in == 1 && counts.kept == whole.trials;
  const double each_differs = std::log10(1 - 0.9 / static_cast<double>(counts.distinct));
  const bool take_turns = all_kept && whole.repeats.equal == 0 &&
                          static_cast<double>(whole.repeats.pairs / 2) * each_differs <= log10_of_chance;
  return take_turns ? std::optional(counts.distance) : std::nullopt;
}

std::optional<SeedSpaceRecord> seed_space_of(const Tally& whole, const TargetFacts& facts,
                                             const Findings& findings) {
  const BirthdayCounts& counts = whole.birthday;
  if (counts.kept == 0) return std::nullopt;
  const auto one_in = static_cast<double>(counts.one_in);
  SeedSpaceRecord record;
  record.repeats = counts.repeats();
  record.expected_repeats = mean_repeats(counts.kept, std::max(1.0, number_of_outcomes(whole) / one_in));
  record.distance = counts.distance;
  record.confidence = findings.bias.confidence;
  // How many starting states there are is estimated against n!.
  if (whole.makeup) return record;
  if (const auto found = states_of(whole, findings); found && !findings.linked) {
    record.estimate = SeedEstimate{.log2_states = std::log2(found->states),
                                   .log2_lower = std::log2(found->lower),
                                   .log2_upper = std::log2(found->upper),
                                   .dense = found->trials_a_state >= 1};
  }
  if (facts.starts_anew && !findings.linked) {
    record.log2_fewest_orders = std::log2(fewest_orders(counts, whole.deck_size, record.confidence));
  }
  return record;
}

}  // namespace fairshuffle
