#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "harness/engine/blocks.hpp"

using namespace fairshuffle;

TEST_CASE("every piece of work is done once, however many there are") {
  for (const std::size_t count : {0U, 1U, 2U, 7U, 1000U}) {
    std::vector<int> done(count);
    on_cores(count, [&done](std::size_t index) { ++done[index]; });
    CHECK(done == std::vector<int>(count, 1));
  }
}

TEST_CASE("what the first one threw is thrown, after the others are done") {
  std::vector<int> done(100);
  std::string what;
  try {
    on_cores(done.size(), [&done](std::size_t index) {
      ++done[index];
      if (index == 17 || index == 80) throw std::runtime_error(std::to_string(index));
    });
  } catch (const std::runtime_error& error) {
    what = error.what();
  }
  CHECK(what == "17");
  CHECK(done == std::vector<int>(100, 1));
}

TEST_CASE("there are as many threads as cores, up to eight, and no more") {
  const auto due = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 8);
  std::mutex mutex;
  std::condition_variable came;
  std::set<std::thread::id> threads;
  // Nobody has a second piece before all have come, and one more has had time to.
  on_cores(2 * due + 2, [&](std::size_t) {
    std::unique_lock lock(mutex);
    threads.insert(std::this_thread::get_id());
    came.notify_all();
    came.wait_for(lock, std::chrono::seconds(20), [&] { return threads.size() >= due; });
    came.wait_for(lock, std::chrono::milliseconds(50), [&] { return threads.size() > due; });
  });
  CHECK(threads.size() == due);
}
