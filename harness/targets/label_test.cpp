
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "harness/targets/target.hpp"
#include "harness/whole_file.hpp"

using namespace fairshuffle;

namespace {

// Why it is refused; empty where it is not.
std::string why_refused(std::string_view label, std::string_view name) {
  try {
    check_label(label, name);
    return {};
  } catch (const InputError& error) {
    return error.what();
  }
}

bool is_refused(std::string_view label, std::string_view name, std::string_view because) {
  const std::string reason = why_refused(label, name);
  INFO(label, ": ", reason);
  CHECK(reason.find(because) != std::string::npos);
  return !reason.empty();
}

constexpr std::string_view program = "exec:command=sh -c 'echo 0 1',n=5";

}  // namespace

TEST_CASE("a label that begins like a target is refused, however it is written, but for the target's own") {
  for (const std::string_view label :
       {"durstenfeld:n=5", "durstenfeld", "Durstenfeld, ours", "DURSTENFELD n 5", " dursten feld",
        "'durstenfeld'", "durstenfe1d", "d.u.r.s.t.e.n.f.e.l.d", "dürstenfeld:n=5", "naive swap", "sattoIo",
        "0verhand", "stdin:n=3", "log", "exec:command=true", "ехес", "ΕΧΕϹ"}) {
    CHECK(is_refused(label, "random-cut:n=4", "begins like the target '"));
  }
  CHECK(is_refused("durstenfeld:n=6", "durstenfeld:n=5",
                   "stands for 'durstenfeld:n=5'; begin it with another word"));
  CHECK(is_refused("durstenfeld, of 6 cards: fair", "durstenfeld:n=5", "begins like"));
  for (const std::string_view label :
       {"durstenfeld:n=5", "durstenfeld", "durstenfeld n=5", "durstenfeld as ours"}) {
    CHECK(why_refused(label, "durstenfeld:n=5").empty());
  }
  for (const std::string_view label :
       {"our table", "the house's deck", "our durstenfeld", "login shuffle", "logs", "日本語", "日本語 5",
        "größte Runde", "Колода 5", "♠ table 3", "🂡", "table – 3…"}) {
    CHECK(why_refused(label, program) == "");
  }
}

TEST_CASE("a group may be called like a target, and holds no sign that a label may not hold") {
  CHECK_NOTHROW(check_group("durstenfeld:n=5"));
  CHECK_NOTHROW(check_group(""));
  for (const std::string_view group : {"ours\" sattolo", "a\u200bb", "dur\u0455tenfeld"}) {
    CHECK_THROWS_AS(check_group(group), InputError);
  }
}

TEST_CASE("a label holds no quotation mark, no hidden sign and no letter drawn like a Latin one") {
  CHECK(is_refused("ours\" durstenfeld:n=5", program,
                   "holds U+0022; a label takes letters of one alphabet, digits and plain signs"));
  for (const std::string_view label : {"ours“", "a\u200bb", "a\u200db", "\u202eb", "a\u0301", "a\u00a0b",
                                       "ｅｘｅｃ", "𝐞xec", "ꓲꓳꓖ", "a\u3164", "\xff"}) {
    CHECK(is_refused(label, program, "holds U+"));
  }
  CHECK(is_refused("::error", program, "cannot be seen, or a server's command"));
  CHECK(is_refused("our durstеnfeld", program, "mixes Latin letters"));
  CHECK(is_refused("հouse", program, "mixes Latin letters"));
}
