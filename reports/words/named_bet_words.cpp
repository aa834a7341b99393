#include "reports/words/named_bet_words.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "core/order/number_text.hpp"

namespace fairshuffle {

namespace {

constexpr int digits = 3;

// In percent, to so many digits, none of them rounded inwards.
double outwards(double probability, double (*round)(double)) {
  if (probability <= 0) return 0;
  const double unit = std::pow(10, std::floor(std::log10(100 * probability)) - (digits - 1));
  // What is whole but for the last bits of a double is not rounded on.
  const double units = 100 * probability / unit, nearest = std::round(units);
  return unit * (std::abs(units - nearest) < 1e-9 ? nearest : round(units));
}

std::uint64_t trials_of(const BetRecord& bet) {
  std::uint64_t trials = 0;
  for (const BetValue& value : bet.values) trials += value.count;
  return trials;
}

}  // namespace

const BetValue* farthest_value(const BetRecord& bet) {
  const auto trials = static_cast<double>(trials_of(bet));
  const BetValue* farthest = nullptr;
  double most = -1;
  for (const BetValue& value : bet.values) {
    if (trials == 0) break;
    const double errors = std::abs(static_cast<double>(value.count) - trials * value.fair) /
                          std::sqrt(trials * value.fair * (1 - value.fair));
    if (errors > most) {
      most = errors;
      farthest = &value;
    }
  }
  return farthest;
}

NamedGain best_named_gain(const std::vector<BetRecord>& bets) {
  NamedGain best;
  for (const BetRecord& bet : bets) {
    for (const BetValue& value : bet.values) {
      if (!value.lower || !value.upper) continue;
      const double on = *value.lower - value.fair, against = value.fair - *value.upper;
      const double gain = std::max(on, against);
      if (gain > best.gain) best = {.bet = &bet, .value = &value, .against = against > on, .gain = gain};
    }
  }
  return best;
}

std::string chance_text(double probability) {
  return short_number(100 * probability, 4);
}

std::string share_text(const BetValue& value, std::uint64_t trials) {
  return trials == 0 ? "" : chance_text(static_cast<double>(value.count) / static_cast<double>(trials));
}

std::string interval_text(const BetValue& value) {
  if (!value.lower || !value.upper) return "";
  return fmt::format("{} .. {}", short_number(outwards(*value.lower, std::floor), digits),
                     short_number(outwards(*value.upper, std::ceil), digits));
}

bool bet_has_intervals(const BetRecord& bet) {
  return std::ranges::any_of(bet.values, [](const BetValue& value) { return value.lower && value.upper; });
}

}  // namespace fairshuffle
