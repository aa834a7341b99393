# Run by cpack between installing and packing: what Debian's policy asks for beyond an installation. Only for packages
# of that kind.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()

macro(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endmacro()

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER "${component}" COMPONENT)
  set(ROOT "${CPACK_TEMPORARY_DIRECTORY}/${component}/usr")
  set(DOC "${ROOT}/share/doc/${CPACK_DEBIAN_${COMPONENT}_PACKAGE_NAME}")
  file(MAKE_DIRECTORY "${DOC}")
  # The licence is in the copyright file.
  file(REMOVE "${DOC}/LICENSE")
  configure_file("${CPACK_FAIRSHUFFLE_DEBIAN_FOLDER}/copyright" "${DOC}/copyright" COPYONLY)
  configure_file("${CPACK_FAIRSHUFFLE_DEBIAN_FOLDER}/changelog" "${DOC}/changelog" COPYONLY)
  if(EXISTS "${ROOT}/share/zsh/site-functions")
    # That one is the administrator's.
    file(RENAME "${ROOT}/share/zsh/site-functions" "${ROOT}/share/zsh/vendor-completions")
  endif()
  file(GLOB pages "${ROOT}/share/man/man1/*.1")
  # Without name and time, so that the bytes are the same each time.
  run(gzip -9n ${pages} "${DOC}/changelog")
  file(GLOB programs "${ROOT}/bin/*")
  foreach(program IN LISTS programs)
    run(strip --remove-section=.comment --remove-section=.note "${program}")
  endforeach()
  file(GLOB archives "${ROOT}/lib/*.a" "${ROOT}/lib/*/*.a")
  foreach(archive IN LISTS archives)
    run(strip --strip-debug --remove-section=.comment --enable-deterministic-archives "${archive}")
  endforeach()
endforeach()
