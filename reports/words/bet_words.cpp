#include "reports/words/bet_words.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/bound_text.hpp"
#include "core/statistics/families/family.hpp"
#include "core/statistics/families/made_up.hpp"
#include "reports/words/trial_words.hpp"

namespace fairshuffle {

namespace {

// About so many.
std::string trials_text(double trials) {
  constexpr double most_counted_out = 1e5;
  return trials < most_counted_out ? with_commas(static_cast<std::uint64_t>(std::ceil(trials)))
                                   : short_number(trials, 2);
}

}  // namespace

std::string bets_of_family(const std::string& family) {
  for (const MadeUpFamily& made_up : made_up_families()) {
    if (made_up.words.name == family) return std::string(made_up.words.bets_on);
  }
  const FamilyWords* known = find_family_to_certify(family);
  return known == nullptr ? family : std::string(known->bets_on);
}

std::string bets_covered(const BiasRecord& bias) {
  if (bias.covers == "nothing") return "";
  if (bias.covers == "orders") return "the order";
  if (bias.covers == "positions") return "where one card lies";
  std::string bets;
  for (std::string_view rest = bias.covers;;) {
    const std::size_t comma = rest.find(',');
    bets += (bets.empty() ? "" : " or ") + bets_of_family(std::string(rest.substr(0, comma)));
    if (comma == std::string_view::npos) return bets;
    rest = rest.substr(comma + 1);
  }
}

std::string family_words(const FamilyRecord& family, double confidence) {
  const std::string bets = bets_of_family(family.family);
  if (!family.tv_upper) return fmt::format("what a bet on {} gains is not bounded", bets);
  return fmt::format("no bet on {} gains more than {} over a fair deck ({} %)", bets,
                     points_text(points_up(*family.tv_upper)), short_number(100 * confidence, 4));
}

std::string mistakes_in_reach(const std::vector<MistakeInReach>& mistakes) {
  constexpr std::size_t most_told = 6;
  const std::size_t told = std::min(most_told, mistakes.size());
  std::string text;
  for (const MistakeInReach& mistake : std::span(mistakes).first(told)) {
    text += fmt::format("{}{} ({}, {})", text.empty() ? "" : ", ", mistake.target, mistake.found_by,
                        how_many_trials(trials_text(mistake.trials)));
  }
  if (told < mistakes.size()) text += fmt::format(" and {} more", mistakes.size() - told);
  return text;
}

}  // namespace fairshuffle
