// Are the known mistakes, what each is seen by, and what counts of some of them are diagnosed as, still those
// that were held to their distributions by the tests beside this one?
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/diagnosis/card_suspects.hpp"
#include "core/diagnosis/diagnosis.hpp"
#include "core/diagnosis/likelihoods.hpp"
#include "core/diagnosis/suspects.hpp"
#include "core/diagnosis/visible_mistakes.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/permutation/golden_lines_for_tests.hpp"

using namespace fairshuffle;

namespace {

constexpr auto mistakes_path = "core/diagnosis/reference/known_mistakes.txt";
constexpr auto diagnoses_path = "core/diagnosis/reference/diagnoses.txt";

std::string number(double value) {
  return fmt::format("{:.10g}", value);
}

std::string number(const std::optional<double>& value) {
  return value ? number(*value) : "-";
}

std::vector<std::string> lines_of_mistakes() {
  std::vector<std::string> lines;
  for (const int deck_size : {3, 4}) {
    const std::vector<std::string> not_found =
        for_each_suspect(deck_size, SuspectRange{.least_chi_square_distance = 1e-6, .least_difference = 1e-6},
                         [&lines](const SampleSetup& setup, const NumericDistribution& distribution) {
                           lines.push_back(fmt::format("{}  chi-square distance {}", target_text(setup),
                                                       number(chi_square_distance(distribution))));
                         });
    lines.push_back(fmt::format("{} cards, not found: {}", deck_size, fmt::join(not_found, " ")));
  }
  for (const int deck_size : {9, 13}) {
    const CardSuspects& known = card_suspects(deck_size);
    for (const CardSuspect& suspect : known.suspects) {
      double squares = 0, mean = 0;
      for (const double p : suspect.cards.probability) squares += p * p * p;
      for (std::size_t value = 0; value < suspect.own_distribution.size(); ++value)
        mean += suspect.own_distribution[value] * static_cast<double>(value);
      lines.push_back(fmt::format("{}  cubes of cards {} mean {}", target_text(suspect.setup),
                                  number(squares), number(mean)));
    }
    lines.push_back(fmt::format("{} cards, not found: {}", deck_size, fmt::join(known.not_found, " ")));
  }
  for (const KnownDistribution& known : known_distributions(4).distributions) {
    const double from_exact = known.from_exact_draws;
    lines.push_back(fmt::format("{}  {} draws, {} from exact ones, chi-square distance {}",
                                target_text(known.setup), known.exact_draws ? "exact" : "other",
                                number(from_exact), number(known.chi_square_distance)));
  }
  for (const LineOfMistakes& line : visible_mistakes(13).lines) {
    for (const VisibleMistake& mistake : line) {
      std::string text = mistake.target + "  seen by";
      for (const Sight& sight : mistake.sights) {
        text += fmt::format(" {} {} {}", sight.test, sight.degrees_of_freedom, number(sight.noncentrality));
      }
      lines.push_back(text);
    }
    lines.emplace_back("and");
  }
  return lines;
}

void add_diagnosis(std::vector<std::string>& lines, const std::string& of, const Tally& whole) {
  static_assert(largest_deck_diagnosed == 7);
  if (whole.deck_size <= largest_deck_diagnosed)
    lines.push_back(fmt::format("{}: e-value {}", of, number(log10_e_value(whole))));
  const DiagnosisRecord record = diagnose(whole, 0.999);
  lines.push_back(fmt::format("{}: {} compared, {} not, {} fit, excluded {}, told apart by {}", of,
                              record.mistakes_compared, record.not_compared.size(),
                              record.distributions_fitting, number(record.log10_excluded_over_best),
                              number(record.trials_to_tell_apart)));
  for (const FittingDistribution& fit : record.fits) {
    std::string names;
    for (const KnownMistake& mistake : fit.mistakes)
      names += fmt::format(" {} [{}]", mistake.target, mistake.reading);
    lines.push_back(fmt::format(
        "  {} {} {} {} {} {} {}", number(fit.statistic), number(fit.degrees_of_freedom), number(fit.p_value),
        number(fit.log10_over_fair), number(fit.log10_over_best), number(fit.tv_upper), names));
  }
}

std::vector<std::string> lines_of_diagnoses() {
  struct Case {
    const char* shuffle;
    int deck_size;
    std::vector<std::int64_t> options;
    std::uint64_t trials;
  };
  const Case cases[] = {{"naive-swap", 3, {}, 600},
                        {"naive-swap", 4, {}, 20'000},
                        {"sattolo", 4, {}, 2'400},
                        {"identity", 3, {}, 100},
                        {"random-cut", 5, {}, 5'000},
                        {"swap-pairs", 4, {2}, 3'000},
                        {"swap-pairs", 5, {6}, 9'000},
                        {"comparator-sort", 4, {2, 0}, 4'000},
                        {"random-key-sort", 4, {2, 0}, 2'400},
                        {"riffle", 4, {2}, 2'400},
                        {"durstenfeld", 4, {}, 2'400},
                        {"naive-swap", 9, {}, 9'000},
                        {"riffle", 13, {4}, 2'400},
                        {"random-key-sort", 13, {4, 0}, 2'400},
                        {"swap-pairs", 13, {12}, 4'000},
                        {"sattolo", 13, {}, 3'000},
                        {"random-cut", 13, {}, 1'000},
                        {"identity", 13, {}, 100},
                        {"durstenfeld", 13, {}, 2'400}};
  std::vector<std::string> lines;
  for (const Case& each : cases) {
    const SampleSetup setup = setup_for_test(each.shuffle, each.deck_size, each.options);
    add_diagnosis(lines, fmt::format("{} of {} cards", target_text(setup), each.trials),
                  sample_for_test(setup, each.trials, 11).complete());
  }
  return lines;
}

}  // namespace

TEST_CASE("the known mistakes have the distributions that they had, and are seen by the same numbers") {
  check_lines(mistakes_path, lines_of_mistakes());
}

TEST_CASE("counts of known mistakes are diagnosed as they were, to the last figure") {
  check_lines(diagnoses_path, lines_of_diagnoses());
}

// Run from the root of the repository, by name, when the known mistakes are meant to change.
TEST_CASE("known mistakes and diagnoses are written anew" * doctest::skip()) {
  write_lines(mistakes_path, lines_of_mistakes());
  write_lines(diagnoses_path, lines_of_diagnoses());
}
