#include <string>

#include <doctest/doctest.h>

#include "core/diagnosis/outcomes.hpp"
#include "core/exact/paths.hpp"
#include "harness/targets/kinds.hpp"

using namespace fairshuffle;

namespace {

// A shuffle in Perl; ask(what) is an answered draw, and swap exchanges two cards.
std::string perl(const std::string& body) {
  return "perl -e '$| = 1; my @d; sub ask { print \"$_[0]\\n\"; return scalar <STDIN> }"
         "sub swap { @d[@_] = @d[reverse @_] }"
         "for (;;) { @d = (0 .. {n} - 1); " +
         body + " print \"@d\\n\" }'";
}

Outcomes followed(const std::string& command, int deck_size, const std::string& timeout = "10") {
  const AnsweredCode code = find_target_kind("exec")->answered(
      {.name = "exec", .settings = {{"command", command}, {"timeout", timeout}}}, deck_size);
  PathLimits limits;
  limits.ordinary_runs = 2000;
  return Paths(deck_size, code.shuffle, limits).follow();
}

std::string failure(const std::string& command) {
  try {
    followed(command, 3, "1");
  } catch (const TargetError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a program's bounded draws are answered path by path in one process") {
  const Outcomes naive = followed(perl("swap($_, int ask(\"draw {n}\")) for 0 .. $#d;"), 3);
  CHECK(naive.paths == 27);
  CHECK(to_text(total_variation(naive.distribution)) == "1/18");
  const Outcomes fair = followed(perl("swap($_, int ask(\"draw \" . ($_ + 1))) for reverse 1 .. $#d;"), 4);
  CHECK(fair.paths == 24);
  CHECK(is_uniform(fair.distribution));
}

TEST_CASE("a program's words and numbers in [0, 1) are cut into the pieces that it goes on alike on") {
  const Outcomes words = followed(perl("swap($_, ask(\"word\") % ($_ + 1)) for reverse 1 .. $#d;"), 3);
  CHECK(words.paths == 6);
  CHECK(is_uniform(words.distribution));
  CHECK(words.ordinary_runs == 2000);
  CHECK(words.widths.front().method == "modulo");
  const Outcomes units = followed(perl("swap($_, int(ask(\"unit\") * ($_ + 1))) for reverse 1 .. $#d;"), 3);
  CHECK(units.paths == 6);
  CHECK(is_uniform(units.distribution));
  CHECK(units.widths.front().method == "scaled-double");
}

TEST_CASE("a program that ends, hangs, or writes what is neither draw nor deck fails with its draws") {
  CHECK(failure(perl("exit 3 if ask(\"draw 3\") == 2;")) ==
        "The program ended while a draw or a deck was due. It exited with status 3. (draws: 2 of 3)");
  CHECK(failure("sleep 5") == "The program wrote nothing for 1 s (did it flush its line?) (draws: none)");
  CHECK(
      failure("echo hello; sleep 5") ==
      "The program wrote \"hello\", where \"draw K\", \"word\", \"unit\" or a row of the numbers 0 to 2 was "
      "due (draws: none)");
  CHECK(
      failure("echo draw 0; sleep 5").starts_with("The program wrote \"draw 0\", where \"draw K\" takes K"));
}

TEST_CASE("a program's deck that is no permutation is invalid, and is shown") {
  const Outcomes outcomes = followed(perl("$d[0] = int ask(\"draw 4\");"), 3);
  CHECK(outcomes.paths == 4);
  CHECK(outcomes.distribution.invalid == 3);
  CHECK(outcomes.shown == "1 1 2");
}
