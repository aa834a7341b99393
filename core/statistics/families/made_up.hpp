// The bet families of decks with equal cards, and of deals.
#pragma once

#include <array>
#include <vector>

#include "core/order/makeup.hpp"
#include "core/statistics/families/family_bounds.hpp"

namespace fairshuffle {

/// One family of made-up decks. Unlike those of plain ones (BetFamily) their answers may be of unequal
/// probability: m of n for a kind of m cards.
struct MadeUpFamily {
  FamilyWords words;
  bool (*is_of)(const Makeup& makeup, int deck_size);
  FamilySize (*size)(const Makeup& makeup, int deck_size);
  /// Visits how far the counts of every member lie from their law. Precondition: trials, and a makeup that it
  /// is of.
  void (*visit)(const Tally& tally, const BetFamily::VisitDeviation& visit);
  std::string (*member_name)(std::uint64_t member);
};

/// "arrangements", every bet that there is, where they are counted; "kinds", what kind lies at any one
/// position, of equal cards; "dealt-cards", whether and where any one card is dealt, of deals.
const std::array<MadeUpFamily, 3>& made_up_families();

/// Those of the deck. The tolerance is asked of the first of them: it bounds all that can be bounded.
std::vector<const MadeUpFamily*> families_of(const Makeup& makeup, int deck_size);

/// As bound_family, of a tally with such a makeup.
FamilyBound bound_family(const MadeUpFamily& family, const Tally& tally, double confidence);

/// As trials_for_family.
double trials_for_family(const MadeUpFamily& family, const Makeup& makeup, int deck_size, double tolerance,
                         double confidence);

}  // namespace fairshuffle
