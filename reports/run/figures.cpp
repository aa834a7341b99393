#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/permutation/permutation.hpp"
#include "core/record/deviations.hpp"
#include "core/record/findings.hpp"
#include "reports/html/page.hpp"
#include "reports/run/run_document.hpp"
#include "reports/words/words.hpp"

namespace fairshuffle {

namespace {

// On an even scale the rarest value would be a hair's breadth where it is due less than this share of the
// commonest.
constexpr double least_share_on_even_scale = 0.01;

// Down to a tenth of a trial: what is rarer need not come at all, and would take the room of what does.
std::optional<double> logarithmic_from(const BetRecord& bet, std::uint64_t trials) {
  const auto [rarest, commonest] = std::ranges::minmax_element(bet.values, {}, &BetValue::fair);
  const double longest_even = least_share_on_even_scale * commonest->fair;
  if (rarest->fair >= longest_even) return std::nullopt;
  const double tenth_of_trial = trials == 0 ? 0 : 0.1 / static_cast<double>(trials);
  const double least = std::min(std::max(rarest->fair, tenth_of_trial), longest_even);
  return std::pow(10, std::floor(std::log10(least)));
}

Table table_of(const BetRecord& bet, std::uint64_t trials) {
  using Value = const BetValue&;
  return tabulated<BetValue>(
      bet.values, {{{"value"}, &BetValue::value},
                   {{"trials", ColumnKind::number}, [](Value value) { return with_commas(value.count); }},
                   {{"% due", ColumnKind::number}, [](Value value) { return chance_text(value.fair); }},
                   {{"came", ColumnKind::number}, [=](Value value) { return share_text(value, trials); }},
                   {{"between"}, interval_text}});
}

Table table_of(std::span<const TargetRecord> results) {
  Table table{.columns = {{"target"},
                          {"points at least"},
                          {"points at most"},
                          {"is about"},
                          {"confidence of each bound"},
                          {"estimated chi-square distance"}},
              .rows = {}};
  const auto add = [&table](const TargetRecord& result, std::optional<double> lower,
                            std::optional<double> upper, const std::string& bets,
                            std::optional<double> chi_square_distance) {
    table.rows.push_back({{shown_name(result)},
                          {lower ? points_down(*lower) : ""},
                          {upper ? points_up(*upper) : ""},
                          {bets.empty() ? "" : "bets on " + bets},
                          {short_number(result.bias.confidence, 7)},
                          {chi_square_distance ? short_number(*chi_square_distance, 4) : ""}});
  };
  for (const TargetRecord& result : results) {
    const BiasRecord& bias = result.bias;
    const bool apart = has_bounds_apart(bias);
    if (apart) add(result, bias.tv_lower, {}, bets_of_lower(bias), {});
    add(result, apart ? std::nullopt : bias.tv_lower, bias.tv_upper, bets_covered(bias),
        bias.chi_square_distance);
  }
  return table;
}

// An upper bound on one card's place says nothing of bets on the order, which the lower bound is about.
Intervals::Interval interval_of(const TargetRecord& result) {
  const ToldBounds told = told_bounds(result.bias);
  // A long name is cut here, so that a label before it would stand alone.
  return {.name = result.name,
          .lower = told.lower,
          .upper = told.together || !told.lower ? told.upper : std::nullopt,
          .words = bias_text(result)};
}

constexpr std::size_t most_listed = 120;
constexpr std::size_t listed_of_many = 20;
constexpr double fewest_expected = 5;

// The cards from the top down, as the rows have them.
std::string cards_of(const TargetDescription& target, std::span<const Card> permutation) {
  const std::vector<std::string> names = card_names(target);
  std::vector<std::string> cards;
  for (const Card card : permutation) cards.push_back(card_called(names, card));
  return fmt::format("{}", fmt::join(cards, " "));
}

Table table_of(const TargetDescription& target, std::span<const CountedPermutation> permutations) {
  using Permutation = const CountedPermutation&;
  return tabulated<CountedPermutation>(
      permutations,
      {{{"permutation"},
        [&target](Permutation permutation) { return cards_of(target, permutation.permutation); }},
       {{"rank"}, [](Permutation permutation) { return with_commas(permutation.rank); }},
       {{"count"}, [](Permutation permutation) { return with_commas(permutation.count); }},
       {{"of fair"}, [](Permutation permutation) { return short_number(permutation.ratio, 4); }},
       {{"standard errors"},
        [](Permutation permutation) { return signed_words(permutation.standard_errors, 2); }}});
}

void add_numbers(Figure& figure, const TargetDescription& target, const PermutationDeviations& all) {
  if (all.ratios.size() <= most_listed) {
    figure.caption = fmt::format("All permutations, the most frequent first; {} trials are fair",
                                 short_number(all.expected, 4));
    figure.numbers = table_of(target, all.most);
    return;
  }
  const auto some = [&target](const std::vector<CountedPermutation>& permutations) {
    return table_of(target, std::span(permutations).first(listed_of_many));
  };
  figure.caption =
      fmt::format("The {} most frequent of {} permutations; {} trials are fair; the JSON report has them all",
                  listed_of_many, with_commas(all.ratios.size()), short_number(all.expected, 4));
  figure.numbers = some(all.most);
  figure.more_numbers.push_back({fmt::format("The {} rarest", listed_of_many), some(all.fewest)});
}

std::string partition_of(const ComponentRecord& component) {
  return fmt::format("({})", fmt::join(component.partition, ","));
}

Table table_of(const std::vector<ComponentRecord>& components) {
  using Component = const ComponentRecord&;
  return tabulated<ComponentRecord>(
      components,
      {{{"component"}, &ComponentRecord::name},
       {{"partition"}, partition_of},
       {{"share"}, [](Component component) { return component.share ? percent_text(*component.share) : ""; }},
       {{"distance"}, [](Component component) { return short_number(component.chi_square_distance, 4); }},
       {{"p"},
        [](Component component) {
          return component.applied ? p_words(component.p_value, component.log10_p) : "not applied";
        }},
       {{"statistic"},
        [](Component component) { return component.applied ? short_number(component.statistic, 6) : ""; }},
       {{"degrees of freedom"}, [](Component component) {
          return component.applied ? exact_number(component.degrees_of_freedom) : "";
        }}});
}

// A row for each position, or some, and a column for each card, or as many.
template <class Value>
Table table_of(const std::vector<std::vector<Value>>& values, const char* corner, auto name_of_row,
               auto name_of_column, auto words) {
  Table table{.columns = {{corner}}, .rows = {}};
  for (std::size_t index = 0; index < values.size(); ++index) {
    table.columns.push_back({name_of_column(index)});
    auto& row = table.rows.emplace_back();
    row.push_back({name_of_row(index)});
    for (const Value& value : values[index]) row.push_back({words(value)});
  }
  return table;
}

std::string deviation_text(double standard_errors) {
  return signed_words(standard_errors, 1);
}

// A million cells are no picture, nor a table.
Figure figure_of_blocks(const TargetRecord& result) {
  constexpr std::size_t most_blocks = 64;
  const std::size_t deck_size = result.position_counts.size();
  const std::size_t block = (deck_size + most_blocks - 1) / most_blocks;
  CardGrid grid{.deviations = position_deviations(result, block), .unit = "standard errors"};
  const auto range_of = [=](std::size_t index) {
    return fmt::format("{}-{}", index * block, std::min(deck_size, (index + 1) * block) - 1);
  };
  Table numbers = table_of(grid.deviations, "positions", range_of, range_of, deviation_text);
  return {
      .title = fmt::format("Where cards land, {} at a time", block),
      .picture = std::move(grid),
      .remark = fmt::format(
          "Orange: so many successive cards come to so many successive positions more often than in a fair "
          "shuffle, blue: more rarely; cell 1 of a row or column stands for {}.",
          range_of(1)),
      .caption = "Standard errors from fair",
      .numbers = std::move(numbers),
      .name = "positions"};
}

std::string outcome_of(const TestRecord& test) {
  const std::string outcome = too_regular(test) ? "too regular for independent fair decks"
                              : test.rejected   ? "rejects fairness"
                                                : "passes";
  return test.same_as.empty() ? outcome : fmt::format("{}: the same as {}", outcome, test.same_as);
}

Table table_of(const TargetRecord& result) {
  std::vector<TestRecord> applied;
  for (const TestRecord& test : result.tests) {
    if (test.applied) applied.push_back(test);
  }
  using Test = const TestRecord&;
  return tabulated<TestRecord>(
      applied, {{{"test"}, &TestRecord::name},
                {{"p"}, [](Test test) { return p_words(test.p_value, test.log10_p); }},
                {{"log10 p"}, [](Test test) { return short_number(test.log10_p, 4); }},
                {{"p over all tests"}, [](Test test) { return adjusted_p_text(test.adjusted_p); }},
                {{"statistic"}, [](Test test) { return short_number(test.statistic, 6); }},
                {{"degrees of freedom"}, [](Test test) { return exact_number(test.degrees_of_freedom); }},
                {{"outcome"}, outcome_of}});
}

}  // namespace

std::optional<Figure> bet_figure(const BetRecord& bet, std::uint64_t valid_trials, std::string name) {
  if (bet.values.empty()) return std::nullopt;
  Chances chances{.title = bet.name, .values = {}, .least = logarithmic_from(bet, valid_trials)};
  for (const BetValue& value : bet.values) {
    chances.values.push_back(
        {.name = value.value,
         .fair = value.fair,
         .came = valid_trials == 0 ? 0 : static_cast<double>(value.count) / static_cast<double>(valid_trials),
         .lower = value.lower,
         .upper = value.upper,
         .fair_words = chance_text(value.fair),
         .came_words = share_text(value, valid_trials)});
  }
  return Figure{
      .title = bet.name,
      .picture = std::move(chances),
      .remark =
          "Each bar is the share of trials that had the value, the thin line the interval of its "
          "probability, the upright mark the share of fair decks: orange where the interval excludes it.",
      .caption = fmt::format("{}: mean {} due, {} came", bet.name, short_number(bet.mean_fair, 4),
                             valid_trials == 0 ? "none" : short_number(bet.mean, 4)),
      .numbers = table_of(bet, valid_trials),
      .name = std::move(name)};
}

std::optional<Figure> bound_figure(std::span<const TargetRecord> results, double tolerance) {
  Intervals all{.intervals = {}, .tolerance = tolerance};
  bool any = false;
  for (const TargetRecord& result : results) {
    all.intervals.push_back(interval_of(result));
    any = any || all.intervals.back().lower || all.intervals.back().upper;
  }
  if (!any) return std::nullopt;
  return Figure{.title = results.size() == 1 ? "How large the bias is" : "How large each bias is",
                .picture = std::move(all),
                .remark =
                    "A bar holds the bias, in points: orange where it excludes zero, blue where it does not, "
                    "and within "
                    "the tolerance where it ends left of the dashed line.",
                .caption = "Bounds on the bias, in points",
                .numbers = table_of(results),
                .name = "bias"};
}

std::optional<Figure> detection_figure(const TargetRecord& result, double tolerance) {
  const std::vector<Detection> points = trials_that_detect(result);
  const std::uint64_t trials = result.evidence.trials;
  if (points.empty() || trials == 0 || result.verdict == Verdict::invalid) return std::nullopt;
  const auto found = std::ranges::find_if(
      points, [trials](const Detection& point) { return point.trials <= static_cast<double>(trials); });
  return Figure{
      .title = found == points.end()
                   ? fmt::format("{} trials may miss a bias of any size", with_commas(trials))
                   : fmt::format("{} trials find any bias of {} and more", with_commas(trials),
                                 points_text(points_up(found->tv))),
      .picture = Detections{.points = points, .tolerance = tolerance, .trials = trials},
      .remark =
          "The test of permutations finds every bias on or above the curve with 99.9 % probability, and many "
          "that lie below it.",
      .caption = "Trials that find a bias",
      .numbers = tabulated<Detection>(
          points,
          {{{"bias in points"}, [](const Detection& point) { return short_number(100 * point.tv, 2); }},
           {{"trials"}, [](const Detection& point) { return short_number(point.trials, 3); }}}),
      .name = "detection"};
}

std::optional<Figure> frequency_figure(const TargetRecord& result) {
  BetRecord frequencies{.name = "How often each number is dealt", .values = dealt_frequencies(result)};
  std::optional<Figure> figure = bet_figure(frequencies, trials_of(result), "numbers");
  if (!figure) return figure;
  for (std::size_t card = 0; card < frequencies.values.size(); ++card) {
    const std::string name = card_called(card_names(result.target), card);
    std::get<Chances>(figure->picture).values[card].name = figure->numbers.rows[card].front().text = name;
  }
  figure->remark =
      "Each bar is the share of trials that dealt the number, the thin line the interval of its probability, "
      "the upright mark the fair share: orange where the interval excludes it.";
  figure->caption =
      fmt::format("How often each number is dealt; all intervals hold together with {} confidence",
                  confidence_text(result.bias.confidence));
  return figure;
}

std::optional<Figure> permutation_figure(const TargetRecord& result) {
  // Those of ten cards take long, and all their memory, to be left out.
  const std::vector<std::uint64_t>& counts = result.evidence.permutations;
  const auto trials = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  if (trials < fewest_expected * static_cast<double>(counts.size())) return std::nullopt;
  const auto all = permutation_deviations(result, most_listed);
  if (!all || all->expected < fewest_expected) return std::nullopt;
  PermutationExcesses permutations{.deck_size = result.target.deck_size,
                                   .excesses = all->ratios,
                                   .standard_error = all->standard_error,
                                   .card_names = card_names(result.target)};
  for (double& excess : permutations.excesses) excess -= 1;
  Figure figure{
      .title = "How often every permutation comes",
      .picture = std::move(permutations),
      .remark =
          "A bar for each permutation, the most frequent first: how far it is from its fair share, which a "
          "fair shuffle keeps within the grey band but for one permutation in 370 or so.",
      .caption = {},
      .numbers = {},
      .name = "permutations"};
  add_numbers(figure, result.target, *all);
  return figure;
}

std::optional<Figure> component_figure(const TargetRecord& result) {
  ShareBars shares{.title = "Shares of the bias", .bars = {}};
  for (const ComponentRecord& component : result.components) {
    if (component.share) {
      shares.bars.push_back(
          {.name = component.name + " " + partition_of(component), .share = *component.share});
    }
  }
  if (shares.bars.empty()) return std::nullopt;
  return Figure{.title = "Where the bias lies",
                .picture = std::move(shares),
                .remark =
                    "Shares of chi-square distance: what shows in single cards, in pairs of cards and so on, "
                    "beyond all simpler components; parity is whether the permutation is even.",
                .caption = "The bias by components, as chi-square distance",
                .numbers = table_of(result.components),
                .name = "components"};
}

std::optional<Figure> position_figure(const TargetRecord& result) {
  CardGrid grid{.deviations = position_deviations(result),
                .unit = "standard errors",
                .card_names = card_names(result.target),
                .points = position_standard_error(result)};
  if (grid.deviations.empty()) return std::nullopt;
  if (is_wide_deck(result.target.deck_size)) return figure_of_blocks(result);
  const auto position = [](std::size_t index) { return std::to_string(index); };
  const auto card = [&result](std::size_t index) { return card_text(result.target, index); };
  Table deviations = table_of(grid.deviations, "position", position, card, deviation_text);
  return Figure{
      .title = "Where every card lands",
      .picture = std::move(grid),
      .remark =
          "Orange: the card comes to the position more often than in a fair shuffle, blue: more rarely; "
          "of a fair deck nearly all cells are grey or palest.",
      .caption = "Standard errors from fair",
      .numbers = std::move(deviations),
      .more_numbers = {{"Counts", table_of(result.position_counts, "position", position, card, with_commas)}},
      .name = "positions"};
}

std::optional<Figure> test_figure(const TargetRecord& result) {
  TestBars tests;
  for (const TestRecord& test : result.tests) {
    if (!test.applied || !test.same_as.empty()) continue;
    tests.bars.push_back({.name = test.name,
                          .log10_p = test.log10_p,
                          .p = p_words(test.p_value, test.log10_p),
                          .rejected = test.rejected});
  }
  if (tests.bars.empty()) return std::nullopt;
  tests.tests = counted_tests(result.tests).applied.size();
  tests.decisive_log10_p = log10_p_that_rejects(result);
  const bool of_several = tests.tests != tests.bars.size();
  return Figure{.title = "What each test finds",
                .picture = std::move(tests),
                .remark = fmt::format("A dot for each test{}, the farther right the smaller the probability "
                                      "that a fair shuffle looks at least as odd: orange, and named, where "
                                      "fairness is rejected.",
                                      of_several ? " (some tests have several)" : ""),
                .caption = "Tests that were applied",
                .numbers = table_of(result),
                .name = "tests"};
}

}  // namespace fairshuffle
