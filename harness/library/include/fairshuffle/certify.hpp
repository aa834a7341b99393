// Is this shuffle fair? For tests in C++:
//
//   std::mt19937 source(1);
//   auto result = fairshuffle::certify(5, [&](std::span<int> deck) { my_shuffle(deck, source); });
//   CHECK(result.fair());
//
// The shuffle is called on the calling thread, trial after trial, as often as it takes. Its random numbers
// are its own: seed its source outside of the call, once and with a fixed seed, and the test does the same in
// every run. Whatever it throws comes out of certify.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>

#include <fairshuffle/detail/trials.hpp>
#include <fairshuffle/options.hpp>
#include <fairshuffle/result.hpp>

namespace fairshuffle {

/// Certifies a shuffle of the cards 0..deck_size-1, deck_size in 1..1024. What it leaves is read as soon as
/// it returns or later, so it must not keep the span. Throws std::invalid_argument for a deck size or an
/// option out of range, and whatever the shuffle throws.
template <std::integral Size, std::invocable<std::span<int>&> Shuffle>
Result certify(Size deck_size, Shuffle&& shuffle, const CertifyOptions& options = {}) {
  // The size is a parameter of its own type, so that a shuffle of other decks is not asked whether it takes
  // this one.
  const int cards = detail::checked_deck_size(static_cast<std::intmax_t>(deck_size));
  detail::IntTrials<Shuffle> trials(cards, shuffle);
  return detail::certify_trials(trials, cards, options);
}

/// The same for a deck of any cards, which every trial gets a copy of: a std::vector<Card>, a
/// std::array<std::string, 52>, or any type that is a random-access range of cards or has one as `cards()`.
/// A deck has 1 to 1,024 cards, all different, that can be copied and compared with ==; with std::hash they
/// are found faster. Reports number the cards from 0 in the order of this deck.
template <detail::Deck Cards, std::invocable<Cards&> Shuffle>
Result certify(const Cards& deck, Shuffle&& shuffle, const CertifyOptions& options = {}) {
  constexpr bool takes = std::copyable<Cards> && detail::TellableCards<Cards>;
  static_assert(
      takes,
      "certify: every trial gets a copy of the deck, and this one or its cards can't be copied or compared "
      "with ==; shuffle a deck of their numbers in its place");
  if constexpr (takes) {
    const auto copy = [&deck]() -> const Cards& { return deck; };
    detail::DeckTrials<const decltype(copy), Shuffle> trials(copy, shuffle);
    return detail::certify_trials(trials, trials.deck_size(), options);
  }
}

/// The same for decks that can't be copied, or are better made anew: make_deck() gives every trial its deck,
/// of a type that can be moved, with the same copyable cards in the same order each time. Throws
/// std::invalid_argument when they are seen to differ.
template <detail::DeckFactory MakeDeck, std::invocable<detail::DeckOf<MakeDeck>&> Shuffle>
Result certify(MakeDeck&& make_deck, Shuffle&& shuffle, const CertifyOptions& options = {}) {
  constexpr bool takes = detail::TellableCards<detail::DeckOf<MakeDeck>>;
  static_assert(
      takes,
      "certify: a card is told by a copy of it, and the cards of this deck can't be copied or compared with "
      "==; shuffle a deck of their numbers in its place");
  if constexpr (takes) {
    detail::DeckTrials<std::remove_reference_t<MakeDeck>, Shuffle> trials(make_deck, shuffle);
    return detail::certify_trials(trials, trials.deck_size(), options);
  }
}

}  // namespace fairshuffle
