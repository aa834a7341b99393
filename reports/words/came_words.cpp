#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "core/random/seeding.hpp"
#include "core/record/deviations.hpp"
#include "core/record/evidence_check.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/seed_space.hpp"
#include "core/statistics/tail.hpp"
#include "reports/words/words.hpp"

namespace fairshuffle {

namespace {

struct Came {
  std::uint64_t different = 0;
  std::uint64_t once = 0;       ///< of these those that came once
  double equal_to_another = 0;  ///< the chance of two trials, at least
};

// Nothing of a report whose trials nobody can have counted, which may be drawn all the same.
std::optional<Came> came(const TargetRecord& result) {
  if (result.target.deck_size < 2 || trials_of(result) < 2 || trials_of(result) > most_counted)
    return std::nullopt;
  const Evidence& evidence = result.evidence;
  const BirthdayCounts& kept = evidence.birthday;
  const auto trials = static_cast<double>(trials_of(result));
  Came all;
  const auto add = [&all, trials](std::uint64_t count, std::uint64_t permutations) {
    const auto often = static_cast<double>(count);
    all.different += permutations;
    all.once += count == 1 ? permutations : 0;
    all.equal_to_another += static_cast<double>(permutations) * often / trials * (often - 1) / (trials - 1);
  };
  for (const EqualCounts& equal : evidence.permutation_histogram) add(equal.count, equal.permutations);
  for (const std::uint64_t count :
       evidence.multiset ? evidence.multiset->arrangements : evidence.permutations) {
    if (count > 0) add(count, 1);
  }
  if (all.different == 0 && kept.one_in == 1 && kept.kept > 0) {
    all = {.different = kept.distinct,
           .once = kept.distinct - kept.again,
           .equal_to_another = 1 / static_cast<double>(kept.distinct)};
  }
  return all.different == 0 ? std::nullopt : std::optional(all);
}

double outcomes_of(const TargetRecord& result) {
  return number_of_arrangements(result.target.multiset, result.target.deck_size);
}

// As fair decks bring in so many trials.
double different_due(const TargetRecord& result) {
  return static_cast<double>(trials_of(result)) - mean_repeats(trials_of(result), outcomes_of(result));
}

bool are_few(const Came& all, const TargetRecord& result) {
  constexpr double log_level = -20.7;  // 1e-9
  const auto different = static_cast<double>(all.different), trials = static_cast<double>(trials_of(result));
  const double log_p = different - (trials - different) * std::log(outcomes_of(result) / different);
  return different <= different_due(result) / 2 && log_p <= log_level && 4 * all.once <= trials_of(result);
}

std::string whole_number(double number) {
  constexpr double exact = 1e15;
  return number < exact ? with_commas(static_cast<std::uint64_t>(std::round(number)))
                        : short_number(number, 3);
}

// What is due of so few cards is no small share.
double share_of_a_permutation(const TargetRecord& result) {
  return chance_of_equal_trials(result.target.multiset, result.target.deck_size);
}

constexpr std::string_view unmoved = "every deck came out as it went in",
                           same_permutation = "every deck came out in the same order";

std::string power_of_two(double exponent) {
  return fmt::format("2^{:.1f}", exponent);
}

std::string percent(double fraction) {
  return short_number(100 * fraction, 3) + " %";
}

std::string beside_due(const TargetRecord& result) {
  constexpr double notable = 0.005;
  const double due = share_of_a_permutation(result);
  return due < notable ? "" : fmt::format(" (expected: {})", percent(due));
}

// Of built-in targets it is known. Equal decks come of equal seeds, where there are any: of a clock that may
// read the same at two shuffles.
bool seeds_follow(const TargetDescription& target, DependenceShape shape) {
  const SeedingInfo* seeding = find_seeding(target.seeding);
  if (seeding == nullptr) return false;
  const std::uint64_t ticks_per_second = target.clock == "ms" ? 1000 : 1;
  return seeding->kind == SeedingKind::per_shuffle_counter ||
         (seeding->kind == SeedingKind::per_shuffle_clock &&
          (shape != DependenceShape::repeated || target.shuffles_per_second <= ticks_per_second));
}

// Of decks that are the one before too seldom.
std::string never_repeated(const TargetRecord& result) {
  if (result.dependence->proof == DependenceProof::birthday) return "only " + came_again(result);
  if (result.dependence->proof == DependenceProof::permutations)
    return "permutations come more evenly than independent decks bring them";
  const RepeatCounts& repeats = result.evidence.repeats;
  return fmt::format("{} of {} decks came out as the one before, far too few",
                     repeats.equal == 0 ? "none" : "only " + with_commas(repeats.equal),
                     with_commas(repeats.pairs));
}

// Every second pair is equal then, in each stream, and of the others as many as chance has it.
bool each_comes_twice(const TargetRecord& result) {
  const auto [pairs, equal] = result.evidence.repeats;
  const double half = static_cast<double>(pairs) / 2, chance = share_of_a_permutation(result);
  const auto streams = static_cast<double>(result.evidence.trials - pairs);
  return pairs > 0 && std::abs(static_cast<double>(equal) - half * (1 + chance)) <=
                          streams + 4 * std::sqrt(half * chance * (1 - chance));
}

DependenceWords words_of_shape(const TargetRecord& result, const DependenceRecord& dependence) {
  constexpr const char* hangs_together =
      "as when the deck is not reset between shuffles, two shuffles take turns, or each seed follows from "
      "the one before";
  const std::string share = percent(dependence.share.value_or(1));
  switch (dependence.shape) {
    case DependenceShape::periodic:
      if (!dependence.share) {
        return {fmt::format("the same decks come again after {} trials", with_commas(*dependence.period)),
                "as when the source's period is short, or the source is seeded again with the same seed"};
      }
      return {fmt::format("{} of the decks are the one {} trials before, more than chance has it", share,
                          with_commas(*dependence.period)),
              "as when the source's period is short, tables take turns, or trials are recorded twice"};
    case DependenceShape::never_repeated:
      return {never_repeated(result), "as when permutations are drawn without replacement"};
    case DependenceShape::repeated: {
      const auto [pairs, equal] = result.evidence.repeats;
      return {fmt::format("successive shuffles come out equal {} of the time{}, far too often{}",
                          percent(pairs == 0 ? 0 : static_cast<double>(equal) / static_cast<double>(pairs)),
                          beside_due(result), each_comes_twice(result) ? ": each deck comes twice" : ""),
              "as when a shuffle is left out, or does little to a deck that is not reset, the same deck is "
              "counted twice, a clock seeds the source or its period is short"};
    }
    case DependenceShape::fixed_step:
      return {fmt::format("{} of the decks are the one before, rearranged in one and the same way{}", share,
                          beside_due(result)),
              "as when a deck is used again, cut or turned, in place of a new shuffle"};
    case DependenceShape::alternating:
      return {dependence.share.value_or(1) < 1
                  ? fmt::format("successive permutations differ in parity in {} of the pairs, those of fair "
                                "decks in 50 %",
                                share)
                  : "odd and even permutations take turns",
              hangs_together};
    case DependenceShape::known_mistake:
      return {"each deck looks like the one before, shuffled by " +
                  step_words(*dependence.shuffle, result.target),
              "as when the deck is not reset between shuffles"};
    case DependenceShape::moved: {
      const WorstCell& cell = *dependence.cell;
      const double due = 1.0 / result.target.deck_size;
      return {fmt::format("the card at position {} of a deck {} at position {} of the next one{}", cell.card,
                          cell.count == 0 ? "never lies" : "lies", cell.position,
                          cell.count == 0 ? ""
                                          : fmt::format(" in {} of the pairs, of fair decks in {}",
                                                        percent(cell.ratio * due), percent(due))),
              hangs_together};
    }
    case DependenceShape::unclear:
      return {"the steps from each deck to the next show it, in no pattern that is known here",
              hangs_together};
  }
  return {};
}

}  // namespace

bool few_came(const TargetRecord& result) {
  const std::optional<Came> all = came(result);
  return all && are_few(*all, result);
}

std::string came_words(const TargetRecord& result) {
  const std::optional<Came> different = came(result);
  if (!different && !result.missing_permutations) return "";
  const Multiset& multiset = result.target.multiset;
  const double outcomes = outcomes_of(result);
  const std::string all = fmt::format("{} {}", whole_number(outcomes),
                                      multiset.is_deal()           ? "deals"
                                      : multiset.has_equal_cards() ? "arrangements"
                                                                   : "permutations");
  if (different && different->different == 1 && multiset.is_plain()) return "";
  if (different && are_few(*different, result)) {
    const double due = std::round(different_due(result));
    return fmt::format("only {} of {} came{}", with_commas(different->different), all,
                       due < outcomes ? fmt::format(" (expected: {})", whole_number(due)) : "");
  }
  return result.missing_permutations.value_or(0) == 0
             ? ""
             : fmt::format("{} of {} never came", with_commas(*result.missing_permutations), all);
}

bool diagonal_is(const TargetRecord& result, std::uint64_t count) {
  const std::vector<std::vector<std::uint64_t>>& counts = result.position_counts;
  for (std::size_t position = 0; position < counts.size(); ++position) {
    if (counts[position].size() != counts.size() || counts[position][position] != count) return false;
  }
  return counts.size() >= 2;
}

std::string constant_cards(const TargetRecord& result) {
  const std::vector<std::vector<std::uint64_t>>& counts = result.position_counts;
  const std::uint64_t trials = trials_of(result);
  if (counts.size() < 2 || trials == 0) return "";
  if (diagonal_is(result, trials)) return std::string(unmoved);
  std::vector<std::string> constant;
  for (std::size_t position = 0; position < counts.size(); ++position) {
    for (std::size_t card = 0; card < counts[position].size(); ++card) {
      if (counts[position][card] < trials) continue;
      constant.push_back(
          fmt::format("{} {} {}", card_text(result.target, card), constant.empty() ? "is always" : "always",
                      position == 0                   ? "first"
                      : position + 1 == counts.size() ? "last"
                                                      : fmt::format("at position {}", position)));
    }
  }
  if (constant.size() == counts.size()) return std::string(same_permutation);
  return told(std::move(constant));
}

std::string constant_cause(const TargetRecord& result) {
  if (result.diagnosis && !result.diagnosis->fits.empty()) return "";
  if (constant_cards(result) == unmoved)
    return "as when nothing shuffles them, or they are written down before it does";
  return constant_cards(result) == same_permutation ? "as from the same seed each time" : "";
}

std::string ascending_words(const TargetRecord& result) {
  const Multiset& multiset = result.target.multiset;
  if (!result.evidence.multiset || multiset.dealt < 2 || multiset.unordered) return "";
  // Cells that no ascending deal hits, of which a fair one is due to hit so many that none is no chance.
  constexpr double due = 40;
  const auto& sites = result.evidence.multiset->sites;
  const auto places = static_cast<std::size_t>(multiset.dealt);
  std::size_t cells = 0;
  for (std::size_t card = 0; card < sites.size(); ++card) {
    for (std::size_t place = 0; place < places; ++place) {
      const bool can_be = place <= card && places - place <= sites.size() - card;
      if (can_be) continue;
      if (sites[card][place] > 0) return "";
      ++cells;
    }
  }
  const auto trials = static_cast<double>(trials_of(result));
  return trials * static_cast<double>(cells) / result.target.deck_size < due
             ? ""
             : "every deal is in ascending order; where that is how it is written, add --unordered";
}

bool only_repeats_reject(const TargetRecord& result) {
  const TestRecord* repeats = test_named(result.tests, repeats_test.name);
  return repeats != nullptr && repeats->rejected && rejected_hypotheses(result.tests) == 1;
}

bool counts_explain_repeats(const TargetRecord& result) {
  constexpr double hardly = 1e-6;
  const auto [pairs, equal] = result.evidence.repeats;
  const std::optional<Came> all = came(result);
  return all && binomial_upper_tail(equal, pairs, std::min(1.0, all->equal_to_another)).p >= hardly;
}

std::string repeat_words(const TargetRecord& result) {
  const RepeatCounts& repeats = result.evidence.repeats;
  const double due = static_cast<double>(repeats.pairs) * share_of_a_permutation(result);
  return fmt::format("{} of {} pairs of successive decks were equal (expected: {})",
                     with_commas(repeats.equal), with_commas(repeats.pairs), short_number(due, 3));
}

std::string came_again(const TargetRecord& result) {
  const BirthdayCounts& counts = result.evidence.birthday;
  // Of permutations that are all counted none is kept apart.
  const std::uint64_t kept = counts.kept > 0 ? counts.kept : trials_of(result);
  const SeedSpaceRecord record = result.seed_space.value_or(SeedSpaceRecord{});
  return fmt::format("{} of {}{} decks came again (expected: {})", with_commas(record.repeats),
                     with_commas(kept), counts.one_in == 1 ? "" : " kept",
                     short_number(record.expected_repeats, 3));
}

std::string seed_words(const TargetRecord& result, const Budget& budget) {
  const TestRecord* birthday = test_named(result.tests, birthday_test.name);
  if (birthday == nullptr || !birthday->rejected || !result.seed_space) return "";
  if (const std::optional<double> p = result.seed_space->first_repeat_p; p && *p < latest_first_repeat) {
    return fmt::format(
        "{}, the first of them later than in independent draws ({}): so the number of starting states is not "
        "told",
        came_again(result), *p < 1e-300 ? "p < 1e-300" : p_statement(*p, std::log10(*p)));
  }
  if (result.seed_space->first_repeat_unknown) {
    // That permutations are few, or which mistake it is, is told, and that they come again follows.
    if (few_came(result) || !likeness(result).empty()) return "";
    return came_again(result) +
           "; the number of starting states is not told, since permutations are counted and nobody knows "
           "when the first came again";
  }
  if (!result.seed_space->estimate) return "";
  const SeedEstimate& estimate = *result.seed_space->estimate;
  // One permutation alone says what it is by its cards.
  if (estimate.log2_states < 0.5) return "";
  return fmt::format(
      "{}: it behaves like {} starting states ({} to {} with {} confidence), {}", came_again(result),
      power_of_two(estimate.log2_states), power_of_two(std::floor(estimate.log2_lower * 10) / 10),
      power_of_two(std::ceil(estimate.log2_upper * 10) / 10), confidence_text(budget.confidence),
      estimate.dense ? "most of which came" : "or some permutations come far more often than the others");
}

std::string fewest_permutations_words(const TargetRecord& result, const Budget& budget) {
  if (!result.seed_space || !result.seed_space->log2_fewest_permutations) return "";
  return fmt::format("at least {} different permutations can come out ({} confidence){}",
                     power_of_two(std::floor(*result.seed_space->log2_fewest_permutations * 10) / 10),
                     confidence_text(budget.confidence),
                     !option_of(result.target, "starts-anew").empty()
                         ? ", if each deck started from a draw of its own, as is declared"
                         : "");
}

DependenceWords dependence_words(const TargetRecord& result) {
  DependenceRecord dependence;
  dependence.shape = DependenceShape::repeated;
  if (result.dependence) dependence = *result.dependence;
  DependenceWords words = words_of_shape(result, dependence);
  if (!seeds_follow(result.target, dependence.shape)) return words;
  return {"seeds follow each other: " + words.looks,
          "as the source does not mix the seeds that it is given for each shuffle"};
}

}  // namespace fairshuffle
