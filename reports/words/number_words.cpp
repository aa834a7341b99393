#include "reports/words/number_words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace fairshuffle {

namespace {

struct NumberWords {
  std::string_view test;    ///< the name of the hypothesis of its mean
  std::string_view before;  ///< what goes before the mean
  std::string_view after;
};
constexpr std::array words_of_numbers{
    NumberWords{"mean rising-sequences", "an order has", "rising sequences"},
    NumberWords{"mean descents", "an order has", "descents"},
    NumberWords{"mean peaks", "an order has", "peaks"},
    NumberWords{"mean inverse-peaks", "the inverse of an order has", "peaks"},
    NumberWords{"mean inversions", "an order has", "inversions"},
    NumberWords{"mean successions", "an order has", "cards that the next higher one follows"},
    NumberWords{"mean left-maxima", "an order has", "cards above all before them"},
    NumberWords{"mean left-minima", "an order has", "cards below all before them"},
    NumberWords{"mean right-maxima", "an order has", "cards above all after them"},
    NumberWords{"mean right-minima", "an order has", "cards below all after them"},
    NumberWords{"mean fixed-points", "an order has", "fixed points"},
    NumberWords{"mean cycles", "an order has", "cycles"}};

const NumberWords* words_of(std::string_view test) {
  const auto found = std::ranges::find(words_of_numbers, test, &NumberWords::test);
  return found == words_of_numbers.end() ? nullptr : &*found;
}

}  // namespace

ToldMeans told_apart(double mean, double due) {
  const int decimals =
      std::clamp(1 - static_cast<int>(std::floor(std::log10(std::max(std::abs(mean - due), 1e-9)))), 1, 9);
  return {.mean = fmt::format("{:.{}f}", mean, decimals), .due = fmt::format("{:.{}f}", due, decimals)};
}

std::string number_words(const TargetRecord& result) {
  const TestRecord* smallest = nullptr;
  for (const TestRecord& test : result.tests) {
    if (!rejects_as_uneven(test) || !test.mean || words_of(test.name) == nullptr) continue;
    if (smallest == nullptr || test.log10_p < smallest->log10_p) smallest = &test;
  }
  const bool tells_most = result.worst.empty() || words_of(result.found_by) != nullptr;
  if (smallest == nullptr || !tells_most) return "";
  const NumberWords& words = *words_of(smallest->name);
  const ToldMeans told = told_apart(smallest->mean->mean, smallest->mean->mean_fair);
  return fmt::format("{} {} {} in the mean, where {} are due", words.before, told.mean, words.after,
                     told.due);
}

}  // namespace fairshuffle
