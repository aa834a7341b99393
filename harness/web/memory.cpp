// memcpy, memmove and memset. Where a module is to be small, emscripten's C library has loops over single
// bytes, which were an eighth of all time of a run of 52 cards. Of larger pieces they are one instruction
// here; that calls the browser, so small ones are moved in overlapping halves or by sixteen bytes.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <wasm_simd128.h>

namespace {

constexpr std::size_t most_by_vectors = 128;

// Half of what is moved at least, its beginning and its end: both are read before either is written.
template <class Half>
void move_ends(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes) {
  struct [[gnu::packed, gnu::may_alias]] AnyPlace {
    Half half;
  };
  const auto end = bytes - sizeof(Half);
  const Half first = reinterpret_cast<const AnyPlace*>(from)->half;
  const Half last = reinterpret_cast<const AnyPlace*>(from + end)->half;
  reinterpret_cast<AnyPlace*>(to)->half = first;
  reinterpret_cast<AnyPlace*>(to + end)->half = last;
}

// True where that was all.
bool move_few(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes) {
  if (bytes > 32) return false;
  if (bytes >= 16) {
    move_ends<v128_t>(to, from, bytes);
  } else if (bytes >= 8) {
    move_ends<std::uint64_t>(to, from, bytes);
  } else if (bytes >= 4) {
    move_ends<std::uint32_t>(to, from, bytes);
  } else if (bytes >= 2) {
    move_ends<std::uint16_t>(to, from, bytes);
  } else if (bytes == 1) {
    *to = *from;
  }
  return true;
}

}  // namespace

extern "C" {

void* memcpy(void* to, const void* from, std::size_t bytes) {
  auto* const target = static_cast<std::uint8_t*>(to);
  const auto* const source = static_cast<const std::uint8_t*>(from);
  if (move_few(target, source, bytes)) return to;
  if (bytes > most_by_vectors) return __builtin_memcpy(to, from, bytes);
  const v128_t last = wasm_v128_load(source + bytes - sizeof(v128_t));
  for (std::size_t at = 0; at + sizeof(v128_t) < bytes; at += sizeof(v128_t)) {
    wasm_v128_store(target + at, wasm_v128_load(source + at));
  }
  wasm_v128_store(target + bytes - sizeof(v128_t), last);
  return to;
}

void* memmove(void* to, const void* from, std::size_t bytes) {
  if (move_few(static_cast<std::uint8_t*>(to), static_cast<const std::uint8_t*>(from), bytes)) return to;
  return __builtin_memmove(to, from, bytes);
}

void* memset(void* to, int value, std::size_t bytes) {
  auto* const target = static_cast<std::uint8_t*>(to);
  if (bytes > most_by_vectors) return __builtin_memset(to, value, bytes);
  const v128_t values = wasm_i8x16_splat(static_cast<std::int8_t>(value));
  if (bytes < sizeof(v128_t)) {
    for (std::size_t at = 0; at < bytes; ++at) target[at] = static_cast<std::uint8_t>(value);
    return to;
  }
  for (std::size_t at = 0; at + sizeof(v128_t) < bytes; at += sizeof(v128_t)) {
    wasm_v128_store(target + at, values);
  }
  wasm_v128_store(target + bytes - sizeof(v128_t), values);
  return to;
}

}  // extern "C"
