// What the counts of a biased target look like, as JSON and back.
#pragma once

#include "core/record/findings.hpp"
#include "reports/json/values.hpp"

namespace fairshuffle {

Json cell_json(const WorstCell& cell);
WorstCell cell_of(const Json& json);

Json diagnosis_json(const DiagnosisRecord& diagnosis);
DiagnosisRecord diagnosis_of(const Json& json);

Json link_json(const LinkRecord& link);
LinkRecord link_of(const Json& json);

Json link_test_json(const LinkTest& test);
LinkTest link_test_of(const Json& json);

Json seed_space_json(const SeedSpaceRecord& space);
SeedSpaceRecord seed_space_of(const Json& json);

}  // namespace fairshuffle
