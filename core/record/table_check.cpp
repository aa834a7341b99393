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

std::string why_no_counts(std::span<const std::uint64_t> counts, std::uint64_t size, std::uint64_t sum) {
  if (counts.size() != size)
    return sentence("has {} counts, where {} are due", std::uint64_t{counts.size()}, size);
  const std::uint64_t found = sum_of_counts(counts);
  return size == 0 || found == sum ? "" : sentence("adds up to {}, where {} are due", found, sum);
}

void check_histogram(const std::string& where, const PermutationHistogram& histogram, std::uint64_t cells,
                     std::uint64_t trials, std::vector<Contradiction>& contradictions) {
  bool is_ascending = true;
  std::uint64_t last = 0, found = 0, sum = 0;  // up to most_counted
  for (const EqualCounts& equal : histogram) {
    is_ascending = is_ascending && equal.count > last && equal.permutations > 0;
    last = equal.count;
    found = std::min(most_counted, found + std::min(equal.permutations, most_counted));
    sum = static_cast<std::uint64_t>(
        std::min<Wide>(most_counted, static_cast<Wide>(equal.count) * equal.permutations + sum));
  }
  if (!is_ascending) contradictions.push_back({where, "is not by ascending count, each once"});
  if (found > cells) {
    contradictions.push_back({where, sentence("is of {} cells, where there are {}", found, cells)});
  }
  if (sum != trials) {
    contradictions.push_back({where, sentence("adds up to {}, where {} are due", sum, trials)});
  }
}

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
    const std::string name(info->name), place = where + "/" + name;
    const bool is_large = cells > most_cells_in_evidence;
    if (is_large && histograms.contains(name)) {
      ++known_histograms;
      check_histogram(where_histograms + "/" + name, histograms.at(name), cells, trials, contradictions);
    } else if (!is_large && tables.contains(name)) {
      ++known;
      const std::vector<std::uint64_t>& counts = tables.at(name);
      contradict(place, counts.size() != cells  ? why_no_counts(counts, cells, trials)
                        : trials > most_counted ? "is of too many trials"
                                                : info->contradiction(deck_size, trials, counts));
    } else if (!info->on_request) {
      contradict(place, "is missing");
    }
  }
  const auto check_number = [&](std::size_t found, const std::string& place, std::size_t count) {
    if (found > count) contradict(place, fmt::format("holds {} tables, where {} are due", found, count));
  };
  check_number(tables.size(), where, known);
  check_number(histograms.size(), where_histograms, known_histograms);
}

void check_birthday(const CountedDeck& deck, const Evidence& evidence,
                    std::vector<Contradiction>& contradictions) {
  const auto [one_in, kept, distinct, again, distance, at_distance, repeats_at_distance, first_repeat] =
      evidence.birthday;
  const auto require = [&contradictions](bool holds, std::string_view where, std::string sentence) {
    if (!holds) {
      contradictions.push_back({fmt::format("/evidence/birthday{}", where), std::move(sentence)});
    }
    return holds;
  };
  if (!keeps_permutations(deck.size, deck.permutations_counted)) {
    require(evidence.birthday == BirthdayCounts{}, "",
            deck.permutations_counted ? "is there, where all permutations are counted"
                                      : fmt::format("is there, where permutations are kept from {} cards on",
                                                    smallest_birthday_deck));
    return;
  }
  const std::uint64_t valid =
      evidence.trials < evidence.invalid_trials ? 0 : evidence.trials - evidence.invalid_trials;
  require(std::has_single_bit(one_in), "/one_in", sentence("is {}, which is no power of two", one_in));
  require(kept <= valid && (one_in != 1 || kept == valid), "/kept",
          sentence("is {}, one permutation in {} of {} valid trials", kept, one_in, valid));
  if (!require(distinct <= kept && (distinct == 0) == (kept == 0), "/distinct",
               sentence("is {}, of {} permutations kept", distinct, kept)))
    return;
  const std::uint64_t repeats = evidence.birthday.repeats();
  require(again <= std::min(repeats, distinct) && (again == 0) == (repeats == 0), "/again",
          sentence("is {}, where {} trials of {} permutations were repeats", again, repeats, distinct));
  // Before it all trials that are kept differ, and as many repeats are left from it on.
  const bool is_at_a_trial = first_repeat < evidence.trials && repeats <= evidence.trials - first_repeat &&
                             (one_in > 1 || first_repeat <= distinct + evidence.invalid_trials);
  require((first_repeat == 0) == (repeats == 0) && is_at_a_trial, "/first_repeat",
          sentence("is {}, where {} of {} trials were repeats of {} permutations", first_repeat, repeats,
                   evidence.trials, distinct));
  // Equal steps lie between the first trial and the last one.
  require(distance < evidence.trials && (distance == 0) == (at_distance == 0), "/distance",
          sentence("is {}, of {} permutations in {} trials", distance, at_distance, evidence.trials));
  require(at_distance <= again, "/at_distance",
          sentence("is {}, of {} permutations that came again", at_distance, again));
  // The other permutations that came again did so once at least.
  require(repeats_at_distance >= at_distance &&
              repeats_at_distance <= repeats - (again - std::min(again, at_distance)),
          "/repeats_at_distance",
          sentence("is {}, of {} permutations, and {} repeats of {}", repeats_at_distance, at_distance,
                   repeats, again));
  // Successive trials that are equal are among them, where all permutations are kept.
  require(one_in != 1 || repeats >= evidence.repeats.equal, "",
          sentence("has {} permutations that came again, and {} pairs of successive trials are equal",
                   repeats, evidence.repeats.equal));
}

