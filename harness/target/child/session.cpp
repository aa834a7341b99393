#include "harness/target/child/session.hpp"

#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>
#include <uv.h>

namespace fairshuffle {

namespace {

/// A process, as /proc tells of it.
struct ProcessState {
  char state = 0;
  int session = 0;
};

// Asked of every process time and again while a child ends: no memory is taken for it.
std::optional<ProcessState> state_of(const char* process) {
  std::array<char, 32> path{};
  std::snprintf(path.data(), path.size(), "/proc/%.16s/stat", process);
  const int file = ::open(path.data(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;  // it is gone by now
  std::array<char, 256> text{};
  const ssize_t size = ::read(file, text.data(), text.size() - 1);
  ::close(file);
  if (size <= 0) return std::nullopt;
  // The name in parentheses may hold anything; state, parent, group and session come after it.
  const char* after_name = std::strrchr(text.data(), ')');
  ProcessState process_state;
  int parent = 0, group = 0;
  if (after_name == nullptr || std::sscanf(after_name + 1, " %c %d %d %d", &process_state.state, &parent,
                                           &group, &process_state.session) != 4) {
    return std::nullopt;
  }
  return process_state;
}

// Those that live; nothing where /proc does not tell.
std::optional<std::vector<int>> processes_of(int session) {
  DIR* folder = ::opendir("/proc");
  if (folder == nullptr) return std::nullopt;
  std::vector<int> processes;
  bool seen_any = false;
  while (const dirent* entry = ::readdir(folder)) {
    const std::string_view name = entry->d_name;
    int process = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), process);
    if (error != std::errc{} || end != name.data() + name.size()) continue;
    const auto found = state_of(entry->d_name);
    if (!found) continue;
    seen_any = true;
    if (found->session == session && found->state != 'Z' && found->state != 'X') processes.push_back(process);
  }
  ::closedir(folder);
  if (!seen_any) return std::nullopt;
  return processes;
}

}  // namespace

bool session_runs(int session) {
  const auto processes = processes_of(session);
  return processes ? !processes->empty() : uv_kill(-session, 0) != UV_ESRCH;
}

void signal_session(int session, int signal) {
  // The whole group at once, so that none of it escapes by forking; then those who have groups of their own.
  uv_kill(-session, signal);
  for (const int process : processes_of(session).value_or(std::vector<int>())) uv_kill(process, signal);
}

}  // namespace fairshuffle
