#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/permutation/permutation.hpp"
#include "core/record/deviations.hpp"
#include "core/record/findings.hpp"
#include "reports/comparison_report.hpp"
#include "reports/words/words.hpp"

namespace fairshuffle {

namespace {

std::string bet_of_one_report(const ComparedBet& bet) {
  const std::string has = reports_named(bet.found);
  if (bet.namesake_is_on.empty()) return fmt::format("Only {} has the bet '{}'.", has, bet.name);
  const FoundIn other = bet.found == FoundIn::old_only ? FoundIn::new_only : FoundIn::old_only;
  return fmt::format("Only {} has the bet '{}' on {}: in {} it is on {}.", has, bet.name, bet.settings,
                     reports_named(other), bet.namesake_is_on);
}

std::string untested_bet_words(BetUntested why, const ComparedBet& bet) {
  // In the order of BetUntested.
  constexpr std::array reasons{"the decks are not of one size", "OLD has no answers to it",
                               "NEW has no answers to it",      "OLD has no valid trial",
                               "NEW has no valid trial",        "{} trials in OLD and {} in NEW are too few"};
  static_assert(reasons.size() == static_cast<std::size_t>(BetUntested::too_few_trials) + 1);
  return fmt::format("The bet '{}' is not compared: {}.", bet.name,
                     fmt::format(fmt::runtime(reasons.at(static_cast<std::size_t>(why))),
                                 with_commas(bet.trials_before), with_commas(bet.trials_after)));
}

std::string percent_of(std::uint64_t count, std::uint64_t trials) {
  return short_number(100 * static_cast<double>(count) / static_cast<double>(trials), 4) + " %";
}

// A clause on what the test sees.
std::string values_told_apart(const ComparedBet& bet) {
  if (!bet.strongest) {
    return fmt::format("mean {} in OLD and {} in NEW", short_number(bet.mean_before, 4),
                       short_number(bet.mean_after, 4));
  }
  return fmt::format("most clearly {}, which came in {} and in {} of the trials", bet.strongest->value,
                     percent_of(bet.strongest->count_before, bet.trials_before),
                     percent_of(bet.strongest->count_after, bet.trials_after));
}

std::string tested_bet_words(const ComparedBet& bet, const Comparison& comparison) {
  const std::string found = p_statement(bet.p_value, bet.log10_p);
  if (bet.answer == CountsAnswer::agree) {
    return fmt::format("The values of the bet '{}' agree ({}).", bet.name, found);
  }
  return distribution_changed_words(fmt::format("The values of the bet '{}' do not agree ({}, {})", bet.name,
                                                found, values_told_apart(bet)),
                                    bet.dependent_in, comparison);
}

std::string untested_counts_words(CountsUntested why, const TargetState& before, const TargetState& after) {
  // In the order of CountsUntested.
  constexpr std::array reasons{"the deck has {0} cards in OLD and {1} in NEW",
                               "one card has one permutation",
                               "OLD has no valid trial",
                               "NEW has no valid trial",
                               "{2} trials in OLD and {3} in NEW are too few",
                               "equal cards, or deals, are not alike in OLD and NEW"};
  static_assert(reasons.size() == static_cast<std::size_t>(CountsUntested::unlike_multisets) + 1);
  return fmt::format("The counts are not compared: {}.",
                     fmt::format(fmt::runtime(reasons.at(static_cast<std::size_t>(why))), before.deck_size,
                                 after.deck_size, with_commas(before.trials), with_commas(after.trials)));
}

const char* name_of_counts(const ComparedCounts& counts) {
  constexpr std::array names{"", "permutations", "cards by position", "kinds by position", "dealt cards"};
  static_assert(names.size() == static_cast<std::size_t>(CountsTested::dealt_cards) + 1);
  return names.at(static_cast<std::size_t>(counts.of));
}

bool told_by_repeats(const ComparedCounts& counts) {
  return counts.repeats && counts.repeats->told;
}

std::string equal_pairs_text(const RepeatCounts& repeats) {
  return fmt::format("{} of {} pairs", with_commas(repeats.equal), with_commas(repeats.pairs));
}

// A sentence without its end. `found`: the p-value in words.
std::string counts_told_apart(const ComparedCounts& counts, const std::string& found) {
  if (told_by_repeats(counts)) {
    return fmt::format(
        "The repeats do not agree ({}; successive trials are equal in {} in OLD and in {} in NEW)", found,
        equal_pairs_text(counts.repeats->before), equal_pairs_text(counts.repeats->after));
  }
  return fmt::format(
      "The counts of {} do not agree ({}{})", name_of_counts(counts), found,
      counts.strongest ? fmt::format(", most clearly at {}", strongest_row_words(*counts.strongest)) : "");
}

std::string tested_counts_words(const ComparedCounts& counts, const Comparison& comparison) {
  const std::string found = p_statement(counts.p_value, counts.log10_p);
  if (counts.answer == CountsAnswer::agree) {
    return fmt::format("The counts of {}{} agree ({}).", name_of_counts(counts),
                       counts.repeats ? " and of repeats" : "", found);
  }
  return distribution_changed_words(
      counts_told_apart(counts, found), counts.dependent_in, comparison,
      told_by_repeats(counts) ? ", or trials hang together as they did not" : "");
}

// What the seeds let expect: empty where that is nothing.
std::string seed_remark_words(SeedRemark remark) {
  // In the order of SeedRemark.
  constexpr std::array words{
      "",
      "The counts are the very same, as of the same recording.",
      "The same seed gave the same counts.",
      "The counts are the very same though the seeds differ, as where chance does not come from the seed.",
      "Where one recording goes on from the other, the trials that they share make p too large.",
      "The same seed gave other counts: the program or the shuffle changed.",
      "The same seed gave other counts: the program or the shuffle changed, or does not take its chance from "
      "the seed.",
      "The seed is the same: if nothing changed, the runs share the trials of the shorter one, which makes p "
      "too large.",
      "The seed is the same: where chance comes from it, the runs share trials, which makes p too large."};
  static_assert(words.size() == static_cast<std::size_t>(SeedRemark::shared_if_seeded) + 1);
  return words.at(static_cast<std::size_t>(remark));
}

// As a sentence goes on, where more than one thing was tested.
std::string over_all_tested(const TestedTogether& tested) {
  if (tested.all() < 2) return "";
  return fmt::format(" over all {} {}", tested.all(), tested.bets == 0 ? "targets" : "comparisons");
}

std::string found_as(const TargetState& state) {
  return state.verdict ? to_text(*state.verdict) : "without a verdict";
}

// Where the counts of all targets are the same, or agree; else nothing.
std::string on_quiet_counts(const Comparison& comparison) {
  bool all_same = true, all_agree = true;
  std::set<SeedRemark> remarks;
  for (const ComparedTarget& target : comparison.targets) {
    if (!target.before || !target.after) continue;
    const bool same = target.counts.answer == CountsAnswer::same;
    all_same = all_same && same;
    all_agree = all_agree && (same || target.counts.answer == CountsAnswer::agree);
    for (const ComparedBet& bet : target.bets) {
      if (bet.found != FoundIn::both || bet.answer == CountsAnswer::same) continue;
      all_same = false;
      all_agree = all_agree && bet.answer == CountsAnswer::agree;
    }
    remarks.insert(target.counts.remark);
  }
  if (all_same && remarks.size() == 1) return fmt::format(" {}", seed_remark_words(*remarks.begin()));
  if (all_same) return " All counts are the very same.";
  return all_agree ? " All counts agree." : "";
}

// A few of its targets, and the sizes of its decks.
std::string targets_text(const RunRecord& run) {
  if (run.results.empty()) return "none";
  std::vector<std::string> names;
  std::set<int> sizes;
  for (const TargetRecord& target : run.results) {
    names.push_back(shown_name(target));
    sizes.insert(target.target.deck_size);
  }
  return fmt::format("{} (decks of {})", told(std::move(names)), fmt::join(sizes, ", "));
}

}  // namespace

std::string compared_bet_words(const ComparedBet& bet, const Comparison& comparison) {
  if (bet.found != FoundIn::both) return bet_of_one_report(bet);
  if (bet.why_untested) return untested_bet_words(*bet.why_untested, bet);
  if (bet.answer == CountsAnswer::same) {
    return fmt::format("The counts of the bet '{}' are the very same.", bet.name);
  }
  return tested_bet_words(bet, comparison);
}

std::string compared_counts_words(const ComparedTarget& target, const Comparison& comparison) {
  const ComparedCounts& counts = target.counts;
  if (counts.why_untested) return untested_counts_words(*counts.why_untested, *target.before, *target.after);
  const std::string remark = seed_remark_words(counts.remark);
  if (counts.answer == CountsAnswer::same || counts.answer == CountsAnswer::untested) return remark;
  const std::string answer = tested_counts_words(counts, comparison);
  return remark.empty() ? answer : fmt::format("{} {}", remark, answer);
}

std::string strongest_row_words(const StrongestRow& row) {
  return fmt::format("{} {}", row.of_card ? "card" : "position", row.index);
}

std::string reports_named(FoundIn found) {
  constexpr std::array names{"", "OLD and NEW", "OLD", "NEW"};
  return names.at(static_cast<std::size_t>(found));
}

std::string distribution_changed_words(const std::string& told_apart, FoundIn dependent_in,
                                       const Comparison& comparison, const std::string& or_else) {
  if (dependent_in != FoundIn::neither) {
    return fmt::format(
        "{}, but the trials of {} are not independent draws from one distribution, and that alone may make p "
        "so small: the distribution need not have changed.",
        told_apart, reports_named(dependent_in));
  }
  return fmt::format("{}: with {:.4g} % confidence{} the distribution changed{}.", told_apart,
                     100 * comparison.confidence, over_all_tested(comparison.tested), or_else);
}

std::string comparison_words(const Comparison& comparison) {
  std::size_t changed = 0, differ = 0, bets = 0, bets_differ = 0, bets_in_one = 0, old_only = 0, new_only = 0;
  for (const ComparedTarget& target : comparison.targets) {
    old_only += !target.after;
    new_only += !target.before;
    changed += target.before && target.after && target.verdict_changed() && !target.became_biased;
    differ += target.counts.answer == CountsAnswer::differ;
    for (const ComparedBet& bet : target.bets) {
      (bet.found == FoundIn::both ? bets : bets_in_one) += 1;
      bets_differ += bet.answer == CountsAnswer::differ;
    }
  }
  const std::size_t all = comparison.targets.size();
  std::string text = comparison.became_biased == 0
                         ? "No target became biased."
                         : fmt::format("Became biased: {} of {} targets.", comparison.became_biased, all);
  const auto add = [&text](const char* what, std::size_t count, std::size_t of = 0) {
    if (count > 0) text += fmt::format(" {}: {}{}.", what, count, of > 0 ? fmt::format(" of {}", of) : "");
  };
  add("Other changes of the verdict", changed);
  add("Targets whose counts do not agree", differ, comparison.in_both);
  if (differ == 0) text += on_quiet_counts(comparison);
  add("Named bets that do not come out alike", bets_differ, bets);
  add("Named bets in one report only", bets_in_one);
  add("Targets in OLD only", old_only);
  add("Targets in NEW only", new_only);
  add("Targets without a verdict in NEW", comparison.unjudged, all);
  if (comparison.control_is_wrong)
    text += " A control of NEW came out wrong, so none of its verdicts counts.";
  return text;
}

std::string moved_verdict_words(const ComparedTarget& target) {
  if (!target.after) return fmt::format("Only OLD has it, where it was {}.", found_as(*target.before));
  const TargetState& after = *target.after;
  std::string text;
  if (!target.before) {
    text = fmt::format("Only NEW has it, and there it is {}", found_as(after));
  } else if (target.became_biased) {
    text = fmt::format("Became {}: OLD found it {}", found_as(after), found_as(*target.before));
  } else if (target.before->verdict == after.verdict) {
    text = fmt::format("Still {}", found_as(after));
  } else {
    text = fmt::format("Was {} and is {}", found_as(*target.before), found_as(after));
  }
  if (!after.verdict) text += ": " + after.error;
  // An error may be whole sentences of its own.
  return text.ends_with('.') ? text : text + ".";
}

std::string not_comparable_words(NotComparable why, const RunRecord& before, const RunRecord& after) {
  return fmt::format("no target {} in both: the first has {}, the second {}",
                     why == NotComparable::no_target_in_both ? "is" : "has the same number of cards",
                     targets_text(before), targets_text(after));
}

}  // namespace fairshuffle
