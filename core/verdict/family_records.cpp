#include "core/verdict/family_records.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/families/bet_bounds.hpp"
#include "core/statistics/families/family_bounds.hpp"
#include "core/statistics/families/made_up.hpp"
#include "core/statistics/tail.hpp"

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

FamilyBound fill_in(const MadeUpFamily& family, const Tally& whole, double tolerance, FamilyRecord& record) {
  record.members = family.size(whole.made_up(), whole.deck_size).members;
  record.trials_for_tolerance =
      trials_for_family(family, whole.made_up(), whole.deck_size, tolerance, record.confidence);
  const FamilyBound bound = bound_family(family, whole, record.confidence);
  if (whole.trials > 0) record.farthest = family.member_name(bound.farthest);
  return bound;
}

const MadeUpFamily* find_made_up_family(std::string_view name) {
  const auto found = std::ranges::find(made_up_families(), name,
                                       [](const MadeUpFamily& family) { return family.words.name; });
  return found == made_up_families().end() ? nullptr : &*found;
}

// How the farthest member of a family would go on.
struct Course {
  double phi2 = 0;      // from fair, as far as its statistic is above what chance makes of the largest
  bool is_off = false;  // by more than chance makes of the largest in one of a thousand fair runs
};
Course course_of(const FamilyRecord& family, double trials) {
  if (family.degrees_of_freedom == 0 || trials == 0) return {};
  const double df = family.degrees_of_freedom, members = static_cast<double>(family.members);
  const double excess = family.statistic - median_of_largest(df, family.members);
  // Where cells expect fewer, large sums come more often than the tail of chi-square says.
  constexpr double fewest_expected = 5;
  const bool has_tail = trials >= fewest_expected * (df + 1);
  return {.phi2 = std::max(0.0, excess / trials),
          .is_off = has_tail && members * chi_squared_upper_tail(family.statistic, df).p < 1e-3};
}

// The number of trials, where the family goes on so, at which its bound is within the tolerance; infinite
// where it never is.
double trials_to_bound(const FamilyRecord& family, const Course& course, double trials, double tolerance) {
  if (family.family != named_bets_family.name) {
    return trials_for_counts(family.degrees_of_freedom, family.members, course.phi2, tolerance,
                             family.confidence);
  }
  // What is above the distance itself, at most half the root of phi2, goes down with the root of the trials.
  const double distance = std::sqrt(course.phi2) / 2;
  if (!family.tv_upper || distance >= tolerance) return std::numeric_limits<double>::infinity();
  const double times = (*family.tv_upper - distance) / (tolerance - distance);
  return trials * times * times;
}

}  // namespace

std::vector<FamilyRecord> family_records(const Tally& whole, const std::vector<std::string>& asked,
                                         bool linked, double confidence, double tolerance) {
  std::vector<FamilyRecord> records;
  if (!whole.makeup && whole.deck_size < smallest_large_deck) return records;
  const auto add = [&](std::string_view family) {
    FamilyRecord& record = records.emplace_back();
    record.family = family;
    record.asked = std::ranges::find(asked, family) != asked.end();
  };
  if (whole.makeup) {
    for (const MadeUpFamily* family : families_of(whole.made_up(), whole.deck_size)) add(family->words.name);
    records.front().asked = true;
  } else {
    // What is counted on request is bounded where it was asked for.
    for (const BetFamily& family : all_families()) {
      if (is_counted(family, whole)) add(family.name);
    }
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
    const MadeUpFamily* made_up = find_made_up_family(record.family);
    const FamilyBound bound = made_up != nullptr  ? fill_in(*made_up, whole, tolerance, record)
                              : family != nullptr ? fill_in(*family, whole, tolerance, record)
                                                  : fill_in_bets(whole, tolerance, record);
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

double trials_for_asked(std::span<const FamilyRecord> families, std::uint64_t trials, double tolerance,
                        double alpha_per_test) {
  const auto made = static_cast<double>(trials);
  double to_bound = 0, to_reject = std::numeric_limits<double>::infinity();
  for (const FamilyRecord& family : families) {
    if (!family.asked || (family.tv_upper && *family.tv_upper <= tolerance)) continue;
    const Course course = course_of(family, made);
    if (!course.is_off && family.trials_for_tolerance > made) {
      to_bound = std::max(to_bound, family.trials_for_tolerance);
      continue;
    }
    to_bound = std::max(to_bound, trials_to_bound(family, course, made, tolerance));
    if (!course.is_off) continue;
    const double alpha_of_member = alpha_per_test / static_cast<double>(family.members);
    const double rejecting = trials_needed(family.degrees_of_freedom, alpha_of_member, 0.999, course.phi2);
    if (rejecting > made) to_reject = std::min(to_reject, rejecting);
  }
  return std::min(to_bound, to_reject);
}

std::optional<double> trials_for_fair_families(int deck_size, const Makeup& makeup,
                                               std::span<const std::string> asked, double tolerance,
                                               double confidence) {
  if (!makeup.is_plain()) {
    const double of_asked = split_confidence(confidence).of_statistic;
    return trials_for_family(*families_of(makeup, deck_size).front(), makeup, deck_size, tolerance, of_asked);
  }
  std::vector<const BetFamily*> families;
  for (const std::string& name : asked) {
    const BetFamily* family = find_family(name);
    if (family == nullptr) return std::nullopt;
    if (deck_size <= family->largest_deck) families.push_back(family);
  }
  if (families.empty()) return std::nullopt;
  const double of_each = shared(split_confidence(confidence).of_statistic, families.size());
  double most = 0;
  for (const BetFamily* family : families) {
    most = std::max(most, trials_for_family(*family, deck_size, tolerance, of_each));
  }
  return most;
}

}  // namespace fairshuffle
