// Job files, which come from a command line, and which the module has none of.
#include "harness/input_error.hpp"
#include "harness/job/job_file.hpp"

namespace fairshuffle {

Job read_job_file(const std::filesystem::path& path) {
  throw InputError(path.string() + ": job files are read by the native program fairshuffle");
}

}  // namespace fairshuffle
