#include "harness/lesson/lesson.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/exact/distribution.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/trace.hpp"
#include "core/permutation/permutation.hpp"
#include "core/shuffle/catalogue.hpp"
#include "harness/whole_file.hpp"
#include "reports/distribution/distribution.hpp"

namespace fairshuffle {

namespace {

constexpr std::array sections{
    &mechanism_section,
    &code_section,
    &tree_section,
    &story_section,
    &small_distribution_section,
    &distribution_section,
    &impossible_section,
    &paths_section,
    &positions_section,
    &draw_section,
    &seeding_section,
    &sweep_section,
    &whole_deck_section,
    &sample_section,
    &carried_section,
    &cost_section,
    &instead_section,
};

// Options of the shuffle that are not the standard ones: "slip=1".
std::vector<std::string> own_options(const SampleSetup& setup) {
  std::vector<std::string> own;
  for (std::size_t i = 0; i < setup.shuffle->options.size(); ++i) {
    const OptionInfo& option = setup.shuffle->options[i];
    const std::int64_t value = setup.options[i];
    if (value == standard_value(option, setup.deck_size)) continue;
    own.push_back(fmt::format("{}={}", option.name, option_text(option, value)));
  }
  return own;
}

// What the target has of its own, where that is no ideal draw and no standard option: "bits=15 and
// draw=modulo".
std::string own_settings(const BuiltinTarget& target, const Lesson& lesson) {
  const TargetDescription& description = target.description();
  std::vector<std::string> settings;
  // A shuffle that is biased whatever its options is not spoilt by them.
  if (target.setup().shuffle->truth == Truth::uniform) settings = own_options(target.setup());
  if (!lesson.has_uniform_draws()) {
    if (description.bits != 0) settings.push_back(fmt::format("bits={}", description.bits));
    settings.push_back("draw=" + description.draw);
  }
  if (lesson.is_seeded_again()) settings.push_back("seeding=" + description.seeding);
  return fmt::format("{}", fmt::join(settings, " and "));
}

bool draws_are_uniform(const SampleSetup& setup) {
  constexpr std::uint64_t largest_looked_at = 100'000, stand_in = 3;
  const std::uint64_t max_word = max_word_of(*setup.source, setup.bits);
  return std::ranges::all_of(bounds_drawn(setup), [&](std::uint64_t bound) {
    const DrawDistribution distribution =
        setup.draw->distribution(*setup.source, max_word, bound <= largest_looked_at ? bound : stand_in);
    return distribution.uniform || std::ranges::count(distribution.words, distribution.words.front()) ==
                                       std::ssize(distribution.words);
  });
}

// The truth as a sentence: a preset's own, else its shuffle's, and whether it is so of this very target.
std::string lead_of(const BuiltinTarget& target, Lesson& lesson) {
  const std::string& name = target.name();
  const Preset* preset = find_preset(name.substr(0, name.find(':')));
  std::string lead(preset != nullptr ? preset->sentence : target.setup().shuffle->sentence);
  lead.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(lead.front())));
  lead += '.';
  if (lesson.is_uniform_at_this_size_only()) {
    const bool is_said = preset == nullptr && target.setup().shuffle->truth == Truth::uniform;
    lead += is_said ? fmt::format(" With these settings that is so of {} cards only.", lesson.deck_size())
                    : fmt::format(" Of {0} cards it is uniform, but of {0} only.", lesson.deck_size());
  }
  const bool is_called_uniform = target.setup().shuffle->truth == Truth::uniform;
  if (!lesson.is_uniform_at_this_size_only() && !is_called_uniform && lesson.is_uniform()) {
    lead += fmt::format(" With these settings it is uniform of {} cards.", lesson.deck_size());
  }
  const bool spoilt = is_called_uniform && !lesson.is_uniform();
  const std::string settings = own_settings(target, lesson);
  if (spoilt && !settings.empty()) {
    lead +=
        fmt::format(" Here {} spoil{} it.", settings, settings.find(" and ") == std::string::npos ? "s" : "");
  } else if (preset == nullptr && !lesson.has_ideal_draws()) {
    lead += fmt::format(" That is with ideal draws; here {}.", settings);
  }
  return lead;
}

// JSON lists every order of a distribution, each with its fraction: 10! of them would take gigabytes.
constexpr int largest_deck_listed = 9;

BuiltinTarget target_of(const TargetText& text, int deck_size) {
  BuiltinTarget target(text, deck_size, 0);
  if (const std::string reason = why_no_distribution(target.setup()); !reason.empty()) {
    throw InputError("target '{}': {}", target.name(), reason);
  }
  return target;
}

// `work(target's setup)`, with a refusal told as one of the target.
template <class Work>
auto unless_refused(const BuiltinTarget& target, Work work) {
  try {
    return work(target.setup());
  } catch (const DistributionRefused& error) {
    throw InputError("target '{}': {}; take a smaller n, or fewer and smaller draws", target.name(),
                     error.what());
  }
}

