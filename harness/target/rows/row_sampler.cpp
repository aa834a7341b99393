#include "harness/target/rows/row_sampler.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/order/number_text.hpp"
#include "harness/target/rows/first_rows.hpp"
#include "harness/target/rows/row_text.hpp"
#include "harness/target/target_error.hpp"

namespace fairshuffle {

namespace {

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

}  // namespace

RowSampler::RowSampler(RowManner manner, RowOpener open, std::shared_ptr<std::string> remark)
    : manner_(std::move(manner)),
      intake_(manner_, std::move(open)),
      remark_(std::move(remark)),
      stream_(manner_.format.deck_size) {}

RowSampler::RowSampler(RowManner manner, std::function<std::unique_ptr<ByteSource>(std::uint64_t)> open,
                       std::shared_ptr<std::string> remark)
    : RowSampler(std::move(manner),
                 RowOpener([open = std::move(open)](const RowStart& start) { return open(start.seed()); }),
                 std::move(remark)) {}

void RowSampler::begin_block(std::uint64_t seed) {
  intake_.begin(seed);
  fault_ = nullptr;
  before_ = sorted_deck(manner_.format.deck_size);
  stream_.begin();
}

std::uint64_t RowSampler::ready(std::uint64_t trials) {
  if (trials <= intake_.rows().rows()) return trials;
  try {
    if (fault_) std::rethrow_exception(fault_);
    intake_.read_ahead(trials);
    check_first_rows();
  } catch (const TargetError&) {
    fault_ = std::current_exception();
    check_first_rows();
    if (!holds_no_order()) throw;
  }
  return std::min(trials, intake_.rows().rows());
}

void RowSampler::check_first_rows() const {
  check_raw_bytes(manner_.format, intake_.rows());
  check_deck_size(manner_.format, intake_.rows());
}

// Of the rows that are not yet counted.
bool RowSampler::holds_no_order() const {
  const RowBuffer& rows = intake_.rows();
  const std::size_t deck_size = rows.deck_size();
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    if (!is_order(rows.decks().subspan(row * deck_size, deck_size))) return true;
  }
  return false;
}

RowSampler::~RowSampler() {
  leave_remark();
}

void RowSampler::leave_remark() {
  if (remark_) *remark_ = intake_.remark();
}

void RowSampler::finish() {
  leave_remark();
  intake_.finish();
}

void RowSampler::run(std::uint64_t first_trial, std::uint64_t trials, RunningTally& tally) {
  const RowBuffer& rows = intake_.rows();
  const std::size_t deck_size = rows.deck_size();
  const std::span<const WideCard> decks = rows.decks().first(trials * deck_size);
  std::span<const WideCard> orders = manner_.carried ? relative_orders(decks) : decks;
  std::uint64_t done = 0;
  const std::uint64_t first_row = rows.added() - rows.rows() + 1;
  while (true) {
    const std::size_t counted = stream_.add_orders(orders, first_trial + done, tally);
    done += counted;
    if (done == trials) break;
    if (const WrongRow* wrong = rows.wrong(first_row + done)) {
      tally.add_invalid(wrong->cards, first_trial + done, wrong->text);
    } else {
      const std::span<const WideCard> cards = decks.subspan(done * deck_size, deck_size);
      tally.add_invalid(cards, first_trial + done, text_of(cards, manner_.format));
    }
    ++done;
    orders = orders.subspan((counted + 1) * deck_size);
  }
  intake_.remove(trials);
}

std::span<const WideCard> RowSampler::relative_orders(std::span<const WideCard> decks) {
  relative_.assign(decks.begin(), decks.end());
  const RowBuffer& rows = intake_.rows();
  const std::size_t deck_size = rows.deck_size();
  const std::uint64_t first_row = rows.added() - rows.rows() + 1;
  for (std::size_t begin = 0; begin < decks.size(); begin += deck_size) {
    const std::span<const WideCard> after = decks.subspan(begin, deck_size);
    if (intake_.begins_start(first_row + begin / deck_size)) before_ = sorted_deck(manner_.format.deck_size);
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
