// Do the shuffles of the catalogue still put out the decks that were held to their distributions?
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/interpret/setup_for_test.hpp"

using namespace fairshuffle;

namespace {

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

const std::vector<std::pair<std::string, std::uint64_t>> known{
    {"fisher-yates", 0xbaae0ff90a86f1e3},
    {"durstenfeld slip=none", 0xe050b69cd3f33507},
    {"durstenfeld slip=first-below-last", 0xa38a18c50bb66c25},
    {"durstenfeld slip=always-below-n-1", 0x29bbea2f75773045},
    {"durstenfeld slip=always-below-n-2", 0x10ffafb0b8aaa415},
    {"durstenfeld slip=last-below-n", 0x9365dace4f25a0f5},
    {"durstenfeld-up", 0x4aec434071d52497},
    {"inside-out", 0x4aec434071d52497},
    {"pick-from-all", 0x2b42fc3f35c6d56d},
    {"std-shuffle", 0x14376cd5ef18deeb},
    {"std-random-shuffle", 0xd630ca8d38589525},
    {"identity", 0xdfbe0193349bb3b3},
    {"random-key-sort", 0xc9e3af3b9ed4a6f5},
    {"swap-pairs", 0x9d717322875e85f5},
    {"naive-swap", 0xaa74363a2ad7b157},
    {"sattolo", 0x44f2ce52586e166b},
    {"skip-last end=last", 0x91c4cabfa27dee8b},
    {"skip-last end=first", 0x99e359f42adeafd5},
    {"draw-insert", 0x7d8e968f9f112ce1},
    {"applied-twice", 0xf2f0f370fec533ff},
    {"random-cut", 0xaabe60e03baf4bc9},
    {"riffle", 0x6cd0c1bcb6023961},
    {"shelf", 0xea544c04bd258ca5},
    {"overhand", 0x6df8e199d85469ff},
    {"piles gather=random", 0x53bbeaa5b2142643},
    {"piles gather=in-order", 0xb5a008535ff95663},
    {"smoosh", 0x2db5847e12d26af7},
    {"comparator-sort sort=insertion coin=two", 0x3ff3c811e372d1f3},
    {"comparator-sort sort=insertion coin=three", 0xbcad951880486575},
    {"comparator-sort sort=merge coin=two", 0x2dc9936c13eeda7d},
    {"comparator-sort sort=merge coin=three", 0x418db094ad4dccb9},
    {"comparator-sort sort=quick coin=two", 0x1b7a49245ac12ec1},
    {"comparator-sort sort=quick coin=three", 0xd213ecf4e34ab253},
    {"comparator-sort sort=tim coin=two", 0xdabe49d4e902030d},
    {"comparator-sort sort=tim coin=three", 0xec51e8337dc338cd},
    {"comparator-sort sort=php coin=two", 0x7c7ca284d6beff23},
    {"comparator-sort sort=php coin=three", 0xecb10a94b14640d3},
    {"comparator-sort sort=intro coin=two", 0xbf2f106a88eb5f2b},
    {"comparator-sort sort=intro coin=three", 0x337d3ce5b358baab},
    {"comparator-sort sort=old-v8 coin=two", 0x7d0a3a9bb09b7985},
    {"comparator-sort sort=old-v8 coin=three", 0x28476bdf39b00f89},
    {"comparator-sort sort=pdq coin=two", 0x5e93ba191f242141},
    {"comparator-sort sort=pdq coin=three", 0x33973ce3cb74ed43},
    {"comparator-sort sort=binary coin=two", 0x669c5e9d0f4cc27f},
    {"comparator-sort sort=binary coin=three", 0xce860623700c1257},
    {"deal-hands", 0xe050b69cd3f33507},
};

}  // namespace

// Each was held to its exact distribution when these were taken, and each sort to the program of its language
// where there is one. Whoever changes what a seed brings out has to do that again.
TEST_CASE("the decks of a seed are those that they were") {
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
  CHECK(found.size() == known.size());
  for (std::size_t at = 0; at < found.size(); ++at) {
    const std::string line = fmt::format("{{\"{}\", {:#x}}},", found[at].first, found[at].second);
    CAPTURE(line);
    CHECK(std::ranges::find(known, found[at]) != known.end());
  }
}
