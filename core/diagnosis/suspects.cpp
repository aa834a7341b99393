#include "core/diagnosis/suspects.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/diagnosis/suspect_search.hpp"
#include "core/exact/shelf_words.hpp"
#include "core/exact/walk.hpp"
#include "core/interpret/law_of.hpp"
#include "core/shuffle/registry.hpp"
#include "core/shuffle/shelf.hpp"

namespace fairshuffle {

namespace {

/// Laws over all orders.
struct OrderLaws {
  using Law = NumericLaw;
  using Rounds = Walk;
  static std::string why_none(const SampleSetup& setup) { return why_no_law(setup); }
  static Law of(const SampleSetup& setup) {
    if (const auto shelves = shelves_of(setup)) return shelf_law(setup.deck_size, *shelves);
    return numeric_law_of(setup);
  }
  static bool moves_nothing(const Law& law) { return law.probability.front() == 1; }
  static bool is_valid(const Law& law) { return law.invalid == 0; }
  static double phi2(const Law& law) { return fairshuffle::phi2(law); }
  static double squared_distance(const Law& p, const Law& q) { return fairshuffle::squared_distance(p, q); }
};

}  // namespace

double squared_distance(const NumericLaw& p, const NumericLaw& q) {
  double sum = 0;
  for (std::size_t rank = 0; rank < p.probability.size(); ++rank) {
    const double difference = p.probability[rank] - q.probability[rank];
    sum += difference * difference;
  }
  return sum * static_cast<double>(p.probability.size());
}

std::vector<std::string> for_each_suspect(int deck_size, const SuspectRange& range,
                                          const SuspectVisitor& visit) {
  std::vector<std::string> unknown;
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    std::ranges::move(for_each_suspect_of(shuffle, deck_size, range, visit), std::back_inserter(unknown));
  }
  return unknown;
}

std::vector<std::string> for_each_suspect_of(const ShuffleInfo& shuffle, int deck_size,
                                             const SuspectRange& range, const SuspectVisitor& visit) {
  SuspectSearch<OrderLaws> search(deck_size, range, visit);
  search.shuffle(shuffle);
  return search.take_unknown();
}

std::optional<Integer> shelves_of(const SampleSetup& setup) {
  if (setup.shuffle->name != Shelf::info.name || !draws_exactly(setup)) return std::nullopt;
  const Shelf shelf(setup.options);
  return shelves_of_passes(shelf.shelves, shelf.passes);
}

std::string target_text(const SampleSetup& setup) {
  std::vector<std::string> settings;
  for (std::size_t option = 0; option < setup.options.size(); ++option) {
    if (!is_told(*setup.shuffle, setup.options, option)) continue;
    const OptionInfo& info = setup.shuffle->options[option];
    settings.push_back(fmt::format("{}={}", info.name, option_text(info, setup.options[option])));
  }
  const auto after_options = static_cast<std::ptrdiff_t>(settings.size());
  if (setup.source->info.name != default_source) {
    settings.push_back(fmt::format("source={}", setup.source->info.name));
  }
  if (setup.bits != 0) settings.push_back(fmt::format("bits={}", setup.bits));
  if (setup.draw->info.name != default_draw)
    settings.push_back(fmt::format("draw={}", setup.draw->info.name));
  for (const SeedingInfo& seeding : all_seedings()) {
    if (seeding.kind == setup.clock.seeding.kind && seeding.kind != SeedingKind::per_block) {
      settings.push_back(fmt::format("seeding={}", seeding.name));
    }
  }
  for (const Preset& preset : all_presets()) {
    if (preset.shuffle == setup.shuffle->name &&
        preset.settings == fmt::format("{}", fmt::join(settings, ","))) {
      return fmt::format("{}:n={}", preset.name, setup.deck_size);
    }
  }
  settings.insert(settings.begin() + after_options, fmt::format("n={}", setup.deck_size));
  return fmt::format("{}:{}", setup.shuffle->name, fmt::join(settings, ","));
}

}  // namespace fairshuffle
