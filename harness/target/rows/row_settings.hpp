// The settings that say how a target from outside writes its rows: n, format, base, deck.
#pragma once

#include "core/record/run_record.hpp"
#include "harness/target/rows/row_format.hpp"
#include "harness/target/setting_reader.hpp"
#include "harness/target/spec.hpp"

namespace fairshuffle {

/// Takes n, format, base and deck; fills description.deck_size and adds what was settled on to
/// description.options. The words of a deck are parted as those of a row are; they give n. Throws InputError.
RowFormat take_row_format(SettingReader& reader, int standard_deck_size, TargetDescription& description);

/// The inverse, for a target's name: adds n and every setting that is not the standard one.
void add_row_settings(const RowFormat& format, TargetText& name);

}  // namespace fairshuffle
