// How the templates of certify.hpp hand trials to the compiled library: in batches of decks of a byte a card,
// or two, so that the user's shuffle is inlined and the rest is called once for hundreds of trials.
#pragma once

#include <algorithm>
#include <bitset>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <fairshuffle/options.hpp>
#include <fairshuffle/result.hpp>

namespace fairshuffle::detail {

/// The most cards of a deck, and the most where a row has a byte for each.
inline constexpr std::size_t most_cards = 1024;
inline constexpr std::size_t most_byte_cards = 128;

/// Decks row by row, a number for each position: the card's index in the sorted deck, or another number that
/// is no card's. Up to most_byte_cards it is a byte, above two.
using Rows = std::variant<std::span<std::uint8_t>, std::span<std::uint16_t>>;

/// A trial whose deck can't be told in numbers: a foreign card, a changed size.
struct UnreadableDeck {
  std::size_t trial = 0;  ///< from 0, in its batch
  std::string text;       ///< the deck in words, cut short
};

/// Trials of one shuffle, whatever its cards.
class Trials {
 public:
  static constexpr std::size_t most_in_batch = 256;

  Trials() = default;
  Trials(const Trials&) = delete;
  Trials& operator=(const Trials&) = delete;
  virtual ~Trials() = default;

  /// The most rows at once.
  virtual std::size_t batch() const { return most_in_batch; }
  /// Whether one batch is counted on a thread of its own while the next one is shuffled.
  virtual bool overlaps() const { return false; }
  /// Memory that is to be used, for one batch, or for two where they overlap, aligned for what a row has for
  /// a card; null for none.
  virtual std::uint8_t* room() { return nullptr; }

  /// Shuffles as many decks as `rows` has room for, at most batch(), and writes them row by row: fresh ones;
  /// or one deck, once more, as the last call left it in the same row. What is written for an unreadable deck
  /// does not matter.
  virtual void run(Rows rows, bool fresh, std::vector<UnreadableDeck>& unreadable) = 0;
};

/// The deck size; throws std::invalid_argument unless it is in 1..most_cards.
int checked_deck_size(std::intmax_t deck_size);

/// "0 1 2 2 4": the cards' texts, cut short. `deck_size` is the number of cards that there should be.
std::string deck_text(std::span<const std::string> cards, std::size_t deck_size);

Result certify_trials(Trials& trials, int deck_size, const CertifyOptions& options);

// Trials on decks of the numbers 0..n-1: the fast way.

/// The decks of a batch are set, shuffled and read each in a loop of its own. Set and read are then loops
/// that a compiler makes vectors of, and no card is read right after it was written: a load of several cards
/// that were stored one by one has to wait for all those stores.
template <class Shuffle>
class IntTrials final : public Trials {
 public:
  IntTrials(int deck_size, Shuffle& shuffle)
      : deck_size_(static_cast<std::size_t>(deck_size)),
        shuffle_(&shuffle),
        // A shuffle that reaches one card too far meets a deck beside its own, or one of two kept for this.
        decks_((most_in_batch + 2) * deck_size_) {
    sort(decks_.size() / deck_size_);
  }

  void run(Rows rows, bool fresh, std::vector<UnreadableDeck>& unreadable) override {
    const std::size_t trials = std::visit([](auto numbers) { return numbers.size(); }, rows) / deck_size_;
    if (fresh) sort(trials + 2);
    for (std::size_t trial = 0; trial < trials; ++trial) shuffle_deck(trial);
    std::visit([&](auto numbers) { read(numbers, unreadable); }, rows);
  }

 private:
  void shuffle_deck(std::size_t trial) {
    std::span<int> deck(decks_.data() + (trial + 1) * deck_size_, deck_size_);
    (*shuffle_)(deck);
  }

  void sort(std::size_t decks) {
    int* card = decks_.data();
    for (std::size_t position = 0; position < deck_size_; ++position)
      card[position] = static_cast<int>(position);
    // Each copy doubles the sorted part: few calls, and long ones.
    for (std::size_t sorted = 1; sorted < decks; sorted *= 2) {
      std::copy_n(card, std::min(sorted, decks - sorted) * deck_size_, card + sorted * deck_size_);
    }
  }

  template <class Number>
  void read(std::span<Number> rows, std::vector<UnreadableDeck>& unreadable) {
    constexpr int highest = std::numeric_limits<Number>::max();
    const int* const first = decks_.data() + deck_size_;
    unsigned all_bits = 0;
    for (std::size_t index = 0; index < rows.size(); ++index) {
      all_bits |= static_cast<unsigned>(first[index]);
      rows[index] = static_cast<Number>(first[index]);
    }
    if (all_bits > unsigned{highest}) [[unlikely]]
      find_unreadable(rows.size() / deck_size_, highest, unreadable);
  }

