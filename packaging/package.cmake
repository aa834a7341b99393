# Two Debian packages: fairshuffle, the program; libfairshuffle-dev, the library, its headers and that of plug-ins.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME fairshuffle)
set(CPACK_PACKAGE_CONTACT "The fairshuffle authors <fairshuffle@localhost.invalid>")
# Each package has a description of its own, and no line common to both before it.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL program library)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME fairshuffle)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "proves, or disproves, that a shuffle is fair
Runs a shuffle millions of times, counts every order of the deck and every
card at every position, and puts the counts to tests with known false-alarm
odds. The verdict is fair with a proven bound on the bias, biased with how
much and where, or inconclusive with how many more trials it needs.

The shuffle may be one of a catalogue, a program in any language, a shared
library, or a log of recorded games. Reports are drawn as JSON, HTML, JUnit,
Markdown and CSV.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libfairshuffle-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libfmt-dev (>= 9), libhwy-dev (>= 1.0)")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SUGGESTS fairshuffle)
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "proof that a shuffle is fair - development files
The library with which a test in C++ holds its own shuffle to fairness, its
headers, and its CMake package. With the header for shared libraries of
shuffles that the program fairshuffle loads.")

# Where it finds the changelog and the copyright.
set(CPACK_FAIRSHUFFLE_DEBIAN_FOLDER "${CMAKE_CURRENT_LIST_DIR}/debian")
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/debian/finish.cmake")
include(CPack)
