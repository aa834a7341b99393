#include "core/interpret/enumerate.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "core/interpret/draw_weights.hpp"
#include "core/interpret/scalar_deck.hpp"
#include "core/interpret/shared_word.hpp"
#include "core/shuffle/catalogue.hpp"

namespace fairshuffle {

namespace {

constexpr const char* too_long = "its paths are too many, or too long, to be followed one by one";

/// A script of choices, replayed as an odometer: the last choice runs fastest.
class ScriptedDraws {
 public:
  std::uint64_t below(std::uint64_t bound) {
    if (played_ == script_.size()) {
      if (script_.size() == longest_path_enumerated) throw EnumerationRefused(too_long);
      script_.push_back({0, bound});
    }
    return script_[played_++].value;
  }

  void rewind() { played_ = 0; }

  /// Steps to the next script; false after the last. What follows the choice that moved is forgotten, because
  /// other choices may be asked for there.
  bool next() {
    while (!script_.empty() && script_.back().value + 1 == script_.back().bound) script_.pop_back();
    if (script_.empty()) return false;
    ++script_.back().value;
    return true;
  }

  struct Choice {
    std::uint64_t value;
    std::uint64_t bound;
  };
  std::span<const Choice> choices() const { return script_; }
  std::size_t draws() const { return script_.size(); }

