#include "core/interpret/steps.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace fairshuffle {

void do_step(const Step& step, std::size_t first, std::size_t second, std::span<Card> cards) {
  const auto at = [&](std::size_t position) { return cards.begin() + static_cast<std::ptrdiff_t>(position); };
  std::array<Card, largest_byte_deck> before;
  std::ranges::copy(cards, before.begin());
  switch (step.kind) {
    case StepKind::swap:
      std::swap(cards[first], cards[second]);
      return;
    case StepKind::move:
      if (first < second) std::rotate(at(first), at(first + 1), at(second + 1));
      if (second < first) std::rotate(at(second), at(first), at(first + 1));
      return;
    case StepKind::cut:
      std::rotate(cards.begin(), at(first), cards.end());
      return;
    case StepKind::copy:
      for (std::size_t p = 0; p < cards.size(); ++p)
        cards[p] = before[static_cast<std::size_t>(step.sources[p])];
      return;
    case StepKind::deal_by_itself:
      for (std::size_t p = 0; p < cards.size(); ++p) cards[p] = before[before[p]];
      return;
    case StepKind::gather_piles:
      gather_piles(second, first, cards);
      return;
    case StepKind::sort_by_labels:
    case StepKind::merge_by_labels:
    case StepKind::shelve_by_labels:
    case StepKind::throw_by_labels:
      return;
  }
}

namespace {

template <class AnyCard>
void gather(std::size_t piles, std::uint64_t rank, std::span<AnyCard> cards, std::span<const AnyCard> dealt) {
  std::array<Card, 20> order;
  const std::span<Card> gathered(order.data(), piles);
  order_of_rank(rank, gathered);
  auto next = cards.begin();
  for (const std::size_t pile : gathered) {
    // The last card of a pile lies on top.
    const std::size_t cards_of_pile = (cards.size() + piles - 1 - pile) / piles;
    for (std::size_t card = cards_of_pile; card-- > 0;) *next++ = dealt[card * piles + pile];
  }
}

}  // namespace

void gather_piles(std::size_t piles, std::uint64_t rank, std::span<Card> cards) {
  std::array<Card, largest_byte_deck> dealt;
  std::ranges::copy(cards, dealt.begin());
  gather<Card>(piles, rank, cards, dealt);
}
void gather_piles(std::size_t piles, std::uint64_t rank, std::span<WideCard> cards) {
  std::array<WideCard, largest_deck_size> dealt;
  std::ranges::copy(cards, dealt.begin());
  gather<WideCard>(piles, rank, cards, dealt);
}

StepRecorder::StepRecorder(int deck_size)
    : steps_{.deck_size = deck_size, .bounds = {}, .terms = {}, .steps = {}},
      labels_(static_cast<std::size_t>(deck_size), StepIndex(0)) {}

StepIndex StepRecorder::draw_sum(int terms, std::int64_t bound) {
  if (steps_.bounds.size() == most_steps) {
    possible_ = false;
    return 0;
  }
  steps_.bounds.push_back(static_cast<std::uint64_t>(bound));
  steps_.terms.push_back(terms);
  return StepIndex::of_draw(steps_.bounds.size() - 1);
}

void StepRecorder::swap(StepIndex i, StepIndex j) {
  take_way(Way::in_place);
  add({.kind = StepKind::swap, .first = i, .second = j});
}

void StepRecorder::move(StepIndex from, StepIndex to) {
  take_way(Way::in_place);
  add({.kind = StepKind::move, .first = from, .second = to});
}

// The pile grows from the front of the very array that the cards are dealt from: with p cards dealt, the i-th
// of the others stands at p + i, and taking it to p leaves the rest in order behind it.
void StepRecorder::deal(StepIndex i) {
  take_way(Way::dealing);
  StepIndex from = i;
  from.fixed += placed_;
  add({.kind = StepKind::move, .first = from, .second = placed_});
  ++placed_;
}

