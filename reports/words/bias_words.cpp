#include "reports/words/bias_words.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "core/diagnosis/diagnosis.hpp"
#include "core/order/number_text.hpp"
#include "core/order/order.hpp"
#include "core/record/bound_text.hpp"
#include "core/record/p_words.hpp"
#include "core/record/worst_cells.hpp"
#include "reports/words/bet_words.hpp"
#include "reports/words/card_names.hpp"
#include "reports/words/cell_words.hpp"
#include "reports/words/constant_cards.hpp"
#include "reports/words/diagnosis_sentence.hpp"
#include "reports/words/link_words.hpp"
#include "reports/words/looked_at.hpp"
#include "reports/words/made_up_words.hpp"
#include "reports/words/mistake_words.hpp"
#include "reports/words/named_bet_words.hpp"
#include "reports/words/neighbour_words.hpp"
#include "reports/words/number_words.hpp"
#include "reports/words/pair_words.hpp"
#include "reports/words/repeat_words.hpp"
#include "reports/words/seed_words.hpp"

namespace fairshuffle {

namespace {

std::string missing_orders(const TargetRecord& result) {
  if (result.missing_orders.value_or(0) == 0) return "";
  return fmt::format("{} of {} orders never come", with_commas(*result.missing_orders),
                     with_commas(order_count(result.target.deck_size)));
}

std::string worst_card(const TargetRecord& result) {
  if (result.evidence.makeup) return farthest_site(result);
  if (std::string neighbours = neighbour_words(result); !neighbours.empty()) return neighbours;
  if (std::string pairs = pair_words(result); !pairs.empty()) return pairs;
  // Of decks that are even one by one the worst cell is chance.
  if (!single_decks_are_uneven(result.tests)) return "";
  if (result.worst.empty()) {
    if (!number_words(result).empty()) return "";
    const bool in_neighbours =
        rejects_as_uneven(result.tests, "neighbours") || rejects_as_uneven(result.tests, "orders");
    return in_neighbours ? "in how cards stand together: no card lands clearly too often anywhere" : "";
  }
  const WorstCell& cell = result.worst.front();
  const std::string card = card_text(result.target, static_cast<std::size_t>(cell.card));
  if (cell.count == 0) return fmt::format("{} never lands at position {}", card, cell.position);
  if (!is_clear(cell, result.target.deck_size)) {
    return fmt::format("no card stands out; the farthest, {}, lands at position {} {}, which may be chance",
                       card, cell.position, how_often(cell));
  }
  return fmt::format("{} lands at position {} {}", card, cell.position, how_often(cell));
}

std::string where(const TargetRecord& result) {
  if (result.linked) return "the decks are linked: " + link_looks(result);
  std::vector<std::string> places = {missing_orders(result), constant_cards(result)};
  if (places.back().empty()) {
    places.push_back(worst_card(result));
    places.push_back(number_words(result));
  }
  places.insert(places.begin(), uneven_bet(result));
  std::erase(places, "");
  if (places.empty()) places.push_back(looked_at(result));
  return fmt::format("{}", fmt::join(places, "; "));
}

std::string others_excluded(const DiagnosisRecord& diagnosis, const TargetDescription& target) {
  return fmt::format("every other of {} known mistakes{} excluded", with_commas(diagnosis.mistakes_compared),
                     which_compared(target.deck_size));
}

// Of those that have one law the one to name: the target's own shuffle where it is among them.
const KnownMistake& to_name(const FittingLaw& fit, const TargetDescription& target) {
  const auto own = std::ranges::find_if(fit.mistakes, [&target](const KnownMistake& mistake) {
    return mistake.target.substr(0, mistake.target.find(':')) == target.shuffle;
  });
  return own == fit.mistakes.end() ? fit.mistakes.front() : *own;
}

std::string fitting_law(const DiagnosisRecord& diagnosis, const TargetDescription& target) {
  const FittingLaw& fit = diagnosis.fits.front();
  const KnownMistake& named = to_name(fit, target);
  const std::string mistake = mistake_text(named) + same_law(fit, named);
  if (fit.p_value < poor_fit) {
    return fmt::format(
        "may be none of {} known mistakes{}: only {} is not excluded, and it fits poorly (p = {})",
        with_commas(diagnosis.mistakes_compared), which_compared(target.deck_size), mistake,
        short_number(fit.p_value, 2));
  }
  const std::string near =
      fit.tv_upper ? fmt::format("within {} of it", rounded_up(*fit.tv_upper)) : "near it";
  return fmt::format("fits {}, or a law {}, {}", mistake, near, others_excluded(diagnosis, target));
}

std::string fitting_laws(const DiagnosisRecord& diagnosis, const TargetDescription& target) {
  std::vector<std::string> laws;
  for (const FittingLaw& fit : diagnosis.fits) laws.push_back(mistake_text(to_name(fit, target)));
  const std::string enough = diagnosis.trials_to_tell_apart
                                 ? fmt::format(", which about {} trials would tell apart",
                                               short_number(*diagnosis.trials_to_tell_apart, 2))
                                 : "";
  const char* near = diagnosis.fits.front().tv_upper ? "" : ", or a law near one of them";
  return fmt::format("fits {}{}{}; {}", told(laws, diagnosis.laws_fitting, "and"), near, enough,
                     others_excluded(diagnosis, target));
}

std::string linked(const TargetRecord& result) {
  const std::string cause = link_cause(result);
  return fmt::format("{}{}no known mistake is looked for in single decks", cause, cause.empty() ? "" : "; ");
}

std::string why(const TargetRecord& result, const Budget& budget) {
  if (result.linked) return linked(result);
  const auto rejecting = [&result](bool (*how)(const TestRecord&)) {
    return std::ranges::any_of(result.tests, how);
  };
  if (rejecting(too_regular) && !rejecting(rejects_as_uneven))
    return "the counts are too regular for independent fair decks";
  if (only_repeats_reject(result)) return repeat_words(result);
  if (const std::string seeds = seed_words(result, budget); !seeds.empty()) return seeds;
  if (result.target.makeup.is_plain() && !single_decks_are_uneven(result.tests) &&
      result.target.deck_size >= smallest_deck_diagnosed) {
    return "only how decks follow each other is uneven: they may be linked, which so few do not prove";
  }
  if (std::string ascending = ascending_words(result); !ascending.empty()) return ascending;
  if (!result.diagnosis && rejects_as_uneven(result.tests, "repeats")) return repeat_words(result);
  if (!result.target.makeup.is_plain())
    return "known mistakes are looked for in whole decks whose cards all differ";
  if (!result.diagnosis) return "known mistakes are looked for in decks of 3 cards and more";
  const DiagnosisRecord& diagnosis = *result.diagnosis;
  // So few are no law's that a mistake could be known by.
  if (diagnosis.fits.empty() && no_card_moved(result))
    return "as when nothing shuffles them, or they are written down before it does";
  if (diagnosis.mistakes_compared == 0) return "so few trials tell no known mistake from another";
  if (diagnosis.fits.empty()) {
    return fmt::format("no known mistake: all {}{} are excluded{}", with_commas(diagnosis.mistakes_compared),
                       which_compared(result.target.deck_size),
                       diagnosis.not_compared.empty()
                           ? ""
                           : fmt::format("; not compared: {}",
                                         told(diagnosis.not_compared, diagnosis.not_compared.size(), "and")));
  }
  return fmt::format(
      "{}: fairshuffle explain {}",
      diagnosis.laws_fitting == 1 ? fitting_law(diagnosis, result.target)
                                  : fitting_laws(diagnosis, result.target),
      lesson_target(to_name(diagnosis.fits.front(), result.target).target, result.target.deck_size));
}

std::string evidence(const TargetRecord& result) {
  const TestRecord* strongest = nullptr;
  std::set<std::string> applied, rejecting, regular;
  for (const TestRecord& test : result.tests) {
    if (!test.applied || !test.same_as.empty()) continue;
    applied.insert(test.test);
    if (!test.rejected) continue;
    rejecting.insert(test.test);
    if (too_regular(test)) regular.insert(test.test);
    if (strongest == nullptr || test.log10_p < strongest->log10_p) strongest = &test;
  }
  if (strongest == nullptr) return "none in this report";
  // Where nothing else rejects `why` says so.
  const std::string too_even =
      regular.empty() || regular.size() == rejecting.size()
          ? ""
          : fmt::format(", too regular: {}", told({regular.begin(), regular.end()}, regular.size(), "and"));
  return fmt::format("{} {}; {} of {} {}{}", strongest->name,
                     p_statement(strongest->p_value, strongest->log10_p), rejecting.size(), applied.size(),
                     applied.size() == 1     ? "test rejects"
                     : rejecting.size() == 1 ? "tests rejects"
                                             : "tests reject",
                     too_even);
}

std::string gain_of_orders(const TargetRecord& result, const Budget& budget) {
  const BiasRecord& bias = result.bias;
  const std::string confidence = short_number(100 * budget.confidence, 4);
  if (!bias.tv_upper && bias.tv_lower.value_or(0) > 0) {
    return fmt::format("the best bet gains at least {} over a fair deck ({} %)",
                       points_text(points_down(*bias.tv_lower)), confidence);
  }
  if (!bias.tv_lower || !bias.tv_upper) return "not bounded by the tests that ran";
  const std::string upper = points_up(*bias.tv_upper), lower = points_down(*bias.tv_lower);
  if (*bias.tv_lower <= 0) {
    return fmt::format("no bet on {} gains more than {} over a fair deck ({} %)", bets_covered(bias),
                       points_text(upper), confidence);
  }
  if (bounds_all_bets(bias)) {
    return fmt::format("the best bet gains at least {}, at most {} over a fair deck ({} % each)", lower,
                       points_text(upper), confidence);
  }
  return fmt::format("the best bet gains at least {} over a fair deck, one on {} at most {} ({} % each)",
                     points_text(lower), bets_covered(bias), upper, confidence);
}

}  // namespace

std::string how_much(const TargetRecord& result, const Budget& budget) {
  if (result.linked) return "not bounded, since the decks are linked";
  const std::string text = gain_of_orders(result, budget);
  const NamedGain named = best_named_gain(result.bet_records);
  // What the chosen bet proves already need not be said of a weaker one.
  if (named.gain <= result.bias.tv_lower.value_or(0)) return text;
  return fmt::format("{}; betting {} \"{}\" = {} gains at least {} ({} %)", text,
                     named.against ? "against" : "on", named.bet->name, named.value->value,
                     points_text(points_down(named.gain)), short_number(100 * budget.confidence, 4));
}

BiasWords bias_words(const TargetRecord& result, const Budget& budget) {
  return {.how_much = how_much(result, budget),
          .where = where(result),
          .why = why(result, budget),
          .evidence = evidence(result)};
}

std::string named_mistake(const TargetRecord& result) {
  if (result.verdict == Verdict::biased && result.linked) return "linked decks";
  if (!result.diagnosis || result.diagnosis->fits.empty()) return "";
  const DiagnosisRecord& diagnosis = *result.diagnosis;
  const FittingLaw& likeliest = diagnosis.fits.front();
  if (diagnosis.laws_fitting == 1 && likeliest.p_value < poor_fit) return "";
  const std::string name = mistake_text(to_name(likeliest, result.target));
  return diagnosis.laws_fitting == 1 ? name : fmt::format("{} or {} more", name, diagnosis.laws_fitting - 1);
}

}  // namespace fairshuffle
