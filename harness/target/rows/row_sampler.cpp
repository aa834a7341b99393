#include "harness/target/rows/row_sampler.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/order/number_text.hpp"
#include "harness/target/rows/packed.hpp"
#include "harness/target/rows/row_text.hpp"
#include "harness/target/target_error.hpp"

namespace fairshuffle {

namespace {

constexpr std::size_t bytes_read_ahead = std::size_t{1} << 17;
static_assert(bytes_read_ahead >= RowReader::longest_row);

std::vector<Card> sorted_deck(int deck_size) {
  std::vector<Card> deck(static_cast<std::size_t>(deck_size));
  std::iota(deck.begin(), deck.end(), Card{0});
  return deck;
}

// "3 1 2" and "2 3 1" are the same whole deck of other cards than ours; what lost cards is seldom either.
bool is_deck_of_its_own(const WrongRow& row, const WrongRow& first) {
  if (row.words != first.words) return false;
  if (row.words > static_cast<std::uint64_t>(largest_deck_size)) return true;
  std::vector<Card> cards = row.cards, others = first.cards;
  std::ranges::sort(cards);
  std::ranges::sort(others);
  return !cards.empty() && cards == others && std::ranges::adjacent_find(cards) == cards.end() &&
         static_cast<std::size_t>(cards.back() - cards.front()) + 1 == cards.size();
}

// Only raw bytes are not told to be wrong as they are read: what they were is what they are.
std::string text_of(std::span<const Card> cards, int base) {
  std::vector<int> bytes;
  for (const Card card : cards) bytes.push_back((card + base) % 256);
  return row_text(fmt::format("{}", fmt::join(bytes, " ")));
}

}  // namespace

RowSampler::RowSampler(RowManner manner, std::function<std::unique_ptr<ByteSource>(std::uint64_t)> open,
                       std::shared_ptr<std::string> remark)
    : manner_(std::move(manner)),
      open_(std::move(open)),
      remark_(std::move(remark)),
      rows_(manner_.format.deck_size),
      stream_(manner_.format.deck_size) {}

void RowSampler::begin_block(std::uint64_t seed) {
  source_.reset();
  source_ = open_(seed);
  reader_ = make_row_reader(manner_.format, manner_.columns);
  bytes_.resize(bytes_read_ahead);
  next_byte_ = end_ = 0;
  rows_ = RowBuffer(manner_.format.deck_size);
  has_ended_ = false;
  fault_ = nullptr;
  cut_off_.clear();
  before_ = sorted_deck(manner_.format.deck_size);
  stream_.begin();
}

std::uint64_t RowSampler::ready(std::uint64_t trials) {
  if (trials <= rows_.rows()) return trials;
  try {
    if (fault_) std::rethrow_exception(fault_);
    read_ahead(trials);
    check_raw_bytes();
    check_deck_size();
  } catch (const TargetError&) {
    fault_ = std::current_exception();
    check_raw_bytes();
    check_deck_size();
    if (!holds_no_order()) throw;
  }
  return std::min(trials, rows_.rows());
}

void RowSampler::read_ahead(std::uint64_t trials) {
  if (!has_ended_) source_->request(trials - rows_.rows());
  while (rows_.rows() < trials && !has_ended_) read_rows(trials - rows_.rows());
  if (rows_.rows() < trials) check_end(trials - rows_.rows());
}

void RowSampler::check_unpacked() const {
  const std::string_view packer = packed_by({bytes_.data(), end_});
  if (!packer.empty()) throw TargetError(unpack_first(packer));
}

// As many bytes as a deck has cards, and all of them those of numbers in lines.
void RowSampler::check_raw_bytes() const {
  const std::size_t deck_size = rows_.deck_size();
  if (manner_.format.kind != RowFormat::Kind::u8 || rows_.added() != rows_.rows() || rows_.rows() == 0)
    return;
  const std::span<const Card> first = rows_.decks().first(deck_size);
  const bool is_text = std::ranges::all_of(first, [base = manner_.format.base](Card card) {
    return std::string_view("0123456789 ,\t\r\n").find(static_cast<char>(card + base)) !=
           std::string_view::npos;
  });
  if (!is_text || is_order(first)) return;
  throw TargetError("rows are lines of numbers, and format=u8 says raw bytes; leave the format out");
}

// Cards are lost now and then, or others each time; a deck of another size than was said is the same in each
// row.
void RowSampler::check_deck_size() {
  constexpr std::uint64_t first_rows = 3;
  const WrongRow* first = rows_.wrong(1);
  const auto deck_size = static_cast<std::uint64_t>(manner_.format.deck_size);
  if (first == nullptr || first->words == 0 || first->words == deck_size) return;
  for (std::uint64_t row = 1; row <= std::min(rows_.added(), first_rows); ++row) {
    const WrongRow* other = rows_.wrong(row);
    if (other == nullptr || !is_deck_of_its_own(*other, *first)) return;
  }
  const std::string rows = first->words == 1 ? "1 card" : fmt::format("{} cards", first->words);
  throw TargetError(fmt::format(
      "rows hold {}, --n says {}; give the number of cards in a row, or leave it out", rows, deck_size));
}

// Of the rows that are not yet counted.
bool RowSampler::holds_no_order() const {
  const std::size_t deck_size = rows_.deck_size();
  for (std::size_t row = 0; row < rows_.rows(); ++row) {
    if (!is_order(rows_.decks().subspan(row * deck_size, deck_size))) return true;
  }
  return false;
}

RowSampler::~RowSampler() {
  leave_remark();
}

void RowSampler::leave_remark() {
  if (remark_ && reader_) *remark_ = reader_->remark();
}

void RowSampler::finish() {
  leave_remark();
  source_->finish();
}

std::size_t RowSampler::read_source(std::uint64_t missing) {
  try {
    return source_->read(std::span(bytes_).subspan(end_));
  } catch (const TargetError& error) {
    std::string where =
        fmt::format("after {} of {} rows", with_commas(rows_.added()), with_commas(rows_.added() + missing));
    if (end_ > 0) where += fmt::format(" and \"{}\"", row_text({bytes_.data(), end_}));
    throw TargetError(fmt::format("{}: {}", where, error.what()));
  }
}

void RowSampler::read_rows(std::uint64_t rows) {
  const std::string_view bytes(bytes_.data() + next_byte_, end_ - next_byte_);
  const std::uint64_t full = rows_.rows() + rows;
  next_byte_ += reader_->take(bytes, rows, rows_);
  if (rows_.rows() >= full) return;
  // The reader wants more: what it left moves to the front, where there is room behind it.
  std::copy(bytes_.begin() + static_cast<std::ptrdiff_t>(next_byte_),
            bytes_.begin() + static_cast<std::ptrdiff_t>(end_), bytes_.begin());
  end_ -= std::exchange(next_byte_, 0);
  const bool is_first = end_ == 0 && rows_.added() == 0;
  const std::size_t came = read_source(full - rows_.rows());
  end_ += came;
  if (is_first) check_unpacked();
  if (came > 0) return;
  has_ended_ = true;
  cut_off_ = reader_->take_rest({bytes_.data(), end_}, rows_);
  end_ = 0;
}

void RowSampler::check_end(std::uint64_t missing) {
  const std::string read = fmt::format("{} row{}", with_commas(rows_.added()), rows_.added() == 1 ? "" : "s");
  const std::string cut_off = cut_off_.empty() ? "" : fmt::format(", and {}", cut_off_);
  if (!manner_.recorded) {
    const std::string why = source_->why_ended();
    throw TargetError(fmt::format("it ended after {} where {} were asked for{}{}{}", read,
                                  with_commas(rows_.added() + missing), cut_off, why.empty() ? "" : ". ",
                                  why));
  }
  if (!cut_off.empty()) throw TargetError(fmt::format("the recording ends after {}{}", read, cut_off));
  if (rows_.added() == 0) throw TargetError("the recording has no rows");
}

void RowSampler::run(std::uint64_t first_trial, std::uint64_t trials, RunningTally& tally) {
  const std::size_t deck_size = rows_.deck_size();
  const std::span<const Card> decks = rows_.decks().first(trials * deck_size);
  std::span<const Card> orders = manner_.carried ? relative_orders(decks) : decks;
  std::uint64_t done = 0;
  const std::uint64_t first_row = rows_.added() - rows_.rows() + 1;
  while (true) {
    const std::size_t counted = stream_.add_orders(orders, first_trial + done, tally);
    done += counted;
    if (done == trials) break;
    if (const WrongRow* wrong = rows_.wrong(first_row + done)) {
      tally.add_invalid(wrong->cards, first_trial + done, wrong->text);
    } else {
      const std::span<const Card> cards = decks.subspan(done * deck_size, deck_size);
      tally.add_invalid(cards, first_trial + done, text_of(cards, manner_.format.base));
    }
    ++done;
    orders = orders.subspan((counted + 1) * deck_size);
  }
  rows_.remove(trials);
}

std::span<const Card> RowSampler::relative_orders(std::span<const Card> decks) {
  relative_.assign(decks.begin(), decks.end());
  const std::size_t deck_size = rows_.deck_size();
  for (std::size_t begin = 0; begin < decks.size(); begin += deck_size) {
    const std::span<const Card> after = decks.subspan(begin, deck_size);
    if (!is_order(after)) {
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
