#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/permutation/permutation.hpp"
#include "core/record/deviations.hpp"
#include "core/statistics/families/family_bounds.hpp"
#include "reports/words/words.hpp"

namespace fairshuffle {

namespace {

constexpr int digits = 3;

// In percent, to so many digits, none of them rounded inwards.
double outwards(double probability, double (*round)(double)) {
  if (probability <= 0) return 0;
  const double unit = std::pow(10, std::floor(std::log10(100 * probability)) - (digits - 1));
  // What is whole but for the last bits of a double is not rounded on.
  const double units = 100 * probability / unit, nearest = std::round(units);
  return unit * (std::abs(units - nearest) < 1e-9 ? nearest : round(units));
}

std::uint64_t trials_of(const BetRecord& bet) {
  std::uint64_t trials = 0;
  for (const BetValue& value : bet.values) trials += value.count;
  return trials;
}

// About so many.
std::string trials_text(double trials) {
  constexpr double most_counted_out = 1e5;
  return trials < most_counted_out ? with_commas(static_cast<std::uint64_t>(std::ceil(trials)))
                                   : short_number(trials, 2);
}

// Of what an upper bound covers.
std::string name_in_short(std::string_view covered) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> names{
      {{"positions", "single cards"},
       {"cards", "single cards"},
       {"pairs-order", "pairs"},
       {"pairs", "places of pairs"},
       {"kinds", "kinds at single positions"},
       {"dealt-cards", "single dealt cards"},
       {"bets", "named bets"}}};
  const auto known = std::ranges::find(names, covered, &std::pair<std::string_view, std::string_view>::first);
  std::string name(known == names.end() ? covered : known->second);
  std::ranges::replace(name, '-', ' ');
  return name;
}

std::vector<std::string> families_covered(const BiasRecord& bias) {
  std::vector<std::string> families;
  for (std::size_t begin = 0, end = 0; begin < bias.covers.size(); begin = end + 1) {
    end = std::min(bias.covers.find(',', begin), bias.covers.size());
    families.push_back(bias.covers.substr(begin, end - begin));
  }
  return families;
}

// "where any one card lies"
std::string bets_of_family(const std::string& family) {
  for (const BetFamily& multiset : multiset_families()) {
    if (multiset.name == family) return std::string(multiset.bets_on);
  }
  const BetFamily* known = find_family_to_certify(family);
  return known == nullptr ? family : std::string(known->bets_on);
}

struct Caveat {
  std::string text;
  std::vector<std::string> targets;
  std::size_t results = 0;  // of the targets, those that are no controls
};

void collect(std::vector<Caveat>& caveats, const TargetRecord& target, bool is_control) {
  for (const std::string& line : target.blind_spots) {
    auto found = std::ranges::find(caveats, line, &Caveat::text);
    if (found == caveats.end()) {
      caveats.push_back({.text = line, .targets = {}});
      found = caveats.end() - 1;
    }
    found->targets.push_back(is_control ? "control " + shown_name(target) : shown_name(target));
    found->results += is_control ? 0 : 1;
  }
}

// `results`: how many there are of the kind, and what they are called.
std::vector<std::string> lines_of(const std::vector<Caveat>& caveats, std::size_t results, const char* kind) {
  std::vector<std::string> lines;
  for (const Caveat& caveat : caveats) {
    lines.push_back(results > 1 && caveat.results == results
                        ? fmt::format("{} (all {} {})", caveat.text, results, kind)
                        : fmt::format("{} ({})", caveat.text, fmt::join(caveat.targets, ", ")));
  }
  return lines;
}

// Nobody can bound what all bets on the permutations of a large deck gain.
std::string tolerance_words(const RunRecord& run) {
  const std::string tolerance = exact_number(run.budget.tolerance);
  const auto is_large = [](const TargetRecord& result) {
    return result.target.deck_size >= smallest_large_deck;
  };
  const std::string_view of_families = "of the families that its verdict names";
  if (!run.results.empty() && std::ranges::all_of(run.results, is_large)) {
    return fmt::format("no bet {} gains more than {}", of_families, tolerance);
  }
  const std::string of_all = fmt::format("no bet gains more than {}", tolerance);
  if (!std::ranges::any_of(run.results, is_large)) return of_all;
  return fmt::format("{}, or of {} cards and more no bet {}", of_all, smallest_large_deck, of_families);
}

// What its upper bound is about, as a table has it: "single cards and pairs". Precondition: there is one.
std::string bets_covered_in_short(const BiasRecord& bias) {
  std::vector<std::string> names;
  for (const std::string& family : families_covered(bias)) names.push_back(name_in_short(family));
  return told(std::move(names));
}

}  // namespace

