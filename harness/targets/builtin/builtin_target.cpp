#include "harness/targets/builtin/builtin_target.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "core/interpret/card_distribution.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/lanes/lanes.hpp"
#include "core/permutation/permutation.hpp"
#include "core/random/seeding.hpp"
#include "core/shuffle/catalogue.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "harness/targets/kind_table.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/target.hpp"
#include "harness/typed_words.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle {

namespace {

using Setting = SettingReader::Setting;

constexpr std::uint64_t standard_shuffles_per_second = 1000;
constexpr std::uint64_t most_shuffles_per_second = 1'000'000'000;
// Reports give the number as JSON readers take it.
constexpr std::uint64_t most_seeds = std::uint64_t{1} << 53;

/// The registry's entry of the name given, or of the standard one.
template <class Entry>
const Entry* take_named(SettingReader& reader, std::string_view key, std::string_view standard,
                        const Entry* (*find)(std::string_view), std::span<const Entry> all) {
  const auto name_of = [](const auto& entry) -> std::string_view {
    if constexpr (requires { entry.info; }) {
      return entry.info.name;
    } else {
      return entry.name;
    }
  };
  const std::string value = reader.take(key).value_or(std::string(standard));
  const Entry* entry = find(value);
  if (entry != nullptr) return entry;
  if (const std::size_t colon = value.find(':'); colon != std::string::npos && find(value.substr(0, colon))) {
    const std::string_view name = std::string_view(value).substr(0, colon),
                           more = std::string_view(value).substr(colon + 1);
    reader.fail("settings are parted by commas: write {}={},{}", key, name, more);
  }
  std::vector<std::string_view> names;
  for (const Entry& each : all) names.push_back(name_of(each));
  reader.fail("unknown {} '{}'{}; see 'fairshuffle list {}s'", key, value, did_you_mean(value, names), key);
}

const ShuffleInfo& shuffle_named(const std::string& name) {
  if (const ShuffleInfo* shuffle = find_shuffle(name)) return *shuffle;
  throw InputError("unknown shuffle '{}'{}; see 'fairshuffle list shuffles'", name, shuffle_meant(name));
}

// A preset's settings come first; one that is given again is refused as given twice.
TargetText without_preset(const TargetText& text) {
  const Preset* preset = find_preset(text.name);
  if (preset == nullptr) return text;
  TargetText whole = parse_target_text(fmt::format("{}:{}", preset->shuffle, preset->settings));
  for (const Setting& setting : text.settings) {
    if (std::ranges::find(whole.settings, setting.first, &Setting::first) != whole.settings.end()) {
      throw InputError("target '{}': '{}' is fixed by {}, which stands for {}:{}", written(text),
                       setting.first, preset->name, preset->shuffle, preset->settings);
    }
    whole.settings.push_back(setting);
  }
  return whole;
}

void read_options(SettingReader& reader, SampleSetup& setup, TargetDescription& description) {
  std::vector<std::string_view> given;
  for (const OptionInfo& option : setup.shuffle->options) {
    const std::optional<std::string> value = reader.take(option.name);
    std::int64_t number = standard_value(option, setup.deck_size);
    if (value) {
      const std::optional<std::int64_t> read = option_value(option, *value);
      if (!read) reader.fail("{}={} is not {}", option.name, *value, option_range(option));
      number = *read;
      given.push_back(option.name);
    }
    setup.options.push_back(number);
  }
  for (std::size_t option = 0; option < setup.options.size(); ++option) {
    const OptionInfo& info = setup.shuffle->options[option];
    if (is_told(*setup.shuffle, setup.options, option)) {
      description.options.emplace_back(info.name, option_text(info, setup.options[option]));
    } else if (!info.is_tacit && std::ranges::find(given, info.name) != given.end()) {
      const auto other = std::ranges::find(setup.shuffle->options, info.name, &OptionInfo::instead_of);
      reader.fail("{} has no part where {} is given", info.name, other->name);
    }
  }
}

// The clock stands where no one can plan for it, yet at a plausible time of day and the same for the same
// seed.
std::uint64_t clock_epoch(std::uint64_t run_seed, ClockUnit unit) {
  const std::uint64_t seconds = 1'500'000'000 + stream_seed(run_seed, hash_text("clock"), 0) % (1U << 28);
  return unit == ClockUnit::seconds ? seconds : seconds * 1000;
}

// As many seeds as the source tells apart; where it takes more than can be told, those of an int.
std::string standard_seeds(const SourceInfo& source) {
  constexpr int most_bits = std::bit_width(most_seeds) - 1, bits_of_int = 31;
  return fmt::format("2^{}", source.seed_bits <= most_bits ? source.seed_bits : bits_of_int);
}

// A number, or a power of two as people write it: 2^31.
std::uint64_t take_seeds(SettingReader& reader, const SourceInfo& source) {
  const std::string text = reader.take("seeds").value_or(standard_seeds(source));
  const bool is_power = text.starts_with("2^");
  std::uint64_t number = 0;
  const char* const end_of_text = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data() + (is_power ? 2 : 0), end_of_text, number);
  if (is_power) number = number < 64 ? std::uint64_t{1} << number : 0;
  if (error != std::errc{} || end != end_of_text || number < 1 || number > most_seeds) {
    reader.fail("seeds={} is not a whole number from 1 to {}, nor a power like 2^31", text, most_seeds);
  }
  return number;
}

