// The table of sources, made of the list in source_list.hpp.
#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <string>

#include "core/random/any_source.hpp"
#include "core/random/source_list.hpp"

namespace fairshuffle {

namespace {

template <Source S>
constexpr int word_bits_of = static_cast<int>(std::bit_width(S::max_word()));

template <Source S>
class TypedSource final : public AnySource {
 public:
  /// `bits` = 0 for whole words, otherwise 1..word_bits_of<S>.
  TypedSource(std::uint64_t first_seed, int bits)
      : AnySource(S::max_word() >> dropped_bits_of(bits)),
        seeded_(first_seed),
        current_(seeded_),
        dropped_bits_(dropped_bits_of(bits)),
        cut_(bits != 0) {}

  void seed(std::uint64_t seed) override {
    seeded_ = S(seed);
    current_ = seeded_;
  }
  void restart() override { current_ = seeded_; }
  std::uint64_t next_word() override { return current_.next_word() >> dropped_bits_; }

  std::uint64_t native_below(std::uint64_t bound) override {
    if constexpr (NativeSource<S>) {
      if (!cut_) return current_.native_below(bound);
      throw std::logic_error("native_below: source " + std::string(S::info.name) +
                             " draws from whole words, not from their top bits");
    } else {
      throw std::logic_error("native_below: source " + std::string(S::info.name) +
                             " has no bounded draw of its own; bound was " + std::to_string(bound));
    }
  }

 private:
  static int dropped_bits_of(int bits) { return bits == 0 ? 0 : word_bits_of<S> - bits; }

  S seeded_;  // as seed() left it
  S current_;
  int dropped_bits_;
  bool cut_;
};

template <Source S>
std::unique_ptr<AnySource> make_source(std::uint64_t seed, int bits) {
  if (bits < 0 || bits > word_bits_of<S>) {
    throw std::invalid_argument("make: bits of source " + std::string(S::info.name) + " must be in 0.." +
                                std::to_string(word_bits_of<S>) + ", was " + std::to_string(bits));
  }
  return std::make_unique<TypedSource<S>>(seed, bits);
}

template <Source S>
constexpr SourceEntry entry_of() {
  static_assert(NativeSource<S> == (S::native_law != NativeLaw::none));
  SourceEntry entry{.info = S::info,
                    .max_word = S::max_word(),
                    .word_bits = word_bits_of<S>,
                    .native_law = S::native_law,
                    .native_of_word = nullptr,
                    .make = &make_source<S>};
  if constexpr (S::native_law == NativeLaw::monotone) entry.native_of_word = &S::native_of_word;
  return entry;
}

template <Source... S>
constexpr std::array<SourceEntry, sizeof...(S)> entries_of(SourceList<S...>) {
  return {entry_of<S>()...};
}

constexpr auto entries = entries_of(Sources{});

}  // namespace

std::span<const SourceEntry> all_sources() {
  return entries;
}

const SourceEntry* find_source(std::string_view name) {
  const auto found =
      std::ranges::find(entries, name, [](const SourceEntry& entry) { return entry.info.name; });
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace fairshuffle
