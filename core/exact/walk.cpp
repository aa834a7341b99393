#include "core/exact/walk.hpp"

#include <limits>
#include <stdexcept>
#include <string>

#include "core/order/order.hpp"

namespace fairshuffle {

namespace {

// What shuffling by `round` makes of every order: the card at position p comes from position round[p].
std::vector<std::uint32_t> ranks_after(const std::vector<Card>& round) {
  const int deck_size = static_cast<int>(round.size());
  std::vector<std::uint32_t> ranks;
  ranks.reserve(order_count(deck_size));
  std::vector<Card> before = order_of_rank(0, deck_size);
  std::vector<Card> after(before.size());
  do {
    for (std::size_t position = 0; position < after.size(); ++position) {
      after[position] = before[round[position]];
    }
    ranks.push_back(static_cast<std::uint32_t>(rank_of(after)));
  } while (to_next_order(before));
  return ranks;
}

}  // namespace

Walk::Walk(const NumericLaw& round)
    : law_{.deck_size = round.deck_size, .probability = {}, .invalid = 0, .error = 0} {
  if (round.deck_size < 1 || round.deck_size > largest_counted_deck_size) {
    throw std::invalid_argument("Walk: deck_size must be in 1..10, was " + std::to_string(round.deck_size));
  }
  if (round.invalid > 0) {
    throw std::invalid_argument("Walk: a round must give orders only; it fails with probability " +
                                std::to_string(round.invalid));
  }
  for (std::uint64_t rank = 0; rank < round.probability.size(); ++rank) {
    if (round.probability[rank] <= 0) continue;
    moves_.push_back({round.probability[rank], ranks_after(order_of_rank(rank, round.deck_size))});
  }
  // A probability is a sum of products of the step's probabilities and those before, each of which sum to 1:
  // the errors of both add up, and each addition may round.
  error_of_step_ = round.error + static_cast<double>(moves_.size()) * std::numeric_limits<double>::epsilon();
  law_.probability.resize(round.probability.size());
  law_.probability.front() = 1;
}

void Walk::step() {
  std::vector<double> next(law_.probability.size());
  for (const Move& move : moves_) {
    for (std::size_t rank = 0; rank < next.size(); ++rank) {
      next[move.after[rank]] += move.probability * law_.probability[rank];
    }
  }
  law_.probability = std::move(next);
  law_.error += error_of_step_;
}

}  // namespace fairshuffle
