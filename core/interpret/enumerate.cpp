#include "core/interpret/enumerate.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "core/exact/distribution.hpp"
#include "core/interpret/card_distribution.hpp"
#include "core/interpret/sample.hpp"
#include "core/interpret/scalar_deck.hpp"
#include "core/interpret/trace.hpp"
#include "core/shuffle/catalogue.hpp"

namespace fairshuffle {

namespace {

constexpr const char* too_many_paths = "its paths are too many, or too long, to be followed one by one";

/// A script of choices, replayed as an odometer: the last choice runs fastest.
class ScriptedDraws {
 public:
  std::uint64_t below(std::uint64_t bound) { return choose({.value = 0, .bound = bound, .yes = 0}); }

  /// One choice of two, whatever the faces: those that say the same lead along the same paths.
  bool toss(Coin coin) {
    return choose({.value = 0,
                   .bound = static_cast<std::uint64_t>(coin.faces),
                   .yes = static_cast<std::uint64_t>(coin.yes)}) == 1;
  }

  void rewind() { played_ = 0; }

  /// Steps to the next script; false after the last. What follows the choice that moved is forgotten, because
  /// other choices may be asked for there.
  bool next() {
    while (!script_.empty() && script_.back().value + 1 == script_.back().values()) script_.pop_back();
    if (script_.empty()) return false;
    ++script_.back().value;
    return true;
  }

  struct Choice {
    std::uint64_t value;  ///< of a toss: 1 for yes
    std::uint64_t bound;
    std::uint64_t yes;  ///< faces that say yes, of a toss; 0 for a draw

    std::uint64_t values() const { return yes == 0 ? bound : 2; }
    /// The values drawn that are this choice.
    std::uint64_t first_drawn() const { return yes == 0 ? value : value == 0 ? 0 : bound - yes; }
    std::uint64_t drawn() const { return yes == 0 ? 1 : value == 0 ? bound - yes : yes; }
  };
  std::span<const Choice> choices() const { return script_; }
  std::size_t draws() const { return script_.size(); }

 private:
  std::uint64_t choose(const Choice& first) {
    if (played_ == script_.size()) {
      if (script_.size() == longest_path_enumerated) throw EnumerationRefused(too_many_paths);
      script_.push_back(first);
    }
    return script_[played_++].value;
  }

  std::vector<Choice> script_;
  std::size_t played_ = 0;
};

// All draws of a trial made of one and the same word: what comes of seeding a source with the clock before
// each of them.

/// Choices for the scalar deck: follows every set of words that a shuffle cannot tell apart, as an odometer.
/// A path is such a set; another word of it would have given the same draws.
class SharedWordDraws {
 public:
  /// Precondition: the draw method makes a value of one word.
  explicit SharedWordDraws(const SampleSetup& setup)
      : source_(setup.source),
        draw_(setup.draw),
        max_word_(max_word_of(*setup.source, setup.bits)),
        remainders_(setup.draw->word_use(*setup.source) == WordUse::remainder) {}

  std::uint64_t below(std::uint64_t bound) {
    if (played_ == script_.size()) {
      if (script_.size() == longest_path_enumerated) throw EnumerationRefused("its paths are too long");
      const WordSet among = words_so_far();
      script_.push_back(choice_from(among, bound, among.first));
    }
    return script_[played_++].value;
  }

  void rewind() { played_ = 0; }

  /// Steps to the next set of words; false after the last.
  bool next() {
    while (!script_.empty()) {
      const Choice last = script_.back();
      script_.pop_back();
      const WordSet& among = last.among;
      // The first words of the values follow each other: by one step of what was left open where remainders
      // decide, until they come round, and otherwise where the words of the last value end.
      const Wide first =
          remainders_ ? last.chosen.first + among.step : static_cast<Wide>(last.chosen.last) + 1;
      const bool round = remainders_ && first - among.first >= last.chosen.step;
      if (first > among.last || round) continue;
      script_.push_back(choice_from(among, last.bound, static_cast<std::uint64_t>(first)));
      return true;
    }
    return false;
  }

  std::size_t draws() const { return script_.size(); }

  /// How many words lead along the path just followed. Over all paths they sum to all_words().
  Integer words() const { return words_so_far().count(); }
  Integer all_words() const { return Integer(max_word_) + 1; }

