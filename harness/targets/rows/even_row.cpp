#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/permutation/compiled_targets.hpp"
#include "harness/targets/rows/lines.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "harness/targets/rows/even_row.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

inline constexpr std::size_t bytes_of_block = 64;

/// Of each byte, a bit each but for the first.
struct Block {
  std::array<std::uint8_t, bytes_of_block> numbers;  ///< of the one or two digits before it
  std::uint64_t digits = 0;                          ///< whether it is one
  std::uint64_t line_ends = 0;                       ///< whether it is '\n'
  std::uint64_t others = 0;                          ///< whether it is none of these, nor the byte between
};

namespace hn = hwy::HWY_NAMESPACE;

// Precondition: there are two bytes before.
HWY_INLINE Block ReadBlock(const char* bytes, char between) {
  const hn::CappedTag<std::uint8_t, bytes_of_block> tag;
  const auto load = [&](const char* from)
                        HWY_ATTR { return hn::LoadU(tag, reinterpret_cast<const std::uint8_t*>(from)); };
  const auto all_of = [&](char byte) HWY_ATTR { return hn::Set(tag, static_cast<std::uint8_t>(byte)); };
  // 10 and more where it is none.
  const auto digits_at = [&](const char* from) HWY_ATTR { return hn::Sub(load(from), all_of('0')); };
  const auto are_digits = [&](auto values) HWY_ATTR {
    return hn::Eq(hn::Min(values, hn::Set(tag, std::uint8_t{9})), values);
  };
  Block block;
  for (std::size_t first = 0; first < bytes_of_block; first += hn::MaxLanes(tag)) {
    const auto bits_of = [&](auto mask) HWY_ATTR {
      std::uint8_t stored[sizeof(std::uint64_t)] = {};
      hn::StoreMaskBits(tag, mask, stored);
      std::uint64_t bits;
      std::memcpy(&bits, stored, sizeof(bits));
      return bits << first;
    };
    const char* const here = bytes + first;
    const auto units = digits_at(here - 1), before = digits_at(here - 2);
    const auto tens = hn::IfThenElseZero(are_digits(before), before);
    // Vectors of bytes don't multiply.
    const auto twice = hn::Add(tens, tens), four_times = hn::Add(twice, twice);
    const auto ten_times = hn::Add(hn::Add(four_times, four_times), twice);
    hn::StoreU(hn::Add(units, ten_times), tag, block.numbers.data() + first);
    block.digits |= bits_of(are_digits(digits_at(here)));
    block.line_ends |= bits_of(hn::Eq(load(here), all_of('\n')));
    block.others |= bits_of(hn::Eq(load(here), all_of(between)));
  }
  block.others = ~(block.digits | block.line_ends | block.others);
  return block;
}

// Where numbers end is found for 64 bytes at a time, so that it need not be guessed how many digits the next
// one has: of 52 cards ten have one, and a wrong guess costs as much as several numbers.
std::size_t TakeEvenRow(std::string_view lines, unsigned deck_size, unsigned base, WideCard* cards) {
  if (lines.size() < bytes_of_block) return 0;
  const char between = lines[1] >= '0' && lines[1] <= '9' ? lines[2] : lines[1];
  if (between != ' ' && between != ',' && between != '\t') return 0;
  std::uint64_t misplaced = 0, seen = 0;
  std::uint64_t ends_before = 3;  // of the last two bytes before the block
  unsigned all_bits = 0, position = 0;
  for (std::size_t begin = 0; begin + bytes_of_block <= lines.size(); begin += bytes_of_block) {
    const Block block = ReadBlock(lines.data() + begin, between);
    const std::uint64_t of_row = block.line_ends ^ (block.line_ends - 1);  // up to the first of them, or all
    std::uint64_t ends = ~block.digits & of_row;
    const std::uint64_t one_before = ends << 1 | ends_before >> 1, two_before = ends << 2 | ends_before;
    // Another byte, no digit between two ends, or three digits together.
    misplaced |= of_row & (block.others | (ends & one_before) | ~(ends | one_before | two_before));
    ends_before = ends >> (bytes_of_block - 2);
    for (; ends != 0; ends &= ends - 1) {
      if (position == deck_size) return 0;
      const unsigned card = block.numbers[static_cast<std::size_t>(std::countr_zero(ends))] - base;
      cards[position++] = static_cast<WideCard>(card);
      seen |= std::uint64_t{1} << card % cards_of_word;
      all_bits |= card;
    }
    if (block.line_ends == 0) continue;
    const bool is_permutation = seen == every_card_of<std::uint64_t>(deck_size) && all_bits < cards_of_word;
    const auto line_end = static_cast<std::size_t>(std::countr_zero(block.line_ends));
    return position == deck_size && is_permutation && misplaced == 0 ? begin + line_end + 1 : 0;
  }
  return 0;
}

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fairshuffle {

HWY_EXPORT(TakeEvenRow);

std::size_t take_even_row(std::string_view lines, unsigned deck_size, unsigned base, WideCard* cards) {
  return HWY_DYNAMIC_DISPATCH(TakeEvenRow)(lines, deck_size, base, cards);
}

}  // namespace fairshuffle
#endif  // HWY_ONCE
