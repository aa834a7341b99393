// The one file that knows MPI.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "harness/cluster/rank_parts.hpp"

#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

namespace fairshuffle {

namespace {

constexpr int tag = 1;
// Counts are ints in MPI.
constexpr std::size_t longest_piece = std::size_t{1} << 30;

// The waits of MPI keep a core busy. Soon where it is soon, and seldom where it lasts.
template <class IsDone>
void wait_for(const IsDone& is_done) {
  constexpr std::chrono::microseconds first{20}, longest{2000};
  for (std::chrono::microseconds pause = first; !is_done(); pause = std::min(2 * pause, longest)) {
    std::this_thread::sleep_for(pause);
  }
}

void wait_for(MPI_Request& request) {
  wait_for([&request] {
    int is_done = 0;
    MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
    return is_done != 0;
  });
}

// Errors end all ranks: the standard error handler of MPI.
class MpiRanks final : public Ranks {
 public:
  MpiRanks() {
    int given = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }
  ~MpiRanks() override { MPI_Finalize(); }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  void send(int to, std::string_view message) override {
    const std::uint64_t length = message.size();
    send_bytes(to, &length, sizeof length);
    for (; !message.empty(); message.remove_prefix(std::min(message.size(), longest_piece))) {
      send_bytes(to, message.data(), std::min(message.size(), longest_piece));
    }
  }

  std::string receive(int from) override {
    std::uint64_t length = 0;
    receive_bytes(from, &length, sizeof length);
    std::string message(length, '\0');
    for (std::size_t begin = 0; begin < length; begin += longest_piece) {
      receive_bytes(from, message.data() + begin, std::min<std::size_t>(length - begin, longest_piece));
    }
    return message;
  }

 private:
  static void send_bytes(int to, const void* bytes, std::size_t size) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Isend(bytes, static_cast<int>(size), MPI_BYTE, to, tag, MPI_COMM_WORLD, &request);
    wait_for(request);
  }
  static void receive_bytes(int from, void* bytes, std::size_t size) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(bytes, static_cast<int>(size), MPI_BYTE, from, tag, MPI_COMM_WORLD, &request);
    wait_for(request);
  }

  int rank_ = 0;
  int size_ = 1;
};

}  // namespace

std::unique_ptr<Ranks> join_mpi_ranks() {
  return std::make_unique<MpiRanks>();
}

void abort_mpi_ranks(int exit_code) {
  MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::abort();
}

}  // namespace fairshuffle
