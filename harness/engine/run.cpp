#include "harness/engine/run.hpp"

#include <algorithm>
#include <exception>
#include <memory>

#include "core/record/looks.hpp"
#include "harness/engine/blocks.hpp"

namespace fairshuffle {

namespace {

/// One target of the plan, from its first block to its record.
struct Entry {
  const Target* target = nullptr;
  CountedDeck deck;
  std::unique_ptr<RunningTarget> running;  // absent once the target is decided or has failed
  std::vector<const TestInfo*> tests;
  bool unread = false;  // more is recorded than may be run
  TargetRecord record;
};

std::vector<Entry> entries_of(const RunPlan& plan) {
  std::vector<Entry> entries;
  for (const auto& target : plan.targets) {
    const TargetDescription& description = target->description();
    const auto counting = plan.counting_of(description.deck_size);
    Entry& entry = entries.emplace_back();
    entry.target = target.get();
    entry.deck = {description.deck_size, description.marked, counting.has_value()};
    entry.running = std::make_unique<RunningTarget>(*target, plan.seed, counting);
    entry.tests = tests_for(description.marked, plan.tests);
  }
  return entries;
}

void name_record(const Target& target, TargetRecord& record) {
  record.name = target.name();
  record.target = target.description();
  if (std::string caveat = target.caveat(); !caveat.empty()) record.blind_spots.push_back(std::move(caveat));
}

void fail(Entry& entry, const std::string& reason) {
  entry.record.error = reason;
  entry.record.trials = entry.running->trials();
  name_record(*entry.target, entry.record);
  entry.running.reset();
}

}  // namespace

std::vector<TargetRecord> run(const RunPlan& plan, const std::function<void(const Progress&)>& on_progress) {
  const LookSchedule schedule(plan.most_trials, plan.fixed_trials);
  std::vector<Entry> entries = entries_of(plan);
  Look look;
  look.family = 0;
  for (const Entry& entry : entries) {
    for (const TestInfo* test : entry.tests) look.family += hypotheses_of(*test, entry.deck);
  }

  Progress progress;
  progress.targets = entries.size();
  for (;; ++look.number) {
    look.is_last = schedule.is_last(look.number);
    look.share = schedule.share(look.number);
    progress.look = look.number;
    progress.undecided = static_cast<std::size_t>(
        std::ranges::count_if(entries, [](const Entry& entry) { return entry.running != nullptr; }));
    if (progress.undecided == 0) break;
    // What is recorded is looked at once, and whole.
    const auto trials_of = [&](const Entry& entry) {
      return entry.target->facts().recorded ? plan.most_trials : schedule.trials_at(look.number);
    };
    progress.trials_of_look = progress.trials_done;
    progress.trials_at_most = progress.trials_done;
    for (const Entry& entry : entries) {
      if (!entry.running) continue;
      progress.trials_of_look += trials_of(entry) - entry.running->trials();
      progress.trials_at_most += plan.most_trials - entry.running->trials();
    }

    std::vector<Entry*> judged;
    std::vector<Candidate> candidates;
    for (Entry& entry : entries) {
      if (!entry.running) continue;
      progress.running = entry.target->name();
      const std::uint64_t done_before = progress.trials_done;
      const std::uint64_t trials_before = entry.running->trials();
      try {
        entry.running->extend_to(trials_of(entry), plan.threads, [&](std::uint64_t trials_run) {
          progress.trials_done = done_before + trials_run;
          on_progress(progress);
        });
        if (entry.target->facts().recorded) entry.unread = entry.running->has_more();
      } catch (const std::exception& error) {
        // A trial that was no order is evidence of its own, whatever came after it.
        if (entry.running->evidence().invalid_trials() == 0) {
          fail(entry, error.what());
          continue;
        }
      }
      // The other threads may have run on after the last block of this one.
      progress.trials_done = done_before + entry.running->trials() - trials_before;
      judged.push_back(&entry);
      candidates.push_back({.evidence = &entry.running->evidence(),
                            .tests = entry.tests,
                            .target = &entry.target->description(),
                            .is_last = entry.target->facts().recorded});
    }

    std::vector<TargetRecord> records = judge(candidates, look, plan.budget);
    for (std::size_t index = 0; index < records.size(); ++index) {
      if (!records[index].verdict) continue;
      Entry& entry = *judged[index];
      try {
        entry.running->finish();
      } catch (const std::exception& error) {
        // No failure makes a biased target less so, but a fair one must have come to its end.
        if (records[index].verdict == Verdict::fair || records[index].verdict == Verdict::inconclusive) {
          fail(entry, error.what());
          continue;
        }
      }
      entry.record = std::move(records[index]);
      name_record(*entry.target, entry.record);
      if (entry.unread) {
        entry.record.blind_spots.push_back(unread_blind_spot);
      }
      entry.running.reset();
      look.rejected_before +=
          static_cast<std::uint64_t>(std::ranges::count_if(entry.record.tests, &TestRecord::rejected));
    }
  }

  std::vector<TargetRecord> records;
  for (Entry& entry : entries) records.push_back(std::move(entry.record));
  return records;
}

}  // namespace fairshuffle
