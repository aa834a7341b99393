// How the templates of certify.hpp hand trials to the compiled library: in batches of byte decks, so that the
// user's shuffle is inlined and the rest is called once for hundreds of trials.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <fairshuffle/options.hpp>
#include <fairshuffle/result.hpp>

namespace fairshuffle::detail {

/// A trial whose deck can't be told in bytes: a foreign card, a changed size.
struct UnreadableDeck {
  std::size_t trial = 0;  ///< from 0, in its batch
  std::string text;       ///< the deck in words, cut short
};

/// Trials of one shuffle, whatever its cards. A row has a byte for each position: the card's index in the
/// sorted deck, or another byte that is no card's.
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
  /// Memory that is to be used, for one batch, or for two where they overlap; null for none.
  virtual std::uint8_t* room() { return nullptr; }

  /// Shuffles as many fresh decks as `rows` has room for, at most batch(), and writes them row by row.
  /// What is written for an unreadable deck does not matter.
  virtual void run_fresh(std::span<std::uint8_t> rows, std::vector<UnreadableDeck>& unreadable) = 0;

  /// The next run_on starts from a fresh deck.
  virtual void start_fresh() = 0;
  /// Shuffles the deck that the last run_on left once more.
  virtual void run_on(std::span<std::uint8_t> row, std::vector<UnreadableDeck>& unreadable) = 0;
};

/// The deck size; throws std::invalid_argument unless it is in 1..128.
int checked_deck_size(std::intmax_t deck_size);

/// "0 1 2 2 4": the cards' texts, cut short. `deck_size` is the number of cards that there should be.
std::string deck_text(std::span<const std::string> cards, std::size_t deck_size);

Result certify_trials(Trials& trials, int deck_size, const CertifyOptions& options);

}  // namespace fairshuffle::detail
