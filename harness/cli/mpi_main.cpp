// The program fairshuffle-mpi: certify on the ranks that mpirun starts.
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <memory>

#include <fmt/format.h>
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

int run_rank(int argc, char** argv) {
  look_for_no_network_on_one_machine();
  const std::unique_ptr<Ranks> ranks = join_mpi_ranks();
  try {
    if (ranks->rank() == 0) {
      RankParts parts(*ranks);
      return run_program(argc, argv, &parts);
    }
    // Rank 0 hears it, judges what is there, and lets the others go.
    for (const int signal : ending_signals) std::signal(signal, SIG_IGN);
    serve_rank(*ranks);
    return exit_as_hoped;
  } catch (const std::exception& error) {
    tell(fmt::format("fairshuffle-mpi: the run broke off: rank {}: {}\n", ranks->rank(), error.what()));
    abort_mpi_ranks(exit_incomplete);
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
