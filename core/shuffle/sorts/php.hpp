// The sort of PHP 8, by a coin.
#pragma once

#include "core/shuffle/deck.hpp"

namespace fairshuffle {

struct PhpSort {
  Coin coin;

  template <CoinDeck D>
  void operator()(D& deck) const {
    php_sort(deck, 0, deck.size());
  }

 private:
  // usort of PHP 8: up to 16 cards are inserted, more are parted around the middle one of three.
  template <CoinDeck D>
  void php_sort(D& deck, int begin, int end) const {
    while (end - begin > 16) {
      const int pivot = php_partition(deck, begin, end);
      if (pivot - begin < end - pivot - 1) {
        php_sort(deck, begin, pivot);
        begin = pivot + 1;
      } else {
        php_sort(deck, pivot + 1, end);
        end = pivot;
      }
    }
    php_insertion_sort(deck, begin, end);
  }

  // Where the pivot comes to stand.
  template <CoinDeck D>
  int php_partition(D& deck, int begin, int end) const {
    const int middle = begin + (end - begin) / 2;
    php_sort_three(deck, begin, middle, end - 1);
    const int pivot = begin + 1;
    deck.swap(pivot, middle);
    int left = begin + 2, right = end - 1;
    while (true) {
      while (left != right && php_is_after(deck, pivot, left)) ++left;
      if (left == right || --right == left) break;
      while (left != right && php_is_after(deck, right, pivot)) --right;
      if (left == right) break;
      deck.swap(left, right);
      ++left;
    }
    deck.swap(pivot, left - 1);
    return left - 1;
  }

  // From the seventh card on its place is looked for in steps of two.
  template <CoinDeck D>
  void php_insertion_sort(D& deck, int begin, int end) const {
    const int size = end - begin;
    int sorted = 1;
    if (size >= 3 && size <= 5) {
      php_sort_three(deck, begin, begin + 1, begin + 2);
      sorted = 3;
    }
    for (; sorted < size && (size <= 5 || sorted < 6); ++sorted) {
      const int card = begin + sorted;
      int place = card;
      while (place > begin && php_is_after(deck, place - 1, card)) --place;
      deck.move(card, place);
    }
    for (; sorted < size; ++sorted) {
      const int card = begin + sorted;
      deck.move(card, php_place(deck, begin, card));
    }
  }

  template <CoinDeck D>
  int php_place(D& deck, int begin, int card) const {
    int place = card - 1;
    if (!php_is_after(deck, place, card)) return card;
    while (true) {
      place -= 2;
      if (!php_is_after(deck, place, card)) return place + (php_is_after(deck, place + 1, card) ? 1 : 2);
      if (place == begin) return begin;
      if (place == begin + 1) return begin + (php_is_after(deck, card, begin) ? 1 : 0);
    }
  }

  template <CoinDeck D>
  void php_sort_three(D& deck, int a, int b, int c) const {
    if (!php_is_after(deck, a, b)) {
      if (!php_is_after(deck, b, c)) return;
      deck.swap(b, c);
      if (php_is_after(deck, a, b)) deck.swap(a, b);
    } else if (!php_is_after(deck, c, b)) {
      deck.swap(a, c);
    } else {
      deck.swap(a, b);
      if (php_is_after(deck, b, c)) deck.swap(b, c);
    }
  }

  // usort keeps the order of equals: where the coin says equal, the card that came later is after the other.
  template <CoinDeck D>
  bool php_is_after(D& deck, int i, int j) const {
    const bool equal_is_after = coin.faces == 3 && deck.came_before(j, i);
    return deck.compare_by_coin(j, i, {.yes = equal_is_after ? 2 : 1, .faces = coin.faces});
  }
};

}  // namespace fairshuffle
