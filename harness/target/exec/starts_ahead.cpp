#include "harness/target/exec/starts_ahead.hpp"

#include <algorithm>
#include <utility>

namespace fairshuffle {

StartsAhead::StartsAhead(ChildManner manner, int most_at_once)
    : manner_(std::move(manner)), most_at_once_(static_cast<std::size_t>(most_at_once)) {
  manner_.most_trials = 1;
}

StartsAhead::~StartsAhead() {
  end_all();
}

void StartsAhead::end_all() {
  for (const auto& child : running_) child->ask_to_end();
  running_.clear();
}

std::unique_ptr<ChildBytes> StartsAhead::begin(const RowStart& start) const {
  return std::make_unique<ChildBytes>(manner_, start.seed());
}

std::unique_ptr<ByteSource> StartsAhead::open(const RowStart& start) {
  if (start.number == 0) {
    end_all();
    next_ = 0;
  }
  // Those that are wanted of this look, this one among them.
  const std::size_t wanted =
      static_cast<std::size_t>(std::clamp<std::uint64_t>(start.rows, 1, most_at_once_));
  while (running_.size() < wanted) {
    RowStart ahead = start;
    ahead.number = next_++;
    running_.push_back(begin(ahead));
  }
  std::unique_ptr<ChildBytes> first = std::move(running_.front());
  running_.pop_front();
  return first;
}

}  // namespace fairshuffle
