// The errors of Boost.Math, of the same types as its own, without the number in their words.
#pragma once

#include_next <boost/math/policies/error_handling.hpp>

namespace boost::math::policies {

template <class Error>
[[noreturn]] inline void throw_told(const char* function, const char* message) {
  throw Error(std::string("Error in function ") + (function != nullptr ? function : "unknown") + ": " +
              (message != nullptr ? message : "cause unknown"));
}

template <class T>
T user_domain_error(const char* function, const char* message, const T&) {
  throw_told<std::domain_error>(function, message);
}
template <class T>
T user_pole_error(const char* function, const char* message, const T&) {
  throw_told<std::domain_error>(function, message);
}
template <class T>
T user_overflow_error(const char* function, const char* message, const T&) {
  throw_told<std::overflow_error>(function, message);
}
template <class T>
T user_evaluation_error(const char* function, const char* message, const T&) {
  throw_told<boost::math::evaluation_error>(function, message);
}

}  // namespace boost::math::policies
