// Sections that tell what a shuffle does, and why it is fair or not.
#include <algorithm>
#include <cctype>
#include <stdexcept>

#include <fmt/ranges.h>

#include "core/exact/distribution.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/trace.hpp"
#include "core/permutation/permutation.hpp"
#include "core/shuffle/catalogue.hpp"
#include "harness/lesson/formula.hpp"
#include "harness/lesson/lesson.hpp"
#include "harness/lesson/shuffle_headers.hpp"

namespace fairshuffle {

// The lines of a shuffle, as they stand in its own header.

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::size_t depth_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

constexpr std::size_t depth_in_struct = 2;

// Pieces stand apart by an empty line: the body, and the functions that it calls.
std::vector<std::string_view> pieces_of(std::string_view code) {
  std::vector<std::string_view> pieces;
  while (!code.empty()) {
    const std::size_t end = std::min(code.find("\n\n"), code.size());
    pieces.push_back(code.substr(0, std::min(end + 1, code.size())));
    code.remove_prefix(std::min(end + 2, code.size()));
  }
  return pieces;
}

// The statement of the case: "merge_sort(deck, 0, deck.size());". Nothing where the body is no such switch.
std::string_view chosen_statement(std::string_view body, std::string_view choice) {
  constexpr std::string_view returned = "return ";
  if (!body.starts_with("switch (")) return {};
  std::string word(choice);
  std::ranges::replace(word, '-', '_');
  std::size_t label = body.find("case " + word + ":\n");
  if (label == std::string_view::npos) label = body.find("default:\n");
  if (label == std::string_view::npos) return {};
  body.remove_prefix(body.find('\n', label) + 1);
  body.remove_prefix(depth_of(body));
  if (body.starts_with(returned)) body.remove_prefix(returned.size());
  return body.substr(0, body.find('\n') + 1);
}

// The name before the first bracket of a function that follows its comment, "merge_sort".
std::string_view function_name(std::string_view piece) {
  for (const std::string_view line : lines_of(piece)) {
    if (line.starts_with("//")) continue;
    const std::string_view head = line.substr(0, line.find('('));
    return head.substr(head.rfind(' ') + 1);
  }
  return {};
}

bool calls(std::string_view code, std::string_view function) {
  const std::string call = std::string(function) + "(";
  for (std::size_t at = code.find(call); at != std::string_view::npos; at = code.find(call, at + 1)) {
    // "insertion_sort(" is in "php_insertion_sort(", too.
    if (at == 0 || (std::isalnum(static_cast<unsigned char>(code[at - 1])) == 0 && code[at - 1] != '_')) {
      return true;
    }
  }
  return false;
}

bool is_for_the_compiler(std::string_view line) {
  const std::string_view words = line.substr(depth_of(line));
  return words.starts_with("template <") || words.starts_with("#pragma") || words == "private:";
}

}  // namespace

std::string code_that_runs(std::string_view code, std::string_view choice) {
  const std::string_view statement = chosen_statement(code, choice);
  if (statement.empty()) return std::string(code);
  const std::vector<std::string_view> pieces = pieces_of(code);
  std::string runs(statement);
  for (auto function = pieces.begin() + 1; function != pieces.end(); ++function) {
    if (calls(runs, function_name(*function))) runs.append("\n").append(*function);
  }
  return runs;
}

// The lines up to the end of the struct, without those that only C++ wants, each moved to the left by the
// depth of its block: that of the operator up to where its block closes, then that of a struct.
std::string code_in_header(std::string_view header) {
  const std::vector<std::string_view> lines = lines_of(header);
  auto line = std::ranges::find_if(
      lines, [](std::string_view each) { return each.find("void operator()(") != each.npos; });
  if (line == lines.end()) throw std::invalid_argument("code_in_header: no operator() in the header");
  std::size_t depth = depth_of(*line) + 2;
  std::string code;
  while (++line != lines.end() && *line != "};") {
    // Formatted code closes a block at the depth at which it was opened.
    if (depth > depth_in_struct && *line == std::string(depth - 2, ' ') + "}") {
      depth = depth_in_struct;
    } else if (!is_for_the_compiler(*line)) {
      code += std::string(line->substr(std::min(depth_of(*line), depth))) + "\n";
    }
  }
  code.erase(code.find_last_not_of('\n') + 1);
  return code + "\n";
}

