#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/permutation/permutation.hpp"
#include "core/record/deviations.hpp"
#include "core/statistics/families/family_bounds.hpp"
#include "core/statistics/seed_space.hpp"
#include "reports/words/words.hpp"

namespace fairshuffle {

namespace {

constexpr int digits = 3;

// In percent, to so many digits, none of them rounded inwards.
double outwards(double probability, double (*round)(double)) {
  if (probability <= 0) return 0;
  const double unit = std::pow(10, std::floor(std::log10(100 * probability)) - (digits - 1));
  // What is whole but for the last bits of a double is not rounded on.
  const double units = 100 * probability / unit, nearest = std::round(units);
  return unit * (std::abs(units - nearest) < 1e-9 ? nearest : round(units));
}

std::uint64_t trials_of(const BetRecord& bet) {
  std::uint64_t trials = 0;
  for (const BetValue& value : bet.values) trials += value.count;
  return trials;
}

std::vector<std::string> families_covered(const BiasRecord& bias) {
  std::vector<std::string> families;
  for (std::size_t begin = 0, end = 0; begin < bias.covers.size(); begin = end + 1) {
    end = std::min(bias.covers.find(',', begin), bias.covers.size());
    families.push_back(bias.covers.substr(begin, end - begin));
  }
  return families;
}

}  // namespace

std::string verdict_word(const TargetRecord& result) {
  return result.verdict ? to_text(*result.verdict) : "failed";
}

ToldBounds told_bounds(const BiasRecord& bias) {
  ToldBounds told{.lower = {}, .upper = bias.tv_upper};
  if (bias.tv_lower.value_or(0) > 0) told.lower = bias.tv_lower;
  told.together = told.lower && told.upper && bounds_all_bets(bias);
  return told;
}

namespace {

std::string bias_text(const BiasRecord& bias, const std::string& gain) {
  const ToldBounds bounds = told_bounds(bias);
  if (bounds.together) {
    const std::string range = points_range(*bounds.lower, *bounds.upper);
    return gain.empty() ? points_text(range) : fmt::format("{} ({})", points_text(gain), range);
  }
  if (bounds.lower) return "at least " + points_text(points_down(*bounds.lower));
  if (!bounds.upper) return "not bounded";
  const std::string at_most = "at most " + points_text(points_up(*bounds.upper));
  if (bounds_all_bets(bias)) return at_most;
  // Of several "How much" names them.
  return fmt::format("{} on {}; whole deck not bounded", at_most,
                     families_covered(bias).size() > 1 ? "the bets asked for" : bets_covered(bias));
}

}  // namespace

std::string gain_text(const TargetRecord& result) {
  const std::optional<Bet>& bet = result.evidence.bet;
  if (!bet || bet->judged == 0) return "";
  const double gain = static_cast<double>(bet->hits) / static_cast<double>(bet->judged) - bet->share;
  if (gain <= 0) return "";
  // A bet that few trials chose among many permutations gains far less than the best one.
  const ToldBounds told = told_bounds(result.bias);
  constexpr double far = 1.4;
  if (told.together && *told.upper > far * gain) return "";
  return measured_points(gain);
}

std::string bias_text(const BiasRecord& bias) {
  return bias_text(bias, "");
}

std::string bias_text(const TargetRecord& result) {
  if (result.verdict == Verdict::biased && result.dependent) return "not independent";
  return bias_text(result.bias, gain_text(result));
}

std::string smallest_p_text(const TargetRecord& result) {
  const TestRecord* strongest = nullptr;
  for (const TestRecord& test : result.tests) {
    if (test.applied && (strongest == nullptr || std::pair(test.adjusted_p, test.log10_p) <
                                                     std::pair(strongest->adjusted_p, strongest->log10_p)))
      strongest = &test;
  }
  return strongest == nullptr ? "-" : adjusted_p_text(strongest->adjusted_p) + " " + strongest->name;
}

std::string expectation_text(const TargetRecord& result, bool is_control) {
  if (!result.expected) return "";
  if (is_control && result.expected == Verdict::fair && result.verdict == Verdict::inconclusive)
    return "not biased";
  return result.verdict == result.expected ? "as expected"
                                           : fmt::format("EXPECTED {}", to_text(*result.expected));
}

std::string adjusted_p_text(double adjusted_p) {
  return adjusted_p > 0 ? short_number(adjusted_p, 2) : "< 1e-300";
}

std::string confidence_text(double confidence) {
  return short_number(100 * confidence, 4) + " %";
}

std::string measured_points(double gain) {
  return gain >= 0.995 ? "100" : short_number(100 * gain, 2);
}

std::string tolerance_text(double tolerance) {
  return points_text(short_number(100 * tolerance, 3));
}

std::string how_many_trials(std::uint64_t trials) {
  return how_many_trials(with_commas(trials));
}

std::string how_many_trials(std::string_view number) {
  return fmt::format("{} trial{}", number, number == "1" ? "" : "s");
}

std::string no_permutation_clause(const Evidence& evidence) {
  return fmt::format("{} of {} trials {} no order of the deck", with_commas(evidence.invalid_trials),
                     with_commas(evidence.trials), evidence.invalid_trials == 1 ? "was" : "were");
}

const BetValue* farthest_value(const BetRecord& bet) {
  const auto trials = static_cast<double>(trials_of(bet));
  const BetValue* farthest = nullptr;
  double most = -1;
  for (const BetValue& value : bet.values) {
    if (trials == 0) break;
    const double errors = std::abs(static_cast<double>(value.count) - trials * value.fair) /
                          std::sqrt(trials * value.fair * (1 - value.fair));
    if (errors > most) {
      most = errors;
      farthest = &value;
    }
  }
  return farthest;
}

NamedGain best_named_gain(const std::vector<BetRecord>& bets) {
  NamedGain best;
  for (const BetRecord& bet : bets) {
    for (const BetValue& value : bet.values) {
      if (!value.lower || !value.upper) continue;
      const double on = *value.lower - value.fair, against = value.fair - *value.upper;
      const double gain = std::max(on, against);
      if (gain > best.gain) best = {.bet = &bet, .value = &value, .against = against > on, .gain = gain};
    }
  }
  return best;
}

std::string chance_text(double probability) {
  return short_number(100 * probability, 4);
}

std::string share_text(const BetValue& value, std::uint64_t trials) {
  return trials == 0 ? "" : chance_text(static_cast<double>(value.count) / static_cast<double>(trials));
}

std::string interval_text(const BetValue& value) {
  if (!value.lower || !value.upper) return "";
  return fmt::format("{} .. {}", short_number(outwards(*value.lower, std::floor), digits),
                     short_number(outwards(*value.upper, std::ceil), digits));
}

std::string why_withheld(HitFault fault) {
  return fmt::format(
      "no lower bound is stated: the hits of the chosen bet {}, as those of independent trials do not "
      "(looked at: the first judged decks, up to half a million cards)",
      fault == HitFault::clinging ? "cling to the trials that it was chosen on"
                                  : "crowd in some stretches of the trials");
}

std::string bets_of_family(const std::string& family) {
  for (const BetFamily& multiset : multiset_families()) {
    if (multiset.name == family) return std::string(multiset.bets_on);
  }
  const BetFamily* known = find_family_to_certify(family);
  return known == nullptr ? family : std::string(known->bets_on);
}

std::string bets_covered(const BiasRecord& bias) {
  if (bias.covers == "nothing") return "";
  if (bias.covers == "permutations") return "the order";
  if (bias.covers == "positions") return "where one card lies";
  std::vector<std::string> bets;
  for (const std::string& family : families_covered(bias)) bets.push_back(bets_of_family(family));
  return fmt::format("{}", fmt::join(bets, " or "));
}

std::string bets_of_lower(const BiasRecord& bias) {
  return bias.lower_covers == "permutations" ? "the order" : bets_of_family(bias.lower_covers);
}

std::vector<std::string> blind_spots_of(const TargetRecord& record) {
  std::vector<std::string> blind_spots;
  if (!record.verdict) {
    if (!record.caveat.empty()) blind_spots.push_back(record.caveat);
    return blind_spots;
  }
  if (!record.target.multiset.is_plain()) {
    if (record.bias.covers != "arrangements") {
      blind_spots.emplace_back("bets on all that can be told apart at once, which is too much to count");
    }
    blind_spots.emplace_back(record.target.multiset.is_deal() ? "what becomes of the cards that are not dealt"
                                                              : "which of equal cards is which");
    if (has_pairs(record.target.multiset, record.target.deck_size) &&
        !counts_together(record.target.multiset, record.target.deck_size)) {
      blind_spots.push_back(
          fmt::format("which cards are dealt together: pairs are counted of deals of up to {} cards",
                      most_dealt_together));
    }
  } else if (record.target.deck_size >= smallest_large_deck) {
    // So many tests look at so large decks that what one is blind to says little of what all are.
    blind_spots.push_back(
        fmt::format("bets on the whole order: permutations are too many to count, and what none of {} tests "
                    "sees stays unseen",
                    counted_tests(record.tests).applied.size()));
  } else if (record.target.deck_size > 1 && record.bias.covers != "permutations") {
    Together tests;
    for (const TestRecord& test : record.tests) {
      if (test.applied && !test.blind_to.empty()) add_to(tests, test.blind_to, test.test);
    }
    for (const auto& [to, names] : tests)
      blind_spots.push_back(fmt::format("{}: {}", fmt::join(names, ", "), to));
  }
  const TestRecord* birthday = test_named(record.tests, birthday_test.name);
  const bool looks_at_dependence = std::ranges::any_of(
      record.tests, [](const TestRecord& test) { return test.applied && test.test == successive_test.name; });
  blind_spots.push_back(
      fmt::format("dependence between trials{}; {} periods; seeds that can be guessed",
                  looks_at_dependence ? ", but for the kinds that tests of successive decks see" : "",
                  birthday != nullptr && birthday->applied ? "long" : "short"));
  if (record.bias.tv_upper)
    blind_spots.emplace_back("changes in time: the bound is on the average over all trials");
  if (!record.caveat.empty()) blind_spots.push_back(record.caveat);
  if (record.evidence.unread) {
    blind_spots.emplace_back("what was recorded after these trials, which was not read");
  }
  if (record.evidence.ended_early) {
    blind_spots.emplace_back(record.facts.writes_rows && !record.facts.recorded
                                 ? "what further trials would have shown: the run was ended early, or each "
                                   "start of the program begins with the same decks"
                                 : "what further trials would have shown: the run was ended early");
  }
  return blind_spots;
}

}  // namespace fairshuffle
