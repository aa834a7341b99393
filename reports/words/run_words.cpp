#include "reports/words/run_words.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/order/order.hpp"
#include "core/record/outcome.hpp"
#include "reports/verdict_words.hpp"

namespace fairshuffle {

std::string run_title(const RunRecord& run) {
  return run.verdict ? fmt::format("Verdict: {}", to_text(*run.verdict)) : "No verdict";
}

std::string run_summary(const RunRecord& run) {
  std::string text =
      fmt::format("{} target{}", with_commas(run.results.size()), run.results.size() == 1 ? "" : "s");
  const char* between = ": ";
  for (const char* word : {"fair", "biased", "inconclusive", "invalid", "failed"}) {
    const auto count = std::ranges::count(run.results, word, verdict_word);
    if (count == 0) continue;
    text += fmt::format("{}{} {}", between, with_commas(static_cast<std::uint64_t>(count)), word);
    between = ", ";
  }
  std::size_t expected = 0, unmet = 0;
  for (const TargetRecord& result : run.results) {
    expected += result.expected.has_value();
    unmet += outcome_of(result) != Outcome::as_due;
  }
  if (expected > 0) text += unmet == 0 ? "; all as expected" : fmt::format("; {} not as expected", unmet);
  if (!run.controls.empty()) text += any_control_is_wrong(run) ? "; a control is wrong" : "; controls as due";
  return text;
}

std::string time_words(double seconds) {
  return seconds < 9.95 ? short_number(seconds, 2) + " s"
                        : with_commas(static_cast<std::uint64_t>(std::llround(seconds))) + " s";
}

namespace {

// Nobody can bound what all bets on the orders of a large deck gain.
std::string tolerance_words(const RunRecord& run) {
  const std::string tolerance = exact_number(run.budget.tolerance);
  const auto is_large = [](const TargetRecord& result) {
    return result.target.deck_size >= smallest_large_deck;
  };
  const std::string_view of_families = "of the families that its verdict names";
  if (!run.results.empty() && std::ranges::all_of(run.results, is_large)) {
    return fmt::format("no bet {} gains more than {}", of_families, tolerance);
  }
  const std::string of_all = fmt::format("no bet gains more than {}", tolerance);
  if (!std::ranges::any_of(run.results, is_large)) return of_all;
  return fmt::format("{}, or of {} cards and more no bet {}", of_all, smallest_large_deck, of_families);
}

}  // namespace

std::string budget_words(const RunRecord& run) {
  std::string text = fmt::format(
      "Within a false-alarm budget of {} for the whole run. Bounds hold with {} % confidence; a target is "
      "fair when {}.",
      exact_number(run.budget.alpha), short_number(100 * run.budget.confidence, 6), tolerance_words(run));
  const auto is_recorded = [](const TargetRecord& target) { return target.facts.recorded; };
  const bool any_is = std::ranges::any_of(run.results, is_recorded);
  if (!any_is || !std::ranges::all_of(run.results, is_recorded) || !run.controls.empty()) {
    text += fmt::format(" {} {} trials.",
                        run.fixed_trials ? "One look, at" : "Looks at more and more trials, up to",
                        with_commas(run.max_trials));
  }
  return text + (any_is ? " What is recorded is judged once, whole." : "");
}

}  // namespace fairshuffle
