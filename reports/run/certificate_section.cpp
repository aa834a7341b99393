#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/bound_text.hpp"
#include "reports/run/sections.hpp"
#include "reports/words/bet_words.hpp"
#include "reports/words/card_names.hpp"

namespace fairshuffle {

namespace {

std::string line_of(const FamilyRecord& family, const TargetDescription& target, const Budget& budget) {
  std::string text = family_words(family, budget.confidence);
  if (!family.farthest.empty())
    text += fmt::format("; farthest from fair: {}", farthest_text(target, family));
  return text + fmt::format("; {} trials bring {}{}", short_number(family.trials_for_tolerance, 2),
                            points_text(short_number(100 * budget.tolerance, 3)),
                            family.asked ? "" : ", not asked for");
}

// What was looked for and could be seen: the honest complement of the bounds.
void add_power(const PowerRecord& power, Facts& facts) {
  const std::string probability = short_number(100 * power.power, 3);
  if (!power.found.empty()) {
    facts.lines.push_back(
        {"would have been found", fmt::format("{}, each with {} %, and what is plainer of the kind",
                                              mistakes_in_reach(power.found), probability)});
  }
  if (!power.missed.empty()) {
    facts.lines.push_back({"might not have been", mistakes_in_reach(power.missed)});
  }
}

}  // namespace

std::optional<Section> certificate_section(const TargetRecord& result, const Budget& budget) {
  if (result.families.empty() || result.verdict == Verdict::invalid) return std::nullopt;
  Facts facts;
  for (const FamilyRecord& family : result.families) {
    facts.lines.push_back({family.family, line_of(family, result.target, budget)});
  }
  if (result.power) add_power(*result.power, facts);
  return Section{
      .title = "How much bets gain at most", .blocks = {std::move(facts)}, .shown = Shown::in_detail};
}

}  // namespace fairshuffle
