#include <algorithm>
#include <cctype>
#include <cmath>
#include <initializer_list>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/diagnosis/diagnosis.hpp"
#include "core/permutation/permutation.hpp"
#include "core/record/deviations.hpp"
#include "core/statistics/dependent_trials.hpp"
#include "core/statistics/families/family_bounds.hpp"
#include "core/statistics/permutations.hpp"
#include "core/statistics/seed_space.hpp"
#include "reports/words/words.hpp"

namespace fairshuffle {

namespace {

std::string gain_of_permutations(const TargetRecord& result, const Budget& budget) {
  const ToldBounds told = told_bounds(result.bias);
  const std::string confidence = confidence_text(budget.confidence);
  if (told.together) {
    return fmt::format("the best bet gains at least {}, at most {} over a fair deck ({} each)",
                       points_down(*told.lower), points_text(points_up(*told.upper)), confidence);
  }
  if (told.lower) {
    return fmt::format("the best bet gains at least {} over a fair deck ({})",
                       points_text(points_down(*told.lower)), confidence);
  }
  if (!told.upper) return "not bounded by the tests that ran";
  return fmt::format("no bet on {} gains more than {} over a fair deck ({})", bets_covered(result.bias),
                     points_text(points_up(*told.upper)), confidence);
}

std::string how_much_in_full(const TargetRecord& result, const Budget& budget) {
  const ToldBounds told = told_bounds(result.bias);
  const std::string text = how_much(result, budget);
  if (result.dependent || !told.lower || !told.upper || told.together) return text;
  return fmt::format("{}. No bet on {} gains more than {} ({})", text, bets_covered(result.bias),
                     points_text(points_up(*told.upper)), confidence_text(budget.confidence));
}

std::string undecided(const TargetRecord& result, const Budget& budget) {
  if (result.verdict != Verdict::inconclusive) return "";
  const std::string points = short_number(100 * budget.tolerance, 3);
  const char* are = points == "1" ? "is" : "are";
  // Bounds hold whatever is tested; to be fair takes more.
  if (result.bias.tv_upper && *result.bias.tv_upper <= budget.tolerance) {
    return fmt::format(
        "{} {} asked for, and reached; but no deck is called fair while some of its tests are not "
        "applied (--tests leaves them out, or there are too few trials)",
        points_text(points), are);
  }
  const std::string forecast = trials_to_decide_words(result);
  return fmt::format("{} {} asked for{}{}", points_text(points), are, forecast.empty() ? "" : "; ", forecast);
}

std::string bound_of(const FamilyRecord& family, const Budget& budget) {
  const bool is_within = family.tv_upper && *family.tv_upper <= budget.tolerance;
  return fmt::format(
      "{} {}{}", family.family, family.tv_upper ? points_up(*family.tv_upper) : "not bounded",
      is_within ? ""
                : fmt::format(" ({} from {} trials on if fair)", short_number(100 * budget.tolerance, 3),
                              short_number(family.trials_for_tolerance, 2)));
}

// Families of such decks that are counted on request only, and the options that ask for them; empty where
// there are none.
std::string not_counted(std::span<const FamilyRecord> families, int deck_size) {
  std::vector<std::string_view> pairs, others;
  for (const BetFamily& family : all_families()) {
    if (deck_size > family.largest_deck) continue;
    if (std::ranges::find(families, family.name, &FamilyRecord::family) != families.end()) continue;
    (family.visit_deviations != nullptr ? pairs : others).push_back(family.name);
  }
  std::vector<std::string> parts;
  if (!pairs.empty()) parts.push_back(fmt::format("{} (--pairs)", fmt::join(pairs, ", ")));
  if (!others.empty()) parts.push_back(fmt::format("{} (--certify)", fmt::join(others, ", ")));
  return parts.empty() ? "" : fmt::format("not counted: {}", fmt::join(parts, ", "));
}

std::string by_family(const TargetRecord& result, const Budget& budget) {
  std::vector<std::string> asked, others;
  for (const FamilyRecord& family : result.families) {
    (family.asked ? asked : others).push_back(bound_of(family, budget));
  }
  std::vector<std::string> parts;
  if (!asked.empty()) parts.push_back(fmt::format("{}", fmt::join(asked, ", ")));
  if (!others.empty()) parts.push_back(fmt::format("not asked for: {}", fmt::join(others, ", ")));
  if (result.target.multiset.is_plain())
    parts.push_back(not_counted(result.families, result.target.deck_size));
  std::erase(parts, "");
  return fmt::format("points ({} together): {}", confidence_text(budget.confidence), fmt::join(parts, "; "));
}

std::string seed_space(const TargetRecord& result, const Budget& budget) {
  if (!result.seed_space) return "";
  if (std::string fewest = fewest_permutations_words(result, budget); !fewest.empty()) return fewest;
  const BirthdayCounts& counts = result.evidence.birthday;
  if (counts.kept == 0) return "";
  if (counts.repeats() > 0) return came_again(result);
  return fmt::format("no deck of {}{} came again", with_commas(counts.kept),
                     counts.one_in == 1 ? "" : " kept");
}

// The first of them, each as `words` has it, and how many more there are. Few know the draws and seedings
// that have names here; all know riffles: these come first. What a deck that is carried on shows is told of
// as words behind the name.
template <class Words>
std::string mistakes_told(std::vector<MistakeInReach> mistakes, Words words, std::string_view what) {
  std::stable_partition(mistakes.begin(), mistakes.end(), [](const MistakeInReach& mistake) {
    const auto has = [&mistake](const char* part) { return mistake.target.find(part) != std::string::npos; };
    return !has("draw=") && !has("seeding=") && !has(" ");
  });
  std::vector<std::string> names;
  for (const MistakeInReach& mistake : mistakes) names.push_back(words(mistake));
  return first_of(names, 2, what);
}

std::string would_show(const PowerRecord& power) {
  if (power.found.empty()) return "";
  return fmt::format(
      "{} ({} % each)",
      mistakes_told(
          power.found, [](const MistakeInReach& mistake) { return mistake.target; }, " known mistakes"),
      short_number(100 * power.power, 3));
}

std::string might_miss(const PowerRecord& power) {
  return mistakes_told(
      power.missed,
      [](const MistakeInReach& mistake) {
        return fmt::format("{} ({})", mistake.target, how_many_trials(short_number(mistake.trials, 2)));
      },
      "");
}

std::string found_cause(const TargetRecord& result, const Budget& budget) {
  for (std::string cause : {seed_words(result, budget), constant_cause(result), ascending_words(result)}) {
    if (!cause.empty()) return cause;
  }
  return "";
}

std::string where(const TargetRecord& result) {
  if (result.dependent) return std::string(what_dependence_shows) + ": " + dependence_words(result).looks;
  const std::vector<std::string> all = places(result);
  const TestRecord* birthday = test_named(result.tests, birthday_test.name);
  if (all.empty() && birthday != nullptr && birthday->rejected) return "the same decks come again";
  return fmt::format("{}", fmt::join(all, "; "));
}

std::string why(const TargetRecord& result, const Budget& budget) {
  if (result.dependent)
    return dependence_words(result).cause + "; no known mistake is looked for in single decks";
  const auto rejecting = [&result](bool (*how)(const TestRecord&)) {
    return std::ranges::any_of(result.tests, how);
  };
  if (rejecting(too_regular) && !rejecting(rejects_as_uneven))
    return "the counts are too regular for independent fair decks";
  if (const std::string cause = found_cause(result, budget); !cause.empty()) return cause;
  const bool explained = few_explain_repeats(result);
  if (only_repeats_reject(result)) return explained ? "" : repeat_words(result);
  if (result.target.multiset.is_plain() && !single_decks_are_uneven(result.tests) &&
      result.target.deck_size >= smallest_deck_diagnosed) {
    return explained
               ? ""
               : "only how decks follow each other is uneven: they may not be independent, which so few do "
                 "not prove";
  }
  if (!result.diagnosis) {
    const bool repeat = rejects_as_uneven(result.tests, repeats_test.name) && !counts_explain_repeats(result);
    return repeat ? repeat_words(result) : "";
  }
  return answer_of(*result.diagnosis, result.target);
}

std::string evidence(const TargetRecord& result) {
  const TestRecord* strongest = nullptr;
  std::set<std::string> regular;
  for (const TestRecord& test : result.tests) {
    if (!test.applied || !test.same_as.empty() || !test.rejected) continue;
    if (too_regular(test)) regular.insert(test.test);
    if (strongest == nullptr || test.log10_p < strongest->log10_p) strongest = &test;
  }
  const auto [applied, rejecting] = counted_tests(result.tests);
  if (strongest == nullptr) return "none in this report";
  // Where nothing else rejects `why` says so.
  const std::string too_even = regular.empty() || regular.size() == rejecting.size()
                                   ? ""
                                   : fmt::format(", too regular: {}", told({regular.begin(), regular.end()}));
  return fmt::format("{} {}; {} of {} {}{}", strongest->name,
                     p_statement(strongest->p_value, strongest->log10_p), rejecting.size(), applied.size(),
                     applied.size() == 1     ? "test rejects"
                     : rejecting.size() == 1 ? "tests rejects"
                                             : "tests reject",
                     too_even);
}

// What became of a program stands in sentences of their own behind the first. Rows that are quoted there, and
// the program's last words, stay as they are.
std::string failure_in_one(std::string error) {
  for (const std::string_view sentence :
       {". It exited with status ", ". It was killed by ", ". It closed its ", ". A process that it started ",
        ". Its last words on standard error: "}) {
    const std::size_t at = error.find(sentence);
    if (at == std::string::npos) continue;
    error[at] = ';';
    error[at + 2] = sentence[2] == 'A' ? 'a' : 'i';
  }
  return error;
}

std::string p_text(const TestRecord& test) {
  if (test.log10_p <= smallest_log10_p) return "p < 1e-4900";
  if (test.p_value <= 0) return fmt::format("p = 1e{:.0f}", test.log10_p);
  return "p = " + typed_exponent(fmt::format("{:.1e}", test.p_value));
}

// Clauses become sentences one after the other, each with a capital and a full stop; empty ones none.
std::string sentences(std::initializer_list<std::string> clauses) {
  std::string text;
  for (const std::string& clause : clauses) {
    if (clause.empty()) continue;
    const auto first = static_cast<char>(std::toupper(static_cast<unsigned char>(clause.front())));
    text += fmt::format(" {}{}.", first, std::string_view(clause).substr(1));
  }
  return text;
}

// The tests that reject, as too regular or as uneven, one of several hypotheses once; empty where none does.
std::string rejections(const TargetRecord& record, bool regular) {
  std::vector<std::string_view> names;
  const TestRecord* strongest = nullptr;
  for (const TestRecord& test : record.tests) {
    if (!test.rejected || !test.same_as.empty() || too_regular(test) != regular) continue;
    if (names.empty() || names.back() != test.test) names.emplace_back(test.test);
    if (strongest == nullptr || test.log10_p < strongest->log10_p) strongest = &test;
  }
  if (strongest == nullptr) return "";
  const bool several = names.size() > 1 || names.front() == components_test.name;
  const std::string do_what =
      regular ? fmt::format("{} too regular for independent fair decks", several ? "are" : "is")
              : fmt::format("reject{} fairness", several ? "" : "s");
  return fmt::format("{} {} in {} trials ({}: {})", fmt::join(names, ", "), do_what,
                     with_commas(record.evidence.trials),
                     strongest->name == e_value_name ? "e-value over the known mistakes" : strongest->name,
                     p_text(*strongest));
}

std::string why_rejected(const TargetRecord& record) {
  const std::string uneven = rejections(record, false), regular = rejections(record, true);
  return fmt::format(
      "{}{}{}{}.", uneven, uneven.empty() || regular.empty() ? "" : "; ", regular,
      only_repeats_reject(record) && !few_explain_repeats(record) ? ": " + repeat_words(record) : "");
}

std::string size_of_bias(const BiasRecord& bias, const Budget& budget) {
  const ToldBounds told = told_bounds(bias);
  const std::string confidence = confidence_text(budget.confidence);
  if (told.together) {
    return fmt::format(
        " In total variation, the best bet on {} gains between {} and {} over a fair deck "
        "(each bound with {} confidence).",
        bets_covered(bias), rounded_down(*told.lower), rounded_up(*told.upper), confidence);
  }
  std::string text;
  if (told.lower) {
    text = fmt::format(
        " In total variation, the best bet on {} gains at least {} over a fair deck ({} confidence).",
        bets_of_lower(bias), rounded_down(*told.lower), confidence);
  }
  if (!told.upper) return text;
  return text + fmt::format(" {} bet on {} gains more than {} ({} confidence).",
                            told.lower ? "No" : "In total variation, no", bets_covered(bias),
                            rounded_up(*told.upper), confidence);
}

std::string dependent_sentence(const TargetRecord& record) {
  const DependenceWords dependence = dependence_words(record);
  return fmt::format(
      "Biased, {}: {}{} So the size of the bias is not bounded, and no known mistake is looked for in single "
      "decks.",
      what_dependence_shows, why_rejected(record), sentences({dependence.looks + ", " + dependence.cause}));
}

std::string biased_sentence(const TargetRecord& record, const Budget& budget) {
  if (record.dependent) return dependent_sentence(record);
  std::vector<std::string> where = places(record);
  // How decks came out alike goes with why.
  if (const std::string cause = constant_cause(record); !cause.empty()) where.back() += ", " + cause;
  std::string in_places;
  for (const std::string& place : where) in_places += sentences({place});
  const bool is_diagnosed =
      record.diagnosis && (!record.diagnosis->fits.empty() || found_cause(record, budget).empty());
  return fmt::format("Biased: {}{}{}{}{}{}{}", why_rejected(record), sentences({seed_words(record, budget)}),
                     size_of_bias(record.bias, budget),
                     sentences({record.bias.withheld ? why_withheld(*record.bias.withheld) : ""}), in_places,
                     sentences({component_words(record.components), ascending_words(record)}),
                     is_diagnosed ? " " + record.diagnosis->sentence : "");
}

std::string fair_sentence(const TargetRecord& record, const Budget& budget) {
  if (record.target.deck_size == 1) return "Fair: one card has one permutation, and it came every time.";
  return fmt::format(
             "Fair: no test rejects fairness in {} trials, and with {} confidence no bet on {} gains more "
             "than {} over a fair deck (total variation; tolerance {}).",
             with_commas(record.evidence.trials), confidence_text(budget.confidence),
             bets_covered(record.bias), rounded_up(*record.bias.tv_upper), exact_number(budget.tolerance)) +
         sentences({fewest_permutations_words(record, budget)});
}

// Of several families some may be bounded already.
std::string not_bounded(const TargetRecord& record) {
  std::vector<std::string> missing;
  for (const FamilyRecord& family : record.families) {
    if (family.asked && !family.tv_upper) missing.push_back(family.family);
  }
  const bool some_are = std::ranges::any_of(
      record.families, [](const FamilyRecord& family) { return family.tv_upper.has_value(); });
  if (missing.empty() || !some_are) return "but nothing bounds the bias.";
  return fmt::format("but so few trials do not bound {}, which {} to be certified.", told(missing),
                     missing.size() == 1 ? "was" : "were");
}

std::string inconclusive_sentence(const TargetRecord& record, const Budget& budget) {
  std::string sentence =
      fmt::format("Inconclusive: no test rejects fairness in {}{}, ", how_many_trials(record.evidence.trials),
                  !record.evidence.ended_early ? ""
                  : may_have_no_more(record)   ? ", after which the run was ended early or no others came"
                                               : ", after which the run was ended early");
  if (record.dependent) {
    sentence +=
        "but successive trials do not look independent, so that nothing bounds the bias: the tests repeats "
        "and successive look at that.";
  } else if (!record.bias.tv_upper) {
    sentence += not_bounded(record);
  } else if (*record.bias.tv_upper > budget.tolerance) {
    sentence +=
        fmt::format("but the best bet on {} may still gain {} (tolerance {}).", bets_covered(record.bias),
                    rounded_up(*record.bias.tv_upper), exact_number(budget.tolerance));
  } else {
    sentence += fmt::format("but only the bet on {} is bounded, by {}, which certifies no shuffle.",
                            bets_covered(record.bias), rounded_up(*record.bias.tv_upper));
  }
  return sentence + sentences({trials_to_decide_words(record), fewest_permutations_words(record, budget)});
}

std::string invalid_sentence(const TargetRecord& record) {
  const std::string no_permutation = no_permutation_clause(record.evidence, "the");
  const std::string faults = "(cards lost, doubled or foreign)";
  if (record.evidence.witnesses.empty()) return fmt::format("Invalid: {} {}.", no_permutation, faults);
  const WitnessRecord& first = record.evidence.witnesses.front();
  const std::string shown =
      first.row.empty() ? fmt::format("{}.", fmt::join(first.permutation, " ")) : first.row;
  if (!record.facts.writes_rows) {
    return fmt::format("Invalid: {} {}. The first, trial {}: {}", no_permutation, faults,
                       with_commas(first.trial), shown);
  }
  // Rows that others wrote are counted from 1, as their readers do.
  const std::string row = with_commas(first.trial + 1),
                    advice = row_advice(record.target, first.permutation, first.row);
  const Multiset& multiset = record.target.multiset;
  const int due = multiset.is_deal() ? multiset.dealt : record.target.deck_size;
  const auto held = static_cast<int>(first.permutation.size());
  // Whether cards were lost, or rows are of another deck, such a row does not tell.
  if (held > 0 && held != due) {
    return fmt::format("Invalid: {}. The first, row {}, holds {} card{} where {} {} due: {}. {}",
                       no_permutation, row, held, held == 1 ? "" : "s", due, due == 1 ? "is" : "are", shown,
                       advice);
  }
  return fmt::format("Invalid: {} {}. The first, row {}: {}. {}", no_permutation, faults, row, shown, advice);
}

std::string sentence_of(const TargetRecord& record, const Budget& budget) {
  switch (record.verdict.value()) {
    case Verdict::fair:
      return fair_sentence(record, budget);
    case Verdict::biased:
      return biased_sentence(record, budget);
    case Verdict::inconclusive:
      return inconclusive_sentence(record, budget);
    case Verdict::invalid:
      return invalid_sentence(record);
  }
  return "";
}

}  // namespace

std::string how_much(const TargetRecord& result, const Budget& budget) {
  if (result.dependent) return fmt::format("not bounded, since {}", what_dependence_shows);
  std::string text = gain_of_permutations(result, budget);
  if (result.bias.withheld) text += "; " + why_withheld(*result.bias.withheld);
  const NamedGain named = best_named_gain(result.bet_records);
  // What the chosen bet proves already need not be said of a weaker one.
  if (named.gain <= result.bias.tv_lower.value_or(0)) return text;
  return fmt::format("{}; betting {} \"{}\" = {} gains at least {} ({})", text,
                     named.against ? "against" : "on", named.bet->name, named.value->value,
                     points_text(points_down(named.gain)), confidence_text(budget.confidence));
}

bool has_certificate(const TargetRecord& result) {
  return !result.families.empty() &&
         (result.verdict == Verdict::fair || result.verdict == Verdict::inconclusive);
}

Clauses clauses_of(const TargetRecord& result, const Budget& budget) {
  Clauses clauses;
  if (!result.verdict || result.verdict == Verdict::invalid) return clauses;
  clauses.how_much = how_much_in_full(result, budget);
  if (result.verdict == Verdict::biased) {
    clauses.where = where(result);
    clauses.why = why(result, budget);
    clauses.evidence = evidence(result);
  } else if (has_certificate(result)) {
    clauses.undecided = undecided(result, budget);
    clauses.by_family = by_family(result, budget);
    clauses.seed_space = seed_space(result, budget);
    if (result.power) clauses.would_show = would_show(*result.power);
    if (result.power) clauses.might_miss = might_miss(*result.power);
  }
  return clauses;
}

std::string in_one_sentence(const TargetRecord& result, const Budget& budget) {
  if (!result.verdict) return failure_in_one(result.evidence.error);
  if (result.verdict == Verdict::invalid) return no_permutation_clause(result.evidence, "The") + ".";
  if (result.verdict == Verdict::biased) {
    const std::string mistake = result.dependent ? "" : named_mistake(result);
    return fmt::format("Fairness is rejected ({}): {}{}{}.", evidence(result),
                       result.dependent ? where(result) : how_much(result, budget),
                       mistake.empty() ? "" : ", ", mistake);
  }
  const std::string bound =
      result.bias.tv_upper ? fmt::format(", and no bet on {} gains more than {}", bets_covered(result.bias),
                                         points_text(points_up(*result.bias.tv_upper)))
                           : "";
  const std::string forecast = trials_to_decide_words(result);
  return fmt::format("No test rejects fairness in {}{}{}{}.", how_many_trials(result.evidence.trials), bound,
                     forecast.empty() ? "" : "; ", forecast);
}

void put_in_words(const Budget& budget, TargetRecord& record) {
  record.blind_spots = blind_spots_of(record);
  if (!record.verdict) return;
  if (record.diagnosis)
    record.diagnosis->sentence =
        sentence_of(*record.diagnosis, record.target.deck_size, record.evidence.trials);
  record.sentence = sentence_of(record, budget);
}

}  // namespace fairshuffle
