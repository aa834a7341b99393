// The trials of simulated runs: drawn rank by rank from a distribution, or by the sampler of a shuffle.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/random/generators.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// Draws ranks from a distribution over the permutations, by the alias method: one word a rank, nothing of a
/// shuffle.
class RankSampler {
 public:
  using Generator = Xoshiro256PlusPlus;

  explicit RankSampler(std::span<const double> distribution);

  std::uint64_t draw(Generator& generator) const {
    const Wide product = static_cast<Wide>(generator.next_word()) * own_.size();
    const auto cell = static_cast<std::size_t>(product >> 64);
    return static_cast<std::uint64_t>(product) <= own_[cell] ? cell : alias_[cell];
  }

 private:
  std::vector<std::uint64_t> own_;  // below or at this the cell itself
  std::vector<std::uint64_t> alias_;
};

/// Trials in one stream. `permutations`: all of them by rank.
Tally tally_of_ranks(int deck_size, int marked, std::uint64_t trials, const RankSampler& sampler,
                     std::span<const std::vector<Card>> permutations, RankSampler::Generator& generator);

/// The trials that a run of the program samples: those of the shuffle with its standard options, source and
/// draw method, by the interpreter that the program takes; the two halves of one block with this seed.
/// `asked`: what is counted on request.
struct TwoHalves {
  RunningTally first;
  RunningTally second;
};
TwoHalves sampled_trials(std::string_view shuffle, int deck_size, int marked, std::uint64_t trials,
                         std::uint64_t block_seed, const OnRequest& asked = {});

}  // namespace fairshuffle
