// The laws of one shuffle under many draw methods, in doubles: its paths are followed once.
#pragma once

#include <cstdint>
#include <vector>

#include "core/exact/numeric_law.hpp"
#include "core/interpret/enumerate.hpp"

namespace fairshuffle {

class PathLaws {
 public:
  /// Follows the paths of the setup's shuffle, as paths_of, which see for what it throws.
  PathLaws(const SampleSetup& setup, std::uint64_t most_paths);

  /// The law with draws by this method from the setup's source, its words cut to `bits` (0 for whole words):
  /// a product of probabilities for each path. Throws as DrawEntry::law.
  NumericLaw of(const DrawEntry& draw, int bits) const;

 private:
  /// A bound that is drawn below, and where the probabilities of its values begin in a table of all.
  struct Bound {
    std::uint64_t bound;
    std::size_t begin;
  };

  const SourceEntry* source_;
  int deck_size_;
  std::vector<Bound> bounds_;
  std::size_t table_size_ = 0;
  std::vector<std::uint32_t> drawn_;  // of all paths, one path after the other: where in the table
  std::vector<std::size_t> ends_;
  std::vector<std::uint64_t> results_;
  double error_;
};

}  // namespace fairshuffle
