// fairshuffle bridge: proves the plumbing to a target from outside, apart from statistics.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/order/number_text.hpp"
#include "core/random/streams.hpp"
#include "core/record/looks.hpp"
#include "core/tally/tally.hpp"
#include "harness/cli/foreign_targets.hpp"
#include "harness/cli/numbers.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/input_error.hpp"
#include "harness/target/kinds.hpp"
#include "harness/target/rows/row_reader.hpp"
#include "harness/target/rows/row_target.hpp"
#include "harness/target/rows/row_text.hpp"
#include "harness/target/target_error.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

struct BridgeOptions {
  ForeignOptions foreign;
  std::optional<std::string> deck_size, rows, trials, seed;
};

constexpr std::uint64_t standard_rows = 5;
constexpr std::uint64_t most_rows = 1000;
constexpr std::uint64_t standard_trials = 1'000'000'000;  // as certify's
constexpr double seconds_measured = 1;

/// What is to be tried, checked.
struct Attempt {
  std::uint64_t seed, rows, most_trials;
};

/// Hands bytes on and keeps them, as they came, until it is told to stop.
class Recording final : public ByteSource {
 public:
  static constexpr std::size_t most_kept = most_rows * RowReader::longest_row;

  explicit Recording(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}
  void request(std::uint64_t rows) override { source_->request(rows); }
  std::size_t read(std::span<char> into) override {
    const std::size_t count = source_->read(into);
    if (keeps_) kept_.append(into.data(), std::min(count, most_kept - kept_.size()));
    return count;
  }
  std::string why_ended() override { return source_->why_ended(); }
  std::string asides() const override { return source_->asides(); }
  std::string_view kept() const { return kept_; }
  void stop() { keeps_ = false; }

 private:
  std::unique_ptr<ByteSource> source_;
  std::string kept_;
  bool keeps_ = true;
};

void print_row(std::uint64_t number, std::string_view written, std::span<const Card> cards,
               std::string_view deck) {
  const std::string row = written.empty() ? fmt::format("row {}", number)
                                          : fmt::format("row {}  \"{}\"", number, row_text(written));
  if (!cards.empty() && is_order(cards)) {
    fmt::print("  {}  is the order {}\n", row, fmt::join(cards, " "));
  } else {
    fmt::print("  {}  is no order of {}\n", row, deck);
  }
}

/// "the 5 cards from 1 to 5"
std::string deck_text(const RowFormat& format) {
  if (format.kind == RowFormat::Kind::tokens)
    return fmt::format("the {} words of the deck", format.deck_size);
  return fmt::format("the {} cards from {} to {}", format.deck_size, format.base,
                     format.base + format.deck_size - 1);
}

/// What was written, row by row, as the program reads it. True when each row is an order.
bool show_rows(std::string_view bytes, std::uint64_t rows, const RowManner& manner) {
  const std::unique_ptr<RowReader> reader = make_row_reader(manner.format, manner.column);
  RowBuffer understood(manner.format.deck_size);
  bool all_orders = true;
  for (std::uint64_t number = 1; number <= rows; ++number) {
    const std::size_t taken = reader->take(bytes, 1, understood);
    std::string_view written = bytes.substr(0, taken);
    bytes.remove_prefix(taken);
    // A row that has no end yet may still be one.
    if (understood.rows() == 0) {
      written = bytes;
      reader->take_rest(bytes, understood);
      bytes = {};
    }
    if (understood.rows() == 0) break;
    if (manner.format.kind != RowFormat::Kind::u8) {
      while (written.ends_with('\n') || written.ends_with('\r')) written.remove_suffix(1);
    }
    print_row(number, written, understood.decks(), deck_text(manner.format));
    all_orders = all_orders && is_order(understood.decks());
    understood.remove(1);
  }
  return all_orders;
}

/// The order of the one trial that was counted; empty when it was none.
std::vector<Card> order_of(const RunningTally& one_trial) {
  if (one_trial.trials() == 0) return {};
  const Tally tally = one_trial.complete();
  std::vector<Card> order(static_cast<std::size_t>(tally.deck_size));
  for (int position = 0; position < tally.deck_size; ++position) {
    for (int card = 0; card < tally.deck_size; ++card) {
      if (tally.positions.at(position, card) == 1) {
        order[static_cast<std::size_t>(position)] = static_cast<Card>(card);
      }
    }
  }
  return order;
}

/// The same for trials that are not written: what the next ones of the sampler come out as.
bool show_trials(Sampler& sampler, std::uint64_t trials, int deck_size) {
  bool all_orders = true;
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    RunningTally tally(deck_size, 0, std::nullopt);
    sampler.run(trial, 1, tally);
    const std::vector<Card> order = order_of(tally);
    const std::string written = tally.witnesses().empty() ? "" : tally.witnesses().front().row;
    print_row(trial + 1, written, order, "the deck");
    all_orders = all_orders && !order.empty();
  }
  return all_orders;
}

