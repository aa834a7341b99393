// What a row costs the harness, from reading a file to its place in the tally. One iteration is one row.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "core/record/plan.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/rows/row_sampler.hpp"

namespace {

using namespace fairshuffle;

enum class Written { u8, text, text_with_commas, tokens, csv };

// Of the rows' relative permutations: as of the first rows of a run, whose relative permutations are all
// counted, or as they come.
enum class Share { all, as_they_come };

constexpr std::uint64_t bytes_at_most = 100'000'000;

std::string row_of(const std::vector<WideCard>& deck, Written written) {
  switch (written) {
    case Written::u8:
      return {deck.begin(), deck.end()};
    case Written::text:
      return fmt::format("{}\n", fmt::join(deck, " "));
    case Written::text_with_commas:
      return fmt::format("{}\r\n", fmt::join(deck, ", "));
    case Written::tokens: {
      std::string row;
      for (const WideCard card : deck) row += fmt::format("card{} ", card);
      return row + "\n";
    }
    case Written::csv:
      return fmt::format("game,\"{}\",x\n", fmt::join(deck, ","));
  }
  return "";
}

/// A file of up to ten million rows, which goes with the object.
class RowFile {
 public:
  RowFile(std::size_t deck_size, Written written)
      : path_(std::filesystem::temp_directory_path() / fmt::format("fairshuffle-rows-{}", ::getpid())) {
    std::mt19937 words(1);
    std::vector<WideCard> deck(deck_size);
    std::iota(deck.begin(), deck.end(), WideCard{0});
    // Of a few different rows the processor would learn the order by heart.
    std::string some;
    const std::uint64_t different = 100'000;
    for (std::uint64_t row = 0; row < different; ++row) {
      std::ranges::shuffle(deck, words);
      some += row_of(deck, written);
    }
    std::ofstream file(path_, std::ios::binary);
    if (written == Written::csv) file << "kind,deck,note\n";
    for (; rows < 10'000'000 && (rows / different + 1) * some.size() <= bytes_at_most; rows += different) {
      file << some;
    }
  }
  RowFile(const RowFile&) = delete;
  RowFile& operator=(const RowFile&) = delete;
  ~RowFile() { std::filesystem::remove(path_); }

  std::shared_ptr<ByteSource> open() const {
    const auto target = make_unopened_target({.name = "log", .settings = {{"path", path_.string()}}}, {});
    return dynamic_cast<const RowTarget&>(*target).opener()({});
  }

  std::uint64_t rows = 0;

 private:
  std::filesystem::path path_;
};

RowManner manner_of(int deck_size, Written written) {
  RowManner manner;
  manner.format.deck_size = deck_size;
  manner.recorded = true;
  if (written == Written::u8) manner.format.kind = RowFormat::Kind::u8;
  if (written == Written::csv) manner.columns = {"deck"};
  if (written == Written::tokens) {
    manner.format.kind = RowFormat::Kind::tokens;
    for (int card = 0; card < deck_size; ++card) manner.format.deck.push_back(fmt::format("card{}", card));
  }
  return manner;
}

// Argument: deck size.
void count_rows(benchmark::State& state, Written written, Share share) {
  const auto deck_size = static_cast<int>(state.range(0));
  const RowFile file(static_cast<std::size_t>(deck_size), written);
  RowSampler sampler(manner_of(deck_size, written), [&file](const RowStart&) { return file.open(); });
  RunningTally tally(deck_size, 0);
  std::uint64_t left = 0;
  while (state.KeepRunningBatch(trials_per_block)) {
    if (left < trials_per_block) {
      sampler.begin_block(1);
      left = file.rows;
    }
    if (sampler.ready(trials_per_block) != trials_per_block) state.SkipWithError("rows are missing");
    const std::uint64_t first_trial = share == Share::all ? 0 : tally.trials();
    tally.expect(tally.trials() + trials_per_block);
    sampler.run(first_trial, trials_per_block / 2, tally);
    sampler.run(first_trial + trials_per_block / 2, trials_per_block / 2, tally);
    left -= trials_per_block;
  }
  if (tally.trials() != static_cast<std::uint64_t>(state.iterations())) {
    state.SkipWithError("trials are missing");
  }
}

void row(benchmark::State& state, Written written) {
  count_rows(state, written, Share::as_they_come);
}
void first_row(benchmark::State& state, Written written) {
  count_rows(state, written, Share::all);
}

BENCHMARK_CAPTURE(row, u8, Written::u8)->Arg(5)->Arg(12)->Arg(52);
BENCHMARK_CAPTURE(row, text, Written::text)->Arg(5)->Arg(12)->Arg(52);
BENCHMARK_CAPTURE(row, text_with_commas, Written::text_with_commas)->Arg(5);
BENCHMARK_CAPTURE(row, tokens, Written::tokens)->Arg(5)->Arg(52);
BENCHMARK_CAPTURE(row, csv, Written::csv)->Arg(5)->Arg(52);
BENCHMARK_CAPTURE(first_row, u8, Written::u8)->Arg(52);
BENCHMARK_CAPTURE(first_row, text, Written::text)->Arg(52);

}  // namespace
