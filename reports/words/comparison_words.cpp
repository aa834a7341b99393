#include "reports/words/comparison_words.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/record/outcome.hpp"
#include "reports/words/compared_counts_words.hpp"

namespace fairshuffle {

namespace {

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
  constexpr std::size_t most_names = 3, longest_name = 80;
  std::string text;
  for (std::size_t index = 0; index < std::min(most_names, run.results.size()); ++index) {
    const std::string& name = shown_name(run.results[index]);
    text += fmt::format("{}{}{}", index == 0 ? "" : ", ", name.substr(0, longest_name),
                        name.size() > longest_name ? "..." : "");
  }
  if (run.results.size() > most_names) text += fmt::format(" and {} more", run.results.size() - most_names);
  return fmt::format("{} (decks of {})", text, decks_text(run));
}

}  // namespace

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
