// The program fairshuffle-mpi: certify on the ranks that mpirun starts. The one file that knows MPI.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <thread>

#define OMPI_SKIP_MPICXX 1
#include <fmt/format.h>
#include <mpi.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/cli/command_line.hpp"
#include "harness/cli/terminal.hpp"
#include "harness/cluster/rank_parts.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle {
namespace {

pid_t guarded = 0;

// mpirun would end with the number of the signal that a rank died of, which is no exit code of ours. Each
// rank is a child of a process that tells it as one.
int guard(pid_t rank) {
  guarded = rank;
  for (const int signal : ending_signals) {
    std::signal(signal, [](int number) { ::kill(guarded, number); });
  }
  int status = 0;
  while (::waitpid(rank, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  tell(
      fmt::format("fairshuffle-mpi: the run broke off: a rank died of signal {}; what was kept with "
                  "--checkpoint is there to go on from\n",
                  WTERMSIG(status)));
  return exit_incomplete;
}

// Open MPI looks for networks, which takes it longer than everything else that it begins with. Ranks that are
// all on one machine share memory. What the command or the environment says stands.
void look_for_no_network_on_one_machine() {
  const char* const here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  const char* const everywhere = std::getenv("OMPI_COMM_WORLD_SIZE");
  if (here == nullptr || everywhere == nullptr || std::string_view(here) != everywhere) return;
  ::setenv("OMPI_MCA_pml", "ob1", 0);
}

constexpr int tag = 1;
// Counts are ints in MPI.
constexpr std::size_t longest_piece = std::size_t{1} << 30;

// The waits of MPI keep a core busy. Soon where it is soon, and seldom where it lasts.
void wait_for(MPI_Request& request) {
  constexpr std::chrono::microseconds first{20}, longest{2000};
  for (std::chrono::microseconds pause = first;; pause = std::min(2 * pause, longest)) {
    int is_done = 0;
    MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
    if (is_done != 0) return;
    std::this_thread::sleep_for(pause);
  }
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

int run_rank(int argc, char** argv) {
  look_for_no_network_on_one_machine();
  MpiRanks ranks;
  try {
    if (ranks.rank() == 0) {
      RankParts parts(ranks);
      return run_program(argc, argv, &parts);
    }
    // Rank 0 hears it, judges what is there, and lets the others go.
    for (const int signal : ending_signals) std::signal(signal, SIG_IGN);
    serve_rank(ranks);
    return exit_as_hoped;
  } catch (const std::exception& error) {
    tell(fmt::format("fairshuffle-mpi: the run broke off: rank {}: {}\n", ranks.rank(), error.what()));
    // All ranks, this one too.
    MPI_Abort(MPI_COMM_WORLD, exit_incomplete);
    std::abort();
  }
}

}  // namespace
}  // namespace fairshuffle

int main(int argc, char** argv) {
  // What a rank starts is none.
  if (argc > 1 && fairshuffle::is_host(argv[1])) return fairshuffle::run_program(argc, argv, nullptr);
  const pid_t parent = ::getpid();
  const pid_t rank = ::fork();
  if (rank > 0) return fairshuffle::guard(rank);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (rank == 0 && ::getppid() != parent) return fairshuffle::exit_incomplete;
  return fairshuffle::run_rank(argc, argv);
}
