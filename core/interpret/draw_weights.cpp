#include "core/interpret/draw_weights.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "core/exact/law_refused.hpp"

namespace fairshuffle {

namespace {

DrawWeights weights_of(DrawLaw law, std::uint64_t bound) {
  if (law.uniform) return {.bound = bound, .denominator = bound, .words = {}};
  const auto common = std::accumulate(law.words.begin(), law.words.end(), std::uint64_t{0},
                                      [](std::uint64_t a, std::uint64_t b) { return std::gcd(a, b); });
  for (std::uint64_t& words : law.words) words /= common;
  if (std::ranges::all_of(law.words, [](std::uint64_t words) { return words == 1; })) law.words.clear();
  return {.bound = bound, .denominator = (Integer(law.max_word) + 1) / common, .words = std::move(law.words)};
}

// Of one draw more.
DrawWeights with_term(const DrawWeights& sum, const DrawWeights& term) {
  DrawWeights more{
      .bound = sum.bound + term.bound - 1, .denominator = sum.denominator * term.denominator, .words = {}};
  // No weight is above the denominator.
  constexpr std::uint64_t most_products = 200'000'000;
  if (msb(more.denominator) >= 64 || term.bound > most_products / sum.bound) {
    throw LawRefused("a sum of draws has a law that is too large to be tabulated");
  }
  more.words.resize(more.bound);
  for (std::uint64_t first = 0; first < sum.bound; ++first) {
    for (std::uint64_t next = 0; next < term.bound; ++next) {
      more.words[first + next] += sum.weight(first) * term.weight(next);
    }
  }
  return more;
}

}  // namespace

DrawWeightsByBound::DrawWeightsByBound(const SampleSetup& setup)
    : setup_(&setup),
      max_word_(max_word_of(*setup.source, setup.bits)),
      // A draw method that rejects calls every bound uniform; the others count words, whatever the bound.
      always_uniform_(setup.draw->law(*setup.source, setup.source->max_word, 3).uniform) {}

const DrawWeights& DrawWeightsByBound::of(std::uint64_t bound) {
  const auto found = by_bound_.find(bound);
  if (found != by_bound_.end()) return found->second;
  if (always_uniform_) {
    return by_bound_.emplace(bound, weights_of({.uniform = true, .max_word = max_word_, .words = {}}, bound))
        .first->second;
  }
  if (bound > largest_tabulated_bound) {
    throw LawRefused("a draw from " + std::to_string(bound) + " values is too large to be tabulated");
  }
  return by_bound_.emplace(bound, weights_of(setup_->draw->law(*setup_->source, max_word_, bound), bound))
      .first->second;
}

const DrawWeights& DrawWeightsByBound::of(const Steps& steps, std::size_t draw) {
  const std::uint64_t bound = steps.bounds[draw];
  const int terms = steps.terms[draw];
  const DrawWeights& term = of(bound);
  if (terms == 1) return term;
  const auto [found, is_new] = of_sums_.try_emplace({bound, terms});
  if (is_new) {
    DrawWeights sum = term;
    for (int added = 1; added < terms; ++added) sum = with_term(sum, term);
    found->second = std::move(sum);
  }
  return found->second;
}

}  // namespace fairshuffle
