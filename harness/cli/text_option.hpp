// Options that are kept as typed.
#pragma once

#include <optional>
#include <string>

#include <CLI/App.hpp>

namespace fairshuffle {

/// An option with a value, nothing where it is not given. `value` must outlive the parsing.
inline void add_text_option(CLI::App& command, const char* name, std::optional<std::string>& value,
                            const char* placeholder, const char* meaning) {
  command.add_option(name, value, meaning)->option_text(placeholder);
}

}  // namespace fairshuffle
