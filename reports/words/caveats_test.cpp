#include "reports/words/caveats.hpp"

#include <doctest/doctest.h>

using namespace fairshuffle;

namespace {

TargetRecord target(const char* name, Verdict verdict, std::vector<std::string> blind_spots) {
  TargetRecord result;
  result.name = name;
  result.verdict = verdict;
  result.blind_spots = std::move(blind_spots);
  return result;
}

}  // namespace

TEST_CASE("each caveat stands once and names its targets, those of fair ones apart") {
  RunRecord run;
  run.results = {target("a", Verdict::fair, {"x", "y"}), target("b", Verdict::biased, {"z", "x"}),
                 target("c", Verdict::fair, {"x"})};
  run.controls = {target("d", Verdict::fair, {"x", "z"})};
  const Caveats caveats = caveats_of(run);
  CHECK(caveats.of_fair == std::vector<std::string>{"x (all 3 targets)", "y (a)"});
  CHECK(caveats.of_others == std::vector<std::string>{"z (b, control d)"});
}

TEST_CASE("the one target of a run is named") {
  RunRecord run;
  run.results = {target("a", Verdict::fair, {"x"})};
  CHECK(caveats_of(run).of_fair == std::vector<std::string>{"x (a)"});
}
