# What every target of this project is compiled with, and what is compiled with less effort.
add_library(fairshuffle_build_rules INTERFACE)
target_compile_features(fairshuffle_build_rules INTERFACE cxx_std_20)
target_include_directories(fairshuffle_build_rules INTERFACE "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}/generated")
target_compile_options(fairshuffle_build_rules INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
                       $<$<BOOL:${FAIRSHUFFLE_WERROR}>:-Werror>)
# g++ looks through its memory for what can go whenever it has grown by so much (kB); by the standard of 128 MB that is a twelfth
# of the time, and a quarter less memory.
target_compile_options(fairshuffle_build_rules INTERFACE $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=600000>)
target_compile_definitions(fairshuffle_build_rules INTERFACE $<$<BOOL:${FAIRSHUFFLE_FEW_VECTORS}>:FAIRSHUFFLE_FEW_VECTORS>)
if(EMSCRIPTEN)
  # Counts of 64 bits become sizes of 32; a size that does not fit is refused before, as memory that is not there.
  target_compile_options(fairshuffle_build_rules INTERFACE -Wno-shorten-64-to-32 -Wno-defaulted-function-deleted)
else()
  # Of the same objects the shared library for other languages is made. Nothing in it is to be replaced by somebody else's, so
  # that code costs no more than in a program.
  target_compile_options(fairshuffle_build_rules INTERFACE -fPIC -fvisibility=hidden -fvisibility-inlines-hidden
                         -fno-semantic-interposition)
endif()

# Headers read once for all libraries. No file counts on it: each includes what it names, as scripts/prove shows, which
# compiles every file alone.
file(CONFIGURE OUTPUT generated/precompiled.cpp CONTENT "")
add_library(fairshuffle_precompiled OBJECT "${PROJECT_BINARY_DIR}/generated/precompiled.cpp")
target_link_libraries(fairshuffle_precompiled PRIVATE fairshuffle_build_rules Boost::headers fmt::fmt)
set(FAIRSHUFFLE_COMMON_HEADERS <algorithm> <array> <cmath> <cstdint> <functional> <map> <memory> <optional> <ranges> <set>
    <span> <stdexcept> <string> <string_view> <utility> <variant> <vector> <boost/multiprecision/cpp_int.hpp> <fmt/format.h>)
target_precompile_headers(fairshuffle_precompiled PRIVATE ${FAIRSHUFFLE_COMMON_HEADERS})

# What makes words of numbers, and what tests, is compiled with less effort; what is around core without words as users have it.
set(FAIRSHUFFLE_LESS_EFFORT $<$<CONFIG:Release>:-O1>)
set(FAIRSHUFFLE_EFFORT_AROUND_CORE "")
set(FAIRSHUFFLE_PRECOMPILED_AROUND_CORE fairshuffle_precompiled)
if(EMSCRIPTEN)
  set(FAIRSHUFFLE_LESS_EFFORT -Oz)
elseif(CMAKE_CXX_FLAGS MATCHES "-fsanitize=" AND NOT FAIRSHUFFLE_FUZZERS)
  # To optimise what sanitizers put into it takes three times as long as to compile it without, and longer than the tests then
  # take more. Core computes, and is optimised for them too; clang wants a precompiled header for each.
  set(FAIRSHUFFLE_LESS_EFFORT -O0)
  set(FAIRSHUFFLE_EFFORT_AROUND_CORE -O0)
  set(FAIRSHUFFLE_PRECOMPILED_AROUND_CORE fairshuffle_precompiled_around_core)
  add_library(fairshuffle_precompiled_around_core OBJECT "${PROJECT_BINARY_DIR}/generated/precompiled.cpp")
  target_compile_options(fairshuffle_precompiled_around_core PRIVATE ${FAIRSHUFFLE_EFFORT_AROUND_CORE})
  target_link_libraries(fairshuffle_precompiled_around_core PRIVATE fairshuffle_build_rules Boost::headers fmt::fmt)
  target_precompile_headers(fairshuffle_precompiled_around_core PRIVATE ${FAIRSHUFFLE_COMMON_HEADERS})
endif()

# fairshuffle_less_effort(TARGET NAMES...): the files of these folders that are compiled together are so with less effort; so are
# files that are compiled by themselves. For the CMakeLists.txt that the target stands in.
function(fairshuffle_less_effort target)
  foreach(name IN LISTS ARGN)
    if(name MATCHES "[.]cpp$")
      set(source "${PROJECT_SOURCE_DIR}/${name}")
    else()
      string(REPLACE "/" "_" group "${name}")
      set(source "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/Unity/unity_${group}_cxx.cxx")
    endif()
    set_source_files_properties("${source}" TARGET_DIRECTORY ${target} PROPERTIES COMPILE_OPTIONS "${FAIRSHUFFLE_LESS_EFFORT}")
  endforeach()
endfunction()

# fairshuffle_united(TARGET [ALONE...]): the files of each folder are compiled together, which takes half the work when all is
# built; names without linkage are then those of a folder, not of a file. ALONE are files and folders of which each file is
# compiled by itself. None counts on its neighbours' includes: scripts/prove compiles every file alone.
function(fairshuffle_united target)
  if(NOT FAIRSHUFFLE_UNITE)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE name)
    cmake_path(GET name PARENT_PATH folder)
    if(NOT name IN_LIST ARGN AND NOT folder IN_LIST ARGN)
      string(REPLACE "/" "_" folder "${folder}")
      set_property(SOURCE "${source}" TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP ${folder})
    endif()
  endforeach()
endfunction()
