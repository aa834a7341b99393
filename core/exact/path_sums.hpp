// The chances of paths, added up by what they end in.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/exact/outcomes.hpp"
#include "core/permutation/permutation.hpp"

namespace fairshuffle {

/// Paths may be of many lengths, and so of many denominators: each has sums of its own, of integers. A
/// fraction for each path would take longer than the path.
class PathSums {
 public:
  explicit PathSums(int deck_size) : deck_size_(deck_size) {}

  /// A path to the permutation of that rank, or to none (no_rank), with chance times / of.
  void add(std::uint64_t rank, const Integer& times, const Integer& of) {
    if (last_ == nullptr || last_->first != of) {
      last_ = &*sums_.try_emplace(of).first;
      last_->second.weight.resize(permutation_count(deck_size_));
    }
    (rank == no_rank ? last_->second.invalid : last_->second.weight[rank]) += times;
  }

  /// The chance of all other paths.
  Fraction unfollowed() const {
    Fraction left = 1;
    for (const auto& [of, sum] : sums_) {
      Integer all = sum.invalid;
      for (const Integer& weight : sum.weight) all += weight;
      left -= Fraction(all, of);
    }
    return left;
  }

  /// Over their common denominator; without how many paths they were.
  Outcomes outcomes() const {
    Outcomes outcomes;
    Distribution& distribution = outcomes.distribution;
    distribution.deck_size = deck_size_;
    distribution.weight.resize(permutation_count(deck_size_));
    for (const auto& [of, sum] : sums_) distribution.denominator = lcm(distribution.denominator, of);
    for (const auto& [of, sum] : sums_) {
      const Integer share = distribution.denominator / of;
      for (std::size_t rank = 0; rank < sum.weight.size(); ++rank)
        distribution.weight[rank] += sum.weight[rank] * share;
      distribution.invalid += sum.invalid * share;
    }
    outcomes.unfollowed = distribution.denominator - distribution.invalid;
    for (const Integer& weight : distribution.weight) outcomes.unfollowed -= weight;
    return outcomes;
  }

 private:
  struct Sums {
    std::vector<Integer> weight;
    Integer invalid = 0;
  };

  int deck_size_;
  std::map<Integer, Sums> sums_;  // by denominator
  std::pair<const Integer, Sums>* last_ = nullptr;
};

}  // namespace fairshuffle
