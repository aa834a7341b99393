// Emscripten's long double has 113 bits, and functions of double's precision and range behind it: Boost.Math
// gets NaN from them, so it stays with double here.
#pragma once

#define BOOST_MATH_PROMOTE_DOUBLE_POLICY false
#include_next <boost/math/policies/policy.hpp>
