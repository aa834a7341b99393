#include "harness/counts/rewritten_file.hpp"

#include <optional>
#include <string>

#include <doctest/doctest.h>

#include "harness/input_error.hpp"
#include "harness/test_folder.hpp"

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
        CHECK_THROWS_WITH_AS(
            counts_at(path),
            ("cannot write the counts " + path.string() +
             ": another run, which is not over, writes it; wait for that, or name another file")
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
  RewrittenFile first = counts_at(folder / "run.fair");
  RewrittenFile second = counts_at(folder / "run.fair");
  CHECK(written_by(first, "first") == "");
  CHECK(written_by(second, "second").find("another run, which is not over, writes it") != std::string::npos);
  CHECK_FALSE(second.is_written());
  CHECK(second.is_anothers());
  second.remove();
  CHECK(folder.read("run.fair") == "first");
  CHECK_FALSE(first.is_anothers());
  first.remove();
  CHECK(written_by(second, "second") == "");
  CHECK(folder.read("run.fair") == "second");
  CHECK(folder.entries() == 1);
}
