// How much a bet of a family can gain, and how many trials it takes to bound that.
#pragma once

#include <cstdint>
#include <optional>

#include "core/statistics/families/family.hpp"

namespace fairshuffle {

/// What the counts of a family come to. Members are numbered as the family visits them.
struct FamilyBound {
  std::uint64_t farthest = 0;     ///< the member with the largest statistic, the first of them
  double statistic = 0;           ///< its X2 = sum (O - N/k)^2 / (N/k) over its k cells
  double degrees_of_freedom = 0;  ///< k - 1, the same of all members
  /// No bet of the family gains more than this over a fair deck; absent where the trials are too few.
  std::optional<double> tv_upper;
};

/// How large a family is.
struct FamilySize {
  std::uint64_t members = 0;
  std::uint64_t cells = 0;        ///< as many equally likely answers as a member's rarest one is one of
  double degrees_of_freedom = 0;  ///< of each member
};

/// Visits how far the counts of every member lie from equal, in turn. trials at least 1; throws
/// std::invalid_argument where the counts of a member do not add up to them.
void for_each_deviation(const BetFamily& family, const Tally& tally, const BetFamily::VisitDeviation& visit);

/// The upper confidence bound on the total variation distance from fair of the farthest member, `confidence`
/// that all members are within it. Of m members each has an m-th of the error (Bonferroni), and of that nine
/// tenths are for the bound by the statistic and a tenth for that by the distance of the counts
/// (split_confidence), of which the smaller is taken: core/README.md 4.6. tv_upper is absent where the
/// chi-square is not honest at the error of a member (core/README.md 2.8). The tally's deck has at least
/// smallest_large_deck cards, 0 < confidence < 1. Throws std::invalid_argument where the counts of a member
/// do not add up to the trials.
FamilyBound bound_family(const BetFamily& family, const Tally& tally, double confidence);

/// The same of members that are visited so. The bound by the distance holds whatever the fair law of a
/// member is, and that by the statistic where its cells are as full as the rule for so many equal ones asks.
FamilyBound bound_members(const FamilySize& size,
                          const std::function<void(const BetFamily::VisitDeviation&)>& for_each,
                          std::uint64_t trials, double confidence);

/// About the number of trials at which that bound of a fair deck comes down to `tolerance`: where the median
/// of the largest of m independent chi-squares is bounded by it. The members hang together, which makes their
/// largest a little smaller. At least as many as bound_family takes. 0 < tolerance <= 1, 0 < confidence < 1;
/// throws std::invalid_argument.
double trials_for_family(const BetFamily& family, int deck_size, double tolerance, double confidence);

/// The same of a family of such a size.
double trials_for_members(const FamilySize& size, double tolerance, double confidence);

/// What chance makes of the largest statistic of m members of a fair deck: the median of the largest of m
/// independent chi-squares. degrees_of_freedom above 0, members at least 1.
double median_of_largest(double degrees_of_freedom, std::uint64_t members);

/// About the number of trials at which the bound by the statistic comes down to `tolerance` where the
/// farthest of the members, of so many degrees of freedom each, goes on as it did: phi2 from fair, its
/// statistic growing by that with every trial. Infinite where phi2 is 4 tolerance^2 or more, which that bound
/// never comes below. phi2 at least 0, the rest as of trials_for_family; throws std::invalid_argument.
double trials_for_counts(double degrees_of_freedom, std::uint64_t members, double phi2, double tolerance,
                         double confidence);

}  // namespace fairshuffle
