// What a shuffle does: its lines, and one shuffle step by step.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/interpret/trace.hpp"
#include "core/order/number_text.hpp"
#include "core/shuffle/registry.hpp"
#include "harness/lesson/mechanism.hpp"
#include "harness/lesson/numbers.hpp"
#include "harness/lesson/sections.hpp"
#include "harness/lesson/shuffle_code.hpp"

namespace fairshuffle {

namespace {

std::string deck_after(const std::vector<Card>& deck, const std::vector<Card>& before) {
  std::string text;
  for (std::size_t i = 0; i < deck.size(); ++i) {
    const bool same = i < before.size() && before[i] == deck[i];
    if (!text.empty()) text += ' ';
    text += same ? fmt::format("{}", deck[i]) : fmt::format("[{}]", deck[i]);
  }
  return text;
}

std::string what_moved(const TraceEvent& event, const std::vector<Card>& before) {
  const auto card = [&before](std::uint64_t position) { return static_cast<int>(before[position]); };
  switch (event.kind) {
    case EventKind::swap:
      return event.first == event.second ? fmt::format("card {} stays at {}", card(event.first), event.first)
                                         : fmt::format("swap positions {} and {}", event.first, event.second);
    case EventKind::move:
      return fmt::format("card {} from {} to {}", card(event.first), event.first, event.second);
    case EventKind::deal:
      return fmt::format("card {} to the pile", card(event.first));
    case EventKind::place:
      return event.first == event.second ? fmt::format("card {} to the end of the pile", card(event.first))
                                         : fmt::format("card {} takes place {}, its holder goes to the end",
                                                       card(event.first), event.second);
    case EventKind::cut:
      return fmt::format("the first {} go below the others", event.first);
    case EventKind::arrange:
      return fmt::format("order number {} of the list", event.first);
    case EventKind::reapply:
      return "dealt through its own indices";
    case EventKind::label:
      return fmt::format("key {} to position {}", event.second, event.first);
    case EventKind::sort:
      return "sort by the keys";
    case EventKind::merge:
      return "merge the packets by the keys";
    case EventKind::shelve:
      return "empty the shelves, the first one first";
    case EventKind::throw_over:
      return "throw over the packets, which begin where the key is 0";
    case EventKind::gather:
      return fmt::format("deal into {} piles, and put them together in the order {}", event.first,
                         deck_text(order_of_rank(event.second, static_cast<int>(event.first))));
    case EventKind::compare:
      return fmt::format("is card {} before card {}? {}", card(event.first), card(event.second),
                         event.before ? "yes" : "no");
    case EventKind::hand_out:
      return fmt::format("card {} is handed out", card(event.first));
    case EventKind::draw:
    case EventKind::word:
      break;
  }
  return "";
}

void add_drawn(std::string& drawn, const TraceEvent& event) {
  if (!drawn.empty()) drawn += ", ";
  if (event.kind == EventKind::word) {
    drawn += "a word";
  } else {
    drawn += fmt::format("{} of 0..{}", event.second, event.first - 1);
  }
}

constexpr std::size_t most_steps_told = 40;

}  // namespace

std::optional<Section> code_section(Lesson& lesson) {
  const ShuffleInfo& shuffle = *lesson.setup().shuffle;
  Section section{.title = "What it does", .blocks = {}};
  section.blocks.push_back(Code{code_that_runs(code_of_shuffle(shuffle.name), chosen_word(lesson.setup()))});
  std::string options;
  for (std::size_t i = 0; i < shuffle.options.size(); ++i) {
    if (!is_told(shuffle, lesson.setup().options, i)) continue;
    const OptionInfo& option = shuffle.options[i];
    const std::int64_t value = lesson.setup().options[i];
    // As at_deck_size has it.
    const bool follows = option.standard_is_deck_size && value == lesson.deck_size();
    options += fmt::format("Here {} = {}{} ({}). ", option.name, follows ? "n = " : "",
                           option_text(option, value), option.meaning);
  }
  section.blocks.push_back(Paragraph{
      fmt::format("The deck holds the cards 0 to n-1 in order, and draw_below(b) is one random choice from 0 "
                  "to b-1. {}Seen in: {}.",
                  options, shuffle.origin)});
  return section;
}

std::optional<Section> story_section(Lesson& lesson) {
  const Trace story = trace(lesson.setup(), lesson.seed());
  Table table{.columns = {{.heading = "step", .kind = ColumnKind::number},
                          {.heading = "drawn"},
                          {.heading = "what moves"},
                          {.heading = "deck"}},
              .rows = {}};
  std::vector<Card> before(static_cast<std::size_t>(lesson.deck_size()));
  for (std::size_t i = 0; i < before.size(); ++i) before[i] = static_cast<Card>(i);
  std::vector<Card> pile_before;
  table.rows.push_back({{"0"}, {""}, {"the sorted deck"}, {deck_text(before)}});
  std::string drawn;
  std::size_t steps = 0;
  for (const TraceEvent& event : story.events) {
    if (event.kind == EventKind::draw || event.kind == EventKind::word) {
      add_drawn(drawn, event);
      continue;
    }
    ++steps;
    if (!event.pile.empty()) table.columns.back().heading = "deck | pile";
    if (steps <= most_steps_told) {
      // Cards that close up are not marked: only the pile shows what a deal did.
      std::string deck =
          event.kind == EventKind::deal ? deck_text(event.deck) : deck_after(event.deck, before);
      if (!event.pile.empty()) deck += " | " + deck_after(event.pile, pile_before);
      table.rows.push_back({{fmt::format("{}", steps)}, {drawn}, {what_moved(event, before)}, {deck}});
    }
    drawn.clear();
    before = event.deck;
    pile_before = event.pile;
  }
  if (!drawn.empty()) {
    table.rows.push_back({{""}, {drawn}, {"nothing"}, {deck_text(before)}});
  }
  Section section{.title = "One shuffle, step by step", .blocks = {}};
  section.blocks.push_back(Paragraph{fmt::format(
      "Seed {}. Brackets mark the positions whose card is another than a step before.", lesson.seed())});
  section.blocks.push_back(std::move(table));
  const bool valid = is_order(story.deck);
  section.blocks.push_back(Paragraph{fmt::format(
      "{}The deck is then {}{}.",
      steps > most_steps_told ? fmt::format("And {} steps more. ", with_commas(steps - most_steps_told)) : "",
      deck_text(story.deck), valid ? "" : ", which is no order: cards came twice")});
  return section;
}

}  // namespace fairshuffle