NamedExactDistribution distribution_of_target(const BuiltinTarget& target) {
  return {target.name(), unless_refused(target, &distribution_of)};
}

std::vector<StepDistances> steps_of_target(const BuiltinTarget& target, bool with_positions) {
  if (const std::string reason = why_not_evolved(target.setup()); !reason.empty()) {
    throw InputError("target '{}': --steps: {}", target.name(), reason);
  }
  return unless_refused(target, [with_positions](const SampleSetup& setup) {
    return distances_after_steps(setup, with_positions);
  });
}

struct Answer {
  NamedExactDistribution distribution;
  std::optional<NamedExactDistribution> other = {};
  std::vector<StepDistances> steps = {};
};

Answer answer_to(const DistributionQuestion& question, int largest_deck, bool with_positions) {
  const BuiltinTarget target = target_of(question.target, question.deck_size);
  const int deck_size = target.setup().deck_size;
  if (question.other) {
    const BuiltinTarget other = target_of(*question.other, question.deck_size);
    if (other.setup().deck_size != deck_size) {
      throw InputError("--compare: '{}' and '{}' have different deck sizes", target.name(), other.name());
    }
    return {.distribution = distribution_of_target(target), .other = distribution_of_target(other)};
  }
  if (deck_size > largest_deck) {
    throw InputError("--json would list the {} permutations of {} cards; take n up to {}, or the table",
                     with_commas(permutation_count(deck_size)), deck_size, largest_deck);
  }
  Answer answer{.distribution = distribution_of_target(target)};
  if (question.steps) answer.steps = steps_of_target(target, with_positions);
  return answer;
}

}  // namespace

bool Lesson::has_uniform_draws() const {
  return draws_are_uniform(setup());
}

bool Lesson::is_seeded_again() const {
  const SeedingKind seeding = setup().clock.seeding.kind;
  return seeding == SeedingKind::per_draw_clock || seeds_every_shuffle(seeding);
}

bool Lesson::is_uniform() {
  const Distribution* known = distribution();
  return known != nullptr ? fairshuffle::is_uniform(*known) : setup().shuffle->truth == Truth::uniform;
}

bool Lesson::is_uniform_at_this_size_only() {
  // The distribution of the next size may take long; where nothing spoils it there it is known.
  const SampleSetup next = at_deck_size(setup(), deck_size() + 1);
  if (next.shuffle->truth == Truth::uniform && own_options(next).empty() && draws_are_uniform(next)) {
    return false;
  }
  const auto is_known_uniform = [](const Distribution* distribution) {
    return distribution != nullptr && fairshuffle::is_uniform(*distribution);
  };
  // A deck of one card always is.
  if (!is_known_uniform(distribution()) ||
      (deck_size() > 2 && is_known_uniform(distribution(deck_size() - 1))))
    return false;
  const Distribution* larger = distribution(deck_size() + 1);
  return larger != nullptr && !fairshuffle::is_uniform(*larger);
}

const Distribution* Lesson::distribution(int deck_size) {
  const auto [found, is_new] = distributions_.try_emplace(deck_size);
  const SampleSetup sized = at_deck_size(setup(), deck_size);
  if (is_new && why_no_distribution(sized).empty()) {
    try {
      found->second = std::make_shared<const Distribution>(distribution_of(sized));
    } catch (const DistributionRefused&) {
      // A lesson says less, but does not fail, where a distribution is out of reach.
    }
  }
  return found->second.get();
}

Document lesson_of(const BuiltinTarget& target, std::uint64_t seed) {
  const int n = target.setup().deck_size;
  if (n < smallest_taught_deck || n > largest_taught_deck) {
    throw InputError("target '{}': a lesson is of {} to {} cards", target.name(), smallest_taught_deck,
                     largest_taught_deck);
  }
  if (meter_once(target.setup(), seed).draws > most_draws_taught) {
    throw InputError("target '{}': a lesson is of at most {} draws", target.name(),
                     with_commas(most_draws_taught));
  }
  Lesson lesson(target, seed);
  Document document{.title = target.name(), .lead = lead_of(target, lesson), .sections = {}};
  for (const auto section : sections) {
    if (std::optional<Section> written = section(lesson)) document.sections.push_back(std::move(*written));
  }
  return document;
}

std::string distribution_as_text(const DistributionQuestion& question) {
  const auto [distribution, other, steps] = answer_to(question, largest_deck_size, false);
  return other ? comparison_text(distribution, *other) : distribution_text(distribution, steps);
}

nlohmann::ordered_json distribution_as_json(const DistributionQuestion& question) {
  const auto [distribution, other, steps] = answer_to(question, largest_deck_listed, true);
  return other ? comparison_json(distribution, *other) : distribution_json(distribution, steps);
}

}  // namespace fairshuffle
