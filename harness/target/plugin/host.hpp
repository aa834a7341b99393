// The process in which a plug-in is loaded and called. The program starts it for itself; by hand it can be
// used to look into a plug-in's fault.
#pragma once

#include <string>
#include <vector>

namespace fairshuffle {

/// PATH alone tells what shuffles the library has; PATH SHUFFLE N serves rows of one of them. Requests come
/// on standard input, and what is answered goes to standard output, which the plug-in itself can't reach.
/// Returns 0 or the number of a PluginFaultKind, told on standard error. Throws InputError for other
/// arguments.
int run_plugin_host(const std::vector<std::string>& arguments);

}  // namespace fairshuffle