// The second array can be the first one: position i is read at step i and written from then on, never before.
// out[i] = out[k]; out[k] = in[i] is then a swap, also for k = i.
void StepRecorder::place_inside_out(int i, StepIndex k) {
  take_way(Way::inside_out);
  if (i != placed_) possible_ = false;
  add({.kind = StepKind::swap, .first = i, .second = k});
  ++placed_;
}

void StepRecorder::cut(StepIndex k) {
  take_way(Way::in_place);
  add({.kind = StepKind::cut, .first = k});
}

void StepRecorder::deal_by_itself() {
  take_way(Way::in_place);
  add({.kind = StepKind::deal_by_itself});
}

// Handing out copies cards from a deck that must not change any more: in place until then, never after.
void StepRecorder::hand_out(int i) {
  if (!way_ || way_ == Way::in_place) way_ = Way::handing_out;
  take_way(Way::handing_out);
  handed_out_.push_back(i);
}

void StepRecorder::label(int position, StepIndex key) {
  labels_[static_cast<std::size_t>(position)] = key;
}

void StepRecorder::sort_by_labels() {
  move_by_labels(StepKind::sort_by_labels);
}

void StepRecorder::merge_by_labels() {
  move_by_labels(StepKind::merge_by_labels);
}

void StepRecorder::shelve_by_labels() {
  move_by_labels(StepKind::shelve_by_labels);
}

void StepRecorder::throw_by_labels() {
  move_by_labels(StepKind::throw_by_labels);
}

// Gathered in an order that is no draw's, they are one rearrangement.
void StepRecorder::deal_into_piles(int piles, StepIndex order) {
  take_way(Way::in_place);
  const std::uint64_t orders =
      order.is_drawn() ? steps_.bounds[static_cast<std::size_t>(order.draw)] : std::uint64_t{1};
  Step step{.kind = order.is_drawn() ? StepKind::gather_piles : StepKind::copy};
  if (order.is_drawn()) step.first = order, step.second = piles;
  for (std::uint64_t value = 0; value < orders && orders <= most_orders_listed; ++value) {
    std::vector<Card> cards(static_cast<std::size_t>(size()));
    std::iota(cards.begin(), cards.end(), Card{0});
    gather_piles(static_cast<std::size_t>(piles), value_of(order, value), cards);
    step.sources.insert(step.sources.end(), cards.begin(), cards.end());
  }
  add(std::move(step));
}

void StepRecorder::move_by_labels(StepKind kind) {
  take_way(Way::in_place);
  add({.kind = kind, .labels = labels_});
}

std::optional<Steps> StepRecorder::finish() {
  if (!handed_out_.empty()) {
    Step step{.kind = StepKind::copy};
    for (int position = 0; position < size(); ++position) {
      const auto at = static_cast<std::size_t>(position);
      step.sources.push_back(at < handed_out_.size() ? handed_out_[at] : position);
    }
    add(std::move(step));
  }
  // A pile of fewer cards than the deck, or of more, is not what lies in the one array.
  const bool piles = way_ == Way::dealing || way_ == Way::inside_out;
  if (piles && placed_ != size()) possible_ = false;
  if (handed_out_.size() > static_cast<std::size_t>(size())) possible_ = false;
  if (!possible_) return std::nullopt;
  return std::move(steps_);
}

bool StepRecorder::is_position(StepIndex index) const {
  const std::uint64_t drawn =
      index.is_drawn() ? steps_.values_of(static_cast<std::size_t>(index.draw)) - 1 : 0;
  return index.fixed >= 0 &&
         static_cast<std::uint64_t>(index.fixed) + drawn < static_cast<std::uint64_t>(size());
}

void StepRecorder::add(Step step) {
  const bool at_positions = step.kind != StepKind::gather_piles;
  if (at_positions && (!is_position(step.first) || !is_position(step.second))) possible_ = false;
  if (steps_.steps.size() == most_steps) {
    possible_ = false;
    return;
  }
  steps_.steps.push_back(std::move(step));
}

void StepRecorder::take_way(Way way) {
  if (!way_) way_ = way;
  if (way_ != way) possible_ = false;
}

}  // namespace fairshuffle
