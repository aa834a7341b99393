# What find_package finds for a native build. Emscripten's compiler sees nothing of the machine's own headers, so the libraries
# that are headers only are put where it looks: as links in a folder of the build.
set(WEB_HEADERS "${PROJECT_BINARY_DIR}/libraries")
file(MAKE_DIRECTORY "${WEB_HEADERS}")
foreach(name IN ITEMS boost fmt nlohmann CLI hwy)
  if(NOT IS_DIRECTORY "/usr/include/${name}")
    message(FATAL_ERROR "/usr/include/${name} is not there; scripts/setup --develop installs it")
  endif()
  file(CREATE_LINK "/usr/include/${name}" "${WEB_HEADERS}/${name}" SYMBOLIC)
endforeach()

foreach(library IN ITEMS Boost::headers fmt::fmt nlohmann_json::nlohmann_json CLI11::CLI11 hwy::hwy
                Threads::Threads)
  add_library(${library} INTERFACE IMPORTED)
endforeach()
include_directories(SYSTEM "${PROJECT_SOURCE_DIR}/harness/web/gaps")
include_directories(SYSTEM "${WEB_HEADERS}")
# Nothing is written as a locale has it, and the tables of all locales are large.
add_compile_definitions(FMT_STATIC_THOUSANDS_SEPARATOR=',')
add_compile_definitions(BOOST_LEXICAL_CAST_ASSUME_C_LOCALE)
# To be small, what is compiled here and not what is linked to it: emscripten's small C library copies byte by byte, which
# took an eighth of a run of 52 cards.
add_compile_options(-Oz)
# There is one thread, and the names of types, which nobody asks for, would be a twentieth of the module.
add_compile_options(-fwasm-exceptions -msimd128 -fno-threadsafe-statics -fno-rtti)
add_link_options(-fwasm-exceptions)