/// Runs and counts trials for about a second, at most `most`.
void measure(Sampler& sampler, std::uint64_t first_trial, std::uint64_t most, int deck_size) {
  using Clock = std::chrono::steady_clock;
  RunningTally tally(deck_size, 0);
  const auto start = Clock::now();
  const auto seconds = [start] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  std::uint64_t done = 0;
  // A slow target is asked for few at a time, a fast one for as many as certify asks.
  for (std::uint64_t batch = 1; done < most && seconds() < seconds_measured;) {
    const double batch_start = seconds();
    const std::uint64_t wanted = std::min(batch, most - done);
    const std::uint64_t ready = sampler.ready(wanted);
    sampler.run(first_trial + done, ready, tally);
    done += ready;
    if (ready < wanted) break;
    if (seconds() - batch_start < seconds_measured / 10) batch = std::min(2 * batch, trials_per_block);
  }
  const double taken = seconds();
  if (done == 0) return;
  fmt::print("{} rows a second ({} rows in {:.2g} s{})\n",
             with_commas(static_cast<std::uint64_t>(static_cast<double>(done) / std::max(taken, 1e-9))),
             with_commas(done), taken,
             tally.invalid_trials() == 0
                 ? std::string()
                 : fmt::format(", of which {} are no orders", with_commas(tally.invalid_trials())));
}

TargetText text_of(const ForeignOptions& options) {
  const std::vector<TargetText> texts = texts_of(options);
  if (texts.size() == 1) return texts.front();
  throw InputError("bridge tries one target; name it with --exec, --plugin, --log or --stdin");
}

/// True when each row shown is an order.
bool try_rows(const RowTarget& target, const Attempt& attempt) {
  Recording* recording = nullptr;
  RowSampler sampler(target.row_manner(), [&](std::uint64_t seed) {
    auto source = std::make_unique<Recording>(target.open(seed));
    recording = source.get();
    return source;
  });
  sampler.begin_block(stream_seed(attempt.seed, target.identity(), 0));
  std::uint64_t ready = 0;
  try {
    ready = sampler.ready(attempt.rows);
  } catch (const TargetError&) {
    // What came before the fault is half of its explanation; the fault itself would be found again.
    try {
      show_rows(recording->kept(), attempt.rows, target.row_manner());
    } catch (const TargetError&) {
    }
    std::fflush(stdout);
    throw;
  }
  recording->stop();
  const bool all_orders = show_rows(recording->kept(), ready, target.row_manner());
  const int deck_size = target.description().deck_size;
  RunningTally shown(deck_size, 0, std::nullopt);
  sampler.run(0, ready, shown);
  std::fflush(stdout);
  if (ready == attempt.rows) measure(sampler, ready, attempt.most_trials - ready, deck_size);
  const std::string asides = recording->asides();
  if (!target.facts().recorded) fmt::print("on standard error: {}\n", asides.empty() ? "nothing" : asides);
  return all_orders;
}

/// The same for a target whose trials are not written.
bool try_trials(const Target& target, const Attempt& attempt) {
  const std::unique_ptr<Sampler> sampler = target.make_sampler();
  sampler->begin_block(stream_seed(attempt.seed, target.identity(), 0));
  sampler->ready(attempt.rows);
  const int deck_size = target.description().deck_size;
  const bool all_orders = show_trials(*sampler, attempt.rows, deck_size);
  std::fflush(stdout);
  measure(*sampler, attempt.rows, attempt.most_trials - attempt.rows, deck_size);
  return all_orders;
}

int run_bridge(const BridgeOptions& options) {
  const std::vector<int> sizes =
      options.deck_size ? parse_deck_sizes("--n", *options.deck_size) : std::vector<int>{5};
  if (sizes.size() != 1) throw InputError("--n: bridge tries one deck size at a time");
  Attempt attempt{};
  attempt.most_trials = options.trials ? parse_trials("--trials", *options.trials) : standard_trials;
  attempt.rows = options.rows ? parse_trials("--rows", *options.rows) : standard_rows;
  attempt.rows = std::min(attempt.rows, attempt.most_trials);
  if (attempt.rows > most_rows) throw InputError(fmt::format("--rows: at most {} rows are shown", most_rows));
  attempt.seed = options.seed ? parse_seed("--seed", *options.seed) : 1;
  const std::unique_ptr<Target> target =
      make_target(text_of(options.foreign),
                  {.deck_size = sizes.front(), .seed = attempt.seed, .most_trials = attempt.most_trials});
  fmt::print("{}\n", one_visible_line(target->name()));
  const auto* row_target = dynamic_cast<const RowTarget*>(target.get());
  const bool all_orders =
      row_target != nullptr ? try_rows(*row_target, attempt) : try_trials(*target, attempt);
  return all_orders ? exit_as_hoped : exit_unfair;
}

}  // namespace

void add_bridge(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "bridge", "Try the way to a target from outside: how its rows are understood, and how fast they come");
  const auto options = std::make_shared<BridgeOptions>();
  add_foreign_options(*command, options->foreign);
  const auto add = [command](const char* name, std::optional<std::string>& value, const char* placeholder,
                             const char* meaning) {
    command->add_option(name, value, meaning)->option_text(placeholder);
  };
  add("--n", options->deck_size, "N", "the deck size when the target gives none (5)");
  add("--rows", options->rows, "N", "how many rows to show (5)");
  add("--trials", options->trials, "N", "what {trials} stands for (1e9); no more rows are asked for");
  add("--seed", options->seed, "S", "decides {seed} (1)");
  command->footer(
      "Exit codes: 0 every row shown is an order; 1 one is not; 2 bad input; 4 the target failed.");
  command->callback([options, &exit_code] { exit_code = run_bridge(*options); });
}

}  // namespace fairshuffle
