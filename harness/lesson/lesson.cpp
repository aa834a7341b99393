#include "harness/lesson/lesson.hpp"

#include <array>
#include <cctype>

#include <fmt/format.h>

#include "core/exact/law.hpp"
#include "core/interpret/law_of.hpp"
#include "core/interpret/meter.hpp"
#include "core/order/number_text.hpp"
#include "core/shuffle/registry.hpp"
#include "harness/input_error.hpp"
#include "harness/lesson/sections.hpp"

namespace fairshuffle {

namespace {

constexpr std::array sections{
    &code_section,   &story_section,     &small_law_section, &law_section,     &impossible_section,
    &paths_section,  &positions_section, &draw_section,      &seeding_section, &sweep_section,
    &sample_section, &cost_section,      &instead_section,
};

// The truth as a sentence: a preset's own, else its shuffle's.
std::string lead_of(const BuiltinTarget& target, const Lesson& lesson) {
  const std::string& name = target.name();
  const Preset* preset = find_preset(name.substr(0, name.find(':')));
  std::string lead(preset != nullptr ? preset->sentence : target.setup().shuffle->sentence);
  lead.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(lead.front())));
  lead += '.';
  if (preset == nullptr && !lesson.has_ideal_draws()) {
    lead += fmt::format(" That is with ideal draws; here draw={} and seeding={}.", target.description().draw,
                        target.description().seeding);
  }
  return lead;
}

}  // namespace

bool Lesson::has_ideal_draws() const {
  const SeedingKind seeding = setup().clock.seeding.kind;
  const std::uint64_t max_word = max_word_of(*setup().source, setup().bits);
  return (seeding == SeedingKind::per_block || seeding == SeedingKind::per_run) &&
         setup().draw->law(*setup().source, max_word, 3).uniform;
}

const Law* Lesson::law(int deck_size) {
  const auto [found, is_new] = laws_.try_emplace(deck_size);
  const SampleSetup sized = at_deck_size(setup(), deck_size);
  if (is_new && why_no_law(sized).empty()) {
    try {
      found->second = law_of(sized);
    } catch (const LawRefused&) {
      // A lesson says less, but does not fail, where a law is out of reach.
    }
  }
  return found->second ? &*found->second : nullptr;
}

Document lesson_of(const BuiltinTarget& target, std::uint64_t seed) {
  const int n = target.setup().deck_size;
  if (n < smallest_taught_deck || n > largest_taught_deck) {
    throw InputError(fmt::format("target '{}': a lesson is of {} to {} cards", target.name(),
                                 smallest_taught_deck, largest_taught_deck));
  }
  if (meter_once(target.setup(), seed).draws > most_draws_taught) {
    throw InputError(fmt::format("target '{}': a lesson is of at most {} draws", target.name(),
                                 with_commas(most_draws_taught)));
  }
  Lesson lesson(target, seed);
  Document document{.title = target.name(), .lead = lead_of(target, lesson), .sections = {}};
  for (const auto section : sections) {
    if (std::optional<Section> written = section(lesson)) document.sections.push_back(std::move(*written));
  }
  return document;
}

}  // namespace fairshuffle
