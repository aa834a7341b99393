// How the templates of certify.hpp hand trials to the compiled library: in batches of decks of a byte a card,
// or two, so that the user's shuffle is inlined and the rest is called once for hundreds of trials.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <fairshuffle/options.hpp>
#include <fairshuffle/result.hpp>

namespace fairshuffle::detail {

/// The most cards of a deck, and the most where a row has a byte for each.
inline constexpr std::size_t most_cards = 1024;
inline constexpr std::size_t most_byte_cards = 128;

/// A trial whose deck can't be told in numbers: a foreign card, a changed size.
struct UnreadableDeck {
  std::size_t trial = 0;  ///< from 0, in its batch
  std::string text;       ///< the deck in words, cut short
};

/// Trials of one shuffle, whatever its cards. A row has a number for each position: the card's index in the
/// sorted deck, or another number that is no card's. Up to most_byte_cards it is a byte, above two.
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
  virtual void run_fresh(std::span<std::uint8_t> rows, std::vector<UnreadableDeck>& unreadable) = 0;

  virtual void run_fresh_wide(std::span<std::uint16_t>, std::vector<UnreadableDeck>&) { refuse_wide(); }

  /// The next run_on starts from a fresh deck.
  virtual void start_fresh() = 0;
  /// Shuffles the deck that the last run_on left once more.
  virtual void run_on(std::span<std::uint8_t> row, std::vector<UnreadableDeck>& unreadable) = 0;
  virtual void run_on_wide(std::span<std::uint16_t>, std::vector<UnreadableDeck>&) { refuse_wide(); }

 private:
  [[noreturn]] static void refuse_wide() {
    throw std::logic_error("Trials: rows of a byte a card are of no such deck");
  }
};

/// The deck size; throws std::invalid_argument unless it is in 1..most_cards.
int checked_deck_size(std::intmax_t deck_size);

/// "0 1 2 2 4": the cards' texts, cut short. `deck_size` is the number of cards that there should be.
std::string deck_text(std::span<const std::string> cards, std::size_t deck_size);

Result certify_trials(Trials& trials, int deck_size, const CertifyOptions& options);

}  // namespace fairshuffle::detail
