#include "core/interpret/shared_work.hpp"

#include <atomic>

namespace fairshuffle {

namespace {

void one_after_the_other(std::size_t count, const std::function<void(std::size_t)>& work) {
  for (std::size_t index = 0; index < count; ++index) work(index);
}

std::atomic<WorkSharer> sharer_of_all = one_after_the_other;

}  // namespace

void share_work_by(WorkSharer sharer) {
  sharer_of_all = sharer;
}

void share_work(std::size_t count, const std::function<void(std::size_t)>& work) {
  sharer_of_all.load()(count, work);
}

}  // namespace fairshuffle
