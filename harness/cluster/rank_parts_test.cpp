#include "harness/cluster/rank_parts.hpp"

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/cases_for_tests.hpp"
#include "core/verdict/judge.hpp"
#include "harness/whole_file.hpp"
#include "reports/json_report.hpp"

namespace fairshuffle {

namespace {

// What ranks that are threads of one process have said and not yet heard.
class Mail {
 public:
  void put(std::pair<int, int> way, std::string_view message) {
    const std::lock_guard lock(mutex_);
    waiting_[way].emplace_back(message);
    changed_.notify_all();
  }
  std::string take(std::pair<int, int> way) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !waiting_[way].empty(); });
    std::string message = std::move(waiting_[way].front());
    waiting_[way].pop_front();
    return message;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::pair<int, int>, std::deque<std::string>> waiting_;  // by sender and receiver
};

class ThreadRank final : public Ranks {
 public:
  ThreadRank(Mail& mail, int number, int of) : mail_(mail), rank_(number), size_(of) {}

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  void send(int to, std::string_view message) override { mail_.put({rank_, to}, message); }
  std::string receive(int from) override { return mail_.take({from, rank_}); }

 private:
  Mail& mail_;
  const int rank_;
  const int size_;
};

RunPlan plan_of_targets(const std::vector<std::string>& targets, const std::string& trials) {
  PlanOptions options;
  options.targets = targets;
  options.max_trials = trials;
  options.seed = "11";
  options.threads = "1";
  return plan_of(options);
}

std::string report_of(RunPlan& plan) {
  std::vector<TargetRecord> targets = run(plan, [](const Progress&) {});
  return json_report(concluded(plan_data(plan), std::move(targets)));
}

// What rank 0 of so many says.
template <class Judge>
auto on_ranks(int size, const Judge& judge) {
  Mail mail;
  std::vector<std::jthread> others;
  for (int rank = 1; rank < size; ++rank) {
    others.emplace_back([&mail, rank, size] {
      ThreadRank self(mail, rank, size);
      serve_rank(self);
    });
  }
  ThreadRank self(mail, 0, size);
  RankParts parts(self);
  return judge(parts);
}

// A target with a caveat that no other rank knows of.
class OtherTarget final : public Target {
 public:
  explicit OtherTarget(std::unique_ptr<Target> target) : target_(std::move(target)) {}

  const std::string& name() const override { return target_->name(); }
  const TargetDescription& description() const override { return target_->description(); }
  std::uint64_t identity() const override { return target_->identity(); }
  TargetFacts facts() const override { return target_->facts(); }
  std::string caveat() const override { return "seen here only"; }
  std::unique_ptr<Sampler> make_sampler() const override { return target_->make_sampler(); }

 private:
  std::unique_ptr<Target> target_;
};

}  // namespace

TEST_CASE("the report is the same on any number of ranks, by every kind of tally") {
  const std::vector<std::string> targets = {"durstenfeld:n=5",  "naive-swap:n=4", "riffle:n=52,m=7",
                                            "durstenfeld:n=12", "sattolo:n=8",    "std-shuffle:n=6"};
  const std::string trials = whole_or_share<std::string>("3e6", "1e6");
  RunPlan alone = plan_of_targets(targets, trials);
  const std::string expected = report_of(alone);
  for (const int size : cases({1, 2, 3, 6})) {
    CAPTURE(size);
    const std::string report = on_ranks(size, [&](RankParts& parts) {
      RunPlan plan = plan_of_targets(targets, trials);
      parts.begin(plan);
      return report_of(plan);
    });
    CHECK(report == expected);
  }
}

TEST_CASE("what is counted at once is whole blocks, and at most what is due") {
  on_ranks(1, [](RankParts& parts) {
    for (const std::uint64_t from : {std::uint64_t{0}, std::uint64_t{20'000}, 5 * trials_per_block}) {
      const std::uint64_t due = from + 100 * trials_per_block + 10;
      const std::uint64_t to = parts.reach(0, from, due);
      CHECK(to > from);
      CHECK(to <= due);
      CHECK(to % trials_per_block == 0);
      CHECK(parts.reach(0, from, from + 1) == from + 1);
    }
    return 0;
  });
}

TEST_CASE("where a rank makes another plan of the report, the run is refused, and all ranks are let go") {
  // Hangs where they are not.
  const std::string reason = on_ranks(4, [](RankParts& parts) -> std::string {
    RunPlan plan = plan_of_targets({"durstenfeld:n=5"}, "1e5");
    plan.targets.front() = std::make_unique<OtherTarget>(std::move(plan.targets.front().target));
    try {
      parts.begin(plan);
      return "";
    } catch (const InputError& error) {
      return error.what();
    }
  });
  CHECK(reason.starts_with("rank 1: the targets are others than those of rank 0"));
}

}  // namespace fairshuffle
