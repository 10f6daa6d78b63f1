# What `cmake --install` installs: the component "programs" (each program says so where it is made), and the component
# "development": the client library, what plans routes without a server, their headers, and the package that
# find_package(Waystone) finds, with a target Waystone::NAME for each waystone_NAME.
include(CMakePackageConfigHelpers)

# waystone_links(OUT library ...): the libraries of ours that these are linked with, and they themselves.
function(waystone_links out)
  set(found ${ARGN})
  set(todo ${ARGN})
  while(todo)
    list(POP_FRONT todo library)
    get_target_property(links ${library} INTERFACE_LINK_LIBRARIES)
    foreach(link IN LISTS links)
      string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" link "${link}")
      if(link MATCHES "^waystone_" AND NOT link IN_LIST found)
        list(APPEND found ${link})
        list(APPEND todo ${link})
      endif()
    endforeach()
  endwhile()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

waystone_links(installed waystone_client waystone_all_answers)
# Includes are the same as in the source tree, so they have a folder of their own.
set(include_dir ${CMAKE_INSTALL_INCLUDEDIR}/waystone)
set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Waystone)
foreach(library IN LISTS installed)
  string(REPLACE "waystone_" "" name ${library})
  set_target_properties(${library} PROPERTIES EXPORT_NAME ${name})
  set(headers)
  get_target_property(header_sets ${library} HEADER_SETS)
  if(header_sets)
    set(headers FILE_SET HEADERS DESTINATION ${include_dir} COMPONENT development)
  endif()
  install(TARGETS ${library} EXPORT Waystone ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development ${headers})
endforeach()
install(FILES ${WAYSTONE_API_HEADERS} DESTINATION ${include_dir}/waystone/v1 COMPONENT development)
install(FILES ${WAYSTONE_LIMITS_HEADERS} DESTINATION ${include_dir}/waystone COMPONENT development)
install(EXPORT Waystone NAMESPACE Waystone:: FILE WaystoneTargets.cmake DESTINATION ${config_dir} COMPONENT development)

# A minor version may break what programs are built against, as long as the major one is 0.
write_basic_package_version_file(${CMAKE_BINARY_DIR}/WaystoneConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/WaystoneConfigVersion.cmake ${CMAKE_CURRENT_LIST_DIR}/WaystoneConfig.cmake
        DESTINATION ${config_dir} COMPONENT development)
