#include "core/record/bet_check.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/count_sum.hpp"
#include "core/statistics/bet_laws.hpp"
#include "core/statistics/orders.hpp"

namespace fairshuffle {

namespace {

using Counts = std::vector<std::uint64_t>;

// How often cards of the bet lay in its places, as the positions have it; nothing where they are not whole.
std::optional<std::uint64_t> met_by_positions(const NamedBet& bet, const Evidence& evidence, int deck_size) {
  const auto cards = static_cast<std::size_t>(deck_size);
  if (evidence.positions.size() != cards) return std::nullopt;
  std::uint64_t met = 0;
  for (const int place : bet.places) {
    const Counts& there = evidence.positions[static_cast<std::size_t>(place)];
    if (there.size() != cards || sum_of_counts(there) > most_counted) return std::nullopt;
    for (const int card : bet.cards) met += there[static_cast<std::size_t>(card)];
  }
  return met;
}

// The end of a sentence, empty where nothing is wrong.
std::string why_not(const NamedBet& bet, int deck_size, const Counts& by_value, const Evidence& evidence) {
  if (by_value.size() != values_of(bet)) {
    return fmt::format("has {} counts, where the bet has {} values", with_commas(by_value.size()),
                       values_of(bet));
  }
  const std::uint64_t valid = evidence.trials - std::min(evidence.trials, evidence.invalid_trials);
  if (const std::uint64_t sum = sum_of_counts(by_value); sum != valid) {
    return fmt::format("adds up to {}, but {} of {} trials are valid", with_commas(sum), with_commas(valid),
                       with_commas(evidence.trials));
  }
  const std::vector<double> law = bet_law(bet, deck_size);
  std::uint64_t met = 0;
  for (std::size_t value = 0; value < law.size(); ++value) {
    if (law[value] == 0 && by_value[value] > 0) {
      return fmt::format("has {} trials of the value {}, which no order has", with_commas(by_value[value]),
                         value_name(bet, value));
    }
    met += value * by_value[value];
  }
  if (bet.kind == NamedBet::Kind::poker) return "";
  const std::optional<std::uint64_t> due = met_by_positions(bet, evidence, deck_size);
  if (!due || *due == met) return "";
  return fmt::format("has its cards in its places {} times, and the positions {}", with_commas(met),
                     with_commas(*due));
}

}  // namespace

void check_bets(const PlannedTarget& target, const Evidence& evidence,
                std::vector<Contradiction>& contradictions) {
  const int deck_size = target.target.deck_size;
  const bool due = !target.facts.orders_counted || deck_size > largest_counted_deck_size;
  std::size_t known = 0;
  for (const NamedBet& bet : target.bets) {
    if (!due) break;
    const std::string where = fmt::format("/evidence/bets/{}", bet.name);
    const auto found = evidence.bets.find(bet.name);
    if (found == evidence.bets.end()) {
      contradictions.push_back({where, "is missing"});
      continue;
    }
    ++known;
    if (std::string sentence = why_not(bet, deck_size, found->second, evidence); !sentence.empty()) {
      contradictions.push_back({where, std::move(sentence)});
    }
  }
  if (evidence.bets.size() > known) {
    contradictions.push_back(
        {"/evidence/bets", fmt::format("holds {} bets, where {} are due", evidence.bets.size(), known)});
  }
}

}  // namespace fairshuffle
