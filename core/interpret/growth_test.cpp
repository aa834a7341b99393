// Growths told apart, and claims read and held to costs that are known exactly.
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/interpret/setup_for_test.hpp"
#include "core/interpret/trace.hpp"

using namespace fairshuffle;

namespace {

// Each claim as "what claim: holds", with the drift in tenths where it does not hold but was measured.
std::string fared(const SampleSetup& plain, std::string_view cost, std::span<const CostPoint> points) {
  ShuffleInfo claiming = *plain.shuffle;
  claiming.cost = cost;
  SampleSetup setup = plain;
  setup.shuffle = &claiming;
  std::string text;
  for (const CheckedClaim& claim : check_claims(setup, points)) {
    text += fmt::format("{} {}: {}; ", claim.what, claim.claim,
                        claim.holds        ? "holds"
                        : claim.drift == 0 ? "no"
                                           : fmt::format("drifts by {:.2f}", claim.drift));
  }
  return text;
}

std::vector<CostPoint> points_of(double (*draws)(double), double (*moves)(double), double (*extra)(double)) {
  std::vector<CostPoint> points;
  for (const int n : {16, 32, 64, 128, 256, 512, 1024}) points.push_back({n, draws(n), moves(n), extra(n)});
  return points;
}

double none(double) {
  return 0;
}
double linear(double n) {
  return n;
}
double square(double n) {
  return n * n;
}

}  // namespace

TEST_CASE("a cost that is some multiple of a growth is found to be that, with its factor") {
  struct Exact {
    std::string name;
    double (*growth)(double);
  };
  const std::vector<Exact> curves{
      {"1", [](double) { return 1.0; }},
      {"log n", [](double n) { return std::log2(n); }},
      {"n", [](double n) { return n; }},
      {"n log n", [](double n) { return n * std::log2(n); }},
      {"n^2", [](double n) { return n * n; }},
      {"n^2 log n", [](double n) { return n * n * std::log2(n); }},
      {"n^3", [](double n) { return n * n * n; }},
      {"n!", [](double n) { return std::tgamma(n + 1); }},
      {"n n!", [](double n) { return n * std::tgamma(n + 1); }},
  };
  for (const Exact& each : curves) {
    CAPTURE(each.name);
    std::vector<Measured> costs;
    for (int n = 4; n <= 12; ++n) costs.push_back({n, 7 * each.growth(n)});
    const GrowthFit fit = fit_growth(costs);
    CHECK(fit.growth == each.name);
    CHECK(fit.factor == doctest::Approx(7).epsilon(1e-10));
  }
  // 2^3 and 2^0 of sizes that double: the slopes of a power and of a constant. Of three points by hand: those
  // of log2 cost over 1, 2, 3 are 0, 1, 5, and the slope is (5 - 0) / 2.
  const auto slope_of = [](const std::vector<Measured>& costs) { return fit_growth(costs).slope; };
  CHECK(slope_of({{2, 8}, {4, 64}}) == doctest::Approx(3));
  CHECK(slope_of({{2, 8}, {4, 8}}) == doctest::Approx(0));
  CHECK(slope_of({{2, 1}, {4, 2}, {8, 32}}) == doctest::Approx(2.5));
  // Nothing spent is told as such, and has no slope.
  const std::vector<Measured> nothing{{2, 0}, {3, 0}};
  CHECK(fit_growth(nothing).growth == "0");
  CHECK(fit_growth(nothing).factor == 0);
  CHECK(fit_growth(nothing).slope == 0);
}

TEST_CASE("two deck sizes from 2 on, in ascending order, can be fitted, and no others") {
  const auto is_refused = [](const std::vector<Measured>& costs) {
    try {
      fit_growth(costs);
      return false;
    } catch (const std::invalid_argument& refused) {
      CHECK(refused.what() ==
            std::string("fit_growth: wants two or more deck sizes, ascending from 2, with costs all or none "
                        "above 0"));
      return true;
    }
  };
  CHECK_FALSE(is_refused({{2, 1}, {3, 1}}));
  CHECK(is_refused({}));
  CHECK(is_refused({{2, 1}}));
  CHECK(is_refused({{1, 1}, {2, 1}}));
  CHECK(is_refused({{2, 1}, {2, 1}}));
  CHECK(is_refused({{2, 1}, {4, 1}, {3, 1}}));
  CHECK(is_refused({{2, 1}, {3, 0}}));
  CHECK(is_refused({{2, 0}, {3, 1}}));
  CHECK(is_refused({{2, 1}, {3, 0}, {4, 1}}));
}

TEST_CASE("what is measured of one kind is that kind's cost at each deck size") {
  const std::vector<CostPoint> points{{2, 10, 20, 30}, {5, 11, 21, 31}};
  const auto is_of = [&](double CostPoint::*kind, double first, double second) {
    const std::vector<Measured> costs = measured(points, kind);
    return costs.size() == 2 && costs[0].deck_size == 2 && costs[0].cost == first &&
           costs[1].deck_size == 5 && costs[1].cost == second;
  };
  CHECK(is_of(&CostPoint::draws, 10, 11));
  CHECK(is_of(&CostPoint::moves, 20, 21));
  CHECK(is_of(&CostPoint::extra, 30, 31));
}

