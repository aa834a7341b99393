// The table of verdicts, and the sentences below it.
#pragma once

#include <optional>
#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

struct TableStyle {
  bool colored = false;
  std::optional<int> columns;  ///< of the terminal; where there is none no heat map is drawn
};

/// What --color means, for the help.
inline constexpr const char* color_meaning =
    "colours, and heat maps of biased targets; auto: on terminals (auto)";

/// The style that a table on standard output is to have. color: "always" and "never" as --color takes them;
/// without it, or with "auto", colours and heat maps are for terminals. Throws InputError on another word.
TableStyle table_style(const std::optional<std::string>& color);

/// One line a target: name, verdict, trials, total variation, smallest adjusted p; then the sentence of every
/// target that is not fair, with a heat map of where its cards land if it is biased, what fair leaves open,
/// what the run as a whole says, and the command that makes it again. Names and sentences may come from
/// outside: whatever they hold, a terminal gets nothing of them but characters that it shows.
std::string verdict_table(const RunRecord& record, const TableStyle& style);

}  // namespace fairshuffle
