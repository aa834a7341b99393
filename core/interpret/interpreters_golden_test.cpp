// Does every interpreter still make of every shuffle what it made when it was held to its distributions?
// Distributions and the reasons why there are none, stories, costs, steps, paths, and decks by every seeding.
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/exact/distribution.hpp"
#include "core/interpret/card_distribution.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/interpret/steps.hpp"
#include "core/interpret/trace.hpp"
#include "core/permutation/golden_lines_for_tests.hpp"

using namespace fairshuffle;

namespace {

constexpr auto lines_of_interpreters = "core/interpret/reference/interpreters.txt";

struct Named {
  std::string name;
  SampleSetup setup;
};

// One for every combination of the options that are words, the others being standard.
std::vector<Named> setups_of(const ShuffleInfo& shuffle, int deck_size) {
  std::vector<Named> setups{
      {fmt::format("{} n={}", shuffle.name, deck_size), standard_setup(shuffle, deck_size)}};
  for (std::size_t option = 0; option < shuffle.options.size(); ++option) {
    const OptionInfo& info = shuffle.options[option];
    if (info.choices.empty()) continue;
    std::vector<Named> chosen;
    for (const Named& each : setups) {
      for (std::size_t choice = 0; choice < info.choices.size(); ++choice) {
        chosen.push_back({fmt::format("{} {}={}", each.name, info.name, info.choices[choice]), each.setup});
        chosen.back().setup.options[option] = static_cast<std::int64_t>(choice);
      }
    }
    setups = std::move(chosen);
  }
  return setups;
}

std::vector<Named> all_setups(int deck_size) {
  std::vector<Named> all;
  for (const ShuffleInfo& shuffle : all_shuffles())
    std::ranges::move(setups_of(shuffle, deck_size), std::back_inserter(all));
  return all;
}

// FNV-1a.
class Digest {
 public:
  void add(std::uint64_t number) { hash_ = (hash_ ^ number) * 1'099'511'628'211U; }
  void add(std::string_view text) {
    for (const char each : text) add(static_cast<std::uint64_t>(static_cast<unsigned char>(each)));
    add(256);
  }
  std::string text() const { return fmt::format("{:#x}", hash_); }

