#include "harness/targets/rows/row_sampler.hpp"

#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/permutation/permutation.hpp"
#include "core/random/generators.hpp"
#include "core/tally/tally.hpp"
#include "harness/targets/rows/first_row.hpp"

namespace fairshuffle {

void RowStarts::begin(std::uint64_t first_seed) {
  *this = RowStarts();
  first_seed_ = first_seed;
}

RowStart RowStarts::next(std::uint64_t rows) {
  told_ = is_one_sequence_ && rows > 0 ? given_ + rows : rows;
  heard_ = first_rows_ = rows_ = 0;
  began_before_ = false;
  return {.first_seed = first_seed_, .number = begun_++, .rows = told_};
}

void RowStarts::hear(std::span<const WideCard> decks, std::size_t deck_size) {
  const std::uint64_t rows = decks.size() / deck_size;
  if (heard_ < rows_compared) {
    const std::uint64_t compared = std::min(rows, rows_compared - heard_);
    for (const WideCard card : decks.first(compared * deck_size)) {
      first_rows_ = SplitMix64(first_rows_ ^ card).next();
    }
    // A deck of one card has one permutation, and all starts are the same.
    if (heard_ + compared == rows_compared && deck_size > 1) {
      began_before_ = !begun_with_.insert(first_rows_).second;
    }
  }
  heard_ += rows;
  if (begun_ > 1 && !is_one_sequence_) return;
  for (const WideCard card : decks) rows_ = (rows_ ^ card) * 0x9e37'79b9'7f4a'7c15;
  if (heard_ == given_) is_another_ = rows_ != given_rows_;
  if (heard_ <= given_) return;
  given_ = heard_;
  given_rows_ = rows_;
}

std::string RowStarts::remark(bool takes_seed, std::uint64_t rows_given) const {
  if (began_before_ || is_one_sequence_) {
    const bool goes_on = is_one_sequence_ && !is_another_ && !has_no_more_;
    return fmt::format(
        "it begins with the same decks at each start, so that {}; {}",
        goes_on ? "for more of them it was started again, and those that were known were passed over"
                : fmt::format("it has no more than its first {} to give", with_commas(rows_given)),
        takes_seed ? "the seed that its command is told does not reach its shuffle"
                   : "have it take its seed from {seed} in its command or from FAIRSHUFFLE_SEED, or take all "
                     "rows from one start with --trials");
  }
  if (ended_early_ == 0) return "";
  return fmt::format(
      "it ended before it gave as many rows as were asked for, and was started again, each time with a new "
      "seed: {} starts in all",
      with_commas(begun_));
}

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

std::vector<WideCard> sorted_deck(int deck_size) {
  std::vector<WideCard> deck(static_cast<std::size_t>(deck_size));
  std::iota(deck.begin(), deck.end(), WideCard{0});
  return deck;
}

// Only raw bytes are not told to be wrong as they are read: what they were is what they are.
std::string text_of(std::span<const WideCard> cards, const RowFormat& format) {
  const int numbers = format.kind == RowFormat::Kind::u8 ? 1 << 8 : 1 << 16;
  std::vector<int> written;
  for (const WideCard card : cards) written.push_back((card + format.base) % numbers);
  return row_text(fmt::format("{}", fmt::join(written, " ")));
}

// Where the work fails, that is kept.
template <class Work>
void keeping_fault(std::exception_ptr& fault, Work work) {
  try {
    work();
  } catch (const TargetError&) {
    fault = std::current_exception();
  }
}

}  // namespace

RowSampler::RowSampler(RowManner manner, RowOpener open, std::shared_ptr<std::string> remark)
    : manner_(std::move(manner)),
      open_(std::move(open)),
      remark_(std::move(remark)),
      rows_(manner_.format.deck_size),
      stream_(manner_.format.deck_size) {}

RowSampler::~RowSampler() {
  leave_remark();
}

void RowSampler::leave_remark() {
  if (!remark_) return;
  *remark_ = reader_ ? reader_->remark() : "";
  const std::string of_starts = starts_.remark(manner_.follows_seed, rows_.added());
  if (!remark_->empty() && !of_starts.empty()) *remark_ += "; ";
  *remark_ += of_starts;
}

