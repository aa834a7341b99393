#include "core/statistics/families/parity.hpp"

namespace fairshuffle::detail {

void visit_parity(const Tally& tally, const BetFamily::Visit& visit) {
  visit(tally.parity.by_value());
}

std::string name_of_parity(int /*deck_size*/, std::uint64_t /*member*/) {
  return "the parity";
}

}  // namespace fairshuffle::detail
