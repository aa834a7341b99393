#include "core/diagnosis/suspects.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/exact/law_refused.hpp"
#include "core/exact/walk.hpp"
#include "core/interpret/law_of.hpp"
#include "core/shuffle/registry.hpp"

namespace fairshuffle {

namespace {

class Visitor {
 public:
  Visitor(int deck_size, const SuspectRange& range,
          const std::function<void(const SampleSetup&, const NumericLaw&)>& visit)
      : deck_size_(deck_size), range_(range), visit_(visit) {}

  void shuffle(const ShuffleInfo& shuffle) {
    for (const SampleSetup& setup : with_every_word(shuffle)) {
      if (!why_no_law(setup).empty()) continue;
      const auto rounds = std::ranges::find_if(shuffle.options, &OptionInfo::counts_rounds);
      if (rounds != shuffle.options.end()) {
        every_round(setup, static_cast<std::size_t>(rounds - shuffle.options.begin()));
      } else {
        every_draw(setup);
      }
    }
  }

  std::vector<std::string> take_unknown() { return std::move(unknown_); }

 private:
  // The standard options, but every combination of those that are words.
  std::vector<SampleSetup> with_every_word(const ShuffleInfo& shuffle) const {
    SampleSetup standard;
    standard.shuffle = &shuffle;
    standard.deck_size = deck_size_;
    standard.source = find_source(default_source);
    standard.draw = find_draw(default_draw);
    std::vector<SampleSetup> setups{standard};
    for (const OptionInfo& option : shuffle.options) {
      std::vector<SampleSetup> extended;
      for (const SampleSetup& setup : setups) {
        const bool words = !option.choices.empty();
        const std::int64_t first = words ? option.smallest : standard_value(option, deck_size_);
        const std::int64_t last = words ? option.largest : first;
        for (std::int64_t value = first; value <= last; ++value) {
          extended.push_back(setup);
          extended.back().options.push_back(value);
        }
      }
      setups = std::move(extended);
    }
    return setups;
  }

  // Nothing, and noted as unknown, where it takes too long to find.
  std::optional<NumericLaw> law_of_setup(const SampleSetup& setup) {
    try {
      return numeric_law_of(setup);
    } catch (const LawRefused&) {
      unknown_.push_back(target_text(setup));
      return std::nullopt;
    }
  }

  void show(const SampleSetup& setup, const NumericLaw& law) {
    if (law.invalid == 0 && phi2(law) >= range_.least_phi2) visit_(setup, law);
  }

  void every_round(SampleSetup setup, std::size_t option) {
    const OptionInfo& info = setup.shuffle->options[option];
    std::int64_t& value = setup.options[option];
    value = 1;
    const auto round = law_of_setup(setup);
    if (!round) return;
    Walk walk(*round);
    const std::int64_t last = std::min(info.largest, most_rounds_suspected);
    for (value = 0; value <= last; ++value, walk.step()) {
      if (phi2(walk.law()) < range_.least_phi2) break;
      if (value >= info.smallest) show(setup, walk.law());
    }
  }

  // All draw methods that make a difference, the exact one among them.
  void every_draw(SampleSetup setup) {
    const auto exact = law_of_setup(setup);
    if (!exact) return;
    show(setup, *exact);
    const bool fair = setup.shuffle->truth == Truth::uniform;
    for (const DrawEntry& draw : all_draws()) {
      setup.draw = &draw;
      if (!why_no_law(setup).empty()) continue;
      if (fair) one_word(setup);
      if (draw.law(*setup.source, setup.source->max_word, 3).uniform) continue;
      const auto law = law_of_setup(setup);
      if (!law) continue;
      if (squared_distance(*law, *exact) >= range_.least_difference) {
        // A draw that is wrong with whole words is one mistake, and words of few bits are another.
        show(setup, *law);
      } else if (fair) {
        cut_words(setup, *law);
      }
    }
  }

  void one_word(SampleSetup setup) {
    setup.clock.seeding.kind = SeedingKind::per_draw_clock;
    if (!why_no_law(setup).empty()) return;
    if (const auto law = law_of_setup(setup)) show(setup, *law);
  }

  // A bit more makes the remainders of a division at least half as uneven: r (m - r) / 4^b of 2^b = r mod m.
  void cut_words(SampleSetup setup, const NumericLaw& of_whole_words) {
    for (setup.bits = 1; setup.bits < setup.source->word_bits; ++setup.bits) {
      const auto law = law_of_setup(setup);
      if (!law || squared_distance(*law, of_whole_words) < range_.least_phi2) break;
      show(setup, *law);
    }
  }

  int deck_size_;
  SuspectRange range_;
  const std::function<void(const SampleSetup&, const NumericLaw&)>& visit_;
  std::vector<std::string> unknown_;
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

std::vector<std::string> for_each_suspect(
    int deck_size, const SuspectRange& range,
    const std::function<void(const SampleSetup& setup, const NumericLaw& law)>& visit) {
  Visitor visitor(deck_size, range, visit);
  for (const ShuffleInfo& shuffle : all_shuffles()) visitor.shuffle(shuffle);
  return visitor.take_unknown();
}

std::string target_text(const SampleSetup& setup) {
  std::vector<std::string> settings;
  for (std::size_t option = 0; option < setup.options.size(); ++option) {
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
