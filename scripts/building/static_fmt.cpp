// Debian has fmt as a shared library only. This is the library that its headers hold, for what is linked
// without it.
#include <fmt/format-inl.h>

namespace fmt {
inline namespace v9 {
namespace detail {

template std::locale locale_ref::get<std::locale>() const;
template thousands_sep_result<char> thousands_sep_impl<char>(locale_ref);
template char decimal_point_impl<char>(locale_ref);
template dragonbox::decimal_fp<float> dragonbox::to_decimal(float) noexcept;
template dragonbox::decimal_fp<double> dragonbox::to_decimal(double) noexcept;

}  // namespace detail
}  // namespace v9
}  // namespace fmt
