#include "core/exact/numeric_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/exact/compensated_sum.hpp"
#include "core/exact/divergence_term.hpp"
#include "core/exact/law.hpp"
#include "core/order/order.hpp"

namespace fairshuffle {

namespace {

// The sum of term(p) over all orders.
template <class Term>
double sum_over_orders(const NumericLaw& law, Term term) {
  CompensatedSum sum;
  for (const double probability : law.probability) sum.add(term(probability));
  return sum.total();
}

NumericExtreme extreme_of(const NumericLaw& law, double probability) {
  NumericExtreme extreme{.probability = probability, .ranks = {}};
  for (std::uint64_t rank = 0; rank < law.probability.size(); ++rank) {
    if (law.probability[rank] == probability) extreme.ranks.push_back(rank);
  }
  return extreme;
}

double order_count_of(const NumericLaw& law) {
  return static_cast<double>(law.probability.size());
}

}  // namespace

NumericLaw numeric(const Law& law) {
  NumericLaw numbers{.deck_size = law.deck_size,
                     .probability = {},
                     .invalid = to_double(invalid_probability(law)),
                     .error = std::numeric_limits<double>::epsilon() / 2};
  numbers.probability.reserve(law.weight.size());
  // A fraction is dear, and many orders have the same.
  std::map<Integer, double> known;
  for (std::uint64_t rank = 0; rank < law.weight.size(); ++rank) {
    const auto [found, is_new] = known.emplace(law.weight[rank], 0);
    if (is_new) found->second = to_double(probability_of(law, rank));
    numbers.probability.push_back(found->second);
  }
  return numbers;
}

double total_variation(const NumericLaw& law) {
  const double uniform = 1 / order_count_of(law);
  return (sum_over_orders(law, [=](double p) { return std::abs(p - uniform); }) + law.invalid) / 2;
}

double phi2(const NumericLaw& law) {
  const double orders = order_count_of(law);
  return sum_over_orders(law, [=](double p) { return (p * orders - 1) * (p * orders - 1); }) / orders;
}

double kullback_leibler(const NumericLaw& law) {
  if (law.invalid > 0) return std::numeric_limits<double>::infinity();
  const double orders = order_count_of(law);
  return sum_over_orders(law, [=](double p) { return divergence_term(p * orders - 1); }) / orders;
}

NumericExtreme least_probability(const NumericLaw& law) {
  return extreme_of(law, std::ranges::min(law.probability));
}

NumericExtreme largest_probability(const NumericLaw& law) {
  return extreme_of(law, std::ranges::max(law.probability));
}

std::vector<std::vector<double>> position_law(const NumericLaw& law) {
  const auto deck_size = static_cast<std::size_t>(law.deck_size);
  std::vector<std::vector<CompensatedSum>> sums(deck_size, std::vector<CompensatedSum>(deck_size));
  std::vector<Card> order = order_of_rank(0, law.deck_size);
  for (const double probability : law.probability) {
    for (std::size_t position = 0; position < deck_size; ++position) {
      sums[position][order[position]].add(probability);
    }
    to_next_order(order);
  }
  std::vector<std::vector<double>> positions(deck_size);
  for (std::size_t position = 0; position < deck_size; ++position) {
    for (const CompensatedSum& sum : sums[position]) positions[position].push_back(sum.total());
  }
  return positions;
}

double phi2_positions(const NumericLaw& law) {
  const double uniform = 1.0 / law.deck_size;
  double sum = 0;
  const auto positions = position_law(law);
  for (const auto& row : positions) {
    for (const double probability : row) sum += (probability - uniform) * (probability - uniform);
  }
  return sum * (law.deck_size - 1);
}

double even_probability(const NumericLaw& law) {
  CompensatedSum sum;
  std::vector<Card> order = order_of_rank(0, law.deck_size);
  for (const double probability : law.probability) {
    if (is_even(order)) sum.add(probability);
    to_next_order(order);
  }
  return sum.total();
}

std::uint64_t support_size(const NumericLaw& law) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(law.probability, [](double probability) { return probability > 0; }));
}

}  // namespace fairshuffle
