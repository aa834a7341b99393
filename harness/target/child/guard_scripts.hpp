// What the shells beside a child do, so that it does not outlive us.
#pragma once

namespace fairshuffle {

// The command waits for its guard, so that there is no moment in which it could outlive us; if we end before,
// it never runs.
inline constexpr const char* wait_for_go = "read go <&3 || exit; exec 3<&- /bin/sh -c \"$1\"";

// Reads a line that never comes. When its input ends, so did we: it kills the child's group, and what else is
// in the child's session.
inline constexpr const char* guard_script = R"(
read line && exit
session=$1
kill -s KILL -- "-$session"
for stat in /proc/[0-9]*/stat; do
  { read -r fields <"$stat"; } 2>/dev/null || continue
  set -- ${fields##*) }
  [ "$4" = "$session" ] || continue
  process=${stat#/proc/}
  kill -s KILL "${process%/stat}"
done
)";

}  // namespace fairshuffle
