#include "reports/words/trial_words.hpp"

#include <fmt/format.h>

#include "core/order/number_text.hpp"

namespace fairshuffle {

std::string how_many_trials(std::uint64_t trials) {
  return how_many_trials(with_commas(trials));
}

std::string how_many_trials(std::string_view number) {
  return fmt::format("{} trial{}", number, number == "1" ? "" : "s");
}

std::string no_order_clause(const Evidence& evidence, std::string_view the) {
  if (evidence.trials == 1) return fmt::format("{} only trial was no order of the deck", the);
  return fmt::format("{} of {} trials {} no order of the deck", with_commas(evidence.invalid_trials),
                     with_commas(evidence.trials), evidence.invalid_trials == 1 ? "was" : "were");
}

}  // namespace fairshuffle
