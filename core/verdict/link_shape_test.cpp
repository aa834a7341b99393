// What a link is told to look like, of counts of quotients set by hand.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/verdict/link.hpp"

using namespace fairshuffle;

namespace {

// 900 quotients of nine cards, as fair as whole numbers are: 100 for each cell, cycles by Stirling's numbers,
// fixed points by the rencontres numbers, half of them even.
struct Quotients {
  std::array<std::array<int, 9>, 9> positions;
  std::array<int, 10> fixed_points{331, 331, 166, 55, 14, 3, 0, 0, 0, 0};
  std::array<int, 10> cycles{0, 100, 272, 293, 167, 56, 11, 1, 0, 0};
  std::array<int, 2> parity{450, 450};

  Quotients() {
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
    QuotientCounts& counts = whole.quotients;
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
  test.test = name.starts_with("quotient ") ? "quotients" : name;
  test.applied = test.rejected = true;
  test.tail = tail;
  test.log10_p = log10_p;
  return test;
}

LinkRecord link_of(const Quotients& quotients, std::vector<TestRecord> tests,
                   LinkProof proof = LinkProof::quotients) {
  Findings findings;
  findings.tests = std::move(tests);
  findings.linked = true;
  return described_link(quotients.tally(), findings, proof, 0.999);
}

std::string shape_of(const LinkRecord& link) {
  return to_text(link.shape);
}

}  // namespace

TEST_CASE("a cell more than six standard errors off is what the link looks like, whatever test sees it") {
  // The standard error of a cell is sqrt(100 8/9) = 9.43, six of them 56.6.
  for (const int by : {57, -57}) {
    Quotients quotients;
    quotients.move(2, 4, by);
    const LinkRecord link = link_of(quotients, {});
    CHECK(shape_of(link) == to_text(LinkShape::moved));
    REQUIRE(link.cell.has_value());
    CHECK(link.cell->position == 2);
    CHECK(link.cell->card == 4);
    CHECK(link.cell->count == static_cast<std::uint64_t>(100 + by));
    CHECK_FALSE(link.share.has_value());
    CHECK(link.proof == LinkProof::quotients);
  }
  Quotients less;
  less.move(2, 4, 56);
  const LinkRecord none = link_of(less, {});
  CHECK(shape_of(none) == to_text(LinkShape::unclear));
  CHECK_FALSE(none.cell.has_value());
}

TEST_CASE("where no cell stands out, the test of quotients that rejects most tells what it sees") {
  Quotients quotients;
  quotients.move(0, 0, 30);
  quotients.move(5, 2, -31);
  quotients.parity = {300, 600};
  const LinkRecord moved = link_of(quotients, {rejecting("quotient positions")});
  CHECK(shape_of(moved) == to_text(LinkShape::moved));
  REQUIRE(moved.cell.has_value());
  CHECK(moved.cell->position == 5);
  CHECK(moved.cell->card == 2);
  CHECK(moved.cell->count == 69);
  CHECK_FALSE(moved.share.has_value());
  const LinkRecord turned = link_of(quotients, {rejecting("quotient parity")});
  CHECK(shape_of(turned) == to_text(LinkShape::alternating));
  CHECK(turned.share.value() == doctest::Approx(600 / 900.));
  CHECK_FALSE(turned.cell.has_value());
  // The smaller p of the two, in either order; and tests that look at no quotients are none of them.
  const TestRecord positions = rejecting("quotient positions", Tail::upper, -30),
                   parity = rejecting("quotient parity", Tail::upper, -31),
                   cycles = rejecting("cycles", Tail::upper, -99);
  CHECK(shape_of(link_of(quotients, {cycles, positions, parity})) == to_text(LinkShape::alternating));
  CHECK(shape_of(link_of(quotients, {parity, positions, cycles})) == to_text(LinkShape::alternating));
  CHECK(shape_of(link_of(quotients, {parity, rejecting("quotient positions", Tail::upper, -32)})) ==
        to_text(LinkShape::moved));
  // No test that says where.
  CHECK(shape_of(link_of(quotients, {rejecting("quotient cycles")})) == to_text(LinkShape::unclear));
  CHECK(shape_of(link_of(quotients, {})) == to_text(LinkShape::unclear));
  // Positions as flat as they can be have no farthest cell.
  const LinkRecord flat = link_of(Quotients(), {rejecting("quotient positions")});
  CHECK(shape_of(flat) == to_text(LinkShape::unclear));
  CHECK_FALSE(flat.cell.has_value());
}

TEST_CASE("orders that take turns between even and odd are told, unless one step is nearly all of them") {
  Quotients quotients;
  quotients.parity = {0, 900};
  const LinkRecord link = link_of(quotients, {});
  CHECK(shape_of(link) == to_text(LinkShape::alternating));
  CHECK_FALSE(link.share.has_value());
  quotients.parity = {1, 899};
  CHECK(shape_of(link_of(quotients, {})) == to_text(LinkShape::unclear));
  // A turn by one place in 809 or 810 of 900, below and from nine tenths on.
  const auto turned = [](int times) {
    Quotients turning;
    for (std::size_t position = 0; position < 9; ++position) {
      for (std::size_t card = 0; card < 9; ++card) turning.positions[position][card] = 0;
      turning.positions[position][(position + 1) % 9] = times;
      turning.positions[position][(position + 2) % 9] = 900 - times;
    }
    turning.parity = {0, 900};
    turning.fixed_points = {900};
    turning.cycles = {0, 900};
    return link_of(turning, {});
  };
  CHECK(shape_of(turned(809)) == to_text(LinkShape::alternating));
  CHECK(shape_of(turned(810)) == to_text(LinkShape::fixed_step));
  CHECK(turned(810).share.value() == doctest::Approx(0.9));
}

TEST_CASE("a step that a quarter of the moving quotients are is told with its share of all") {
  // The turn by one place in 225 of 900 that move, the others even; 300 more are of equal decks.
  const auto turned = [](int times, int repeated) {
    Quotients turning;
    for (std::size_t position = 0; position < 9; ++position) {
      for (std::size_t card = 0; card < 9; ++card) {
        // What is left for eight cards, as even as it goes: the last of them takes the rest.
        turning.positions[position][card] = (900 - times) / 8;
      }
      turning.positions[position][(position + 2) % 9] += (900 - times) % 8;
      turning.positions[position][(position + 1) % 9] = times;
    }
    turning.repeat(repeated);
    return link_of(turning, {});
  };
  CHECK(shape_of(turned(225, 0)) == to_text(LinkShape::fixed_step));
  CHECK(turned(225, 0).share.value() == doctest::Approx(0.25));
  CHECK(shape_of(turned(224, 0)) == to_text(LinkShape::moved));
  CHECK(shape_of(turned(225, 300)) == to_text(LinkShape::fixed_step));
  CHECK(turned(225, 300).share.value() == doctest::Approx(225 / 1200.));
  // The sorted order is no step, however often it comes.
  Quotients equal;
  equal.repeat(900);
  CHECK(shape_of(link_of(equal, {})) == to_text(LinkShape::unclear));
}

TEST_CASE("decks that come again are told as such where a tenth do, or where nothing else is uneven") {
  const auto link_at = [](int equal, const auto& change, std::vector<TestRecord> tests,
                          LinkProof proof = LinkProof::quotients) {
    Quotients quotients;
    change(quotients);
    quotients.repeat(equal);
    return link_of(quotients, std::move(tests), proof);
  };
  const auto plain = [](Quotients&) {};
  const auto uneven = [](Quotients& quotients) {
    quotients.move(2, 4, 80);
    quotients.parity = {250, 650};
  };
  const auto cell_alone = [](Quotients& quotients) { quotients.move(2, 4, 80); };
  const TestRecord often = rejecting("repeats"), seldom = rejecting("repeats", Tail::lower);
  // 100 of 1,000 are a tenth; 99 of 999 are fewer.
  const LinkRecord tenth = link_at(100, uneven, {often});
  CHECK(shape_of(tenth) == to_text(LinkShape::repeated));
  CHECK(tenth.share.value() == doctest::Approx(0.1));
  CHECK_FALSE(tenth.cell.has_value());
  CHECK(shape_of(link_at(99, uneven, {often})) == to_text(LinkShape::moved));
  // More than independent trials have is as good as a test that rejects; a step that proves the link is not,
  // and too few of them are no repetition.
  Quotients proven;
  uneven(proven);
  proven.repeat(100);
  Tally whole = proven.tally();
  CHECK(shape_of(described_link(whole, {}, LinkProof::repeats, 0.999)) == to_text(LinkShape::moved));
  whole.trials = 1001;
  CHECK(shape_of(described_link(whole, {}, LinkProof::repeats, 0.999)) == to_text(LinkShape::repeated));
  CHECK(shape_of(link_at(100, uneven, {seldom}, LinkProof::repeats)) == to_text(LinkShape::moved));
  // Fewer, where no cell stands out, or where the other decks' parity, cycles and fixed points are fair.
  const LinkRecord few = link_at(50, plain, {often});
  CHECK(shape_of(few) == to_text(LinkShape::repeated));
  CHECK(few.share.value() == doctest::Approx(50 / 950.));
  CHECK(shape_of(link_at(50, cell_alone, {often})) == to_text(LinkShape::repeated));
  CHECK(shape_of(link_at(50, uneven, {often})) == to_text(LinkShape::moved));
  // Quotients of uneven decks are uneven, linked or not.
  CHECK(shape_of(link_at(50, uneven, {often, rejecting("positions")})) == to_text(LinkShape::repeated));
}

TEST_CASE("decks that come again at one distance are periodic, and told with their share where few do") {
  const auto recurring = [](std::uint64_t repeats) {
    Tally whole = Quotients().tally();
    whole.trials = whole.birthday.kept = 1000;
    whole.birthday.distinct = 1000 - repeats;
    whole.birthday.distance = 200;
    whole.birthday.again = whole.birthday.at_distance = whole.birthday.repeats_at_distance = repeats;
    Findings findings;
    findings.tests = {rejecting("birthday")};
    return described_link(whole, findings, LinkProof::birthday, 0.999);
  };
  // Nine in ten of the 800 that have one 200 trials before.
  const LinkRecord most = recurring(721), few = recurring(719);
  for (const LinkRecord& link : {most, few}) {
    CHECK(shape_of(link) == to_text(LinkShape::periodic));
    CHECK(link.period.value() == 200);
  }
  CHECK_FALSE(most.share.has_value());
  CHECK(few.share.value() == doctest::Approx(0.719));
}

TEST_CASE(
    "where a period alone proves the link, few decks that keep to it are told before a cell that is off") {
  Quotients quotients;
  quotients.move(2, 4, 60);
  Tally whole = quotients.tally();
  whole.trials = whole.birthday.kept = 1000;
  whole.birthday.distinct = 900;
  whole.birthday.again = whole.birthday.at_distance = whole.birthday.repeats_at_distance = 100;
  whole.birthday.distance = 2;
  Findings findings;
  findings.tests = {rejecting("birthday")};
  CHECK(shape_of(described_link(whole, findings, LinkProof::birthday, 0.999)) ==
        to_text(LinkShape::periodic));
  CHECK(shape_of(described_link(whole, findings, LinkProof::samples, 0.999)) == to_text(LinkShape::moved));
}

TEST_CASE("a cell is told as it is with equal decks, and not where these make it") {
  // Of four cards one in ten is held, the others are fair: what is left without the held ones is even.
  Tally whole(4, 0);
  whole.quotients.pairs = 24'000 + 2'400;
  whole.quotients.orders.assign(24, 1000);
  whole.quotients.orders.front() += 2'400;
  CHECK_FALSE(described_link(whole, {}, LinkProof::quotients, 0.999).cell.has_value());
  // The order 0 2 3 1 came more often, too.
  whole.quotients.orders[3] += 2'400;
  whole.quotients.pairs += 2'400;
  const LinkRecord moved = described_link(whole, {}, LinkProof::quotients, 0.999);
  REQUIRE(moved.cell.has_value());
  CHECK(moved.cell->position == 0);
  CHECK(moved.cell->card == 0);
  CHECK(moved.cell->count == 6000 + 2 * 2'400);
  CHECK(moved.cell->ratio == doctest::Approx(10'800 / 7'200.));
}

TEST_CASE("decks that come again too seldom are told where no cell stands out") {
  Quotients quotients;
  const TestRecord seldom = rejecting("repeats", Tail::lower), often = rejecting("repeats"),
                   swept = rejecting("birthday", Tail::lower), starts = rejecting("birthday");
  const LinkRecord none = link_of(quotients, {seldom});
  CHECK(shape_of(none) == to_text(LinkShape::never_repeated));
  CHECK(none.share.value() == 0);
  const LinkRecord sweeping = link_of(quotients, {swept});
  CHECK(shape_of(sweeping) == to_text(LinkShape::never_repeated));
  CHECK_FALSE(sweeping.share.has_value());
  CHECK(shape_of(link_of(quotients, {starts})) == to_text(LinkShape::unclear));
  CHECK(shape_of(link_of(quotients, {often})) == to_text(LinkShape::repeated));
  TestRecord passing = seldom;
  passing.rejected = false;
  CHECK(shape_of(link_of(quotients, {passing})) == to_text(LinkShape::unclear));
  quotients.move(2, 4, 60);
  CHECK(shape_of(link_of(quotients, {seldom})) == to_text(LinkShape::moved));
  CHECK(shape_of(link_of(quotients, {swept})) == to_text(LinkShape::moved));
}
