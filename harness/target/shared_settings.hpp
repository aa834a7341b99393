// The settings that targets of every kind take, and those that kinds with little else in common share.
#pragma once

#include <array>

#include "harness/target/kind.hpp"

namespace fairshuffle {

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
    .meaning = "never: the same deck is shuffled again and again, and relative orders are counted (always)",
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
                                               .meaning = "a child's or plug-in's longest silence (10)",
                                               .schema = R"json({
  "description": "a number of seconds from 1 to 86400: a child's or plug-in's longest silence",
  "type": "integer",
  "minimum": 1,
  "maximum": 86400
})json"};

}  // namespace fairshuffle
