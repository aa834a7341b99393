#include "scripts/packaging/pages/outline.hpp"

#include <algorithm>
#include <string_view>

namespace fairshuffle {

namespace {

OptionOutline outline_of(const CLI::Option& option) {
  OptionOutline outline;
  outline.positional = !option.nonpositional();
  outline.name = option.get_name(outline.positional);
  if (!outline.positional && !option.get_snames().empty()) {
    outline.short_name = "-";
    outline.short_name += option.get_snames().front();
  }
  const bool takes_value = option.get_items_expected_max() > 0;
  if (takes_value) outline.placeholder = outline.positional ? outline.name : option.get_option_text();
  outline.meaning = option.get_description();
  outline.group = option.get_group();
  outline.required = option.get_required();
  outline.repeatable = option.get_expected_max() > 1;
  return outline;
}

std::string in_one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  while (text.ends_with(' ') || text.ends_with('.')) text.pop_back();
  return text;
}

CommandOutline outline_of_command(const CLI::App& command) {
  CommandOutline outline;
  outline.name = command.get_name();
  outline.meaning = command.get_description();
  constexpr std::string_view exit_heading = "Exit codes: ";
  const std::string footer = command.get_footer();
  const std::size_t exit_codes = footer.find(exit_heading);
  outline.more = in_one_line(footer.substr(0, exit_codes));
  if (exit_codes != std::string::npos) {
    outline.exit_codes = in_one_line(footer.substr(exit_codes + exit_heading.size()));
  }
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_group().empty()) outline.options.push_back(outline_of(*option));
  }
  return outline;
}

}  // namespace

ProgramOutline outline_of(const CLI::App& app) {
  ProgramOutline outline;
  outline.program = outline_of_command(app);
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_group().empty()) continue;
    outline.commands.push_back(outline_of_command(*command));
    std::string& exit_codes = outline.commands.back().exit_codes;
    if (exit_codes.empty()) exit_codes = outline.program.exit_codes;
  }
  return outline;
}

}  // namespace fairshuffle
