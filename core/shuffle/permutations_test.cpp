// Do the shuffles of the catalogue still put out the decks that were held to their distributions?
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/interpret/setup_for_test.hpp"
#include "core/permutation/golden_lines_for_tests.hpp"

using namespace fairshuffle;

namespace {

constexpr auto lines_of_decks = "core/shuffle/reference/decks_of_a_seed.txt";

// One for every combination of the options that are words, the others being standard.
std::vector<std::pair<std::string, SampleSetup>> setups_of(const ShuffleInfo& shuffle, int deck_size) {
  std::vector<std::pair<std::string, SampleSetup>> setups{
      {std::string(shuffle.name), standard_setup(shuffle, deck_size)}};
  for (std::size_t option = 0; option < shuffle.options.size(); ++option) {
    const OptionInfo& info = shuffle.options[option];
    if (info.choices.empty()) continue;
    std::vector<std::pair<std::string, SampleSetup>> chosen;
    for (const auto& [name, setup] : setups) {
      for (std::size_t choice = 0; choice < info.choices.size(); ++choice) {
        chosen.emplace_back(fmt::format("{} {}={}", name, info.name, info.choices[choice]), setup);
        chosen.back().second.options[option] = static_cast<std::int64_t>(choice);
      }
    }
    setups = std::move(chosen);
  }
  return setups;
}

// FNV-1a of how often which card lay where.
void digest(const Tally& tally, std::uint64_t& hash) {
  for (int card = 0; card < tally.deck_size; ++card) {
    for (int position = 0; position < tally.deck_size; ++position) {
      hash = (hash ^ tally.positions.at(position, card)) * 1'099'511'628'211U;
    }
  }
}

std::vector<std::string> digest_lines() {
  std::vector<std::pair<std::string, std::uint64_t>> found;
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    const std::size_t first = found.size();
    for (const int deck_size : {3, 8, 12, 20, 52, 64}) {
      std::size_t at = first;
      for (const auto& [name, setup] : setups_of(shuffle, deck_size)) {
        if (at == found.size()) found.emplace_back(name, 14'695'981'039'346'656'037U);
        if (why_not_sampled(setup).empty()) {
          digest(scalar_sample_for_test(setup, 500, 1).complete(), found[at].second);
        }
        ++at;
      }
    }
  }
  std::vector<std::string> lines;
  for (const auto& [name, hash] : found) lines.push_back(fmt::format("{} {:#x}", name, hash));
  return lines;
}

}  // namespace

// Each was held to its exact distribution when these were taken, and each sort to the program of its language
// where there is one. Whoever changes what a seed brings out has to do that again.
TEST_CASE("the decks of a seed are those that they were") {
  check_lines(lines_of_decks, digest_lines());
}

// Run from the root of the repository, by name, when a shuffle is new or is meant to change.
TEST_CASE("the decks of a seed are written anew" * doctest::skip()) {
  write_lines(lines_of_decks, digest_lines());
}
