#include "reports/law/law.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/exact/law.hpp"
#include "core/order/order.hpp"

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

// [{"partition": [4, 1], "name": "single cards", "dimension": 4, "phi2": 0.037}, ...]
ordered_json parts_json(std::span<const Part> parts) {
  ordered_json json = ordered_json::array();
  for (const Part& part : parts) {
    json.push_back({{"partition", part.partition},
                    {"name", part.name},
                    {"dimension", part.dimension},
                    {"phi2", part.phi2}});
  }
  return json;
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

/// One line about a law: what, the number, and the fraction where it is one.
struct Figure {
  std::string what;
  double value;
  std::optional<Fraction> fraction;
};

std::vector<Figure> figures_of(const Law& law) {
  std::vector<Figure> figures;
  const auto add = [&figures](const char* what, const Fraction& fraction) {
    figures.push_back({what, to_double(fraction), fraction});
  };
  add("total variation from uniform", total_variation(law));
  if (law.invalid == 0) {
    add("phi2", phi2(law));
    add("phi2 of single cards", phi2_positions(law));
    figures.push_back({"divergence (KL) in nats", kullback_leibler(law), {}});
  } else {
    add("probability of no order at all", invalid_probability(law));
  }
  add("probability of an even order", even_probability(law));
  add("least probability of an order", least_probability(law).probability);
  add("largest probability of an order", largest_probability(law).probability);
  return figures;
}

// A fraction that would break the line is left to --json.
std::string short_fraction(const std::optional<Fraction>& fraction, std::size_t most_characters) {
  if (!fraction) return "";
  std::string text = to_text(*fraction);
  return text.size() <= most_characters ? text : "";
}

constexpr std::size_t line_width = 80;

std::string without_trailing_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string figure_line(const Figure& figure) {
  const std::string start = fmt::format("  {:<32} {:<12} ", figure.what, short_number(figure.value, 6));
  return without_trailing_spaces(start + short_fraction(figure.fraction, line_width - start.size()));
}

std::string cards_of(const Law& law, std::uint64_t rank) {
  std::string cards;
  for (const Card card : order_of_rank(rank, law.deck_size)) cards += fmt::format("{} ", card);
  return cards;
}

std::string order_line(const Law& law, std::uint64_t rank) {
  const Fraction probability = probability_of(law, rank);
  const std::string start = fmt::format("  {} {:<8}  ", cards_of(law, rank),
                                        typed_exponent(fmt::format("{:#.6g}", to_double(probability))));
  return without_trailing_spaces(start + short_fraction(probability, line_width - start.size()));
}

constexpr std::size_t most_orders_in_full = 24;
constexpr std::size_t orders_at_each_end = 5;

std::string orders_text(const Law& law) {
  std::vector<std::uint64_t> ranks(law.weight.size());
  std::iota(ranks.begin(), ranks.end(), std::uint64_t{0});
  std::string text;
  if (ranks.size() <= most_orders_in_full) {
    text += "\nall orders\n";
    for (const std::uint64_t rank : ranks) text += order_line(law, rank);
    return text;
  }
  std::ranges::stable_sort(ranks, std::ranges::greater{},
                           [&](std::uint64_t rank) -> const Integer& { return law.weight[rank]; });
  text += "\nlikeliest orders\n";
  for (std::size_t i = 0; i < orders_at_each_end; ++i) text += order_line(law, ranks[i]);
  text += "\nleast likely orders\n";
  for (std::size_t i = ranks.size() - orders_at_each_end; i < ranks.size(); ++i) {
    text += order_line(law, ranks[i]);
  }
  return text;
}

std::string positions_text(const Law& law) {
  // As many digits as let a row of ten cards stay on its line.
  const int digits = law.deck_size <= 8 ? 6 : law.deck_size == 9 ? 5 : 4;
  std::string text = "\ncard by position (rows: positions, columns: cards)\n";
  for (const auto& row : position_law(law)) {
    text += " ";
    for (const Fraction& probability : row) text += fmt::format(" {:.{}f}", to_double(probability), digits);
    text += "\n";
  }
  return text;
}

std::string steps_text(const Law& law, const std::vector<StepDistances>& steps) {
  std::string text = fmt::format("\n{:>6}  {:<16} {:<16} {}\n", "step", "total variation", "phi2",
                                 "orders that can come out");
  for (const StepDistances& after : steps) {
    text +=
        fmt::format("{:>6}  {:<16} {:<16} {} of {}\n", after.step,
                    short_number(to_double(after.total_variation), 6), short_number(to_double(after.phi2), 6),
                    with_commas(after.support_size), with_commas(law.weight.size()));
  }
  return text;
}

// What the rounding of doubles leaves of a part that is exactly 0, of all parts' sum.
constexpr double rounding = 1e-24;

// A heading and a line for each part: its name, phi2 and share of the sum. Where the law is uniform there is
// nothing to share, and the shares are left out. What is not above rounding is 0.
std::string parts_text(std::span<const Part> parts) {
  double sum = 0;
  std::size_t width = 0;
  for (const Part& part : parts) {
    sum += part.phi2;
    width = std::max(width, part.name.size() + to_text(part.partition).size() + 1);
  }
  std::string text = "\nwhere the bias lives (phi2 by part; 0: not above rounding)\n";
  for (const Part& part : parts) {
    const bool is_zero = part.phi2 <= rounding * sum;
    text += fmt::format("  {:<{}}  ", part.name + ' ' + to_text(part.partition), width);
    text += is_zero ? std::string("0")
                    : fmt::format("{:<12} {}", short_number(part.phi2, 6), percent_text(part.phi2 / sum));
    text += '\n';
  }
  return text;
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

std::string law_text(const NamedExactLaw& named, const std::vector<StepDistances>& steps) {
  const Law& law = named.law;
  std::string text = named.name + "\n";
  for (const Figure& figure : figures_of(law)) text += figure_line(figure);
  text += fmt::format("  {:<32} {} of {}\n", "orders that can come out", with_commas(support_size(law)),
                      with_commas(law.weight.size()));
  if (!steps.empty()) text += steps_text(law, steps);
  if (const std::vector<Part> parts = parts_of(law); !parts.empty()) text += parts_text(parts);
  return text + positions_text(law) + orders_text(law);
}

std::string comparison_text(const NamedExactLaw& left, const NamedExactLaw& right) {
  std::string text = fmt::format("A  {}\nB  {}\n\n  {:<32} {:<14} {}\n", left.name, right.name, "", "A", "B");
  const std::vector<Figure> of_left = figures_of(left.law), of_right = figures_of(right.law);
  for (const Figure& figure : of_left) {
    const auto other = std::ranges::find(of_right, figure.what, &Figure::what);
    if (other == of_right.end()) continue;
    text += fmt::format("  {:<32} {:<14} {}\n", figure.what, short_number(figure.value, 6),
                        short_number(other->value, 6));
  }
  text += fmt::format("  {:<32} {:<14} {}\n\n", "orders that can come out",
                      with_commas(support_size(left.law)), with_commas(support_size(right.law)));
  const Fraction between = total_variation_between(left.law, right.law);
  if (between == 0) return text + "The two laws are equal.\n";
  text += figure_line({"total variation between the two", to_double(between), between});
  const auto ranks = largest_differences(left.law, right.law, 2 * orders_at_each_end);
  if (ranks.empty()) return text;
  text +=
      fmt::format("\norders where they differ most\n  {:<{}} {:<14} B\n", "", 2 * left.law.deck_size, "A");
  for (const std::uint64_t rank : ranks) {
    text += fmt::format("  {} {:<14} {}\n", cards_of(left.law, rank),
                        short_number(to_double(probability_of(left.law, rank)), 6),
                        short_number(to_double(probability_of(right.law, rank)), 6));
  }
  return text;
}

std::vector<Part> parts_of(const Law& law) {
  if (law.deck_size < 2 || law.deck_size > 8 || law.invalid != 0) return {};
  // The differences from uniform, which are all that parts are made of: where they are tiny, rounding the
  // probabilities themselves would leave nothing of them.
  const Fraction uniform(1, law.weight.size());
  std::vector<double> differences;
  for (std::uint64_t rank = 0; rank < law.weight.size(); ++rank) {
    differences.push_back(to_double(Fraction(probability_of(law, rank) - uniform)));
  }
  return parts_of(law.deck_size, differences);
}

}  // namespace fairshuffle
