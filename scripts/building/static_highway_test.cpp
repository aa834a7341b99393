#include <cstdint>

#include <dlfcn.h>
#include <doctest/doctest.h>
#include <hwy/targets.h>

TEST_CASE("this machine has the vectors that Highway's own library finds") {
  // Loaded beside ours, which stands for it in this program, and bound to what is its own.
  void* const library = dlopen("libhwy.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  REQUIRE(library != nullptr);
  using SupportedTargets = std::int64_t();
  auto* const theirs = reinterpret_cast<SupportedTargets*>(dlsym(library, "_ZN3hwy16SupportedTargetsEv"));
  const bool found = theirs != nullptr, ours = theirs == &hwy::SupportedTargets;
  REQUIRE(found);
  REQUIRE_FALSE(ours);

  constexpr std::int64_t told = HWY_SSSE3 | HWY_SSE4 | HWY_AVX2 | HWY_AVX3 | HWY_AVX3_DL;
  CHECK((hwy::SupportedTargets() & told) == (theirs() & told));
  dlclose(library);
}

TEST_CASE("a choice of vectors stands until it is taken back") {
  const std::int64_t all = hwy::SupportedTargets();
  hwy::SetSupportedTargetsForTest(HWY_SCALAR);
  CHECK(hwy::SupportedTargets() == HWY_SCALAR);
  hwy::SetSupportedTargetsForTest(0);
  CHECK(hwy::SupportedTargets() == all);
}
