// How the templates of certify.hpp hand trials to the compiled library: in batches of decks of a byte a card,
// or two, so that the user's shuffle is inlined and the rest is called once for hundreds of trials.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
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

  /// Shuffles as many fresh decks as `rows` has room for, at most batch(), and writes them row by row.
  /// What is written for an unreadable deck does not matter.
  virtual void run_fresh(Rows rows, std::vector<UnreadableDeck>& unreadable) = 0;

  /// The next run_on starts from a fresh deck.
  virtual void start_fresh() = 0;
  /// Shuffles the deck that the last run_on left once more.
  virtual void run_on(Rows row, std::vector<UnreadableDeck>& unreadable) = 0;
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

  void run_fresh(Rows rows, std::vector<UnreadableDeck>& unreadable) override {
    const std::size_t trials = std::visit([](auto numbers) { return numbers.size(); }, rows) / deck_size_;
    sort(trials + 2);
    for (std::size_t trial = 0; trial < trials; ++trial) shuffle_deck(trial);
    read(rows, unreadable);
  }

  void start_fresh() override { sort(3); }

  void run_on(Rows row, std::vector<UnreadableDeck>& unreadable) override {
    shuffle_deck(0);
    read(row, unreadable);
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

  void read(Rows rows, std::vector<UnreadableDeck>& unreadable) {
    std::visit([&](auto numbers) { read_numbers(numbers, unreadable); }, rows);
  }

  template <class Number>
  void read_numbers(std::span<Number> rows, std::vector<UnreadableDeck>& unreadable) {
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

}  // namespace fairshuffle::detail
