// What a file is that holds no text as the program reads it, by its first bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace fairshuffle {

/// How many of the first bytes are enough.
inline constexpr std::size_t bytes_of_foreign = 16;

struct ForeignBytes {
  std::string_view sentence;  ///< "gzip packed these bytes; unpack them first"
  std::string_view command;   ///< that makes text of a file, whose name goes behind it: "gzip -dc"
};

/// What packed them, by its magic number, or UTF-16 and UTF-32, by their byte order mark.
std::optional<ForeignBytes> marked_bytes(std::string_view first_bytes);

/// These, and UTF-16 without a mark, where every other byte is 0. Nothing for what may be text.
std::optional<ForeignBytes> foreign_bytes(std::string_view first_bytes);

}  // namespace fairshuffle