std::string verdict_word(const TargetRecord& result) {
  return result.verdict ? to_text(*result.verdict) : "failed";
}

std::string bias_text(const TargetRecord& result) {
  return result.verdict == Verdict::biased && result.dependent ? "not i.i.d." : bias_text(result.bias);
}

ToldBounds told_bounds(const BiasRecord& bias) {
  ToldBounds told{.lower = {}, .upper = bias.tv_upper};
  if (bias.tv_lower.value_or(0) > 0) told.lower = bias.tv_lower;
  told.together = told.lower && told.upper && bounds_all_bets(bias);
  return told;
}

std::string bias_text(const BiasRecord& bias) {
  const ToldBounds told = told_bounds(bias);
  if (told.together) return fmt::format("{} .. {}", rounded_down(*told.lower), rounded_up(*told.upper));
  if (told.lower) return ">= " + rounded_down(*told.lower);
  if (!told.upper) return "not bounded";
  if (bounds_all_bets(bias)) return "<= " + rounded_up(*told.upper);
  return fmt::format("{} <= {}; whole deck not bounded", bets_covered_in_short(bias),
                     rounded_up(*told.upper));
}

std::string smallest_p_text(const TargetRecord& result) {
  const TestRecord* strongest = nullptr;
  for (const TestRecord& test : result.tests) {
    if (!test.applied) continue;
    const bool stronger = strongest == nullptr || test.adjusted_p < strongest->adjusted_p ||
                          (test.adjusted_p == strongest->adjusted_p && test.log10_p < strongest->log10_p);
    if (stronger) strongest = &test;
  }
  if (strongest == nullptr) return "-";
  return adjusted_p_text(strongest->adjusted_p) + " " + strongest->name;
}

std::string expectation_text(const TargetRecord& result, bool is_control) {
  if (!result.expected) return "";
  if (is_control && result.expected == Verdict::fair && result.verdict == Verdict::inconclusive)
    return "not biased";
  return result.verdict == result.expected ? "as expected"
                                           : fmt::format("EXPECTED {}", to_text(*result.expected));
}

std::string adjusted_p_text(double adjusted_p) {
  return adjusted_p > 0 ? short_number(adjusted_p, 2) : "< 1e-300";
}

std::string confidence_text(double confidence) {
  return short_number(100 * confidence, 4) + " %";
}

std::string how_many_trials(std::uint64_t trials) {
  return how_many_trials(with_commas(trials));
}

std::string how_many_trials(std::string_view number) {
  return fmt::format("{} trial{}", number, number == "1" ? "" : "s");
}

std::string no_permutation_clause(const Evidence& evidence, std::string_view the) {
  if (evidence.trials == 1) return fmt::format("{} only trial was no order of the deck", the);
  return fmt::format("{} of {} trials {} no order of the deck", with_commas(evidence.invalid_trials),
                     with_commas(evidence.trials), evidence.invalid_trials == 1 ? "was" : "were");
}

std::string trials_to_decide_words(const Findings& findings) {
  if (!findings.trials_to_decide) return "";
  return fmt::format("about {} trials would decide if it is {}", short_number(*findings.trials_to_decide, 2),
                     findings.decided_if == Verdict::fair ? "fair" : "as biased as it looks");
}

const BetValue* farthest_value(const BetRecord& bet) {
  const auto trials = static_cast<double>(trials_of(bet));
  const BetValue* farthest = nullptr;
  double most = -1;
  for (const BetValue& value : bet.values) {
    if (trials == 0) break;
    const double errors = std::abs(static_cast<double>(value.count) - trials * value.fair) /
                          std::sqrt(trials * value.fair * (1 - value.fair));
    if (errors > most) {
      most = errors;
      farthest = &value;
    }
  }
  return farthest;
}

NamedGain best_named_gain(const std::vector<BetRecord>& bets) {
  NamedGain best;
  for (const BetRecord& bet : bets) {
    for (const BetValue& value : bet.values) {
      if (!value.lower || !value.upper) continue;
      const double on = *value.lower - value.fair, against = value.fair - *value.upper;
      const double gain = std::max(on, against);
      if (gain > best.gain) best = {.bet = &bet, .value = &value, .against = against > on, .gain = gain};
    }
  }
  return best;
}

