// Which trials a shard runs, and when it is kept.
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "harness/engine/plans_for_tests.hpp"
#include "harness/engine/run.hpp"

using namespace fairshuffle;

namespace {

constexpr std::uint64_t trials = 5 * trials_per_block + 1000;

RunPlan plan_of_both() {
  return plan_for({"durstenfeld:n=5", "durstenfeld:n=5,seeding=per-run", "naive-swap:n=5",
                   "naive-swap:n=5,seeding=per-run"},
                  trials);
}

// Of each target what the shard counted at all its looks.
std::vector<std::uint64_t> trials_counted(BlockShare shard, RunKeeper* keeper = nullptr) {
  RunPlan plan = plan_of_both();
  plan.keeper = keeper;
  std::vector<std::uint64_t> counted(plan.targets.size());
  run_shard(
      plan, shard, trials_at_start(plan),
      [&counted](int, std::size_t target, const ShardPart& part, const TallyHalves& counts) {
        CHECK(part.error == "");
        counted[target] += counts.first.trials() + counts.second.trials();
      },
      [](const Progress&) {});
  return counted;
}

class CountingKeeper final : public RunKeeper {
 public:
  explicit CountingKeeper(bool is_always_due) : is_always_due_(is_always_due) {}
  bool is_due() override { return is_always_due_; }
  void keep(const KeptRun& shard) override {
    ++kept;
    between_targets += shard.targets[shard.target].counts == nullptr;
  }

  int kept = 0, between_targets = 0;

 private:
  bool is_always_due_;
};

}  // namespace

TEST_CASE("blocks go to the shards in turn, and what is in sequence goes to one of them whole") {
  CHECK(trials_counted({.index = 0, .of = 3}) ==
        std::vector<std::uint64_t>{2 * trials_per_block, 0, 2 * trials_per_block, trials});
  CHECK(trials_counted({.index = 1, .of = 3}) ==
        std::vector<std::uint64_t>{2 * trials_per_block, trials, 2 * trials_per_block, 0});
  CHECK(trials_counted({.index = 2, .of = 3}) ==
        std::vector<std::uint64_t>{trials_per_block + 1000, 0, trials_per_block + 1000, 0});
}

TEST_CASE("a shard is kept when that is due, and counts the same") {
  const std::vector<std::uint64_t> counted = trials_counted({.index = 0, .of = 2});
  for (const bool is_due : {false, true}) {
    CountingKeeper keeper(is_due);
    CHECK(trials_counted({.index = 0, .of = 2}, &keeper) == counted);
    CHECK((keeper.kept > 0) == is_due);
    CHECK((keeper.between_targets > 0) == is_due);
  }
}
