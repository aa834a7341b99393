// Emscripten's long double has 113 bits, and functions of double's precision and range behind it: Boost.Math
// gets NaN from them, so it stays with double here. What it throws are errors of its own making
// (error_handling.hpp), since its own ones write numbers into streams, and those bring the tables of all
// locales.
#pragma once

#define BOOST_MATH_PROMOTE_DOUBLE_POLICY false
#define BOOST_MATH_DOMAIN_ERROR_POLICY user_error
#define BOOST_MATH_POLE_ERROR_POLICY user_error
#define BOOST_MATH_OVERFLOW_ERROR_POLICY user_error
#define BOOST_MATH_EVALUATION_ERROR_POLICY user_error
// Nothing here is rounded that an int cannot hold, and with user_error Boost 1.74 does not compile.
#define BOOST_MATH_ROUNDING_ERROR_POLICY errno_on_error
#include_next <boost/math/policies/policy.hpp>
