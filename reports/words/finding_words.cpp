#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
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
#include "core/statistics/positions.hpp"
#include "core/statistics/seed_space.hpp"
#include "core/verdict/certificate.hpp"
#include "reports/outcomes_report.hpp"
#include "reports/words/words.hpp"

namespace fairshuffle {

namespace {

// The chi-square tests that everyone knows.
constexpr std::array known_test_names{permutations_test.name, arrangements_test.name, positions_test.name,
                                      kinds_test.name, dealt_cards_test.name};

// How much bets gain on what such a test sees, in points; empty where that is not known.
std::string effect_of(const TestRecord& test, const TargetRecord& result) {
  if (test.name == permutations_test.name || test.name == arrangements_test.name) {
    return told_bounds(result.bias).together ? gain_text(result) : "";
  }
  if (test.name != positions_test.name || result.worst.empty()) return "";
  const WorstCell& cell = result.worst.front();
  return measured_points(std::abs(static_cast<double>(cell.count) - cell.expected) /
                         static_cast<double>(trials_of(result)));
}

std::vector<std::pair<std::string, std::string>> known_tests(const TargetRecord& result) {
  std::vector<std::pair<std::string, std::string>> told;
  for (const std::string_view name : known_test_names) {
    const auto test = std::ranges::find(result.tests, name, &TestRecord::test);
    if (test == result.tests.end()) continue;
    const bool is_measured = test->applied && test->degrees_of_freedom > 0;
    // "too few trials for ...", "needs at least 2,400 trials for 5 cards; ...".
    constexpr std::string_view lacking = " trials for ";
    const std::size_t end = test->reason.find(lacking);
    if (!is_measured && end == std::string::npos) continue;
    auto& [title, text] = told.emplace_back(name, "");
    title.front() = static_cast<char>(std::toupper(title.front()));
    std::ranges::replace(title, '-', ' ');
    if (!is_measured) {
      text = fmt::format("not applied: {} trials", test->reason.substr(0, end));
      continue;
    }
    text = fmt::format("X2 = {} on {} df, {}",
                       test->statistic < 1000
                           ? short_number(test->statistic, 4)
                           : with_commas(static_cast<std::uint64_t>(std::llround(test->statistic))),
                       with_commas(static_cast<std::uint64_t>(test->degrees_of_freedom)),
                       p_statement(test->p_value, test->log10_p));
    // Tables of chi-square give one side; a small p speaks for itself, but where the counts are too even.
    constexpr double plain = 1e-3;
    if (test->p_value >= plain) text += " (two-sided)";
    if (test->p_value < plain && too_regular(*test)) text += " (too even)";
    const std::string effect = rejects_as_uneven(*test) && !result.dependent ? effect_of(*test, result) : "";
    if (!effect.empty()) text += ", effect " + points_text(effect);
  }
  return told;
}

std::string how_much(const TargetRecord& result, const Budget& budget) {
  if (result.dependent) {
    return fmt::format("not bounded, since {}", result.verdict == Verdict::biased
                                                    ? what_dependence_shows
                                                    : "successive trials do not look independent");
  }
  constexpr std::uint64_t fewest_trials = 2'400;  // that chi-square tests apply to
  const ToldBounds told = told_bounds(result.bias);
  const std::string confidence = confidence_text(budget.confidence);
  const std::string lower = told.lower ? points_down(*told.lower) : "",
                    upper = told.upper ? points_text(points_up(*told.upper)) : "";
  std::string text =
      told.together && !gain_text(result).empty()
          ? fmt::format("the best bet gains {} over a fair deck ({}, {} each)",
                        points_text(gain_text(result)), points_range(*told.lower, *told.upper), confidence)
      : told.together ? fmt::format("the best bet gains at least {}, at most {} over a fair deck ({} each)",
                                    lower, upper, confidence)
      : told.lower ? fmt::format("the best bet gains at least {} over a fair deck ({})", points_text(lower),
                                 confidence)
      : told.upper ? fmt::format("no bet on {} gains more than {} over a fair deck ({})",
                                 bets_covered(result.bias), upper, confidence)
      : trials_of(result) < fewest_trials
          ? fmt::format("not bounded: a bound takes {} trials", with_commas(fewest_trials))
          : "not bounded by the tests that ran";
  if (result.verdict == Verdict::biased && !told.lower && told.upper && !result.facts.recorded)
    text += "; more trials would measure it";
  if (result.bias.withheld) text += "; " + why_withheld(*result.bias.withheld);
  // What the chosen bet proves already need not be said of a weaker one.
  if (const NamedGain named = best_named_gain(result.bet_records);
      named.gain > result.bias.tv_lower.value_or(0)) {
    text +=
        fmt::format("; betting {} \"{}\" = {} gains at least {} ({})", named.against ? "against" : "on",
                    named.bet->name, named.value->value, points_text(points_down(named.gain)), confidence);
  }
  if (told.lower && told.upper && !told.together) {
    text +=
        fmt::format(". No bet on {} gains more than {} ({})", bets_covered(result.bias), upper, confidence);
  }
  return text;
}

// Of recorded trials, which nobody can make more of: the tolerance at which they are fair. Empty of others,
// and where they are fair at none.
std::string supported(const TargetRecord& result) {
  if (!result.facts.recorded || !may_certify(result, counted_deck(result))) return "";
  const double bound = *result.bias.tv_upper;
  const std::string tolerance = rounded_up(bound);
  if (tolerance == "1") return "";
  return fmt::format("; {} {} {}: --tolerance {}", how_many_trials(result.evidence.trials),
                     result.evidence.trials == 1 ? "supports" : "support", points_text(points_up(bound)),
                     tolerance);
}

std::string undecided(const TargetRecord& result, const Budget& budget) {
  if (result.verdict != Verdict::inconclusive) return "";
  // Bounds hold whatever is tested; to be fair takes more.
  const bool is_within = result.bias.tv_upper && *result.bias.tv_upper <= budget.tolerance;
  return fmt::format(
      "the tolerance is {}{}{}{}", tolerance_text(budget.tolerance),
      is_within
          ? ", which is met; but no deck is called fair while some of its tests are not applied (--tests "
            "leaves them out, or there are too few trials)"
          : supported(result),
      result.trials_to_decide && !is_within
          ? fmt::format("; if it is {}, about {} trials would decide",
                        result.decided_if == Verdict::fair ? "fair" : "as biased as it looks",
                        about_text(*result.trials_to_decide))
          : "",
      !result.evidence.ended_early                         ? ""
      : result.facts.writes_rows && !result.facts.recorded ? "; the run ended early, or no others came"
                                                           : "; the run ended early");
}

std::string bound_of(const FamilyRecord& family, std::uint64_t trials, const Budget& budget) {
  std::string text =
      fmt::format("{} {}", family.family, family.tv_upper ? points_up(*family.tv_upper) : "not bounded");
  const bool is_within = family.tv_upper && *family.tv_upper <= budget.tolerance;
  // Where there are as many already, chance was not kind.
  if (!family.asked || is_within || family.trials_for_tolerance <= static_cast<double>(trials)) return text;
  return text + fmt::format(" (at most {} from {} trials on, if fair)",
                            short_number(100 * budget.tolerance, 3), about_text(family.trials_for_tolerance));
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
    (family.asked ? asked : others).push_back(bound_of(family, trials_of(result), budget));
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

// What a shuffle's one number counts.
struct Counted {
  std::string_view target, number_of;
};
constexpr Counted counted_by_shuffles[]{
    {"riffle:m=", "riffles"},
    {"swap-pairs:k=", "random swaps"},
    {"draw-insert:rounds=", "random insertions"},
    {"random-key-sort:bits=", "bits of random sort keys"},
};

// "up to 182 random swaps" of swap-pairs:k=182,n=52; as it is typed where more is set than that, or nothing
// is counted.
std::string mistake_in_words(const std::string& target, int deck_size, const char* before_number) {
  const std::string end = fmt::format(",n={}", deck_size);
  for (const Counted& counted : counted_by_shuffles) {
    if (!target.starts_with(counted.target) || !target.ends_with(end)) continue;
    const std::size_t begin = counted.target.size(), digits = target.size() - end.size() - begin;
    const std::string number = target.substr(begin, digits);
    if (number.find(',') != std::string::npos) continue;
    std::string text = fmt::format("{}{} {}", before_number, number, counted.number_of);
    if (number == "1" && text.ends_with('s')) text.pop_back();
    return text;
  }
  return target;
}

// "49,300", three digits, none of them rounded down.
std::string in_whole_trials(double trials) {
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(trials)) - 2));
  return with_commas(static_cast<std::uint64_t>(std::ceil(trials / unit) * unit));
}

