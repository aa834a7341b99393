#include "core/tally/tally.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <stdexcept>
#include <string>

namespace fairshuffle {

namespace {
int checked_deck_size(int deck_size) {
  if (deck_size < 1 || deck_size > largest_deck_size) {
    throw std::invalid_argument("Tally: deck_size must be in 1.." + std::to_string(largest_deck_size) +
                                ", was " + std::to_string(deck_size));
  }
  return deck_size;
}

std::shared_ptr<PermutationCounts> permutation_counts(int deck_size,
                                                      std::optional<PermutationCounting> counting) {
  return counting ? std::make_shared<PermutationCounts>(deck_size, *counting) : nullptr;
}

// Tables that stay empty are kept small where whole ones would take megabytes.
int deck_of_permutations(int deck_size, const Multiset& multiset) {
  return multiset.is_plain() || !is_wide_deck(deck_size) ? deck_size : 1;
}

int deck_of_successive(int deck_size, const OnRequest& asked) {
  return asked.successive_of_wide_decks || !is_wide_deck(deck_size)
             ? deck_of_permutations(deck_size, asked.multiset)
             : 1;
}
}  // namespace

Tally::Tally(int deck_size_of_all, int marked, const OnRequest& asked)
    : DerivedCounts{.positions = PositionCounts(
                        deck_of_permutations(checked_deck_size(deck_size_of_all), asked.multiset)),
                    .neighbours = NeighbourCounts(deck_of_permutations(deck_size_of_all, asked.multiset)),
                    .fixed_points = NumberCounts(deck_size_of_all),
                    .cycles = NumberCounts(deck_size_of_all),
                    .parity = NumberCounts(1),
                    .subsets = {},
                    .tables = Tables(asked.multiset.is_plain() ? deck_size_of_all : 1,
                                     Tables::Of::permutations, asked.tables)},
      deck_size(deck_size_of_all),
      successive(deck_of_successive(deck_size, asked)),
      bets(deck_size, asked.bets) {
  if (marked > 0) subsets.emplace(deck_size, marked);
  if (!asked.multiset.is_plain()) multiset.emplace(asked.multiset, deck_size);
}

void Tally::merge_without_permutations(const Tally& other) {
  trials += other.trials;
  repeats.merge(other.repeats);
  birthday = {};
  pair_positions.reset();
  successive.merge(other.successive);
  if (multiset) multiset->check_one_deck(other.multiset.value());
  detail::merge_counts(*this, other);
}

BirthdayCounts Tally::birthday_of_counted_permutations() const {
  BirthdayCounts counts;
  if (deck_size < smallest_birthday_deck) return counts;
  for_each_permutation_count([&counts](std::uint64_t count, std::uint64_t permutations_that_came_so_often) {
    counts.kept += count * permutations_that_came_so_often;
    if (count > 0) counts.distinct += permutations_that_came_so_often;
    if (count > 1) counts.again += permutations_that_came_so_often;
  });
  return counts;
}

RunningTally::RunningTally(int deck_size, int marked, std::optional<PermutationCounting> counting,
                           std::uint64_t slots, const OnRequest& asked)
    : RunningTally(deck_size, marked,
                   asked.multiset.is_plain() ? permutation_counts(deck_size, counting) : nullptr, slots,
                   asked) {}

RunningTally::RunningTally(int deck_size, int marked, std::shared_ptr<PermutationCounts> permutations,
                           std::uint64_t slots, const OnRequest& asked)
    : asked_(asked), permutations_(std::move(permutations)), tally_(deck_size, marked, asked) {
  if (permutations_) tally_.permutations.emplace(permutations_);
  if (keeps_permutations(deck_size, permutations_ != nullptr)) kept_permutations_.emplace(slots);
  if (deck_size >= smallest_large_deck && !is_wide_deck(deck_size) && asked.pairs &&
      asked.multiset.is_plain())
    pair_positions_.emplace(deck_size);
  if (asked.first_decks) first_decks_.emplace(deck_size);
}

RunningTally RunningTally::beside() const {
  const int marked = tally_.subsets ? tally_.subsets->marked() : 0;
  RunningTally other(tally_.deck_size, marked,
                     permutations_ ? std::make_shared<PermutationCounts>(permutations_->beside()) : nullptr,
                     most_birthday_slots, asked_);
  if (kept_permutations_) other.kept_permutations_.emplace(kept_permutations_->beside());
  return other;
}

void RunningTally::add_planes(const PlaneTrials& together) {
  tally_.trials += together.trials.size();
  tally_.add_planes(together,
                    [&](PermutationPlanes& permutations) { add_now(permutations, together.trials); });
}

bool RunningTally::add_decks(std::span<const Card> decks, std::uint64_t first_trial) {
  std::array<std::uint64_t, decks_of_planes> trials;
  std::iota(trials.begin(), trials.end(), first_trial);
  const bool are_permutations =
      tally_.add_decks(decks, [&](PermutationPlanes& permutations) { add_now(permutations, trials); });
  if (are_permutations) tally_.trials += trials.size();
  return are_permutations;
}

// What can't wait until more are gathered.
void RunningTally::add_now(PermutationPlanes& permutations,
                           std::span<const std::uint64_t, decks_of_planes> trials) {
  for (std::size_t deck = 0; deck < permutations.size() && !tally_.bets.empty(); ++deck) {
    tally_.bets.add(permutations.permutation(deck));
  }
  if (kept_permutations_) kept_permutations_->add(permutations, trials);
  if (pair_positions_) pair_positions_->add(permutations.places());
}

void RunningTally::add_witness(Witness witness) {
  const auto after =
      std::upper_bound(witnesses_.begin(), witnesses_.end(), witness.trial,
                       [](std::uint64_t trial, const Witness& kept) { return trial < kept.trial; });
  witnesses_.insert(after, std::move(witness));
  if (witnesses_.size() > most_witnesses) witnesses_.pop_back();
}

void RunningTally::merge(const RunningTally& other) {
  if (!permutations_ != !other.permutations_) {
    throw std::invalid_argument("merge: a tally with counted permutations and one without do not add up");
  }
  tally_.merge_without_permutations(other.counted());
  if (permutations_) permutations_->merge(*other.permutations_);
  if (kept_permutations_) kept_permutations_->merge(*other.kept_permutations_);
  if (pair_positions_) pair_positions_->merge(*other.pair_positions_);
  if (first_decks_) first_decks_->merge(other.first_decks_.value());
  invalid_trials_ += other.invalid_trials_;
  for (const Witness& witness : other.witnesses_) add_witness(witness);
}

void RunningTally::settle() {
  tally_.settle();
  if (pair_positions_) pair_positions_->settle();
  if (!tuples_) return;
  tuples_->empty_into(*permutations_);
  tuples_.reset();
}

const Tally& RunningTally::counted() const {
  if (tuples_) throw std::logic_error("RunningTally: trials were added and not settled");
  return tally_;
}

Tally RunningTally::complete() const {
  Tally complete = counted();
  complete.settle();
  if (permutations_) {
    derive_from_permutations(*permutations_, complete);
    complete.birthday = complete.birthday_of_counted_permutations();
  }
  if (kept_permutations_) {
    complete.birthday = KeptPermutations::counts_of(*kept_permutations_, kept_permutations_->beside(),
                                                    trials() + invalid_trials_);
  }
  if (pair_positions_) complete.pair_positions = pair_positions_->sums();
  return complete;
}

BirthdayCounts RunningTally::birthday_of(const RunningTally& first, const RunningTally& second) {
  if (!first.kept_permutations_) return {};
  const std::uint64_t trials =
      first.trials() + first.invalid_trials() + second.trials() + second.invalid_trials();
  return KeptPermutations::counts_of(*first.kept_permutations_, second.kept_permutations_.value(), trials);
}

std::optional<PairPositions> RunningTally::pair_positions_of(const RunningTally& first,
                                                             const RunningTally& second) {
  if (!first.pair_positions_) return std::nullopt;
  return PairPositionCounts::sums_of(*first.pair_positions_, second.pair_positions_.value());
}

namespace {

constexpr int suffix_size = 3;
constexpr int suffixes = 6;

// The permutations of the last three cards, by rank: which of them, by size, stands at each of the last
// positions.
constexpr std::array<std::array<unsigned, suffix_size>, suffixes> suffix_permutations{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

int cycles_of_three(std::array<unsigned, suffix_size> permutation) {
  const int fixed = (permutation[0] == 0) + (permutation[1] == 1) + (permutation[2] == 2);
  return fixed == 3 ? 3 : fixed == 1 ? 2 : 1;
}

/// Tables of six sums, one for each order of the last three cards.
class SuffixSums {
 public:
  explicit SuffixSums(std::size_t rows) : sums_(rows * suffixes) {}

  void add(std::size_t row, const std::uint64_t* six) {
    std::uint64_t* sums = sums_.data() + row * suffixes;
    for (std::size_t suffix = 0; suffix < suffixes; ++suffix) sums[suffix] += six[suffix];
  }
  std::uint64_t at(std::size_t row, std::size_t suffix) const { return sums_[row * suffixes + suffix]; }

 private:
  std::vector<std::uint64_t> sums_;
};

// Permutations that agree in all but their last three cards have neighbouring ranks. So the table is walked
// prefix by prefix, and what a card of the prefix adds is added once, with the subtotal of all permutations
// that begin so. What the last three cards add depends on little of the prefix: where they stand on the set
// of them and on the card before them, and their fixed points and cycles on what `Prefix` knows. For each of
// these the six counts are summed first, and looked at one by one at the end.
class PrefixWalk {
 public:
  PrefixWalk(const PermutationCounts& counts, Tally& tally)
      : reader_(counts),
        counts_(std::min<std::uint64_t>(counts.permutations(), most_at_once)),
        tally_(tally),
        deck_size_(static_cast<unsigned>(tally.deck_size)),
        prefix_size_(deck_size_ - suffix_size),
        by_place_((deck_size_ + 1) * set_count()),
        by_fixed_points_((deck_size_ + 1) * fixed_patterns),
        by_cycles_((deck_size_ + 1) * cycle_patterns) {
    for (unsigned card = 0; card < deck_size_; ++card) path_start_[card] = path_end_[card] = card;
  }

  void run() {
    walk({.last = deck_size_, .remaining = (1U << deck_size_) - 1});
    add_places();
    add_fixed_points();
    add_cycles();
  }

 private:
  // Which of the last three positions' own cards are among the last three; to which of the last positions the
  // paths lead that begin at each of the last three cards.
  static constexpr unsigned fixed_patterns = 8;
  static constexpr unsigned cycle_patterns = 9;

  struct Prefix {
    unsigned size = 0;
    unsigned last = 0;       // the last card, or n
    unsigned remaining = 0;  // a bit for each card that is left
    unsigned fixed_points = 0;
    unsigned cycles = 0;
    unsigned marked = 0;  // marked cards in it, and what they add to the rank of the subset
    std::uint64_t subset_rank = 0;
  };

  // Sets of three cards a < b < c are numbered by C(c, 3) + C(b, 2) + a.
  static std::size_t pairs_below(unsigned card) { return card * (card - 1) / 2; }
  static std::size_t triples_below(unsigned card) { return card * (card - 1) * (card - 2) / 6; }
  static std::size_t set_number(unsigned a, unsigned b, unsigned c) {
    return triples_below(c) + pairs_below(b) + a;
  }
  std::size_t set_count() const { return triples_below(deck_size_); }

  // The trials of all permutations that begin with the prefix.
  std::uint64_t walk(const Prefix& prefix) {
    if (prefix.size == prefix_size_) return read_suffixes(prefix);
    std::uint64_t trials = 0;
    for (unsigned left = prefix.remaining; left != 0; left &= left - 1) {
      const auto card = static_cast<unsigned>(std::countr_zero(left));
      const std::uint64_t trials_of_card = walk_on(prefix, card);
      tally_.positions.add_at(prefix.size, card, trials_of_card);
      tally_.neighbours.add_at(prefix.last, card, trials_of_card);
      trials += trials_of_card;
    }
    return trials;
  }

  // The card at a position is the next element on the path of that position, as a permutation. Until all
  // cards are dealt there are paths: from a card that is left to a position that is open. A card that is put
  // on the open position of its own path closes a cycle; any other joins two paths.
  std::uint64_t walk_on(const Prefix& prefix, unsigned card) {
    const unsigned position = prefix.size;
    Prefix longer = prefix;
    longer.size = position + 1;
    longer.last = card;
    longer.remaining = prefix.remaining & ~(1U << card);
    longer.fixed_points += card == position;
    if (tally_.subsets && card < static_cast<unsigned>(tally_.subsets->marked())) {
      longer.subset_rank += tally_.subsets->rank_step(position, longer.marked++);
    }
    const unsigned start = path_start_[position], end = path_end_[card];
    if (start == card) {
      ++longer.cycles;
      return walk(longer);
    }
    path_end_[start] = end;
    path_start_[end] = start;
    const std::uint64_t trials = walk(longer);
    path_end_[start] = position;
    path_start_[end] = card;
    return trials;
  }

  std::uint64_t read_suffixes(const Prefix& prefix) {
    // Fewer permutations are a part of that, and more a multiple of it.
    if (next_rank_ % counts_.size() == 0) reader_.read(next_rank_, counts_);
    const std::uint64_t* const six = &counts_[next_rank_ % counts_.size()];
    next_rank_ += suffixes;
    std::uint64_t trials = 0;
    for (std::size_t suffix = 0; suffix < suffixes; ++suffix) trials += six[suffix];
    if (trials == 0) return 0;
    unsigned left = prefix.remaining;
    const auto a = static_cast<unsigned>(std::countr_zero(left));
    left &= left - 1;
    const auto b = static_cast<unsigned>(std::countr_zero(left));
    left &= left - 1;
    const auto c = static_cast<unsigned>(std::countr_zero(left));
    by_place_.add(prefix.last * set_count() + set_number(a, b, c), six);
    by_fixed_points_.add(prefix.fixed_points * fixed_patterns + (prefix.remaining >> prefix_size_), six);
    // The third path leads where the other two do not.
    by_cycles_.add(prefix.cycles * cycle_patterns + (path_end_[a] - prefix_size_) * suffix_size +
                       (path_end_[b] - prefix_size_),
                   six);
    if (tally_.subsets) add_subsets(prefix, {a, b, c}, six);
    return trials;
  }

  void add_subsets(const Prefix& prefix, std::array<unsigned, suffix_size> cards, const std::uint64_t* six) {
    SubsetCounts& subsets = *tally_.subsets;
    for (std::size_t suffix = 0; suffix < suffixes; ++suffix) {
      std::uint64_t rank = prefix.subset_rank;
      unsigned marked = prefix.marked;
      for (unsigned place = 0; place < suffix_size; ++place) {
        if (cards[suffix_permutations[suffix][place]] < static_cast<unsigned>(subsets.marked())) {
          rank += subsets.rank_step(prefix_size_ + place, marked++);
        }
      }
      subsets.add_to_rank(rank, six[suffix]);
    }
  }

  void add_places() {
    for (unsigned last = 0; last <= deck_size_; ++last) {
      for (unsigned c = 2; c < deck_size_; ++c) {
        for (unsigned b = 1; b < c; ++b) {
          for (unsigned a = 0; a < b; ++a) add_places_of(last, {a, b, c});
        }
      }
    }
  }

  void add_places_of(unsigned last, std::array<unsigned, suffix_size> cards) {
    const std::size_t row = last * set_count() + set_number(cards[0], cards[1], cards[2]);
    for (std::size_t suffix = 0; suffix < suffixes; ++suffix) {
      const std::uint64_t trials = by_place_.at(row, suffix);
      unsigned previous = last;
      for (unsigned place = 0; place < suffix_size; ++place) {
        const unsigned card = cards[suffix_permutations[suffix][place]];
        tally_.positions.add_at(prefix_size_ + place, card, trials);
        tally_.neighbours.add_at(previous, card, trials);
        previous = card;
      }
      tally_.neighbours.add_at(previous, deck_size_, trials);
    }
  }

  void add_fixed_points() {
    for (unsigned in_prefix = 0; in_prefix <= prefix_size_; ++in_prefix) {
      for (unsigned pattern = 0; pattern < fixed_patterns; ++pattern) {
        for (std::size_t suffix = 0; suffix < suffixes; ++suffix) {
          unsigned fixed_points = in_prefix;
          for (unsigned place = 0; place < suffix_size; ++place) {
            // No card is larger than those of the last positions, so of the three cards the one of this place
            // is followed by as many as the pattern has bits above it.
            const auto index = static_cast<unsigned>(suffix_size - std::popcount(pattern >> place));
            fixed_points += (pattern >> place & 1) != 0 && suffix_permutations[suffix][place] == index;
          }
          tally_.fixed_points.add(static_cast<int>(fixed_points),
                                  by_fixed_points_.at(in_prefix * fixed_patterns + pattern, suffix));
        }
      }
    }
  }

  void add_cycles() {
    for (unsigned closed = 0; closed <= prefix_size_; ++closed) {
      for (unsigned pattern = 0; pattern < cycle_patterns; ++pattern) {
        const unsigned first = pattern / suffix_size, second = pattern % suffix_size;
        if (first == second) continue;
        const std::array<unsigned, suffix_size> ends{first, second, suffix_size - first - second};
        for (std::size_t suffix = 0; suffix < suffixes; ++suffix) {
          std::array<unsigned, suffix_size> from_place_to_place;
          for (unsigned place = 0; place < suffix_size; ++place) {
            from_place_to_place[place] = ends[suffix_permutations[suffix][place]];
          }
          const int cycles = static_cast<int>(closed) + cycles_of_three(from_place_to_place);
          const std::uint64_t trials = by_cycles_.at(closed * cycle_patterns + pattern, suffix);
          tally_.cycles.add(cycles, trials);
          tally_.parity.add((tally_.deck_size - cycles) % 2, trials);
        }
      }
    }
  }

  static constexpr std::uint64_t most_at_once = 720;

  PermutationReader reader_;
  std::uint64_t next_rank_ = 0;
  std::vector<std::uint64_t> counts_;  // of the permutations around it
  Tally& tally_;
  unsigned deck_size_;
  unsigned prefix_size_;
  std::array<unsigned, largest_countable_deck_size> path_start_{};  // by the open position it leads to
  std::array<unsigned, largest_countable_deck_size> path_end_{};    // by the card it begins with
  SuffixSums by_place_, by_fixed_points_, by_cycles_;
};

void derive_bets(const PermutationCounts& counts, BetCounts& bets, int deck_size) {
  if (bets.empty()) return;
  std::vector<Card> permutation(static_cast<std::size_t>(deck_size));
  std::uint64_t rank_after = 0;
  for_each_permutation(counts, nullptr, [&](std::uint64_t rank, std::uint64_t trials, std::uint64_t) {
    // Where all permutations come, stepping from one to the next takes a tenth of finding each.
    if (rank == rank_after && rank > 0) {
      std::ranges::next_permutation(permutation);
    } else {
      permutation_of_rank(rank, std::span<Card>(permutation));
    }
    rank_after = rank + 1;
    bets.add(permutation, trials);
  });
}

}  // namespace

void derive_from_permutations(const PermutationCounts& counts, Tally& tally) {
  if (counts.is_list()) {
    std::vector<Card> permutation(static_cast<std::size_t>(tally.deck_size));
    for (const std::uint32_t rank : counts.listed()) {
      permutation_of_rank(rank, std::span<Card>(permutation));
      tally.add_to_derived(permutation);
    }
  } else if (tally.deck_size < suffix_size) {
    for_each_permutation(counts, nullptr, [&tally](std::uint64_t rank, std::uint64_t trials, std::uint64_t) {
      tally.add_to_derived(permutation_of_rank(rank, tally.deck_size), trials);
    });
  } else {
    PrefixWalk(counts, tally).run();
  }
  derive_bets(counts, tally.bets, tally.deck_size);
}

}  // namespace fairshuffle
