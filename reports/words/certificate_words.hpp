// What is said of a large deck that is not found biased, in a few short lines.
#pragma once

#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

struct CertificateWords {
  std::string how_much;  ///< "no bet on where any one card lies gains more than 0.087 points over a fair ..."
  /// Of inconclusive ones: "0.1 points are asked for; about 3.4e7 trials would decide"; empty of fair ones.
  std::string undecided;
  /// "points (99.9 % together): cards 0.087, pairs-order 0.066; not asked for: parity 0.15 (0.1 from 6.9e7
  /// trials on); not counted: pairs (--pairs)": the bound of each family, and how to have the others counted.
  std::string by_family;
  std::string seed_space;  ///< "no deck of 370,413 kept came again"; empty where nothing is known
  std::string would_show;  ///< "riffle:m=15,n=52, swap-pairs:k=270,n=52 and 38 more mistakes (99 % each)"
  std::string might_miss;  ///< "riffle:m=16,n=52 (9.1e7 trials) and 3 more"; either empty where none is known
};

/// Preconditions: the verdict is fair or inconclusive, and there are families.
CertificateWords certificate_words(const TargetRecord& result, const Budget& budget);

}  // namespace fairshuffle