std::string code_of_shuffle(std::string_view name) {
  const std::string entry = ".name = \"" + std::string(name) + "\",\n";
  for (const std::string_view header : detail::shuffle_headers) {
    // Options have names too: the shuffle's own is the first one in its info.
    const std::size_t info = header.find("ShuffleInfo info{");
    const std::size_t own_name = info == std::string_view::npos ? info : header.find(".name = ", info);
    if (own_name != std::string_view::npos && header.substr(own_name).starts_with(entry)) {
      return code_in_header(header);
    }
  }
  throw std::invalid_argument("code_of_shuffle: no header holds " + std::string(name));
}

// What a shuffle does: its lines, and one shuffle step by step.

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
  if (event.kind == EventKind::label) {
    return fmt::format("key {} to position {}", event.second, event.first);
  }
  if (event.kind == EventKind::compare) {
    return fmt::format("is card {} before card {}? {}", card(event.first), card(event.second),
                       event.before ? "yes" : "no");
  }
  const VerbInfo& verb = *event.verb;
  const bool are_equal = !verb.told_if_equal.empty() && event.first == event.second;
  const std::string_view told = are_equal ? verb.told_if_equal : verb.told;
  const auto names = [told](std::string_view what) { return told.find(what) != std::string_view::npos; };
  return fmt::format(
      fmt::runtime(told), fmt::arg("first", event.first), fmt::arg("second", event.second),
      fmt::arg("card", names("{card}") ? card(event.first) : 0),
      fmt::arg("permutation", names("{permutation}") ? deck_text(permutation_of_rank(
                                                           event.second, static_cast<int>(event.first)))
                                                     : std::string()));
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
  say(section,
      "The deck holds the cards 0 to n-1 in order, and draw_below(b) is one random choice from 0 to b-1. "
      "{}Seen in: {}.",
      options, shuffle.origin);
  return section;
}

std::optional<Section> story_section(Lesson& lesson) {
  const Trace story = trace(lesson.setup(), lesson.seed());
  Table table = table_with(
      {number_column("step"), text_column("drawn"), text_column("what moves"), text_column("deck")});
  std::vector<Card> before(static_cast<std::size_t>(lesson.deck_size()));
  for (std::size_t i = 0; i < before.size(); ++i) before[i] = static_cast<Card>(i);
  std::vector<Card> pile_before;
  add_row(table, "0", "", "the sorted deck", deck_text(before));
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
      std::string deck = event.verb != nullptr && event.verb->takes_out ? deck_text(event.deck)
                                                                        : deck_after(event.deck, before);
      if (!event.pile.empty()) deck += " | " + deck_after(event.pile, pile_before);
      add_row(table, steps, drawn, what_moved(event, before), deck);
    }
    drawn.clear();
    before = event.deck;
    pile_before = event.pile;
  }
  if (!drawn.empty()) {
    add_row(table, "", drawn, "nothing", deck_text(before));
  }
  Section section{.title = "One shuffle, step by step", .blocks = {}};
  say(section, "Seed {}. Brackets mark the positions whose card is another than a step before.",
      lesson.seed());
  section.blocks.push_back(std::move(table));
  const bool valid = is_permutation(story.deck);
  say(section, "{}The deck is then {}{}.",
      steps > most_steps_told ? fmt::format("And {} steps more. ", with_commas(steps - most_steps_told)) : "",
      deck_text(story.deck), valid ? "" : ", which is no permutation: cards came twice");
  return section;
}

// Why it is fair or not, before anything is counted: the mechanism in words, and its formulas.

