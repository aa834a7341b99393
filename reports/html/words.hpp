// The words and the frames that all parts of the page share.
#pragma once

#include <string>
#include <string_view>

namespace fairshuffle {

/// With its sign and so many decimals: "+3.1", "-0.5"; "0.0" where nothing is left.
std::string signed_words(double value, int decimals);

/// A picture with its title above, what to look at below if there is a remark, and its tables in a part that
/// opens.
std::string figure(std::string_view title, std::string_view picture, std::string_view remark,
                   std::string_view tables);

}  // namespace fairshuffle
