// What one order adds to the divergence from uniform.
#pragma once

#include <boost/math/special_functions/log1p.hpp>

namespace fairshuffle {

/// (1 + x) log(1 + x) - x for an order of probability (1 + x)/n!, x >= -1. Over all orders the x sum to 0, so
/// these terms sum to n! times sum p log(p n!); and none is negative, while p log(p n!) of either sign would
/// cancel down to x^2.
inline double divergence_term(double x) {
  if (x <= -1) return 1;
  return x * boost::math::log1p(x) + boost::math::log1pmx(x);
}

}  // namespace fairshuffle