void read_seeding(SettingReader& reader, std::uint64_t run_seed, SampleSetup& setup,
                  TargetDescription& description) {
  const SeedingInfo* info = take_named(reader, "seeding", "per-block", &find_seeding, all_seedings());
  Seeding& seeding = setup.clock.seeding;
  seeding.kind = info->kind;
  description.seeding = info->name;
  if (seeding.kind == SeedingKind::per_shuffle_random) {
    seeding.seeds = take_seeds(reader, setup.source->info);
    description.seeds = seeding.seeds;
  } else if (reader.take("seeds")) {
    reader.fail("seeds needs seeding=per-shuffle-random; see 'fairshuffle list seedings'");
  }
  const bool has_clock =
      seeding.kind == SeedingKind::per_shuffle_clock || seeding.kind == SeedingKind::per_draw_clock;
  if (!has_clock) {
    for (const char* key : {"clock", "rate"}) {
      if (reader.take(key))
        reader.fail("{} needs a seeding from a clock; see 'fairshuffle list seedings'", key);
    }
    return;
  }
  description.clock = reader.take_word("clock", {"s", "ms"});
  seeding.clock = description.clock == "s" ? ClockUnit::seconds : ClockUnit::milliseconds;
  seeding.shuffles_per_second =
      reader.take_number<std::uint64_t>("rate", 1, most_shuffles_per_second, standard_shuffles_per_second);
  description.shuffles_per_second = seeding.shuffles_per_second;
  setup.clock.epoch = clock_epoch(run_seed, seeding.clock);
}

// The name, and every setting that is not the standard one, in a fixed order.
std::string name_of(const TargetText& text, const TargetDescription& description) {
  TargetText canonical{.name = text.name, .settings = {}};
  for (const auto& option : description.options) {
    if (std::ranges::find(text.settings, option.first, &Setting::first) != text.settings.end()) {
      canonical.settings.push_back(option);
    }
  }
  canonical.settings.emplace_back("n", std::to_string(description.deck_size));
  if (description.source != default_source) canonical.settings.emplace_back("source", description.source);
  if (description.bits != 0) canonical.settings.emplace_back("bits", std::to_string(description.bits));
  if (description.draw != default_draw) canonical.settings.emplace_back("draw", description.draw);
  if (description.seeding != "per-block") canonical.settings.emplace_back("seeding", description.seeding);
  if (description.seeds != 0) canonical.settings.emplace_back("seeds", std::to_string(description.seeds));
  if (!description.clock.empty()) {
    canonical.settings.emplace_back("clock", description.clock);
    canonical.settings.emplace_back("rate", std::to_string(description.shuffles_per_second));
  }
  add_last_settings(description, canonical);
  if (const Preset* preset = find_preset(text.name)) {
    const TargetText fixed = parse_target_text(fmt::format("{}:{}", preset->shuffle, preset->settings));
    std::erase_if(canonical.settings, [&fixed](const Setting& setting) {
      return std::ranges::find(fixed.settings, setting.first, &Setting::first) != fixed.settings.end();
    });
  }
  return written(canonical);
}

}  // namespace

std::string shuffle_meant(std::string_view name) {
  std::vector<std::string_view> names;
  for (const ShuffleInfo& shuffle : all_shuffles()) names.push_back(shuffle.name);
  for (const Preset& preset : all_presets()) names.push_back(preset.name);
  return did_you_mean(name, names);
}