std::string chance_text(double probability) {
  return short_number(100 * probability, 4);
}

std::string share_text(const BetValue& value, std::uint64_t trials) {
  return trials == 0 ? "" : chance_text(static_cast<double>(value.count) / static_cast<double>(trials));
}

std::string interval_text(const BetValue& value) {
  if (!value.lower || !value.upper) return "";
  return fmt::format("{} .. {}", short_number(outwards(*value.lower, std::floor), digits),
                     short_number(outwards(*value.upper, std::ceil), digits));
}

bool bet_has_intervals(const BetRecord& bet) {
  return std::ranges::any_of(bet.values, [](const BetValue& value) { return value.lower && value.upper; });
}

std::string why_withheld(HitFault fault) {
  return fmt::format(
      "no lower bound is stated: the hits of the chosen bet {}, as those of independent trials do not "
      "(looked at: the first judged decks, up to half a million cards)",
      fault == HitFault::clinging ? "cling to the trials that it was chosen on"
                                  : "crowd in some stretches of the trials");
}

std::string bets_covered(const BiasRecord& bias) {
  if (bias.covers == "nothing") return "";
  if (bias.covers == "permutations") return "the order";
  if (bias.covers == "positions") return "where one card lies";
  std::vector<std::string> bets;
  for (const std::string& family : families_covered(bias)) bets.push_back(bets_of_family(family));
  return fmt::format("{}", fmt::join(bets, " or "));
}

std::string bets_of_lower(const BiasRecord& bias) {
  return bias.lower_covers == "permutations" ? "the order" : bets_of_family(bias.lower_covers);
}

std::string family_words(const FamilyRecord& family, double confidence) {
  const std::string bets = bets_of_family(family.family);
  if (!family.tv_upper) return fmt::format("what a bet on {} gains is not bounded", bets);
  return fmt::format("no bet on {} gains more than {} over a fair deck ({})", bets,
                     points_text(points_up(*family.tv_upper)), confidence_text(confidence));
}

std::string mistakes_in_reach(const std::vector<MistakeInReach>& mistakes) {
  std::vector<std::string> lines;
  for (const MistakeInReach& mistake : mistakes) {
    lines.push_back(fmt::format("{} ({}, {})", mistake.target, mistake.found_by,
                                how_many_trials(trials_text(mistake.trials))));
  }
  return first_of(lines, 6);
}

bool may_have_no_more(const TargetRecord& record) {
  return record.facts.writes_rows && !record.facts.recorded;
}

std::vector<std::string> blind_spots_of(const TargetRecord& record) {
  std::vector<std::string> blind_spots;
  if (!record.verdict) {
    if (!record.caveat.empty()) blind_spots.push_back(record.caveat);
    return blind_spots;
  }
  if (!record.target.multiset.is_plain()) {
    if (record.bias.covers != "arrangements") {
      blind_spots.emplace_back("bets on all that can be told apart at once, which is too much to count");
    }
    blind_spots.emplace_back(record.target.multiset.is_deal() ? "what becomes of the cards that are not dealt"
                                                              : "which of equal cards is which");
    if (has_pairs(record.target.multiset, record.target.deck_size) &&
        !counts_together(record.target.multiset, record.target.deck_size)) {
      blind_spots.push_back(
          fmt::format("which cards are dealt together: pairs are counted of deals of up to {} cards",
                      most_dealt_together));
    }
  } else if (record.target.deck_size >= smallest_large_deck) {
    // So many tests look at so large decks that what one is blind to says little of what all are.
    blind_spots.push_back(
        fmt::format("bets on the whole order: permutations are too many to count, and what none of {} tests "
                    "sees stays unseen",
                    counted_tests(record.tests).applied.size()));
  } else if (record.target.deck_size > 1 && record.bias.covers != "permutations") {
    // A test of several hypotheses is told once, and tests that are blind to the same together.
    struct Blindness {
      std::string_view to;
      std::vector<std::string_view> tests;
    };
    std::vector<Blindness> all;
    for (const TestRecord& test : record.tests) {
      if (!test.applied || test.blind_to.empty()) continue;
      auto same = std::ranges::find(all, test.blind_to, &Blindness::to);
      if (same == all.end()) same = all.insert(all.end(), {test.blind_to, {}});
      if (std::ranges::find(same->tests, test.test) == same->tests.end()) same->tests.push_back(test.test);
    }
    for (const Blindness& blind : all) {
      blind_spots.push_back(fmt::format("{}: {}", fmt::join(blind.tests, ", "), blind.to));
    }
  }
  const TestRecord* birthday = test_named(record.tests, birthday_test.name);
  const bool looks_at_dependence = std::ranges::any_of(
      record.tests, [](const TestRecord& test) { return test.applied && test.test == successive_test.name; });
  blind_spots.push_back(
      fmt::format("dependence between trials{}; {} periods; seeds that can be guessed",
                  looks_at_dependence ? ", but for the kinds that tests of successive decks see" : "",
                  birthday != nullptr && birthday->applied ? "long" : "short"));
  if (record.bias.tv_upper)
    blind_spots.emplace_back("changes in time: the bound is on the average over all trials");
  if (!record.caveat.empty()) blind_spots.push_back(record.caveat);
  if (record.evidence.unread) {
    blind_spots.emplace_back("what was recorded after these trials, which was not read");
  }
  if (record.evidence.ended_early) {
    blind_spots.emplace_back(may_have_no_more(record)
                                 ? "what further trials would have shown: the run was ended early, or each "
                                   "start of the program begins with the same decks"
                                 : "what further trials would have shown: the run was ended early");
  }
  return blind_spots;
}