namespace {

// A sum that so many trials cannot have made of pairs of so many; empty where there is none. A sum of squares
// is as even as the sum, and largest where one way has all trials; of k ways it is at least N^2 / k.
std::string_view wrong_with(const PairSums& pair, std::uint64_t pairs, std::uint64_t valid) {
  const Wide ways = 2 * static_cast<Wide>(pairs), square = static_cast<Wide>(valid) * valid;
  const Wide squares = pair.squares, unordered = pair.unordered_squares, above = pair.above;
  if (squares > square || ways * squares < square || squares % 2 != valid % 2) return "sum of squares";
  if (unordered > square || unordered < squares || unordered > 2 * squares || unordered % 2 != valid % 2) {
    return "sum of squares without order";
  }
  // With d = k O - N: the sum of |d| is twice `above`, that of d^2 is k (k squares - N^2); the second is at
  // most the largest d, below k N, times the first, and at least its square over k (Cauchy and Schwarz).
  if (above > (ways - 1) * valid) return "sum of what lies above";
  const Wide of_squares = ways * squares - square;
  const bool fits = of_squares <= 2 * above * valid && 4 * above * above <= ways * ways * of_squares;
  return fits ? "" : "sum of what lies above";
}

struct PairTotals {
  explicit PairTotals(const std::vector<PairSums>& list) {
    for (const PairSums& pair : list) {
      squares += pair.squares;
      unordered_squares += pair.unordered_squares;
      above += pair.above;
    }
  }
  bool operator==(const PairTotals&) const = default;

  Wide squares = 0, unordered_squares = 0, above = 0;
};

}  // namespace

void check_pair_positions(const CountedDeck& deck, std::uint64_t valid, const Evidence& evidence,
                          std::vector<Contradiction>& contradictions) {
  const auto contradict = [&contradictions](std::string_view where, std::string sentence) {
    contradictions.push_back({fmt::format("/evidence/pair_positions{}", where), std::move(sentence)});
  };
  if (evidence.pair_positions.has_value() != deck.pairs_counted) {
    return contradict("", deck.pairs_counted ? "is missing, where the plan has pairs counted"
                                             : "is there, where the plan has no pairs counted");
  }
  if (!evidence.pair_positions) return;
  if (valid > PairPositions::max_trials) {
    return contradict(
        "", sentence("are of {} trials, where at most {} can be counted", valid, PairPositions::max_trials));
  }
  const PairPositions& found = *evidence.pair_positions;
  const std::uint64_t pairs = pairs_of(static_cast<std::size_t>(deck.size));
  for (const auto& [where, list] : {std::pair{"/cards", &found.cards}, std::pair{"/places", &found.places}}) {
    if (list->size() != pairs) {
      return contradict(where, sentence("has {} pairs, where {} are due", nth(list->size()), pairs));
    }
    for (std::size_t pair = 0; pair < pairs; ++pair) {
      if (const auto wrong = wrong_with((*list)[pair], pairs, valid); !wrong.empty()) {
        return contradict(fmt::format("{}/{}", where, pair),
                          sentence("has a {} that {} trials cannot have made", wrong, valid));
      }
    }
  }
  const PairTotals totals(found.cards);
  if (totals != PairTotals(found.places)) contradict("/places", "add up to other sums than /cards");
  // What is seen of two cards is never less than what each shows alone (core/README.md 2.22).
  Wide of_cards = 0;
  for (const std::vector<std::uint64_t>& row : evidence.positions) {
    for (const std::uint64_t count : row) of_cards += static_cast<Wide>(count) * count;
  }
  const Wide square = static_cast<Wide>(valid) * valid;
  if (totals.unordered_squares < of_cards ||
      2 * totals.squares + square < of_cards + totals.unordered_squares) {
    contradict("", "show less of two cards than /evidence/positions of each alone");
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
  const std::uint64_t valid = valid_trials(evidence);
  if (std::string why = why_no_counts(by_value, values_of(bet), valid); !why.empty()) return why;
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
