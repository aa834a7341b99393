#include "reports/words/repeat_words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/order/number_text.hpp"

namespace fairshuffle {

bool only_repeats_reject(const TargetRecord& result) {
  const TestRecord* repeats = test_named(result.tests, "repeats");
  return repeats != nullptr && repeats->rejected && rejected_hypotheses(result.tests) == 1;
}

std::string repeat_words(const TargetRecord& result) {
  const RepeatCounts& repeats = result.evidence.repeats;
  double due = static_cast<double>(repeats.pairs);
  for (int card = 2; card <= result.target.deck_size; ++card) due /= card;  // 1/128! is 3e-216
  return fmt::format("{} of {} pairs of successive decks were equal, where {} were due",
                     with_commas(repeats.equal), with_commas(repeats.pairs), short_number(due, 3));
}

}  // namespace fairshuffle
