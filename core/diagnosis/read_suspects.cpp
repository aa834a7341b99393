#include "core/diagnosis/read_suspects.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace fairshuffle {

namespace {

// Descents of orders are the rising sequences of their inverses but one, and turning round either positions
// or cards makes ascents of them.
void read_descents(const Symmetry& symmetry, CardSuspect& suspect) {
  std::vector<double>& law = suspect.own_law;
  if (suspect.own_view == CardView::Of::rising_sequences) law.erase(law.begin());
  const bool of_orders = (suspect.own_view == CardView::Of::descents) != symmetry.exchanged;
  if (symmetry.positions_reversed != symmetry.cards_reversed) std::ranges::reverse(law);
  if (!of_orders) law.insert(law.begin(), 0);
  suspect.own_view = of_orders ? CardView::Of::descents : CardView::Of::rising_sequences;
}

void read_peaks(const Symmetry& symmetry, CardSuspect& suspect) {
  const bool of_orders = (suspect.own_view == CardView::Of::peaks) != symmetry.exchanged;
  suspect.own_view = of_orders ? CardView::Of::peaks : CardView::Of::inverse_peaks;
  if (of_orders ? symmetry.cards_reversed : symmetry.positions_reversed) suspect.own_law.clear();
}

// The inverse of a cut is a cut; turned round at one end, each card is followed by the one below it.
void read_cut(const Symmetry& symmetry, CardSuspect& suspect) {
  if (symmetry.positions_reversed != symmetry.cards_reversed) {
    std::swap(suspect.own_law[1], suspect.own_law.back());
  }
}

void read_own_law(const Symmetry& symmetry, CardSuspect& suspect) {
  if (suspect.own_law.empty()) return;
  switch (suspect.own_view) {
    case CardView::Of::descents:
    case CardView::Of::rising_sequences:
      return read_descents(symmetry, suspect);
    case CardView::Of::peaks:
    case CardView::Of::inverse_peaks:
      return read_peaks(symmetry, suspect);
    case CardView::Of::follower:
      return read_cut(symmetry, suspect);
    case CardView::Of::card:
    case CardView::Of::position:
      return;
  }
}

// The view of what was in the plain view before.
CardView read_view(const Symmetry& symmetry, const CardView& plain, const CardSuspect& read) {
  if (plain.of != CardView::Of::card && plain.of != CardView::Of::position) return {.of = read.own_view};
  const bool of_card = (plain.of == CardView::Of::card) != symmetry.exchanged;
  const bool reversed = of_card ? symmetry.cards_reversed : symmetry.positions_reversed;
  return {.of = of_card ? CardView::Of::card : CardView::Of::position,
          .index = reversed ? read.cards.deck_size - 1 - plain.index : plain.index};
}

}  // namespace

CardSuspect read_through(const Symmetry& symmetry, const CardSuspect& plain) {
  CardSuspect read = plain;
  read.setup.reading = symmetry;
  const int n = plain.cards.deck_size;
  for (int at = 0; at < n; ++at) {
    for (int card = 0; card < n; ++card) {
      const Place place = place_of(symmetry, {at, card}, n);
      read.cards.probability[static_cast<std::size_t>(place.position * n + place.card)] =
          plain.cards.at(at, card);
    }
  }
  read_own_law(symmetry, read);
  if (read.own_law.empty() && !plain.own_law.empty()) {
    compare_with_fair(read);
  } else {
    read.against_fair = read_view(symmetry, plain.against_fair, read);
  }
  return read;
}

}  // namespace fairshuffle