Caveats caveats_of(const RunRecord& run) {
  std::vector<Caveat> of_fair, of_others;
  std::size_t fair = 0;
  for (const TargetRecord& result : run.results) {
    const bool is_fair = result.verdict == Verdict::fair;
    fair += is_fair;
    collect(is_fair ? of_fair : of_others, result, false);
  }
  for (const TargetRecord& control : run.controls) {
    // Beside no fair target nobody asks what the verdict fair covers.
    const bool is_fair = fair > 0 && control.verdict == Verdict::fair;
    collect(is_fair ? of_fair : of_others, control, true);
  }
  const std::size_t others = run.results.size() - fair;
  return {.of_fair = lines_of(of_fair, fair, others == 0 ? "targets" : "fair targets"),
          .of_others = lines_of(of_others, others, fair == 0 ? "targets" : "others")};
}

std::string run_title(const RunRecord& run) {
  return run.verdict ? fmt::format("Verdict: {}", to_text(*run.verdict)) : "No verdict";
}

std::string run_summary(const RunRecord& run) {
  std::string text =
      fmt::format("{} target{}", with_commas(run.results.size()), run.results.size() == 1 ? "" : "s");
  const char* between = ": ";
  for (const char* word : {"fair", "biased", "inconclusive", "invalid", "failed"}) {
    const auto count = std::ranges::count(run.results, word, verdict_word);
    if (count == 0) continue;
    text += fmt::format("{}{} {}", between, with_commas(static_cast<std::uint64_t>(count)), word);
    between = ", ";
  }
  std::size_t expected = 0, unmet = 0;
  for (const TargetRecord& result : run.results) {
    expected += result.expected.has_value();
    unmet += outcome_of(result) != Outcome::as_due;
  }
  if (expected > 0) text += unmet == 0 ? "; all as expected" : fmt::format("; {} not as expected", unmet);
  if (!run.controls.empty()) text += any_control_is_wrong(run) ? "; a control is wrong" : "; controls as due";
  return text;
}

std::string time_words(double seconds) {
  return seconds < 9.95 ? short_number(seconds, 2) + " s"
                        : with_commas(static_cast<std::uint64_t>(std::llround(seconds))) + " s";
}

std::string budget_words(const RunRecord& run) {
  std::string text = fmt::format(
      "Within a family-wise error rate of {} for the whole run. Bounds hold with {} % confidence; a target "
      "is fair when {}.",
      exact_number(run.budget.alpha), short_number(100 * run.budget.confidence, 6), tolerance_words(run));
  const auto is_recorded = [](const TargetRecord& target) { return target.facts.recorded; };
  const bool any_is = std::ranges::any_of(run.results, is_recorded);
  if (!any_is || !std::ranges::all_of(run.results, is_recorded) || !run.controls.empty()) {
    text += fmt::format(" {} {} trials.",
                        run.fixed_trials ? "One look, at" : "Looks at more and more trials, up to",
                        with_commas(run.max_trials));
  }
  return text + (any_is ? " What is recorded is judged once, whole." : "");
}

}  // namespace fairshuffle
