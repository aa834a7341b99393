// Why a shuffle is fair or not: a mechanism in words, and what follows from it as formulas.
//
// A shuffle of the catalogue has its mechanism in one of the tables in the folder mechanisms, by its kind; to
// teach a new one, write it there.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/interpret/sample.hpp"

namespace fairshuffle {

/// One consequence. Formulas are of n, the shuffle's own options, and what `instance` gives.
struct Consequence {
  std::string_view what;
  std::string_view formula;
  std::string_view fair;           ///< the same of a uniform shuffle, as a formula
  std::string_view instance = "";  ///< the case that a number is shown of: "i = 1, j = 0"
  int smallest_deck = 1;           ///< that has such a case
};

/// A number of equally likely paths that n! divides for no n > 2, and why.
struct PathsNeverDivided {
  std::string_view paths;
  std::string_view why;
};

struct Mechanism {
  std::string_view shuffle;
  std::string_view choice;  ///< as choice_of has it
  std::string_view words;
  std::span<const Consequence> consequences{};
  PathsNeverDivided never{};  ///< `paths` is empty where that is not the reason
};

/// The word that the setup gives to its shuffle's option of words; empty where there is none.
std::string_view chosen_word(const SampleSetup& setup);

/// What decides between mechanisms of one shuffle: the words that are told of, and the name of a number that
/// stands instead of another, with a space between them.
std::string choice_of(const SampleSetup& setup);

/// The mechanism of the setup's shuffle and choice, were its draws exactly uniform and independent. Throws
/// std::invalid_argument for a shuffle that has none.
const Mechanism& mechanism_of(const SampleSetup& setup);

/// What a draw below b of one of W words does, in words and formulas of W and b. `words` is empty for a draw
/// method that is exact.
struct DrawMechanism {
  std::string_view words;
  std::span<const Consequence> consequences{};
};
DrawMechanism draw_mechanism_of(const SampleSetup& setup);

}  // namespace fairshuffle
