#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reports/run/sections.hpp"

namespace fairshuffle {

namespace {

struct LeftOut {
  std::string reason;
  std::vector<std::string> tests;
};

}  // namespace

std::optional<Section> left_out_section(const TargetRecord& result) {
  std::vector<LeftOut> all;
  for (const TestRecord& test : result.tests) {
    if (test.applied) continue;
    auto known = std::ranges::find(all, test.reason, &LeftOut::reason);
    if (known == all.end()) known = all.insert(known, {test.reason, {}});
    known->tests.push_back(test.name);
  }
  if (all.empty()) return std::nullopt;
  List list;
  for (const auto& [reason, tests] : all) {
    list.items.push_back(fmt::format("{}: {}", fmt::join(tests, "; "), reason));
  }
  return Section{
      .title = "Tests that were not applied", .blocks = {std::move(list)}, .shown = Shown::in_detail};
}

}  // namespace fairshuffle
