#include "core/verdict/family_records.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/families/bet_bounds.hpp"
#include "core/statistics/families/family_bounds.hpp"

namespace fairshuffle {

namespace {

// What a family of `sharing` has of the error 1 - confidence.
double shared(double confidence, std::size_t sharing) {
  return std::min(std::nextafter(1.0, 0.0), 1 - (1 - confidence) / static_cast<double>(sharing));
}

FamilyBound fill_in(const BetFamily& family, const Tally& whole, double tolerance, FamilyRecord& record) {
  record.members = family.members(whole.deck_size);
  record.trials_for_tolerance = trials_for_family(family, whole.deck_size, tolerance, record.confidence);
  const FamilyBound bound = bound_family(family, whole, record.confidence);
  if (whole.trials > 0) record.farthest = family.member_name(whole.deck_size, bound.farthest);
  return bound;
}

FamilyBound fill_in_bets(const Tally& whole, double tolerance, FamilyRecord& record) {
  record.members = whole.bets.all().size();
  record.trials_for_tolerance = trials_for_named_bets(whole, tolerance, record.confidence);
  const FamilyBound bound = bound_named_bets(whole, record.confidence);
  if (whole.trials > 0) record.farthest = whole.bets.all()[bound.farthest].bet.name;
  return bound;
}

}  // namespace

std::vector<FamilyRecord> family_records(const Tally& whole, const std::vector<std::string>& asked,
                                         bool linked, double confidence, double tolerance) {
  std::vector<FamilyRecord> records;
  if (whole.deck_size < smallest_large_deck) return records;
  const auto add = [&](std::string_view family) {
    FamilyRecord& record = records.emplace_back();
    record.family = family;
    record.asked = std::ranges::find(asked, family) != asked.end();
  };
  // What is counted on request is bounded where it was asked for.
  for (const BetFamily& family : all_families()) {
    if (is_counted(family, whole)) add(family.name);
  }
  if (!whole.bets.empty()) add(named_bets_family.name);
  const auto of_asked = static_cast<std::size_t>(std::ranges::count_if(records, &FamilyRecord::asked));
  const std::size_t of_others = records.size() - of_asked;
  // A tenth for the others, as where two forms of a bound share an error.
  const SplitConfidence split = split_confidence(confidence);
  for (FamilyRecord& record : records) {
    record.confidence = !record.asked    ? shared(split.of_distance, of_others)
                        : of_others == 0 ? shared(confidence, of_asked)
                                         : shared(split.of_statistic, of_asked);
    const BetFamily* family = find_family(record.family);
    const FamilyBound bound = family == nullptr ? fill_in_bets(whole, tolerance, record)
                                                : fill_in(*family, whole, tolerance, record);
    record.degrees_of_freedom = bound.degrees_of_freedom;
    record.statistic = bound.statistic;
    if (!linked) record.tv_upper = bound.tv_upper;
  }
  return records;
}

std::optional<double> bound_of_asked(std::span<const FamilyRecord> families) {
  std::optional<double> largest;
  for (const FamilyRecord& family : families) {
    if (!family.asked) continue;
    if (!family.tv_upper) return std::nullopt;
    largest = std::max(largest.value_or(0), *family.tv_upper);
  }
  return largest;
}

double trials_for_asked(std::span<const FamilyRecord> families) {
  double most = 0;
  for (const FamilyRecord& family : families) {
    if (family.asked) most = std::max(most, family.trials_for_tolerance);
  }
  return most;
}

}  // namespace fairshuffle