// The first of them, and how many more there are. Few know the draws and seedings that have names here; all
// know riffles: these come first. What a deck that is carried on shows is told of as words behind the name.
std::string mistakes_told(std::vector<MistakeInReach> mistakes, int deck_size, bool with_trials) {
  std::stable_partition(mistakes.begin(), mistakes.end(), [](const MistakeInReach& mistake) {
    const auto has = [&mistake](const char* part) { return mistake.target.find(part) != std::string::npos; };
    return !has("draw=") && !has("seeding=") && !has(" ");
  });
  std::vector<std::string> names;
  for (const MistakeInReach& mistake : mistakes) {
    names.push_back(mistake_in_words(mistake.target, deck_size, with_trials ? "" : "up to "));
    if (with_trials)
      names.back() += fmt::format(" (takes {})", how_many_trials(in_whole_trials(mistake.trials)));
  }
  constexpr std::size_t most_told = 2;
  if (names.size() <= most_told) return told(std::move(names));
  return fmt::format("{}, {} and {} other known mistake{}", names[0], names[1], names.size() - most_told,
                     names.size() - most_told == 1 ? "" : "s");
}

std::string found_cause(const TargetRecord& result, const Budget& budget) {
  for (std::string cause : {seed_words(result, budget), constant_cause(result), ascending_words(result)}) {
    if (!cause.empty()) return cause;
  }
  return "";
}