 private:
  std::uint64_t hash_ = 14'695'981'039'346'656'037U;
};

// What the call gives, or the words it refuses with.
template <class Call>
std::string outcome_of(Call call) {
  try {
    return call();
  } catch (const DistributionRefused& refused) {
    return fmt::format("refused: {}", refused.what());
  } catch (const std::invalid_argument& error) {
    return fmt::format("no: {}", error.what());
  }
}

std::string reasons_of(const SampleSetup& setup) {
  return fmt::format("{}; {}; {}; {}; {}; {}", why_not_sampled(setup), why_not_enumerated(setup),
                     why_not_evolved(setup), why_no_distribution(setup), why_no_card_distribution(setup),
                     independent_steps_of(setup).why_not);
}

// In words with the standard settings, as a number with all others.
void add_reasons(std::vector<std::string>& lines) {
  for (const int deck_size : {0, 1, 5, 11, 64, 129, 1025}) {
    for (const Named& each : all_setups(deck_size)) {
      if (deck_size == 5 || deck_size == 11)
        lines.push_back(fmt::format("{}: {}", each.name, reasons_of(each.setup)));
      Digest digest;
      for (const DrawEntry& draw : all_draws()) {
        for (const SeedingInfo& seeding : all_seedings()) {
          for (const int bits : {0, 3, 16}) {
            SampleSetup setup = each.setup;
            setup.draw = &draw;
            setup.clock.seeding.kind = seeding.kind;
            setup.bits = bits;
            digest.add(reasons_of(setup));
            setup.carried = true;
            digest.add(reasons_of(setup));
          }
        }
      }
      lines.push_back(fmt::format("{}: all reasons {}", each.name, digest.text()));
    }
  }
}

std::string distribution_text(const SampleSetup& setup) {
  const Distribution distribution = distribution_of(setup);
  Digest weights;
  for (const Integer& weight : distribution.weight) weights.add(weight.str());
  const NumericDistribution numeric = numeric_distribution_of(setup);
  return fmt::format("tv {} even {} support {} invalid {} weights {} over {}; in doubles {:.10g} {:.4g}",
                     to_text(total_variation(distribution)), to_text(even_probability(distribution)),
                     support_size(distribution), to_text(invalid_probability(distribution)), weights.text(),
                     distribution.denominator.str(), total_variation(numeric), numeric.error * 1e16);
}

std::string card_distribution_text(const SampleSetup& setup) {
  const CardDistribution distribution = card_distribution_of(setup);
  double cubes = 0;
  for (std::size_t cell = 0; cell < distribution.probability.size(); ++cell) {
    cubes += distribution.probability[cell] * distribution.probability[cell] * static_cast<double>(cell + 1);
  }
  return fmt::format("{:.10g} {:.10g}", cubes, chi_square_distance_of_positions(distribution));
}

void add_distributions(std::vector<std::string>& lines) {
  for (const int deck_size : {2, 3, 4}) {
    for (const Named& each : all_setups(deck_size)) {
      for (const DrawEntry& draw : all_draws()) {
        for (const SeedingKind seeding :
             {SeedingKind::per_block, SeedingKind::per_draw_clock, SeedingKind::per_shuffle_random}) {
          SampleSetup setup = each.setup;
          setup.draw = &draw;
          setup.bits = draw.info.name == default_draw ? 0 : 5;
          setup.clock.seeding.kind = seeding;
          setup.clock.seeding.seeds = 77;
          if (!why_no_distribution(setup).empty() || (seeding != SeedingKind::per_block && deck_size < 4))
            continue;
          lines.push_back(fmt::format("{} {} seeding {}: {}", each.name, draw.info.name,
                                      static_cast<int>(seeding),
                                      outcome_of([&] { return distribution_text(setup); })));
        }
      }
      for (const int bits : {0, 6}) {
        SampleSetup setup = each.setup;
        setup.deck_size = deck_size + 7;
        if (bits > 0) setup.draw = find_draw("modulo");
        setup.bits = bits;
        if (!why_no_card_distribution(setup).empty()) continue;
        lines.push_back(fmt::format("{} and 7 more, single cards {}: {}", each.name, bits,
                                    outcome_of([&] { return card_distribution_text(setup); })));
      }
      if (!why_not_evolved(each.setup).empty()) continue;
      std::string steps;
      for (const StepDistances& after : distances_after_steps(each.setup)) {
        steps += fmt::format(" {} {} {} {},", after.step, to_text(after.total_variation),
                             to_text(after.chi_square_distance), after.support_size);
      }
      lines.push_back(fmt::format("{} step by step:{}", each.name, steps));
    }
  }
  for (const CardMistake& mistake : card_mistakes(13)) {
    lines.push_back(fmt::format("{}: {} {} {} {} {}", mistake.name, mistake.setup.shuffle->name,
                                fmt::join(mistake.setup.options, ","), mistake.setup.draw->info.name,
                                mistake.setup.bits, card_distribution_text(mistake.setup)));
  }
}

void add_stories(std::vector<std::string>& lines) {
  for (const Named& each : all_setups(5)) {
    if (!why_not_sampled(each.setup).empty()) continue;
    const Trace story = trace(each.setup, 3);
    std::string text;
    for (const TraceEvent& event : story.events) {
      text += fmt::format(" {}:{},{}{} [{}|{}]", static_cast<int>(event.kind) + Verbs::number_of(event.verb),
                          event.first, event.second, event.before ? "<" : "", fmt::join(event.deck, ""),
                          fmt::join(event.pile, ""));
    }
    lines.push_back(fmt::format("{} is told: {} in the end {}", each.name, text, fmt::join(story.deck, "")));
  }
}

void add_costs_and_paths(std::vector<std::string>& lines) {
  for (const Named& each : all_setups(9)) {
    for (const int deck_size : {1, 9, 70}) {
      lines.push_back(fmt::format(
          "{} costs with {} cards: {}", each.name, deck_size, outcome_of([&] {
            const MeterReading reading = meter_once(at_deck_size(each.setup, deck_size), 5);
            Digest deck;
            for (const int card : reading.deck) deck.add(static_cast<std::uint64_t>(card));
            return fmt::format("{} {} {} {}", reading.draws, reading.moves, reading.extra, deck.text());
          })));
    }
    lines.push_back(fmt::format("{} draws below {}", each.name, fmt::join(bounds_drawn(each.setup), " ")));
    SampleSetup modulo = each.setup;
    modulo.draw = find_draw("modulo");
    modulo.bits = 4;
    for (const SampleSetup& setup : {each.setup, modulo}) {
      lines.push_back(fmt::format("{} paths: {}", each.name, outcome_of([&]() -> std::string {
                                    const auto paths = path_arithmetic(setup);
                                    if (!paths) return "none";
                                    return fmt::format(
                                        "{} of {} bounds, {} permutations, {} each and {} over, missing {}",
                                        paths->paths.str(), paths->bounds.size(), paths->permutations.str(),
                                        paths->per_permutation.str(), paths->left_over.str(),
                                        fmt::join(paths->missing_primes, " "));
                                  })));
    }
  }
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    lines.push_back(fmt::format("{} is metered at {}", shuffle.name, fmt::join(metered_sizes(shuffle), " ")));
  }
}

// By every source, draw method and seeding, fresh decks and carried ones.
void add_samples(std::vector<std::string>& lines) {
  for (const char* shuffle :
       {"durstenfeld", "naive-swap", "inside-out", "random-key-sort", "riffle", "std-shuffle"}) {
    for (const SourceEntry& source : all_sources()) {
      Digest digest;
      for (const DrawEntry& draw : all_draws()) {
        for (const SeedingInfo& seeding : all_seedings()) {
          for (const bool carried : {false, true}) {
            SampleSetup setup = setup_for_test(shuffle, 5);
            setup.source = &source;
            setup.draw = &draw;
            setup.carried = carried;
            setup.clock.seeding.kind = seeding.kind;
            setup.clock.seeding.seeds = 9;
            setup.clock.seeding.shuffles_per_second = 3;
            if (!why_not_sampled(setup).empty()) continue;
            const Tally tally = scalar_sample_for_test(setup, 12, 5).complete();
            tally.for_each_permutation_count([&](std::uint64_t count, std::uint64_t) { digest.add(count); });
            for (int position = 0; position < 5; ++position) {
              for (int card = 0; card < 5; ++card) digest.add(tally.positions.at(position, card));
            }
            digest.add(tally.repeats.equal);
          }
        }
      }
      lines.push_back(fmt::format("{} by {}: {}", shuffle, source.info.name, digest.text()));
    }
  }
}

std::vector<std::string> all_lines() {
  std::vector<std::string> lines;
  add_reasons(lines);
  add_distributions(lines);
  add_stories(lines);
  add_costs_and_paths(lines);
  add_samples(lines);
  return lines;
}

}  // namespace

TEST_CASE("every interpreter makes of every shuffle what it made when it was held to its distributions") {
  check_lines(lines_of_interpreters, all_lines());
}

// Run from the root of the repository, by name, when a shuffle or an interpreter is meant to change.
TEST_CASE("what interpreters make of shuffles is written anew" * doctest::skip()) {
  write_lines(lines_of_interpreters, all_lines());
}
