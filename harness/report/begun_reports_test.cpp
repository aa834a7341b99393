#include <filesystem>
#include <optional>
#include <vector>

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/report/report_file.hpp"
#include "harness/test_folder.hpp"

using namespace fairshuffle;
namespace fs = std::filesystem;

namespace {

// Notes that the files are begun, and is killed.
void begin_and_die(const std::vector<fs::path>& files, bool overwrite = false) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const BegunReports begun(files, overwrite);
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
}

}  // namespace

TEST_CASE("what a run wrote before it was killed may be replaced, until all of it is there") {
  const TestFolder folder;
  const std::vector<fs::path> files{folder / "report.json", folder / "report.md", folder / "report.html"};
  CHECK_FALSE(are_of_killed_run(files, false));
  begin_and_die(files);
  CHECK(are_of_killed_run(files, false));
  folder.write("report.md", "half of it");
  CHECK(are_of_killed_run(files, false));
  // Spelt otherwise, too.
  CHECK(are_of_killed_run({folder / "report.json", folder / "x" / ".." / "report.md"}, false));
  CHECK_FALSE(are_of_killed_run({folder / "report.md", folder / "report.json"}, false));
  folder.write("report.json", "all of it");
  CHECK(are_of_killed_run(files, true));
  CHECK_FALSE(are_of_killed_run(files, false));
  CHECK(folder.entries() == 2);
}

TEST_CASE("a file that the killed run did not write stays") {
  const TestFolder folder;
  begin_and_die({folder / "report.json", folder / "report.md"});
  folder.write("eport.md", "somebody's");
  CHECK_FALSE(are_of_killed_run({folder / "report.json", folder / "eport.md"}, false));
  folder.write("report.md", "half of it");
  CHECK(are_of_killed_run({folder / "report.json", folder / "report.md"}, false));
}

TEST_CASE("while a run lives its reports are its own, and with it goes what it noted") {
  const TestFolder folder;
  const std::vector<fs::path> files{folder / "report.json", folder / "report.md"};
  begin_and_die(files);
  std::optional<BegunReports> begun(std::in_place, files, false);
  folder.write("report.md", "half of it");
  CHECK_FALSE(are_of_killed_run(files, true));
  begun.reset();
  CHECK(folder.entries() == 1);
  CHECK_FALSE(are_of_killed_run(files, true));
}

TEST_CASE("nothing is noted of files that may not be replaced, or where nothing can be written") {
  const TestFolder folder;
  const std::vector<fs::path> files{folder / "report.json", folder / "report.md"};
  folder.write("report.md", "somebody's");
  begin_and_die(files);
  CHECK_FALSE(are_of_killed_run(files, true));
  begin_and_die(files, true);
  CHECK(are_of_killed_run(files, true));
  const BegunReports elsewhere({"/proc/report.json"}, false);
  const BegunReports of_none({}, false);
}
