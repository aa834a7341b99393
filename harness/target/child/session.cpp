#include "harness/target/child/session.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include <uv.h>

namespace fairshuffle {

namespace {

// Those that live; nothing where /proc does not tell.
std::optional<std::vector<int>> processes_of(int session) {
  std::error_code unreadable;
  std::filesystem::directory_iterator entries("/proc", unreadable);
  std::vector<int> processes;
  bool seen_any = false;
  for (; !unreadable && entries != std::filesystem::directory_iterator(); entries.increment(unreadable)) {
    const std::string name = entries->path().filename().string();
    int process = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), process);
    if (error != std::errc{} || end != name.data() + name.size()) continue;
    std::ifstream file(entries->path() / "stat", std::ios::binary);
    std::string stat;
    if (!std::getline(file, stat, '\0')) continue;  // it is gone by now
    // The name in parentheses may hold anything; state, parent, group and session come after it.
    std::istringstream fields(stat.substr(std::min(stat.size(), stat.rfind(')') + 1)));
    char state = 0;
    int parent = 0, group = 0, its_session = 0;
    if (!(fields >> state >> parent >> group >> its_session)) continue;
    seen_any = true;
    if (its_session == session && state != 'Z' && state != 'X') processes.push_back(process);
  }
  if (unreadable || !seen_any) return std::nullopt;
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