std::string where(const TargetRecord& result) {
  if (result.dependent) return std::string(what_dependence_shows) + ": " + dependence_words(result).looks;
  std::vector<std::string> places = {came_words(result), constant_cards(result)};
  // Where that decks come again rejects most, cells are uneven because of it.
  const TestRecord* birthday = test_named(result.tests, birthday_test.name);
  const bool decks_come_again = birthday != nullptr && birthday->rejected;
  if (places.back().empty() &&
      !(decks_come_again && std::ranges::none_of(result.tests, [birthday](const TestRecord& test) {
          return test.rejected && test.name != birthday->name && test.log10_p <= birthday->log10_p;
        }))) {
    places.back() = looked_at(result);
  }
  std::erase(places, "");
  return places.empty() && decks_come_again ? "the same decks come again"
                                            : fmt::format("{}", fmt::join(places, "; "));
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
  const bool explained = few_came(result) && counts_explain_repeats(result);
  if (only_repeats_reject(result)) return explained ? "" : repeat_words(result);
  if (result.target.multiset.is_plain() && !single_decks_are_uneven(result.tests) &&
      result.target.deck_size >= smallest_deck_diagnosed) {
    return explained ? ""
                     : "only how decks follow each other is uneven: they may not be independent, which so "
                       "few do not prove";
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
    if (std::ranges::find(known_test_names, test.name) != known_test_names.end()) continue;
    if (strongest == nullptr || test.log10_p < strongest->log10_p) strongest = &test;
  }
  const auto [applied, rejecting] = counted_tests(result.tests);
  if (rejecting.empty()) return "none in this report";
  // Where nothing else rejects `why` says so, but of dependent trials.
  const std::string too_even = regular.empty() || (regular.size() == rejecting.size() && !result.dependent)
                                   ? ""
                                   : fmt::format(", too regular: {}", told({regular.begin(), regular.end()}));
  return fmt::format("{}{} of {} {}{}",
                     strongest == nullptr ? ""
                                          : fmt::format("{} {}; ", strongest->name,
                                                        p_statement(strongest->p_value, strongest->log10_p)),
                     rejecting.size(), applied.size(),
                     applied.size() == 1     ? "test rejects"
                     : rejecting.size() == 1 ? "tests rejects"
                                             : "tests reject",
                     too_even);
}

std::string invalid_sentence(const TargetRecord& record) {
  const std::string invalid = fmt::format("Invalid: {} (missing, duplicate or unknown cards).",
                                          no_permutation_clause(record.evidence));
  if (record.evidence.witnesses.empty()) return invalid;
  const WitnessRecord& first = record.evidence.witnesses.front();
  const std::string shown =
      first.row.empty() ? fmt::format("{}.", fmt::join(first.permutation, " ")) : first.row;
  if (!record.facts.writes_rows) {
    return fmt::format("{} The first, trial {}: {}", invalid, with_commas(first.trial), shown);
  }
  const Multiset& multiset = record.target.multiset;
  const int due = multiset.is_deal() ? multiset.dealt : record.target.deck_size;
  const auto held = static_cast<int>(first.permutation.size());
  // Rows that others wrote are counted from 1, as their readers do.
  return fmt::format("{} The first, row {}{}: {}. {}", invalid, with_commas(first.trial + 1),
                     held > 0 && held != due ? fmt::format(" (cards: {} instead of {})", held, due) : "",
                     shown, row_advice(record.target, first.permutation, first.row));
}

