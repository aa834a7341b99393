#include <doctest/doctest.h>

#include "harness/targets/rows/first_row.hpp"
#include "harness/targets/rows/rows_for_tests.hpp"

using namespace fairshuffle;

namespace {

/// Rows that are there, written by others or not.
class RowsForTests final : public RowTarget {
 public:
  RowsForTests(std::string bytes, RowFormat::Kind kind, TargetFacts facts)
      : bytes_(std::move(bytes)), facts_(facts) {
    manner_.format = {.kind = kind, .deck_size = 3, .base = 0, .deck = {}};
    manner_.recorded = facts.recorded;
    description_.deck_size = 3;
  }

  std::uint64_t identity() const override { return 1; }
  TargetFacts facts() const override { return facts_; }
  std::string caveat() const override { return ""; }
  RowOpener opener() const override {
    return [this](const RowStart&) { return std::make_unique<PiecesForTests>(bytes_, 4); };
  }

 private:
  std::string bytes_;
  TargetFacts facts_;
};

}  // namespace

TEST_CASE("first rows are shown as written and as understood, and those after them are counted") {
  const RowsForTests target("2 0 1\n0,1 1\n1 0 2\n0 0 0\n2 1 0", RowFormat::Kind::text,
                            {.recorded = true, .writes_rows = true});
  RowTrial trial(target, 1, 100'000);
  const std::vector<ShownRow> rows = trial.first(2);
  CHECK(!trial.fault());
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].written == "2 0 1");
  CHECK(rows[0].permutation == std::vector<WideCard>{2, 0, 1});
  CHECK(rows[1].written == "0,1 1");
  CHECK(rows[1].permutation.empty());
  const RowPace pace = trial.measure(10);
  CHECK(pace.rows == 3);
  CHECK(pace.no_permutations == 1);
}

TEST_CASE("no more rows are measured than are asked for") {
  const RowsForTests target("2 0 1\n0 1 2\n1 0 2\n1 0 2\n", RowFormat::Kind::text,
                            {.recorded = true, .writes_rows = true});
  RowTrial trial(target, 1, 3);
  CHECK(trial.first(1).size() == 1);
  CHECK(trial.measure(10).rows == 2);
}

TEST_CASE("the rows before a fault are shown, and the fault is kept") {
  const RowsForTests target("2 0 1\n0 1 x\n", RowFormat::Kind::text, {.writes_rows = true});
  RowTrial trial(target, 1, 100'000);
  CHECK(trial.first(5).size() == 1);
  REQUIRE(trial.fault());
  CHECK(std::string(trial.fault()->what()).find("row 2") != std::string::npos);
}

TEST_CASE("rows that nobody wrote are shown as permutations, and as numbers where they are none") {
  const RowsForTests target(std::string("\2\0\1\0\0\7", 6), RowFormat::Kind::u8, {.recorded = true});
  RowTrial trial(target, 1, 100'000);
  const std::vector<ShownRow> rows = trial.first(2);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].written == "");
  CHECK(rows[0].permutation == std::vector<WideCard>{2, 0, 1});
  CHECK(rows[1].written == "0 0 7");
  CHECK(rows[1].permutation.empty());
}

TEST_CASE("a last row without its end is shown as it is, and line ends are no part of any row") {
  const RowsForTests target("2 0 1\r\n1 0 2 \n0, 1,2", RowFormat::Kind::text,
                            {.recorded = true, .writes_rows = true});
  RowTrial trial(target, 1, 100'000);
  const std::vector<ShownRow> rows = trial.first(10);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].written == "2 0 1");
  CHECK(rows[1].written == "1 0 2 ");
  CHECK(rows[2].written == "0, 1,2");
  CHECK(rows[2].permutation == std::vector<WideCard>{0, 1, 2});
  CHECK(trial.measure(10).rows == 0);
}

TEST_CASE("bytes that end like lines are shown as they are, and all of many rows are measured") {
  const RowsForTests bytes(std::string("\2\1\0\n\r\n", 6), RowFormat::Kind::u8,
                           {.recorded = true, .writes_rows = true});
  RowTrial trial(bytes, 1, 100'000);
  const std::vector<ShownRow> rows = trial.first(2);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].written == "\\x02\\x01\\x00");
  CHECK(rows[1].written == "\\n\\r\\n");
  std::string many;
  for (int row = 0; row < 40'000; ++row) many += row % 10 == 0 ? "2 2 2\n" : "2 0 1\n";
  const RowsForTests target(many, RowFormat::Kind::text, {.recorded = true, .writes_rows = true});
  RowTrial all(target, 1, 100'000);
  CHECK(all.first(1000).size() == 1000);
  const RowPace pace = all.measure(60);
  CHECK(pace.rows == 39'000);
  CHECK(pace.no_permutations == 3'900);
  CHECK(pace.seconds > 0);
  CHECK(pace.seconds < 60);
}
