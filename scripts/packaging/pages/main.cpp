// Writes the manual pages and completions of the program, made from its own command line. Run by the build.
//   fairshuffle_pages FOLDER DATE
// FOLDER is replaced; DATE is that of the version.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "harness/cli/command_line.hpp"
#include "harness/report/report_file.hpp"
#include "scripts/packaging/pages/completion.hpp"
#include "scripts/packaging/pages/man_page.hpp"
#include "scripts/packaging/pages/outline.hpp"

namespace fairshuffle {
namespace {

void write_pages(const std::filesystem::path& folder, const PageOrigin& origin) {
  int exit_code = 0;
  const std::unique_ptr<CLI::App> app = command_line(exit_code);
  const ProgramOutline outline = outline_of(*app);
  // Pages of subcommands that are no more would be installed as well.
  std::filesystem::remove_all(folder);
  const auto write = [&folder](const std::string& name, const std::string& text) {
    check_report_path(folder / name, true);
    write_report_file(folder / name, text, true);
  };
  write("man1/fairshuffle.1", man_page(outline, origin));
  for (const CommandOutline& command : outline.commands) {
    write(fmt::format("man1/fairshuffle-{}.1", command.name), man_page(outline, command, origin));
  }
  write("fairshuffle.bash", bash_completion(outline));
  write("_fairshuffle", zsh_completion(outline));
}

}  // namespace
}  // namespace fairshuffle

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: fairshuffle_pages FOLDER DATE\n");
    return 2;
  }
  try {
    fairshuffle::write_pages(argv[1], {.version = FAIRSHUFFLE_VERSION, .date = argv[2]});
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "fairshuffle_pages: {}\n", error.what());
    return 1;
  }
}
