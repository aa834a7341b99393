#include "reports/words/looked_at.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "reports/words/named_bet_words.hpp"
#include "reports/words/uneven_counts.hpp"

namespace fairshuffle {

namespace {

struct LookedAt {
  std::string_view test;  ///< as --tests takes it
  std::string_view uneven;
};
constexpr std::array looked_at_by{
    LookedAt{"parity", "odd and even orders do not come equally often"},
    LookedAt{"hand-mates", "some cards are dealt into one hand more often than others"},
    LookedAt{"pairs", "some two cards lie in some two positions more often than others"},
    LookedAt{"hole-cards", "some two cards lie on top more often than others"},
    LookedAt{"flop", "some three cards lie on top more often than others"},
    LookedAt{"top-five", "some five cards lie on top more often than others"},
    LookedAt{"subsets", "the marked cards lie on some sets of positions more often than on others"},
    LookedAt{"cycles", "orders do not have as many cycles as random ones"},
    LookedAt{"fixed-points", "cards do not stay in their places as often as in random orders"},
    LookedAt{"cyclic-differences", "some steps from a card to the next one come more often than others"},
    LookedAt{"inverse-cyclic-differences",
             "the next higher card lies at some distances behind a card more often than at others"},
    LookedAt{"inverse-neighbours",
             "a card and the next higher one lie at some two places more often than at "
             "others"},
    LookedAt{"strongest-inverse-neighbour",
             "a card and the next higher one lie at some two places more often than at others"},
    LookedAt{"kinds", "some kinds of cards lie at some positions more often than others"},
    LookedAt{"kind-neighbours", "some kinds of cards stand next to each other more often than they should"},
    LookedAt{"dealt-cards", "some cards are dealt more often than others"},
    LookedAt{"dealt-together", "some two cards are dealt together more often than others"},
    LookedAt{"arrangements", "some arrangements come more often than others"},
    LookedAt{"draw-digits", "the draws that Durstenfeld's shuffle would have made are uneven"},
    LookedAt{"strongest-digit", "the draws that Durstenfeld's shuffle would have made are uneven"},
    LookedAt{"matched-digits",
             "the draws that Durstenfeld's shuffle would have made lean as those of short "
             "words do"},
};

const TestRecord* sharpest_test(const TargetRecord& result) {
  const TestRecord* smallest = nullptr;
  for (const TestRecord& test : result.tests) {
    const bool counts = rejects_as_uneven(test) && test.test != "quotients" && test.test != "repeats";
    if (counts && (smallest == nullptr || test.log10_p < smallest->log10_p)) smallest = &test;
  }
  return smallest;
}

}  // namespace

std::string looked_at(const TargetRecord& result) {
  const TestRecord* test = sharpest_test(result);
  if (test == nullptr) return "";
  if (std::string counts = uneven_counts(result, test->test); !counts.empty()) return counts;
  const auto found = std::ranges::find(looked_at_by, test->test, &LookedAt::test);
  return found == looked_at_by.end() ? "" : std::string(found->uneven);
}

std::string uneven_bet(const TargetRecord& result) {
  const TestRecord* test = sharpest_test(result);
  if (test == nullptr || test->test != "bets") return "";
  // "bet-mean opening hand", "bet-shape opening hand"
  const auto bet =
      std::ranges::find(result.bet_records, test->name.substr(test->name.find(' ') + 1), &BetRecord::name);
  const BetValue* value = bet == result.bet_records.end() ? nullptr : farthest_value(*bet);
  if (value == nullptr) return "";
  return fmt::format("{}: {} came {} % of the time, where {} % are due", bet->name, value->value,
                     share_text(*value, result.evidence.trials - result.evidence.invalid_trials),
                     chance_text(value->fair));
}

}  // namespace fairshuffle
