#include "harness/engine/cores.hpp"

#ifdef __linux__
#include <vector>

#include <pthread.h>
#include <sched.h>
#endif

namespace fairshuffle {

void move_beside([[maybe_unused]] std::jthread& started, [[maybe_unused]] std::size_t index) {
#ifdef __linux__
  const int own = sched_getcpu();
  cpu_set_t allowed;
  if (own < 0 || sched_getaffinity(0, sizeof(allowed), &allowed) != 0) return;
  // Those above its own first, then those below it.
  std::vector<std::size_t> others;
  for (int above = 1; above < CPU_SETSIZE; ++above) {
    const auto core = static_cast<std::size_t>((own + above) % CPU_SETSIZE);
    if (CPU_ISSET(core, &allowed)) others.push_back(core);
  }
  if (others.empty()) return;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(others[index % others.size()], &one);
  const pthread_t thread = started.native_handle();
  if (pthread_setaffinity_np(thread, sizeof(one), &one) == 0) {
    pthread_setaffinity_np(thread, sizeof(allowed), &allowed);
  }
#endif
}

}  // namespace fairshuffle
