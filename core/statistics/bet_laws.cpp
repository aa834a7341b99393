#include "core/statistics/bet_laws.hpp"

#include <algorithm>
#include <stdexcept>

#include <boost/math/distributions/hypergeometric.hpp>
#include <fmt/format.h>

#include "core/tally/bets/poker_hand.hpp"

namespace fairshuffle {

std::vector<double> bet_law(const NamedBet& bet, int deck_size) {
  if (const std::string why = why_no_bet(bet, deck_size); !why.empty()) {
    throw std::invalid_argument(fmt::format("bet_law: the bet '{}' {}", bet.name, why));
  }
  std::vector<double> law(values_of(bet));
  if (bet.kind == NamedBet::Kind::poker) {
    for (std::size_t value = 0; value < law.size(); ++value) {
      law[value] = static_cast<double>(poker_categories[value].hands) / static_cast<double>(poker_hands);
    }
    return law;
  }
  const auto all = static_cast<unsigned>(deck_size), cards = static_cast<unsigned>(bet.cards.size()),
             places = static_cast<unsigned>(bet.places.size());
  const unsigned fewest = cards + places > all ? cards + places - all : 0;
  const boost::math::hypergeometric_distribution<double> hypergeometric(cards, places, all);
  for (unsigned value = fewest; value < law.size(); ++value) law[value] = pdf(hypergeometric, value);
  return law;
}

double mean_of_law(std::span<const double> law) {
  double mean = 0;
  for (std::size_t value = 0; value < law.size(); ++value) mean += static_cast<double>(value) * law[value];
  return mean;
}

std::uint64_t hypotheses_of_bets(std::span<const NamedBet> bets, int deck_size) {
  std::uint64_t hypotheses = 0;
  for (const NamedBet& bet : bets) {
    const std::vector<double> law = bet_law(bet, deck_size);
    hypotheses += std::ranges::count_if(law, [](double p) { return p > 0; }) > 2 ? 2 : 1;
  }
  return hypotheses;
}

}  // namespace fairshuffle
