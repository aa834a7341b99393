// What a dependence is told to look like, of counts of relative permutations set by hand.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/verdict/dependence.hpp"

using namespace fairshuffle;

namespace {

// 900 relative permutations of nine cards, as fair as whole numbers are: 100 for each cell, cycles by
// Stirling's numbers, fixed points by the rencontres numbers, half of them even.
struct Successive {
  std::array<std::array<int, 9>, 9> positions;
  std::array<int, 10> fixed_points{331, 331, 166, 55, 14, 3, 0, 0, 0, 0};
  std::array<int, 10> cycles{0, 100, 272, 293, 167, 56, 11, 1, 0, 0};
  std::array<int, 2> parity{450, 450};

  Successive() {
    for (auto& row : positions) row.fill(100);
  }
  // So many at a position more for one card, and fewer for the next: cells that lie on a square.
  void move(std::size_t position, std::size_t card, int by) {
    positions[position][card] += by;
    positions[position][card + 1] -= by;
    positions[position + 1][card] -= by;
    positions[position + 1][card + 1] += by;
  }
  // So many more that follow an equal deck.
  void repeat(int times) {
    for (std::size_t card = 0; card < 9; ++card) positions[card][card] += times;
    fixed_points[9] += times;
    cycles[9] += times;
    parity[0] += times;
  }

  Tally tally() const {
    Tally whole(9, 0);
    SuccessiveCounts& counts = whole.successive;
    counts.pairs = static_cast<std::uint64_t>(parity[0] + parity[1]);
    for (std::size_t position = 0; position < 9; ++position) {
      for (std::size_t card = 0; card < 9; ++card) {
        counts.positions.add_at(position, card, static_cast<std::uint64_t>(positions[position][card]));
      }
    }
    const auto add = [](const auto& from, NumberCounts& to) {
      for (std::size_t value = 0; value < from.size(); ++value) {
        to.add(static_cast<int>(value), static_cast<std::uint64_t>(from[value]));
      }
    };
    add(fixed_points, counts.fixed_points);
    add(cycles, counts.cycles);
    add(parity, counts.parity);
    whole.repeats = {.pairs = counts.pairs, .equal = static_cast<std::uint64_t>(fixed_points[9])};
    return whole;
  }
};

TestRecord rejecting(const std::string& name, Tail tail = Tail::upper, double log10_p = -20) {
  TestRecord test;
  test.name = name;
  test.test = name.starts_with("successive-") ? "successive" : name;
  test.applied = test.rejected = true;
  test.tail = tail;
  test.log10_p = log10_p;
  return test;
}

DependenceRecord dependence_of(const Successive& successive, std::vector<TestRecord> tests,
                               DependenceProof proof = DependenceProof::successive) {
  Findings findings;
  findings.tests = std::move(tests);
  findings.dependent = true;
  return described_dependence(successive.tally(), findings, proof, 0.999);
}

std::string shape_of(const DependenceRecord& dependence) {
  return to_text(dependence.shape);
}

}  // namespace

TEST_CASE(
    "a cell more than six standard errors off is what the dependence looks like, whatever test sees it") {
  // The standard error of a cell is sqrt(100 8/9) = 9.43, six of them 56.6.
  for (const int by : {57, -57}) {
    Successive successive;
    successive.move(2, 4, by);
    const DependenceRecord dependence = dependence_of(successive, {});
    CHECK(shape_of(dependence) == to_text(DependenceShape::moved));
    REQUIRE(dependence.cell.has_value());
    CHECK(dependence.cell->position == 2);
    CHECK(dependence.cell->card == 4);
    CHECK(dependence.cell->count == static_cast<std::uint64_t>(100 + by));
    CHECK_FALSE(dependence.share.has_value());
    CHECK(dependence.proof == DependenceProof::successive);
  }
  Successive less;
  less.move(2, 4, 56);
  const DependenceRecord none = dependence_of(less, {});
  CHECK(shape_of(none) == to_text(DependenceShape::unclear));
  CHECK_FALSE(none.cell.has_value());
}

