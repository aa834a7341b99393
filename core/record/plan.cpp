#include "core/record/plan.hpp"

#include <algorithm>

#include "core/statistics/bet_laws.hpp"
#include "core/statistics/families/family.hpp"
#include "core/tally/birthday.hpp"

namespace fairshuffle {

const char* to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::fair:
      return "fair";
    case Verdict::biased:
      return "biased";
    case Verdict::inconclusive:
      return "inconclusive";
    case Verdict::invalid:
      return "invalid";
  }
  return "";
}

std::optional<Verdict> verdict_from_text(std::string_view text) {
  for (const Verdict verdict : {Verdict::fair, Verdict::biased, Verdict::inconclusive, Verdict::invalid}) {
    if (text == to_text(verdict)) return verdict;
  }
  return std::nullopt;
}

std::vector<const TestInfo*> tests_for(const RunSettings& settings, const PlannedTarget& target) {
  std::vector<const TestInfo*> tests;
  for (const std::string& name : settings.tests) {
    const TestInfo* test = find_test(name);
    if (test == nullptr || !test->of_makeup(target.target.makeup, target.target.deck_size)) continue;
    if (test->needs_marked_cards && target.target.marked == 0) continue;
    if ((test->needs_bets && target.bets.empty()) || (test->needs_pairs && !target.pairs)) continue;
    const bool counts_table = test->needs_table == nullptr ||
                              std::ranges::find(target.tables, test->needs_table) != target.tables.end();
    if (!counts_table) continue;
    const bool is_of_larger = test->smallest_deck >= smallest_birthday_deck;
    if (is_of_larger && target.target.deck_size < test->smallest_deck) continue;
    tests.push_back(test);
  }
  return tests;
}

void plan_on_deck(const RunSettings& settings, PlannedTarget& target) {
  target.bets = bets_on_deck(settings.bets, target.target.deck_size, target.target.makeup);
  const bool is_large = target.target.deck_size >= smallest_large_deck &&
                        !is_wide_deck(target.target.deck_size) && target.target.makeup.is_plain();
  target.pairs = settings.pairs && is_large;
  target.tables = is_large ? asked_by(settings.certify).tables : AskedTables{};
}

CountedDeck counted_deck(const PlannedTarget& target) {
  return {.size = target.target.deck_size,
          .marked = target.target.marked,
          .orders_counted = target.facts.orders_counted,
          .bet_hypotheses = hypotheses_of_bets(target.bets, target.target.deck_size),
          .pairs_counted = target.pairs,
          .tables = target.tables,
          .makeup = target.target.makeup};
}

}  // namespace fairshuffle
