#include "reports/law/law_json.hpp"

#include <nlohmann/json.hpp>

#include "core/exact/distances.hpp"
#include "core/order/order.hpp"
#include "reports/law/parts_text.hpp"

namespace fairshuffle {

namespace {

using nlohmann::ordered_json;

ordered_json fraction_json(const Fraction& fraction) {
  return {{"fraction", to_text(fraction)}, {"value", to_double(fraction)}};
}

ordered_json extreme_json(const Extreme& extreme) {
  ordered_json json = fraction_json(extreme.probability);
  json["orders"] = extreme.ranks.size();
  return json;
}

ordered_json order_json(std::uint64_t rank, int deck_size) {
  const std::vector<Card> order = order_of_rank(rank, deck_size);
  return std::vector<int>(order.begin(), order.end());
}

// All but the orders.
ordered_json figures_json(const NamedExactLaw& named) {
  const Law& law = named.law;
  const bool is_of_orders = law.invalid == 0;
  ordered_json json;
  json["target"] = named.name;
  json["n"] = law.deck_size;
  json["tv"] = fraction_json(total_variation(law));
  json["phi2"] = is_of_orders ? fraction_json(phi2(law)) : ordered_json();
  json["phi2_positions"] = is_of_orders ? fraction_json(phi2_positions(law)) : ordered_json();
  json["phi2_neighbours"] = is_of_orders ? fraction_json(phi2_neighbours(law)) : ordered_json();
  json["phi2_parity"] = is_of_orders ? fraction_json(phi2_parity(law)) : ordered_json();
  json["kl_nats"] = is_of_orders ? ordered_json(kullback_leibler(law)) : ordered_json();
  json["even"] = fraction_json(even_probability(law));
  json["p_min"] = extreme_json(least_probability(law));
  json["p_max"] = extreme_json(largest_probability(law));
  json["support"] = support_size(law);
  json["invalid"] = fraction_json(invalid_probability(law));
  json["positions"] = ordered_json::array();
  for (const auto& row : position_law(law)) {
    ordered_json cells = ordered_json::array();
    for (const Fraction& probability : row) cells.push_back(fraction_json(probability));
    json["positions"].push_back(cells);
  }
  return json;
}

}  // namespace

ordered_json law_json(const NamedExactLaw& named, const std::vector<StepDistances>& steps) {
  ordered_json json = figures_json(named);
  if (!steps.empty()) json["steps"] = ordered_json::array();
  for (const StepDistances& after : steps) {
    json["steps"].push_back({{"step", after.step},
                             {"tv", fraction_json(after.total_variation)},
                             {"phi2", fraction_json(after.phi2)},
                             {"support", after.support_size}});
    if (!after.positions.empty()) json["steps"].back()["positions"] = after.positions;
  }
  json["parts"] = parts_json(parts_of(named.law));
  json["orders"] = ordered_json::array();
  for (std::uint64_t rank = 0; rank < named.law.weight.size(); ++rank) {
    json["orders"].push_back({{"order", order_json(rank, named.law.deck_size)},
                              {"p", fraction_json(probability_of(named.law, rank))}});
  }
  return json;
}

ordered_json comparison_json(const NamedExactLaw& left, const NamedExactLaw& right) {
  ordered_json json;
  json["a"] = figures_json(left);
  json["b"] = figures_json(right);
  const Fraction between = total_variation_between(left.law, right.law);
  json["equal"] = between == 0;
  json["tv_between"] = fraction_json(between);
  json["differences"] = ordered_json::array();
  for (const std::uint64_t rank : largest_differences(left.law, right.law, 100)) {
    json["differences"].push_back({{"order", order_json(rank, left.law.deck_size)},
                                   {"p_a", fraction_json(probability_of(left.law, rank))},
                                   {"p_b", fraction_json(probability_of(right.law, rank))}});
  }
  return json;
}

}  // namespace fairshuffle
