// Bytes that have to be unpacked before they are rows.
#pragma once

#include <string>
#include <string_view>

namespace fairshuffle {

/// What packs bytes that begin so: "gzip", "xz", "zip" and so on by their magic numbers; empty for none. Six
/// bytes are enough.
std::string_view packed_by(std::string_view first_bytes);

/// "gzip packed these bytes; unpack them first: gzip -dc FILE | fairshuffle certify --stdin"
std::string unpack_first(std::string_view packer);

}  // namespace fairshuffle
