// Is a verdict called recomputed only where no kept test could have brought it?
#include "core/verdict/kept_verdict.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

using namespace fairshuffle;

namespace {

TestRecord test_of(const char* name, double p_value) {
  TestRecord test;
  test.name = test.test = name;
  test.applied = true;
  test.log10_p = std::log10(p_value);
  return test;
}

// Of a family of ten at a share of 1e-6: 1e-7 rejects by itself.
TargetRecord record_of(Verdict verdict, std::vector<TestRecord> tests) {
  TargetRecord record;
  record.verdict = verdict;
  record.family = 10;
  record.alpha_at_look = 1e-6;
  record.tests = std::move(tests);
  return record;
}

const std::vector<std::string_view> parity{"parity"}, none{};

}  // namespace

TEST_CASE("a biased verdict stands without kept tests only where a recomputed one rejects by itself") {
  const auto rests = [](double positions, double kept) {
    const TargetRecord record =
        record_of(Verdict::biased, {test_of("positions", positions), test_of("parity", kept)});
    return rests_on_kept_tests(record, parity, false);
  };
  CHECK_FALSE(rests(0.9e-7, 0.5));
  CHECK(rests(1.1e-7, 1e-9));
  CHECK(rests(0.5, 1e-20));
}

TEST_CASE("a verdict without rejections rests on every kept test, and an invalid one on none") {
  for (const Verdict verdict : {Verdict::fair, Verdict::inconclusive}) {
    CHECK(rests_on_kept_tests(record_of(verdict, {test_of("parity", 0.5)}), parity, false));
    CHECK_FALSE(rests_on_kept_tests(record_of(verdict, {test_of("parity", 0.5)}), none, true));
  }
  CHECK_FALSE(rests_on_kept_tests(record_of(Verdict::invalid, {test_of("parity", 0.5)}), parity, true));
}

TEST_CASE("a rejection that Holm's method grants only after those of others rests on theirs") {
  const TargetRecord record = record_of(Verdict::biased, {test_of("parity", 5e-7)});
  CHECK(rests_on_kept_tests(record, none, true));
  CHECK_FALSE(rests_on_kept_tests(record, none, false));
}

TEST_CASE("what is kept is named in one breath") {
  CHECK(words_of_kept_tests(none, false).empty());
  CHECK(words_of_kept_tests(parity, false) == "the statistic of parity");
  CHECK(words_of_kept_tests(std::vector<std::string_view>{"neighbours", "parity", "cycles"}, true) ==
        "the statistics of neighbours, parity and cycles, and the verdict as far as it rests on them");
}
