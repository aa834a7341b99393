#include "harness/target/rows/row_intake.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/order/number_text.hpp"
#include "harness/target/rows/first_rows.hpp"
#include "harness/target/rows/row_text.hpp"
#include "harness/target/target_error.hpp"

namespace fairshuffle {

namespace {

constexpr std::size_t bytes_read_ahead = std::size_t{1} << 17;
static_assert(bytes_read_ahead >= RowReader::longest_row);
// That the run is to end is asked after so many.
constexpr std::uint64_t rows_read_ahead = 1U << 16;

// How long one that answers requests may take to end, and to write what nobody asked for.
constexpr std::chrono::milliseconds patience_at_end{300};

std::string rows_text(std::uint64_t rows) {
  return fmt::format("{} row{}", with_commas(rows), rows == 1 ? "" : "s");
}

}  // namespace

RowIntake::RowIntake(RowManner manner, RowOpener open)
    : manner_(std::move(manner)), open_(std::move(open)), rows_(manner_.format.deck_size) {}

void RowIntake::begin(std::uint64_t seed) {
  close();
  reader_ = make_row_reader(manner_.format, manner_.columns);
  rows_ = RowBuffer(manner_.format.deck_size);
  first_rows_.clear();
  is_over_ = false;
  fault_ = later_fault_ = nullptr;
  starts_.begin(seed);
  open_next();
}

void RowIntake::begin_look(std::uint64_t trials, const std::function<bool()>& is_to_end,
                           const std::function<void(std::uint64_t)>& on_waiting) {
  wanted_ = trials;
  is_to_end_ = is_to_end;
  on_waiting_ = on_waiting;
  if (source_) source_->heed(is_to_end_);
}

void RowIntake::end_look() {
  on_waiting_ = {};
  if (!source_ || manner_.once) return;
  if (!manner_.looks_ahead.empty()) return read_all_ahead();
  if (!manner_.anew) return;
  try {
    if (manner_.answers) refuse_unasked(patience_at_end);
    source_->finish();
  } catch (const TargetError&) {
    // No verdict is lost by it that the rows before have brought.
    fault_ = std::current_exception();
  }
  close();
}

// Look by look and block by block, as if it lived on: what a start is told, and which rows are its own, is
// the same.
void RowIntake::read_all_ahead() {
  const std::uint64_t gone = rows_.added() - rows_.rows();
  try {
    for (const std::uint64_t look : manner_.looks_ahead) {
      wanted_ = look - std::min(look, gone);
      while (rows_.rows() < wanted_ && !is_over_) {
        if (is_to_end_ && is_to_end_()) is_over_ = true;
        read_ahead(std::min(wanted_, rows_.rows() + rows_read_ahead));
      }
    }
  } catch (const TargetError&) {
    later_fault_ = std::current_exception();
  }
  try {
    if (source_ && !later_fault_) source_->finish();
  } catch (const TargetError&) {
    fault_ = std::current_exception();
  }
  close();
}

void RowIntake::close() {
  source_.reset();
  bytes_ = {};
  next_byte_ = end_ = 0;
  has_ended_ = false;
  cut_off_.clear();
}

void RowIntake::open_next() {
  // Rows of a later start are to be told from those of an earlier one.
  const std::uint64_t fewest = starts_.begun() == 0 || manner_.once ? 0 : RowStarts::rows_compared;
  const std::uint64_t rows = wanted_ == 0 ? 0 : std::max(fewest, wanted_ - std::min(wanted_, rows_.rows()));
  source_ = open_(starts_.next(rows));
  reader_->begin_start();
  if (is_to_end_) source_->heed(is_to_end_);
  bytes_.resize(bytes_read_ahead);
  if (starts_.begun() > 1 && manner_.carried) first_rows_.push_back(rows_.added() + 1);
}

void RowIntake::read_ahead(std::uint64_t rows) {
  for (const std::exception_ptr& fault : {fault_, later_fault_}) {
    if (fault) std::rethrow_exception(fault);
  }
  try {
    while (rows_.rows() < rows && !is_over_) {
      if (!source_) open_next();
      read_start(rows);
    }
  } catch (const RunEnds&) {
    // What can't be told from an earlier start does not count.
    if (manner_.is_compared() && starts_.is_unknown()) rows_.remove_last(starts_.heard());
    is_over_ = true;
  }
}

// Reads on in this start, to its end if need be.
void RowIntake::read_start(std::uint64_t rows) {
  if (manner_.once) return read_single_start();
  std::uint64_t due = rows;
  if (manner_.is_compared() && starts_.is_unknown())
    due = std::max(rows, rows_.rows() + RowStarts::rows_compared - starts_.heard());
  if (!has_ended_) {
    if (manner_.answers) refuse_unasked(std::chrono::milliseconds(0));
    source_->request(due - rows_.rows());
  }
  while (rows_.rows() < due && !has_ended_) {
    const std::uint64_t before = rows_.added();
    read_rows(due - rows_.rows());
    hear_rows(before);
    if (is_over_) return;
  }
  if (rows_.rows() < due) end_start(due - rows_.rows());
}

void RowIntake::read_single_start() {
  const std::uint64_t before = rows_.added();
  source_->request(1);
  while (!has_ended_) {
    read_rows(2);
    if (rows_.added() <= before + 1) continue;
    throw TargetError(fmt::format(
        "start {} of it wrote more than one deck; a program that shuffles more than once in a start is for "
        "--manner stream, one that writes the sorted deck first is for | tail -n 1 behind it, and one that "
        "writes a card a line for --one-a-line",
        with_commas(starts_.begun())));
  }
  if (rows_.added() == before) {
    const std::string why = source_->why_ended();
    fail(fmt::format("start {} of it ended without a deck{}{}{}{}", with_commas(starts_.begun()),
                     cut_off_.empty() ? "" : ", and ", cut_off_, why.empty() ? "" : ". ", why));
  }
  source_->finish();
  close();
  if (on_waiting_) on_waiting_(rows_.rows());
}

void RowIntake::hear_rows(std::uint64_t before) {
  const std::uint64_t came = rows_.added() - before;
  source_->took(came);
  if (!manner_.is_compared() || came == 0) return;
  starts_.hear(rows_.decks().last(came * rows_.deck_size()), rows_.deck_size());
  if (!starts_.began_before()) return;
  rows_.remove_last(starts_.heard());
  is_over_ = true;
  close();
}

std::size_t RowIntake::read_source(std::uint64_t missing) {
  try {
    return source_->read(std::span(bytes_).subspan(end_));
  } catch (const TargetError& error) {
    std::string where =
        fmt::format("after {} of {} rows", with_commas(rows_.added()), with_commas(rows_.added() + missing));
    if (end_ > 0) where += fmt::format(" and \"{}\"", row_text({bytes_.data(), end_}));
    throw TargetError(fmt::format("{}: {}", where, error.what()));
  }
}

void RowIntake::read_rows(std::uint64_t rows) {
  const std::string_view bytes(bytes_.data() + next_byte_, end_ - next_byte_);
  const std::uint64_t full = rows_.rows() + rows;
  next_byte_ += reader_->take(bytes, rows, rows_);
  if (rows_.rows() >= full) return;
  // The reader wants more: what it left moves to the front, where there is room behind it.
  std::copy(bytes_.begin() + static_cast<std::ptrdiff_t>(next_byte_),
            bytes_.begin() + static_cast<std::ptrdiff_t>(end_), bytes_.begin());
  end_ -= std::exchange(next_byte_, 0);
  const bool is_first = end_ == 0 && rows_.added() == 0;
  const std::size_t came = read_source(
      manner_.once ? std::max<std::uint64_t>(wanted_, rows_.rows() + 1) - rows_.rows() : full - rows_.rows());
  end_ += came;
  if (is_first) check_first_bytes(manner_.format, {bytes_.data(), end_});
  if (came > 0) return;
  has_ended_ = true;
  cut_off_ = reader_->take_rest({bytes_.data(), end_}, rows_);
  end_ = 0;
}

// The source has ended, and more rows are wanted.
void RowIntake::end_start(std::uint64_t missing) {
  if (manner_.recorded) {
    if (!cut_off_.empty())
      throw TargetError(
          fmt::format("the recording ends after {}, and {}", rows_text(rows_.added()), cut_off_));
    if (rows_.added() == 0) throw TargetError("the recording has no rows");
    is_over_ = true;
    return;
  }
  const bool gave_all = starts_.told() > 0 && starts_.heard() >= starts_.told();
  if (!manner_.restarts || !cut_off_.empty() || (!gave_all && starts_.heard() < RowStarts::rows_compared)) {
    fail_end(missing);
  }
  if (gave_all) {
    source_->finish();
  } else {
    if (!source_->has_ended_well()) fail_end(missing);
    starts_.ended_early();
  }
  close();
}

void RowIntake::fail_end(std::uint64_t missing) {
  std::string why = source_->why_ended();
  std::string advice;
  if (manner_.restarts && cut_off_.empty() && starts_.heard() > 0 && source_->has_ended_well()) {
    advice = fmt::format(
        " A program is started again after {} rows or more; one that shuffles once each time it is started "
        "is for --manner once, with | tail -n 1 behind it where it writes the sorted deck, too.",
        RowStarts::rows_compared);
    // Last words are the program's.
    if (!why.empty() && why.back() != '.') why += '.';
  }
  fail(fmt::format("it ended after {} where {} were asked for{}{}{}{}{}", rows_text(rows_.added()),
                   with_commas(rows_.added() + missing), cut_off_.empty() ? "" : ", and ", cut_off_,
                   why.empty() ? "" : ". ", why, advice));
}

void RowIntake::fail(const std::string& sentence) const {
  if (source_->was_disturbed()) throw TargetDisturbed(sentence);
  throw TargetError(sentence);
}

// Bytes that are there before a request answer none. The reader takes blank lines and comments out.
void RowIntake::refuse_unasked(std::chrono::milliseconds patience) {
  const auto is_row = [this] {
    const std::string_view bytes(bytes_.data() + next_byte_, end_ - next_byte_);
    const std::uint64_t before = rows_.added();
    next_byte_ += reader_->take(bytes, 1, rows_);
    return rows_.added() > before;
  };
  while (!is_row()) {
    std::copy(bytes_.begin() + static_cast<std::ptrdiff_t>(next_byte_),
              bytes_.begin() + static_cast<std::ptrdiff_t>(end_), bytes_.begin());
    end_ -= std::exchange(next_byte_, 0);
    const std::size_t came = source_->read_unasked(std::span(bytes_).subspan(end_), patience);
    if (came == 0) return;
    end_ += came;
  }
  const std::uint64_t asked = rows_.added() - 1;
  const std::string row = rows_.wrong(rows_.added()) == nullptr
                              ? fmt::format("{}", fmt::join(rows_.decks().last(rows_.deck_size()), " "))
                              : rows_.wrong(rows_.added())->text;
  rows_.remove_last(1);
  throw TargetError(fmt::format(
      "it wrote a row that nobody had asked for, after the {} that were: \"{}\"; a program that serves is to "
      "answer each line on its standard input with as many rows as it says, and then to wait for the next "
      "one",
      with_commas(asked), row));
}

void RowIntake::remove(std::uint64_t rows) {
  rows_.remove(rows);
  wanted_ -= std::min(wanted_, rows);
  const std::uint64_t next = rows_.added() - rows_.rows() + 1;
  while (!first_rows_.empty() && first_rows_.front() < next) first_rows_.pop_front();
}

void RowIntake::finish() {
  if (source_ && manner_.answers) refuse_unasked(patience_at_end);
  if (source_) source_->finish();
  if (fault_) std::rethrow_exception(fault_);
}

void RowIntake::check() {
  try {
    if (source_ && manner_.answers) refuse_unasked(std::chrono::milliseconds(0));
  } catch (const TargetError&) {
    // The row is taken, and to be told of when more are wanted, too.
    fault_ = std::current_exception();
  }
  if (source_) source_->finish();
  if (fault_) std::rethrow_exception(fault_);
}

std::string RowIntake::remark() const {
  std::string text = reader_ ? reader_->remark() : "";
  const std::string of_starts = starts_.remark(manner_.follows_seed, rows_.added());
  if (!text.empty() && !of_starts.empty()) text += "; ";
  return text + of_starts;
}

}  // namespace fairshuffle