  // A card above the highest number has none.
  void find_unreadable(std::size_t trials, int highest, std::vector<UnreadableDeck>& unreadable) {
    for (std::size_t trial = 0; trial < trials; ++trial) {
      const std::span<const int> deck(decks_.data() + (trial + 1) * deck_size_, deck_size_);
      const auto has_number = [highest](int card) { return card >= 0 && card <= highest; };
      if (std::all_of(deck.begin(), deck.end(), has_number)) continue;
      std::vector<std::string> cards;
      for (const int card : deck) cards.push_back(std::to_string(card));
      unreadable.push_back({trial, deck_text(cards, deck_size_)});
    }
  }

  std::size_t deck_size_;
  std::remove_reference_t<Shuffle>* shuffle_;
  std::vector<int> decks_;
};

// Trials on decks of any cards: which card of the sorted deck is this?

/// What CardIndex gives for a foreign card: the highest number, of one byte too.
inline constexpr std::uint16_t no_card = 65535;

template <class Card>
concept HashableCard = requires(const Card& card) {
  { std::hash<Card>()(card) } -> std::convertible_to<std::size_t>;
};

/// A card that is told from others by a copy of it.
template <class Card>
concept TellableCard = std::copyable<Card> && std::equality_comparable<Card>;

/// The cards of a deck by their value, at most most_cards.
template <TellableCard Card>
class CardIndex {
 public:
  std::size_t size() const { return cards_.size(); }

  /// Throws std::invalid_argument when the card is already there, or is one too many.
  void add(const Card& card) {
    if (cards_.size() == most_cards) {
      throw std::invalid_argument("certify: a deck has at most " + std::to_string(most_cards) + " cards");
    }
    if (of(card) != no_card) {
      throw std::invalid_argument("certify: cards " + std::to_string(of(card)) + " and " +
                                  std::to_string(cards_.size()) +
                                  " of the deck are equal; no test could tell them apart");
    }
    cards_.push_back(card);
    if (2 * cards_.size() > slots_.size()) {
      --shift_;
      slots_.assign(2 * slots_.size(), 0);
      for (std::size_t index = 0; index < cards_.size(); ++index) take_slot(index);
    } else {
      take_slot(cards_.size() - 1);
    }
  }

  /// Its index in the sorted deck, or no_card.
  std::uint16_t of(const Card& card) const {
    // At most half of the slots are taken, so that a free one ends the search.
    for (std::size_t slot = first_slot(card); slots_[slot] != 0; slot = next_slot(slot)) {
      const auto index = static_cast<std::uint16_t>(slots_[slot] - 1);
      if (cards_[index] == card) return index;
    }
    return no_card;
  }

  /// The card in words: its text or number where it has one, else its index.
  std::string text_of(const Card& card) const {
    if constexpr (std::convertible_to<const Card&, std::string_view>) {
      return std::string(std::string_view(card));
    } else if constexpr (std::same_as<Card, char>) {
      return std::string(1, card);
    } else if constexpr (std::integral<Card>) {
      return std::to_string(card);
    } else {
      const std::uint16_t index = of(card);
      return index == no_card ? "foreign" : std::to_string(index);
    }
  }

 private:
  std::size_t first_slot(const Card& card) const {
    if constexpr (HashableCard<Card>) {
      // The product's upper bits depend on all bits of the hash: std::hash of a number is that number.
      return static_cast<std::size_t>(std::uint64_t{std::hash<Card>()(card)} * 0x9e3779b97f4a7c15 >> shift_);
    } else {
      return 0;
    }
  }

  std::size_t next_slot(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }

  void take_slot(std::size_t index) {
    std::size_t slot = first_slot(cards_[index]);
    while (slots_[slot] != 0) slot = next_slot(slot);
    slots_[slot] = static_cast<std::uint16_t>(index + 1);
  }

