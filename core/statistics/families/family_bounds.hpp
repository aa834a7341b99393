// Families of bets, and their bounds.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/statistics/test_result.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

// What there is to know of a bet family: bets that a certificate of a large deck bounds together.

/// How large a family is.
struct FamilySize {
  std::uint64_t members = 0;
  std::uint64_t cells = 0;        ///< as many equally likely answers as a member's rarest one is one of
  double degrees_of_freedom = 0;  ///< of each member
};

/// One family. Each of its members is a question that every trial answers once: where card 3 lies. A bet of
/// the family is a bet on answers of one member. They are equally likely under fairness, but for some of
/// decks with equal cards and of deals: m of n for a kind of m cards.
struct BetFamily {
  /// Takes the counts of one member, by answer.
  using Visit = std::function<void(std::span<const std::uint64_t>)>;
  /// How far the counts of one member lie from its fair distribution.
  struct Deviation {
    double statistic;  ///< Pearson's: of k equal cells X2 = sum (O - N/k)^2 / (N/k)
    double distance;   ///< half the sum of |O/N - 1/k|
  };
  using VisitDeviation = std::function<void(const Deviation&)>;

  std::string_view name;     ///< as --certify takes it
  std::string_view bets_on;  ///< what a bet of it is on, as a sentence goes on: "where any one card lies"
  std::string_view asks;     ///< what its members ask, one line
  FamilySize (*size)(const Multiset& multiset, int deck_size) = nullptr;
  /// Visits all members in turn; null where their counts are not at hand. Precondition: a tally of such a
  /// deck, of which the table is counted that it reads.
  void (*visit)(const Tally& tally, const Visit& visit) = nullptr;
  /// In place of `visit`, of a family whose counts are not at hand, or not due to be equal.
  void (*visit_deviations)(const Tally& tally, const VisitDeviation& visit) = nullptr;
  /// Of a member, from 0: "card 3".
  std::string (*member_name)(int deck_size, std::uint64_t member) = nullptr;
  /// The table that it reads, where that is counted on request: then the family is bounded only where it is
  /// asked for.
  const TableInfo* on_request = nullptr;
  int largest_deck = largest_byte_deck;
  /// Whether it is of decks that are made up so.
  bool (*of_multiset)(const Multiset& multiset, int deck_size) = is_plain_multiset;
};

/// All families of plain decks, in the order of the registry. They are of decks from smallest_large_deck
/// cards on: of smaller ones every permutation can be counted, which bounds every bet.
std::span<const BetFamily> all_families();
/// Those of decks with equal cards and of deals: "arrangements", every bet that there is, where they are
/// counted; "kinds", what kind lies at any one position, of equal cards; "dealt-cards", whether and where any
/// one card is dealt, of deals.
std::span<const BetFamily> multiset_families();
/// Those of the deck, one at least. The tolerance is asked of the first of them: it bounds all that can be
/// bounded.
std::vector<const BetFamily*> multiset_families_of(const Multiset& multiset, int deck_size);

/// The family of plain decks of that name, or null.
inline const BetFamily* find_family(std::string_view name) {
  return find_named(all_families(), name);
}

/// The family of the bets that the plan names, which is there where there are any. Their answers are not
/// equally likely, and what is to be known of them is told below.
inline constexpr BetFamily named_bets_family{.name = "bets",
                                             .bets_on = "the answer of any one named bet",
                                             .asks = "of every bet that --bet and --bets name what came out"};

/// Everything that a tolerance may be asked of: all families, and the named bets last.
std::span<const BetFamily> families_to_certify();
/// That of the name, or null.
inline const BetFamily* find_family_to_certify(std::string_view name) {
  return find_named(families_to_certify(), name);
}

/// What the families of these names read of what is counted on request. Names of no family are passed over.
OnRequest asked_by(std::span<const std::string> families);

/// Whether the tally has counted what the family reads, of a deck that it is of.
bool is_counted(const BetFamily& family, const Tally& tally);

// How much a bet of a family can gain, and how many trials it takes to bound that.

