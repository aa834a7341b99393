#include "core/interpret/path_laws.hpp"

#include <algorithm>
#include <limits>

#include "core/order/order.hpp"

namespace fairshuffle {

PathLaws::PathLaws(const SampleSetup& setup, std::uint64_t most_paths)
    : source_(setup.source), deck_size_(setup.deck_size) {
  Paths paths = paths_of(setup, most_paths);
  for (const Choice& choice : paths.choices) {
    auto known = std::ranges::find(bounds_, choice.bound, &Bound::bound);
    if (known == bounds_.end()) {
      known = bounds_.insert(known, {choice.bound, table_size_});
      table_size_ += choice.bound;
    }
    drawn_.push_back(static_cast<std::uint32_t>(known->begin + choice.value));
  }
  ends_ = std::move(paths.ends);
  results_ = std::move(paths.results);

  // Each factor of a product and each term of a sum rounds once.
  std::vector<std::size_t> paths_to(order_count(deck_size_) + 1);
  for (const std::uint64_t result : results_) ++paths_to[result];
  std::size_t longest = 0;
  for (std::size_t path = 0, begin = 0; path < ends_.size(); begin = ends_[path++]) {
    longest = std::max(longest, ends_[path] - begin);
  }
  error_ = static_cast<double>(2 * longest + *std::ranges::max_element(paths_to)) *
           std::numeric_limits<double>::epsilon();
}

NumericLaw PathLaws::of(const DrawEntry& draw, int bits) const {
  std::vector<double> probability_drawn(table_size_);
  for (const auto& [bound, begin] : bounds_) {
    const auto values = std::span(probability_drawn).subspan(begin, bound);
    const DrawLaw law = draw.law(*source_, max_word_of(*source_, bits), bound);
    if (law.uniform) {
      std::ranges::fill(values, 1 / static_cast<double>(bound));
    } else {
      std::ranges::transform(law.words, values.begin(), [&law](std::uint64_t words) {
        return static_cast<double>(words) / (static_cast<double>(law.max_word) + 1);
      });
    }
  }
  NumericLaw law{.deck_size = deck_size_, .probability = {}, .invalid = 0, .error = error_};
  law.probability.resize(order_count(deck_size_) + 1);
  for (std::size_t path = 0, begin = 0; path < ends_.size(); begin = ends_[path++]) {
    double product = 1;
    for (std::size_t at = begin; at < ends_[path]; ++at) product *= probability_drawn[drawn_[at]];
    law.probability[results_[path]] += product;
  }
  law.invalid = law.probability.back();
  law.probability.pop_back();
  return law;
}

}  // namespace fairshuffle
