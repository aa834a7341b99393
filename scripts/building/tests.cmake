# What tests are built with, and how a folder adds its own.
include(CTest)
if(FAIRSHUFFLE_TESTS)
  find_package(doctest 2.4 QUIET)
  find_package(pugixml 1.11 QUIET)
  # The Debian one, which python3-jsonschema belongs to.
  find_program(PYTHON3 python3 HINTS /usr/bin)
  if(NOT doctest_FOUND OR NOT pugixml_FOUND OR NOT PYTHON3)
    message(STATUS "doctest, pugixml or Python is not installed: the tests are not built; scripts/setup --test installs them")
    set(FAIRSHUFFLE_TESTS OFF)
  endif()
endif()
if(FAIRSHUFFLE_TESTS)
  # Compiled once: it takes longer than most of the tests it runs.
  add_library(fairshuffle_doctest_main OBJECT core/doctest_main.cpp)
  target_compile_options(fairshuffle_doctest_main PRIVATE ${FAIRSHUFFLE_LESS_EFFORT})
  target_link_libraries(fairshuffle_doctest_main PRIVATE fairshuffle_build_rules doctest::doctest)
endif()

# COST, a property that some tests have, is about the seconds they take: ctest starts the longest first, so that none of
# them runs alone in the end.

# Sanitizers look at memory, which simulations use over and over like the tests beside them.
set(FAIRSHUFFLE_TEST_OPTIONS --test-suite-exclude=long-simulations)
# With g++ -Og is done a sixth sooner than -O1, and than nothing at all, since it inlines what is small; tests take as long with it.
set(FAIRSHUFFLE_TEST_OPTIMIZATION $<$<CONFIG:Release>:-Og>)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=")
  set(FAIRSHUFFLE_TEST_OPTIMIZATION ${FAIRSHUFFLE_LESS_EFFORT})
  set(FAIRSHUFFLE_TEST_OPTIONS --test-suite-exclude=*simulations)
endif()

# Tests have precompiled headers of their own, since they are optimised like each other only.
if(FAIRSHUFFLE_TESTS)
  add_library(fairshuffle_precompiled_tests OBJECT "${PROJECT_BINARY_DIR}/generated/precompiled.cpp")
  target_compile_options(fairshuffle_precompiled_tests PRIVATE ${FAIRSHUFFLE_TEST_OPTIMIZATION})
  target_link_libraries(fairshuffle_precompiled_tests PRIVATE fairshuffle_build_rules Boost::headers fmt::fmt doctest::doctest)
  target_precompile_headers(fairshuffle_precompiled_tests PRIVATE ${FAIRSHUFFLE_COMMON_HEADERS} <doctest/doctest.h>)
endif()

# fairshuffle_test(NAME FILES...): one doctest program for the folder it is called in. Cases that simulate for seconds what
# promises are kept belong to doctest's suite `simulations`; those that do so for many seconds to `long-simulations`, which
# scripts/prove runs.
function(fairshuffle_test name)
  if(FAIRSHUFFLE_TESTS)
    add_executable(${name}_test ${ARGN})
    # Half of the time goes into headers: sixteen at once, not eight, take a fifth less.
    set_target_properties(${name}_test PROPERTIES UNITY_BUILD ${FAIRSHUFFLE_UNITE} UNITY_BUILD_BATCH_SIZE 16)
    target_precompile_headers(${name}_test REUSE_FROM fairshuffle_precompiled_tests)
    target_compile_options(${name}_test PRIVATE ${FAIRSHUFFLE_TEST_OPTIMIZATION})
    target_link_libraries(${name}_test PRIVATE fairshuffle_doctest_main fairshuffle_build_rules fairshuffle::core doctest::doctest
                          nlohmann_json::nlohmann_json fmt::fmt)
    add_test(NAME ${name} COMMAND ${name}_test ${FAIRSHUFFLE_TEST_OPTIONS}
             WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  endif()
endfunction()
