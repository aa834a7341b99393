// The list of all sources as types: one line per source. To add one, write its header and name it here.
#pragma once

#include <string_view>
#include <type_traits>

#include "core/random/ansi_c_rand.hpp"
#include "core/random/dotnet_random.hpp"
#include "core/random/glibc_rand.hpp"
#include "core/random/java_random.hpp"
#include "core/random/minstd.hpp"
#include "core/random/msvc_rand.hpp"
#include "core/random/mt19937.hpp"
#include "core/random/mt19937_64.hpp"
#include "core/random/philox4x32.hpp"
#include "core/random/php_mt_rand_legacy.hpp"
#include "core/random/randu.hpp"
#include "core/random/source.hpp"
#include "core/random/unity_random.hpp"
#include "core/random/xoshiro256pp.hpp"

namespace fairshuffle {

template <Source... S>
struct SourceList {};

// clang-format off
using Sources = SourceList<
    Xoshiro256PlusPlus,
    Philox4x32,
    Mt19937,
    Mt19937_64,
    Minstd,
    GlibcRand,
    MsvcRand,
    AnsiCRand,
    DotnetRandom,
    UnityRandom,
    JavaRandom,
    PhpMtRandLegacy,
    Randu>;
// clang-format on

namespace detail {

template <class Visitor, Source... S>
bool visit_source_in(SourceList<S...>, std::string_view name, Visitor& visitor) {
  return ((S::info.name == name && (static_cast<void>(visitor(std::type_identity<S>{})), true)) || ...);
}

}  // namespace detail

/// Calls visitor(std::type_identity<S>{}) with the type S of the source of that name; false, and no call,
/// when there is none. For what must be compiled once per source, such as std::shuffle.
template <class Visitor>
bool visit_source(std::string_view name, Visitor&& visitor) {
  return detail::visit_source_in(Sources{}, name, visitor);
}

}  // namespace fairshuffle