void RowSampler::begin_block(std::uint64_t seed) {
  close();
  reader_ = make_row_reader(manner_.format, manner_.columns);
  rows_ = RowBuffer(manner_.format.deck_size);
  first_rows_.clear();
  is_over_ = false;
  start_fault_ = later_fault_ = read_fault_ = nullptr;
  starts_.begin(seed);
  open_next();
  before_ = sorted_deck(manner_.format.deck_size);
  stream_.begin();
}

void RowSampler::heed(const std::function<bool()>& is_to_end) {
  is_to_end_ = is_to_end;
  if (source_) source_->heed(is_to_end_);
}

void RowSampler::begin_look(std::uint64_t trials, const std::function<bool()>& is_to_end,
                            const std::function<void(std::uint64_t)>& on_waiting) {
  wanted_ = trials;
  on_waiting_ = on_waiting;
  heed(is_to_end);
}

void RowSampler::end_look() {
  if (!read_fault_) end_starts();
  heed({});
}

void RowSampler::end_starts() {
  on_waiting_ = {};
  if (!source_ || manner_.once) return;
  if (!manner_.looks_ahead.empty()) return read_all_ahead();
  if (!manner_.anew) return;
  // No verdict is lost by it that the rows before have brought.
  keeping_fault(start_fault_, [this] {
    if (manner_.answers) refuse_unasked(patience_at_end);
    source_->finish();
  });
  close();
}

// Look by look and block by block, as if it lived on: what a start is told, and which rows are its own, is
// the same.
void RowSampler::read_all_ahead() {
  const std::uint64_t gone = rows_.added() - rows_.rows();
  keeping_fault(later_fault_, [&] {
    for (const std::uint64_t look : manner_.looks_ahead) {
      wanted_ = look - std::min(look, gone);
      while (rows_.rows() < wanted_ && !is_over_) {
        if (is_to_end_ && is_to_end_()) is_over_ = true;
        read_ahead(std::min(wanted_, rows_.rows() + rows_read_ahead));
      }
    }
  });
  if (source_ && !later_fault_) keeping_fault(start_fault_, [this] { source_->finish(); });
  close();
}

// The run is to end: what can't be told from an earlier start does not count.
void RowSampler::give_up() {
  if (manner_.is_compared() && starts_.is_unknown()) rows_.remove_last(starts_.heard());
  is_over_ = true;
}

void RowSampler::close() {
  if (source_ && hear_) hear_(*source_, {});
  source_.reset();
  bytes_ = {};
  next_byte_ = end_ = 0;
  has_ended_ = false;
  cut_off_.clear();
}

void RowSampler::open_next() {
  // Rows of a later start are to be told from those of an earlier one.
  const std::uint64_t fewest = starts_.begun() == 0 || manner_.once ? 0 : RowStarts::rows_compared;
  const std::uint64_t rows = wanted_ == 0 ? 0 : std::max(fewest, wanted_ - std::min(wanted_, rows_.rows()));
  source_ = open_(starts_.next(rows));
  reader_->begin_start();
  if (is_to_end_) source_->heed(is_to_end_);
  bytes_.resize(bytes_read_ahead);
  if (starts_.begun() > 1 && manner_.carried && !starts_.is_one_sequence())
    first_rows_.push_back(rows_.added() + 1);
}

void RowSampler::read_ahead(std::uint64_t rows) {
  for (const std::exception_ptr& fault : {start_fault_, later_fault_}) {
    if (fault) std::rethrow_exception(fault);
  }
  while (rows_.rows() < rows && !is_over_) {
    if (!source_) open_next();
    read_start(rows);
  }
}

// Reads on in this start, to its end if need be.
void RowSampler::read_start(std::uint64_t rows) {
  if (manner_.once) return read_single_start();
  std::uint64_t due = rows;
  if (manner_.is_compared() && starts_.is_unknown())
    due = std::max(rows, rows_.rows() + RowStarts::rows_compared - starts_.heard());
  if (!has_ended_) {
    if (manner_.answers) refuse_unasked(std::chrono::milliseconds(0));
    source_->request(due - rows_.rows() + starts_.known());
  }
  while (rows_.rows() < due && !has_ended_) {
    const std::uint64_t before = rows_.added(), known = std::min(starts_.known(), rows_read_ahead);
    const bool goes_on = read_rows(known > 0 ? known : due - rows_.rows());
    hear_rows(before);
    if (!goes_on) return give_up();
    if (!source_) return;
  }
  if (rows_.rows() < due) end_start(due - rows_.rows());
}

