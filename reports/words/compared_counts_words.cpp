#include "reports/words/compared_counts_words.hpp"

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/p_words.hpp"

namespace fairshuffle {

namespace {

std::string untested_counts_words(CountsUntested why, const TargetState& before, const TargetState& after) {
  switch (why) {
    case CountsUntested::unlike_decks:
      return fmt::format("The deck has {} cards in OLD and {} in NEW: their counts cannot be compared.",
                         before.deck_size, after.deck_size);
    case CountsUntested::one_card:
      return "One card has one order: there is nothing to compare.";
    case CountsUntested::none_valid_in_old:
      return "OLD has no valid trial: there are no counts to compare.";
    case CountsUntested::none_valid_in_new:
      return "NEW has no valid trial: there are no counts to compare.";
    case CountsUntested::too_few_trials:
      return fmt::format("Too few trials to compare counts: {} in OLD and {} in NEW.",
                         with_commas(before.trials), with_commas(after.trials));
    case CountsUntested::unlike_makeups:
      return "Equal cards, or deals, that are not alike in OLD and NEW: their counts are not compared.";
  }
  return "";
}

const char* name_of_counts(const ComparedCounts& counts) {
  switch (counts.of) {
    case CountsTested::nothing:
      break;
    case CountsTested::orders:
      return "orders";
    case CountsTested::positions:
      return "cards by position";
    case CountsTested::kinds:
      return "kinds by position";
    case CountsTested::dealt_cards:
      return "dealt cards";
  }
  return "";
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
  return law_changed_words(counts_told_apart(counts, found), counts.linked_in, comparison,
                           told_by_repeats(counts) ? ", or trials hang together as they did not" : "");
}

// As a sentence goes on, where more than one thing was tested.
std::string over_all_tested(const TestedTogether& tested) {
  if (tested.all() < 2) return "";
  return fmt::format(" over all {} {}", tested.all(), tested.bets == 0 ? "targets" : "comparisons");
}

}  // namespace

std::string compared_counts_words(const ComparedTarget& target, const Comparison& comparison) {
  const ComparedCounts& counts = target.counts;
  if (counts.why_untested) return untested_counts_words(*counts.why_untested, *target.before, *target.after);
  const std::string remark = seed_remark_words(counts.remark);
  if (counts.answer == CountsAnswer::same || counts.answer == CountsAnswer::untested) return remark;
  const std::string answer = tested_counts_words(counts, comparison);
  return remark.empty() ? answer : fmt::format("{} {}", remark, answer);
}

std::string seed_remark_words(SeedRemark remark) {
  switch (remark) {
    case SeedRemark::none:
      return "";
    case SeedRemark::same_of_recording:
      return "The counts are the very same, as of the same recording.";
    case SeedRemark::same_of_same_seed:
      return "The same seed gave the same counts.";
    case SeedRemark::same_of_other_seeds:
      return "The counts are the very same though the seeds differ, as where chance does not come from the "
             "seed.";
    case SeedRemark::recording_may_go_on:
      return "Where one recording goes on from the other, the trials that they share make p too large.";
    case SeedRemark::changed:
      return "The same seed gave other counts: the program or the shuffle changed.";
    case SeedRemark::changed_or_unseeded:
      return "The same seed gave other counts: the program or the shuffle changed, or does not take its "
             "chance from the seed.";
    case SeedRemark::shared_unless_changed:
      return "The seed is the same: if nothing changed, the runs share the trials of the shorter one, which "
             "makes p too large.";
    case SeedRemark::shared_if_seeded:
      return "The seed is the same: where chance comes from it, the runs share trials, which makes p too "
             "large.";
  }
  return "";
}

std::string strongest_row_words(const StrongestRow& row) {
  return fmt::format("{} {}", row.of_card ? "card" : "position", row.index);
}

std::string reports_named(FoundIn found) {
  switch (found) {
    case FoundIn::neither:
      return "";
    case FoundIn::both:
      return "OLD and NEW";
    case FoundIn::old_only:
      return "OLD";
    case FoundIn::new_only:
      return "NEW";
  }
  return "";
}

std::string law_changed_words(const std::string& told_apart, FoundIn linked_in, const Comparison& comparison,
                              const std::string& or_else) {
  if (linked_in != FoundIn::neither) {
    return fmt::format(
        "{}, but successive trials of {} are linked, and that alone may make p so small: the law need not "
        "have changed.",
        told_apart, reports_named(linked_in));
  }
  return fmt::format("{}: with {:.4g} % confidence{} the law changed{}.", told_apart,
                     100 * comparison.confidence, over_all_tested(comparison.tested), or_else);
}

}  // namespace fairshuffle
