#include <functional>

#include <doctest/doctest.h>

#include "core/record/evidence_check.hpp"

using namespace fairshuffle;

namespace {

std::string where(int deck_size, const Evidence& evidence, bool permutations_counted = false) {
  std::vector<Contradiction> contradictions;
  check_birthday({.size = deck_size, .marked = 0, .permutations_counted = permutations_counted}, evidence,
                 contradictions);
  std::string text;
  for (const Contradiction& wrong : contradictions) text += wrong.where + " ";
  return text;
}

Evidence honest(std::uint64_t one_in) {
  Evidence evidence;
  evidence.trials = 1'000;
  evidence.invalid_trials = 10;
  evidence.repeats = {.pairs = 970, .equal = one_in == 1 ? 3u : 0u};
  evidence.birthday = {.one_in = one_in,
                       .kept = one_in == 1 ? 990u : 240u,
                       .distinct = 200,
                       .again = 30,
                       .distance = 7,
                       .at_distance = 20,
                       .repeats_at_distance = 25,
                       .first_repeat = 100};
  return evidence;
}

}  // namespace

TEST_CASE("birthday counts that do not add up are named where they stand") {
  using Change = std::function<void(Evidence&)>;
  const auto changed = [](std::uint64_t one_in, const Change& change) {
    Evidence evidence = honest(one_in);
    change(evidence);
    return where(52, evidence);
  };
  CHECK(where(52, honest(1)).empty());
  CHECK(where(52, honest(4)).empty());
  CHECK(changed(1, [](Evidence& e) { --e.birthday.kept; }) == "/evidence/birthday/kept ");
  CHECK(changed(4, [](Evidence& e) { --e.birthday.kept; }).empty());
  CHECK(changed(4, [](Evidence& e) { e.birthday.kept = 991; }) == "/evidence/birthday/kept ");
  CHECK(changed(4, [](Evidence& e) { e.birthday.one_in = 3; }) == "/evidence/birthday/one_in ");
  CHECK(changed(4, [](Evidence& e) { e.birthday.one_in = 0; }) == "/evidence/birthday/one_in ");
  CHECK(changed(4, [](Evidence& e) { e.birthday.distinct = 241; }) == "/evidence/birthday/distinct ");
  CHECK(changed(4, [](Evidence& e) { e.birthday.distinct = 0; }) == "/evidence/birthday/distinct ");
  CHECK(changed(4, [](Evidence& e) { e.birthday.distance = 1'000; }) == "/evidence/birthday/distance ");
  CHECK(changed(4, [](Evidence& e) { e.birthday.distance = 0; }) == "/evidence/birthday/distance ");
  // 40 repeats of 30 permutations, of which 20 came again 25 times: 30 times would leave 10 for the other
  // ten.
  CHECK(changed(4, [](Evidence& e) { e.birthday.again = 41; }) ==
        "/evidence/birthday/again /evidence/birthday/repeats_at_distance ");
  CHECK(changed(4, [](Evidence& e) {
          e.birthday = {.one_in = 4, .kept = 240, .distinct = 200, .first_repeat = 9};
        }) == "/evidence/birthday/again ");
  CHECK(changed(4, [](Evidence& e) { e.birthday.again = 19; }) == "/evidence/birthday/at_distance ");
  CHECK(changed(4, [](Evidence& e) { e.birthday.repeats_at_distance = 19; }) ==
        "/evidence/birthday/repeats_at_distance ");
  CHECK(changed(4, [](Evidence& e) { e.birthday.repeats_at_distance = 30; }).empty());
  CHECK(changed(4, [](Evidence& e) { e.birthday.repeats_at_distance = 31; }) ==
        "/evidence/birthday/repeats_at_distance ");
  CHECK(changed(1, [](Evidence& e) {
          e.birthday = {.one_in = 1, .kept = 990, .distinct = 988, .again = 2, .first_repeat = 500};
        }) == "/evidence/birthday ");
  // 790 repeats of 1,000 trials, of which 10 are no permutations: the first is at trial 210 at the latest.
  CHECK(changed(1, [](Evidence& e) { e.birthday.first_repeat = 210; }).empty());
  CHECK(changed(1, [](Evidence& e) { e.birthday.first_repeat = 211; }) == "/evidence/birthday/first_repeat ");
  CHECK(changed(4, [](Evidence& e) { e.birthday.first_repeat = 960; }).empty());
  CHECK(changed(4, [](Evidence& e) { e.birthday.first_repeat = 961; }) == "/evidence/birthday/first_repeat ");
  CHECK(changed(4, [](Evidence& e) { e.birthday.first_repeat = 0; }) == "/evidence/birthday/first_repeat ");
}

TEST_CASE("small decks have no birthday counts, nor those whose permutations are all counted") {
  Evidence evidence;
  evidence.trials = 10;
  CHECK(where(8, evidence).empty());
  CHECK(where(12, evidence, true).empty());
  evidence.birthday.kept = 10;
  evidence.birthday.distinct = 10;
  CHECK(where(8, evidence) == "/evidence/birthday ");
  CHECK(where(12, evidence, true) == "/evidence/birthday ");
  CHECK(where(12, evidence).empty());
}
