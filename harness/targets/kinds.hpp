// The table of kinds of targets.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "harness/targets/answered_code.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

// What a kind of target is: where trials can come from, and all that the rest of the program must know of it.

/// What a target needs to know of its run.
struct TargetRun {
  int deck_size = 5;             ///< of targets that give none
  std::uint64_t seed = 0;        ///< of the run
  std::uint64_t max_trials = 0;  ///< that the run may ask of one target
  int children = 16;             ///< of a target that may live at once
  bool may_look = false;         ///< nobody gave a deck size: where its first row tells it, that one counts
  std::function<bool()> is_to_end = {};  ///< once it says so, nothing that is looked at is waited for
};

/// A setting that kinds of targets take: "format=u8" behind a colon, "format": "u8" in a job file and, for
/// one that is an option, --format u8.
struct TargetSetting {
  std::string_view name;
  std::string_view placeholder;  ///< for its value: "FILE", or the words that it may be, "text|u8|tokens";
                                 ///< empty for a flag, whose value is "true"
  std::string_view meaning;
  std::string_view schema;  ///< JSON Schema of the member of a job's target, with a description
  bool is_option = true;
  bool is_words = false;         ///< a list of words in a job file, which blanks join
  bool gives_deck_size = false;  ///< a target with this setting has its deck size
  std::string_view unless = {};  ///< but not beside the setting of this name
};

// The settings that targets of every kind take, and those that kinds with little else in common share.

/// The option --n is the run's own: it gives the deck sizes of all targets that have none.
inline constexpr TargetSetting deck_size_setting{.name = "n",
                                                 .placeholder = "N",
                                                 .meaning = "deck size, 1 to 1024",
                                                 .schema = R"json({
  "description": "a deck size from 1 to 1024, or a list of them without repetition",
  "type": ["integer", "array"],
  "minimum": 1,
  "maximum": 1024,
  "minItems": 1,
  "maxItems": 1024,
  "uniqueItems": true,
  "items": { "description": "a deck size from 1 to 1024", "type": "integer", "minimum": 1, "maximum": 1024 }
})json",
                                                 .is_option = false,
                                                 .gives_deck_size = true};

inline constexpr TargetSetting reset_setting{
    .name = "reset",
    .placeholder = "always|never",
    .meaning =
        "never: the same deck is shuffled again and again, and relative permutations are counted (always)",
    .schema = R"json({
  "description": "\"always\" for a fresh deck in every trial, or \"never\" to feed each result into the next",
  "enum": ["always", "never"]
})json"};

inline constexpr TargetSetting marked_setting{.name = "marked",
                                              .placeholder = "N",
                                              .meaning = "watch where that many first cards land, as a set",
                                              .schema = R"json({
  "description": "a number of cards from 1 to 1023: the first so many are watched as a set (a field's mines)",
  "type": "integer",
  "minimum": 1,
  "maximum": 1023
})json",
                                              .is_option = false};

/// Those that end every target's name (add_last_settings).
inline constexpr std::array last_settings{&reset_setting, &marked_setting};

/// Of kinds whose trials come from another process.
inline constexpr TargetSetting timeout_setting{.name = "timeout",
                                               .placeholder = "SECONDS",
                                               .meaning = "a program's or plug-in's longest silence (10)",
                                               .schema = R"json({
  "description": "a number of seconds from 1 to 86400: a program's or plug-in's longest silence",
  "type": "integer",
  "minimum": 1,
  "maximum": 86400
})json"};

/// How targets of a kind are named.
struct TargetNaming {
  std::string_view member;       ///< of a job's target; with two dashes before it an option. Empty for none
  std::string_view setting;      ///< that its value becomes; empty where there is no value, or it is the name
  std::string_view placeholder;  ///< of the option's value; empty for a flag
  std::string_view meaning;      ///< of the option
  std::string_view schema;       ///< as a setting's. A list is joined to a line for a shell
};

/// A shuffle that what names a target offers.
struct OfferedShuffle {
  std::string name;
  std::string sentence;
  int smallest_deck = 1;
  int largest_deck = largest_deck_size;
  bool can_be_answered = false;  ///< it offers its draws, so that all its paths can be followed
};

struct TargetKind {
  enum class Written {
    by_shuffle,    ///< "sattolo:n=5": the shuffle's name stands where others have the kind's
    behind_kind,   ///< "exec:command=...": named by options and job files too
    in_no_command  ///< reports only tell of it
  };
  /// What of the user's own stands behind its option, which those are told who put it elsewhere.
  enum class Takes { nothing_told, command, recording, standard_input };

  std::string_view name;  ///< in reports
  Written written = Written::behind_kind;
  TargetNaming naming;
  Takes takes = Takes::nothing_told;
  std::span<const TargetSetting* const> settings;  ///< beside those that every kind takes
  bool told_by_first_row = false;                  ///< the deck size, where nobody gives it
  bool only_once = false;                          ///< what comes of it can be read once only
  std::string_view on_trust = {};  ///< what only an opened target knows, and a check of its report does not

  /// Checks every setting. Throws InputError, one sentence that names the target. Null where no command can
  /// name one.
  std::unique_ptr<Target> (*make)(const TargetText& text, const TargetRun& run) = nullptr;
  /// The same for a target that is only asked for its words: nothing need exist, nothing is opened.
  std::unique_ptr<Target> (*make_unopened)(const TargetText& text, const TargetRun& run) = nullptr;

  /// Code whose draws are answered in place of trials, of a target that is named so; null for kinds that have
  /// none. Throws InputError.
  AnsweredCode (*answered)(const TargetText& text, int deck_size) = nullptr;

  /// The shuffles that one offers by its path; null where a target of the kind is one shuffle. Throws
  /// InputError, and TargetError where it does not work.
  std::vector<OfferedShuffle> (*offered)(const std::string& path) = nullptr;
  /// For a kind whose targets run in a process of their own, "fairshuffle KIND-host ARGUMENTS...": what that
  /// process does, and its exit status. Null for the others.
  int (*host)(const std::vector<std::string>& arguments) = nullptr;
};

// The table of the kinds of targets, and what is asked of all of them. A new kind is one folder here and its
// name in the table, which CMakeLists.txt holds.

/// In the order of help texts, options and schemas.
std::span<const TargetKind* const> all_target_kinds();

/// The kind that reports call so, or null.
const TargetKind* find_target_kind(std::string_view name);

/// The kind whose targets are written by the names of shuffles.
const TargetKind& kind_of_shuffles();

/// Every setting of any kind once: the deck size, those of one kind after the other, and those which end
/// every target's name.
std::span<const TargetSetting* const> all_target_settings();

/// The setting that gives a target its deck size, of those that are given; null for none.
const TargetSetting* setting_of_deck_size(const std::function<bool(std::string_view name)>& is_given);

/// What names the targets of the kinds that stand before a colon, counted up: "--exec, --plugin or --log"
/// where the three are "--", "" and " or ".
std::string naming_members(std::string_view before, std::string_view after, std::string_view last);

/// The option that takes what a user has: "--exec" a command line. Empty where none does.
std::string option_for(TargetKind::Takes own);

/// The target that the text names, of whatever kind. Throws InputError.
std::unique_ptr<Target> make_target(const TargetText& text, const TargetRun& run);

/// As make_target, but for targets that are only asked for their words: nothing need exist.
std::unique_ptr<Target> make_unopened_target(const TargetText& text, const TargetRun& run);

}  // namespace fairshuffle