TEST_CASE(
    "where no cell stands out, the test of relative permutations that rejects most tells what it sees") {
  Successive successive;
  successive.move(0, 0, 30);
  successive.move(5, 2, -31);
  successive.parity = {300, 600};
  const DependenceRecord moved = dependence_of(successive, {rejecting("successive-positions")});
  CHECK(shape_of(moved) == to_text(DependenceShape::moved));
  REQUIRE(moved.cell.has_value());
  CHECK(moved.cell->position == 5);
  CHECK(moved.cell->card == 2);
  CHECK(moved.cell->count == 69);
  CHECK_FALSE(moved.share.has_value());
  const DependenceRecord turned = dependence_of(successive, {rejecting("successive-parity")});
  CHECK(shape_of(turned) == to_text(DependenceShape::alternating));
  CHECK(turned.share.value() == doctest::Approx(600 / 900.));
  CHECK_FALSE(turned.cell.has_value());
  // The smaller p of the two, in either order; and tests that look at no relative permutations are none of
  // them.
  const TestRecord positions = rejecting("successive-positions", Tail::upper, -30),
                   parity = rejecting("successive-parity", Tail::upper, -31),
                   cycles = rejecting("cycles", Tail::upper, -99);
  CHECK(shape_of(dependence_of(successive, {cycles, positions, parity})) ==
        to_text(DependenceShape::alternating));
  CHECK(shape_of(dependence_of(successive, {parity, positions, cycles})) ==
        to_text(DependenceShape::alternating));
  CHECK(shape_of(dependence_of(successive, {parity, rejecting("successive-positions", Tail::upper, -32)})) ==
        to_text(DependenceShape::moved));
  // No test that says where.
  CHECK(shape_of(dependence_of(successive, {rejecting("successive-cycles")})) ==
        to_text(DependenceShape::unclear));
  CHECK(shape_of(dependence_of(successive, {})) == to_text(DependenceShape::unclear));
  // Positions as flat as they can be have no farthest cell.
  const DependenceRecord flat = dependence_of(Successive(), {rejecting("successive-positions")});
  CHECK(shape_of(flat) == to_text(DependenceShape::unclear));
  CHECK_FALSE(flat.cell.has_value());
}

TEST_CASE(
    "permutations that take turns between even and odd are told, unless one step is nearly all of them") {
  Successive successive;
  successive.parity = {0, 900};
  const DependenceRecord dependence = dependence_of(successive, {});
  CHECK(shape_of(dependence) == to_text(DependenceShape::alternating));
  CHECK_FALSE(dependence.share.has_value());
  successive.parity = {1, 899};
  CHECK(shape_of(dependence_of(successive, {})) == to_text(DependenceShape::unclear));
  // A turn by one place in 809 or 810 of 900, below and from nine tenths on.
  const auto turned = [](int times) {
    Successive turning;
    for (std::size_t position = 0; position < 9; ++position) {
      for (std::size_t card = 0; card < 9; ++card) turning.positions[position][card] = 0;
      turning.positions[position][(position + 1) % 9] = times;
      turning.positions[position][(position + 2) % 9] = 900 - times;
    }
    turning.parity = {0, 900};
    turning.fixed_points = {900};
    turning.cycles = {0, 900};
    return dependence_of(turning, {});
  };
  CHECK(shape_of(turned(809)) == to_text(DependenceShape::alternating));
  CHECK(shape_of(turned(810)) == to_text(DependenceShape::fixed_step));
  CHECK(turned(810).share.value() == doctest::Approx(0.9));
}

