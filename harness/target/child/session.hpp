// The processes of a session: a child and all that it started, but for what left it by setsid.
#pragma once

namespace fairshuffle {

/// True while a process of the session runs or could. Dead ones that no one has waited for don't count: some
/// systems leave them about for long. Where /proc does not tell, the process group of that number is asked
/// instead, and its dead count.
bool session_runs(int session);

/// Sends the signal to every process of the session, whatever group it is in.
void signal_session(int session, int signal);

}  // namespace fairshuffle
