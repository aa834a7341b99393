// The program fairshuffle.
#include "harness/cli/command_line.hpp"

#ifdef __GLIBC__
#include <cstddef>
#include <cstdlib>
#include <memory>

#include <malloc.h>
#include <sys/mman.h>

namespace {

// Tables of counters are made, read once and let go of, look by look. Memory that goes back to the kernel
// each time, or comes from it by small pages, costs as much as the counting: it is kept, in one heap for all
// threads, that begins with large pages.
void keep_memory() {
  constexpr std::size_t page = 4096;
  constexpr int room = 64 << 20, standard_pad = 1 << 17;
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_THRESHOLD, 1 << 25);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_TOP_PAD, room);
  void* const first = std::malloc(1 << 20);
  mallopt(M_TOP_PAD, standard_pad);
  void* heap = first;
  std::size_t left = room;
  if (std::align(page, page, heap, left) != nullptr) madvise(heap, left / page * page, MADV_HUGEPAGE);
  std::free(first);
}

}  // namespace
#endif

int main(int argc, char** argv) {
#ifdef __GLIBC__
  keep_memory();
#endif
  return fairshuffle::run_program(argc, argv);
}
