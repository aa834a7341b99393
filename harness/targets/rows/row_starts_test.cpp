// Starts of a program that follow each other: what each is told, and which rows count.
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/permutation/permutation.hpp"
#include "core/random/generators.hpp"
#include "core/tally/tally.hpp"
#include "harness/targets/rows/row_reader.hpp"
#include "harness/targets/rows/row_sampler.hpp"
#include "harness/targets/rows/rows_for_tests.hpp"

using namespace fairshuffle;

namespace {

/// Ends in peace after its bytes.
class StartForTests : public ByteSource {
 public:
  explicit StartForTests(std::string bytes, int* alive = nullptr)
      : pieces_(std::move(bytes), 1000), alive_(alive) {}
  ~StartForTests() override {
    if (alive_ != nullptr) --*alive_;
  }
  void request(std::uint64_t rows) override { pieces_.request(rows); }
  std::optional<std::size_t> read(std::span<char> into) override { return pieces_.read(into); }
  bool has_ended_well() override { return true; }
  std::string why_ended() override { return "It exited with status 0."; }

 private:
  PiecesForTests pieces_;
  int* alive_;
};

/// Shuffled decks of three cards, the same for the same seed.
std::string rows_of(std::uint64_t seed, std::uint64_t rows) {
  std::vector<int> deck{0, 1, 2};
  SplitMix64 words(seed);
  std::string lines;
  for (std::uint64_t row = 0; row < rows; ++row) {
    for (std::size_t last = 2; last > 0; --last) std::swap(deck[last], deck[words.next() % (last + 1)]);
    lines += fmt::format("{}\n", fmt::join(deck, " "));
  }
  return lines;
}

RowManner restarting(bool follows_seed = false) {
  RowManner manner;
  manner.format.deck_size = 3;
  manner.restarts = true;
  manner.follows_seed = manner.anew = follows_seed;
  return manner;
}

/// Looks at so many trials each, in blocks of 1,000: how many there were.
std::uint64_t trials_of(RowSampler& sampler, const std::vector<std::uint64_t>& looks, RunningTally& tally) {
  for (const std::uint64_t look : looks) {
    sampler.begin_look(look - tally.trials(), {}, {});
    if (tally.trials() == 0) sampler.begin_block(7);
    while (tally.trials() < look) {
      const std::uint64_t ready = sampler.ready(std::min<std::uint64_t>(look - tally.trials(), 1000));
      if (ready == 0) return tally.trials();
      sampler.run(tally.trials(), ready, tally);
    }
    sampler.end_look();
  }
  return tally.trials();
}

}  // namespace

