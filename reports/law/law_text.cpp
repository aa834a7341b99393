#include "reports/law/law_text.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "core/exact/distances.hpp"
#include "core/order/number_text.hpp"
#include "core/order/order.hpp"
#include "reports/law/parts_text.hpp"

namespace fairshuffle {

namespace {

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

}  // namespace

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

}  // namespace fairshuffle
