// Simulates whole runs, and prints what came of them beside what must hold.
//
// usage: fairshuffle_whole_runs fair|dependent|near-misses|independent RUNS
//
// RUNS are of each kind that a line of figures tells apart, as whole_runs_for_tests.hpp has it. Exits 1 where
// what must hold does not. The seeds are fixed, so the outcome is the same every time.
#include "harness/engine/whole_runs_for_tests.hpp"

#include <charconv>
#include <cstdio>
#include <numeric>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/statistics/test_result.hpp"
#include "core/tally/tally.hpp"
#include "harness/targets/builtin/builtin_target.hpp"

namespace fairshuffle {

namespace {

class StreamSampler final : public Sampler {
 public:
  StreamSampler(int deck_size, NextDeck next)
      : next_(std::move(next)), deck_(static_cast<std::size_t>(deck_size)), stream_(deck_size) {
    std::iota(deck_.begin(), deck_.end(), Card{0});
  }

  void begin_block(std::uint64_t) override { stream_.begin(); }

  void run(std::uint64_t first_trial, std::uint64_t trials, RunningTally& tally) override {
    for (std::uint64_t trial = first_trial; trial < first_trial + trials; ++trial) {
      next_(deck_, trial);
      stream_.add(deck_, trial, tally);
    }
  }

 private:
  NextDeck next_;
  std::vector<Card> deck_;
  TrialStream stream_;
};

class StreamTarget final : public Target {
 public:
  StreamTarget(int deck_size, NextDeck next) : next_(std::move(next)) {
    description_.kind = description_.shuffle = name_;
    description_.deck_size = deck_size;
    description_.reset = "always";
  }

  const std::string& name() const override { return name_; }
  const TargetDescription& description() const override { return description_; }
  std::uint64_t identity() const override { return 0; }
  TargetFacts facts() const override { return {.in_sequence = true}; }
  std::string caveat() const override { return ""; }
  std::unique_ptr<Sampler> make_sampler() const override {
    return std::make_unique<StreamSampler>(description_.deck_size, next_);
  }

 private:
  NextDeck next_;
  std::string name_ = "stream";
  TargetDescription description_;
};

}  // namespace

TargetRecord ran(std::unique_ptr<Target> target, const OneRun& how) {
  RunPlan plan;
  plan.targets.push_back(std::move(target));
  for (const TestInfo& test : all_tests()) plan.tests.emplace_back(test.name);
  plan.seed = how.seed;
  plan.max_trials = how.max_trials;
  plan.fixed_trials = how.fixed_trials;
  plan.until_decided = true;
  plan.budget.alpha = how.alpha;
  plan.certify = how.certify;
  plan.bets = how.bets;
  plan.pairs = how.pairs;
  return std::move(run(plan, [](const Progress&) {}).front());
}

TargetRecord ran(const std::string& target, int deck_size, const OneRun& how) {
  return ran(std::make_unique<BuiltinTarget>(parse_target_text(target), deck_size, how.seed), how);
}

std::unique_ptr<Target> stream_target(int deck_size, NextDeck next) {
  return std::make_unique<StreamTarget>(deck_size, std::move(next));
}

}  // namespace fairshuffle

using namespace fairshuffle;

namespace {

constexpr int threads = 2;

struct Chapter {
  std::string_view name;
  RunsFigures (*figures)(const RunsPlan& plan);
  std::uint64_t seed;
};

constexpr Chapter parts[]{
    {"fair", fair_runs, 1'000'000'000},
    {"dependent", dependent_runs, 2'000'000'000},
    {"near-misses", near_misses, 3'000'000'000},
    {"independent", independent_runs, 4'000'000'000},
};

}  // namespace

int main(int argc, char** argv) {
  const Chapter* wanted = nullptr;
  for (const Chapter& part : parts) {
    if (argc == 3 && part.name == argv[1]) wanted = &part;
  }
  std::uint64_t runs = 0;
  if (wanted != nullptr) {
    const std::string_view text = argv[2];
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), runs);
    if (error != std::errc{} || end != text.data() + text.size()) runs = 0;
  }
  if (runs == 0) {
    fmt::print(stderr, "usage: fairshuffle_whole_runs fair|dependent|near-misses|independent RUNS\n");
    return 2;
  }
  int failures = 0;
  for (const RunsFigure& figure : wanted->figures({.runs = runs, .seed = wanted->seed, .threads = threads})) {
    fmt::print("{:<58} {}{}\n", figure.of, figure.figure, figure.holds ? "" : "  FAILED");
    failures += !figure.holds;
  }
  return failures == 0 ? 0 : 1;
}
