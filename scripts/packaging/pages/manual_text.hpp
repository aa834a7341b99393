// What the manual says beside the help: a paragraph or two, examples, files, environment variables.
#pragma once

#include <span>
#include <string_view>

namespace fairshuffle {

struct ManualExample {
  std::string_view command;
  std::string_view meaning;  ///< what it shows, without a full stop
};

/// A file or an environment variable.
struct ManualFact {
  std::string_view name;
  std::string_view meaning;
};

struct ManualText {
  std::string_view command;  ///< the subcommand; "fairshuffle" of the program itself
  std::span<const std::string_view> paragraphs{};
  std::span<const ManualExample> examples{};
  std::span<const ManualFact> files{};
  std::span<const ManualFact> environment{};
};

/// The text of that command; without a paragraph, example or file where there is none.
ManualText manual_text(std::string_view command);

}  // namespace fairshuffle