BuiltinTarget::BuiltinTarget(const TargetText& text, int deck_size, std::uint64_t run_seed) {
  const TargetText whole = without_preset(text);
  SettingReader reader(whole);
  setup_.shuffle = &shuffle_named(whole.name);
  description_.kind = kind;
  description_.shuffle = setup_.shuffle->name;
  setup_.deck_size = reader.take_deck_size(deck_size);
  description_.deck_size = setup_.deck_size;
  read_options(reader, setup_, description_);

  setup_.source = take_named(reader, "source", default_source, &find_source, all_sources());
  description_.source = setup_.source->info.name;
  setup_.bits = reader.take_number("bits", 1, setup_.source->word_bits, 0);
  description_.bits = setup_.bits;
  setup_.draw = take_named(reader, "draw", default_draw, &find_draw, all_draws());
  description_.draw = setup_.draw->info.name;
  read_seeding(reader, run_seed, setup_, description_);

  description_.reset = reader.take_reset();
  setup_.carried = description_.reset == "never";
  description_.marked = reader.take_marked(setup_.deck_size);
  reader.finish();
  if (const std::string reason = why_not_sampled(setup_); !reason.empty()) reader.fail(reason);
  name_ = name_of(text, description_);
}

std::uint64_t BuiltinTarget::identity() const {
  const TargetDescription& d = description_;
  std::string text = fmt::format("{} {} n={} source={} bits={} draw={} seeding={} clock={} rate={} reset={}",
                                 kind, d.shuffle, d.deck_size, d.source, d.bits, d.draw, d.seeding, d.clock,
                                 d.shuffles_per_second, d.reset);
  if (d.seeds != 0) text += fmt::format(" seeds={}", d.seeds);
  for (const auto& [key, value] : d.options) text += " " + key + "=" + value;
  return hash_text(text);
}

TargetFacts BuiltinTarget::facts() const {
  return {.in_sequence = runs_in_sequence(setup_),
          .in_lanes = lane_task_of(setup_).has_value(),
          .follows_seed = true,
          // The only seeding that draws for each shuffle. A clock and a counter do not draw, and a stream of
          // a generator never comes back to a state, however few it has. Of a deck that is carried on, what
          // it was before takes part.
          .starts_anew = setup_.clock.seeding.kind == SeedingKind::per_shuffle_random && !setup_.carried};
}

namespace {

// Whether chi-square distance of the draws is that of Durstenfeld's shuffle of words independent of each
// other, too large a deck for its distribution to be printed whole; of longer words doubles do not tell
// shares from even ones.
bool is_known_by_its_draws(const SampleSetup& setup, std::uint64_t max_word) {
  constexpr std::uint64_t longest_told_word = (std::uint64_t{1} << 48) - 1;
  return setup.shuffle->name == std::string_view("durstenfeld") && setup.deck_size >= smallest_large_deck &&
         setup.options == standard_setup(*setup.shuffle, setup.deck_size).options && !setup.carried &&
         setup.clock.seeding.kind == SeedingKind::per_block && max_word <= longest_told_word;
}

std::string chi_square_distance_of_draws_text(const SampleSetup& setup) {
  constexpr double level = 1e-8, power = 0.99;
  // Draws are independent: 1 + chi-square distance of all is the product of theirs.
  const DigitDistribution distribution = digit_distribution_of(setup);
  double log_of_all = 0;
  for (const std::vector<double>& draw : distribution.probability) {
    const DigitDistribution alone{{draw}};
    log_of_all += std::log1p(product_of_digits(alone, alone));
  }
  const double chi_square_distance = std::expm1(log_of_all),
               digits = setup.deck_size * (setup.deck_size - 1) / 2.;
  return fmt::format(
      "; all draws together make chi-square distance {}, which a test of them finds in {} trials",
      short_number(chi_square_distance, 2),
      short_number(trials_needed(digits, level, power, chi_square_distance), 2));
}

}  // namespace

std::string BuiltinTarget::caveat() const {
  const std::uint64_t max_word = max_word_of(*setup_.source, setup_.bits);
  double largest_excess = 0;
  std::uint64_t worst_bound = 0;
  for (const std::uint64_t bound : bounds_drawn(setup_)) {
    if (bound > largest_tabulated_bound) continue;
    const DrawDistribution distribution = setup_.draw->distribution(*setup_.source, max_word, bound);
    if (distribution.uniform) continue;
    const auto [fewest, most] = std::ranges::minmax(distribution.words);
    // The difference of counts first: the counts themselves may have more digits than a double.
    const double excess =
        static_cast<double>(most - fewest) * static_cast<double>(bound) / (static_cast<double>(max_word) + 1);
    if (excess > largest_excess) {
      largest_excess = excess;
      worst_bound = bound;
    }
  }
  if (largest_excess == 0) return "";
  return fmt::format(
      "draw={} on these words, which is not exactly uniform: of {} values the likeliest and the least likely "
      "differ by {} of a fair share, whether or not that many trials can show it{}",
      setup_.draw->info.name, worst_bound, short_number(largest_excess, 2),
      is_known_by_its_draws(setup_, max_word) ? chi_square_distance_of_draws_text(setup_) : "");
}

