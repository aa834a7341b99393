#include "core/record/pair_positions_check.hpp"

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/order/wide.hpp"
#include "core/tally/tables/relative_order.hpp"

namespace fairshuffle {

namespace {

/// One pass over the pair positions of an evidence.
class PairPositionsCheck {
 public:
  PairPositionsCheck(const CountedDeck& deck, std::uint64_t valid, const Evidence& evidence,
                     std::vector<Contradiction>& contradictions)
      : pairs_(pairs_of(static_cast<std::size_t>(deck.size))),
        valid_(valid),
        evidence_(evidence),
        contradictions_(contradictions) {}

  void run() {
    if (valid_ > PairPositions::most_trials) {
      return contradict("", fmt::format("are of {} trials, where at most {} can be counted",
                                        with_commas(valid_), with_commas(PairPositions::most_trials)));
    }
    const PairPositions& positions = *evidence_.pair_positions;
    const bool all_right = check_list("/cards", positions.cards) && check_list("/places", positions.places);
    if (!all_right) return;
    const Totals of_cards = totals_of(positions.cards), of_places = totals_of(positions.places);
    if (of_cards != of_places) contradict("/places", "add up to other sums than /cards");
    check_against_positions(of_cards);
  }

 private:
  struct Totals {
    Wide squares = 0, unordered_squares = 0, above = 0;
    bool operator==(const Totals&) const = default;
  };

  void contradict(std::string where, std::string sentence) {
    contradictions_.push_back({"/evidence/pair_positions" + std::move(where), std::move(sentence)});
  }

  static Totals totals_of(const std::vector<PairSums>& list) {
    Totals totals;
    for (const PairSums& pair : list) {
      totals.squares += pair.squares;
      totals.unordered_squares += pair.unordered_squares;
      totals.above += pair.above;
    }
    return totals;
  }

  bool check_list(const std::string& where, const std::vector<PairSums>& list) {
    if (list.size() != pairs_) {
      contradict(where, fmt::format("has {} pairs, where the deck has {}", with_commas(list.size()),
                                    with_commas(pairs_)));
      return false;
    }
    for (std::size_t pair = 0; pair < list.size(); ++pair) {
      const std::string_view wrong = wrong_with(list[pair]);
      if (wrong.empty()) continue;
      contradict(fmt::format("{}/{}", where, pair),
                 fmt::format("has a {} that {} trials cannot have made", wrong, with_commas(valid_)));
      return false;
    }
    return true;
  }

  // A sum of squares is as even as the sum, and largest where one way has all trials; of k ways it is at
  // least N^2 / k.
  std::string_view wrong_with(const PairSums& pair) const {
    const Wide ways = 2 * pairs_, square = static_cast<Wide>(valid_) * valid_;
    const Wide squares = pair.squares, unordered = pair.unordered_squares, above = pair.above;
    if (squares > square || ways * squares < square || squares % 2 != valid_ % 2) return "sum of squares";
    if (unordered > square || unordered < squares || unordered > 2 * squares || unordered % 2 != valid_ % 2) {
      return "sum of squares without order";
    }
    if (above > (ways - 1) * valid_) return "sum of what lies above";
    // With d = k O - N: the sum of |d| is twice `above`, that of d^2 is k (k squares - N^2); the second is at
    // most the largest d, below k N, times the first, and at least its square over k (Cauchy and Schwarz).
    const Wide of_squares = ways * squares - square;
    if (of_squares > 2 * above * valid_ || 4 * above * above > ways * ways * of_squares) {
      return "sum of what lies above";
    }
    return "";
  }

  // What is seen of two cards is never less than what each shows alone (core/README.md 2.22).
  void check_against_positions(const Totals& totals) {
    Wide of_cards = 0;
    for (const std::vector<std::uint64_t>& row : evidence_.positions) {
      for (const std::uint64_t count : row) of_cards += static_cast<Wide>(count) * count;
    }
    const Wide square = static_cast<Wide>(valid_) * valid_;
    if (totals.unordered_squares < of_cards ||
        2 * totals.squares + square < of_cards + totals.unordered_squares) {
      contradict("", "show less of two cards than /evidence/positions of each alone");
    }
  }

  std::size_t pairs_;
  std::uint64_t valid_;
  const Evidence& evidence_;
  std::vector<Contradiction>& contradictions_;
};

}  // namespace

void check_pair_positions(const CountedDeck& deck, std::uint64_t valid, const Evidence& evidence,
                          std::vector<Contradiction>& contradictions) {
  if (evidence.pair_positions.has_value() != deck.pairs_counted) {
    contradictions.push_back(
        {"/evidence/pair_positions", deck.pairs_counted ? "is missing, where the plan has pairs counted"
                                                        : "is there, where the plan has no pairs counted"});
  } else if (evidence.pair_positions) {
    PairPositionsCheck(deck, valid, evidence, contradictions).run();
  }
}

}  // namespace fairshuffle