 private:
  /// first, first + step, ... up to last; never empty.
  struct WordSet {
    std::uint64_t first, last;
    Wide step;
    Integer count() const { return Integer((last - first) / step) + 1; }
  };
  struct Choice {
    WordSet among;   ///< what the draws before left open
    WordSet chosen;  ///< those of them that give `value`
    std::uint64_t bound, value;
  };

  WordSet words_so_far() const {
    return script_.empty() ? WordSet{.first = 0, .last = max_word_, .step = 1} : script_.back().chosen;
  }

  /// The choice of the value that `first`, a word of `among`, gives.
  Choice choice_from(const WordSet& among, std::uint64_t bound, std::uint64_t first) const {
    Choice choice{.among = among, .chosen = among, .bound = bound, .value = value_of(first, bound)};
    choice.chosen.first = first;
    if (remainders_) {
      // Words that differ by the least common multiple give the same remainders. One beyond all words leaves
      // a single word; so it need not grow further.
      if (among.step <= max_word_)
        choice.chosen.step *= bound / std::gcd(static_cast<std::uint64_t>(among.step), bound);
      return choice;
    }
    std::uint64_t low = first, high = among.last;
    while (low < high) {
      const std::uint64_t middle = high - (high - low) / 2;
      value_of(middle, bound) > choice.value ? high = middle - 1 : low = middle;
    }
    choice.chosen.last = low;
    return choice;
  }

  std::uint64_t value_of(std::uint64_t word, std::uint64_t bound) const {
    return draw_->of_word(*source_, word, max_word_, bound);
  }

  const SourceEntry* source_;
  const DrawEntry* draw_;
  std::uint64_t max_word_;
  bool remainders_;
  std::vector<Choice> script_;
  std::size_t played_ = 0;
};

/// Sums of path weights that share a denominator, by rank; one more for results that are no permutation.
template <class Count>
using SumsByDenominator = std::map<Integer, std::vector<Count>>;

template <class Count>
Distribution distribution_of_sums(int deck_size, const SumsByDenominator<Count>& sums) {
  const std::uint64_t permutations = permutation_count(deck_size);
  Distribution distribution{
      .deck_size = deck_size, .denominator = 1, .weight = std::vector<Integer>(permutations), .invalid = 0};
  for (const auto& [denominator, counts] : sums)
    distribution.denominator = lcm(distribution.denominator, denominator);
  for (const auto& [denominator, counts] : sums) {
    const Integer share = distribution.denominator / denominator;
    for (std::uint64_t rank = 0; rank < permutations; ++rank) {
      if (counts[rank] != 0) distribution.weight[rank] += share * counts[rank];
    }
    distribution.invalid += share * counts[permutations];
  }
  return distribution;
}

using ScriptedDeck = ScalarDeck<ScriptedDraws>;
/// Of any size: what is not followed millions of times shares one kind of deck.
using AskedDeck = ScalarDeck<AskedDraws, WideCard>;

/// The rank of a deck of few cards; where it is no permutation, the cell behind all ranks.
template <class AnyCard>
std::uint64_t cell_of(std::span<const AnyCard> deck) {
  if (!is_permutation(deck)) return permutation_count(static_cast<int>(deck.size()));
  std::array<Card, largest_counted_deck_size> cards;
  std::ranges::transform(deck, cards.begin(), [](AnyCard card) { return static_cast<Card>(card); });
  return rank_of(std::span<const Card>(cards).first(deck.size()));
}

/// Follows every path of `draws`, which the deck draws from as `of_deck`; `add(draws, cell)` is told where
/// each one ends.
template <class Draws, class Deck, class OfDeck, class Add>
void follow_paths(const SampleSetup& setup, const Play<Deck>& play, Draws& draws, OfDeck& of_deck,
                  std::uint64_t most_paths, Add add) {
  Deck deck(setup.deck_size, of_deck);
  std::uint64_t paths = 0, draws_followed = 0;
  do {
    if (++paths > most_paths || draws_followed > most_draws_enumerated) {
      throw EnumerationRefused(too_many_paths);
    }
    draws.rewind();
    deck.begin_trial();
    play(deck);
    draws_followed += draws.draws();
    add(draws, cell_of(deck.end_trial()));
  } while (draws.next());
}

/// The tables of a path's draws. Bounds mostly are those of the path before, and are not looked up again.
template <class Table>
class TablesOfPath {
 public:
  /// Whether they are other tables than before; `table_of(bound)` has a `bound`.
  template <class TableOf>
  bool take(std::span<const ScriptedDraws::Choice> path, TableOf table_of) {
    std::size_t same = 0;
    while (same < std::min(path.size(), tables_.size()) && tables_[same]->bound == path[same].bound) ++same;
    if (taken_ && same == path.size() && same == tables_.size()) return false;
    tables_.resize(same);
    for (const auto& choice : path.subspan(same)) tables_.push_back(&table_of(choice.bound));
    return taken_ = true;
  }

