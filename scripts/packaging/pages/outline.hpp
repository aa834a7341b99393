// The command line as plain data, read off the parser: what manual pages and completions are written from.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

namespace fairshuffle {

struct OptionOutline {
  std::string name;         ///< "--seed"; "TARGET" of a positional
  std::string short_name;   ///< "-h", or empty
  std::string placeholder;  ///< what stands for the value in the help; empty for a flag
  std::string meaning;
  std::string group;  ///< the heading in the help: "Options", "Any shuffle"
  bool positional = false;
  bool required = false;
  bool repeatable = false;  ///< takes several values
};

struct CommandOutline {
  std::string name;        ///< "certify"; "fairshuffle" of the program itself
  std::string meaning;     ///< one line
  std::string more;        ///< what the help says at its end, but for the exit codes; may be empty
  std::string exit_codes;  ///< "0 fair; 1 biased": in one line
  std::vector<OptionOutline> options;
};

struct ProgramOutline {
  CommandOutline program;
  std::vector<CommandOutline> commands;  ///< those that the help shows, in its order
};

ProgramOutline outline_of(const CLI::App& app);

}  // namespace fairshuffle