TEST_CASE("a step that a quarter of the moving relative permutations are is told with its share of all") {
  // The turn by one place in 225 of 900 that move, the others even; 300 more are of equal decks.
  const auto turned = [](int times, int repeated) {
    Successive turning;
    for (std::size_t position = 0; position < 9; ++position) {
      for (std::size_t card = 0; card < 9; ++card) {
        // What is left for eight cards, as even as it goes: the last of them takes the rest.
        turning.positions[position][card] = (900 - times) / 8;
      }
      turning.positions[position][(position + 2) % 9] += (900 - times) % 8;
      turning.positions[position][(position + 1) % 9] = times;
    }
    turning.repeat(repeated);
    return dependence_of(turning, {});
  };
  CHECK(shape_of(turned(225, 0)) == to_text(DependenceShape::fixed_step));
  CHECK(turned(225, 0).share.value() == doctest::Approx(0.25));
  CHECK(shape_of(turned(224, 0)) == to_text(DependenceShape::moved));
  CHECK(shape_of(turned(225, 300)) == to_text(DependenceShape::fixed_step));
  CHECK(turned(225, 300).share.value() == doctest::Approx(225 / 1200.));
  // The sorted order is no step, however often it comes.
  Successive equal;
  equal.repeat(900);
  CHECK(shape_of(dependence_of(equal, {})) == to_text(DependenceShape::unclear));
}

TEST_CASE("decks that come again are told as such where a tenth do, or where nothing else is uneven") {
  const auto dependence_at = [](int equal, const auto& change, std::vector<TestRecord> tests,
                                DependenceProof proof = DependenceProof::successive) {
    Successive successive;
    change(successive);
    successive.repeat(equal);
    return dependence_of(successive, std::move(tests), proof);
  };
  const auto plain = [](Successive&) {};
  const auto uneven = [](Successive& successive) {
    successive.move(2, 4, 80);
    successive.parity = {250, 650};
  };
  const auto cell_alone = [](Successive& successive) { successive.move(2, 4, 80); };
  const TestRecord often = rejecting("repeats"), seldom = rejecting("repeats", Tail::lower);
  // 100 of 1,000 are a tenth; 99 of 999 are fewer.
  const DependenceRecord tenth = dependence_at(100, uneven, {often});
  CHECK(shape_of(tenth) == to_text(DependenceShape::repeated));
  CHECK(tenth.share.value() == doctest::Approx(0.1));
  CHECK_FALSE(tenth.cell.has_value());
  CHECK(shape_of(dependence_at(99, uneven, {often})) == to_text(DependenceShape::moved));
  // More than independent trials have is as good as a test that rejects; a step that proves the dependence is
  // not, and too few of them are no repetition.
  Successive proven;
  uneven(proven);
  proven.repeat(100);
  Tally whole = proven.tally();
  CHECK(shape_of(described_dependence(whole, {}, DependenceProof::repeats, 0.999)) ==
        to_text(DependenceShape::moved));
  whole.trials = 1001;
  CHECK(shape_of(described_dependence(whole, {}, DependenceProof::repeats, 0.999)) ==
        to_text(DependenceShape::repeated));
  CHECK(shape_of(dependence_at(100, uneven, {seldom}, DependenceProof::repeats)) ==
        to_text(DependenceShape::moved));
  // Fewer, where no cell stands out, or where the other decks' parity, cycles and fixed points are fair.
  const DependenceRecord few = dependence_at(50, plain, {often});
  CHECK(shape_of(few) == to_text(DependenceShape::repeated));
  CHECK(few.share.value() == doctest::Approx(50 / 950.));
  CHECK(shape_of(dependence_at(50, cell_alone, {often})) == to_text(DependenceShape::repeated));
  CHECK(shape_of(dependence_at(50, uneven, {often})) == to_text(DependenceShape::moved));
  // Relative permutations of uneven decks are uneven, dependent or not.
  CHECK(shape_of(dependence_at(50, uneven, {often, rejecting("positions")})) ==
        to_text(DependenceShape::repeated));
}

