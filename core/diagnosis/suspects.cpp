#include "core/diagnosis/suspects.hpp"

#include <algorithm>
#include <functional>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/exact/law_refused.hpp"
#include "core/exact/walk.hpp"
#include "core/interpret/enumerate.hpp"
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
      } else if (has_tacit_option_set(setup)) {
        // Two mistakes in one program are not looked for.
        if (const auto law = law_of_setup(setup)) show(setup, *law);
      } else {
        every_draw(setup);
      }
    }
    every_suspected_number(shuffle);
  }

  std::vector<std::string> take_unknown() { return std::move(unknown_); }

 private:
  SampleSetup without_options(const ShuffleInfo& shuffle) const {
    SampleSetup setup;
    setup.shuffle = &shuffle;
    setup.deck_size = deck_size_;
    setup.source = find_source(default_source);
    setup.draw = find_draw(default_draw);
    return setup;
  }

  // The standard options, but every combination of those that are words.
  std::vector<SampleSetup> with_every_word(const ShuffleInfo& shuffle) const {
    std::vector<SampleSetup> setups{without_options(shuffle)};
    for (const OptionInfo& option : shuffle.options) {
      std::vector<SampleSetup> extended;
      for (const SampleSetup& setup : setups) {
        for (const std::int64_t value : words_suspected(option)) {
          extended.push_back(setup);
          extended.back().options.push_back(value);
        }
      }
      setups = std::move(extended);
    }
    return setups;
  }

  // Of a number the standard alone.
  std::vector<std::int64_t> words_suspected(const OptionInfo& option) const {
    if (option.choices.empty()) return {standard_value(option, deck_size_)};
    if (!option.suspected.empty()) return {option.suspected.begin(), option.suspected.end()};
    std::vector<std::int64_t> words;
    for (std::int64_t value = option.smallest; value <= option.largest; ++value) words.push_back(value);
    return words;
  }

  static bool has_tacit_option_set(const SampleSetup& setup) {
    for (std::size_t option = 0; option < setup.options.size(); ++option) {
      const OptionInfo& info = setup.shuffle->options[option];
      if (info.is_tacit && setup.options[option] != info.standard) return true;
    }
    return false;
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
    // No round at all is what identity does.
    for (walk.step(); value <= last; ++value, walk.step()) {
      if (phi2(walk.law()) < range_.least_phi2) break;
      show(setup, walk.law());
    }
  }

  void every_suspected_number(const ShuffleInfo& shuffle) {
    SampleSetup setup = without_options(shuffle);
    for (const OptionInfo& option : shuffle.options) {
      setup.options.push_back(standard_value(option, deck_size_));
    }
    for (std::size_t option = 0; option < shuffle.options.size(); ++option) {
      if (!shuffle.options[option].choices.empty()) continue;
      for (const std::int64_t value : shuffle.options[option].suspected) {
        SampleSetup suspected = setup;
        suspected.options[option] = value;
        const auto law = law_of_setup(suspected);
        if (!law || phi2(*law) < range_.least_phi2) break;
        show(suspected, *law);
      }
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
      if (draw.law(*setup.source, setup.source->max_word, 3).uniform || (!fair && draws_evenly(setup)))
        continue;
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

  // The words divide by all bounds, which are the same on all paths: this draw method is as good as the
  // exact.
  static bool draws_evenly(const SampleSetup& setup) {
    return std::ranges::all_of(bounds_drawn(setup), [&setup](std::uint64_t bound) {
      const DrawLaw law = setup.draw->law(*setup.source, setup.source->max_word, bound);
      return law.uniform || std::ranges::adjacent_find(law.words, std::not_equal_to{}) == law.words.end();
    });
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
