#include "core/record/findings.hpp"

#include <algorithm>

namespace fairshuffle {

const TestRecord* test_named(std::span<const TestRecord> tests, std::string_view name) {
  const auto found = std::ranges::find(tests, name, &TestRecord::name);
  return found == tests.end() ? nullptr : &*found;
}

}  // namespace fairshuffle