namespace {

std::string title_of(Lesson& lesson) {
  if (lesson.is_uniform_at_this_size_only()) {
    return fmt::format("Why it is fair of {} cards only", lesson.deck_size());
  }
  if (!lesson.is_uniform() || !lesson.has_ideal_draws()) return "Why it is not fair";
  return lesson.distribution() != nullptr ? "Why it is fair" : "Whether it is fair";
}

// n and the shuffle's own numbers.
FormulaVariables variables_of_shuffle(const SampleSetup& setup) {
  FormulaVariables variables{{"n", setup.deck_size}};
  for (std::size_t i = 0; i < setup.options.size(); ++i) {
    const OptionInfo& option = setup.shuffle->options[i];
    if (option.choices.empty() && is_told(*setup.shuffle, setup.options, i)) {
      variables.emplace(option.name, setup.options[i]);
    }
    if (option.name == "coin") variables.emplace("f", 2 + setup.options[i]);
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
  Table table = table_with({text_column("where " + variables_text(variables)), number_column("here"),
                            number_column("fair"), number_column("against")});
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
    add_row(table, fmt::format("{}{}: {}", consequence.what, instance, consequence.formula),
            number_text(value), fair, against);
  }
  return table;
}

Paragraph never_divided(const PathsNeverDivided& never, const SampleSetup& setup) {
  const Integer paths = numerator(formula_value(never.paths, variables_of_shuffle(setup)));
  const Integer permutations = permutation_count(setup.deck_size);
  const Integer left_over = paths % permutations;
  std::string text = fmt::format(
      "It can never be exactly fair: {}, the number of equally likely paths, is never a multiple of n! (n > "
      "2), "
      "since {}.",
      never.paths, never.why);
  if (left_over != 0) {
    text += fmt::format(" Here {} path{} on {} permutations leave{} {} over.", integer_text(paths),
                        paths == 1 ? "" : "s", integer_text(permutations), paths == 1 ? "s" : "",
                        integer_text(left_over));
  }
  return {std::move(text)};
}

void add_own_mechanism(Section& section, const Lesson& lesson) {
  const Mechanism& mechanism = mechanism_of(lesson.setup());
  say(section, "{}{}{}{}", lesson.has_ideal_draws() ? "" : "With ideal draws: ", mechanism.words,
      mechanism.conclusion.empty() ? "" : " ", mechanism.conclusion);
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
  say(section, "draw={}, of W words a value below b: {} The chance of a permutation is made of such chances.",
      setup.draw->info.name, mechanism.words);
  if (mechanism.consequences.empty()) return;
  section.blocks.push_back(
      table_of(mechanism.consequences,
               {{"W", Fraction(Integer(worst->distribution.max_word) + 1)}, {"b", Fraction(worst->bound)}}));
}

void add_seeding_mechanism(Section& section, Lesson& lesson) {
  const SeedingKind seeding = lesson.setup().clock.seeding.kind;
  if (seeding == SeedingKind::per_shuffle_clock) {
    say(section,
        "seeding=per-shuffle-clock: all draws of a shuffle follow from one reading of the clock. There are "
        "no more decks than readings, and shuffles within one tick are equal.");
  }
  if (seeding == SeedingKind::per_shuffle_counter) {
    say(section,
        "seeding=per-shuffle-counter: all draws of a shuffle follow from its number. No draw is left to "
        "chance, and what a source makes of numbers that follow each other may follow a pattern.");
  }
  if (seeding == SeedingKind::per_shuffle_random) {
    say(section,
        "seeding=per-shuffle-random: all draws of a shuffle follow from one of {} seeds. There are no more "
        "decks than seeds.",
        with_commas(lesson.setup().clock.seeding.seeds));
  }
  if (seeding != SeedingKind::per_draw_clock) return;
  std::string text =
      "seeding=per-draw-clock: the clock does not move between two draws, so all draws of a shuffle are made "
      "of one word. Each draw is as uniform as before, but they are not independent: the first one tells of "
      "the others.";
  if (const Distribution* distribution = lesson.distribution(); distribution != nullptr) {
    text += fmt::format(" Of {} permutations {} can come.",
                        with_commas(permutation_count(distribution->deck_size)),
                        with_commas(support_size(*distribution)));
  }
  say(section, std::move(text));
}

void add_source(Section& section, const SampleSetup& setup) {
  if (setup.source->info.name == default_source) return;
  say(section,
      "source={}: {}. Distributions and formulas take its words as uniform and independent; what they are "
      "not, only counts tell.",
      setup.source->info.name, setup.source->info.truth);
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

// What to write instead.

namespace {

constexpr std::string_view model = "durstenfeld";

}  // namespace

std::optional<Section> instead_section(Lesson& lesson) {
  Section section{.title = "What to write instead", .blocks = {}};
  const bool is_model = lesson.setup().shuffle->name == model;
  if (lesson.is_uniform() && lesson.has_ideal_draws() && !lesson.is_uniform_at_this_size_only()) {
    say(section, is_model ? "Nothing: this is what the other lessons end with."
                          : "Nothing need change for fairness. The same distribution in place, with n-1 "
                            "draws and as many swaps:");
    if (!is_model) section.blocks.push_back(Code{code_that_runs(code_of_shuffle(model), "none")});
    return section;
  }
  if (lesson.is_uniform_at_this_size_only()) {
    say(section, "Of {0} cards nothing need change, but that is so of {0} cards only. For every deck size:",
        lesson.deck_size());
  }
  section.blocks.push_back(Code{code_that_runs(code_of_shuffle(model), "none")});
  say(section,
      "Each position, from the last down, swaps with one at or before it, itself included: n! paths, one for "
      "each permutation. Make the draws exactly uniform (multiply and reject, or the library's "
      "std::uniform_int_distribution, never word % b), and seed once.");
  return section;
}

}  // namespace fairshuffle
