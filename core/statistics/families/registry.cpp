// The one table of bet families.
#include <algorithm>
#include <array>

#include "core/statistics/families/cards.hpp"
#include "core/statistics/families/family.hpp"
#include "core/statistics/families/neighbours.hpp"
#include "core/statistics/families/pairs.hpp"
#include "core/statistics/families/pairs_order.hpp"
#include "core/statistics/families/parity.hpp"
#include "core/statistics/families/top_cards.hpp"

namespace fairshuffle {

namespace {
constexpr std::array registered{cards_family,      pairs_order_family, pairs_family,    neighbours_family,
                                hole_cards_family, flop_family,        top_five_family, parity_family};

constexpr auto all_words = [] {
  std::array<FamilyWords, registered.size() + 1> words{};
  for (std::size_t family = 0; family < registered.size(); ++family) {
    words[family] = {registered[family].name, registered[family].bets_on, registered[family].asks};
  }
  words.back() = named_bets_family;
  return words;
}();
}  // namespace

std::span<const BetFamily> all_families() {
  return registered;
}

const BetFamily* find_family(std::string_view name) {
  const auto found = std::ranges::find(registered, name, &BetFamily::name);
  return found == registered.end() ? nullptr : &*found;
}

std::span<const FamilyWords> families_to_certify() {
  return all_words;
}

const FamilyWords* find_family_to_certify(std::string_view name) {
  const auto found = std::ranges::find(all_words, name, &FamilyWords::name);
  return found == all_words.end() ? nullptr : &*found;
}

OnRequest asked_by(std::span<const std::string> families) {
  OnRequest asked;
  for (const std::string& name : families) {
    const BetFamily* family = find_family(name);
    if (family == nullptr) continue;
    if (family->on_request != nullptr) asked.tables.push_back(family->on_request);
    if (family->visit_deviations != nullptr) asked.pairs = true;
  }
  return asked;
}

bool is_counted(const BetFamily& family, const Tally& tally) {
  if (tally.deck_size > family.largest_deck) return false;
  if (family.visit_deviations != nullptr) return tally.pair_positions.has_value();
  return family.on_request == nullptr || tally.tables.has(*family.on_request);
}

}  // namespace fairshuffle