TEST_CASE("decks that come again at one distance are periodic, and told with their share where few do") {
  const auto recurring = [](std::uint64_t repeats) {
    Tally whole = Successive().tally();
    whole.trials = whole.birthday.kept = 1000;
    whole.birthday.distinct = 1000 - repeats;
    whole.birthday.distance = 200;
    whole.birthday.again = whole.birthday.at_distance = whole.birthday.repeats_at_distance = repeats;
    Findings findings;
    findings.tests = {rejecting("birthday")};
    return described_dependence(whole, findings, DependenceProof::birthday, 0.999);
  };
  // Nine in ten of the 800 that have one 200 trials before.
  const DependenceRecord most = recurring(721), few = recurring(719);
  for (const DependenceRecord& dependence : {most, few}) {
    CHECK(shape_of(dependence) == to_text(DependenceShape::periodic));
    CHECK(dependence.period.value() == 200);
  }
  CHECK_FALSE(most.share.has_value());
  CHECK(few.share.value() == doctest::Approx(0.719));
}

TEST_CASE(
    "where a period alone proves the dependence, few decks that keep to it are told before a cell that is "
    "off") {
  Successive successive;
  successive.move(2, 4, 60);
  Tally whole = successive.tally();
  whole.trials = whole.birthday.kept = 1000;
  whole.birthday.distinct = 900;
  whole.birthday.again = whole.birthday.at_distance = whole.birthday.repeats_at_distance = 100;
  whole.birthday.distance = 2;
  Findings findings;
  findings.tests = {rejecting("birthday")};
  CHECK(shape_of(described_dependence(whole, findings, DependenceProof::birthday, 0.999)) ==
        to_text(DependenceShape::periodic));
  CHECK(shape_of(described_dependence(whole, findings, DependenceProof::samples, 0.999)) ==
        to_text(DependenceShape::moved));
}

TEST_CASE("a cell is told as it is with equal decks, and not where these make it") {
  // Of four cards one in ten is held, the others are fair: what is left without the held ones is even.
  Tally whole(4, 0);
  whole.successive.pairs = 24'000 + 2'400;
  whole.successive.permutations.assign(24, 1000);
  whole.successive.permutations.front() += 2'400;
  CHECK_FALSE(described_dependence(whole, {}, DependenceProof::successive, 0.999).cell.has_value());
  // The order 0 2 3 1 came more often, too.
  whole.successive.permutations[3] += 2'400;
  whole.successive.pairs += 2'400;
  const DependenceRecord moved = described_dependence(whole, {}, DependenceProof::successive, 0.999);
  REQUIRE(moved.cell.has_value());
  CHECK(moved.cell->position == 0);
  CHECK(moved.cell->card == 0);
  CHECK(moved.cell->count == 6000 + 2 * 2'400);
  CHECK(moved.cell->ratio == doctest::Approx(10'800 / 7'200.));
}

TEST_CASE("decks that come again too seldom are told where no cell stands out") {
  Successive successive;
  const TestRecord seldom = rejecting("repeats", Tail::lower), often = rejecting("repeats"),
                   swept = rejecting("birthday", Tail::lower), starts = rejecting("birthday");
  const DependenceRecord none = dependence_of(successive, {seldom});
  CHECK(shape_of(none) == to_text(DependenceShape::never_repeated));
  CHECK(none.share.value() == 0);
  const DependenceRecord sweeping = dependence_of(successive, {swept});
  CHECK(shape_of(sweeping) == to_text(DependenceShape::never_repeated));
  CHECK_FALSE(sweeping.share.has_value());
  CHECK(shape_of(dependence_of(successive, {starts})) == to_text(DependenceShape::unclear));
  CHECK(shape_of(dependence_of(successive, {often})) == to_text(DependenceShape::repeated));
  TestRecord passing = seldom;
  passing.rejected = false;
  CHECK(shape_of(dependence_of(successive, {passing})) == to_text(DependenceShape::unclear));
  successive.move(2, 4, 60);
  CHECK(shape_of(dependence_of(successive, {seldom})) == to_text(DependenceShape::moved));
  CHECK(shape_of(dependence_of(successive, {swept})) == to_text(DependenceShape::moved));
}
