#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "core/permutation/sentence.hpp"
#include "core/record/evidence_check.hpp"
#include "core/statistics/numbers.hpp"
#include "core/statistics/permutations.hpp"
#include "core/tally/positions.hpp"
#include "core/tally/tables/tables.hpp"

namespace fairshuffle {

HistogramSums sums_of(const PermutationHistogram& histogram) {
  HistogramSums sums;
  std::uint64_t last = 0;
  for (const EqualCounts& equal : histogram) {
    sums.is_ascending = sums.is_ascending && equal.count > last && equal.permutations > 0;
    last = equal.count;
    sums.cells = std::min(most_counted, sums.cells + std::min(equal.permutations, most_counted));
    const Wide more = static_cast<Wide>(equal.count) * equal.permutations + sums.trials;
    sums.trials = more > most_counted ? most_counted : static_cast<std::uint64_t>(more);
  }
  return sums;
}

namespace {

// The ends of sentences on a table, and on the histogram of one that is too large; empty where all is right.

std::string why_no_table(const TableInfo& info, int deck_size, std::size_t due, std::uint64_t trials,
                         const std::vector<std::uint64_t>& cells) {
  if (cells.size() != due) {
    return sentence("has {} counts, where a deck of {} cards has {}", cells.size(), deck_size, due);
  }
  return trials > most_counted ? "is of too many trials" : info.contradiction(deck_size, trials, cells);
}

std::string why_no_table(const TableInfo& /*info*/, int deck_size, std::size_t due, std::uint64_t trials,
                         const PermutationHistogram& histogram) {
  const auto [is_ascending, cells, counted] = sums_of(histogram);
  if (!is_ascending) return "is not by ascending count, each once";
  if (cells > due) {
    return sentence("has {} cells, where a deck of {} cards has {}", cells, deck_size, due);
  }
  if (trials > most_counted) return "is of too many trials";
  return counted == trials ? "" : sentence("adds up to {}, of {} trials", counted, trials);
}

}  // namespace

void check_tables(int deck_size, Tables::Of of, bool due, std::uint64_t trials, const NamedCounts& tables,
                  const NamedHistograms& histograms, const std::string& where,
                  std::vector<Contradiction>& contradictions) {
  const auto contradict = [&contradictions](std::string place, std::string sentence) {
    if (!sentence.empty()) contradictions.push_back({std::move(place), std::move(sentence)});
  };
  // Of ".../tables" it is ".../table_histograms".
  const std::string where_histograms = where.substr(0, where.size() - 1) + "_histograms";
  std::size_t known = 0, known_histograms = 0;
  for (const TableInfo* info : all_tables()) {
    const std::size_t cells = due ? cells_of(*info, deck_size, of) : 0;
    if (cells == 0) continue;
    const std::string name(info->name);
    // False where there is none.
    const auto check = [&](const auto& all, const std::string& place, std::size_t& count) {
      const auto found = all.find(name);
      if (found == all.end()) return false;
      ++count;
      contradict(place + "/" + name, why_no_table(*info, deck_size, cells, trials, found->second));
      return true;
    };
    const bool is_there = cells > most_cells_in_evidence
                              ? check(histograms, where_histograms, known_histograms)
                              : check(tables, where, known);
    if (!is_there && !info->on_request) contradict(where + "/" + name, "is missing");
  }
  const auto check_number = [&](std::size_t found, const std::string& place, std::size_t count) {
    if (found > count) contradict(place, fmt::format("holds {} tables, where {} are due", found, count));
  };
  check_number(tables.size(), where, known);
  check_number(histograms.size(), where_histograms, known_histograms);
}

void check_tables_against_positions(const std::vector<std::vector<std::uint64_t>>& positions,
                                    const NamedCounts& tables, const std::string& where,
                                    std::vector<Contradiction>& contradictions) {
  for (const TableInfo* info : all_tables()) {
    const auto found = tables.find(std::string(info->name));
    if (info->against_positions == nullptr || found == tables.end()) continue;
    std::string sentence = info->against_positions(positions, found->second);
    if (!sentence.empty()) {
      contradictions.push_back({fmt::format("{}/{}", where, info->name), std::move(sentence)});
    }
  }
}

void check_birthday(const CountedDeck& deck, const Evidence& evidence,
                    std::vector<Contradiction>& contradictions) {
  const auto [one_in, kept, distinct, again, distance, at_distance, repeats_at_distance, first_repeat] =
      evidence.birthday;
  const auto contradict = [&contradictions](std::string_view where, std::string sentence) {
    contradictions.push_back({fmt::format("/evidence/birthday{}", where), std::move(sentence)});
  };
  if (!keeps_permutations(deck.size, deck.permutations_counted)) {
    if (evidence.birthday != BirthdayCounts{}) {
      contradict("", deck.permutations_counted
                         ? "is there, where all permutations are counted"
                         : fmt::format("is there, where permutations are kept from {} cards on",
                                       smallest_birthday_deck));
    }
    return;
  }
  const std::uint64_t valid =
      evidence.trials < evidence.invalid_trials ? 0 : evidence.trials - evidence.invalid_trials;
  if (!std::has_single_bit(one_in)) {
    contradict("/one_in", sentence("is {}, which is no power of two", one_in));
  }
  if (kept > valid || (one_in == 1 && kept != valid)) {
    contradict("/kept", sentence("is {}, one permutation in {} of {} valid trials", kept, one_in, valid));
  }
  if (distinct > kept || (distinct == 0) != (kept == 0)) {
    contradict("/distinct", sentence("is {}, of {} permutations kept", distinct, kept));
    return;
  }
  const std::uint64_t repeats = evidence.birthday.repeats();
  if (again > std::min(repeats, distinct) || (again == 0) != (repeats == 0)) {
    contradict("/again",
               sentence("is {}, where {} trials of {} permutations were repeats", again, repeats, distinct));
  }
  // Before it all trials that are kept differ, and as many repeats are left from it on.
  const bool is_at_a_trial = first_repeat < evidence.trials && repeats <= evidence.trials - first_repeat &&
                             (one_in > 1 || first_repeat <= distinct + evidence.invalid_trials);
  if ((first_repeat == 0) != (repeats == 0) || !is_at_a_trial) {
    contradict("/first_repeat", sentence("is {}, where {} of {} trials were repeats of {} permutations",
                                         first_repeat, repeats, evidence.trials, distinct));
  }
  // Equal steps lie between the first trial and the last one.
  if (distance >= evidence.trials || (distance == 0) != (at_distance == 0)) {
    contradict("/distance",
               sentence("is {}, of {} permutations in {} trials", distance, at_distance, evidence.trials));
  }
  if (at_distance > again) {
    contradict("/at_distance", sentence("is {}, of {} permutations that came again", at_distance, again));
  }
  // The other permutations that came again did so once at least.
  if (repeats_at_distance < at_distance ||
      repeats_at_distance > repeats - (again - std::min(again, at_distance))) {
    contradict("/repeats_at_distance", sentence("is {}, of {} permutations, and {} repeats of {}",
                                                repeats_at_distance, at_distance, repeats, again));
  }
  // Successive trials that are equal are among them, where all permutations are kept.
  if (one_in == 1 && repeats < evidence.repeats.equal) {
    contradict("",
               sentence("has {} permutations that came again, and {} pairs of successive trials are equal",
                        repeats, evidence.repeats.equal));
  }
}

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
    if (valid_ > PairPositions::max_trials) {
      return contradict("", sentence("are of {} trials, where at most {} can be counted", valid_,
                                     PairPositions::max_trials));
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
      contradict(where, sentence("has {} pairs, where the deck has {}", list.size(), pairs_));
      return false;
    }
    for (std::size_t pair = 0; pair < list.size(); ++pair) {
      const std::string_view wrong = wrong_with(list[pair]);
      if (wrong.empty()) continue;
      contradict(fmt::format("{}/{}", where, pair),
                 sentence("has a {} that {} trials cannot have made", wrong, valid_));
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
    return sentence("has {} counts, where the bet has {} values", by_value.size(), nth(values_of(bet)));
  }
  const std::uint64_t valid = evidence.trials - std::min(evidence.trials, evidence.invalid_trials);
  if (const std::uint64_t sum = sum_of_counts(by_value); sum != valid) {
    return sentence("adds up to {}, but {} of {} trials are valid", sum, valid, evidence.trials);
  }
  const std::vector<double> distribution = bet_distribution(bet, deck_size);
  std::uint64_t met = 0;
  for (std::size_t value = 0; value < distribution.size(); ++value) {
    if (distribution[value] == 0 && by_value[value] > 0) {
      return sentence("has {} trials of the value {}, which no permutation has", by_value[value],
                      value_name(bet, value));
    }
    met += value * by_value[value];
  }
  if (bet.kind == NamedBet::Kind::poker) return "";
  const std::optional<std::uint64_t> due = met_by_positions(bet, evidence, deck_size);
  if (!due || *due == met) return "";
  return sentence("has its cards in its places {} times, and the positions {}", met, *due);
}

}  // namespace

void check_bets(const PlannedTarget& target, const Evidence& evidence,
                std::vector<Contradiction>& contradictions) {
  const int deck_size = target.target.deck_size;
  const bool due = !target.facts.permutations_counted || deck_size > largest_counted_deck_size;
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
