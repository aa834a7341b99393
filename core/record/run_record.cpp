#include "core/record/run_record.hpp"

#include <algorithm>

namespace fairshuffle {

const char* to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::fair:
      return "fair";
    case Verdict::biased:
      return "biased";
    case Verdict::inconclusive:
      return "inconclusive";
    case Verdict::invalid:
      return "invalid";
  }
  return "";
}

std::optional<Verdict> verdict_from_text(std::string_view text) {
  for (const Verdict verdict : {Verdict::fair, Verdict::biased, Verdict::inconclusive, Verdict::invalid}) {
    if (text == to_text(verdict)) return verdict;
  }
  return std::nullopt;
}

const TestRecord* test_named(std::span<const TestRecord> tests, std::string_view name) {
  const auto found = std::ranges::find(tests, name, &TestRecord::name);
  return found == tests.end() ? nullptr : &*found;
}

}  // namespace fairshuffle
