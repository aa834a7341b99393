#include "core/tally/tables/tables.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "core/permutation/sentence.hpp"
#include "core/tally/planes/planes.hpp"
#include "core/tally/positions.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle::detail {

std::size_t values_below_deck(int deck_size) {
  return static_cast<std::size_t>(deck_size);
}
std::size_t values_to_deck(int deck_size) {
  return static_cast<std::size_t>(deck_size) + 1;
}
std::size_t values_of_peaks(int deck_size) {
  return (static_cast<std::size_t>(deck_size) + 1) / 2;
}
std::size_t values_to_pairs(int deck_size) {
  return cells_of_pairs(deck_size) + 1;
}

namespace {

std::string why_no_histogram_from(std::size_t smallest, std::uint64_t trials,
                                  std::span<const std::uint64_t> cells) {
  std::uint64_t sum = 0;
  for (std::size_t value = 0; value < cells.size(); ++value) {
    if (cells[value] > trials || (value < smallest && cells[value] > 0)) {
      return sentence("has {} permutations of {}, of {} trials{}", cells[value], nth(value), trials,
                      value < smallest ? fmt::format(", where the least is {}", smallest) : "");
    }
    sum += cells[value];
  }
  if (sum == trials) return "";
  return sentence("adds up to {}, of {} trials", sum, trials);
}

}  // namespace

std::string why_no_histogram(int, std::uint64_t trials, std::span<const std::uint64_t> cells) {
  return why_no_histogram_from(0, trials, cells);
}
std::string why_no_histogram_from_one(int, std::uint64_t trials, std::span<const std::uint64_t> cells) {
  return why_no_histogram_from(1, trials, cells);
}

void add_inversions(PermutationBatches& permutations, std::span<std::uint64_t> cells) {
  for (std::size_t batch = 0; batch < permutations.batches(); ++batch) {
    const DeckNumbers& numbers = permutations.inversions(batch);
    for (std::size_t deck = 0; deck < permutations.cards().decks_of(batch); ++deck) ++cells[numbers[deck]];
  }
}

// Loops that the compiler makes vectors of.
std::size_t descents_in(std::span<const WideCard> cards) {
  unsigned count = 0;
  for (std::size_t place = 1; place < cards.size(); ++place) count += cards[place] < cards[place - 1];
  return count;
}
std::size_t runs_in(std::span<const WideCard> cards) {
  return descents_in(cards) + 1;
}
std::size_t peaks_in(std::span<const WideCard> cards) {
  unsigned count = 0;
  for (std::size_t place = 1; place + 1 < cards.size(); ++place) {
    count += static_cast<unsigned>(cards[place] > cards[place - 1]) &
             static_cast<unsigned>(cards[place] > cards[place + 1]);
  }
  return count;
}
std::size_t successions_in(std::span<const WideCard> cards) {
  unsigned count = 0;
  for (std::size_t place = 1; place < cards.size(); ++place) count += cards[place] == cards[place - 1] + 1;
  return count;
}

namespace {

template <class Iterator, class Better>
std::size_t records_in(Iterator next, Iterator end, Better better) {
  std::size_t count = 0;
  for (Iterator best = end; next != end; ++next) {
    if (best != end && !better(*next, *best)) continue;
    best = next;
    ++count;
  }
  return count;
}

}  // namespace

std::size_t left_maxima_in(std::span<const WideCard> cards) {
  return records_in(cards.begin(), cards.end(), std::greater{});
}
std::size_t left_minima_in(std::span<const WideCard> cards) {
  return records_in(cards.begin(), cards.end(), std::less{});
}
std::size_t right_maxima_in(std::span<const WideCard> cards) {
  return records_in(cards.rbegin(), cards.rend(), std::greater{});
}
std::size_t right_minima_in(std::span<const WideCard> cards) {
  return records_in(cards.rbegin(), cards.rend(), std::less{});
}

namespace {

// Cards that follow each other are counted pair by pair already; left are the last one and the first.
void add_differences(std::span<const PairCount> neighbours, const PlaneBatches& cards,
                     std::span<std::uint64_t> cells) {
  const std::size_t n = cells.size() + 1;
  std::array<std::uint32_t, largest_byte_deck> counts;
  sum_differences(neighbours, std::span(counts).first(n));
  for (std::size_t s = 1; s < n; ++s) cells[s - 1] += counts[s];
  std::array<Plane, PlaneBatches::most_batches> less_one;
  NumberBatches numbers(cards.decks());
  for (std::size_t batch = 0; batch < cards.batches(); ++batch) {
    const Plane &first = cards.batch(batch).front(), &last = cards.batch(batch).back();
    // In bytes and without a branch, so that the compiler makes vectors of it.
    const auto round = static_cast<Card>(n);
    for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
      const auto wrapped = static_cast<Card>(first[deck] < last[deck] ? round : 0);
      less_one[batch][deck] = static_cast<Card>(first[deck] - last[deck] - 1 + wrapped);
    }
    numbers[batch] = &less_one[batch];
  }
  count_numbers(numbers, cells);
}

