#include "harness/report/report_file.hpp"

#include <atomic>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/file_size_limit_for_tests.hpp"
#include "harness/test_folder.hpp"
#include "harness/whole_file.hpp"

using namespace fairshuffle;
namespace fs = std::filesystem;

namespace {

template <class Action>
std::string refusal_of(Action action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "not refused";
}

// Not every file system writes a file that has none.
bool files_need_a_name(const TestFolder& folder) {
  const int file = ::open((folder / ".").c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  ::close(file);
  return file < 0 || ::access("/proc/self/fd", X_OK) != 0;
}

}  // namespace

TEST_CASE("a report is written whole and nothing lies beside it") {
  const TestFolder folder;
  const std::string text(100'000, 'x');
  write_report_file(folder / "report.json", text, false);
  CHECK(folder.read("report.json") == text);
  CHECK(folder.entries() == 1);
}

TEST_CASE("a report gets the permissions of any other new file") {
  const TestFolder folder;
  write_report_file(folder / "report.json", "new", false);
  folder.write("other", "new");
  CHECK(fs::status(folder / "report.json").permissions() == fs::status(folder / "other").permissions());
}

TEST_CASE("an existing report is refused before and after the run, and stays as it is") {
  const TestFolder folder;
  const fs::path path = folder.write("report.json", "old");
  const std::string refusal = "the file " + path.string() + " exists already; pass --force to replace it";
  CHECK(refusal_of([&] { check_report_path(path, false); }) == refusal);
  CHECK(refusal_of([&] { write_report_file(path, "new", false); }) == refusal);
  CHECK(folder.read("report.json") == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("an existing report is replaced when that is asked for") {
  const TestFolder folder;
  const fs::path path = folder.write("report.json", "old and longer");
  CHECK_NOTHROW(check_report_path(path, true));
  CHECK(folder.read("report.json") == "old and longer");
  write_report_file(path, "new", true);
  CHECK(folder.read("report.json") == "new");
  CHECK(folder.entries() == 1);
}

TEST_CASE("the check makes the missing folders and leaves them empty") {
  const TestFolder folder;
  check_report_path(folder / "a" / "b" / "report.json", false);
  CHECK(fs::is_empty(folder / "a" / "b"));
  check_report_path(folder / "report.json", true);
  CHECK(folder.entries() == 1);
}

TEST_CASE("a path below a regular file is refused with the system's reason") {
  const TestFolder folder;
  const fs::path path = folder.write("file", "text") / "report.json";
  const std::string refusal = "cannot write the report " + path.string() + ": Not a directory";
  CHECK(refusal_of([&] { check_report_path(path, false); }) == refusal);
  CHECK(refusal_of([&] { write_report_file(path, "new", false); }) == refusal);
  CHECK(folder.read("file") == "text");
}

TEST_CASE("a folder that files cannot be made in is refused before the run") {
  const std::string refusal = refusal_of([] { check_report_path("/proc/report.json", false); });
  CHECK(refusal.starts_with("cannot write the report /proc/report.json: "));
}

// A pipe of the test's own stands for devices: broken code, run by root, would replace a real one.
TEST_CASE("a folder, a pipe and an empty name are no place for a report, asked to replace or not") {
  const TestFolder folder;
  const fs::path pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  for (const fs::path& path : {folder / ".", pipe, folder / "", fs::path()}) {
    CHECK_MESSAGE(refusal_of([&] { check_report_path(path, true); }).starts_with("cannot write the report"),
                  path.string());
  }
  const std::string refusal =
      "cannot write the report " + pipe.string() + ": it is a device, a pipe or a socket";
  CHECK(refusal_of([&] { write_report_file(pipe, "new", true); }) == refusal);
  CHECK(fs::is_fifo(pipe));
  CHECK(folder.entries() == 1);
}

TEST_CASE("a report that does not fit leaves neither a part of it nor harms the one that is there") {
  const TestFolder folder;
  const fs::path path = folder.write("report.json", "old");
  const std::string text(100'000, 'x');
  std::string to_new, to_existing;
  {
    const FileSizeLimit limit(50'000);
    to_new = refusal_of([&] { write_report_file(folder / "new.json", text, false); });
    to_existing = refusal_of([&] { write_report_file(path, text, true); });
  }
  CHECK(to_new == "cannot write the report " + (folder / "new.json").string() + ": File too large");
  CHECK(to_existing == "cannot write the report " + path.string() + ": File too large");
  CHECK(folder.read("report.json") == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("a link that leads nowhere counts as a report that exists") {
  const TestFolder folder;
  fs::create_symlink(folder / "nowhere", folder / "report.json");
  CHECK(refusal_of([&] { check_report_path(folder / "report.json", false); }).find("exists already") !=
        std::string::npos);
  CHECK(refusal_of([&] { write_report_file(folder / "report.json", "new", false); }).find("exists already") !=
        std::string::npos);
  CHECK_FALSE(fs::exists(folder / "nowhere"));
}

TEST_CASE("what another process is writing does not stand in the way, and stays") {
  const TestFolder folder;
  const LockedFile others(folder.write(".report.json.part", "half of it"));
  for (const std::string text : {"new", "newer"}) {
    write_report_file(folder / "report.json", text, text == "newer");
    CHECK(folder.read("report.json") == text);
    CHECK(folder.read(".report.json.part") == "half of it");
    CHECK(folder.entries() == 2);
  }
}

TEST_CASE("whoever is killed while it writes leaves nothing behind, and where files need a name that alone") {
  const TestFolder folder;
  const bool needs_name = files_need_a_name(folder);
  const pid_t writer = ::fork();
  if (writer == 0) {
    WholeFile report(folder / "report.json", "report");
    report.write("half of it");
    ::raise(SIGKILL);
  }
  REQUIRE(writer > 0);
  ::waitpid(writer, nullptr, 0);
  CHECK(folder.entries() == (needs_name ? 1 : 0));
  CHECK(folder.read(".report.json.part") == (needs_name ? "half of it" : ""));
  write_report_file(folder / "report.json", "new", false);
  CHECK(folder.read("report.json") == "new");
  CHECK(folder.entries() == 1);
}

TEST_CASE("a report in a folder that a link leads to is written there") {
  const TestFolder folder;
  fs::create_directory(folder / "real");
  fs::create_directory_symlink(folder / "real", folder / "link");
  {
    WholeFile file(folder / "link" / "report.json", "report");
    CHECK(fs::is_empty(folder / "real") == !files_need_a_name(folder));
  }
  CHECK(fs::is_empty(folder / "real"));
  write_report_file(folder / "link" / "report.json", "new", false);
  CHECK(folder.read("real/report.json") == "new");
}

TEST_CASE("a report has any name that a file may have, new and replaced, and a longer one is refused") {
  const TestFolder folder;
  const fs::path path = folder / std::string(255, 'x');
  check_report_path(path, false);
  CHECK(folder.entries() == 0);
  write_report_file(path, "new", false);
  write_report_file(path, "newer", true);
  CHECK(folder.read(path.filename().string()) == "newer");
  CHECK(folder.entries() == 1);
  CHECK(refusal_of([&] { write_report_file(path.string() + "x", "new", false); }).ends_with("name too long"));
  CHECK(folder.entries() == 1);
}

TEST_CASE("what a killed process left behind is gone with the next report") {
  const TestFolder folder;
  folder.write("report.json", "old");
  folder.write(".report.json.part", "left behind");
  write_report_file(folder / "report.json", "new", true);
  CHECK(folder.read("report.json") == "new");
  CHECK(folder.entries() == 1);
  folder.write(".report.json.part", "left behind");
  remove_whole_file(folder / "report.json");
  CHECK(folder.entries() == 0);
  remove_whole_file(folder / "report.json");
}

TEST_CASE("many that replace a report at the same time all succeed, and one of theirs is there") {
  const TestFolder folder;
  constexpr int writers = 4, times = 100;
  std::atomic<int> refused = 0;
  std::vector<std::thread> threads;
  for (int writer = 0; writer < writers; ++writer) {
    threads.emplace_back([&, writer] {
      const std::string text(1'000, static_cast<char>('a' + writer));
      for (int time = 0; time < times; ++time) {
        if (refusal_of([&] { write_report_file(folder / "report.json", text, true); }) != "not refused")
          ++refused;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(refused == 0);
  const std::string text = folder.read("report.json");
  CHECK(text == std::string(1'000, text[0]));
  CHECK(folder.entries() == 1);
}
