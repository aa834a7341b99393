// fairshuffle bridge: proves the plumbing to a target from outside, apart from statistics.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/order/number_text.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/cli/target_options.hpp"
#include "harness/cli/text_option.hpp"
#include "harness/input_error.hpp"
#include "harness/job/typed_numbers.hpp"
#include "harness/target/kinds.hpp"
#include "harness/target/rows/row_trial.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

struct BridgeOptions {
  TypedTargets typed;
  std::optional<std::string> deck_size, rows, trials, seed;
};

constexpr std::uint64_t standard_rows = 5;
constexpr std::uint64_t standard_trials = 1'000'000'000;  // as certify's
constexpr double seconds_measured = 1;

/// What is to be tried, checked.
struct Attempt {
  std::uint64_t seed, rows, most_trials;
};

/// "order of the 5 cards from 1 to 5", where somebody writes them: what a row is to be.
std::string wanted_text(const RowTarget& target) {
  if (!target.facts().writes_rows) return "order of the deck";
  const RowFormat& format = target.row_manner().format;
  const std::string what =
      format.makeup.is_deal() ? fmt::format("deal of {} of", format.makeup.dealt) : "order of";
  if (!format.deck.empty()) {
    return fmt::format("{} the {} {} of the deck", what, format.deck_size,
                       format.makeup.has_equal_cards() ? "cards" : "words");
  }
  return fmt::format("{} the {} cards from {} to {}", what, format.deck_size, format.base,
                     format.base + format.deck_size - 1);
}

/// What can be told of an order: equal cards by their word, and of a deal what was dealt.
std::string understood_text(const RowFormat& format, std::span<const WideCard> order) {
  if (format.makeup.has_equal_cards()) {
    std::vector<std::string_view> word_of;
    for (std::size_t kind = 0; kind < format.deck.size(); ++kind) {
      word_of.insert(word_of.end(), static_cast<std::size_t>(format.makeup.kinds[kind]), format.deck[kind]);
    }
    std::string words;
    for (const WideCard card : order) {
      words += ' ';
      words += word_of[card];
    }
    return fmt::format("the order{}", one_visible_line(words));
  }
  const auto seen = order.first(static_cast<std::size_t>(format.row_size()));
  return fmt::format("the {} {}{}", format.makeup.is_deal() ? "deal" : "order", fmt::join(seen, " "),
                     format.makeup.unordered ? ", in whatever order" : "");
}

void print_row(std::uint64_t number, const ShownRow& row, const RowTarget& target) {
  const std::string written =
      row.written.empty() ? "" : fmt::format("  \"{}\"", one_visible_line(row.written));
  if (row.order.empty()) {
    fmt::print("  row {}{}  is no {}\n", number, written, wanted_text(target));
  } else {
    fmt::print("  row {}{}  is {}\n", number, written,
               understood_text(target.row_manner().format, row.order));
  }
}

void print_pace(const RowPace& pace) {
  if (pace.rows == 0) return;
  const double per_second = static_cast<double>(pace.rows) / std::max(pace.seconds, 1e-9);
  fmt::print(
      "{} rows a second ({} rows in {:.2g} s{})\n", with_commas(static_cast<std::uint64_t>(per_second)),
      with_commas(pace.rows), pace.seconds,
      pace.no_orders == 0 ? "" : fmt::format(", of which {} are no orders", with_commas(pace.no_orders)));
}

TargetText text_of(const TypedTargets& typed) {
  const std::vector<TargetText> texts = texts_of(typed);
  if (texts.size() == 1) return texts.front();
  throw InputError(fmt::format("bridge tries one target; name it with {}", naming_members("--", "", " or ")));
}

/// True when each row shown is an order.
bool try_rows(const RowTarget& target, const Attempt& attempt) {
  RowTrial trial(target, attempt.seed, attempt.most_trials);
  const std::vector<ShownRow> rows = trial.first(attempt.rows);
  for (std::size_t index = 0; index < rows.size(); ++index) {
    print_row(index + 1, rows[index], target);
  }
  std::fflush(stdout);
  if (trial.fault()) throw *trial.fault();
  if (rows.size() == attempt.rows) print_pace(trial.measure(seconds_measured));
  if (target.facts().writes_rows && !target.facts().recorded) {
    const std::string asides = trial.asides();
    fmt::print("on standard error: {}\n", asides.empty() ? "nothing" : one_visible_line(asides));
  }
  return std::ranges::none_of(rows, [](const ShownRow& row) { return row.order.empty(); });
}

int run_bridge(const BridgeOptions& options) {
  const std::vector<int> sizes = options.deck_size ? parse_deck_sizes("--n", *options.deck_size)
                                                   : std::vector<int>{TargetRun{}.deck_size};
  if (sizes.size() != 1) throw InputError("--n: bridge tries one deck size at a time");
  Attempt attempt{};
  attempt.most_trials = options.trials ? parse_trials("--trials", *options.trials) : standard_trials;
  attempt.rows = options.rows ? parse_trials("--rows", *options.rows) : standard_rows;
  attempt.rows = std::min(attempt.rows, attempt.most_trials);
  if (attempt.rows > RowTrial::most_shown) {
    throw InputError(fmt::format("--rows: at most {} rows are shown", RowTrial::most_shown));
  }
  attempt.seed = options.seed ? parse_seed("--seed", *options.seed) : 1;
  const std::unique_ptr<Target> target =
      make_target(text_of(options.typed), {.deck_size = sizes.front(),
                                           .seed = attempt.seed,
                                           .most_trials = attempt.most_trials,
                                           .may_look = !options.deck_size});
  fmt::print("{}\n", one_visible_line(target->name()));
  const auto* rows = dynamic_cast<const RowTarget*>(target.get());
  if (rows == nullptr) throw InputError("bridge shows rows, and the trials of such a target are none");
  return try_rows(*rows, attempt) ? exit_as_hoped : exit_unfair;
}

}  // namespace

void add_bridge(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "bridge", "Try the way to a target from outside: how its rows are understood, and how fast they come");
  const auto options = std::make_shared<BridgeOptions>();
  add_target_options(*command, options->typed);
  add_text_option(*command, "--n", options->deck_size, "N",
                  "the deck size when the target gives none (that of its first row, or 5)");
  add_text_option(*command, "--rows", options->rows, "N", "how many rows to show (5)");
  add_text_option(*command, "--trials", options->trials, "N",
                  "no more rows are asked for (1e9); {trials} is what certify's next look would need");
  add_text_option(*command, "--seed", options->seed, "S", "decides {seed} (1)");
  command->footer(
      "Exit codes: 0 every row shown is an order; 1 one is not; 2 bad input; 4 the target failed.");
  command->callback([options, &exit_code] { exit_code = run_bridge(*options); });
}

}  // namespace fairshuffle
