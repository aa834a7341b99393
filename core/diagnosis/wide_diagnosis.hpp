// Which known mistake do the counts of a wide deck fit? By what the mistakes come to when they are run.
//
// All of wide_suspects are run, and excluded as fitting_runs has it: level_of_exclusion bounds how often it
// excludes the truth by its numbers per order and farthest cells, and once more by the places of single
// cards. Where none is left, those by draws are run, and then the first are held against the counts as they
// are written down in the seven other ways of core/order/symmetries.hpp.
//
// What a sample can tell apart is not all that many trials show: fairness itself is run first. Where that
// sample does not differ from the counts by what is compared, only those are run whose own number is off by
// as much as they leave it (is_told_by_its_number).
#pragma once

#include "core/record/findings.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// confidence as in `diagnose`. Preconditions: is_wide_deck(whole.deck_size), trials > 0, and fairness has
/// been rejected. Of 1,024 cards it takes some three seconds of processor time where one of the first is
/// left, and more than ten where none is and all readings are run; threads may share it (shared_work.hpp).
DiagnosisRecord diagnose_wide(const Tally& whole, double confidence);

}  // namespace fairshuffle
