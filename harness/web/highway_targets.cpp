// What Highway asks of its own library, of which only the headers are there: which vectors there are. A
// module with vectors is loaded only where they are, so there is nothing to detect.
#include <hwy/targets.h>

namespace hwy {

namespace {

std::int64_t for_test = 0;

}  // namespace

std::int64_t SupportedTargets() {
  return for_test != 0 ? for_test : HWY_WASM;
}

void SetSupportedTargetsForTest(std::int64_t targets) {
  for_test = targets;
}

ChosenTarget& GetChosenTarget() {
  static ChosenTarget chosen;
  return chosen;
}

}  // namespace hwy