void count_differences(std::span<const WideCard> values, std::span<std::uint64_t> cells) {
  std::size_t before = values.back();
  for (const std::size_t here : values) {
    const std::size_t less_one = here + values.size() - before - 1;  // n - 1 of it is a difference of 0
    ++cells[less_one < values.size() ? less_one : less_one - values.size()];
    before = here;
  }
}

}  // namespace

std::size_t cells_of_differences(int deck_size) {
  return static_cast<std::size_t>(deck_size) - 1;
}

void add_wide_differences(const WidePermutation& permutation, std::span<std::uint64_t> cells) {
  count_differences(permutation.cards, cells);
}

void add_wide_inverse_differences(const WidePermutation& permutation, std::span<std::uint64_t> cells) {
  count_differences(permutation.places, cells);
}

void add_cyclic_differences(PermutationBatches& permutations, std::span<std::uint64_t> cells) {
  add_differences(permutations.neighbours(), permutations.cards(), cells);
}

void add_inverse_cyclic_differences(PermutationBatches& permutations, std::span<std::uint64_t> cells) {
  add_differences(permutations.inverse_neighbours(), permutations.places(), cells);
}

std::string why_no_differences(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> cells) {
  const auto n = static_cast<std::uint64_t>(deck_size);
  std::uint64_t counted = 0, round = 0;
  for (std::uint64_t s = 1; s < n; ++s) {
    const std::uint64_t count = cells[s - 1];
    // Steps of s go round the n residues in gcd(n, s) circles; a permutation is one circle, and holds none of
    // these but all.
    const std::uint64_t circles = std::gcd(n, s), most = (circles == 1 ? n : n - circles) * trials;
    if (count > most) {
      return sentence("has {} differences of {}, where {} trials have at most {}", count, nth(s), trials,
                      most);
    }
    counted += count;
    round = (round + s * (count % n)) % n;
  }
  if (counted != n * trials) {
    return sentence("adds up to {}, where {} trials of {} cards have {}", counted, trials, nth(n),
                    n * trials);
  }
  if (round != 0) return fmt::format("has differences that add up to no multiple of {}", n);
  return "";
}

std::size_t cells_of_digits(int deck_size) {
  return cell_of_digit(static_cast<std::size_t>(deck_size));
}

void add_digits(PermutationBatches& permutations, std::span<std::uint64_t> cells) {
  static_assert(cell_of_digit(1) == 0 && cell_of_digit(2) == 2);
  count_values(permutations.digits(), cells);
}

std::string why_no_digits(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> cells) {
  for (std::size_t i = 1; i < static_cast<std::size_t>(deck_size); ++i) {
    const std::string why = why_no_histogram_from(0, trials, cells.subspan(cell_of_digit(i), i + 1));
    if (!why.empty()) return sentence("{}, in digit {}", why, nth(i));
  }
  return "";
}

std::size_t cells_of_hand_mates(int deck_size) {
  return hands_of(deck_size) == 0 ? 0 : cells_of_pairs(deck_size);
}

void add_hand_mates(PermutationBatches& permutations, std::span<std::uint64_t> cells) {
  const int cards = permutations.deck_size();
  count_hand_mates(permutations.places(), static_cast<std::size_t>(cards / hands_of(cards)), cells);
}

std::string why_no_hand_mates(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> cells) {
  const auto cards = static_cast<std::size_t>(deck_size);
  const std::uint64_t mates = trials * (static_cast<std::uint64_t>(deck_size / hands_of(deck_size)) - 1);
  std::vector<std::uint64_t> of_card(cards);
  auto cell = cells.begin();
  for (std::size_t card = 0; card < cards; ++card) {
    for (std::size_t other = card + 1; other < cards; ++other, ++cell) {
      if (*cell > trials) {
        return sentence("has cards {} and {} in one hand in {} of {} trials", nth(card), nth(other), *cell,
                        trials);
      }
      of_card[card] += *cell;
      of_card[other] += *cell;
    }
    if (of_card[card] != mates) {
      return sentence("has {} cards beside card {}, where {} trials have {}", of_card[card], nth(card),
                      trials, mates);
    }
  }
  return "";
}

std::size_t cells_of_inverse_neighbours(int deck_size) {
  const auto symbols = static_cast<std::size_t>(deck_size) + 1;
  return symbols * symbols;
}

