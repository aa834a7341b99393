// The schema of job files: a frame, and in it what the kinds of targets have for members.
#pragma once

#include <string>

namespace fairshuffle {

/// As JSON with an end of line. reports/schema/job.schema.json is the same text.
std::string job_schema();

}  // namespace fairshuffle
