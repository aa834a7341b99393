#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <memory>
#include <ostream>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fairshuffle/detail/trials.hpp>
#include <fmt/format.h>

#include "core/record/findings.hpp"
#include "core/statistics/test_result.hpp"
#include "core/tally/positions.hpp"
#include "core/verdict/judge.hpp"
#include "harness/engine/blocks.hpp"
#include "harness/engine/run.hpp"
#include "harness/job/chosen_bets.hpp"
#include "harness/library/callback_target.hpp"
#include "harness/machine.hpp"
#include "harness/whole_file.hpp"
#include "reports/json_report.hpp"
#include "reports/outcomes_report.hpp"
#include "reports/run/run_document.hpp"
#include "reports/words/words.hpp"

namespace fairshuffle::detail {

// Headers that users include know nothing of ours.
static_assert(detail::most_cards == largest_deck_size && detail::most_byte_cards == largest_byte_deck);

namespace {

void check(bool holds, const char* option, const std::string& range, double value) {
  if (!holds) {
    throw std::invalid_argument(fmt::format("certify: {} must be {}, was {}", option, range, value));
  }
}

void check(const CertifyOptions& options, int deck_size) {
  check(options.alpha > 0 && options.alpha < 1, "alpha", "in (0, 1)", options.alpha);
  check(options.confidence > 0 && options.confidence < 1, "confidence", "in (0, 1)", options.confidence);
  check(options.tolerance > 0 && options.tolerance <= 1, "tolerance", "in (0, 1]", options.tolerance);
  check(options.max_trials >= 1, "max_trials", "at least 1", static_cast<double>(options.max_trials));
  if (options.marked != 0) SubsetCounts(deck_size, options.marked);  // throws where that can't be counted
  if (!options.pairs) return;
  check(options.max_trials <= PairPositions::max_trials, "max_trials", "at most 4294967295 with pairs",
        static_cast<double>(options.max_trials));
  if (deck_size < smallest_large_deck) {
    throw std::invalid_argument(
        fmt::format("certify: pairs are counted of decks of {} cards and more, this one has {}",
                    smallest_large_deck, deck_size));
  }
  if (is_wide_deck(deck_size)) {
    throw std::invalid_argument(
        fmt::format("certify: pairs are counted of decks of up to {} cards, this one has {}",
                    largest_byte_deck, deck_size));
  }
}

std::vector<NamedBet> bets_of(const CertifyOptions& options, int deck_size) {
  std::vector<BetText> texts;
  for (const std::string& bet : options.bets) texts.push_back({"certify: bets:", bet});
  try {
    return chosen_bets(texts, std::array{ShownDeck{.size = deck_size}});
  } catch (const InputError& error) {
    throw std::invalid_argument(error.what());
  }
}

// As a C++ program writes it.
std::string quoted(const std::string& text) {
  std::string literal = "\"";
  for (const char letter : text) {
    if (letter == '\n') {
      literal += "\\n";
    } else {
      if (letter == '"' || letter == '\\') literal += '\\';
      literal += letter;
    }
  }
  return literal + "\"";
}

// The call, with the options that are not the standard ones.
std::string call_text(int deck_size, const CertifyOptions& options) {
  const CertifyOptions standard;
  std::string changed;
  const auto add_changed = [&changed](bool differs, const char* name, const auto& value) {
    if (differs) changed += fmt::format("{}.{} = {}", changed.empty() ? "" : ", ", name, value);
  };
  add_changed(options.alpha != standard.alpha, "alpha", options.alpha);
  add_changed(options.confidence != standard.confidence, "confidence", options.confidence);
  add_changed(options.tolerance != standard.tolerance, "tolerance", options.tolerance);
  add_changed(options.max_trials != standard.max_trials, "max_trials", options.max_trials);
  add_changed(options.until_decided != standard.until_decided, "until_decided", options.until_decided);
  add_changed(options.reset != standard.reset, "reset", "fairshuffle::Reset::never");
  add_changed(options.marked != standard.marked, "marked", options.marked);
  if (!options.bets.empty()) {
    std::string bets;
    for (const std::string& bet : options.bets) bets += (bets.empty() ? "" : ", ") + quoted(bet);
    add_changed(true, "bets", fmt::format("{{{}}}", bets));
  }
  add_changed(options.pairs != standard.pairs, "pairs", options.pairs);
  add_changed(options.name != standard.name, "name", quoted(options.name));
  return changed.empty() ? fmt::format("fairshuffle::certify({}, shuffle)", deck_size)
                         : fmt::format("fairshuffle::certify({}, shuffle, {{{}}})", deck_size, changed);
}

}  // namespace

int checked_deck_size(std::intmax_t deck_size) {
  if (deck_size < 1 || deck_size > largest_deck_size) {
    throw std::invalid_argument(
        fmt::format("certify: a deck has 1 to {} cards, this one {}", largest_deck_size, deck_size));
  }
  return static_cast<int>(deck_size);
}

std::string deck_text(std::span<const std::string> cards, std::size_t deck_size) {
  constexpr std::size_t longest = 200;
  std::string text;
  for (const std::string& card : cards) {
    if (!text.empty()) text += ' ';
    for (const char letter : card) {
      // Bytes above 127 are left as they are: names of cards may be UTF-8.
      const auto byte = static_cast<unsigned char>(letter);
      text += byte < 32 || byte == 127 ? '?' : letter;
    }
    if (text.size() > longest) break;
  }
  if (text.size() > longest) {
    text.resize(longest);
    text += "...";
  }
  if (cards.size() == deck_size) return text;
  return fmt::format("{}{}({}{} cards instead of {})", text, text.empty() ? "" : " ",
                     cards.size() > most_cards ? "more than " : "", std::min(cards.size(), most_cards),
                     deck_size);
}

Result certify_trials(Trials& trials, int deck_size, const CertifyOptions& options) {
  check(options, deck_size);
  auto made = std::make_unique<CallbackTarget>(
      trials, callback_description(options.name, deck_size,
                                   options.reset == Reset::never ? "never" : "always", options.marked));
  const CallbackTarget& target = *made;
  RunPlan plan;
  plan.targets.push_back(std::move(made));
  if (!options.proof.empty()) plan.targets.front().proof = proof_in(options.proof);
  for (const TestInfo& test : all_tests()) plan.tests.emplace_back(test.name);
  plan.budget = {.alpha = options.alpha, .confidence = options.confidence, .tolerance = options.tolerance};
  plan.max_trials = options.max_trials;
  plan.until_decided = options.until_decided;
  plan.bets = bets_of(options, deck_size);
  plan.pairs = options.pairs;

  Environment environment = environment_now();
  environment.threads = plan.threads;
  const auto start = std::chrono::steady_clock::now();
  std::vector<TargetRecord> targets = run(plan, [](const Progress&) {});
  environment.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (target.thrown()) std::rethrow_exception(target.thrown());
  auto record = std::make_shared<RunRecord>(concluded(plan_data(plan), std::move(targets)));
  record->tool_version = FAIRSHUFFLE_VERSION;
  record->command = call_text(deck_size, options);
  record->environment = std::move(environment);
  // Only what the function throws ends a run of one function; if ever not, silence must not be a verdict.
  if (!record->verdict) throw std::runtime_error("certify: " + record->results.front().evidence.error);
  return Result(std::move(record));
}

}  // namespace fairshuffle::detail

