#include "reports/words/mistake_words.hpp"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fairshuffle {

std::string mistake_text(const KnownMistake& mistake) {
  return mistake.target + (mistake.reading.empty() ? "" : " with " + mistake.reading);
}

std::string same_law(const FittingLaw& fit, const KnownMistake& named) {
  if (fit.mistakes.size() == 1) return "";
  if (fit.mistakes.size() > 2) return fmt::format(" (and {} of the same law)", fit.mistakes.size() - 1);
  const KnownMistake& other = fit.mistakes[&fit.mistakes.front() == &named ? 1 : 0];
  return fmt::format(" (or {}, of the same law)", mistake_text(other));
}

std::string lesson_target(const std::string& target, int deck_size) {
  constexpr int largest_deck_of_lessons = 8;
  if (deck_size <= largest_deck_of_lessons) return target;
  const std::string size = fmt::format("n={}", deck_size);
  std::string shorter = target;
  for (const std::string& part : {"," + size, size + ",", ":" + size}) {
    if (const std::size_t at = shorter.find(part); at != std::string::npos)
      return shorter.erase(at, part.size());
  }
  return shorter;
}

// "a, b and c", or the first few and how many more there are.
std::string told(std::vector<std::string> items, std::size_t all, const char* last_word) {
  constexpr std::size_t most_told = 3;
  if (items.size() > most_told) items.resize(most_told);
  if (all > items.size()) items.push_back(fmt::format("{} more", all - items.size()));
  if (items.size() == 1) return items.front();
  const std::string last = std::move(items.back());
  items.pop_back();
  return fmt::format("{} {} {}", fmt::join(items, ", "), last_word, last);
}

}  // namespace fairshuffle