TEST_CASE("each way to claim a cost speaks of its kinds, and drifts where the growth is another") {
  const SampleSetup plain = setup_for_test("durstenfeld", 16);
  const auto fare = [&](std::string_view cost, const std::vector<CostPoint>& points) {
    return fared(plain, cost, points);
  };
  const auto all_linear = points_of(linear, linear, linear);
  CHECK(fare("n draws and moves", all_linear) == "draws n: holds; moves n: holds; ");
  CHECK(fare("n draws, 2n moves, 3n extra cards", all_linear) ==
        "draws n: holds; moves 2n: holds; extra 3n: holds; ");
  CHECK(fare("1 draw", all_linear) == "draws 1: drifts by 1.00; ");
  CHECK(fare("n^2 keys", all_linear) == "extra n^2: drifts by -1.00; ");
  CHECK(fare("n draws; from 64 cards on", all_linear) == "draws n: holds; ");
  CHECK(fare("in place", all_linear) == "extra in place: no; ");
  const auto in_place = points_of(none, square, none);
  CHECK(fare("0 draws, n n moves, in place", in_place) ==
        "draws 0: holds; moves n n: holds; extra in place: holds; ");
  // What was never spent grows as nothing does.
  CHECK(fare("n draws", in_place) == "draws n: no; ");
  CHECK(fare("0 moves", in_place) == "moves 0: no; ");
  const auto with_logs = points_of([](double n) { return n * std::log2(n); },
                                   [](double n) { return 3 * std::log2(n) * std::log2(n); }, none);
  CHECK(fare("5n log n draws, log n log n moves", with_logs) ==
        "draws 5n log n: holds; moves log n log n: holds; ");
  CHECK(fare("n log n^2 draws", with_logs) == "draws n log n^2: holds; ");
  // A factor of log n that is left out drifts by the logarithm of 12 / 6 over that of 4096 / 64.
  std::vector<CostPoint> logs;
  for (const int n : {64, 128, 256, 512, 1024, 2048, 4096}) logs.push_back({n, n * std::log2(n), 1, 0});
  CHECK(fare("n draws", logs) == "draws n: drifts by 0.17; ");
  CHECK(fare("n log n^2 draws", logs) == "draws n log n^2: holds; ");
  // A permutation that is listed is n cards, moved and kept.
  std::vector<CostPoint> listed;
  for (int n = 4; n <= 9; ++n) listed.push_back({n, 1, n * std::tgamma(n + 1), 2 * n * std::tgamma(n + 1)});
  CHECK(fare("n! permutations listed, 1 draw", listed) ==
        "moves n! n: holds; extra n! n: holds; draws 1: holds; ");
  CHECK(fare("n! moves", listed) == "moves n!: drifts by 1.00; ");
}

TEST_CASE("a claim on an option counts with its value, and one that its word leads where that is chosen") {
  SampleSetup swaps = setup_for_test("swap-pairs", 16, {9});
  const auto constant = points_of([](double) { return 18.0; }, linear, none);
  CHECK(fared(swaps, "2k draws", constant) == "draws 2k: holds; ");
  CHECK(fared(swaps, "k n moves", constant) == "moves k n: holds; ");
  const SampleSetup sorts = setup_for_test("comparator-sort", 16);
  const ShuffleInfo& info = *sorts.shuffle;
  REQUIRE(info.options[0].choices.size() > 1);
  const auto both = points_of(linear, square, none);
  const std::string cost = fmt::format("{}: n^2 moves; {}: n draws; in place", info.options[0].choices[0],
                                       info.options[0].choices[1]);
  SampleSetup first = sorts, second = sorts;
  first.options[0] = 0;
  second.options[0] = 1;
  CHECK(fared(first, cost, both) == "moves n^2: holds; extra in place: holds; ");
  CHECK(fared(second, cost, both) == "draws n: holds; extra in place: holds; ");
}

TEST_CASE("a clause that is no growth and what grows is refused by name") {
  const SampleSetup plain = setup_for_test("durstenfeld", 16);
  const auto points = points_of(linear, linear, none);
  for (const std::string clause : {"quick", "n shuffles", "n drawn"}) {
    CHECK_THROWS_WITH_AS(
        fared(plain, clause, points),
        fmt::format("check_claims: '{}' in the cost of durstenfeld is no growth and what grows", clause)
            .c_str(),
        std::invalid_argument);
  }
  CHECK_THROWS_WITH_AS(fared(plain, "n m draws", points),
                       "check_claims: 'n m' in the cost of durstenfeld is no growth and what grows",
                       std::invalid_argument);
}