  std::span<const Table* const> tables() const { return tables_; }

  /// The product over the choices of what the values drawn weigh: not all faces of a coin say the same, so
  /// their words are fewer than all.
  template <class Weight>
  Weight weight_of(std::span<const ScriptedDraws::Choice> path) const {
    Weight product = 1;
    for (std::size_t draw = 0; draw < path.size(); ++draw) {
      const std::uint64_t first = path[draw].first_drawn();
      auto drawn = tables_[draw]->weight(first);
      for (std::uint64_t value = 1; value < path[draw].drawn(); ++value) {
        drawn += tables_[draw]->weight(first + value);
      }
      product *= drawn;
    }
    return product;
  }

 private:
  std::vector<const Table*> tables_;
  bool taken_ = false;
};

// With uniform draws a path weighs 1 / (product of its bounds), so paths are only counted, in machine words.
template <class Weight>
Distribution enumerate_exactly(const SampleSetup& setup, const Play<ScriptedDeck>& play,
                               std::uint64_t most_paths) {
  DrawWeightsByBound distributions(setup);
  SumsByDenominator<Weight> sums;
  std::vector<Weight>* weights = nullptr;
  TablesOfPath<DrawWeights> of_path;
  ScriptedDraws script;
  follow_paths(setup, play, script, script, most_paths, [&](const ScriptedDraws& draws, std::uint64_t cell) {
    if (of_path.take(
            draws.choices(), [&distributions](std::uint64_t bound) -> auto& {
              return distributions.of(bound);
            })) {
      Integer denominator = 1;
      for (const DrawWeights* distribution : of_path.tables()) {
        // The same, but by a machine word.
        if (distribution->uniform()) {
          denominator *= distribution->bound;
        } else {
          denominator *= distribution->denominator;
        }
      }
      weights = &sums[denominator];
      weights->resize(permutation_count(setup.deck_size) + 1);
    }
    (*weights)[cell] += of_path.weight_of<Weight>(draws.choices());
  });
  return distribution_of_sums(setup.deck_size, sums);
}

Distribution enumerate_shared_word(const SampleSetup& setup, const Play<AskedDeck>& play,
                                   std::uint64_t most_paths) {
  SharedWordDraws draws(setup);
  AskedDraws asked = asked_of(draws);
  Distribution distribution{.deck_size = setup.deck_size,
                            .denominator = draws.all_words(),
                            .weight = std::vector<Integer>(permutation_count(setup.deck_size)),
                            .invalid = 0};
  follow_paths(setup, play, draws, asked, most_paths, [&](const SharedWordDraws& path, std::uint64_t cell) {
    (cell < distribution.weight.size() ? distribution.weight[cell] : distribution.invalid) += path.words();
  });
  return distribution;
}

Distribution enumerate_seeds(const SampleSetup& setup, const Play<AskedDeck>& play) {
  const std::uint64_t seeds = setup.clock.seeding.seeds;
  AnyDraws draws(setup.source->make(0, setup.bits), *setup.draw, {});
  AskedDraws asked = asked_of(draws);
  AskedDeck deck(setup.deck_size, asked);
  std::vector<std::uint64_t> counts(permutation_count(setup.deck_size) + 1);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    draws.begin_block(seed);
    deck.begin_trial();
    play(deck);
    ++counts[cell_of(deck.end_trial())];
  }
  return distribution_of_sums<std::uint64_t>(setup.deck_size, {{Integer(seeds), std::move(counts)}});
}

/// The probabilities of a draw's values.
struct DrawProbabilities {
  std::uint64_t bound;
  std::vector<double> by_value;

