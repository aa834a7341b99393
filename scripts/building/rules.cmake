# What every target of this project is compiled with, and what is compiled with less effort.
add_library(fairshuffle_build_rules INTERFACE)
target_compile_features(fairshuffle_build_rules INTERFACE cxx_std_20)
target_include_directories(fairshuffle_build_rules INTERFACE "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}/generated")
target_compile_options(fairshuffle_build_rules INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
                       $<$<BOOL:${FAIRSHUFFLE_WERROR}>:-Werror>)

# Headers read once for all libraries. No file counts on it: each includes what it names, as the build
# of the preset asan-ubsan, which does without, shows.
file(CONFIGURE OUTPUT generated/precompiled.cpp CONTENT "")
add_library(fairshuffle_precompiled OBJECT "${PROJECT_BINARY_DIR}/generated/precompiled.cpp")
target_link_libraries(fairshuffle_precompiled PRIVATE fairshuffle_build_rules Boost::headers fmt::fmt)
target_precompile_headers(fairshuffle_precompiled PRIVATE <algorithm> <array> <cmath> <cstdint> <functional> <map> <memory>
                          <optional> <ranges> <set> <span> <stdexcept> <string> <string_view> <utility> <variant>
                          <vector> <boost/multiprecision/cpp_int.hpp> <fmt/format.h>)

# fairshuffle_quickly_compiled(TARGET FOLDERS...): what only makes words of numbers is compiled with less effort.
function(fairshuffle_quickly_compiled target)
  list(JOIN ARGN "|" folders)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE name)
    if(name MATCHES "^(${folders})/")
      set_property(SOURCE "${source}" TARGET_DIRECTORY ${target} APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:-O1>)
    endif()
  endforeach()
endfunction()
