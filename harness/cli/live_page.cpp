#include "harness/cli/live_page.hpp"

#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "harness/input_error.hpp"
#include "harness/report/report_file.hpp"

namespace fairshuffle {

void copy_live_page(const std::filesystem::path& path, bool overwrite) {
  std::error_code unknown;
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path();
  // Of bin/fairshuffle, and of build/release/harness/cli/fairshuffle.
  for (const char* place : {"../share/fairshuffle/live.html", "../../../web/harness/web/live.html"}) {
    std::ifstream page(folder / place, std::ios::binary);
    if (!page) continue;
    check_report_path(path, overwrite);
    const std::string bytes{std::istreambuf_iterator<char>(page), {}};
    write_report_file(path, bytes, overwrite);
    return;
  }
  throw InputError(
      "explain: --live: the live page is not here; install the package fairshuffle-web, or make it with "
      "'cmake --preset web' and 'cmake --build --preset web --target fairshuffle_page'");
}

}  // namespace fairshuffle
