#include "core/statistics/families/family_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "core/statistics/arguments.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/equal_cells.hpp"
#include "core/statistics/tail.hpp"

namespace fairshuffle {

namespace {

// Of each member's error what each form of the bound has: together with as many members as there are it adds
// up to what the family has.
double confidence_of_member(double confidence_of_family, std::uint64_t members) {
  // The highest confidence below 1 has no part to give that a double could tell from none.
  return std::min(std::nextafter(1.0, 0.0), 1 - (1 - confidence_of_family) / static_cast<double>(members));
}

void require_tolerance(std::string_view function, double tolerance) {
  if (!(tolerance > 0 && tolerance <= 1)) {
    detail::refuse_argument(function, "tolerance", "above 0 and at most 1", tolerance);
  }
}

FamilySize size_of(const BetFamily& family, int deck_size) {
  const std::uint64_t cells = family.cells(deck_size);
  return {.members = family.members(deck_size),
          .cells = cells,
          .degrees_of_freedom = static_cast<double>(cells) - 1};
}

std::uint64_t fewest_trials(std::uint64_t cells, double error_of_member) {
  const detail::TrialRule rule = detail::equal_cells_rule(cells);
  return error_of_member < detail::honest_level_of_few_trials ? rule.fewest_for_any_level : rule.fewest;
}

}  // namespace

void for_each_deviation(const BetFamily& family, const Tally& tally, const BetFamily::VisitDeviation& visit) {
  if (family.visit_deviations != nullptr) return family.visit_deviations(tally, visit);
  family.visit(tally, [&](std::span<const std::uint64_t> counts) {
    DistanceOfCounts distance(counts.size(), tally.trials);
    for (const std::uint64_t count : counts) distance.add(count);
    visit({.statistic = detail::equal_cells_statistic(family.name, counts, tally.trials).statistic,
           .distance = distance.distance()});
  });
}

FamilyBound bound_family(const BetFamily& family, const Tally& tally, double confidence) {
  return bound_members(
      size_of(family, tally.deck_size),
      [&](const BetFamily::VisitDeviation& visit) { for_each_deviation(family, tally, visit); }, tally.trials,
      confidence);
}

FamilyBound bound_members(const FamilySize& size,
                          const std::function<void(const BetFamily::VisitDeviation&)>& for_each,
                          std::uint64_t trials, double confidence) {
  detail::require_inside_unit("bound_family", "confidence", confidence);
  FamilyBound bound{.degrees_of_freedom = size.degrees_of_freedom, .tv_upper = {}};
  if (trials == 0) return bound;
  double largest_distance = 0;
  std::uint64_t member = 0;
  for_each([&](const BetFamily::Deviation& deviation) {
    if (deviation.statistic > bound.statistic) {
      bound.statistic = deviation.statistic;
      bound.farthest = member;
    }
    largest_distance = std::max(largest_distance, deviation.distance);
    ++member;
  });
  const SplitConfidence split = split_confidence(confidence);
  const double of_member = confidence_of_member(split.of_statistic, size.members);
  if (trials < fewest_trials(size.cells, 1 - of_member)) return bound;
  bound.tv_upper =
      std::min(tv_upper_bound(bound.statistic, bound.degrees_of_freedom, trials, of_member),
               tv_upper_bound_of_distance(largest_distance, size.members, trials, split.of_distance));
  return bound;
}

double trials_for_family(const BetFamily& family, int deck_size, double tolerance, double confidence) {
  return trials_for_members(size_of(family, deck_size), tolerance, confidence);
}

double trials_for_members(const FamilySize& size, double tolerance, double confidence) {
  const auto [members, cells, degrees_of_freedom] = size;
  require_tolerance("trials_for_family", tolerance);
  detail::require_inside_unit("trials_for_family", "confidence", confidence);
  const SplitConfidence split = split_confidence(confidence);
  const double of_member = confidence_of_member(split.of_statistic, members);
  const double by_distance = trials_for_certificate_of_distance(cells, members, tolerance, split.of_distance);
  const double noncentrality = noncentrality_upper_limit(median_of_largest(degrees_of_freedom, members),
                                                         degrees_of_freedom, of_member);
  const double by_statistic = noncentrality / (4 * tolerance * tolerance);
  return std::max(static_cast<double>(fewest_trials(cells, 1 - of_member)),
                  std::min(by_statistic, by_distance));
}

// Source: P(largest of m <= x) = P(one <= x)^m.
double median_of_largest(double degrees_of_freedom, std::uint64_t members) {
  const double above = -std::expm1(-std::log(2.0) / static_cast<double>(members));
  return chi_squared_upper_quantile(above, degrees_of_freedom);
}

double trials_for_counts(double degrees_of_freedom, std::uint64_t members, double phi2, double tolerance,
                         double confidence) {
  constexpr std::string_view function = "trials_for_counts";
  require_tolerance(function, tolerance);
  detail::require_inside_unit(function, "confidence", confidence);
  detail::require_not_negative(function, "phi2", phi2);
  const double never = std::numeric_limits<double>::infinity(), tolerated = 4 * tolerance * tolerance;
  if (phi2 >= tolerated) return never;
  const double of_member = confidence_of_member(split_confidence(confidence).of_statistic, members);
  const double by_chance = median_of_largest(degrees_of_freedom, members);
  const auto limit = [&](double trials) {
    return noncentrality_upper_limit(by_chance + trials * phi2, degrees_of_freedom, of_member);
  };
  double fewer = limit(0) / tolerated;
  if (phi2 == 0) return fewer;
  // The bound comes down as trials grow: between twice as few and enough they are halved to a thousandth.
  double enough = fewer;
  while (limit(enough) > tolerated * enough) {
    fewer = enough;
    enough *= 2;
    if (enough > static_cast<double>(largest_trial_count)) return never;
  }
  while (enough > fewer * 1.001) {
    const double middle = (fewer + enough) / 2;
    (limit(middle) > tolerated * middle ? fewer : enough) = middle;
  }
  return enough;
}

}  // namespace fairshuffle
