#include "harness/target/child/child_environment.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include <fmt/format.h>
#include <uv.h>

#include "harness/target/child/uv_loop.hpp"

namespace fairshuffle {

std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& added) {
  std::vector<std::string> variables;
  for (const auto& [name, value] : added) variables.push_back(fmt::format("{}={}", name, value));
  uv_env_item_t* items = nullptr;
  int count = 0;
  check_uv(uv_os_environ(&items, &count), "The environment can't be handed on");
  for (const uv_env_item_t& item : std::span(items, static_cast<std::size_t>(count))) {
    if (std::ranges::find(added, item.name, &std::pair<std::string, std::string>::first) == added.end()) {
      variables.push_back(fmt::format("{}={}", item.name, item.value));
    }
  }
  uv_os_free_environ(items, count);
  return variables;
}

}  // namespace fairshuffle
