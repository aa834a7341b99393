// What the native program has and the module has none of: job files, which come from a command line, and
// child programs.
#include "harness/input_error.hpp"
#include "harness/job/job_file.hpp"
#include "harness/job/live_children.hpp"

namespace fairshuffle {

Job read_job_file(const std::filesystem::path& path) {
  throw InputError(path.string() + ": job files are read by the native program fairshuffle");
}

void settle_children(CertifyPlan&) {}

}  // namespace fairshuffle
