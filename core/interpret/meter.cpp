#include "core/interpret/meter.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/interpret/metered_deck.hpp"
#include "core/order/order.hpp"
#include "core/shuffle/catalogue.hpp"

namespace fairshuffle {

namespace {

template <class Shuffle>
MeterReading meter_of(const SampleSetup& setup, std::uint64_t seed) {
  MeteredDeck deck(setup.deck_size, seed);
  Shuffle{OptionValues(setup.options)}(deck);
  return std::move(deck).finish();
}

struct MeterEntry {
  std::string_view shuffle;
  MeterReading (*run)(const SampleSetup&, std::uint64_t);
};

template <class... S>
constexpr std::array<MeterEntry, sizeof...(S)> entries_of(ShuffleList<S...>) {
  return {MeterEntry{S::info.name, &meter_of<S>}...};
}

constexpr double most_moves_metered = 1e7;
constexpr int most_runs = 32;

}  // namespace

MeterReading meter_once(const SampleSetup& setup, std::uint64_t seed) {
  static constexpr auto entries = entries_of(Shuffles{});
  const std::string name(setup.shuffle->name);
  const bool limited = setup.shuffle->largest_deck < largest_deck_size;
  if (setup.deck_size < 1 || (limited && setup.deck_size > largest_listed_deck)) {
    throw std::invalid_argument("meter: no deck of " + std::to_string(setup.deck_size) + " cards for " +
                                name);
  }
  return std::ranges::find(entries, setup.shuffle->name, &MeterEntry::shuffle)->run(setup, seed);
}

std::vector<int> metered_sizes(const ShuffleInfo& shuffle) {
  if (shuffle.largest_deck < largest_deck_size) return {4, 5, 6, 7, 8, 9};
  int size = 16;
  // Sorts treat small decks another way.
  constexpr std::string_view from = "; from ";
  if (const std::size_t clause = shuffle.cost.find(from); clause != std::string_view::npos) {
    const std::string_view number = shuffle.cost.substr(clause + from.size());
    std::from_chars(number.data(), number.data() + number.size(), size);
  }
  std::vector<int> sizes;
  for (int doubled = 0; doubled < 7; ++doubled, size *= 2) sizes.push_back(size);
  return sizes;
}

SampleSetup at_deck_size(const SampleSetup& setup, int deck_size) {
  SampleSetup other = setup;
  other.deck_size = deck_size;
  for (std::size_t option = 0; option < other.options.size(); ++option) {
    if (setup.shuffle->options[option].standard_is_deck_size && setup.options[option] == setup.deck_size) {
      other.options[option] = deck_size;
    }
  }
  return other;
}

std::vector<CostPoint> meter(const SampleSetup& setup, std::span<const int> deck_sizes) {
  std::vector<CostPoint> points;
  for (const int deck_size : deck_sizes) {
    const SampleSetup grown = at_deck_size(setup, deck_size);
    CostPoint total{.deck_size = deck_size};
    int runs = 0;
    for (; runs < 2 || (runs < most_runs && total.moves + total.draws < most_moves_metered); ++runs) {
      const MeterReading reading = meter_once(grown, static_cast<std::uint64_t>(runs + 1));
      total.draws += static_cast<double>(reading.draws);
      total.moves += static_cast<double>(reading.moves);
      total.extra += static_cast<double>(reading.extra);
    }
    points.push_back({.deck_size = deck_size,
                      .draws = total.draws / runs,
                      .moves = total.moves / runs,
                      .extra = total.extra / runs});
  }
  return points;
}

}  // namespace fairshuffle
