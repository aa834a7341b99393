// Planes of more decks than one holds, batch by batch: what tables are counted over.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/tally/planes/plane.hpp"

namespace fairshuffle {

/// Eight words, one of each of eight planes: bit d of a word is one bit of what lies there in deck d.
struct alignas(64) WordBlock : std::array<std::uint64_t, 8> {};

/// The bits of the values in planes, the lowest first. Words of planes that are not there are 0, and so are
/// the bits of decks that are not there.
class PlaneBits {
 public:
  /// Values that need fewer bits have zeros above them: kernels are compiled for no narrower ones.
  static constexpr std::size_t least_width = 4;

  PlaneBits() = default;
  /// Values are below the number of planes. All bits are 0.
  PlaneBits(std::size_t planes, std::size_t batches)
      : width_(std::max<std::size_t>(least_width, static_cast<std::size_t>(std::bit_width(planes - 1)))),
        blocks_((planes + 7) / 8),
        words_(batches * width_ * blocks_) {}

  bool empty() const { return words_.empty(); }
  /// Bits of a value, or least_width.
  std::size_t width() const { return width_; }
  /// One bit of a batch: its word of every plane.
  const std::uint64_t* of(std::size_t batch, std::size_t bit) const {
    return words_[(batch * width_ + bit) * blocks_].data();
  }
  std::uint64_t* of(std::size_t batch, std::size_t bit) {
    return words_[(batch * width_ + bit) * blocks_].data();
  }
  /// From a bit to the next one.
  std::size_t words_of_bit() const { return blocks_ * WordBlock().size(); }

 private:
  std::size_t width_ = 0, blocks_ = 0;
  std::vector<WordBlock> words_;
};

/// As many planes of each of several batches of decks. Batches have 64 decks each, but for the last one.
class PlaneBatches {
 public:
  /// So many that a cell is seldom touched, and few enough for the nearest cache.
  static constexpr std::size_t most_batches = 8;

  explicit PlaneBatches(std::size_t planes) : planes_(planes) {}

  /// Takes one more batch of so many decks, 1..64, and gives its planes to be filled in. Precondition: fewer
  /// than most_batches, all of them full.
  std::span<Plane> add(std::size_t decks) {
    if (all_.empty()) all_.resize(most_batches * planes_);
    has_bits_ = false;
    const std::span<Plane> batch = std::span(all_).subspan(batches() * planes_, planes_);
    decks_ += decks;
    return batch;
  }
  /// The same with these planes, of which those of other decks become 0.
  void add(std::span<const Plane> planes, std::size_t decks) {
    const std::span<Plane> batch = add(decks);
    std::ranges::copy(planes, batch.begin());
    if (decks == decks_of_planes) return;
    for (Plane& plane : batch) {
      std::fill(plane.begin() + static_cast<std::ptrdiff_t>(decks), plane.end(), Card{0});
    }
  }
  /// Forgets the decks, and keeps the room for others.
  void clear() {
    decks_ = 0;
    has_bits_ = false;
  }

  std::size_t planes() const { return planes_; }
  std::size_t decks() const { return decks_; }
  std::size_t batches() const { return (decks_ + decks_of_planes - 1) / decks_of_planes; }
  bool full() const { return batches() == most_batches; }
  std::span<const Plane> batch(std::size_t index) const {
    return std::span(all_).subspan(index * planes_, planes_);
  }
  std::size_t decks_of(std::size_t index) const {
    return std::min(decks_of_planes, decks_ - index * decks_of_planes);
  }
  /// A bit for each deck that is there.
  std::uint64_t decks_there(std::size_t index) const {
    return ~std::uint64_t{0} >> (decks_of_planes - decks_of(index));
  }
  /// Found when it is asked for, and kept. Precondition: every value is below the number of planes.
  const PlaneBits& bits();

 private:
  std::size_t planes_;
  std::size_t decks_ = 0;
  std::vector<Plane> all_;  // batch by batch
  PlaneBits bits_;          // of as many batches as there can be, so that the room is asked for once
  bool has_bits_ = false;
};

}  // namespace fairshuffle
