// What is uneven in a number that every order has: its mean beside the mean that was due.
#pragma once

#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// A mean and the one that was due, with as many decimals as it takes to see the difference, and one more.
struct ToldMeans {
  std::string mean, due;
};
ToldMeans told_apart(double mean, double due);

/// "an order has 24.9 rising sequences in the mean, where 26.5 are due", of the rejecting mean with the
/// smallest p-value. Empty where none rejects, and where cells of positions tell the place and another test
/// tells most.
std::string number_words(const TargetRecord& result);

}  // namespace fairshuffle
