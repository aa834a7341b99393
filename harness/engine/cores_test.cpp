#include <atomic>
#include <fstream>
#include <semaphore>
#include <sstream>
#include <string>
#include <thread>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include "harness/engine/blocks.hpp"

using namespace fairshuffle;

namespace {

cpu_set_t cores_allowed_to(pthread_t thread) {
  cpu_set_t allowed;
  REQUIRE(pthread_getaffinity_np(thread, sizeof(allowed), &allowed) == 0);
  return allowed;
}

// Starts a thread as the index-th, and gives the cores it may go to once it was moved.
cpu_set_t cores_after_move(std::size_t index) {
  std::binary_semaphore is_seen(0);
  std::jthread started([&] { is_seen.acquire(); });
  move_beside(started, index);
  const cpu_set_t allowed = cores_allowed_to(started.native_handle());
  is_seen.release();
  return allowed;
}

// Where a thread runs or waits to run.
int core_of(pid_t thread) {
  std::ifstream file(fmt::format("/proc/self/task/{}/stat", thread));
  std::string text;
  std::getline(file, text);
  // Its 39th field; the second is a name in parentheses.
  std::istringstream fields(text.substr(text.rfind(')') + 1));
  std::string field;
  for (int number = 3; number <= 39; ++number) fields >> field;
  return std::stoi(field);
}

}  // namespace

TEST_CASE("a thread that was moved may go wherever the one that started it may") {
  const cpu_set_t allowed = cores_allowed_to(pthread_self());
  for (const std::size_t index : {0U, 1U, 2U, 1000U}) {
    const cpu_set_t after = cores_after_move(index);
    CHECK(CPU_EQUAL(&after, &allowed));
  }
}

TEST_CASE("where there is one core, threads stay there") {
  std::jthread([] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(sched_getcpu()), &one);
    REQUIRE(sched_setaffinity(0, sizeof(one), &one) == 0);
    const cpu_set_t after = cores_after_move(0);
    CHECK(CPU_EQUAL(&after, &one));
  }).join();
}

// A system may move either of them as well, at any time: where the one that started it was not, it will
// hardly have been the other in every second attempt.
TEST_CASE("a thread that waits for the core of the one that started it is moved to another at once") {
  const cpu_set_t allowed = cores_allowed_to(pthread_self());
  if (CPU_COUNT(&allowed) == 1) return;
  int stayed = 0, moved = 0;
  for (int attempt = 0; attempt < 400 && stayed < 20; ++attempt) {
    std::atomic<pid_t> id = 0;
    std::jthread started([&](const std::stop_token& stop) {
      id = gettid();
      while (!stop.stop_requested()) continue;
    });
    while (id == 0) std::this_thread::yield();
    const int own = sched_getcpu();
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(own), &one);
    const pthread_t thread = started.native_handle();
    REQUIRE(pthread_setaffinity_np(thread, sizeof(one), &one) == 0);
    REQUIRE(pthread_setaffinity_np(thread, sizeof(allowed), &allowed) == 0);
    move_beside(started, 0);
    const int core = core_of(id);
    if (sched_getcpu() != own) continue;
    ++stayed;
    moved += core != own;
  }
  CHECK(2 * moved >= stayed);
}