void add_inverse_neighbours(PermutationBatches& permutations, std::span<std::uint64_t> cells) {
  add_pair_counts(permutations.inverse_neighbours(), cells);
}

std::string why_no_inverse_neighbours(int deck_size, std::uint64_t trials,
                                      std::span<const std::uint64_t> cells) {
  const auto symbols = static_cast<std::size_t>(deck_size) + 1;
  const auto at = [&](std::size_t place, std::size_t next) { return cells[place * symbols + next]; };
  for (std::size_t place = 0; place < symbols; ++place) {
    std::uint64_t before = 0, behind = 0;
    for (std::size_t next = 0; next < symbols; ++next) {
      // Both ways at once would be two cards that follow each other in a circle.
      const std::uint64_t there = at(place, next), back = at(next, place);
      if (there > trials || back > trials || there + back > trials || (place == next && there > 0)) {
        return sentence("has {} trials from {} to {} and {} back, of {}", there, nth(place), nth(next), back,
                        trials);
      }
      behind += there;
      before += back;
    }
    if (behind != trials || before != trials) {
      return sentence("has {} trials to place {} and {} from there, of {}", before, nth(place), behind,
                      trials);
    }
  }
  return "";
}

std::size_t cells_of_pairs(int deck_size) {
  return pairs_of(static_cast<std::size_t>(deck_size));
}

void add_card_pairs(PermutationBatches& permutations, std::span<std::uint64_t> cells) {
  add_pair_counts(permutations.pairs_in_order(), cells);
}

void add_position_pairs(PermutationBatches& permutations, std::span<std::uint64_t> cells) {
  std::vector<PairCount> counts(cells.size());
  count_ascending_pairs(permutations.cards(), counts);
  add_pair_counts(counts, cells);
}

std::string why_no_pairs(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> cells) {
  const auto n = static_cast<std::size_t>(deck_size);
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b) {
      if (const std::uint64_t count = cells[cell_of_pair(n, a, b)]; count > trials) {
        return sentence("has {} before {} {} times, of {} trials", nth(a), nth(b), count, trials);
      }
    }
  }
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b) {
      const std::uint64_t a_before_b = cells[cell_of_pair(n, a, b)];
      for (std::size_t c = b + 1; c < n; ++c) {
        const std::uint64_t around =
            a_before_b + cells[cell_of_pair(n, b, c)] + trials - cells[cell_of_pair(n, a, c)];
        if (around >= trials && around <= 2 * trials) continue;
        return sentence(
            "has {0} before {1}, {1} before {2} and {2} before {0} in {3} cases, where {4} trials make {4} "
            "to {5}",
            nth(a), nth(b), nth(c), around, trials, 2 * trials);
      }
    }
  }
  return "";
}

namespace {

constexpr int most_on_top = 5;
using RankSteps = std::array<std::array<std::uint32_t, largest_byte_deck>, most_on_top + 1>;

// [taken][card]: what the card adds to the rank of its set where it is the taken-th lowest: C(card, taken).
constexpr RankSteps rank_steps = [] {
  RankSteps steps{};
  steps[0].fill(1);
  // Pascal's triangle. C(127, 5) is 254,231,775.
  for (std::size_t card = 1; card < largest_byte_deck; ++card) {
    for (std::size_t taken = 1; taken <= most_on_top; ++taken) {
      steps[taken][card] = steps[taken - 1][card - 1] + steps[taken][card - 1];
    }
  }
  return steps;
}();

// A loop of a fixed length, which the compiler makes vectors of: by itself and without std::max, for which
// g++ puts a branch there.
[[gnu::noinline]] void sort_two(Card* __restrict lower, Card* __restrict higher) {
  for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
    const Card one = lower[deck], other = higher[deck];
    const Card lowest = std::min(one, other);
    lower[deck] = lowest;
    higher[deck] = static_cast<Card>(one ^ other ^ lowest);
  }
}

// Of each deck the cards of the planes, the lowest first.
template <std::size_t top>
void sort_by_card(std::array<Plane, top>& planes) {
  for (std::size_t unsorted = top; unsorted > 1; --unsorted) {
    for (std::size_t at = 1; at < unsorted; ++at) sort_two(planes[at - 1].data(), planes[at].data());
  }
}

}  // namespace

template <int top>
std::size_t TopCards<top>::sets(int deck_size) {
  return static_cast<std::size_t>(subset_count(deck_size, top));
}

template <int top>
void TopCards<top>::add(PermutationBatches& permutations, std::span<std::uint64_t> cells) {
  static_assert(top <= most_on_top);
  for (std::size_t batch = 0; batch < permutations.batches(); ++batch) {
    std::array<Plane, top> cards;
    std::ranges::copy(permutations.cards().batch(batch).first(top), cards.begin());
    sort_by_card(cards);
    for (std::size_t deck = 0; deck < permutations.cards().decks_of(batch); ++deck) {
      std::uint32_t rank = 0;
      for (std::size_t at = 0; at < top; ++at) rank += rank_steps[at + 1][cards[at][deck]];
      ++cells[rank];
    }
  }
}

