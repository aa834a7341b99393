#include "reports/words/blind_spots.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/statistics/birthday.hpp"
#include "core/statistics/quotients.hpp"
#include "core/tally/makeup_counts.hpp"

namespace fairshuffle {

std::vector<std::string> blind_spots_of(const TargetRecord& record) {
  std::vector<std::string> blind_spots;
  if (!record.verdict) {
    if (!record.caveat.empty()) blind_spots.push_back(record.caveat);
    return blind_spots;
  }
  if (!record.target.makeup.is_plain()) {
    if (record.bias.covers != "arrangements") {
      blind_spots.emplace_back("bets on all that can be told apart at once, which is too much to count");
    }
    blind_spots.emplace_back(record.target.makeup.is_deal() ? "what becomes of the cards that are not dealt"
                                                            : "which of equal cards is which");
    if (has_pairs(record.target.makeup, record.target.deck_size) &&
        !counts_together(record.target.makeup, record.target.deck_size)) {
      blind_spots.push_back(
          fmt::format("which cards are dealt together: pairs are counted of deals of up to {} cards",
                      most_dealt_together));
    }
  } else if (record.target.deck_size >= smallest_large_deck) {
    // So many tests look at so large decks that what one is blind to says little of what all are.
    blind_spots.push_back(fmt::format(
        "bets on the whole order: orders are too many to count, and what none of {} tests sees stays unseen",
        std::ranges::count_if(record.tests, &TestRecord::applied)));
  } else if (record.target.deck_size > 1 && record.bias.covers != "orders") {
    // A test of several hypotheses is told once, and tests that are blind to the same together.
    struct Blindness {
      std::string_view to;
      std::vector<std::string_view> tests;
    };
    std::vector<Blindness> all;
    for (const TestRecord& test : record.tests) {
      if (!test.applied || test.blind_to.empty()) continue;
      auto same = std::ranges::find(all, test.blind_to, &Blindness::to);
      if (same == all.end()) same = all.insert(all.end(), {test.blind_to, {}});
      if (std::ranges::find(same->tests, test.test) == same->tests.end()) same->tests.push_back(test.test);
    }
    for (const Blindness& blind : all) {
      blind_spots.push_back(fmt::format("{}: {}", fmt::join(blind.tests, ", "), blind.to));
    }
  }
  const TestRecord* birthday = test_named(record.tests, birthday_test.name);
  const bool looks_at_links = std::ranges::any_of(
      record.tests, [](const TestRecord& test) { return test.applied && test.test == quotients_test.name; });
  blind_spots.push_back(fmt::format("links between trials{}, {} periods, and seeds that can be guessed",
                                    looks_at_links ? " that do not follow each other" : "",
                                    birthday != nullptr && birthday->applied ? "long" : "short"));
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