  std::vector<Card> cards_;
  // A card's index + 1; 0 for a free slot. As many slots as the bits that the shift leaves tell apart.
  std::vector<std::uint16_t> slots_ = std::vector<std::uint16_t>(2 * most_byte_cards);
  int shift_ = 56;
};

template <class T>
concept CardRange = requires(const T& cards) {
  { std::begin(cards) } -> std::random_access_iterator;
  { std::size(cards) } -> std::convertible_to<std::size_t>;
};

template <class T>
concept Deck = CardRange<T> || requires(const T& deck) {
  { deck.cards() } -> CardRange;
};

template <class MakeDeck>
using DeckOf = std::remove_cvref_t<std::invoke_result_t<MakeDeck&>>;

template <class MakeDeck>
concept DeckFactory =
    std::invocable<MakeDeck&> && Deck<DeckOf<MakeDeck>> && std::move_constructible<DeckOf<MakeDeck>>;

template <Deck D>
decltype(auto) cards_of(const D& deck) {
  if constexpr (CardRange<D>) {
    return (deck);
  } else {
    return deck.cards();
  }
}

template <Deck D>
using CardOf = std::iter_value_t<decltype(std::begin(cards_of(std::declval<const D&>())))>;

template <class D>
concept TellableCards = TellableCard<CardOf<D>>;

template <class MakeDeck, class Shuffle>
class DeckTrials final : public Trials {
  using Made = std::invoke_result_t<MakeDeck&>;
  using D = DeckOf<MakeDeck>;

 public:
  DeckTrials(MakeDeck& make_deck, Shuffle& shuffle)
      : make_deck_(&make_deck), shuffle_(&shuffle), deck_(make_deck()) {
    auto&& cards = cards_of(*deck_);
    for (std::size_t position = 0; position < std::size(cards); ++position) {
      index_.add(*(std::begin(cards) + static_cast<std::ptrdiff_t>(position)));
    }
    checked_deck_size(static_cast<std::intmax_t>(index_.size()));
  }

  int deck_size() const { return static_cast<int>(index_.size()); }

  void run(Rows rows, bool fresh, std::vector<UnreadableDeck>& unreadable) override {
    std::visit(
        [&](auto numbers) {
          const std::size_t trials = numbers.size() / index_.size();
          for (std::size_t trial = 0; trial < trials; ++trial) {
            if (fresh) renew();
            // Once a batch is often enough to see a deck that shares its cards with the one before.
            if (fresh && trial == 0) check_sorted();
            (*shuffle_)(*deck_);
            read(trial, numbers.subspan(trial * index_.size(), index_.size()), unreadable);
          }
        },
        rows);
  }

 private:
  void renew() {
    if constexpr (std::assignable_from<D&, Made>) {
      *deck_ = (*make_deck_)();
    } else {
      deck_.emplace((*make_deck_)());
    }
  }

  void check_sorted() const {
    auto&& cards = cards_of(*deck_);
    bool sorted = std::size(cards) == index_.size();
    for (std::size_t position = 0; sorted && position < index_.size(); ++position) {
      sorted = index_.of(*(std::begin(cards) + static_cast<std::ptrdiff_t>(position))) == position;
    }
    if (!sorted) {
      throw std::invalid_argument(
          "certify: a fresh deck differs from the first one; each must have the same cards in the same "
          "order, and cards of its own");
    }
  }

  template <class Number>
  void read(std::size_t trial, std::span<Number> row, std::vector<UnreadableDeck>& unreadable) const {
    constexpr std::size_t most = std::is_same_v<Number, std::uint8_t> ? most_byte_cards : most_cards;
    auto&& cards = cards_of(*deck_);
    std::bitset<most> seen;
    bool readable = std::size(cards) == row.size();
    if (readable) {
      auto card = std::begin(cards);
      for (std::size_t position = 0; position < row.size(); ++position, ++card) {
        const std::uint16_t index = index_.of(*card);
        row[position] = static_cast<Number>(index);
        readable = readable && index != no_card;
        seen.set(index % most);
      }
      // As many cards as positions and none twice: then none is lost.
      readable = readable && seen.count() == row.size();
    }
    if (!readable) [[unlikely]]
      keep_unreadable(trial, unreadable);
  }

  void keep_unreadable(std::size_t trial, std::vector<UnreadableDeck>& unreadable) const {
    auto&& cards = cards_of(*deck_);
    std::vector<std::string> texts;
    // One card more than a deck may have is enough to see that there are too many.
    for (std::size_t position = 0; position < std::size(cards) && position <= most_cards; ++position) {
      texts.push_back(index_.text_of(*(std::begin(cards) + static_cast<std::ptrdiff_t>(position))));
    }
    unreadable.push_back({trial, deck_text(texts, index_.size())});
  }

  std::remove_reference_t<MakeDeck>* make_deck_;
  std::remove_reference_t<Shuffle>* shuffle_;
  std::optional<D> deck_;
  CardIndex<CardOf<D>> index_;
};

}  // namespace fairshuffle::detail
