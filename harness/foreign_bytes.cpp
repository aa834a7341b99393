#include "harness/foreign_bytes.hpp"

#include <algorithm>
#include <array>

namespace fairshuffle {

namespace {

using namespace std::string_view_literals;

struct Kind {
  std::string_view magic;
  ForeignBytes is;
};

constexpr std::string_view utf16 = "these bytes are text in UTF-16; make UTF-8 of it first";
constexpr std::string_view utf32 = "these bytes are text in UTF-32; make UTF-8 of it first";

// The mark of UTF-32 begins as that of UTF-16 does, and so stands before it.
constexpr std::array kinds{
    Kind{"\x1f\x8b"sv, {"gzip packed these bytes; unpack them first", "gzip -dc"}},
    Kind{"\xfd\x37zXZ\0"sv, {"xz packed these bytes; unpack them first", "xz -dc"}},
    Kind{"BZh"sv, {"bzip2 packed these bytes; unpack them first", "bzip2 -dc"}},
    Kind{"\x28\xb5\x2f\xfd"sv, {"zstd packed these bytes; unpack them first", "zstd -dc"}},
    Kind{"\x04\x22\x4d\x18"sv, {"lz4 packed these bytes; unpack them first", "lz4 -dc"}},
    Kind{"7z\xbc\xaf\x27\x1c"sv, {"7-Zip packed these bytes; unpack them first", "7z x -so"}},
    Kind{"PK\3\4"sv, {"zip packed these bytes; unpack them first", "unzip -p"}},
    Kind{"\xff\xfe\0\0"sv, {utf32, "iconv -f UTF-32 -t UTF-8"}},
    Kind{"\0\0\xfe\xff"sv, {utf32, "iconv -f UTF-32 -t UTF-8"}},
    Kind{"\xff\xfe"sv, {utf16, "iconv -f UTF-16 -t UTF-8"}},
    Kind{"\xfe\xff"sv, {utf16, "iconv -f UTF-16 -t UTF-8"}},
};

// Text of which only one byte of each two says anything: those from `first` on.
bool is_wide_text(std::string_view bytes, std::size_t first) {
  constexpr std::size_t fewest = 6;
  if (bytes.size() < fewest) return false;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    const auto byte = static_cast<unsigned char>(bytes[at]);
    const bool is_text = (byte >= 0x20 && byte < 0x7f) || (byte >= '\t' && byte <= '\r');
    if (at % 2 == first ? !is_text : byte != 0) return false;
  }
  return true;
}

}  // namespace

std::optional<ForeignBytes> marked_bytes(std::string_view first_bytes) {
  const auto found = std::ranges::find_if(
      kinds, [first_bytes](const Kind& kind) { return first_bytes.starts_with(kind.magic); });
  return found != kinds.end() ? std::optional(found->is) : std::nullopt;
}

std::optional<ForeignBytes> foreign_bytes(std::string_view first_bytes) {
  if (const auto marked = marked_bytes(first_bytes)) return marked;
  const std::string_view begin = first_bytes.substr(0, bytes_of_foreign);
  if (is_wide_text(begin, 0)) return ForeignBytes{utf16, "iconv -f UTF-16LE -t UTF-8"};
  if (is_wide_text(begin, 1)) return ForeignBytes{utf16, "iconv -f UTF-16BE -t UTF-8"};
  return std::nullopt;
}

}  // namespace fairshuffle
