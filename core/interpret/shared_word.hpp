// All draws of a trial made of one and the same word: what comes of seeding a source with the clock before
// each of them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/exact/law.hpp"
#include "core/interpret/sample.hpp"
#include "core/order/wide.hpp"

namespace fairshuffle {

/// Choices for the scalar deck: follows every set of words that a shuffle cannot tell apart, as an odometer.
/// A path is such a set; another word of it would have given the same draws.
class SharedWordDraws {
 public:
  /// Precondition: the draw method makes a value of one word.
  explicit SharedWordDraws(const SampleSetup& setup);

  std::uint64_t below(std::uint64_t bound);

  void rewind() { played_ = 0; }

  /// Steps to the next set of words; false after the last.
  bool next();

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

  WordSet words_so_far() const;
  /// The choice of the value that `first`, a word of `among`, gives.
  Choice choice_from(const WordSet& among, std::uint64_t bound, std::uint64_t first) const;
  std::uint64_t value_of(std::uint64_t word, std::uint64_t bound) const;

  const SourceEntry* source_;
  const DrawEntry* draw_;
  std::uint64_t max_word_;
  bool remainders_;
  std::vector<Choice> script_;
  std::size_t played_ = 0;
};

}  // namespace fairshuffle