template <int top>
std::string TopCards<top>::why_not_of_positions(std::span<const std::vector<std::uint64_t>> positions,
                                                std::span<const std::uint64_t> cells) {
  std::vector<std::uint64_t> of_card(positions.size());
  std::array<std::size_t, top> set;
  std::iota(set.begin(), set.end(), std::size_t{0});
  for (const std::uint64_t count : cells) {
    for (const std::size_t card : set) of_card[card] += count;
    to_next_subset(set);
  }
  for (std::size_t card = 0; card < of_card.size(); ++card) {
    std::uint64_t on_top = 0;
    for (std::size_t position = 0; position < top; ++position) on_top += positions[position][card];
    if (of_card[card] == on_top) continue;
    return sentence("has card {} on top in {} trials, and the positions in {}", nth(card), of_card[card],
                    on_top);
  }
  return "";
}

template struct TopCards<2>;
template struct TopCards<3>;
template struct TopCards<5>;

}  // namespace fairshuffle::detail

namespace fairshuffle {

namespace {

constexpr std::array registered{&descents_table,
                                &rising_sequences_table,
                                &peaks_table,
                                &inverse_peaks_table,
                                &inversions_table,
                                &successions_table,
                                &left_maxima_table,
                                &left_minima_table,
                                &right_maxima_table,
                                &right_minima_table,
                                &inverse_neighbours_table,
                                &cyclic_differences_table,
                                &inverse_cyclic_differences_table,
                                &hand_mates_table,
                                &relative_order_table,
                                &inverse_relative_order_table,
                                &lehmer_code_table,
                                &top_two_table,
                                &top_three_table,
                                &top_five_table};

}  // namespace

std::span<const TableInfo* const> all_tables() {
  return registered;
}

Tables::Tables(int deck_size, Of of, const AskedTables& asked)
    : waiting_(take_together(deck_size, of) ? deck_size : 0), gathered_(waiting_.deck_size()) {
  for (const TableInfo* info : registered) {
    const bool due = !info->on_request || std::ranges::find(asked, info) != asked.end();
    const std::size_t cells = due ? cells_of(*info, deck_size, of) : 0;
    if (cells > 0) tables_.push_back({info, std::vector<std::uint64_t>(cells)});
  }
}

void Tables::add(std::span<const WideCard> permutation) {
  places_.resize(permutation.size());
  places_of(permutation, places_);
  for (Table& table : tables_) table.info->add_wide({.cards = permutation, .places = places_}, table.cells);
}

void Tables::count_gathered() {
  for (Table& table : tables_) table.info->add(gathered_, table.cells);
  gathered_.clear();
}

void Tables::merge(const Tables& other) {
  if (all().size() != other.all().size()) {
    throw std::invalid_argument("Tables: those of different decks do not add up");
  }
  for (std::size_t index = 0; index < tables_.size(); ++index) {
    detail::add_counts(tables_[index].cells, other.tables_[index].cells);
  }
}

std::span<const Tables::Table> Tables::all() const {
  if (!is_settled()) throw std::logic_error("Tables: permutations were added and not settled");
  return tables_;
}

std::span<Tables::Table> Tables::all() {
  std::as_const(*this).all();
  return tables_;
}

bool Tables::has(const TableInfo& info) const {
  return std::ranges::find(tables_, &info, &Table::info) != tables_.end();
}

AskedTables Tables::asked() const {
  AskedTables asked;
  for (const Table& table : tables_) {
    if (table.info->on_request) asked.push_back(table.info);
  }
  return asked;
}

std::span<const std::uint64_t> Tables::of(const TableInfo& info) const {
  const std::span<const Table> tables = all();
  const auto found = std::ranges::find(tables, &info, &Table::info);
  if (found == tables.end()) {
    throw std::invalid_argument("Tables: '" + std::string(info.name) + "' is not counted of this deck");
  }
  return found->cells;
}

void Tables::add_cells(std::string_view name, std::span<const std::uint64_t> cells) {
  const auto found = std::ranges::find(tables_, name, [](const Table& table) { return table.info->name; });
  if (found == tables_.end() || found->cells.size() != cells.size()) {
    throw std::invalid_argument("Tables: '" + std::string(name) + "' has other cells in this deck");
  }
  for (std::size_t cell = 0; cell < cells.size(); ++cell) found->cells[cell] += cells[cell];
}

}  // namespace fairshuffle
