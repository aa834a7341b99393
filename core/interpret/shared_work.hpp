// Pieces of work that do not depend on each other, and who does them.
#pragma once

#include <cstddef>
#include <functional>

namespace fairshuffle {

/// Calls work(0), work(1) ... work(count - 1), each once, in any order and at the same time as it likes, and
/// returns when all have returned. Throws what one of them threw.
using WorkSharer = void (*)(std::size_t count, const std::function<void(std::size_t)>& work);

/// From here on `share_work` is done by that. Core knows no threads; what uses it may have some to offer.
void share_work_by(WorkSharer sharer);

/// Calls work(0), work(1) ... one after the other, or as share_work_by has it.
void share_work(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace fairshuffle