 private:
  std::vector<Choice> script_;
  std::size_t played_ = 0;
};

/// Sums of path weights that share a denominator, by rank; one more for results that are no order.
template <class Count>
using SumsByDenominator = std::map<Integer, std::vector<Count>>;

template <class Count>
Law law_of_sums(int deck_size, const SumsByDenominator<Count>& sums) {
  const std::uint64_t orders = order_count(deck_size);
  Law law{.deck_size = deck_size, .denominator = 1, .weight = std::vector<Integer>(orders), .invalid = 0};
  for (const auto& [denominator, counts] : sums) law.denominator = lcm(law.denominator, denominator);
  for (const auto& [denominator, counts] : sums) {
    const Integer share = law.denominator / denominator;
    for (std::uint64_t rank = 0; rank < orders; ++rank) {
      if (counts[rank] != 0) law.weight[rank] += share * counts[rank];
    }
    law.invalid += share * counts[orders];
  }
  return law;
}

/// Follows every path; `add(path, cell)` is told where each one ends.
template <class Shuffle, class Draws, class Add>
void follow_paths(const SampleSetup& setup, Draws draws, std::uint64_t most_paths, Add add) {
  const Shuffle shuffle{OptionValues(setup.options)};
  ScalarDeck<Draws> deck(setup.deck_size, draws);
  const std::uint64_t orders = order_count(setup.deck_size);
  std::uint64_t paths = 0, draws_followed = 0;
  do {
    if (++paths > most_paths || draws_followed > most_draws_enumerated) {
      throw EnumerationRefused(too_long);
    }
    draws.rewind();
    deck.begin_trial();
    shuffle(deck);
    const std::span<const Card> order = deck.end_trial();
    draws_followed += draws.draws();
    add(draws, is_order(order) ? rank_of(order) : orders);
  } while (draws.next());
}

template <class Shuffle>
Law enumerate_uniform(const SampleSetup& setup, std::uint64_t most_paths) {
  // With uniform draws a path weighs 1 / (product of its bounds), so paths are only counted.
  SumsByDenominator<std::uint64_t> sums;
  std::vector<std::uint64_t>* counts = nullptr;
  std::vector<std::uint64_t> bounds_of_last;
  follow_paths<Shuffle>(
      setup, ScriptedDraws{}, most_paths, [&](const ScriptedDraws& draws, std::uint64_t cell) {
        const std::span<const ScriptedDraws::Choice> path = draws.choices();
        const bool same_bounds =
            counts != nullptr && std::ranges::equal(path, bounds_of_last, {}, &ScriptedDraws::Choice::bound);
        if (!same_bounds) {
          Integer denominator = 1;
          bounds_of_last.clear();
          for (const auto& choice : path) {
            denominator *= choice.bound;
            bounds_of_last.push_back(choice.bound);
          }
          counts = &sums[denominator];
          counts->resize(order_count(setup.deck_size) + 1);
        }
        ++(*counts)[cell];
      });
  return law_of_sums(setup.deck_size, sums);
}

template <class Shuffle>
Law enumerate_weighted(const SampleSetup& setup, std::uint64_t most_paths) {
  DrawWeightsByBound laws(setup);
  SumsByDenominator<Integer> sums;
  follow_paths<Shuffle>(setup, ScriptedDraws{}, most_paths,
                        [&](const ScriptedDraws& draws, std::uint64_t cell) {
                          Integer weight = 1, denominator = 1;
                          for (const auto& choice : draws.choices()) {
                            const DrawWeights& law = laws.of(choice.bound);
                            weight *= law.weight(choice.value);
                            denominator *= law.denominator;
                          }
                          auto& weights = sums[denominator];
                          weights.resize(order_count(setup.deck_size) + 1);
                          weights[cell] += weight;
                        });
  return law_of_sums(setup.deck_size, sums);
}

template <class Shuffle>
Law enumerate_shared_word(const SampleSetup& setup, std::uint64_t most_paths) {
  SharedWordDraws draws(setup);
  Law law{.deck_size = setup.deck_size,
          .denominator = draws.all_words(),
          .weight = std::vector<Integer>(order_count(setup.deck_size)),
          .invalid = 0};
  follow_paths<Shuffle>(setup, std::move(draws), most_paths,
                        [&](const SharedWordDraws& path, std::uint64_t cell) {
                          (cell < law.weight.size() ? law.weight[cell] : law.invalid) += path.words();
                        });
  return law;
}

template <class Shuffle>
Law enumerate_of(const SampleSetup& setup, std::uint64_t most_paths) {
  if constexpr (std::invocable<const Shuffle&, ScalarDeck<ScriptedDraws>&>) {
    if (setup.clock.seeding.kind == SeedingKind::per_draw_clock) {
      return enumerate_shared_word<Shuffle>(setup, most_paths);
    }
    // The exact draw is uniform for every bound: a law without words says so.
    const bool uniform = setup.draw->law(*setup.source, setup.source->max_word, 3).uniform;
    return uniform ? enumerate_uniform<Shuffle>(setup, most_paths)
                   : enumerate_weighted<Shuffle>(setup, most_paths);
  } else {
    throw std::invalid_argument("enumerate: " + why_not_enumerated(setup));
  }
}

/// Notes what is drawn below; every draw gives 0.
struct NotedDraws {
  // Not inlined: g++ 12 follows the constant into the deck's copying and warns of a copy that is never made.
  [[gnu::noinline]] std::uint64_t below(std::uint64_t bound) {
    bounds.insert(bound);
    return 0;
  }
  std::set<std::uint64_t> bounds;
};

template <class Shuffle>
std::vector<std::uint64_t> bounds_drawn_by(const SampleSetup& setup) {
  NotedDraws draws;
  if constexpr (std::invocable<const Shuffle&, ScalarDeck<NotedDraws>&>) {
    ScalarDeck<NotedDraws> deck(setup.deck_size, draws);
    deck.begin_trial();
    Shuffle{OptionValues(setup.options)}(deck);
  }
  return {draws.bounds.begin(), draws.bounds.end()};
}

struct EnumeratorEntry {
  std::string_view shuffle;
  bool admitted;
  Law (*run)(const SampleSetup&, std::uint64_t);
  std::vector<std::uint64_t> (*bounds)(const SampleSetup&);
};

template <class... S>
constexpr std::array<EnumeratorEntry, sizeof...(S)> entries_of(ShuffleList<S...>) {
  return {EnumeratorEntry{S::info.name, std::invocable<const S&, ScalarDeck<ScriptedDraws>&>,
                          &enumerate_of<S>, &bounds_drawn_by<S>}...};
}

const EnumeratorEntry& entry_of(std::string_view shuffle) {
  static constexpr auto entries = entries_of(Shuffles{});
  const auto found = std::ranges::find(entries, shuffle, &EnumeratorEntry::shuffle);
  if (found == entries.end()) {
    throw std::invalid_argument("enumerate: shuffle " + std::string(shuffle) + " is in no catalogue");
  }
  return *found;
}

}  // namespace

std::vector<std::uint64_t> bounds_drawn(const SampleSetup& setup) {
  return entry_of(setup.shuffle->name).bounds(setup);
}

bool enumerate_admits(std::string_view shuffle) {
  return entry_of(shuffle).admitted;
}

std::string why_not_enumerated(const SampleSetup& setup) {
  if (std::string reason = why_not_sampled(setup); !reason.empty()) return reason;
  if (setup.deck_size > largest_counted_deck_size) {
    return "orders are enumerated for decks of up to " + std::to_string(largest_counted_deck_size) + " cards";
  }
  if (!entry_of(setup.shuffle->name).admitted) {
    return std::string(setup.shuffle->name) + " draws its own way, which can't be replayed choice by choice";
  }
  if (setup.clock.seeding.kind == SeedingKind::per_shuffle_clock) {
    return "a shuffle seeded from the clock is a function of its reading, not of independent draws";
  }
  if (setup.clock.seeding.kind == SeedingKind::per_draw_clock &&
      setup.draw->word_use(*setup.source) == WordUse::several) {
    return "draw=" + std::string(setup.draw->info.name) +
           " may take several words, and only draws of one word each all reuse the same one; try draw=modulo";
  }
  return "";
}

Law enumerate(const SampleSetup& setup, std::uint64_t most_paths) {
  if (const std::string reason = why_not_enumerated(setup); !reason.empty()) {
    throw std::invalid_argument("enumerate: " + reason);
  }
  return entry_of(setup.shuffle->name).run(setup, most_paths);
}

}  // namespace fairshuffle
