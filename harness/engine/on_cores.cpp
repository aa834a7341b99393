#include "harness/engine/on_cores.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

#include "harness/engine/cores.hpp"

namespace fairshuffle {

void on_cores(std::size_t count, const std::function<void(std::size_t)>& work) {
  constexpr std::size_t most_threads = 8;
  std::vector<std::exception_ptr> thrown(count);
  std::atomic<std::size_t> next = 0;
  const auto share = [&] {
    for (std::size_t index = next++; index < count; index = next++) {
      try {
        work(index);
      } catch (...) {
        thrown[index] = std::current_exception();
      }
    }
  };
  {
    const std::size_t threads =
        std::min({count, most_threads, static_cast<std::size_t>(std::thread::hardware_concurrency())});
    std::vector<std::jthread> others;
    try {
      while (others.size() + 1 < threads) {
        move_beside(others.emplace_back(share), others.size() - 1);
      }
    } catch (const std::system_error&) {
      // What a system without more threads leaves to do, those that run do.
    }
    share();
  }
  for (const std::exception_ptr& each : thrown) {
    if (each) std::rethrow_exception(each);
  }
}

}  // namespace fairshuffle