  double weight(std::uint64_t value) const { return by_value[value]; }
};

NumericDistribution enumerate_in_doubles(const SampleSetup& setup, const Play<ScriptedDeck>& play,
                                         std::uint64_t most_paths) {
  DrawWeightsByBound distributions(setup);
  std::map<std::uint64_t, DrawProbabilities> by_bound;
  const auto probabilities_of = [&](std::uint64_t bound) -> const DrawProbabilities& {
    const auto [found, is_new] = by_bound.try_emplace(bound, DrawProbabilities{bound, {}});
    if (is_new) found->second.by_value = probabilities(distributions.of(bound));
    return found->second;
  };
  std::vector<double> sums(permutation_count(setup.deck_size) + 1);
  std::vector<std::uint64_t> paths_to(sums.size());
  std::size_t longest = 0;
  TablesOfPath<DrawProbabilities> of_path;
  ScriptedDraws script;
  follow_paths(setup, play, script, script, most_paths, [&](const ScriptedDraws& draws, std::uint64_t cell) {
    of_path.take(draws.choices(), probabilities_of);
    sums[cell] += of_path.weight_of<double>(draws.choices());
    ++paths_to[cell];
    longest = std::max(longest, draws.draws());
  });
  // A probability drawn is off by three roundings at most, one of two faces of a coin by one more, its factor
  // in a product by one, and a term of a sum by one; all terms are positive.
  const auto roundings = static_cast<double>(5 * longest + *std::ranges::max_element(paths_to));
  NumericDistribution distribution{
      .deck_size = setup.deck_size, .probability = {}, .invalid = sums.back(), .error = 0};
  distribution.error =
      roundings * std::numeric_limits<double>::epsilon() * std::min(1.0, *std::ranges::max_element(sums));
  sums.pop_back();
  distribution.probability = std::move(sums);
  return distribution;
}

template <class Deck>
Play<Deck> play_of_setup(const SampleSetup& setup) {
  return visit_shuffle(setup.shuffle->name,
                       [&setup]<class S>(std::type_identity<S>) { return play_of<S, Deck>(setup.options); });
}

// `numeric` of the distributions that are found in fractions alone.
template <class Convert, class FollowScripts>
auto enumerated(const SampleSetup& setup, std::uint64_t most_paths, Convert convert, FollowScripts follow) {
  if (const std::string reason = why_not_enumerated(setup); !reason.empty()) {
    throw std::invalid_argument("enumerate: " + reason);
  }
  switch (setup.clock.seeding.kind) {
    case SeedingKind::per_draw_clock:
      return convert(enumerate_shared_word(setup, play_of_setup<AskedDeck>(setup), most_paths));
    case SeedingKind::per_shuffle_random:
      return convert(enumerate_seeds(setup, play_of_setup<AskedDeck>(setup)));
    default:
      return follow(play_of_setup<ScriptedDeck>(setup));
  }
}

}  // namespace

std::vector<std::uint64_t> bounds_drawn(const SampleSetup& setup) {
  std::set<std::uint64_t> bounds;
  AskedDraws draws{[&bounds](std::uint64_t bound) {
    bounds.insert(bound);
    return std::uint64_t{0};
  }};
  if (const auto play = play_of_setup<AskedDeck>(setup)) {
    AskedDeck deck(setup.deck_size, draws);
    deck.begin_trial();
    play(deck);
  }
  return {bounds.begin(), bounds.end()};
}

bool enumerate_admits(std::string_view shuffle) {
  return visit_shuffle(
      shuffle, []<class S>(std::type_identity<S>) { return std::invocable<const S&, ScriptedDeck&>; });
}

std::string why_not_enumerated(const SampleSetup& setup) {
  if (std::string reason = why_not_sampled(setup); !reason.empty()) return reason;
  if (setup.deck_size > largest_counted_deck_size) {
    return "permutations are enumerated for decks of up to " + std::to_string(largest_counted_deck_size) +
           " cards";
  }
  if (!enumerate_admits(setup.shuffle->name)) {
    return std::string(setup.shuffle->name) + " draws its own way, which can't be replayed choice by choice";
  }
  switch (setup.clock.seeding.kind) {
    case SeedingKind::per_shuffle_clock:
      return "a shuffle seeded from the clock is a function of its reading, not of independent draws";
    case SeedingKind::per_shuffle_counter:
      return "a shuffle seeded with its number is a function of it, and no draw is left to chance";
    case SeedingKind::per_shuffle_random:
      if (setup.clock.seeding.seeds <= most_seeds_enumerated) return "";
      return "seeds are tried one by one, and no more than " + std::to_string(most_seeds_enumerated);
    case SeedingKind::per_draw_clock:
    case SeedingKind::per_block:
    case SeedingKind::per_run:
      break;
  }
  if (setup.clock.seeding.kind == SeedingKind::per_draw_clock &&
      setup.draw->word_use(*setup.source) == WordUse::several) {
    return "draw=" + std::string(setup.draw->info.name) +
           " may take several words, and only draws of one word each all reuse the same one; try draw=modulo";
  }
  return "";
}

