#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "reports/run/run_document.hpp"

using namespace fairshuffle;

namespace {

TargetRecord target(const char* name, Verdict verdict, std::vector<std::string> blind_spots) {
  TargetRecord result;
  result.name = name;
  result.verdict = verdict;
  result.blind_spots = std::move(blind_spots);
  return result;
}

struct Caveats {
  std::vector<std::string> of_fair, of_others;
};

Caveats caveats_of(const RunRecord& run) {
  Caveats caveats;
  for (const Section& section : run_document(run).sections) {
    if (section.title == "What fair does not cover")
      caveats.of_fair = std::get<List>(section.blocks.front()).items;
    if (section.title == "What the other verdicts do not cover")
      caveats.of_others = std::get<List>(section.blocks.front()).items;
  }
  return caveats;
}

}  // namespace

TEST_CASE(
    "each caveat stands once for the fair targets and once for the others, each under its own verdict") {
  RunRecord run;
  run.results = {target("a", Verdict::fair, {"x", "y"}), target("b", Verdict::biased, {"z", "x"}),
                 target("c", Verdict::fair, {"x"})};
  run.controls = {target("d", Verdict::fair, {"x", "z"})};
  const Caveats caveats = caveats_of(run);
  CHECK(caveats.of_fair == std::vector<std::string>{"x (a, c and control d)", "y (a)", "z (control d)"});
  CHECK(caveats.of_others == std::vector<std::string>{"z (b)", "x (b)"});
  run.results[2].blind_spots.clear();
  CHECK(caveats_of(run).of_fair.front() == "x (a and control d)");
  run.results[1].verdict = Verdict::fair;
  run.results[2].blind_spots = {"x"};
  CHECK(caveats_of(run).of_fair.front() == "x (a, b, c and 1 more)");
  CHECK(caveats_of(run).of_others.empty());
  run.controls[0].verdict = Verdict::biased;
  CHECK(caveats_of(run).of_others == std::vector<std::string>{"x (control d)", "z (control d)"});
}

TEST_CASE("what is not fair is named under no caveat of what is fair, nor the other way round") {
  RunRecord run;
  run.results = {target("a", Verdict::biased, {"x"}), target("b", Verdict::invalid, {"x"})};
  CHECK(caveats_of(run).of_fair.empty());
  CHECK(caveats_of(run).of_others == std::vector<std::string>{"x (a and b)"});
  run.controls = {target("d", Verdict::fair, {"y"})};
  CHECK(caveats_of(run).of_fair.empty());
  CHECK(caveats_of(run).of_others.back() == "y (control d)");
  run.results.push_back(target("c", Verdict::fair, {"x"}));
  CHECK(caveats_of(run).of_fair == std::vector<std::string>{"x (c)", "y (control d)"});
  CHECK(caveats_of(run).of_others == std::vector<std::string>{"x (a and b)"});
}

TEST_CASE("the one target of a run is not named again") {
  RunRecord run;
  run.results = {target("a", Verdict::fair, {"x"})};
  CHECK(caveats_of(run).of_fair == std::vector<std::string>{"x"});
}
