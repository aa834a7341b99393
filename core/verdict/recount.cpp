#include "core/verdict/recount.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>

#include <fmt/format.h>

#include "core/record/looks.hpp"
#include "core/statistics/orders.hpp"
#include "core/verdict/adjust_again.hpp"
#include "core/verdict/certificate.hpp"
#include "core/verdict/conclusion.hpp"
#include "core/verdict/findings.hpp"
#include "core/verdict/kept_values.hpp"
#include "core/verdict/kept_verdict.hpp"
#include "core/verdict/look_check.hpp"

namespace fairshuffle {

namespace {

/// One target on its way from what is reported to what its counts say.
struct Entry {
  const TargetRecord* reported;
  TargetRecord* record;
  TargetRecount* recount;
  CountedDeck deck;
  std::uint64_t hypotheses = 0;
  std::optional<Tally> tally{};
  std::vector<std::string_view> kept_tests{};

  bool is_judged() const { return reported->verdict && reported->look > 0; }
  /// What is recorded is judged once, whole.
  bool is_recorded() const { return reported->target.kind == "log" || reported->target.kind == "stdin"; }
  /// Every kind of count is there.
  bool is_whole() const { return tally && tally->orders; }
};

class Recounter {
 public:
  explicit Recounter(const RunRecord& reported)
      : reported_(reported), schedule_(reported.max_trials, reported.fixed_trials) {}

  Recount run() {
    recount_.run = reported_;
    recount_.results.resize(reported_.results.size());
    recount_.controls.resize(reported_.controls.size());
    add_entries(reported_.results, recount_.run.results, recount_.results);
    add_entries(reported_.controls, recount_.run.controls, recount_.controls);
    const std::vector<const TestInfo*> chosen = chosen_tests();
    const std::uint64_t family = family_of(chosen);
    for (Entry& entry : entries_) {
      if (!entry.reported->verdict) {
        check_failure(entry);
      } else if (check_look(entry)) {
        entry.record->family = family;
        rebuild(entry);
        retest(entry, tests_for(entry.deck.marked, chosen));
      }
    }
    adjust();
    for (Entry& entry : entries_) {
      if (entry.tally) judge_again(entry);
    }
    conclude_again();
    return std::move(recount_);
  }

 private:
  void add_entries(const std::vector<TargetRecord>& reported, std::vector<TargetRecord>& records,
                   std::vector<TargetRecount>& recounts) {
    for (std::size_t index = 0; index < reported.size(); ++index) {
      const TargetDescription& target = reported[index].target;
      const bool orders_counted = order_counting_for(target.deck_size, reported_.max_trials,
                                                     reported_.budget.tolerance, reported_.budget.confidence)
                                      .has_value();
      entries_.push_back({.reported = &reported[index],
                          .record = &records[index],
                          .recount = &recounts[index],
                          .deck = {target.deck_size, target.marked, orders_counted}});
    }
  }

  static void contradict(Entry& entry, std::string where, std::string sentence) {
    entry.recount->contradictions.push_back({std::move(where), std::move(sentence)});
  }

  // All tests that any target names: a run has one choice for all of them.
  std::vector<const TestInfo*> chosen_tests() {
    std::set<std::string> names;
    for (Entry& entry : entries_) {
      for (std::size_t index = 0; index < entry.reported->tests.size(); ++index) {
        const std::string& name = entry.reported->tests[index].test;
        if (find_test(name) == nullptr) {
          contradict(entry, fmt::format("/tests/{}/test", index), fmt::format("is no test: '{}'", name));
        }
        names.insert(name);
      }
    }
    std::vector<const TestInfo*> chosen;
    for (const TestInfo& test : all_tests()) {
      if (names.contains(std::string(test.name))) chosen.push_back(&test);
    }
    return chosen;
  }

