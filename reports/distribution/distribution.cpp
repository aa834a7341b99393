#include "reports/distribution/distribution.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/exact/distribution.hpp"
#include "core/permutation/permutation.hpp"

namespace fairshuffle {

namespace {

using nlohmann::ordered_json;

ordered_json fraction_json(const Fraction& fraction) {
  return {{"fraction", to_text(fraction)}, {"value", to_double(fraction)}};
}

ordered_json extreme_json(const Extreme& extreme) {
  ordered_json json = fraction_json(extreme.probability);
  json["permutations"] = extreme.ranks.size();
  return json;
}

ordered_json permutation_json(std::uint64_t rank, int deck_size) {
  const std::vector<Card> permutation = permutation_of_rank(rank, deck_size);
  return std::vector<int>(permutation.begin(), permutation.end());
}

// [{"partition": [4, 1], "name": "single cards", "dimension": 4, "chi_square_distance": 0.037}, ...]
ordered_json components_json(std::span<const Component> components) {
  ordered_json json = ordered_json::array();
  for (const Component& component : components) {
    json.push_back({{"partition", component.partition},
                    {"name", component.name},
                    {"dimension", component.dimension},
                    {"chi_square_distance", component.chi_square_distance}});
  }
  return json;
}

// All but the permutations.
ordered_json figures_json(const NamedExactDistribution& named) {
  const Distribution& distribution = named.distribution;
  const bool is_of_permutations = distribution.invalid == 0;
  ordered_json json;
  const auto add = [&](const char* name, Fraction (*distance)(const Distribution&)) {
    json[name] = is_of_permutations ? fraction_json(distance(distribution)) : ordered_json();
  };
  json["target"] = named.name;
  json["n"] = distribution.deck_size;
  json["tv"] = fraction_json(total_variation(distribution));
  add("chi_square_distance", chi_square_distance);
  add("chi_square_distance_positions", chi_square_distance_positions);
  add("chi_square_distance_neighbours", chi_square_distance_neighbours);
  add("chi_square_distance_parity", chi_square_distance_parity);
  json["kl_nats"] = is_of_permutations ? ordered_json(kullback_leibler(distribution)) : ordered_json();
  json["even"] = fraction_json(even_probability(distribution));
  json["p_min"] = extreme_json(least_probability(distribution));
  json["p_max"] = extreme_json(largest_probability(distribution));
  json["support"] = support_size(distribution);
  json["invalid"] = fraction_json(invalid_probability(distribution));
  json["positions"] = ordered_json::array();
  for (const auto& row : position_distribution(distribution)) {
    ordered_json cells = ordered_json::array();
    for (const Fraction& probability : row) cells.push_back(fraction_json(probability));
    json["positions"].push_back(cells);
  }
  return json;
}

/// One line about a distribution: what, the number, and the fraction where it is one.
struct Figure {
  std::string what;
  double value;
  std::optional<Fraction> fraction;
};

std::vector<Figure> figures_of(const Distribution& distribution) {
  std::vector<Figure> figures;
  const auto add = [&figures](const char* what, const Fraction& fraction) {
    figures.push_back({what, to_double(fraction), fraction});
  };
  add("total variation from uniform", total_variation(distribution));
  if (distribution.invalid == 0) {
    add("chi-square distance", chi_square_distance(distribution));
    add("chi-square distance of single cards", chi_square_distance_positions(distribution));
    figures.push_back({"divergence (KL) in nats", kullback_leibler(distribution), {}});
  } else {
    add("probability of no permutation at all", invalid_probability(distribution));
  }
  add("probability of an even permutation", even_probability(distribution));
  add("least probability of a permutation", least_probability(distribution).probability);
  add("largest probability of a permutation", largest_probability(distribution).probability);
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
  const std::string start = fmt::format("  {:<36} {:<12} ", figure.what, short_number(figure.value, 6));
  return without_trailing_spaces(start + short_fraction(figure.fraction, line_width - start.size()));
}

std::string cards_of(const Distribution& distribution, std::uint64_t rank) {
  std::string cards;
  for (const Card card : permutation_of_rank(rank, distribution.deck_size)) cards += fmt::format("{} ", card);
  return cards;
}

std::string permutation_line(const Distribution& distribution, std::uint64_t rank) {
  const Fraction probability = probability_of(distribution, rank);
  const std::string start = fmt::format("  {} {:<8}  ", cards_of(distribution, rank),
                                        typed_exponent(fmt::format("{:#.6g}", to_double(probability))));
  return without_trailing_spaces(start + short_fraction(probability, line_width - start.size()));
}

constexpr std::size_t most_permutations_in_full = 24;
constexpr std::size_t permutations_at_each_end = 5;

std::string permutations_text(const Distribution& distribution) {
  std::vector<std::uint64_t> ranks(distribution.weight.size());
  std::iota(ranks.begin(), ranks.end(), std::uint64_t{0});
  std::string text;
  if (ranks.size() <= most_permutations_in_full) {
    text += "\nall permutations\n";
    for (const std::uint64_t rank : ranks) text += permutation_line(distribution, rank);
    return text;
  }
  std::ranges::stable_sort(ranks, std::ranges::greater{},
                           [&](std::uint64_t rank) -> const Integer& { return distribution.weight[rank]; });
  text += "\nlikeliest permutations\n";
  for (std::size_t i = 0; i < permutations_at_each_end; ++i) text += permutation_line(distribution, ranks[i]);
  text += "\nleast likely permutations\n";
  for (std::size_t i = ranks.size() - permutations_at_each_end; i < ranks.size(); ++i) {
    text += permutation_line(distribution, ranks[i]);
  }
  return text;
}

std::string positions_text(const Distribution& distribution) {
  // As many digits as let a row of ten cards stay on its line.
  const int digits = distribution.deck_size <= 8 ? 6 : distribution.deck_size == 9 ? 5 : 4;
  std::string text = "\ncard by position (rows: positions, columns: cards)\n";
  for (const auto& row : position_distribution(distribution)) {
    text += " ";
    for (const Fraction& probability : row) text += fmt::format(" {:.{}f}", to_double(probability), digits);
    text += "\n";
  }
  return text;
}

std::string steps_text(const Distribution& distribution, const std::vector<StepDistances>& steps) {
  std::string text = fmt::format("\n{:>6}  {:<16} {:<20} {}\n", "step", "total variation",
                                 "chi-square distance", "permutations that can come out");
  for (const StepDistances& after : steps) {
    text += fmt::format("{:>6}  {:<16} {:<20} {} of {}\n", after.step,
                        short_number(to_double(after.total_variation), 6),
                        short_number(to_double(after.chi_square_distance), 6),
                        with_commas(after.support_size), with_commas(distribution.weight.size()));
  }
  return text;
}

// What the rounding of doubles leaves of a component that is exactly 0, of all components' sum.
constexpr double rounding = 1e-24;

// A heading and a line for each component: its name, chi-square distance and share of the sum. Where the
// distribution is uniform there is nothing to share, and the shares are left out. What is not above rounding
// is 0.
std::string components_text(std::span<const Component> components) {
  double sum = 0;
  std::size_t width = 0;
  for (const Component& component : components) {
    sum += component.chi_square_distance;
    width = std::max(width, component.name.size() + to_text(component.partition).size() + 1);
  }
  std::string text = "\nwhere the bias lives (chi-square distance by component; 0: not above rounding)\n";
  for (const Component& component : components) {
    const bool is_zero = component.chi_square_distance <= rounding * sum;
    text += fmt::format("  {:<{}}  ", component.name + ' ' + to_text(component.partition), width);
    text += is_zero ? std::string("0")
                    : fmt::format("{:<12} {}", short_number(component.chi_square_distance, 6),
                                  percent_text(component.chi_square_distance / sum));
    text += '\n';
  }
  return text;
}

}  // namespace

ordered_json distribution_json(const NamedExactDistribution& named, const std::vector<StepDistances>& steps) {
  ordered_json json = figures_json(named);
  if (!steps.empty()) json["steps"] = ordered_json::array();
  for (const StepDistances& after : steps) {
    json["steps"].push_back({{"step", after.step},
                             {"tv", fraction_json(after.total_variation)},
                             {"chi_square_distance", fraction_json(after.chi_square_distance)},
                             {"support", after.support_size}});
    if (!after.positions.empty()) json["steps"].back()["positions"] = after.positions;
  }
  json["components"] = components_json(components_of(named.distribution));
  json["permutations"] = ordered_json::array();
  for (std::uint64_t rank = 0; rank < named.distribution.weight.size(); ++rank) {
    json["permutations"].push_back({{"permutation", permutation_json(rank, named.distribution.deck_size)},
                                    {"p", fraction_json(probability_of(named.distribution, rank))}});
  }
  return json;
}

ordered_json comparison_json(const NamedExactDistribution& left, const NamedExactDistribution& right) {
  ordered_json json;
  json["a"] = figures_json(left);
  json["b"] = figures_json(right);
  const Fraction between = total_variation_between(left.distribution, right.distribution);
  json["equal"] = between == 0;
  json["tv_between"] = fraction_json(between);
  json["differences"] = ordered_json::array();
  for (const std::uint64_t rank : largest_differences(left.distribution, right.distribution, 100)) {
    json["differences"].push_back({{"permutation", permutation_json(rank, left.distribution.deck_size)},
                                   {"p_a", fraction_json(probability_of(left.distribution, rank))},
                                   {"p_b", fraction_json(probability_of(right.distribution, rank))}});
  }
  return json;
}

std::string distribution_text(const NamedExactDistribution& named, const std::vector<StepDistances>& steps) {
  const Distribution& distribution = named.distribution;
  std::string text = named.name + "\n";
  for (const Figure& figure : figures_of(distribution)) text += figure_line(figure);
  text += fmt::format("  {:<36} {} of {}\n", "permutations that can come out",
                      with_commas(support_size(distribution)), with_commas(distribution.weight.size()));
  if (!steps.empty()) text += steps_text(distribution, steps);
  if (const std::vector<Component> components = components_of(distribution); !components.empty())
    text += components_text(components);
  return text + positions_text(distribution) + permutations_text(distribution);
}

std::string comparison_text(const NamedExactDistribution& left, const NamedExactDistribution& right) {
  std::string text = fmt::format("A  {}\nB  {}\n\n  {:<36} {:<14} {}\n", left.name, right.name, "", "A", "B");
  const std::vector<Figure> of_left = figures_of(left.distribution),
                            of_right = figures_of(right.distribution);
  for (const Figure& figure : of_left) {
    const auto other = std::ranges::find(of_right, figure.what, &Figure::what);
    if (other == of_right.end()) continue;
    text += fmt::format("  {:<36} {:<14} {}\n", figure.what, short_number(figure.value, 6),
                        short_number(other->value, 6));
  }
  text += fmt::format("  {:<36} {:<14} {}\n\n", "permutations that can come out",
                      with_commas(support_size(left.distribution)),
                      with_commas(support_size(right.distribution)));
  const Fraction between = total_variation_between(left.distribution, right.distribution);
  if (between == 0) return text + "The two distributions are equal.\n";
  text += figure_line({"total variation between the two", to_double(between), between});
  const auto ranks = largest_differences(left.distribution, right.distribution, 2 * permutations_at_each_end);
  if (ranks.empty()) return text;
  text += fmt::format("\npermutations where they differ most\n  {:<{}} {:<14} B\n", "",
                      2 * left.distribution.deck_size, "A");
  for (const std::uint64_t rank : ranks) {
    text += fmt::format("  {} {:<14} {}\n", cards_of(left.distribution, rank),
                        short_number(to_double(probability_of(left.distribution, rank)), 6),
                        short_number(to_double(probability_of(right.distribution, rank)), 6));
  }
  return text;
}

std::vector<Component> components_of(const Distribution& distribution) {
  if (distribution.deck_size < 2 || distribution.deck_size > 8 || distribution.invalid != 0) return {};
  // The differences from uniform, which are all that components are made of: where they are tiny, rounding
  // the probabilities themselves would leave nothing of them.
  const Fraction uniform(1, distribution.weight.size());
  std::vector<double> differences;
  for (std::uint64_t rank = 0; rank < distribution.weight.size(); ++rank) {
    differences.push_back(to_double(Fraction(probability_of(distribution, rank) - uniform)));
  }
  return components_of(distribution.deck_size, differences);
}

}  // namespace fairshuffle
