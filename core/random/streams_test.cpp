#include <doctest/doctest.h>

#include "core/random/seeding.hpp"

using namespace fairshuffle;

// Noll's test vectors of FNV-1a, 64 bits.
TEST_CASE("FNV-1a gives its published hashes") {
  CHECK(detail::fnv1a("") == 0xcbf29ce484222325);
  CHECK(detail::fnv1a("a") == 0xaf63dc4c8601ec8c);
  CHECK(detail::fnv1a("foobar") == 0x85944171f73967e8);
}

// Computed in Java (OpenJDK 17.0.15): FNV-1a h over the bytes of UTF-8, then
// new java.util.SplittableRandom(h).nextLong(). Recorded runs depend on these numbers: they never change.
TEST_CASE("the hash of a text is the one that recorded runs were made with") {
  CHECK(hash_text("") == 0xc3817c016ba4ff30);
  CHECK(hash_text("a") == 0x5f29c2aadd9b8527);
  CHECK(hash_text("foobar") == 0x5df295413403de4f);
  CHECK(hash_text("durstenfeld n=5") == 0xf381e1c6bdf87b89);
  CHECK(hash_text("\xc3\xa9") == 0x6e2411eb685090ba);
}

// The same, with m(x) = new java.util.SplittableRandom(x).nextLong(): m(m(m(run) ^ target) ^ block).
TEST_CASE("the seed of a block is the one that recorded runs were made with") {
  CHECK(stream_seed(0, 0, 0) == 0x238275bc38fcbe91);
  CHECK(stream_seed(1, 0, 0) == 0xb18a02f46d8d86c3);
  CHECK(stream_seed(0, 1, 0) == 0x44e5b98100c67fb0);
  CHECK(stream_seed(0, 0, 1) == 0x2f32a78496c67c60);
  CHECK(stream_seed(20240101, hash_text("durstenfeld n=5"), 123456789) == 0x88eef7045a1fcbd4);
  CHECK(stream_seed(~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}) == 0x595b17f487c0e71b);
}
