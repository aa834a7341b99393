// Setups by name, for tests.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/interpret/sample.hpp"
#include "core/shuffle/catalogue.hpp"

namespace fairshuffle {

/// The shuffle with its standard options, the standard source, draw method and seeding.
inline SampleSetup setup_for_test(std::string_view shuffle, int deck_size) {
  return standard_setup(*find_shuffle(shuffle), deck_size);
}

inline SampleSetup setup_for_test(std::string_view shuffle, int deck_size,
                                  std::vector<std::int64_t> options) {
  SampleSetup setup = setup_for_test(shuffle, deck_size);
  setup.options = std::move(options);
  return setup;
}

/// Runs trials in one block.
inline RunningTally sample_for_test(Sampler& sampler, int deck_size, std::uint64_t trials,
                                    std::uint64_t seed) {
  RunningTally tally(deck_size, 0);
  sampler.begin_block(seed);
  sampler.run(0, trials, tally);
  tally.settle();
  return tally;
}

/// By the interpreter that the program takes.
inline RunningTally sample_for_test(const SampleSetup& setup, std::uint64_t trials, std::uint64_t seed = 1) {
  return sample_for_test(*make_sampler(setup), setup.deck_size, trials, seed);
}

/// Trials of one setup and then as many as said of another of the same deck size, as one stream; no
/// permutation is counted.
inline RunningTally mixture_for_test(const SampleSetup& most, std::uint64_t trials, const SampleSetup& rest,
                                     std::uint64_t trials_of_rest, std::uint64_t seed = 1) {
  RunningTally tally(most.deck_size, 0, std::nullopt);
  for (const auto& [setup, first, count] :
       {std::tuple(&most, std::uint64_t{0}, trials), std::tuple(&rest, trials, trials_of_rest)}) {
    const auto sampler = make_sampler(*setup);
    sampler->begin_block(seed);
    sampler->run(first, count, tally);
  }
  tally.settle();
  return tally;
}

/// One trial after the other.
inline RunningTally scalar_sample_for_test(const SampleSetup& setup, std::uint64_t trials,
                                           std::uint64_t seed = 1) {
  return sample_for_test(*make_scalar_sampler(setup), setup.deck_size, trials, seed);
}

}  // namespace fairshuffle
