#include "harness/targets/rows/row_sampler.hpp"

#include <array>
#include <numeric>
#include <random>

#include <doctest/doctest.h>

#include "harness/targets/rows/rows_for_tests.hpp"

using namespace fairshuffle;

namespace {

constexpr RowFormat::Kind as_text = RowFormat::Kind::text, as_u8 = RowFormat::Kind::u8;

RowManner manner_of(RowFormat::Kind kind, int deck_size, bool recorded = false, bool carried = false) {
  RowManner manner;
  manner.format = {.kind = kind, .deck_size = deck_size, .base = 0, .deck = {}};
  if (recorded) manner.recorded = true;
  if (carried) manner.carried = true;
  return manner;
}

/// A sampler of `bytes` that has begun; `source` is set to where they come from.
RowSampler sampler_of(const RowManner& manner, std::string bytes, std::size_t piece = 1000,
                      PiecesForTests** source = nullptr) {
  RowSampler sampler(manner, [=](const RowStart&) {
    auto pieces = std::make_unique<PiecesForTests>(bytes, piece);
    if (source != nullptr) *source = pieces.get();
    return pieces;
  });
  sampler.begin_block(1);
  return sampler;
}

std::string error_of(RowSampler sampler, std::uint64_t trials) {
  try {
    sampler.ready(trials);
  } catch (const TargetDisturbed&) {
    return "disturbed, though nobody said so";
  } catch (const TargetError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

namespace {

/// Gives all of its bytes at once, and fails where more are wanted.
class FailsForTests final : public ByteSource {
 public:
  explicit FailsForTests(std::string bytes) : bytes_(std::move(bytes)) {}

  void request(std::uint64_t /*rows*/) override {}
  std::optional<std::size_t> read(std::span<char> into) override {
    if (bytes_.empty()) throw TargetError("it is silent");
    const std::size_t size = bytes_.copy(into.data(), into.size());
    bytes_.erase(0, size);
    return size;
  }
  std::string why_ended() override { return ""; }
  void finish() override {}

 private:
  std::string bytes_;
};

std::string error_after(const std::string& bytes) {
  RowSampler sampler(manner_of(as_text, 2),
                     [bytes](const RowStart&) { return std::make_unique<FailsForTests>(bytes); });
  sampler.begin_block(1);
  return error_of(std::move(sampler), 2);
}

}  // namespace

TEST_CASE("a source that fails is told with the rows before, and with what came of the next one") {
  CHECK(error_after("0 1\n") == "after 1 of 2 rows: it is silent");
  CHECK(error_after("0 1\n1") == "after 1 of 2 rows and \"1\": it is silent");
  CHECK(error_after("0 1\n1 0") == "after 1 of 2 rows and \"1 0\": it is silent");
}

TEST_CASE("rows are counted as what they are, in blocks of any length") {
  RowSampler sampler = sampler_of(manner_of(as_text, 3), "2 0 1\n0 1 2\n0 1 2\n1 0 2\n2 1 0\n");
  RunningTally tally(3, 0);
  CHECK(sampler.ready(1) == 1);
  sampler.run(0, 1, tally);
  CHECK(sampler.ready(4) == 4);
  sampler.run(1, 3, tally);
  sampler.run(4, 1, tally);
  CHECK(tally.counted().permutations->by_rank() == std::vector<std::uint64_t>{2, 0, 1, 0, 1, 1});
  // A stream goes on from one run to the next.
  CHECK(tally.counted().repeats.pairs == 4);
  CHECK(tally.counted().repeats.equal == 1);
}

TEST_CASE("only the rows that are missing are asked for, and none are read ahead of what is asked") {
  PiecesForTests* source = nullptr;
  // What follows the fourth row is no row, and no one asks for it.
  RowSampler sampler = sampler_of(manner_of(as_text, 2), "0 1\n1 0\n0 1\n1 0\nbye\n", 1000, &source);
  RunningTally tally(2, 0);
  CHECK(sampler.ready(3) == 3);
  sampler.run(0, 2, tally);
  CHECK(sampler.ready(1) == 1);
  CHECK(sampler.ready(2) == 2);
  sampler.run(2, 2, tally);
  CHECK(source->requests == std::vector<std::uint64_t>{3, 1});
  CHECK(tally.trials() == 4);
  CHECK_THROWS_AS(sampler.ready(1), TargetError);
}

TEST_CASE("a row that is no permutation is an invalid trial with the row as it was written") {
  RowSampler sampler = sampler_of(manner_of(as_text, 3), "2 0 1\n2,0,2\n0 1\n0 1 2\n0 1 300\n");
  RunningTally first(3, 0), second(3, 0);
  CHECK(sampler.ready(5) == 5);
  sampler.run(100, 2, first);
  sampler.run(102, 3, second);
  CHECK(first.trials() == 1);
  REQUIRE(first.witnesses().size() == 1);
  CHECK(first.witnesses()[0].trial == 101);
  CHECK(first.witnesses()[0].permutation == std::vector<WideCard>{2, 0, 2});
  CHECK(first.witnesses()[0].row == "2,0,2");
  CHECK(second.trials() == 1);
  CHECK(second.invalid_trials() == 2);
  REQUIRE(second.witnesses().size() == 2);
  CHECK(second.witnesses()[0].trial == 102);
  CHECK(second.witnesses()[0].permutation == std::vector<WideCard>{0, 1});
  CHECK(second.witnesses()[1].trial == 104);
  CHECK(second.witnesses()[1].permutation.empty());
  CHECK(second.witnesses()[1].row == "0 1 300");
}

TEST_CASE("raw bytes that are no permutation are an invalid trial with the bytes as numbers") {
  RowManner manner = manner_of(as_u8, 3);
  manner.format.base = 1;
  RowSampler sampler = sampler_of(manner, std::string("\1\2\3\1\1\3\0\2\3\xff\1\2", 12));
  RunningTally tally(3, 0);
  CHECK(sampler.ready(4) == 4);
  sampler.run(0, 4, tally);
  CHECK(tally.trials() == 1);
  REQUIRE(tally.witnesses().size() == 3);
  CHECK(tally.witnesses()[0].row == "1 1 3");
  CHECK(tally.witnesses()[1].row == "0 2 3");
  CHECK(tally.witnesses()[2].row == "255 1 2");
}

TEST_CASE("an end that comes too early is an error that says how far it came and why") {
  CHECK(error_of(sampler_of(manner_of(as_text, 2), "0 1\n1 0\n"), 3) ==
        "it ended after 2 rows where 3 were asked for. It exited with status 3.");
  CHECK(error_of(sampler_of(manner_of(as_text, 2), "0 1\n1"), 2000) ==
        "it ended after 1 row where 2,000 were asked for, and row 2 is cut off: \"1\". It exited with status "
        "3.");
  CHECK(error_of(sampler_of(manner_of(as_u8, 2), std::string("\0\1\1", 3)), 2) ==
        "it ended after 1 row where 2 were asked for, and row 2 is cut off after 1 of its 2 bytes. It exited "
        "with status 3.");
  CHECK(error_of(sampler_of(manner_of(as_text, 2), ""), 1) ==
        "it ended after 0 rows where 1 were asked for. It exited with status 3.");
  CHECK(error_of(sampler_of(manner_of(as_text, 2), "0 1\n1 0"), 2) == "");
}

TEST_CASE("a recording ends when it ends, but not in the middle of a row and not before the first") {
  RowSampler sampler = sampler_of(manner_of(as_text, 2, true), "0 1\n1 0\n0 1\n");
  RunningTally tally(2, 0);
  CHECK(sampler.ready(2) == 2);
  sampler.run(0, 2, tally);
  CHECK(sampler.ready(2) == 1);
  sampler.run(2, 1, tally);
  CHECK(sampler.ready(2) == 0);
  CHECK(tally.trials() == 3);
  CHECK(error_of(sampler_of(manner_of(as_text, 2, true), ""), 5) == "the recording has no rows");
  CHECK(error_of(sampler_of(manner_of(as_text, 2, true), "\n\n"), 5) == "the recording has no rows");
  CHECK(error_of(sampler_of(manner_of(as_u8, 2, true), std::string("\0\1\1", 3)), 5) ==
        "the recording ends after 1 row, and row 2 is cut off after 1 of its 2 bytes");
}

TEST_CASE("a block that begins again opens the source again and counts rows from 1") {
  RowSampler sampler = sampler_of(manner_of(as_text, 2), "0 1\nx\n");
  CHECK(sampler.ready(1) == 1);
  sampler.begin_block(2);
  CHECK(sampler.ready(1) == 1);
  CHECK(error_of(std::move(sampler), 2).starts_with("row 2 is \"x\""));
}

TEST_CASE("a line that never ends is refused before much of it is read") {
  PiecesForTests* source = nullptr;
  RowSampler sampler =
      sampler_of(manner_of(as_text, 2), "0 1\n" + std::string(10'000'000, '1'), 10'000'000, &source);
  CHECK_THROWS_AS(sampler.ready(2), TargetError);
  CHECK(source->given < 300'000);
}

TEST_CASE("a line of a CSV that gives more rows than were wanted is no reason to wait for more bytes") {
  RowManner manner = manner_of(as_text, 2);
  manner.columns = {"deck"};
  PiecesForTests* source = nullptr;
  RowSampler sampler = sampler_of(manner, "deck\n0 1\r1 0\r0 1\n1 0\n", 18, &source);
  RunningTally tally(2, 0);
  CHECK(sampler.ready(1) == 1);
  CHECK(source->given == 18);
  sampler.run(0, 1, tally);
  CHECK(sampler.ready(3) == 3);
  sampler.run(1, 3, tally);
  CHECK(tally.counted().permutations->by_rank() == std::vector<std::uint64_t>{2, 2});
}

TEST_CASE("where decks are carried on, the moves from one row to the next are counted") {
  // Every row is the one before with the first card moved to the end, after a row that is no permutation as
  // well.
  const std::string rows = "1 2 3 0\n2 3 0 1\n3 0 1 2\n0 1 1 2\n1 2 3 0\n2 3 0 1\n";
  for (const std::uint64_t first_run : {1U, 2U, 3U, 4U, 5U}) {
    RowSampler sampler = sampler_of(manner_of(as_text, 4, false, true), rows);
    RunningTally tally(4, 0);
    REQUIRE(sampler.ready(6) == 6);
    sampler.run(0, first_run, tally);
    sampler.run(first_run, 6 - first_run, tally);
    const auto counts = tally.counted().permutations->by_rank();
    CHECK(counts[rank_of(std::array<Card, 4>{1, 2, 3, 0})] == 5);
    CHECK(tally.trials() == 5);
    REQUIRE(tally.witnesses().size() == 1);
    CHECK(tally.witnesses()[0].trial == 3);
    CHECK(tally.witnesses()[0].row == "0 1 1 2");
  }
  const std::string bytes("\1\0\1\1\1\0", 6);
  RowSampler sampler = sampler_of(manner_of(as_u8, 2, false, true), bytes);
  RunningTally tally(2, 0);
  REQUIRE(sampler.ready(3) == 3);
  sampler.run(0, 3, tally);
  CHECK(tally.counted().permutations->by_rank() == std::vector<std::uint64_t>{0, 2});
  CHECK(tally.witnesses()[0].row == "1 1");
}

TEST_CASE("many rows in pieces of odd sizes are counted as the permutations that were written") {
  std::mt19937 words(1);
  for (const std::size_t deck_size : {1U, 5U, 12U, 52U, 64U}) {
    std::vector<WideCard> deck(deck_size);
    std::iota(deck.begin(), deck.end(), WideCard{0});
    RunningTally expected(static_cast<int>(deck_size), 0);
    TrialStream stream(static_cast<int>(deck_size));
    std::string lines, bytes;
    const std::uint64_t rows = 3000;
    for (std::uint64_t row = 0; row < rows; ++row) {
      std::ranges::shuffle(deck, words);
      stream.add(deck, row, expected);
      lines += fmt::format("{}\n", fmt::join(deck, row % 2 == 0 ? " " : ","));
      bytes.append(deck.begin(), deck.end());
    }
    for (const RowFormat::Kind kind : {as_text, as_u8}) {
      RowSampler sampler =
          sampler_of(manner_of(kind, static_cast<int>(deck_size)), kind == as_text ? lines : bytes, 4099);
      RunningTally tally(static_cast<int>(deck_size), 0);
      REQUIRE(sampler.ready(rows) == rows);
      sampler.run(0, rows, tally);
      const Tally counted = tally.complete(), wanted = expected.complete();
      CHECK(counted.trials == rows);
      CHECK(counted.repeats.equal == wanted.repeats.equal);
      if (counted.permutations && deck_size <= 5)
        CHECK(counted.permutations->by_rank() == wanted.permutations->by_rank());
      for (int card = 0; card < static_cast<int>(deck_size); ++card) {
        for (int position = 0; position < static_cast<int>(deck_size); ++position) {
          REQUIRE(counted.positions.at(card, position) == wanted.positions.at(card, position));
        }
      }
    }
  }
}

TEST_CASE("bytes that are no text are told by the first of them, and by none after a row") {
  CHECK(error_of(sampler_of(manner_of(as_text, 3), std::string("\2\0\1\n", 4)), 1)
            .find("rows are raw bytes, and format=text says lines of numbers") != std::string::npos);
  CHECK(error_of(sampler_of(manner_of(as_text, 3), std::string("2 0 1\n\2\0\1\n", 10), 6), 2)
            .find("raw bytes") == std::string::npos);
}

TEST_CASE("where rows come from is told of the end, too") {
  PiecesForTests* source = nullptr;
  RowSampler sampler = sampler_of(manner_of(as_text, 3), "2 0 1\n", 1000, &source);
  REQUIRE(sampler.ready(1) == 1);
  CHECK_FALSE(source->is_finished);
  sampler.finish();
  CHECK(source->is_finished);
}

TEST_CASE("what may be at its end is asked how it ended, and goes on") {
  RowManner manner = manner_of(as_text, 3);
  manner.answers = true;
  PiecesForTests* source = nullptr;
  // Pieces end with rows.
  RowSampler sampler = sampler_of(manner, "2 0 1\n0 1 2\n", 6, &source);
  REQUIRE(sampler.ready(1) == 1);
  sampler.check();
  CHECK(source->is_finished);
  CHECK(sampler.ready(2) == 2);

  // A row that nobody had asked for is told of once more where others are wanted.
  RowSampler hasty = sampler_of(manner, "2 0 1\n0 1 2\n");
  REQUIRE(hasty.ready(1) == 1);
  CHECK_THROWS_WITH_AS(hasty.check(), doctest::Contains("nobody had asked for"), TargetError);
  CHECK_THROWS_WITH_AS(hasty.ready(2), doctest::Contains("nobody had asked for"), TargetError);
}