  // The hypotheses of all targets, those that could not be run included.
  std::uint64_t family_of(const std::vector<const TestInfo*>& chosen) {
    std::uint64_t family = 0, perhaps = 0, stated = 0;
    for (Entry& entry : entries_) {
      for (const TestInfo* test : chosen) entry.hypotheses += hypotheses_of(*test, entry.deck);
      family += entry.hypotheses;
      if (entry.is_judged()) stated = entry.reported->family;
      // That a test of marked cards was chosen is told by those of them that could be run.
      for (const TestInfo& test : all_tests()) {
        if (test.needs_marked_cards && std::ranges::find(chosen, &test) == chosen.end()) {
          perhaps += hypotheses_of(test, entry.deck);
        }
      }
    }
    return stated == family + perhaps ? stated : family;
  }

  static void check_failure(Entry& entry) {
    const TargetRecord& reported = *entry.reported;
    if (reported.error.empty()) contradict(entry, "/verdict", "is null, and no error says why");
    *entry.record = failure_of(reported);
    entry.recount->caveats = reported.blind_spots;
    entry.recount->kept.emplace_back("the error, the trials before it");
  }

  // Whether the look can have been; nothing can be recomputed otherwise.
  bool check_look(Entry& entry) {
    const TargetRecord& reported = *entry.reported;
    if (!reported.error.empty()) contradict(entry, "/error", "is there beside a verdict");
    if (reported.look < 1) {
      contradict(entry, "/look", "is 0, but there is a verdict");
      return false;
    }
    std::ranges::move(look_contradictions(reported, schedule_, entry.is_recorded(), reported_.max_trials),
                      std::back_inserter(entry.recount->contradictions));
    const double share = schedule_.share(reported.look);
    entry.record->alpha_at_look = reported_.budget.alpha * share;
    entry.record->bias.confidence = 1 - (1 - reported_.budget.confidence) * share;
    return true;
  }

  static void rebuild(Entry& entry) {
    RebuiltTally rebuilt = rebuilt_tally(*entry.reported);
    entry.tally = std::move(rebuilt.tally);
    std::ranges::move(rebuilt.contradictions, std::back_inserter(entry.recount->contradictions));
  }

  static bool counts_determine(const Entry& entry, const TestInfo& test) {
    if (entry.is_whole()) return true;
    if (test.needs_counted_orders) return !entry.deck.orders_counted;
    return test.name == "positions" || test.name == "subsets" || test.name == "repeats";
  }

  // The tests of the tally; those that it does not determine as reported.
  static void retest(Entry& entry, const std::vector<const TestInfo*>& tests) {
    const double level = entry.record->alpha_at_look / static_cast<double>(entry.record->family);
    std::vector<TestRecord> records;
    for (const TestInfo* test : tests) {
      if (entry.tally && counts_determine(entry, *test)) {
        for (TestRecord& record : test_records(*entry.tally, *test, level)) {
          entry.recount->tests += record.applied;
          records.push_back(std::move(record));
        }
      } else {
        keep_test(entry, *test, level, records);
      }
    }
    entry.record->tests = std::move(records);
  }

  static void keep_test(Entry& entry, const TestInfo& test, double level, std::vector<TestRecord>& records) {
    const auto stands_there = [&test](const TestRecord& record) { return record.test == test.name; };
    if (std::ranges::none_of(entry.reported->tests, stands_there)) {
      contradict(entry, "/tests", fmt::format("lacks the test {}, which the run chose", test.name));
      return;
    }
    if (!entry.tally || test.needs_counted_orders) {
      std::ranges::copy_if(entry.reported->tests, std::back_inserter(records), stands_there);
      entry.kept_tests.push_back(test.name);
      return;
    }
    KeptTest kept = kept_test(test, *entry.tally, entry.reported->tests, level);
    std::ranges::move(kept.records, std::back_inserter(records));
    std::ranges::move(kept.contradictions, std::back_inserter(entry.recount->contradictions));
    if (kept.keeps_statistic) entry.kept_tests.push_back(test.name);
  }

  // Holm's method look by look, as the judge met them.
  void adjust() {
    std::vector<AdjustedTarget> targets;
    for (Entry& entry : entries_) {
      targets.push_back({.reported = entry.reported,
                         .record = entry.is_judged() ? entry.record : nullptr,
                         .hypotheses = entry.hypotheses});
    }
    adjust_again(targets);
    for (std::size_t index = 0; index < entries_.size(); ++index) {
      if (const std::size_t bounded = targets[index].bounded; bounded > 0) {
        entries_[index].recount->kept.push_back(
            fmt::format("{} adjusted_p (within {} bounds)", bounded, bounded == 1 ? "its" : "their"));
      }
    }
  }

