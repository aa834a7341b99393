#include "reports/words/short_words.hpp"

#include <string_view>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/bound_text.hpp"
#include "reports/words/bet_words.hpp"
#include "reports/words/bias_words.hpp"
#include "reports/words/trial_words.hpp"

namespace fairshuffle {

namespace {

std::string biased_in_one(const TargetRecord& result, const Budget& budget) {
  const BiasWords words = bias_words(result, budget);
  if (result.linked) return fmt::format("Fairness is rejected ({}): {}.", words.evidence, words.where);
  const std::string mistake = named_mistake(result);
  return fmt::format("Fairness is rejected ({}): {}{}.", words.evidence, words.how_much,
                     mistake.empty() ? "" : fmt::format(", as {} would", mistake));
}

std::string unrejected_in_one(const TargetRecord& result) {
  std::string text = fmt::format("No test rejects fairness in {}", how_many_trials(result.evidence.trials));
  if (result.bias.tv_upper) {
    text += fmt::format(", and no bet on {} gains more than {}", bets_covered(result.bias),
                        points_text(points_up(*result.bias.tv_upper)));
  }
  if (result.trials_to_decide) {
    text += fmt::format("; about {} trials would decide", short_number(*result.trials_to_decide, 2));
  }
  return text + ".";
}

// What became of a program stands in sentences of their own behind the first. Rows that are quoted there, and
// the program's last words, stay as they are.
std::string failure_in_one(std::string error) {
  for (const std::string_view sentence :
       {". It exited with status ", ". It was killed by ", ". It closed its ", ". A process that it started ",
        ". Its last words on standard error: "}) {
    const std::size_t at = error.find(sentence);
    if (at == std::string::npos) continue;
    error[at] = ';';
    error[at + 2] = sentence[2] == 'A' ? 'a' : 'i';
  }
  return error;
}

}  // namespace

std::string in_one_sentence(const TargetRecord& result, const Budget& budget) {
  if (!result.verdict) return failure_in_one(result.evidence.error);
  switch (*result.verdict) {
    case Verdict::biased:
      return biased_in_one(result, budget);
    case Verdict::invalid:
      return no_order_clause(result.evidence, "The") + ".";
    case Verdict::fair:
    case Verdict::inconclusive:
      break;
  }
  return unrejected_in_one(result);
}

}  // namespace fairshuffle