TEST_CASE("no two starts have the same seed, and start 0 has the one that is given") {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t number = 0; number < 100'000; ++number) {
    seeds.insert(RowStart{.first_seed = 12345, .number = number}.seed() & 0x7fff'ffff);
  }
  CHECK(seeds.size() == 100'000);
  CHECK(RowStart{.first_seed = 12345}.seed() == 12345);
}

TEST_CASE("each start is told what its look still needs, and one that gave it is followed by another") {
  std::vector<RowStart> starts;
  RowSampler sampler(restarting(), RowOpener([&](const RowStart& start) {
                       starts.push_back(start);
                       return std::make_unique<StartForTests>(rows_of(start.seed(), start.rows));
                     }));
  RunningTally tally(3, 0);
  CHECK(trials_of(sampler, {2400, 3600, 5400}, tally) == 5400);
  // The second start is opened when the first block of its look is asked for.
  REQUIRE(starts.size() == 3);
  CHECK(starts[0].rows == 2400);
  CHECK(starts[1].rows == 1200);
  CHECK(starts[2].rows == 1800);
  CHECK(starts[1].number == 1);
}

TEST_CASE("a start that ends early after whole rows is followed by another, and that is told") {
  const auto remark = std::make_shared<std::string>();
  std::vector<std::uint64_t> told;
  RunningTally tally(3, 0);
  RowSampler sampler(restarting(), RowOpener([&](const RowStart& start) {
                       told.push_back(start.rows);
                       return std::make_unique<StartForTests>(
                           rows_of(start.seed(), std::min<std::uint64_t>(start.rows, 900)));
                     }),
                     remark);
  CHECK(trials_of(sampler, {2000}, tally) == 2000);
  CHECK(told == std::vector<std::uint64_t>{2000, 1100, 200});
  sampler.finish();
  CHECK(remark->find("was started again, each time with a new seed: 3 starts in all") != std::string::npos);
}

TEST_CASE("a start that breaks off after whole rows is not followed by another") {
  class Broken final : public StartForTests {
   public:
    using StartForTests::StartForTests;
    bool has_ended_well() override { return false; }
    std::string why_ended() override { return "It exited with status 1."; }
  };
  int starts = 0;
  RowSampler sampler(restarting(), RowOpener([&](const RowStart& start) {
                       ++starts;
                       return std::make_unique<Broken>(rows_of(start.seed(), 900));
                     }));
  sampler.begin_block(7);
  CHECK_THROWS_WITH_AS(sampler.ready(2000),
                       "it ended after 900 rows where 2,000 were asked for. It exited with status 1.",
                       TargetError);
  CHECK(starts == 1);
}

TEST_CASE("each start may begin with a byte order mark, and no other line") {
  RunningTally tally(3, 0);
  RowSampler sampler(
      restarting(), RowOpener([&](const RowStart& start) {
        return std::make_unique<StartForTests>("\xef\xbb\xbf" + rows_of(start.seed(), start.rows));
      }));
  CHECK(trials_of(sampler, {2400, 3600}, tally) == 3600);
  for (const std::string before : {"0 1 2\n", "1,2,0\n", ""}) {
    RunningTally none(3, 0);
    RowSampler marked(restarting(), RowOpener([&](const RowStart& start) {
                        return std::make_unique<StartForTests>("\xef\xbb\xbf" + before + "\xef\xbb\xbf" +
                                                               rows_of(start.seed(), start.rows));
                      }));
    CHECK_THROWS_AS(trials_of(marked, {2400}, none), TargetError);
  }
}

TEST_CASE("of starts that give the same decks each goes on where the last one ended, and that is told") {
  const auto remark = std::make_shared<std::string>();
  RunningTally tally(3, 0);
  std::vector<std::uint64_t> told;
  RowSampler sampler(restarting(true), RowOpener([&](const RowStart& start) {
                       told.push_back(start.rows);
                       return std::make_unique<StartForTests>(rows_of(1, start.rows));
                     }),
                     remark);
  CHECK(trials_of(sampler, {2400, 3600, 5400}, tally) == 5400);
  CHECK(told == std::vector<std::uint64_t>{2400, 1200, 3600, 5400});
  sampler.finish();
  CHECK(remark->find("started again, and those that were known were passed over; the seed that its "
                     "command is told does not reach its shuffle") != std::string::npos);
  RunningTally expected(3, 0);
  RowManner plain;
  plain.format.deck_size = 3;
  RowSampler whole(
      plain, RowOpener([&](const RowStart&) { return std::make_unique<StartForTests>(rows_of(1, 5400)); }));
  whole.begin_block(7);
  for (const std::uint64_t look : {2400U, 1200U, 1800U})
    whole.run(expected.trials(), whole.ready(look), expected);
  CHECK(tally.counted().permutations->by_rank() == expected.counted().permutations->by_rank());
}

TEST_CASE("a start that gives no more than the same decks, however many are wanted, is the last one") {
  for (const bool others_follow : {false, true}) {
    const auto remark = std::make_shared<std::string>();
    RunningTally tally(3, 0);
    int starts = 0;
    RowSampler sampler(
        restarting(true), RowOpener([&](const RowStart& start) {
          ++starts;
          // Later ones have other decks from the hundredth row on.
          return std::make_unique<StartForTests>(
              others_follow ? rows_of(1, 100) + rows_of(start.rows, start.rows - 100) : rows_of(1, 2400));
        }),
        remark);
    CHECK(trials_of(sampler, {2400, 3600}, tally) == 2400);
    sampler.finish();
    CHECK(starts == 3);
    CHECK(remark->find("no more than its first 2,400 to give; the seed") != std::string::npos);
  }
}

TEST_CASE("where decks are carried on, a start that goes on does not begin with a sorted deck") {
  RowManner manner = restarting(true);
  manner.carried = true;
  RunningTally tally(3, 0);
  RowSampler sampler(manner, RowOpener([](const RowStart& start) {
                       std::string lines;
                       const char* const moved[] = {"1 2 0\n", "2 0 1\n", "0 1 2\n"};
                       for (std::uint64_t row = 0; row < start.rows; ++row) lines += moved[row % 3];
                       return std::make_unique<StartForTests>(lines);
                     }));
  CHECK(trials_of(sampler, {100, 150}, tally) == 150);
  CHECK(tally.counted().permutations->by_rank()[rank_of(std::array<Card, 3>{1, 2, 0})] == 150);
}

TEST_CASE("starts that begin otherwise in their 64th row are others, and with the same 64 rows the same") {
  for (const std::uint64_t same : {63U, 64U}) {
    RunningTally tally(3, 0);
    RowSampler sampler(restarting(), RowOpener([&](const RowStart& start) {
                         const std::string begin = rows_of(1, same);
                         const std::string own = start.number == 0 ? "0 1 2\n" : "2 1 0\n";
                         return std::make_unique<StartForTests>(begin + own + rows_of(9, 35));
                       }));
    sampler.begin_block(7);
    CHECK(sampler.ready(120) == (same == 63 ? 120 : 100));
  }
}

TEST_CASE("a start of fewer rows than can be compared is a fault, with what to do") {
  RowSampler sampler(restarting(), RowOpener([&](const RowStart& start) {
                       return std::make_unique<StartForTests>(rows_of(start.seed(), 63));
                     }));
  sampler.begin_block(7);
  CHECK_THROWS_WITH_AS(
      sampler.ready(64),
      "it ended after 63 rows where 64 were asked for. It exited with status 0. A program is "
      "started again after 64 rows or more; one that shuffles once each time it is started "
      "is for --manner once, with | tail -n 1 behind it where it writes the sorted deck, too.",
      TargetError);
}

TEST_CASE("what follows its seed has a start for each look, though it could write on") {
  std::vector<RowStart> starts;
  RunningTally tally(3, 0);
  RowSampler sampler(restarting(true), RowOpener([&](const RowStart& start) {
                       starts.push_back(start);
                       return std::make_unique<StartForTests>(rows_of(start.seed(), 10'000));
                     }));
  CHECK(trials_of(sampler, {2400, 3600}, tally) == 3600);
  REQUIRE(starts.size() == 2);
  CHECK(starts[1].rows == 1200);
  RunningTally expected(3, 0);
  TrialStream stream(3);
  stream.begin();
  // The same rows, joined by hand.
  std::string joined = rows_of(starts[0].seed(), 2400) + rows_of(starts[1].seed(), 1200);
  RowManner plain;
  plain.format.deck_size = 3;
  RowSampler whole(plain,
                   RowOpener([&](const RowStart&) { return std::make_unique<StartForTests>(joined); }));
  whole.begin_block(7);
  whole.run(0, whole.ready(3600), expected);
  CHECK(tally.counted().permutations->by_rank() == expected.counted().permutations->by_rank());
}

TEST_CASE("one that answers requests, and is started again for each look, is not counted twice either") {
  RowManner manner = restarting(true);
  manner.restarts = false;
  manner.answers = true;
  RunningTally tally(3, 0);
  RowSampler sampler(manner, RowOpener([&](const RowStart& start) {
                       return std::make_unique<StartForTests>(rows_of(1, start.rows));
                     }));
  // What it writes at once ends where its rows do: nothing is there that nobody asked for.
  CHECK(trials_of(sampler, {2000, 3000}, tally) == 3000);
}

TEST_CASE("what is read ahead gives the same rows, and is gone after its first look") {
  std::vector<std::uint64_t> counts[2];
  for (const bool ahead : {false, true}) {
    RowManner manner = restarting();
    if (ahead) manner.looks_ahead = {2400, 3600, 5400};
    int alive = 0;
    std::vector<std::uint64_t> told;
    RowSampler sampler(manner, RowOpener([&](const RowStart& start) {
                         ++alive;
                         told.push_back(start.rows);
                         return std::unique_ptr<ByteSource>(
                             new StartForTests(rows_of(start.seed(), start.rows + 100), &alive));
                       }));
    RunningTally tally(3, 0);
    CHECK(trials_of(sampler, {2400, 3600, 5400}, tally) == 5400);
    CHECK(told == std::vector<std::uint64_t>{2400, 1100, 1700});
    CHECK(alive == (ahead ? 0 : 1));
    counts[ahead ? 1 : 0] = tally.counted().permutations->by_rank();
  }
  CHECK(counts[0] == counts[1]);
}

TEST_CASE("where decks are carried on, each start begins with a sorted deck") {
  RowManner manner = restarting();
  manner.carried = true;
  RunningTally tally(3, 0);
  // 64 rows, each the one before with its first card moved to the end; other rows follow.
  RowSampler sampler(manner, RowOpener([&](const RowStart& start) {
                       std::string lines;
                       for (std::uint64_t row = 0; row < 64; ++row) {
                         const char* const moved[] = {"1 2 0\n", "2 0 1\n", "0 1 2\n"};
                         // Start 1 moves two cards, so as not to begin as start 0 did.
                         lines += moved[(row * (start.number + 1) + start.number) % 3];
                       }
                       return std::make_unique<StartForTests>(lines);
                     }));
  sampler.begin_block(7);
  REQUIRE(sampler.ready(128) == 128);
  sampler.run(0, 128, tally);
  const auto counts = tally.counted().permutations->by_rank();
  CHECK(counts[rank_of(std::array<Card, 3>{1, 2, 0})] == 64);
  CHECK(counts[rank_of(std::array<Card, 3>{2, 0, 1})] == 64);
}

TEST_CASE("a program that is started for each deck gives one row a start, in the order of the starts") {
  RowManner manner;
  manner.format.deck_size = 3;
  manner.once = true;
  const auto started_for_each = [&](const std::string& third) {
    return RowSampler(manner, RowOpener([=](const RowStart& start) {
                        return std::make_unique<StartForTests>(start.number == 2 ? third : "0 1 2\n");
                      }));
  };
  RowSampler sampler = started_for_each("2 1 0\n");
  sampler.begin_block(7);
  RunningTally first(3, 0), second(3, 0);
  CHECK(sampler.ready(3) == 3);
  sampler.run(0, 2, first);
  sampler.run(2, 1, second);
  CHECK(first.counted().permutations->by_rank()[0] == 2);
  CHECK(second.counted().permutations->by_rank()[5] == 1);
  int finished = 0;
  class Finished final : public StartForTests {
   public:
    explicit Finished(int& count) : StartForTests("0 1 2\n"), count_(count) {}
    void finish() override { ++count_; }

   private:
    int& count_;
  };
  RowSampler each(manner, RowOpener([&](const RowStart&) { return std::make_unique<Finished>(finished); }));
  each.begin_block(7);
  CHECK(each.ready(3) == 3);
  CHECK(finished == 3);
  for (const auto& [third, said] :
       {std::pair{"", "start 3 of it ended without a deck. It exited with status 0."},
        {"0 1 2\n2 1 0\n",
         "start 3 of it wrote more than one deck; a program that shuffles more than once in "
         "a start is for --manner stream, one that writes the sorted deck first is for | tail -n 1 "
         "behind it, and one that writes a card a line for --one-a-line"}}) {
    RowSampler wrong = started_for_each(third);
    wrong.begin_block(7);
    CHECK_THROWS_WITH_AS(wrong.ready(3), said, TargetError);
  }
}
