// What is asked of a shuffle that is built in: a lesson, or its exact distribution.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json_fwd.hpp>

#include "core/exact/paths.hpp"
#include "core/interpret/sample.hpp"
#include "core/random/seeding.hpp"
#include "harness/targets/builtin/builtin_target.hpp"
#include "harness/targets/target.hpp"
#include "reports/document/document.hpp"

namespace fairshuffle {

// A lesson: one target taught, with every number computed at this moment.
//
// A lesson is a list of sections, each a function of the target; those that have nothing to say of it are
// left out. To teach something new, write a section beside the others and name it in lesson.cpp.

/// The draws of a shuffle are made of one word or one seed: its distribution is not that of draws chosen one
/// by one.
inline bool shares_words(SeedingKind kind) {
  return kind == SeedingKind::per_draw_clock || kind == SeedingKind::per_shuffle_random;
}

/// What the sections are made of. Distributions are computed once each.
class Lesson {
 public:
  /// `seed` decides the shuffle that is told step by step. The target must outlive the lesson.
  Lesson(const BuiltinTarget& target, std::uint64_t seed) : target_(&target), seed_(seed) {}

  const std::string& target_name() const { return target_->name(); }
  const SampleSetup& setup() const { return target_->setup(); }
  int deck_size() const { return setup().deck_size; }
  std::uint64_t seed() const { return seed_; }

  /// Every draw that the shuffle makes is exactly uniform.
  bool has_uniform_draws() const;
  /// The source is seeded for every shuffle or every draw.
  bool is_seeded_again() const;
  bool has_ideal_draws() const { return has_uniform_draws() && !is_seeded_again(); }

  /// A shuffle with a bias that has none at this deck size, as naive-swap of two cards.
  bool is_uniform_at_this_size_only();
  /// Whether this very target is: by its distribution where that is known, else by what its shuffle is
  /// called.
  bool is_uniform();

  /// The exact distribution at a deck size; null where there is none, or none within a reasonable time.
  const Distribution* distribution(int deck_size);
  /// The distribution at the target's own deck size.
  const Distribution* distribution() { return distribution(deck_size()); }

