// Are runs of fixed trials judged to the last figure as they were when the judge's promises were simulated?
#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/interpret/setup_for_test.hpp"
#include "core/interpret/trace.hpp"
#include "core/permutation/golden_lines_for_tests.hpp"
#include "core/tally/tally.hpp"
#include "core/verdict/judging_for_tests.hpp"

using namespace fairshuffle;

namespace {

constexpr auto judged_lines = "core/verdict/reference/judged.txt";

std::string number(double value) {
  return fmt::format("{:.9g}", value);
}

std::string number(const std::optional<double>& value) {
  return value ? number(*value) : "-";
}

std::string cell_text(const WorstCell& cell) {
  return fmt::format("card {} at {} {} of {} ratio {} errors {}", cell.card, cell.position, cell.count,
                     number(cell.expected), number(cell.ratio), number(cell.standard_errors));
}

using Add = std::function<void(const std::string& text)>;

void add_tests(const Findings& findings, const Add& add) {
  add(fmt::format("{} at look {} alpha {} family {} decided by {} found by {} missing {}",
                  findings.verdict ? to_text(*findings.verdict) : "nothing", findings.look,
                  number(findings.alpha_at_look), findings.family, number(findings.trials_to_decide),
                  findings.found_by,
                  findings.missing_permutations ? std::to_string(*findings.missing_permutations) : "-"));
  std::string rejecting;
  double sum_of_adjusted = 0;
  int applied = 0, same = 0;
  for (const TestRecord& test : findings.tests) {
    sum_of_adjusted += test.adjusted_p;
    applied += test.applied;
    same += !test.same_as.empty();
    if (test.rejected)
      rejecting += fmt::format(" {} {} {},", test.name, number(test.log10_p), number(test.adjusted_p));
  }
  add(fmt::format("{} tests, {} applied, {} the same, adjusted p add up to {}; reject:{}",
                  findings.tests.size(), applied, same, number(sum_of_adjusted), rejecting));
}

void add_bounds(const Findings& findings, const Add& add) {
  const BiasRecord& bias = findings.bias;
  add(fmt::format("bias of {} chi-square distance {} from {} to {} at {}", bias.covers,
                  number(bias.chi_square_distance), number(bias.tv_lower), number(bias.tv_upper),
                  number(bias.confidence)));
  for (const FamilyRecord& family : findings.families) {
    add(fmt::format("family {} asked {} members {} farthest {} {} on {} to {} at {} trials {}", family.family,
                    family.asked, family.members, family.farthest, number(family.statistic),
                    number(family.degrees_of_freedom), number(family.tv_upper), number(family.confidence),
                    number(family.trials_for_tolerance)));
  }
  for (const BetRecord& bet : findings.bet_records) {
    std::string values;
    for (const BetValue& value : bet.values) {
      values += fmt::format(" {} {} {} {} {},", value.value, number(value.fair), value.count,
                            number(value.lower), number(value.upper));
    }
    add(fmt::format("bet {} mean {} for {} at {}:{}", bet.name, number(bet.mean), number(bet.mean_fair),
                    number(bet.confidence), values));
  }
  if (findings.power) {
    for (const auto* list : {&findings.power->found, &findings.power->missed}) {
      std::string mistakes;
      for (const MistakeInReach& mistake : *list) {
        mistakes +=
            fmt::format(" {} by {} in {} ,", mistake.target, mistake.found_by, number(mistake.trials));
      }
      add("power" + mistakes);
    }
  }
}

void add_dependence(const Findings& findings, const Add& add) {
  for (const DependenceTest& test : findings.dependence_tests) {
    add(fmt::format("dependence test {} {} {} {} means {} {}", test.name, number(test.statistic),
                    number(test.degrees_of_freedom), number(test.log10_p), number(test.mean_successive),
                    number(test.mean_apart)));
  }
  add(findings.dependent ? "dependent" : "not dependent");
  if (const auto& dependence = findings.dependence) {
    add(fmt::format("dependence by {}: {} share {} period {} {} {}", to_text(dependence->proof),
                    to_text(dependence->shape), number(dependence->share),
                    dependence->period ? std::to_string(*dependence->period) : "-",
                    dependence->cell ? cell_text(*dependence->cell) : "no cell",
                    dependence->shuffle && !dependence->shuffle->fits.empty()
                        ? dependence->shuffle->fits[0].mistakes[0].target
                        : "no mistake"));
  }
  if (const auto& seeds = findings.seed_space) {
    add(fmt::format("seeds {} for {} distance {} fewest {} at {}", seeds->repeats,
                    number(seeds->expected_repeats), seeds->distance, number(seeds->log2_fewest_permutations),
                    number(seeds->confidence)));
    if (seeds->estimate) {
      add(fmt::format("states {} from {} to {} dense {}", number(seeds->estimate->log2_states),
                      number(seeds->estimate->log2_lower), number(seeds->estimate->log2_upper),
                      seeds->estimate->dense));
    }
  }
}

void add_places(const Findings& findings, const Add& add) {
  for (const ComponentRecord& component : findings.components) {
    add(fmt::format("component {} by {} of {} applied {} {} on {} log10 p {} chi-square distance {} share {}",
                    component.name, component.judged_by, component.dimension, component.applied,
                    number(component.statistic), number(component.degrees_of_freedom),
                    number(component.log10_p), number(component.chi_square_distance),
                    number(component.share)));
  }
  for (const WorstCell& cell : findings.worst) add("worst " + cell_text(cell));
  for (const WorstCell& cell : findings.successive_cells) add("successive cell " + cell_text(cell));
  std::uint64_t counted = 0;
  for (const auto& row : findings.position_counts) {
    for (std::size_t card = 0; card < row.size(); ++card) counted += (card + 1) * row[card];
  }
  add(fmt::format("positions {} subsets {}", counted, fmt::join(findings.subset_counts, " ")));
  if (findings.diagnosis) {
    add(fmt::format(
        "diagnosis {} of {} fit{}", findings.diagnosis->distributions_fitting,
        findings.diagnosis->mistakes_compared,
        findings.diagnosis->fits.empty() ? "" : ", first " + findings.diagnosis->fits[0].mistakes[0].target));
  }
}

std::vector<std::string> lines_of(const std::string& of, const Findings& findings) {
  std::vector<std::string> lines;
  const Add add = [&](const std::string& text) { lines.push_back(of + ": " + text); };
  add_tests(findings, add);
  add_bounds(findings, add);
  add_dependence(findings, add);
  add_places(findings, add);
  return lines;
}

// How trials come out: each the shuffle's, or dependent in some way.
struct Case {
  const char* shuffle;
  int deck_size;
  int trials;
  const char* dependence = "";
  double tolerance = 0.001;
};

std::vector<std::string> lines_of(const Case& each) {
  const bool counts_permutations = each.deck_size <= 10;
  Plan plan;
  plan.tests = names_of_all_tests();
  plan.max_trials = static_cast<std::uint64_t>(each.trials);
  plan.budget.tolerance = each.tolerance;
  plan.fixed_trials = each.tolerance < 0.5;
  plan.certify = {"cards", "parity"};
  PlannedTarget target = target_of(each.deck_size);
  target.target.marked = each.deck_size == 5 || each.deck_size == 13 ? 2 : 0;
  target.caveat = each.trials == 700 ? "what is far away" : "";
  target.facts.starts_anew = each.deck_size == 52;
  if (each.deck_size > 10) {
    NamedBet bet;
    bet.name = "top";
    bet.cards = {0, 1, 2};
    bet.places = {0};
    plan.bets = {bet};
    target.bets = {bet};
  }
  plan.targets = {target};
  const std::string dependence = each.dependence;
  TallyHalves halves(each.deck_size, target.target.marked,
                     counts_permutations ? std::optional(PermutationCounting{}) : std::nullopt, 1 << 16,
                     OnRequest{.tables = {}, .bets = target.bets});
  halves.expect(plan.max_trials);
  const SampleSetup setup = setup_for_test(each.shuffle, each.deck_size);
  TrialStream stream(each.deck_size);
  std::vector<Card> lying;
  std::vector<std::vector<Card>> seen;
  for (int trial = 0; trial < each.trials; ++trial) {
    const std::vector<Card> deck = trace(setup, static_cast<std::uint64_t>(trial)).deck;
    seen.push_back(deck);
    std::vector<Card> shown = deck;
    if (dependence == "carried" && trial > 0) {
      for (std::size_t position = 0; position < deck.size(); ++position)
        shown[position] = lying[deck[position]];
    }
    if (dependence == "stuck" && trial % 3 > 0) shown = lying;
    if (dependence == "periodic") shown = seen[static_cast<std::size_t>(trial % 64)];
    if (dependence == "turned" && trial % 2 == 1) {
      shown = lying;
      std::rotate(shown.begin(), shown.begin() + 1, shown.end());
    }
    if (dependence == "broken" && trial % 100 == 7) shown.front() = shown.back();
    lying = shown;
    stream.add(shown, static_cast<std::uint64_t>(trial),
               trial < each.trials / 2 ? halves.first : halves.second);
  }
  Evidence evidence = evidence_of(halves);
  if (each.deck_size > 1) evidence.bet = chosen_bet(halves.first.complete(), halves.second.complete());
  const std::string name =
      fmt::format("{} n={} {} trials {}", each.shuffle, each.deck_size, each.trials, each.dependence);
  return lines_of(name, judge(plan, std::vector{evidence}).front());
}

std::vector<std::string> all_lines() {
  const Case cases[] = {{"durstenfeld", 1, 50},
                        {"durstenfeld", 2, 12'000},
                        {"durstenfeld", 3, 30'000, "", 0.05},
                        {"durstenfeld", 3, 700},
                        {"naive-swap", 3, 700, "", 0.9},
                        {"naive-swap", 3, 12'000},
                        {"naive-swap", 4, 4'000, "", 0.9},
                        {"durstenfeld", 4, 6'000, "stuck"},
                        {"durstenfeld", 4, 6'000, "turned"},
                        {"durstenfeld", 4, 6'000, "periodic"},
                        {"naive-swap", 4, 12'000, "carried"},
                        {"random-cut", 5, 12'000, "carried"},
                        {"sattolo", 5, 12'000},
                        {"durstenfeld", 5, 3'000, "broken"},
                        {"durstenfeld", 9, 3'000},
                        {"swap-pairs", 9, 3'000, "carried"},
                        {"naive-swap", 9, 6'000},
                        {"durstenfeld", 13, 3'000},
                        {"durstenfeld", 13, 12'500, "", 0.2},
                        {"riffle", 13, 700},
                        {"naive-swap", 13, 3'000, "stuck"},
                        {"durstenfeld", 13, 3'000, "turned"},
                        {"durstenfeld", 13, 3'000, "periodic"},
                        {"swap-pairs", 13, 3'000, "carried"},
                        {"durstenfeld", 52, 1'000},
                        {"durstenfeld", 52, 1'000, "periodic"}};
  std::vector<std::string> lines;
  for (const Case& each : cases) std::ranges::move(lines_of(each), std::back_inserter(lines));
  return lines;
}

}  // namespace

TEST_CASE("runs of fixed trials are judged as they were, to the last figure") {
  check_lines(judged_lines, all_lines());
}

// Run from the root of the repository, by name, when verdicts are meant to change.
TEST_CASE("what fixed trials are judged to is written anew" * doctest::skip()) {
  write_lines(judged_lines, all_lines());
}
