// The catalogue's options and limits as they are listed, the decks of options that are numbers, and which
// deck a shuffle may be run on.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/interpret/setup_for_test.hpp"
#include "core/permutation/golden_lines_for_tests.hpp"
#include "core/shuffle/verbs.hpp"

using namespace fairshuffle;

namespace {

constexpr auto catalogue_lines = "core/shuffle/reference/catalogue.txt";

// How often which card lay where, in one number (FNV-1a).
std::string digest_of(const SampleSetup& setup) {
  const Tally tally = scalar_sample_for_test(setup, 100, 3).complete();
  std::uint64_t hash = 14'695'981'039'346'656'037U;
  for (int position = 0; position < tally.deck_size; ++position) {
    for (int card = 0; card < tally.deck_size; ++card) {
      hash = (hash ^ tally.positions.at(position, card)) * 1'099'511'628'211U;
    }
  }
  return fmt::format("{:#x}", hash);
}

void add_numbers(std::vector<std::string>& lines, const ShuffleInfo& shuffle, std::size_t option) {
  const OptionInfo& info = shuffle.options[option];
  for (const std::int64_t value : {info.smallest, info.smallest + 1, std::int64_t{5}, std::int64_t{9}}) {
    if (value < info.smallest || value > info.largest) continue;
    for (const int deck_size : {2, 6, 13}) {
      SampleSetup setup = standard_setup(shuffle, deck_size);
      setup.options[option] = value;
      const std::string why_not = why_not_sampled(setup);
      lines.push_back(fmt::format("{} {}={} n={}: {}", shuffle.name, info.name, value, deck_size,
                                  why_not.empty() ? digest_of(setup) : why_not));
    }
  }
}

std::vector<std::string> all_lines() {
  std::vector<std::string> lines;
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    lines.push_back(fmt::format("{} {} {} to {} cards, {} options", shuffle.name,
                                shuffle.truth == Truth::uniform ? "uniform" : "biased", shuffle.smallest_deck,
                                shuffle.largest_deck, shuffle.options.size()));
    for (std::size_t option = 0; option < shuffle.options.size(); ++option) {
      const OptionInfo& info = shuffle.options[option];
      lines.push_back(fmt::format("{} {}: {} standard {} or {} rounds {} tacit {} instead of {} suspected {}",
                                  shuffle.name, info.name, option_range(info), info.standard,
                                  info.standard_is_deck_size, info.counts_rounds, info.is_tacit,
                                  info.instead_of, fmt::join(info.suspected, " ")));
      if (info.choices.empty()) add_numbers(lines, shuffle, option);
    }
  }
  for (const Preset& preset : all_presets()) {
    lines.push_back(fmt::format("{} is {}:{}", preset.name, preset.shuffle, preset.settings));
  }
  return lines;
}

// Decks that can do one thing, beside what every deck can; and things without a deck.
struct Plain {
  int size() const { return 3; }
  int draw_below(std::int64_t) { return 0; }
};
struct Swapping : Plain, Swap::On<Swapping> {};
struct Moving : Plain, Move::On<Moving> {};
struct Dealing : Plain, Deal::On<Dealing> {};
struct InsideOutPlacing : Plain, PlaceInsideOut::On<InsideOutPlacing> {};
struct Cutting : Plain, Cut::On<Cutting> {};
struct Arranging : Plain, Arrange::On<Arranging> {
  std::int64_t permutation_count() const { return 6; }
};
struct ArrangingUnlisted : Plain, Arrange::On<ArrangingUnlisted> {};
struct Reapplying : Plain, Swap::On<Reapplying>, DealByItself::On<Reapplying> {};
struct Labelling : Plain, SortByLabels::On<Labelling> {};
struct Merging : Plain, MergeByLabels::On<Merging> {};
struct Shelving : Plain, ShelveByLabels::On<Shelving> {};
struct Throwing : Plain, ThrowByLabels::On<Throwing> {};
struct Piling : Plain, DealIntoPiles::On<Piling> {};
struct Adding : Plain {
  int draw_sum(int, std::int64_t) { return 0; }
};
struct SwappingAndMoving : Plain, Swap::On<SwappingAndMoving>, Move::On<SwappingAndMoving> {};
struct Tossing : Plain, Swap::On<Tossing>, Move::On<Tossing> {
  bool compare_by_coin(int, int, Coin) { return false; }
  bool came_before(int, int) { return false; }
};
struct TossingWithoutSwaps : Plain, Move::On<TossingWithoutSwaps> {
  bool compare_by_coin(int, int, Coin) { return false; }
  bool came_before(int, int) { return false; }
};
struct HandingOut : Plain, Swap::On<HandingOut>, HandOut::On<HandingOut> {};

}  // namespace

TEST_CASE("the catalogue has the options, limits and decks that it had") {
  check_lines(catalogue_lines, all_lines());
}

// Run from the root of the repository, by name, when the catalogue is meant to change.
TEST_CASE("the catalogue is written anew" * doctest::skip()) {
  write_lines(catalogue_lines, all_lines());
}

TEST_CASE("a deck is fit for a shuffle only where it is a deck and can do what the shuffle asks") {
  CHECK(Deck<Plain>);
  CHECK_FALSE(Deck<int>);
  CHECK(Does<Swapping, Swap>);
  CHECK_FALSE(Does<Plain, Swap>);
  CHECK(Does<Moving, Move>);
  CHECK_FALSE(Does<Plain, Move>);
  CHECK(Does<Dealing, Deal>);
  CHECK_FALSE(Does<Plain, Deal>);
  CHECK(Does<InsideOutPlacing, PlaceInsideOut>);
  CHECK_FALSE(Does<Plain, PlaceInsideOut>);
  CHECK(Does<Cutting, Cut>);
  CHECK_FALSE(Does<Plain, Cut>);
  CHECK(ListedDeck<Arranging>);
  CHECK_FALSE(ListedDeck<ArrangingUnlisted>);
  CHECK_FALSE(ListedDeck<Plain>);
  CHECK(Does<Reapplying, Swap, DealByItself>);
  CHECK_FALSE(Does<Swapping, Swap, DealByItself>);
  CHECK(Does<Labelling, SortByLabels>);
  CHECK_FALSE(Does<Merging, SortByLabels>);
  CHECK_FALSE(Does<Plain, SortByLabels>);
  CHECK(Does<Merging, MergeByLabels>);
  CHECK_FALSE(Does<Labelling, ShelveByLabels>);
  CHECK(Does<Shelving, ShelveByLabels>);
  CHECK_FALSE(Does<Labelling, ThrowByLabels>);
  CHECK(Does<Throwing, ThrowByLabels>);
  CHECK_FALSE(SumDeck<Plain>);
  CHECK(SumDeck<Adding>);
  CHECK_FALSE(Does<Plain, DealIntoPiles>);
  CHECK(Does<Piling, DealIntoPiles>);
  CHECK_FALSE(Does<Labelling, MergeByLabels>);
  CHECK(CoinDeck<Tossing>);
  CHECK_FALSE(CoinDeck<SwappingAndMoving>);
  CHECK_FALSE(CoinDeck<TossingWithoutSwaps>);
  CHECK(Does<HandingOut, Swap, HandOut>);
  CHECK_FALSE(Does<Swapping, Swap, HandOut>);
  CHECK_FALSE(ArrayDeck<Swapping>);
  CHECK_FALSE(WordDeck<Swapping>);
  const Coin coin;
  CHECK(coin.yes == 1);
  CHECK(coin.faces == 2);
}
