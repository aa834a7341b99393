#include "harness/job/chosen_tests.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/statistics/bet_laws.hpp"
#include "core/statistics/families/family.hpp"
#include "core/statistics/orders.hpp"
#include "harness/input_error.hpp"
#include "harness/nearest_name.hpp"

namespace fairshuffle {

namespace {

// Why a test that was asked for cannot be put to the target.
[[noreturn]] void refuse(const TestInfo& test, const Target& target, const RunPlan& run) {
  const int deck_size = target.description().deck_size;
  const Makeup& makeup = target.description().makeup;
  if (!test.of_makeup(makeup, deck_size)) {
    throw InputError(fmt::format(
        "--tests: {} is no test of a deck that is made up like that of '{}'; see 'fairshuffle list tests'",
        test.name, target.name()));
  }
  const bool counted = run.counting_of(deck_size, makeup).has_value();
  if (test.needs_counted_orders && !counted && deck_size <= test.largest_deck) {
    throw InputError(fmt::format(
        "--tests: {} takes a deck of {} cards only in runs of {} trials or more, so "
        "not '{}'; raise --max-trials (or --trials), or --tolerance",
        test.name, deck_size,
        with_commas(fewest_trials_to_certify_orders(deck_size, run.budget.tolerance, run.budget.confidence)),
        target.name()));
  }
  if (test.needs_bets && bets_on_deck(run.bets, deck_size, makeup).empty()) {
    throw InputError(
        fmt::format("--tests: {} takes decks that a bet is named on, so not '{}'; name one with "
                    "--bet or --bets",
                    test.name, target.name()));
  }
  if (test.needs_pairs && !run.pairs && deck_size >= test.smallest_deck) {
    throw InputError(fmt::format("--tests: {} takes runs that count pairs; add --pairs", test.name));
  }
  if (test.needs_table != nullptr && deck_size >= test.smallest_deck) {
    throw InputError(
        fmt::format("--tests: {} takes runs that certify the bet family of that name; add --certify {}",
                    test.name, test.name));
  }
  throw InputError(fmt::format("--tests: {} takes decks of {} to {} cards{}, so not '{}'", test.name,
                               test.smallest_deck, test.largest_deck,
                               test.needs_marked_cards ? " of which some are marked" : "", target.name()));
}

}  // namespace

std::vector<const TestInfo*> chosen_tests(const std::optional<std::string>& names) {
  std::vector<const TestInfo*> tests;
  if (!names) {
    for (const auto& registered : {all_tests(), made_up_tests()}) {
      for (const TestInfo& test : registered) tests.push_back(&test);
    }
    return tests;
  }
  for (std::string_view rest = *names;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view name = rest.substr(0, comma);
    const TestInfo* test = find_test(name);
    if (test == nullptr) {
      std::vector<std::string_view> known;
      for (const auto& registered : {all_tests(), made_up_tests()}) {
        for (const TestInfo& each : registered) known.push_back(each.name);
      }
      throw InputError(fmt::format("--tests: unknown test '{}'{}; see 'fairshuffle list tests'", name,
                                   did_you_mean(name, known)));
    }
    if (std::ranges::find(tests, test) == tests.end()) tests.push_back(test);
    if (comma == std::string_view::npos) return tests;
    rest = rest.substr(comma + 1);
  }
}

void check_tests(const PlanOptions& options, const RunPlan& run) {
  for (const auto& target : run.targets) {
    const TargetDescription& description = target->description();
    const bool counted = run.counting_of(description.deck_size, description.makeup).has_value();
    const std::uint64_t of_bets = hypotheses_of_bets(
        bets_on_deck(run.bets, description.deck_size, description.makeup), description.deck_size);
    for (const TestInfo* test : run.tests) {
      if (!fits(*test, {description.deck_size, description.marked, counted, of_bets, run.pairs,
                        asked_by(run.certify).tables, description.makeup}))
        refuse(*test, *target, run);
    }
    const bool may_end = !counted || std::ranges::find(run.tests, find_test("orders")) != run.tests.end();
    if (!may_end && !options.trials && !options.max_trials) {
      throw InputError(
          fmt::format("--tests {}: only the test of orders can certify '{}'; add it, or limit the run "
                      "with --trials or --max-trials",
                      *options.tests, target->name()));
    }
  }
}

}  // namespace fairshuffle
