// Why it is fair or not, before anything is counted: the mechanism in words, and its formulas.
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/exact/law.hpp"
#include "core/interpret/paths.hpp"
#include "core/order/number_text.hpp"
#include "core/shuffle/registry.hpp"
#include "harness/lesson/formula.hpp"
#include "harness/lesson/mechanism.hpp"
#include "harness/lesson/numbers.hpp"
#include "harness/lesson/sections.hpp"
#include "harness/lesson/worst_draw.hpp"

namespace fairshuffle {

namespace {

std::string title_of(Lesson& lesson) {
  if (lesson.is_uniform_at_this_size_only()) {
    return fmt::format("Why it is fair of {} cards only", lesson.deck_size());
  }
  if (!lesson.is_uniform() || !lesson.has_ideal_draws()) return "Why it is not fair";
  return lesson.law() != nullptr ? "Why it is fair" : "Whether it is fair";
}

// n and the shuffle's own numbers.
FormulaVariables variables_of_shuffle(const SampleSetup& setup) {
  FormulaVariables variables{{"n", setup.deck_size}};
  for (std::size_t i = 0; i < setup.options.size(); ++i) {
    const OptionInfo& option = setup.shuffle->options[i];
    if (option.choices.empty() && is_told(*setup.shuffle, setup.options, i)) {
      variables.emplace(option.name, setup.options[i]);
    }
  }
  return variables;
}

// "n = 5, k = 6": n comes first.
std::string variables_text(const FormulaVariables& variables) {
  std::vector<std::string> each;
  for (const auto& [name, value] : variables) {
    each.insert(name == "n" ? each.begin() : each.end(),
                fmt::format("{} = {}", name, power_text(numerator(value))));
  }
  return fmt::format("{}", fmt::join(each, ", "));
}

Table table_of(std::span<const Consequence> consequences, const FormulaVariables& variables) {
  // A formula stands behind what it is of: in a column of its own a terminal would break it.
  Table table{.columns = {{.heading = "where " + variables_text(variables)},
                          {.heading = "here", .kind = ColumnKind::number},
                          {.heading = "fair", .kind = ColumnKind::number},
                          {.heading = "against", .kind = ColumnKind::number}},
              .rows = {}};
  for (const Consequence& consequence : consequences) {
    FormulaVariables all = variables;
    all.merge(variables_of(consequence.instance));
    const Fraction value = formula_value(consequence.formula, all);
    const std::string instance =
        consequence.instance.empty() ? "" : fmt::format(" ({})", consequence.instance);
    std::string fair, against;
    if (!consequence.fair.empty()) {
      const Fraction fair_value = formula_value(consequence.fair, all);
      fair = number_text(fair_value);
      if (fair_value != 0) against = against_fair(value, fair_value);
    }
    table.rows.push_back({{fmt::format("{}{}: {}", consequence.what, instance, consequence.formula)},
                          {number_text(value)},
                          {fair},
                          {against}});
  }
  return table;
}

Paragraph never_divided(const PathsNeverDivided& never, const SampleSetup& setup) {
  const Integer paths = numerator(formula_value(never.paths, variables_of_shuffle(setup)));
  const Integer orders = order_count(setup.deck_size);
  const Integer left_over = paths % orders;
  std::string text = fmt::format(
      "It can never be exactly fair: n! never divides {}, the number of equally likely paths "
      "(n > 2), since {}.",
      never.paths, never.why);
  if (left_over != 0) {
    text += fmt::format(" Here {} path{} on {} orders leave{} {} over.", integer_text(paths),
                        paths == 1 ? "" : "s", integer_text(orders), paths == 1 ? "s" : "",
                        integer_text(left_over));
  }
  return {std::move(text)};
}

void add_own_mechanism(Section& section, const Lesson& lesson) {
  const Mechanism& mechanism = mechanism_of(lesson.setup());
  section.blocks.push_back(
      Paragraph{(lesson.has_ideal_draws() ? "" : "With ideal draws: ") + std::string(mechanism.words)});
  std::vector<Consequence> consequences;
  for (const Consequence& each : mechanism.consequences) {
    if (lesson.deck_size() >= each.smallest_deck) consequences.push_back(each);
  }
  if (!consequences.empty()) {
    section.blocks.push_back(table_of(consequences, variables_of_shuffle(lesson.setup())));
  }
  if (!mechanism.never.paths.empty() && lesson.deck_size() > 2) {
    section.blocks.push_back(never_divided(mechanism.never, lesson.setup()));
  }
}

void add_draw_mechanism(Section& section, const SampleSetup& setup) {
  const std::optional<WorstDraw> worst = worst_draw_of(setup);
  if (!worst) return;
  const DrawMechanism mechanism = draw_mechanism_of(setup);
  section.blocks.push_back(Paragraph{
      fmt::format("draw={}, of W words a value below b: {} The chance of an order is made of such chances.",
                  setup.draw->info.name, mechanism.words)});
  if (mechanism.consequences.empty()) return;
  section.blocks.push_back(
      table_of(mechanism.consequences,
               {{"W", Fraction(Integer(worst->law.max_word) + 1)}, {"b", Fraction(worst->bound)}}));
}

void add_seeding_mechanism(Section& section, Lesson& lesson) {
  const SeedingKind seeding = lesson.setup().clock.seeding.kind;
  if (seeding == SeedingKind::per_shuffle_clock) {
    section.blocks.push_back(
        Paragraph{"seeding=per-shuffle-clock: all draws of a shuffle follow from one reading of the clock. "
                  "There are no more decks than readings, and shuffles within one tick are equal."});
  }
  if (seeding == SeedingKind::per_shuffle_counter) {
    section.blocks.push_back(Paragraph{
        "seeding=per-shuffle-counter: all draws of a shuffle follow from its number. No draw is left "
        "to chance, and what a source makes of numbers that follow each other may follow a pattern."});
  }
  if (seeding == SeedingKind::per_shuffle_random) {
    section.blocks.push_back(Paragraph{
        fmt::format("seeding=per-shuffle-random: all draws of a shuffle follow from one of {} seeds. "
                    "There are no more decks than seeds.",
                    with_commas(lesson.setup().clock.seeding.seeds))});
  }
  if (seeding != SeedingKind::per_draw_clock) return;
  std::string text =
      "seeding=per-draw-clock: the clock does not move between two draws, so all draws of a shuffle are made "
      "of one word. Each draw is as uniform as before, but they are not independent: the first one tells of "
      "the others.";
  if (const Law* law = lesson.law(); law != nullptr) {
    text += fmt::format(" Of {} orders {} can come.", with_commas(order_count(law->deck_size)),
                        with_commas(support_size(*law)));
  }
  section.blocks.push_back(Paragraph{std::move(text)});
}

void add_source(Section& section, const SampleSetup& setup) {
  if (setup.source->info.name == default_source) return;
  section.blocks.push_back(Paragraph{
      fmt::format("source={}: {}. Laws and formulas take its words as uniform and independent; what they are "
                  "not, only counts tell.",
                  setup.source->info.name, setup.source->info.truth)});
}

}  // namespace

std::optional<Section> mechanism_section(Lesson& lesson) {
  Section section{.title = title_of(lesson), .blocks = {}};
  add_own_mechanism(section, lesson);
  add_draw_mechanism(section, lesson.setup());
  add_seeding_mechanism(section, lesson);
  add_source(section, lesson.setup());
  return section;
}

}  // namespace fairshuffle
