#include "harness/target/rows/packed.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace fairshuffle {

namespace {

struct Packer {
  std::string_view name, magic, unpack;
};

using namespace std::string_view_literals;

constexpr std::array packers{
    Packer{"gzip", "\x1f\x8b"sv, "gzip -dc"}, Packer{"xz", "\xfd\x37zXZ\0"sv, "xz -dc"},
    Packer{"bzip2", "BZh"sv, "bzip2 -dc"},    Packer{"zstd", "\x28\xb5\x2f\xfd"sv, "zstd -dc"},
    Packer{"zip", "PK\3\4"sv, "unzip -p"},
};

}  // namespace

std::string_view packed_by(std::string_view first_bytes) {
  const auto found = std::ranges::find_if(
      packers, [first_bytes](const Packer& packer) { return first_bytes.starts_with(packer.magic); });
  return found == packers.end() ? std::string_view() : found->name;
}

std::string unpack_first(std::string_view packer) {
  const std::string_view unpack = std::ranges::find(packers, packer, &Packer::name)->unpack;
  return fmt::format("{} packed these bytes; unpack them first: {} FILE | fairshuffle certify --stdin",
                     packer, unpack);
}

}  // namespace fairshuffle