// What was found, each clause under its name.
std::string sentence_of(const TargetRecord& record, const Budget& budget) {
  if (record.verdict == Verdict::invalid) return invalid_sentence(record);
  if (record.verdict == Verdict::fair && record.target.deck_size == 1)
    return "Fair: one card has one permutation, and it came every time.";
  std::string text = fmt::format("{} in {}.",
                                 record.verdict == Verdict::biased ? "Biased: fairness is rejected"
                                 : record.verdict == Verdict::fair ? "Fair: no test rejects fairness"
                                                                   : "Inconclusive: no test rejects fairness",
                                 how_many_trials(record.evidence.trials));
  const Clauses clauses = clauses_of(record, budget);
  const bool is_biased = record.verdict == Verdict::biased;
  const std::string tolerance = record.verdict == Verdict::fair ? tolerance_text(budget.tolerance) : "",
                    components = is_biased ? component_words(record.components) : "",
                    seeds = is_biased ? "" : fewest_permutations_words(record, budget);
  for (const auto& [name, clause] : clauses.known_tests) text += fmt::format(" {}: {}.", name, clause);
  for (const auto& [name, clause] :
       {std::pair("How much", &clauses.how_much), std::pair("Proof", &clauses.proof),
        std::pair("Tolerance", &tolerance), std::pair("Undecided", &clauses.undecided),
        std::pair("Where", &clauses.where), std::pair("Components", &components),
        std::pair("Why", &clauses.why), std::pair("Evidence", &clauses.evidence),
        std::pair("Seed space", &seeds)}) {
    if (!clause->empty()) text += fmt::format(" {}: {}.", name, *clause);
  }
  return text;
}

}  // namespace

bool has_certificate(const TargetRecord& result) {
  return !result.families.empty() &&
         (result.verdict == Verdict::fair || result.verdict == Verdict::inconclusive);
}

Clauses clauses_of(const TargetRecord& result, const Budget& budget) {
  if (!result.verdict || result.verdict == Verdict::invalid) return {};
  Clauses clauses;
  clauses.known_tests = known_tests(result);
  clauses.how_much = how_much(result, budget);
  clauses.proof = proof_words(result.proof, result.target.deck_size, result.verdict, budget.tolerance);
  clauses.undecided = undecided(result, budget);
  if (result.verdict == Verdict::biased) {
    clauses.where = where(result);
    clauses.why = why(result, budget);
    clauses.evidence = evidence(result);
  } else if (has_certificate(result)) {
    clauses.by_family = by_family(result, budget);
    clauses.seed_space = seed_space(result, budget);
    const PowerRecord power = result.power.value_or(PowerRecord{});
    if (!power.found.empty()) {
      clauses.would_find = fmt::format("{} times of 100: {}", short_number(100 * power.power, 3),
                                       mistakes_told(power.found, result.target.deck_size, false));
    }
    clauses.might_miss = mistakes_told(power.missed, result.target.deck_size, true);
  }
  return clauses;
}

std::string headline_of(const TargetRecord& result, const Budget& budget) {
  if (!result.verdict) return fmt::format("Failed: {}", result.evidence.error);
  if (result.verdict == Verdict::invalid)
    return fmt::format("Invalid: {}", no_permutation_clause(result.evidence));
  std::vector<std::string> parts;
  if (result.verdict == Verdict::biased) {
    const std::string mistake = likeness(result);
    parts = {mistake.empty() ? "" : "looks like " + mistake, where(result)};
  }
  if (!result.dependent) parts.push_back(bias_text(result));
  if (result.verdict == Verdict::inconclusive)
    parts.push_back("the tolerance is " + tolerance_text(budget.tolerance));
  std::erase(parts, "");
  std::string verdict = to_text(*result.verdict);
  verdict.front() = static_cast<char>(verdict.front() - 'a' + 'A');
  return parts.empty() ? verdict : fmt::format("{}: {}", verdict, fmt::join(parts, "; "));
}

void put_in_words(const Budget& budget, TargetRecord& record) {
  record.blind_spots = blind_spots_of(record);
  if (!record.verdict) return;
  if (record.diagnosis)
    record.diagnosis->sentence = fmt::format("Why: {}.", answer_of(*record.diagnosis, record.target));
  record.sentence = sentence_of(record, budget);
}

}  // namespace fairshuffle
