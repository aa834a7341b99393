// What the program knows of the values that its options and targets take: the words of its registries.
#pragma once

#include <string>
#include <vector>

#include "scripts/packaging/pages/outline.hpp"

namespace fairshuffle {

/// A word that may be typed, and its truth in one line.
struct KnownWord {
  std::string word;
  std::string meaning;
};

enum class ValueKind {
  free,     ///< a number, a name of the user's own
  file,     ///< of any ending
  folder,   ///<
  command,  ///< a program with its arguments, as one word
  target,   ///< name[:key=value,...]
  word,     ///< one of the words
  words,    ///< some of the words, by comma
};

struct KnownValues {
  ValueKind kind = ValueKind::free;
  std::vector<KnownWord> words{};  ///< of `word` and `words`
};

/// What an option or positional of a subcommand takes. Throws std::logic_error for one with a placeholder
/// that stands for nothing known: a new placeholder has to be added to the table.
KnownValues known_values(const std::string& command, const OptionOutline& option);

/// A setting of a target: key=value.
struct KnownSetting {
  std::string key;
  std::string meaning;
  std::vector<KnownWord> values{};  ///< empty where it takes a number
};

/// The settings that every built-in target takes beside the options of its shuffle.
std::vector<KnownSetting> settings_of_targets();

/// A shuffle or preset.
struct KnownShuffle {
  KnownWord name;
  std::vector<KnownSetting> options;   ///< its own
  std::vector<KnownSetting> settings;  ///< its own, then those of all targets; each key once
};

std::vector<KnownShuffle> known_shuffles();

}  // namespace fairshuffle
