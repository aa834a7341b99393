// What is compiled of libraries of which only the headers are there.
#include <fmt/format-inl.h>
#include <hwy/targets.h>

// The templates of fmt that others use.

FMT_BEGIN_NAMESPACE
namespace detail {

template FMT_API auto dragonbox::to_decimal(float) noexcept -> dragonbox::decimal_fp<float>;
template FMT_API auto dragonbox::to_decimal(double) noexcept -> dragonbox::decimal_fp<double>;
template FMT_API auto thousands_sep_impl(locale_ref) -> thousands_sep_result<char>;
template FMT_API auto decimal_point_impl(locale_ref) -> char;
template FMT_API void buffer<char>::append(const char*, const char*);
template FMT_API void vformat_to(buffer<char>&, string_view, basic_format_args<FMT_BUFFER_CONTEXT(char)>,
                                 locale_ref);

}  // namespace detail
FMT_END_NAMESPACE

// What Highway asks of its own library: which vectors there are. A module with vectors is loaded only where
// they are, so there is nothing to detect.

namespace hwy {

namespace {

std::int64_t for_test = 0;

}  // namespace

std::int64_t SupportedTargets() {
  return for_test != 0 ? for_test : HWY_WASM;
}

void SetSupportedTargetsForTest(std::int64_t targets) {
  for_test = targets;
}

ChosenTarget& GetChosenTarget() {
  static ChosenTarget chosen;
  return chosen;
}

}  // namespace hwy
