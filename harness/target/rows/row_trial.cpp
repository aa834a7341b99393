#include "harness/target/rows/row_trial.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/random/streams.hpp"
#include "core/record/looks.hpp"
#include "core/tally/tally.hpp"
#include "harness/target/rows/row_reader.hpp"
#include "harness/target/rows/row_text.hpp"

namespace fairshuffle {

/// What came of all starts.
struct RowTrial::Record {
  static constexpr std::size_t most_kept = most_shown * RowReader::longest_row;
  std::string kept;
  bool keeps = true;
  std::string asides;
};

/// Hands bytes on and keeps them, as they came, until it is told to stop.
class RowTrial::Recording final : public ByteSource {
 public:
  Recording(std::unique_ptr<ByteSource> source, Record& record)
      : source_(std::move(source)), record_(&record) {}
  ~Recording() override { record_->asides = source_->asides(); }
  void request(std::uint64_t rows) override { source_->request(rows); }
  std::size_t read(std::span<char> into) override {
    const std::size_t count = source_->read(into);
    if (record_->keeps) keep({into.data(), count});
    record_->asides = source_->asides();
    return count;
  }
  void took(std::uint64_t rows) override { source_->took(rows); }
  void heed(const std::function<bool()>& is_to_end) override { source_->heed(is_to_end); }
  std::size_t read_unasked(std::span<char> into, std::chrono::milliseconds patience) override {
    return source_->read_unasked(into, patience);
  }
  bool has_ended_well() override { return source_->has_ended_well(); }
  std::string why_ended() override { return source_->why_ended(); }
  void finish() override { source_->finish(); }

 private:
  void keep(std::string_view bytes) {
    std::string& kept = record_->kept;
    kept.append(bytes.substr(0, Record::most_kept - kept.size()));
  }

  std::unique_ptr<ByteSource> source_;
  Record* record_;
};

namespace {

// A row that nobody wrote, of a format that is our own, in numbers.
std::string in_numbers(std::span<const WideCard> cards) {
  return fmt::format("{}", fmt::join(cards, " "));
}

// What was written, row by row, as the program reads it. Throws TargetError after the rows before a fault are
// in `shown`.
void read_rows(std::string_view bytes, std::uint64_t rows, const RowTarget& target,
               std::vector<ShownRow>& shown) {
  const RowManner& manner = target.row_manner();
  const std::unique_ptr<RowReader> reader = make_row_reader(manner.format, manner.columns);
  RowBuffer understood(manner.format.deck_size);
  while (shown.size() < rows) {
    const std::size_t taken = reader->take(bytes, 1, understood);
    std::string_view written = bytes.substr(0, taken);
    bytes.remove_prefix(taken);
    // A row that has no end yet may still be one.
    if (understood.rows() == 0) {
      written = bytes;
      reader->take_rest(bytes, understood);
      bytes = {};
    }
    if (understood.rows() == 0) return;
    if (!manner.format.is_raw()) {
      while (written.ends_with('\n') || written.ends_with('\r')) written.remove_suffix(1);
    }
    const std::span<const WideCard> cards = understood.decks();
    const bool is_shuffled = !cards.empty() && is_order(cards);
    ShownRow row;
    if (is_shuffled) row.order.assign(cards.begin(), cards.end());
    if (target.facts().writes_rows) {
      row.written = row_text(written);
    } else if (!is_shuffled) {
      row.written = in_numbers(cards);
    }
    shown.push_back(std::move(row));
    understood.remove(1);
  }
}

}  // namespace

RowTrial::RowTrial(const RowTarget& target, std::uint64_t run_seed, std::uint64_t most_trials)
    : target_(&target),
      most_trials_(most_trials),
      looks_(most_trials, false),
      record_(std::make_unique<Record>()),
      sampler_(target.row_manner(),
               RowOpener([record = record_.get(), opener = target.opener()](const RowStart& start) {
                 return std::make_unique<Recording>(opener(start), *record);
               })) {
  begin_look();
  sampler_.begin_block(stream_seed(run_seed, target.identity(), 0));
}

RowTrial::~RowTrial() = default;

// A program that ends with its look is told what the next one needs when it is started again.
void RowTrial::begin_look() {
  sampler_.begin_look(looks_.trials_at(looks_.look_from(counted_ + 1)) - counted_, {}, {});
}

std::vector<ShownRow> RowTrial::first(std::uint64_t rows) {
  std::uint64_t ready = rows;
  try {
    ready = sampler_.ready(rows);
  } catch (const TargetError& error) {
    fault_ = error;
  }
  record_->keeps = false;
  std::vector<ShownRow> shown;
  try {
    read_rows(record_->kept, ready, *target_, shown);
  } catch (const TargetError&) {
    if (!fault_) throw;  // else it is the fault that is known
  }
  if (!fault_) {
    RunningTally counted(target_->description().deck_size, 0, std::nullopt);
    sampler_.run(0, ready, counted);
    counted_ = ready;
  }
  return shown;
}

RowPace RowTrial::measure(double seconds) {
  using Clock = std::chrono::steady_clock;
  RunningTally tally(target_->description().deck_size, 0);
  const auto start = Clock::now();
  const auto passed = [start] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  RowPace pace;
  // A slow target is asked for few at a time, a fast one for as many as certify asks.
  for (std::uint64_t batch = 1; counted_ < most_trials_ && passed() < seconds;) {
    const double batch_start = passed();
    begin_look();
    const std::uint64_t wanted = std::min(batch, most_trials_ - counted_);
    const std::uint64_t ready = sampler_.ready(wanted);
    sampler_.run(counted_, ready, tally);
    pace.rows += ready;
    counted_ += ready;
    if (ready < wanted) break;
    if (passed() - batch_start < seconds / 10) batch = std::min(2 * batch, trials_per_block);
  }
  pace.seconds = passed();
  pace.no_orders = tally.invalid_trials();
  return pace;
}

std::string RowTrial::asides() const {
  return record_->asides;
}

}  // namespace fairshuffle
