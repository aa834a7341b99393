#include "core/statistics/families/top_cards.hpp"

namespace fairshuffle::detail {

std::string name_of_hole_cards(int /*deck_size*/, std::uint64_t /*member*/) {
  return "the top two cards";
}

std::string name_of_flop(int /*deck_size*/, std::uint64_t /*member*/) {
  return "the top three cards";
}

std::string name_of_top_five(int /*deck_size*/, std::uint64_t /*member*/) {
  return "the top five cards";
}

}  // namespace fairshuffle::detail
