#include "reports/law/parts_text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/order/number_text.hpp"

namespace fairshuffle {

namespace {

// What the rounding of doubles leaves of a part that is exactly 0, of all parts' sum.
constexpr double rounding = 1e-24;

}  // namespace

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

nlohmann::ordered_json parts_json(std::span<const Part> parts) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Part& part : parts) {
    json.push_back({{"partition", part.partition},
                    {"name", part.name},
                    {"dimension", part.dimension},
                    {"phi2", part.phi2}});
  }
  return json;
}

}  // namespace fairshuffle
