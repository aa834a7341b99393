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
  const bool is_old = why == BetUntested::no_answers_in_old || why == BetUntested::none_valid_in_old;
  const char* lacking = is_old ? "OLD" : "NEW";
  switch (why) {
    case BetUntested::unlike_decks:
      return fmt::format("The decks are not of one size: the bet '{}' cannot be compared.", bet.name);
    case BetUntested::no_answers_in_old:
    case BetUntested::no_answers_in_new:
      return fmt::format("{} has no answers to the bet '{}'.", lacking, bet.name);
    case BetUntested::none_valid_in_old:
    case BetUntested::none_valid_in_new:
      return fmt::format("{} has no valid trial: the bet '{}' cannot be compared.", lacking, bet.name);
    case BetUntested::too_few_trials:
      return fmt::format("Too few trials to compare the bet '{}': {} in OLD and {} in NEW.", bet.name,
                         with_commas(bet.trials_before), with_commas(bet.trials_after));
  }
  return "";
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
  switch (why) {
    case CountsUntested::unlike_decks:
      return fmt::format("The deck has {} cards in OLD and {} in NEW: their counts cannot be compared.",
                         before.deck_size, after.deck_size);
    case CountsUntested::one_card:
      return "One card has one permutation: there is nothing to compare.";
    case CountsUntested::none_valid_in_old:
      return "OLD has no valid trial: there are no counts to compare.";
    case CountsUntested::none_valid_in_new:
      return "NEW has no valid trial: there are no counts to compare.";
    case CountsUntested::too_few_trials:
      return fmt::format("Too few trials to compare counts: {} in OLD and {} in NEW.",
                         with_commas(before.trials), with_commas(after.trials));
    case CountsUntested::unlike_multisets:
      return "Equal cards, or deals, that are not alike in OLD and NEW: their counts are not compared.";
  }
  return "";
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

// An error may be whole sentences of its own, and the one around it ends in a full stop.
std::string_view without_full_stop(std::string_view text) {
  if (text.ends_with('.')) text.remove_suffix(1);
  return text;
}

std::string on_became_biased(std::size_t count, std::size_t all) {
  if (count == 0) return "No target became biased.";
  return all == 1 ? "The target became biased." : fmt::format("{} of {} targets became biased.", count, all);
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

// Where some do not agree, or are in one report only; else nothing.
std::string on_named_bets(const Comparison& comparison) {
  std::size_t in_both = 0, differ = 0, in_one = 0;
  for (const ComparedTarget& target : comparison.targets) {
    for (const ComparedBet& bet : target.bets) {
      in_both += bet.found == FoundIn::both;
      in_one += bet.found != FoundIn::both;
      differ += bet.answer == CountsAnswer::differ;
    }
  }
  std::string text;
  if (differ > 0) {
    text = in_both == 1 ? " The named bet does not come out alike."
                        : fmt::format(" {} of {} named bets do not come out alike.", differ, in_both);
  }
  if (in_one > 0) text += fmt::format(" Named bets in one report only: {}.", in_one);
  return text;
}

// The sizes of its decks, each once.
std::string decks_text(const RunRecord& run) {
  std::set<int> sizes;
  for (const TargetRecord& target : run.results) sizes.insert(target.target.deck_size);
  return fmt::format("{}", fmt::join(sizes, ", "));
}

// A few of its targets, each cut short.
std::string targets_text(const RunRecord& run) {
  if (run.results.empty()) return "none";
  constexpr std::size_t longest_name = 240;
  std::vector<std::string> names;
  for (const TargetRecord& target : run.results) {
    const std::string name = shown_name(target);
    names.push_back(name.substr(0, longest_name) + (name.size() > longest_name ? "..." : ""));
  }
  return fmt::format("{} (decks of {})", first_of(names, 3), decks_text(run));
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
  const auto count = [&comparison](auto is_one) {
    return static_cast<std::size_t>(std::ranges::count_if(comparison.targets, is_one));
  };
  const std::size_t all = comparison.targets.size();
  std::string text = on_became_biased(comparison.became_biased, all);
  const std::size_t others = count([](const ComparedTarget& target) {
    return target.before && target.after && target.verdict_changed() && !target.became_biased;
  });
  if (others > 0) text += fmt::format(" {} changed the verdict otherwise.", others);
  const std::size_t differ =
      count([](const ComparedTarget& target) { return target.counts.answer == CountsAnswer::differ; });
  if (differ == 0) {
    text += on_quiet_counts(comparison);
  } else if (comparison.in_both == 1) {
    text += " The counts do not agree with each other.";
  } else {
    text += fmt::format(" The counts of {} of {} targets do not agree with each other.", differ,
                        comparison.in_both);
  }
  text += on_named_bets(comparison);
  const std::size_t gone = count([](const ComparedTarget& target) { return !target.after; });
  if (gone > 0) text += fmt::format(" NEW lacks {} of OLD's targets.", gone);
  const std::size_t added = count([](const ComparedTarget& target) { return !target.before; });
  if (added > 0) text += fmt::format(" OLD lacks {} of NEW's targets.", added);
  if (comparison.unjudged > 0) {
    text += all == 1 ? " NEW has no verdict on it."
                     : fmt::format(" NEW has no verdict on {} of {} targets.", comparison.unjudged, all);
  }
  if (comparison.control_is_wrong)
    text += " A control of NEW came out wrong, so none of its verdicts counts.";
  return text;
}

std::string moved_verdict_words(const ComparedTarget& target) {
  if (!target.after) return fmt::format("Only OLD has it, where it was {}.", found_as(*target.before));
  const TargetState& after = *target.after;
  const std::string why = after.verdict ? "" : fmt::format(": {}", without_full_stop(after.error));
  if (!target.before) {
    return fmt::format("Only NEW has it, and there it is {}{}.", found_as(after), why);
  }
  const TargetState& before = *target.before;
  if (before.verdict == after.verdict) {
    return after.verdict ? fmt::format("Still {}.", found_as(after))
                         : fmt::format("Without a verdict in both; in NEW{}.", why);
  }
  if (target.became_biased) {
    return fmt::format("Became {}: OLD found it {}.", found_as(after), found_as(before));
  }
  return fmt::format("Was {} and is {}{}.", found_as(before), found_as(after), why);
}

std::string not_comparable_words(NotComparable why, const RunRecord& before, const RunRecord& after) {
  switch (why) {
    case NotComparable::no_target_in_both:
      return fmt::format("no target is in both: the first has {}, the second {}", targets_text(before),
                         targets_text(after));
    case NotComparable::no_deck_size_in_both:
      return fmt::format(
          "no target has the same number of cards in both: the first shuffles {}, the second {}",
          decks_text(before), decks_text(after));
  }
  return "";
}

}  // namespace fairshuffle
