// The one table of bet families.
#include <algorithm>
#include <array>

#include "core/statistics/families/cards.hpp"
#include "core/statistics/families/family.hpp"
#include "core/statistics/families/neighbours.hpp"
#include "core/statistics/families/pairs_order.hpp"
#include "core/statistics/families/parity.hpp"

namespace fairshuffle {

namespace {
constexpr std::array registered{cards_family, pairs_order_family, neighbours_family, parity_family};
}  // namespace

std::span<const BetFamily> all_families() {
  return registered;
}

const BetFamily* find_family(std::string_view name) {
  const auto found = std::ranges::find(registered, name, &BetFamily::name);
  return found == registered.end() ? nullptr : &*found;
}

}  // namespace fairshuffle
