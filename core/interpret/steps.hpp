// A shuffle's steps as data.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/interpret/sample.hpp"
#include "core/permutation/permutation.hpp"
#include "core/shuffle/verbs.hpp"

namespace fairshuffle {

// The steps of a shuffle: what it does to the deck, as a list without branches.
//
// A shuffle that never looks into a drawn index does the same to every deck. So it need be run only once, on
// a deck that writes down what it is told to do. The lanes then do these steps on many decks at a time, and
// evolve does them on the whole distribution.

/// A position, or another number that a shuffle hands to a deck: fixed, or the value of one of its draws.
struct StepIndex {
  // Not explicit, so that shuffles can write numbers where a deck takes an index.
  StepIndex(int number) : fixed(number) {}
  static StepIndex of_draw(std::size_t draw) {
    StepIndex index(0);
    index.draw = static_cast<int>(draw);
    return index;
  }
  bool is_drawn() const { return draw >= 0; }
  friend StepIndex operator+(StepIndex index, int number) {
    index.fixed += number;
    return index;
  }

  int fixed;
  int draw = -1;  ///< which draw of the trial, from 0
};

struct Step {
  const VerbInfo* verb;  ///< null: position i gets the card of position sources[i]
  StepIndex first = 0;   ///< the verb's numbers
  StepIndex second = 0;
  std::vector<StepIndex> labels{};  ///< of the positions, where the verb reads them
  std::vector<int> sources{};

  bool is_by_labels() const { return verb != nullptr && verb->labels != LabelUse::none; }
  bool applies_itself() const { return verb != nullptr && verb->applies_itself; }
  /// Of steps with at most one drawn number: that one, else the second.
  const StepIndex& drawn() const { return first.is_drawn() ? first : second; }
};

/// The number that an index stands for, given its draw's value. No index is below 0.
inline std::size_t value_of(const StepIndex& index, std::uint64_t drawn_value) {
  return static_cast<std::size_t>(index.fixed) + (index.is_drawn() ? drawn_value : 0);
}

struct Steps {
  int deck_size;
  std::vector<std::uint64_t> bounds;  ///< of the draws of one trial, in order
  std::vector<int> terms;             ///< by draw: how many below its bound are added up to it
  std::vector<Step> steps;

  /// 0 to below this are the values of a draw.
  std::uint64_t values_of(std::size_t draw) const {
    return static_cast<std::uint64_t>(terms[draw]) * (bounds[draw] - 1) + 1;
  }
};

/// Most draws and most steps of one trial.
inline constexpr std::size_t most_steps = 4096;

/// The deck context that writes down a shuffle's steps. It offers no operation that asks what a card or a
/// drawn index is.
class StepRecorder : public VerbsOf<StepRecorder> {
 public:
  explicit StepRecorder(int deck_size);

  int size() const { return steps_.deck_size; }
  StepIndex draw_below(std::int64_t bound) { return draw_sum(1, bound); }
  StepIndex draw_sum(int terms, std::int64_t bound);
  void label(int position, StepIndex key) { labels_[static_cast<std::size_t>(position)] = key; }

  template <class V, class... Number>
  void perform(V verb, Number... numbers) {
    if constexpr (V::info.piles) {
      pile_up(verb, numbers...);
    } else {
      do_in(Way::in_place, V::info, numbers...);
    }
  }

  /// The steps, at the end of the trial; nothing when there were more than most_steps, when the shuffle
  /// reached beyond the deck, or when it mixed ways of building one that only a second array can tell apart.
  std::optional<Steps> finish();

 private:
  /// How the shuffle makes its deck: in place, or card by card.
  enum class Way { in_place, dealing, inside_out, handing_out };

  /// The pile grows from the front of the very array that the cards are dealt from: with p cards dealt, the
  /// i-th of the others stands at p + i, and taking it to p leaves the rest in order behind it.
  void pile_up(Deal, StepIndex i) {
    do_in(Way::dealing, Move::info, i + placed_, placed_);
    ++placed_;
  }
  /// The second array can be the first one: position i is read at step i and written from then on, never
  /// before. out[i] = out[k]; out[k] = in[i] is then a swap, also for k = i.
  void pile_up(PlaceInsideOut, int i, StepIndex k) {
    do_in(Way::inside_out, Swap::info, i, k);
    if (i != placed_) possible_ = false;
    ++placed_;
  }
  void pile_up(HandOut, int i);

  void do_in(Way way, const VerbInfo& verb, StepIndex first = 0, StepIndex second = 0);
  bool is_position(StepIndex index) const;
  void add(Step step);
  void take_way(Way way);

  Steps steps_;
  std::optional<Way> way_;
  int placed_ = 0;  // cards dealt or placed
  std::vector<int> handed_out_;
  std::vector<StepIndex> labels_;
  bool possible_ = true;
};

/// A shuffle that never asks what it drew: the rest is refused here, at compile time.
template <class Shuffle>
concept HasSteps = std::invocable<const Shuffle&, StepRecorder&>;

/// The steps of the shuffle on a deck of deck_size cards, up to largest_byte_deck, as StepRecorder::finish
/// gives them.
template <HasSteps Shuffle>
std::optional<Steps> steps_of(const Shuffle& shuffle, int deck_size) {
  StepRecorder recorder(deck_size);
  shuffle(recorder);
  return recorder.finish();
}

// The steps of a target's shuffle, by its name in the catalogue.

/// True when the shuffle of this name never looks into a drawn index. Throws std::invalid_argument where it
/// is in no catalogue.
bool has_steps(std::string_view shuffle);

/// The steps of one trial; nothing where the shuffle looks, or steps_of has nothing.
std::optional<Steps> steps_of_setup(const SampleSetup& setup);

/// Steps that rearrange the deck independently of each other, whatever lies where, but for those that
/// apply the order made so far; or one clause that says why the setup has none.
struct IndependentSteps {
  std::optional<Steps> steps;
  std::string why_not;  ///< empty where there are steps
};
IndependentSteps independent_steps_of(const SampleSetup& setup);

}  // namespace fairshuffle