namespace fairshuffle {

namespace {

const TargetRecord& record_of(const RunRecord& run) {
  return run.results.front();
}

// What a test that fails prints is drawn there.
Answer answer(const std::shared_ptr<const RunRecord>& run, bool yes) {
  return {yes, record_of(*run).sentence, [run] {
            return fmt::format("{}\n\n{}", headline_of(record_of(*run), run->budget),
                               run_text(*run, {}, how_to_prove(*run, "fairshuffle::exact(5, shuffle)")));
          }};
}

Answer answer(const std::shared_ptr<const RunRecord>& run, Verdict verdict) {
  return answer(run, record_of(*run).verdict == verdict);
}

}  // namespace

Result::Result(std::shared_ptr<const RunRecord> run) : run_(std::move(run)) {}

Answer Result::fair() const {
  return answer(run_, Verdict::fair);
}
Answer Result::biased() const {
  return answer(run_, Verdict::biased);
}
Answer Result::inconclusive() const {
  return answer(run_, Verdict::inconclusive);
}
Answer Result::invalid() const {
  return answer(run_, Verdict::invalid);
}

Answer Result::dependent() const {
  return answer(run_, record_of(*run_).dependent);
}

std::string_view Result::verdict() const {
  return to_text(record_of(*run_).verdict.value());
}
const std::string& Result::sentence() const {
  return record_of(*run_).sentence;
}
std::string Result::headline() const {
  return headline_of(record_of(*run_), run_->budget);
}

std::uint64_t Result::trials() const {
  return record_of(*run_).evidence.trials;
}
std::uint64_t Result::invalid_trials() const {
  return record_of(*run_).evidence.invalid_trials;
}
std::optional<double> Result::tv_lower() const {
  return record_of(*run_).bias.tv_lower;
}
std::optional<double> Result::tv_upper() const {
  return record_of(*run_).bias.tv_upper;
}
const std::string& Result::tv_upper_covers() const {
  return record_of(*run_).bias.covers;
}
std::optional<double> Result::trials_to_decide() const {
  return record_of(*run_).trials_to_decide;
}

std::vector<TestSummary> Result::tests() const {
  std::vector<TestSummary> tests;
  for (const TestRecord& test : record_of(*run_).tests) {
    tests.push_back({.name = test.name,
                     .applied = test.applied,
                     .reason = test.reason,
                     .p_value = test.p_value,
                     .log10_p = test.log10_p,
                     .adjusted_p = test.adjusted_p,
                     .rejected = test.rejected});
  }
  return tests;
}

std::vector<BetSummary> Result::bets() const {
  std::vector<BetSummary> bets;
  for (const BetRecord& record : record_of(*run_).bet_records) {
    BetSummary& bet = bets.emplace_back();
    bet.name = record.name;
    for (const BetValue& value : record.values) {
      bet.values.push_back({.value = value.value,
                            .fair = value.fair,
                            .count = value.count,
                            .lower = value.lower,
                            .upper = value.upper});
    }
  }
  return bets;
}

std::span<const std::uint64_t> Result::permutation_counts() const {
  return record_of(*run_).evidence.permutations;
}

std::uint64_t Result::count_at(int position, int card) const {
  const auto& counts = record_of(*run_).position_counts;
  if (position < 0 || card < 0) throw std::out_of_range("Result::count_at: position and card are in 0..n-1");
  return counts.at(static_cast<std::size_t>(position)).at(static_cast<std::size_t>(card));
}

std::string Result::json() const {
  return json_report(*run_);
}

std::ostream& operator<<(std::ostream& out, const Answer& answer) {
  return out << answer.told();
}

std::ostream& operator<<(std::ostream& out, const Result& result) {
  return out << result.sentence();
}

}  // namespace fairshuffle
