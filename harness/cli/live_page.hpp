// The live page: made with the web preset, installed by the package fairshuffle-web, copied by explain
// --live.
#pragma once

#include <filesystem>

namespace fairshuffle {

/// Copies it to `path`, never over another file unless `overwrite`. It is looked for beside the running
/// program: where packages put it, and where a build of the web preset leaves it. Throws InputError where it
/// is in neither place, or where `path` can't be written.
void copy_live_page(const std::filesystem::path& path, bool overwrite);

}  // namespace fairshuffle
