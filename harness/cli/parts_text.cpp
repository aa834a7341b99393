#include "harness/cli/parts_text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/exact/numeric_law.hpp"

namespace fairshuffle {

namespace {

// What the rounding of probabilities leaves of a part that is exactly 0.
constexpr double rounding = 1e-24;

// Two digits, but three of what rounds to 100: "1e+02" is no way to say all.
std::string percent_text(double percent) {
  return percent >= 99.5 ? fmt::format("{:.0f}", percent) : fmt::format("{:.2g}", percent);
}

}  // namespace

std::vector<Part> parts_of(const Law& law) {
  const NumericLaw numbers = numeric(law);
  if (law.deck_size < 2 || law.deck_size > 8 || numbers.invalid != 0) return {};
  return parts_of(law.deck_size, numbers.probability);
}

std::string parts_text(std::span<const Part> parts) {
  double sum = 0;
  std::size_t width = 0;
  for (const Part& part : parts) {
    sum += part.phi2;
    width = std::max(width, part.name.size() + to_text(part.partition).size() + 1);
  }
  std::string text = "\nwhere the bias lives (phi2 by part)\n";
  for (const Part& part : parts) {
    const bool is_zero = part.phi2 < rounding * std::max(1.0, sum);
    text += fmt::format("  {:<{}}  ", part.name + ' ' + to_text(part.partition), width);
    text += is_zero ? std::string("0")
                    : fmt::format("{:<12.6g} {} %", part.phi2, percent_text(100 * part.phi2 / sum));
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
