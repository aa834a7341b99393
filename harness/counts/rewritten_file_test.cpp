#include <optional>
#include <string>

#include <doctest/doctest.h>

#include "harness/counts/counts_file.hpp"
#include "harness/test_folder.hpp"
#include "harness/whole_file.hpp"

using namespace fairshuffle;

namespace {

std::string written_by(RewrittenFile& file, const std::string& text) {
  return file.write([&text](WholeFile& into) { into.write(text); });
}

RewrittenFile counts_at(const std::filesystem::path& path) {
  return {path, "counts", 1, [](const std::string&) {}};
}

}  // namespace

TEST_CASE("a file that a run found or wrote is written by no other as long as that lives") {
  const TestFolder folder;
  const std::filesystem::path path = folder / "run.fair";
  for (const bool is_found : {true, false}) {
    CAPTURE(is_found);
    if (is_found) folder.write("run.fair", "found");
    std::optional<RewrittenFile> first(std::in_place, path, "counts", 1, [](const std::string&) {});
    for (const bool is_first : {true, false}) {
      CAPTURE(is_first);
      if (is_found || !is_first) {
        CHECK_THROWS_WITH_AS(counts_at(path),
                             ("cannot write the counts " + path.string() +
                              ": another run writes it; wait for its end, or name another file")
                                 .c_str(),
                             InputError);
      }
      CHECK(written_by(*first, "first") == "");
      CHECK(folder.read("run.fair") == "first");
    }
    first.reset();
    RewrittenFile next = counts_at(path);
    CHECK(written_by(next, "next") == "");
    next.remove();
    CHECK(folder.entries() == 0);
  }
}

TEST_CASE("of two runs that began without a file the one that comes later leaves the other's alone") {
  const TestFolder folder;
  std::optional<RewrittenFile> first(std::in_place, folder / "run.fair", "counts", 1,
                                     [](const std::string&) {});
  RewrittenFile second = counts_at(folder / "run.fair");
  CHECK(written_by(*first, "first") == "");
  // Also once the other has ended and left it.
  for (const bool lives : {true, false}) {
    CAPTURE(lives);
    if (!lives) first.reset();
    CHECK_THROWS_AS(written_by(second, "second"), InputError);
    CHECK_FALSE(second.is_written());
    CHECK(second.is_anothers());
    second.remove();
    CHECK(folder.read("run.fair") == "first");
  }
  std::filesystem::remove(folder / "run.fair");
  CHECK(written_by(second, "second") == "");
  CHECK_FALSE(second.is_anothers());
  CHECK(folder.read("run.fair") == "second");
  CHECK(folder.entries() == 1);
}

TEST_CASE("a run whose file was replaced by another's goes on, and leaves it") {
  const TestFolder folder;
  RewrittenFile file = counts_at(folder / "run.fair");
  CHECK(written_by(file, "own") == "");
  std::filesystem::remove(folder / "run.fair");
  folder.write("run.fair", "another's");
  CHECK(written_by(file, "own").find("another run writes it") != std::string::npos);
  CHECK(file.is_own());
  file.remove();
  CHECK(folder.read("run.fair") == "another's");
}