// The kind of target "builtin": a shuffle of the catalogue with its source, draw method and seeding.

namespace {

constexpr TargetSetting source_setting{.name = "source",
                                       .placeholder = "SOURCE",
                                       .meaning = "where the random words come from",
                                       .schema = R"json({
  "description": "the name of a source, as \"fairshuffle list sources\" shows it",
  "type": "string",
  "maxLength": 100,
  "pattern": "^[A-Za-z0-9+._-]+$"
})json",
                                       .is_option = false};

constexpr TargetSetting bits_setting{.name = "bits",
                                     .placeholder = "N",
                                     .meaning = "cut the words to their top bits",
                                     .schema = R"json({
  "description": "a number of bits from 1 to 64: the source's words are cut to their top bits",
  "type": "integer",
  "minimum": 1,
  "maximum": 64
})json",
                                     .is_option = false};

constexpr TargetSetting draw_setting{.name = "draw",
                                     .placeholder = "DRAW",
                                     .meaning = "how a number below a bound is made of words",
                                     .schema = R"json({
  "description": "the name of a draw method, as \"fairshuffle list draws\" shows it",
  "type": "string",
  "maxLength": 100,
  "pattern": "^[A-Za-z0-9+._-]+$"
})json",
                                     .is_option = false};

constexpr TargetSetting seeding_setting{.name = "seeding",
                                        .placeholder = "SEEDING",
                                        .meaning = "when the source is seeded",
                                        .schema = R"json({
  "description": "the name of a seeding, as \"fairshuffle list seedings\" shows it",
  "type": "string",
  "maxLength": 100,
  "pattern": "^[A-Za-z0-9+._-]+$"
})json",
                                        .is_option = false};

constexpr TargetSetting clock_setting{.name = "clock",
                                      .placeholder = "s|ms",
                                      .meaning = "what a seeding from a clock reads: seconds or milliseconds",
                                      .schema = R"json({
  "description": "\"s\" or \"ms\": the clock that a clock seeding reads",
  "enum": ["s", "ms"]
})json",
                                      .is_option = false};

constexpr TargetSetting rate_setting{.name = "rate",
                                     .placeholder = "N",
                                     .meaning = "shuffles a second, of a seeding from a clock",
                                     .schema = R"json({
  "description": "a whole number from 1 to 1000000000: shuffles a second, for a clock seeding",
  "type": "integer",
  "minimum": 1,
  "maximum": 1000000000
})json",
                                     .is_option = false};

constexpr TargetSetting seeds_setting{
    .name = "seeds",
    .placeholder = "N",
    .meaning =
        "how many seeds there are, of a random one for every shuffle: as many as the source takes "
        "(java-random 2^48, mt19937 2^32, dotnet-random 2^31), or 2^31 where it takes 64 bits",
    .schema = R"json({
  "description": "a whole number from 1 to 9007199254740992, or a power like \"2^31\": the seed is a random one of 0 to one less, for per-shuffle-random; standard: as many as the source takes, or 2^31 where it takes 64 bits",
  "type": ["integer", "string"],
  "minimum": 1,
  "maximum": 9007199254740992,
  "pattern": "^2\\^([1-4]?[0-9]|5[0-3])$"
})json",
    .is_option = false};

constexpr std::array settings{&source_setting, &bits_setting, &draw_setting, &seeding_setting,
                              &clock_setting,  &rate_setting, &seeds_setting};

// There is nothing to open.
std::unique_ptr<Target> make(const TargetText& text, const TargetRun& run) {
  return std::make_unique<BuiltinTarget>(text, run.deck_size, run.seed);
}

}  // namespace

constinit const TargetKind builtin_kind{
    .name = BuiltinTarget::kind,
    .written = TargetKind::Written::by_shuffle,
    .naming = {.member = "shuffle", .setting = "", .placeholder = "", .meaning = "", .schema = R"json({
  "description": "the name of a shuffle or a preset, as \"fairshuffle list\" shows it",
  "$comment": "looked up by the program, which knows the names",
  "type": "string",
  "maxLength": 100,
  "pattern": "^[A-Za-z0-9+._-]+$"
})json"},
    .settings = settings,
    .make = &make,
    .make_unopened = &make};

}  // namespace fairshuffle
