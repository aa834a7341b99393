// Draws that do not give all values equally often.
#include "harness/lesson/mechanism.hpp"

namespace fairshuffle {

namespace {

constexpr Consequence remainders[]{
    {"a value below W mod b is drawn", "(floor(W/b) + 1)/W", "1/b"},
    {"another value is drawn", "floor(W/b)/W", "1/b"},
};

constexpr Consequence stretches[]{
    {"the first value is drawn", "ceil(W/b)/W", "1/b"},
    {"the last value is drawn", "floor(W/b)/W", "1/b"},
};

constexpr Consequence half_ends[]{
    {"the first or the last value is drawn", "1/(2 (b - 1))", "1/b"},
    {"a value between them is drawn", "1/(b - 1)", "1/b"},
};

}  // namespace

DrawMechanism draw_mechanism_of(const SampleSetup& setup) {
  const std::string_view name = setup.draw->info.name;
  const WordUse use = setup.draw->word_use(*setup.source);
  if (use == WordUse::several) return {};
  if (use == WordUse::remainder) {
    return {.words =
                "A remainder deals the W words out to the b values in turn, and W mod b of them get one word "
                "more than the others.",
            .consequences = remainders};
  }
  if (name == "rounded-double") {
    return {.words =
                "Rounding gives every value the numbers within 1/2 of it, but the first and the last have "
                "such numbers on one side only (all but for the last digit, since words are whole).",
            .consequences = half_ends};
  }
  if (name == "multiply-shift") {
    return {.words =
                "Each value is made by one stretch of the W words, W/b long where that is a whole number, "
                "and else rounded up or down.",
            .consequences = stretches};
  }
  return {.words =
              "Each value is made by one stretch of the W words, and W/b of them would be fair; a stretch is "
              "a word or a few longer or shorter, as the digits of a double have it."};
}

}  // namespace fairshuffle
