#include <ostream>
#include <stdexcept>

#include <fairshuffle/result.hpp>

#include "core/record/run_record.hpp"
#include "reports/json_report.hpp"

namespace fairshuffle {

namespace {

const TargetRecord& record_of(const RunRecord& run) {
  return run.results.front();
}

Answer answer(const RunRecord& run, Verdict verdict) {
  return {record_of(run).verdict == verdict, record_of(run).sentence};
}

}  // namespace

Result::Result(std::shared_ptr<const RunRecord> run) : run_(std::move(run)) {}

Answer Result::fair() const {
  return answer(*run_, Verdict::fair);
}
Answer Result::biased() const {
  return answer(*run_, Verdict::biased);
}
Answer Result::inconclusive() const {
  return answer(*run_, Verdict::inconclusive);
}
Answer Result::invalid() const {
  return answer(*run_, Verdict::invalid);
}

Answer Result::linked() const {
  return Answer(record_of(*run_).linked, sentence());
}

std::string_view Result::verdict() const {
  return to_text(record_of(*run_).verdict.value());
}
const std::string& Result::sentence() const {
  return record_of(*run_).sentence;
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

std::span<const std::uint64_t> Result::order_counts() const {
  return record_of(*run_).evidence.orders;
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
  return out << answer.sentence();
}

std::ostream& operator<<(std::ostream& out, const Result& result) {
  return out << result.sentence();
}

}  // namespace fairshuffle