void RowSampler::read_single_start() {
  const std::uint64_t before = rows_.added();
  source_->request(1);
  while (!has_ended_) {
    if (!read_rows(2)) return give_up();
    if (rows_.added() <= before + 1) continue;
    throw TargetError(
        "start {} of it wrote more than one deck; a program that shuffles more than once in a start is for "
        "--manner stream, one that writes the sorted deck first is for | tail -n 1 behind it, and one that "
        "writes a card a line for --one-a-line",
        with_commas(starts_.begun()));
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

void RowSampler::hear_rows(std::uint64_t before) {
  const std::uint64_t came = rows_.added() - before;
  source_->took(came);
  if (!manner_.is_compared() || came == 0) return;
  const bool are_known = starts_.known() > 0;
  starts_.hear(rows_.decks().last(came * rows_.deck_size()), rows_.deck_size());
  if (are_known) rows_.remove_last(came);
  if (starts_.began_before()) {
    rows_.remove_last(starts_.heard());
    is_over_ = !starts_.take_for_one_sequence();
    if (manner_.carried) first_rows_.pop_back();
    return close();
  }
  if (!starts_.is_another_sequence()) return;
  is_over_ = true;
  close();
}

std::optional<std::size_t> RowSampler::read_source(std::uint64_t missing) {
  try {
    const auto came = source_->read(std::span(bytes_).subspan(end_));
    if (came && hear_) hear_(*source_, {bytes_.data() + end_, *came});
    return came;
  } catch (const TargetError& error) {
    std::string where =
        fmt::format("after {} of {} rows", with_commas(rows_.added()), with_commas(rows_.added() + missing));
    if (end_ > 0) where += fmt::format(" and \"{}\"", row_text({bytes_.data(), end_}));
    throw TargetError("{}: {}", where, error.what());
  }
}

// The reader wants more: what it left moves to the front, where there is room behind it.
void RowSampler::make_room() {
  std::copy(bytes_.begin() + static_cast<std::ptrdiff_t>(next_byte_),
            bytes_.begin() + static_cast<std::ptrdiff_t>(end_), bytes_.begin());
  end_ -= std::exchange(next_byte_, 0);
}

bool RowSampler::read_rows(std::uint64_t rows) {
  const std::string_view bytes(bytes_.data() + next_byte_, end_ - next_byte_);
  const std::uint64_t full = rows_.rows() + rows;
  next_byte_ += reader_->take(bytes, rows, rows_);
  if (rows_.rows() >= full) return true;
  make_room();
  const bool is_first = end_ == 0 && rows_.added() == 0;
  const auto came = read_source(
      manner_.once ? std::max<std::uint64_t>(wanted_, rows_.rows() + 1) - rows_.rows() : full - rows_.rows());
  if (!came) return false;
  end_ += *came;
  if (is_first) check_first_bytes(manner_.format, {bytes_.data(), end_});
  if (*came > 0) return true;
  has_ended_ = true;
  cut_off_ = reader_->take_rest({bytes_.data(), end_}, rows_);
  end_ = 0;
  return true;
}

// The source has ended, and more rows are wanted.
void RowSampler::end_start(std::uint64_t missing) {
  if (manner_.recorded) {
    if (!cut_off_.empty())
      throw TargetError("the recording ends after {}, and {}", rows_text(rows_.added()), cut_off_);
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
    is_over_ = starts_.is_one_sequence();
  }
  close();
}

void RowSampler::fail_end(std::uint64_t missing) {
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

void RowSampler::fail(const std::string& sentence) const {
  if (source_->was_disturbed()) throw TargetDisturbed(sentence);
  throw TargetError(sentence);
}

// Bytes that are there before a request answer none. The reader takes blank lines and comments out.
void RowSampler::refuse_unasked(std::chrono::milliseconds patience) {
  const auto is_row = [this] {
    const std::string_view bytes(bytes_.data() + next_byte_, end_ - next_byte_);
    const std::uint64_t before = rows_.added();
    next_byte_ += reader_->take(bytes, 1, rows_);
    return rows_.added() > before;
  };
  while (!is_row()) {
    make_room();
    const std::size_t came = source_->read_unasked(std::span(bytes_).subspan(end_), patience);
    if (came == 0) return;
    end_ += came;
  }
  const std::uint64_t asked = rows_.added() - 1;
  const std::string row = rows_.wrong(rows_.added()) == nullptr
                              ? fmt::format("{}", fmt::join(rows_.decks().last(rows_.deck_size()), " "))
                              : rows_.wrong(rows_.added())->text;
  rows_.remove_last(1);
  throw TargetError(
      "it wrote a row that nobody had asked for, after the {} that were: \"{}\"; a program that serves is to "
      "answer each line on its standard input with as many rows as it says, and then to wait for the next "
      "one",
      with_commas(asked), row);
}

void RowSampler::finish() {
  leave_remark();
  if (source_ && manner_.answers) refuse_unasked(patience_at_end);
  if (source_) source_->finish();
  if (start_fault_) std::rethrow_exception(start_fault_);
}

void RowSampler::check() {
  // The row is taken, and to be told of when more are wanted, too.
  if (source_ && manner_.answers)
    keeping_fault(start_fault_, [this] { refuse_unasked(std::chrono::milliseconds(0)); });
  if (source_) source_->finish();
  if (start_fault_) std::rethrow_exception(start_fault_);
}

std::uint64_t RowSampler::ready(std::uint64_t trials) {
  if (trials <= rows_.rows()) return trials;
  if (!read_fault_) {
    keeping_fault(read_fault_, [&] {
      read_ahead(trials);
      check_first_rows();
    });
  }
  if (read_fault_) {
    check_first_rows();
    if (!holds_no_permutation()) std::rethrow_exception(read_fault_);
  }
  return std::min(trials, rows_.rows());
}

void RowSampler::check_first_rows() const {
  check_raw_bytes(manner_.format, rows_);
  check_deck_size(manner_.format, rows_);
}

// Of the rows that are not yet counted.
bool RowSampler::holds_no_permutation() const {
  const std::size_t deck_size = rows_.deck_size();
  for (std::size_t row = 0; row < rows_.rows(); ++row) {
    if (!is_permutation(rows_.decks().subspan(row * deck_size, deck_size))) return true;
  }
  return false;
}

void RowSampler::run(std::uint64_t first_trial, std::uint64_t trials, RunningTally& tally) {
  const std::size_t deck_size = rows_.deck_size();
  const std::span<const WideCard> decks = rows_.decks().first(trials * deck_size);
  std::span<const WideCard> permutations = manner_.carried ? relative_orders(decks) : decks;
  std::uint64_t done = 0;
  while (true) {
    const std::size_t counted = stream_.add_permutations(permutations, first_trial + done, tally);
    done += counted;
    if (done == trials) break;
    if (const WrongRow* wrong = rows_.wrong(first_row() + done)) {
      tally.add_invalid(wrong->cards, first_trial + done, wrong->text);
    } else {
      const std::span<const WideCard> cards = decks.subspan(done * deck_size, deck_size);
      tally.add_invalid(cards, first_trial + done, text_of(cards, manner_.format));
    }
    ++done;
    permutations = permutations.subspan((counted + 1) * deck_size);
  }
  rows_.remove(trials);
  wanted_ -= std::min(wanted_, trials);
  while (!first_rows_.empty() && first_rows_.front() < first_row()) first_rows_.pop_front();
}

std::span<const WideCard> RowSampler::relative_orders(std::span<const WideCard> decks) {
  relative_.assign(decks.begin(), decks.end());
  const std::size_t deck_size = rows_.deck_size();
  for (std::size_t begin = 0; begin < decks.size(); begin += deck_size) {
    const std::span<const WideCard> after = decks.subspan(begin, deck_size);
    if (std::ranges::binary_search(first_rows_, first_row() + begin / deck_size))
      before_ = sorted_deck(manner_.format.deck_size);
    if (!is_permutation(after)) {
      // A deck that lost cards can't be carried on: the next row counts as shuffled from a new one.
      before_ = sorted_deck(manner_.format.deck_size);
      continue;
    }
    relative_order(before_, after, std::span(relative_).subspan(begin, deck_size));
    before_.assign(after.begin(), after.end());
  }
  return relative_;
}

}  // namespace fairshuffle
