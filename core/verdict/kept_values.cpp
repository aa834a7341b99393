#include "core/verdict/kept_values.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/interpret/lanes/kernel.hpp"
#include "core/statistics/chi_squared_result.hpp"
#include "core/statistics/tail.hpp"
#include "core/verdict/findings.hpp"

namespace fairshuffle {

namespace {

// Of another machine's arithmetic.
constexpr double tolerance = 1e-9;

bool agree(double a, double b) {
  return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b));
}

// As many trials, all of which came out as the deck began.
Tally stand_in_for(const Tally& known) {
  Tally tally(known.deck_size, 0);
  std::vector<Card> deck(static_cast<std::size_t>(known.deck_size));
  std::iota(deck.begin(), deck.end(), Card{0});
  tally.trials = known.trials;
  if (known.trials > 0) tally.add_to_derived(deck, known.trials);
  return tally;
}

void take_p_of_chi_squared(TestRecord& record) {
  const TailProbability tail = chi_squared_upper_tail(record.statistic, record.degrees_of_freedom);
  record.p_value = tail.p;
  record.log10_p = tail.log10_p;
}

// The tail of two cells is the binomial's, which takes a count: one of the two that have this statistic. All
// trials of the stand-in are in one cell, so that its statistic N (1 - q) / q tells the cell's share q.
bool take_p_of_two_cells(TestRecord& record, double stand_in_statistic, std::uint64_t trials,
                         const TestRecord& reported) {
  const auto all = static_cast<double>(trials);
  const double share = all / (all + stand_in_statistic), expected = all * share;
  const double distance = std::sqrt(record.statistic * expected * (1 - share));
  bool found = false;
  for (const double count : {std::round(expected - distance), std::round(expected + distance)}) {
    if (count < 0 || count > all) continue;
    const TestResult result =
        detail::two_cells_result(record.name, static_cast<std::uint64_t>(count), trials, share);
    const bool has_statistic =
        agree(result.statistic, record.statistic) || std::abs(result.statistic - record.statistic) < 1e-12;
    if (!has_statistic) continue;
    const bool as_reported = agree(result.upper_tail.p, reported.p_value);
    if (found && !as_reported) continue;
    record.p_value = result.upper_tail.p;
    record.log10_p = result.upper_tail.log10_p;
    found = true;
  }
  return found;
}

const TestRecord* reported_as(const TestRecord& record, std::span<const TestRecord> reported) {
  const auto found = std::ranges::find_if(reported, [&record](const TestRecord& other) {
    return other.test == record.test && other.name == record.name && other.applied;
  });
  return found == reported.end() ? nullptr : &*found;
}

}  // namespace

KeptTest kept_test(const TestInfo& test, const Tally& known, std::span<const TestRecord> reported,
                   double lowest_level) {
  KeptTest kept;
  kept.records = test_records(stand_in_for(known), test, lowest_level);
  for (TestRecord& record : kept.records) {
    const TestRecord* told = record.applied ? reported_as(record, reported) : nullptr;
    if (told == nullptr) continue;
    kept.keeps_statistic = true;
    const double stand_in_statistic = std::exchange(record.statistic, told->statistic);
    if (record.degrees_of_freedom > 1) {
      take_p_of_chi_squared(record);
    } else if (!take_p_of_two_cells(record, stand_in_statistic, known.trials, *told)) {
      kept.contradictions.push_back({fmt::format("/tests/{}/statistic", told - reported.data()),
                                     "is that of no whole count of trials"});
    }
  }
  return kept;
}

std::optional<std::string> why_no_tv_lower(const BiasRecord& bias, const Tally& whole,
                                           bool halves_are_equal) {
  const double lower = *bias.tv_lower;
  if (bias.covers == "orders" && bias.confidence >= 0.999 && lower > *bias.tv_upper * (1 + tolerance)) {
    return fmt::format("is {}, above the tv_upper of {}", lower, *bias.tv_upper);
  }
  if (!whole.orders || !halves_are_equal || bias.confidence < 0.5) return std::nullopt;
  // Orders that never came are as far below fair as those that came too often are above it.
  const double fair = static_cast<double>(whole.trials) / static_cast<double>(whole.orders->size());
  double above = 0;
  whole.orders->for_each(
      [&](std::uint64_t, std::uint64_t count) { above += std::max(0.0, static_cast<double>(count) - fair); });
  const double most = 2 * above / static_cast<double>(whole.trials);
  if (lower <= most * (1 + tolerance)) return std::nullopt;
  return fmt::format("is {}, but no bet on these counts gains more than {:.4g}", lower, most);
}

std::vector<std::string> keep_caveats(const std::vector<std::string>& reported, std::size_t most,
                                      std::vector<std::string>& blind_spots) {
  const std::size_t known = blind_spots.size();
  if (reported.size() <= known || reported.size() > known + most ||
      !std::equal(blind_spots.begin(), blind_spots.end(), reported.begin())) {
    return {};
  }
  std::vector<std::string> caveats(reported.begin() + static_cast<std::ptrdiff_t>(known), reported.end());
  blind_spots = reported;
  return caveats;
}

std::vector<std::string> counts_on_trust(const TargetRecord& record) {
  std::vector<std::string> trusted;
  const auto is_applied = [&record](std::string_view name) {
    const TestRecord* test = test_named(record.tests, name);
    return test != nullptr && test->applied;
  };
  if (record.order_counts.empty()) {
    // Their test does not ask which row is which; only the farthest cells are told with their places.
    trusted.emplace_back(is_applied("positions")
                             ? "which card and position is which in the counts of positions"
                             : "counts of positions (but for their sums)");
  }
  // No equal pair is as likely of any few pairs, and which pairs there are is not known of a target that has
  // invalid trials or may run in lanes.
  const bool pairs_are_known = record.invalid_trials == 0 && (record.target.kind != "builtin" ||
                                                              record.target.deck_size > largest_lane_deck);
  if (!is_applied("repeats") || (record.equal_pairs == 0 && !pairs_are_known)) {
    trusted.emplace_back("counts of repeats (within bounds)");
  }
  if (record.witnesses.size() > 1) trusted.emplace_back("the invalid trials after the first");
  return trusted;
}

TargetRecord failure_of(const TargetRecord& reported) {
  TargetRecord record;
  record.name = reported.name;
  record.target = reported.target;
  record.error = reported.error;
  record.trials = reported.trials;
  record.expected = reported.expected;
  record.blind_spots = reported.blind_spots;
  return record;
}

}  // namespace fairshuffle
