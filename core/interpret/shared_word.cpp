#include "core/interpret/shared_word.hpp"

#include <numeric>

#include "core/interpret/enumerate.hpp"

namespace fairshuffle {

SharedWordDraws::SharedWordDraws(const SampleSetup& setup)
    : source_(setup.source),
      draw_(setup.draw),
      max_word_(max_word_of(*setup.source, setup.bits)),
      remainders_(setup.draw->word_use(*setup.source) == WordUse::remainder) {}

std::uint64_t SharedWordDraws::below(std::uint64_t bound) {
  if (played_ == script_.size()) {
    if (script_.size() == longest_path_enumerated) throw EnumerationRefused("its paths are too long");
    const WordSet among = words_so_far();
    script_.push_back(choice_from(among, bound, among.first));
  }
  return script_[played_++].value;
}

bool SharedWordDraws::next() {
  while (!script_.empty()) {
    const Choice last = script_.back();
    script_.pop_back();
    const WordSet& among = last.among;
    // The first words of the values follow each other: by one step of what was left open where remainders
    // decide, until they come round, and otherwise where the words of the last value end.
    const Wide first = remainders_ ? last.chosen.first + among.step : static_cast<Wide>(last.chosen.last) + 1;
    const bool round = remainders_ && first - among.first >= last.chosen.step;
    if (first > among.last || round) continue;
    script_.push_back(choice_from(among, last.bound, static_cast<std::uint64_t>(first)));
    return true;
  }
  return false;
}

SharedWordDraws::WordSet SharedWordDraws::words_so_far() const {
  return script_.empty() ? WordSet{.first = 0, .last = max_word_, .step = 1} : script_.back().chosen;
}

SharedWordDraws::Choice SharedWordDraws::choice_from(const WordSet& among, std::uint64_t bound,
                                                     std::uint64_t first) const {
  Choice choice{.among = among, .chosen = among, .bound = bound, .value = value_of(first, bound)};
  choice.chosen.first = first;
  if (remainders_) {
    // Words that differ by the least common multiple give the same remainders. One beyond all words leaves a
    // single word; so it need not grow further.
    if (among.step <= max_word_)
      choice.chosen.step *= bound / std::gcd(static_cast<std::uint64_t>(among.step), bound);
    return choice;
  }
  std::uint64_t low = first, high = among.last;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2 + 1;
    if (value_of(middle, bound) > choice.value) {
      high = middle - 1;
    } else {
      low = middle;
    }
  }
  choice.chosen.last = low;
  return choice;
}

std::uint64_t SharedWordDraws::value_of(std::uint64_t word, std::uint64_t bound) const {
  return draw_->of_word(*source_, word, max_word_, bound);
}

}  // namespace fairshuffle
