// What there is to know of a bet family: bets that a certificate of a large deck bounds together.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/tally/tally.hpp"

namespace fairshuffle {

/// One family. Each of its members is a question with `cells` answers, equally likely under fairness, that
/// every trial answers once: where card 3 lies. A bet of the family is a bet on answers of one member.
struct BetFamily {
  /// Takes the counts of one member, by answer.
  using Visit = std::function<void(std::span<const std::uint64_t>)>;
  /// How far the counts of one member lie from equal.
  struct Deviation {
    double statistic;  ///< X2 = sum (O - N/k)^2 / (N/k) over its k cells
    double distance;   ///< half the sum of |O/N - 1/k|
  };
  using VisitDeviation = std::function<void(const Deviation&)>;

  std::string_view name;     ///< as --certify takes it
  std::string_view bets_on;  ///< what a bet of it is on, as a sentence goes on: "where any one card lies"
  std::string_view asks;     ///< what its members ask, one line
  std::uint64_t (*members)(int deck_size);
  std::uint64_t (*cells)(int deck_size);
  /// Visits all members in turn; null where their counts are not at hand. Precondition: a tally of a deck of
  /// at least smallest_large_deck cards.
  void (*visit)(const Tally& tally, const Visit& visit);
  /// Of a member, from 0: "card 3".
  std::string (*member_name)(int deck_size, std::uint64_t member);
  /// The table that it reads, where that is counted on request: then the family is bounded only where it is
  /// asked for.
  const TableInfo* on_request = nullptr;
  int largest_deck = largest_byte_deck;
  /// In place of `visit`, of a family that reads the pair positions, which are counted on request too.
  void (*visit_deviations)(const Tally& tally, const VisitDeviation& visit) = nullptr;
};

/// All families, in the order of the registry. They are of decks from smallest_large_deck cards on: of
/// smaller ones every order can be counted, which bounds every bet.
std::span<const BetFamily> all_families();

/// The family of that name, or null.
const BetFamily* find_family(std::string_view name);

/// What there is to say of a family.
struct FamilyWords {
  std::string_view name, bets_on, asks;  ///< as of BetFamily
};

/// The family of the bets that the plan names (bet_bounds.hpp): their answers are not equally likely, and it
/// is there where there are any.
inline constexpr FamilyWords named_bets_family{
    .name = "bets",
    .bets_on = "the answer of any one named bet",
    .asks = "of every bet that --bet and --bets name what came out"};

/// Of everything that a tolerance may be asked of: all families, and the named bets last.
std::span<const FamilyWords> families_to_certify();
/// That of the name, or null.
const FamilyWords* find_family_to_certify(std::string_view name);

/// What the families of these names read of what is counted on request. Names of no family are passed over.
OnRequest asked_by(std::span<const std::string> families);

/// Whether the tally has counted what the family reads, of a deck that it is of.
bool is_counted(const BetFamily& family, const Tally& tally);

}  // namespace fairshuffle
