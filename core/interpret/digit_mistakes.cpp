#include "core/interpret/digit_mistakes.hpp"

#include <array>
#include <string_view>

#include "core/interpret/draw_weights.hpp"
#include "core/interpret/found_once.hpp"
#include "core/shuffle/registry.hpp"

namespace fairshuffle {

namespace {

struct BiasedDraw {
  std::string_view name;
  std::string_view draw;
  int bits;  // of a word, as in SampleSetup
};

constexpr std::array<BiasedDraw, number_of_digit_mistakes> biased_draws{{
    {"modulo of 15 bits", "modulo", 15},
    {"modulo of 16 bits", "modulo", 16},
    {"multiply-shift of 15 bits", "multiply-shift", 15},
}};

std::vector<DigitMistake> found_digit_mistakes(int deck_size) {
  std::vector<DigitMistake> found;
  for (const BiasedDraw& mistake : biased_draws) {
    SampleSetup setup = standard_setup(*find_shuffle("durstenfeld"), deck_size);
    setup.draw = find_draw(mistake.draw);
    setup.bits = mistake.bits;
    found.push_back({std::string(mistake.name), setup, digit_law_of(setup)});
  }
  return found;
}

}  // namespace

DigitLaw digit_law_of(const SampleSetup& setup) {
  DrawWeightsByBound draws(setup);
  DigitLaw law;
  // For the place i Durstenfeld's shuffle draws below i + 1.
  for (int bound = 2; bound <= setup.deck_size; ++bound) {
    const DrawWeights& weights = draws.of(static_cast<std::uint64_t>(bound));
    std::vector<double>& digit = law.probability.emplace_back();
    for (std::uint64_t value = 0; value < weights.bound; ++value) {
      digit.push_back(static_cast<double>(weights.weight(value)) / to_double(Fraction(weights.denominator)));
    }
  }
  return law;
}

double product_of_digits(const DigitLaw& p, const DigitLaw& q) {
  double sum = 0;
  for (std::size_t digit = 0; digit < p.probability.size(); ++digit) {
    const std::vector<double>&of_p = p.probability[digit], &of_q = q.probability[digit];
    const auto values = static_cast<double>(of_p.size());
    double of_digit = 0;
    for (std::size_t value = 0; value < of_p.size(); ++value) {
      of_digit += (of_p[value] - 1 / values) * (of_q[value] - 1 / values);
    }
    sum += values * of_digit;
  }
  return sum;
}

std::span<const DigitMistake> digit_mistakes(int deck_size) {
  return found_once<found_digit_mistakes, smallest_large_deck, largest_byte_deck>("digit_mistakes",
                                                                                  deck_size);
}

}  // namespace fairshuffle