Distribution enumerate(const SampleSetup& setup, std::uint64_t most_paths) {
  return enumerated(setup, most_paths, std::identity(), [&](const Play<ScriptedDeck>& play) {
    // The exact draw is uniform for every bound: a distribution without words says so.
    const bool uniform = setup.draw->distribution(*setup.source, setup.source->max_word, 3).uniform;
    return uniform ? enumerate_exactly<std::uint64_t>(setup, play, most_paths)
                   : enumerate_exactly<Integer>(setup, play, most_paths);
  });
}

NumericDistribution enumerate_numeric(const SampleSetup& setup, std::uint64_t most_paths) {
  return enumerated(setup, most_paths, &numeric, [&](const Play<ScriptedDeck>& play) {
    return enumerate_in_doubles(setup, play, most_paths);
  });
}

namespace {

// How many equally likely choices a draw below `bound` is; 0 where that is not known.
Integer choices_of(const SampleSetup& setup, std::uint64_t bound) {
  const std::uint64_t max_word = max_word_of(*setup.source, setup.bits);
  // The exact draw's distribution is uniform for every bound, whatever its size.
  if (bound == 1 || setup.draw->distribution(*setup.source, max_word, 3).uniform) return bound;
  if (bound > largest_tabulated_bound) return 0;
  const DrawDistribution distribution = setup.draw->distribution(*setup.source, max_word, bound);
  // Where the words divide evenly, the choice among them is one among the values.
  const bool even =
      distribution.uniform ||
      std::ranges::adjacent_find(distribution.words, std::not_equal_to{}) == distribution.words.end();
  return even ? Integer(bound) : Integer(distribution.max_word) + 1;
}

bool is_prime(int number) {
  for (int divisor = 2; divisor * divisor <= number; ++divisor) {
    if (number % divisor == 0) return false;
  }
  return number > 1;
}

}  // namespace

std::optional<PathArithmetic> path_arithmetic(const SampleSetup& setup) {
  PathArithmetic arithmetic;
  for (const TraceEvent& event : trace(setup, 1).events) {
    // Nothing else that a deck answers can decide what a shuffle asks next.
    if (event.kind == EventKind::compare || event.kind == EventKind::word) return std::nullopt;
    if (event.kind != EventKind::draw) continue;
    if (arithmetic.bounds.size() == most_draws_multiplied) return std::nullopt;
    arithmetic.bounds.push_back(event.first);
    arithmetic.choices.push_back(choices_of(setup, event.first));
    if (arithmetic.choices.back() == 0) return std::nullopt;
    arithmetic.paths *= arithmetic.choices.back();
  }
  for (int factor = 2; factor <= setup.deck_size; ++factor) {
    arithmetic.permutations *= factor;
    const bool supplied = std::ranges::any_of(
        arithmetic.choices, [factor](const Integer& choices) { return choices % factor == 0; });
    if (is_prime(factor) && !supplied) arithmetic.missing_primes.push_back(factor);
  }
  arithmetic.per_permutation = arithmetic.paths / arithmetic.permutations;
  arithmetic.left_over = arithmetic.paths % arithmetic.permutations;
  return arithmetic;
}

namespace {

void one_after_the_other(std::size_t count, const std::function<void(std::size_t)>& work) {
  for (std::size_t index = 0; index < count; ++index) work(index);
}

std::atomic<WorkSharer> sharer_of_all = one_after_the_other;

}  // namespace

void share_work_by(WorkSharer sharer) {
  sharer_of_all = sharer;
}

void share_work(std::size_t count, const std::function<void(std::size_t)>& work) {
  sharer_of_all.load()(count, work);
}

}  // namespace fairshuffle