  void judge_again(Entry& entry) {
    try {
      judge_tally(entry);
      entry.recount->recomputed = true;
      tell_kept_tests(entry);
      std::ranges::move(counts_on_trust(*entry.record), std::back_inserter(entry.recount->kept));
    } catch (const std::invalid_argument& error) {
      contradict(entry, "/counts", fmt::format("cannot be judged: {}", error.what()));
    }
  }

  void tell_kept_tests(Entry& entry) const {
    const auto keeps = [](const Entry& other) { return !other.kept_tests.empty(); };
    TargetRecount& told = *entry.recount;
    told.verdict_rests_on_kept =
        rests_on_kept_tests(*entry.record, entry.kept_tests, std::ranges::any_of(entries_, keeps));
    std::string words = words_of_kept_tests(entry.kept_tests, told.verdict_rests_on_kept);
    if (!words.empty()) told.kept.insert(told.kept.begin(), std::move(words));
  }

  void judge_tally(Entry& entry) {
    TargetRecord& record = *entry.record;
    const TargetRecord& reported = *entry.reported;
    // Eleven and twelve cards: counted by order, which takes more numbers than a report holds.
    const bool lacks_orders = entry.deck.orders_counted && !entry.is_whole();
    if (lacks_orders) {
      entry.recount->kept.push_back("phi2, tv_upper and the sentence");
    } else {
      bound_again(entry);
    }
    const bool is_last = entry.is_recorded() || schedule_.is_last(reported.look);
    record.verdict = verdict_of(record, entry.deck, is_last, reported_.budget);
    if (!record.verdict) return;
    record.trials_to_decide.reset();
    record.order_counts.clear();
    record.subset_counts.clear();
    record.diagnosis.reset();
    tell(*entry.tally, entry.deck, reported_.budget, record);
    if (lacks_orders) record.sentence = reported.sentence;
    // Of what is recorded a second sentence says that not all of it was read.
    const bool may_be_unread = entry.is_recorded() && reported.trials == reported_.max_trials;
    entry.recount->caveats = keep_caveats(reported.blind_spots, may_be_unread ? 2 : 1, record.blind_spots);
  }

  static void bound_again(Entry& entry) {
    TargetRecord& record = *entry.record;
    record.bias = bound_bias(*entry.tally, record.tests, record.bias.confidence);
    entry.recount->upper_bound = record.bias.tv_upper.has_value();
    // One card has no bet, and so a lower bound that is known.
    entry.recount->lower_bound = entry.deck.size == 1;
    if (!record.bias.tv_upper || entry.deck.size == 1) return;
    record.bias.tv_lower = entry.reported->bias.tv_lower;
    if (!record.bias.tv_lower) return contradict(entry, "/bias/tv_lower", "is null beside a tv_upper");
    entry.recount->kept.push_back("tv_lower (within bounds)");
    // A recording ends in the middle of a block, whose second half is then the smaller one.
    const bool halves_are_equal = !entry.is_recorded() && record.invalid_trials == 0;
    if (const auto why = why_no_tv_lower(record.bias, *entry.tally, halves_are_equal)) {
      contradict(entry, "/bias/tv_lower", *why);
    }
  }

  void conclude_again() {
    for (Entry& entry : std::span(entries_).subspan(reported_.results.size())) {
      if (entry.reported->expected) continue;
      contradict(entry, "/expected", "is lacking, though the target is a control");
      return;
    }
    recount_.run.verdict.reset();
    recount_.run.note.clear();
    conclude(recount_.run);
  }

  const RunRecord& reported_;
  LookSchedule schedule_;
  Recount recount_;
  std::vector<Entry> entries_;
};

}  // namespace

Recount recount(const RunRecord& reported) {
  return Recounter(reported).run();
}

}  // namespace fairshuffle
