// A program that is started anew for each deck: several starts of it at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>

#include "harness/target/child/child_bytes.hpp"
#include "harness/target/rows/row_start.hpp"

namespace fairshuffle {

/// Opens one start after the other; while one is read, those after it run already, as many as are wanted and
/// may live at once. What each start is told follows from its number, so it does not matter how many run.
class StartsAhead {
 public:
  StartsAhead(ChildManner manner, int most_at_once);
  ~StartsAhead();
  StartsAhead(const StartsAhead&) = delete;
  StartsAhead& operator=(const StartsAhead&) = delete;

  std::unique_ptr<ByteSource> open(const RowStart& start);

 private:
  std::unique_ptr<ChildBytes> begin(const RowStart& start) const;
  void end_all();

  ChildManner manner_;
  std::size_t most_at_once_;
  std::uint64_t next_ = 0;                           // the number of the next start to begin
  std::deque<std::unique_ptr<ChildBytes>> running_;  // by their numbers, up to that
};

}  // namespace fairshuffle
