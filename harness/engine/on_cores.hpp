// Work that the cores of a machine share.
#pragma once

#include <cstddef>
#include <functional>

namespace fairshuffle {

/// Calls work(0), work(1) ... work(count - 1), each once, on up to eight threads; fewer where the machine has
/// fewer cores or gives no more. Returns when all have returned. Rethrows what the first of them, by number,
/// threw.
void on_cores(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace fairshuffle
