#include "core/statistics/simulated_trials_for_tests.hpp"

#include <cmath>

#include "core/interpret/setup_for_test.hpp"
#include "core/statistics/tallies_for_tests.hpp"

namespace fairshuffle {

// The alias method (Walker 1977; set up as Vose 1991): a word picks a cell by its high product with the
// number of cells, and the low product decides between the cell and its alias. Both are off by less than
// cells / 2^64.
RankSampler::RankSampler(std::span<const double> distribution)
    : own_(distribution.size(), ~std::uint64_t{0}), alias_(distribution.size()) {
  std::vector<double> scaled(distribution.begin(), distribution.end());
  std::vector<std::size_t> small, large;
  for (std::size_t cell = 0; cell < distribution.size(); ++cell) {
    scaled[cell] *= static_cast<double>(distribution.size());
    alias_[cell] = cell;
    (scaled[cell] < 1 ? small : large).push_back(cell);
  }
  while (!small.empty() && !large.empty()) {
    const std::size_t poor = small.back();
    const std::size_t rich = large.back();
    small.pop_back();
    own_[poor] = static_cast<std::uint64_t>(std::ldexp(scaled[poor], 64));
    alias_[poor] = rich;
    scaled[rich] -= 1 - scaled[poor];
    if (scaled[rich] < 1) {
      large.pop_back();
      small.push_back(rich);
    }
  }
}

Tally tally_of_ranks(int deck_size, int marked, std::uint64_t trials, const RankSampler& sampler,
                     std::span<const std::vector<Card>> permutations, RankSampler::Generator& generator) {
  const auto counts = std::make_shared<PermutationCounts>(deck_size);
  Tally tally = tally_with_permutations(counts, marked);
  tally.trials = trials;
  std::vector<Card> relative(static_cast<std::size_t>(deck_size));
  const auto add_successive = [&](std::uint64_t before, std::uint64_t after) {
    relative_order(permutations[before], permutations[after], relative);
    tally.successive.add(relative);
  };
  const std::uint64_t before_first = sampler.draw(generator);
  std::uint64_t previous = sampler.draw(generator);
  counts->add(previous);
  add_successive(before_first, previous);
  for (std::uint64_t trial = 1; trial < trials; ++trial) {
    const std::uint64_t rank = sampler.draw(generator);
    counts->add(rank);
    tally.repeats.equal += rank == previous;
    add_successive(previous, rank);
    previous = rank;
  }
  tally.repeats.pairs = trials - 1;
  const std::span<const std::uint64_t> by_rank = counts->wide();
  for (std::size_t rank = 0; rank < permutations.size(); ++rank) {
    tally.add_to_derived(permutations[rank], by_rank[rank]);
  }
  return tally;
}

TwoHalves sampled_trials(std::string_view shuffle, int deck_size, int marked, std::uint64_t trials,
                         std::uint64_t block_seed, const OnRequest& asked) {
  const auto sampler = make_sampler(setup_for_test(shuffle, deck_size));
  const auto empty = [&] {
    return RunningTally(deck_size, marked, standard_permutation_counting(deck_size), most_birthday_slots,
                        asked);
  };
  TwoHalves halves{empty(), empty()};
  sampler->begin_block(block_seed);
  sampler->run(0, trials / 2, halves.first);
  sampler->run(trials / 2, trials - trials / 2, halves.second);
  halves.first.settle();
  halves.second.settle();
  return halves;
}

}  // namespace fairshuffle
