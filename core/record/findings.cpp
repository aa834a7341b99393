#include "core/record/findings.hpp"

#include <algorithm>

namespace fairshuffle {

std::uint64_t rejected_hypotheses(std::span<const TestRecord> tests) {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      tests, [](const TestRecord& test) { return test.rejected && test.same_as.empty(); }));
}

bool too_regular(const TestRecord& test) {
  return test.rejected && test.tail == Tail::lower && test.degrees_of_freedom > 0;
}

bool rejects_as_uneven(const TestRecord& test) {
  return test.rejected && !too_regular(test);
}

bool rejects_as_uneven(std::span<const TestRecord> tests, std::string_view name) {
  const TestRecord* test = test_named(tests, name);
  return test != nullptr && rejects_as_uneven(*test);
}

const TestRecord* test_named(std::span<const TestRecord> tests, std::string_view name) {
  const auto found = std::ranges::find(tests, name, &TestRecord::name);
  return found == tests.end() ? nullptr : &*found;
}

}  // namespace fairshuffle
