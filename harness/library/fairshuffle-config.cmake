# find_package(fairshuffle): the target fairshuffle::fairshuffle. What its archive needs at link time:
include(CMakeFindDependencyMacro)
find_dependency(fmt 9)
find_dependency(hwy 1.0)
find_dependency(Threads)
include("${CMAKE_CURRENT_LIST_DIR}/fairshuffle-targets.cmake")
