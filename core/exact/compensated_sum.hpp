// Sums of millions of doubles without the error growing with their number.
#pragma once

#include <cmath>

namespace fairshuffle {

/// Neumaier 1974, ZAMM 54(1): what each addition rounds off is kept. The total is off by little more than its
/// own last place, for terms of one sign.
class CompensatedSum {
 public:
  void add(double term) {
    const double sum = sum_ + term;
    lost_ += std::abs(sum_) >= std::abs(term) ? (sum_ - sum) + term : (term - sum) + sum_;
    sum_ = sum;
  }
  double total() const { return sum_ + lost_; }

 private:
  double sum_ = 0, lost_ = 0;
};

}  // namespace fairshuffle