 private:
  const BuiltinTarget* target_;
  std::uint64_t seed_;
  std::map<int, std::shared_ptr<const Distribution>> distributions_;
};

/// Deck sizes that are taught: larger ones have too many permutations to be looked at one by one.
inline constexpr int smallest_taught_deck = 2;
inline constexpr int largest_taught_deck = 8;

/// A shuffle of more draws is told by nobody, and listened to by nobody.
inline constexpr std::uint64_t most_draws_taught = 10'000;

/// The whole lesson. Throws InputError for a deck size or a number of draws that is not taught.
Document lesson_of(const BuiltinTarget& target, std::uint64_t seed);

/// The lesson of somebody's own code, whose draws are answered: what it comes to, one shuffle step by step,
/// every path of three cards, and where the paths pile up. Throws what Paths::follow does.
Document lesson_of(const std::string& name, Paths& paths);

// The sections of a lesson, in the order in which they are taught.

std::optional<Section> mechanism_section(Lesson& lesson);  ///< why it is fair or not, in words and formulas
std::optional<Section> code_section(Lesson& lesson);       ///< what it does: its own lines
std::optional<Section> tree_section(Lesson& lesson);       ///< every path of three cards
std::optional<Section> story_section(Lesson& lesson);      ///< one shuffle, step by step
std::optional<Section> small_distribution_section(Lesson& lesson);  ///< every order of three cards
std::optional<Section> distribution_section(Lesson& lesson);        ///< the permutations of the whole deck
std::optional<Section> impossible_section(Lesson& lesson);          ///< permutations that never come
std::optional<Section> paths_section(Lesson& lesson);               ///< paths against n!
std::optional<Section> positions_section(Lesson& lesson);           ///< card by position
std::optional<Section> draw_section(Lesson& lesson);                ///< a draw method that is not uniform
std::optional<Section> seeding_section(Lesson& lesson);             ///< a source seeded again and again
std::optional<Section> sweep_section(Lesson& lesson);  ///< the bias against an option: how often is enough?
std::optional<Section> whole_deck_section(Lesson& lesson);  ///< the same of 52 cards, by a formula
std::optional<Section> sample_section(Lesson& lesson);      ///< how large a sample shows it
std::optional<Section> carried_section(Lesson& lesson);     ///< a deck that is not put back in order
std::optional<Section> cost_section(Lesson& lesson);        ///< draws, moves and memory as the deck grows
std::optional<Section> instead_section(Lesson& lesson);     ///< what to write instead

/// How often every permutation of a few cards comes; `paths`: how many equally likely ones there are, where
/// they are counted; is_proven: nothing was left open, so that the best bet can be told.
Section list_of_permutations(const Distribution& distribution, const std::optional<Integer>& paths,
                             bool is_proven = true);

// What sections are written with: sentences, and tables of columns and rows.

/// Adds a paragraph; with values, of a format text.
inline void say(Section& section, std::string text) {
  section.blocks.push_back(Paragraph{std::move(text)});
}
template <class... Values>
requires(sizeof...(Values) > 0) void say(Section& section, fmt::format_string<Values...> text,
                                         Values&&... values) {
  say(section, fmt::format(text, std::forward<Values>(values)...));
}

inline Column text_column(std::string heading) {
  return {.heading = std::move(heading)};
}
inline Column number_column(std::string heading = "") {
  return {.heading = std::move(heading), .kind = ColumnKind::number};
}
inline Column bar_column(std::string heading = "", std::optional<double> mark = std::nullopt) {
  return {.heading = std::move(heading), .kind = ColumnKind::bar, .mark = mark};
}

/// Without rows yet.
inline Table table_with(std::vector<Column> columns) {
  return {.columns = std::move(columns), .rows = {}};
}

/// A whole number or a text as it is, a fraction of one as the length of a bar.
template <class Value>
Cell cell_of(Value value) {
  if constexpr (std::is_floating_point_v<Value>) {
    return {.text = "", .share = value};
  } else if constexpr (std::is_integral_v<Value>) {
    return {fmt::format("{}", value)};
  } else {
    return {std::string(std::move(value))};
  }
}

/// Adds a row of these values, one for each column.
template <class... Values>
void add_row(Table& table, Values... values) {
  table.rows.push_back({cell_of(std::move(values))...});
}

// The lines of a shuffle, as they stand in its own header.

/// What the shuffle of that name does: the statements of its operator(), and after a blank line each function
/// of its own header, with the lines that only C++ wants (template <...>, access) left out. Throws
/// std::invalid_argument when no header of the catalogue holds it.
std::string code_of_shuffle(std::string_view name);

/// Of code_of_shuffle what runs with this word of an option: where the code opens with a switch, the
/// statement of that word's case, or of the default, and the functions that are called from there. Other code
/// is kept whole.
std::string code_that_runs(std::string_view code, std::string_view choice);

/// code_of_shuffle of a header's text; throws std::invalid_argument when there is no operator() in it.
std::string code_in_header(std::string_view header);

// The draw of a shuffle that is farthest from uniform.

struct WorstDraw {
  std::uint64_t bound = 0;
  DrawDistribution distribution;  ///< not uniform
};

/// The one, of the draws below 64 or less that the shuffle makes, whose values differ by most words; nothing
/// where all are uniform.
std::optional<WorstDraw> worst_draw_of(const SampleSetup& setup);

// Why a shuffle is fair or not: a mechanism in words, and what follows from it as formulas.
//
// A shuffle of the catalogue has its mechanism in one of the tables of mechanisms.cpp, by its kind; to teach
// a new one, write it there.

/// One consequence. Formulas are of n, the shuffle's own options, and what `instance` gives.
struct Consequence {
  std::string_view what;
  std::string_view formula;
  std::string_view fair;           ///< the same of a uniform shuffle, as a formula
  std::string_view instance = "";  ///< the case that a number is shown of: "i = 1, j = 0"
  int smallest_deck = 1;           ///< that has such a case
};

/// A number of equally likely paths that n! divides for no n > 2, and why.
struct PathsNeverDivided {
  std::string_view paths;
  std::string_view why;
};

struct Mechanism {
  std::string_view shuffle;
  /// The words that are told of, and the name of a number that stands instead of another, with a space
  /// between them.
  std::string_view choice;
  std::span<const Consequence> consequences;
  std::string_view words;
  PathsNeverDivided never{};         ///< `paths` is empty where that is not the reason
  std::string_view conclusion = "";  ///< the sentence behind the words that is that of its kind
};

/// The word that the setup gives to its shuffle's option of words; empty where there is none.
std::string_view chosen_word(const SampleSetup& setup);

/// The mechanism of the setup's shuffle and choice, were its draws exactly uniform and independent. Throws
/// std::invalid_argument for a shuffle that has none.
const Mechanism& mechanism_of(const SampleSetup& setup);

/// What a draw below b of one of W words does, in words and formulas of W and b. `words` is empty for a draw
/// method that is exact.
struct DrawMechanism {
  std::string_view words;
  std::span<const Consequence> consequences{};
};
DrawMechanism draw_mechanism_of(const SampleSetup& setup);

struct DistributionQuestion {
  TargetText target;
  std::optional<TargetText> other;  ///< that it is compared with
  int deck_size = 5;                ///< of targets that give none
  bool steps = false;               ///< the distances after every step, too; not beside `other`
};

/// As a terminal shows it, and as JSON, where decks have at most nine cards: with every permutation and its
/// fraction, and after each step the chance of every card at every position. Throw InputError: a target that
/// there is not, has no exact distribution, or one that is too large.
std::string distribution_as_text(const DistributionQuestion& question);
nlohmann::ordered_json distribution_as_json(const DistributionQuestion& question);

}  // namespace fairshuffle
