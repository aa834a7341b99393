// Which of many cases that are alike a run of the tests takes.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <vector>

namespace fairshuffle {

/// All of them. Where FAIRSHUFFLE_CASES_APART says so, as for the sanitizers in a share of scripts/prove,
/// only one of so many, the last among them: what reads or writes where it should not does so for its
/// neighbours too.
template <class Case>
std::vector<Case> cases(const std::vector<Case>& all) {
  static const char* const text = std::getenv("FAIRSHUFFLE_CASES_APART");
  static const std::size_t apart = text == nullptr ? 1 : std::stoul(text);
  std::vector<Case> taken;
  for (std::size_t at = 0; at < all.size(); ++at) {
    if ((all.size() - 1 - at) % apart == 0) taken.push_back(all[at]);
  }
  return taken;
}

template <class Case>
std::vector<Case> cases(std::initializer_list<Case> all) {
  return cases(std::vector<Case>(all));
}

/// The first, or where a run takes only a share of cases the second, which takes less.
template <class Case>
Case whole_or_share(const Case& whole, const Case& share) {
  return cases({whole, share}).front();
}

/// Those of two cards and more, to so many.
inline std::vector<int> deck_sizes_to(int most) {
  std::vector<int> sizes;
  for (int size = 2; size <= most; ++size) sizes.push_back(size);
  return sizes;
}

}  // namespace fairshuffle
