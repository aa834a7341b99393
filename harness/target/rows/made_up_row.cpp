#include "harness/target/rows/made_up_row.hpp"

#include <algorithm>

namespace fairshuffle {

MadeUpRow::MadeUpRow(const RowFormat& format)
    : deck_size_(static_cast<std::size_t>(format.deck_size)),
      makeup_(format.makeup),
      next_(deck_size_),
      last_(deck_size_) {
  WideCard card = 0;
  const auto add = [&](int cards) {
    first_.push_back(card);
    last_[card] = static_cast<WideCard>(card + cards - 1);
    card = static_cast<WideCard>(card + cards);
  };
  if (makeup_.has_equal_cards()) {
    std::ranges::for_each(makeup_.kinds, add);
  } else {
    for (std::size_t each = 0; each < deck_size_; ++each) add(1);
  }
}

bool MadeUpRow::complete(std::vector<WideCard>& cards) {
  if (makeup_.has_equal_cards()) {
    for (const WideCard first : first_) next_[first] = first;
    // One too many is the last of its kind once more.
    for (WideCard& card : cards) {
      WideCard& next = next_[card];
      const WideCard last = last_[card];
      card = next;
      if (next < last) ++next;
    }
  }
  if (!makeup_.is_deal()) return is_order(cards);
  std::vector<bool> dealt(deck_size_);
  for (const WideCard card : cards) {
    if (card >= deck_size_ || dealt[card]) return false;
    dealt[card] = true;
  }
  if (makeup_.unordered) std::ranges::sort(cards);
  for (std::size_t card = 0; card < deck_size_; ++card) {
    if (!dealt[card]) cards.push_back(static_cast<WideCard>(card));
  }
  return true;
}

}  // namespace fairshuffle