/// What the counts of a family come to. Members are numbered as the family visits them.
struct FamilyBound {
  std::uint64_t farthest = 0;     ///< the member with the largest statistic, the first of them
  double statistic = 0;           ///< its X2 = sum (O - N/k)^2 / (N/k) over its k cells
  double degrees_of_freedom = 0;  ///< k - 1, the same of all members
  /// No bet of the family gains more than this over a fair deck; absent where that is 1.
  std::optional<double> tv_upper;
};

/// Visits how far the counts of every member lie from equal, in turn. trials at least 1; throws
/// std::invalid_argument where the counts of a member do not add up to them.
void for_each_deviation(const BetFamily& family, const Tally& tally, const BetFamily::VisitDeviation& visit);

/// The upper confidence bound on the total variation distance from fair of the farthest member, `confidence`
/// that all members are within it. Of m members each has an m-th of the error (Bonferroni), and of that nine
/// tenths are for the bound by the statistic and a tenth for that by the distance of the counts
/// (split_confidence). The smaller is taken: core/README.md 4.6. Where the chi-square is not honest at the
/// error of a member (core/README.md 2.8), that by the distance is taken alone. It holds at every N and
/// whatever the fair distribution of a member is, and that by the statistic where its cells are as full as
/// the rule for so many equal ones asks. A deck of the family, 0 < confidence < 1. Throws
/// std::invalid_argument where the counts of a member do not add up to the trials.
FamilyBound bound_family(const BetFamily& family, const Tally& tally, double confidence);

/// About the number of trials at which that bound of a fair deck comes down to `tolerance`: where the median
/// of the largest of m independent chi-squares is bounded by it. The members hang together, which makes their
/// largest a little smaller. At least as many as the bound by the statistic takes. 0 < tolerance <= 1, 0 <
/// confidence < 1; throws std::invalid_argument.
double trials_for_family(const BetFamily& family, int deck_size, double tolerance, double confidence,
                         const Multiset& multiset = {});

/// What chance makes of the largest statistic of m members of a fair deck: the median of the largest of m
/// independent chi-squares. degrees_of_freedom above 0, members at least 1.
double median_of_largest(double degrees_of_freedom, std::uint64_t members);

/// About the number of trials at which the bound by the statistic comes down to `tolerance` where the
/// farthest of the members, of so many degrees of freedom each, goes on as it did: chi-square distance from
/// fair, its statistic growing by that with every trial. Infinite where chi-square distance is 4 tolerance^2
/// or more, which that bound never comes below. chi-square distance at least 0, the rest as of
/// trials_for_family; throws std::invalid_argument.
double trials_for_counts(double degrees_of_freedom, std::uint64_t members, double chi_square_distance,
                         double tolerance, double confidence);

// How much a bet on the answers of named bets can gain, and how many trials it takes to bound that.

/// The upper confidence bound on the total variation distance of the farthest bet's distribution from its
/// fair one, `confidence` that all bets are within it. Each of m bets has an m-th of the error, of which nine
/// tenths are for
///     T + sqrt(ln(1 / e) / (2 N)),    T = half the sum of |O/N - p| over its values,
/// which holds at every N as tv_upper_bound_of_distance does (T is convex in the distribution and one trial
/// moves it by at most 1 / N, whatever p is), and a tenth for the lesser of sum (U - p)+ and sum (p - L)+,
/// with L and U the ends of Clopper and Pearson's intervals of the values, which is far less where the
/// answers that can be off are rare. The smaller of the two counts. `farthest` is the bet with the largest
/// bound, in the order of the tally, `statistic` Pearson's sum over the values of its distribution that are
/// possible. A tally with bets; 0 < confidence < 1; throws std::invalid_argument.
FamilyBound bound_named_bets(const Tally& tally, double confidence);

/// About the number of trials at which that bound of a fair deck comes down to `tolerance`. 0 < tolerance <=
/// 1; throws as bound_named_bets.
double trials_for_named_bets(const Tally& tally, double tolerance, double confidence);

}  // namespace fairshuffle
