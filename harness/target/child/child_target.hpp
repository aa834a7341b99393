// A target whose rows come from a program that is started for them, as a run of several plans its life.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/target/rows/row_target.hpp"

namespace fairshuffle {

class ChildTarget : public RowTarget {
 public:
  /// To be called before it runs: it is to be read at its first look, for all these, and not to live on.
  virtual void read_ahead(std::vector<std::uint64_t> looks) = 0;
  /// To be called before it runs: how many starts of it may live at once. At least 1.
  virtual void start_at_once(int children) = 0;
};

}  // namespace fairshuffle
