# The Debian package: `cpack -G DEB --config build/release/CPackConfig.cmake` once the three programs are built. It is the component
# "programs" and the component "service": the unit, its user, the profiles of deploy/ and the documentation.
install(FILES deploy/systemd/waystone.service deploy/systemd/waystone.socket DESTINATION lib/systemd/system COMPONENT service)
install(FILES deploy/systemd/waystone.conf DESTINATION lib/sysusers.d COMPONENT service)
install(DIRECTORY deploy/edge deploy/ghz deploy/grafana deploy/haproxy deploy/kubernetes deploy/prometheus
        DESTINATION ${CMAKE_INSTALL_DATADIR}/waystone/deploy COMPONENT service)
install(FILES CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/waystone COMPONENT service)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/waystone COMPONENT service)
# What the programs are made of, as Debian's packages tell.
find_program(DPKG_QUERY dpkg-query)
if(DPKG_QUERY)
  install(CODE "execute_process(
      COMMAND \"${CMAKE_SOURCE_DIR}/scripts/sbom\" \"$<TARGET_FILE:waystone-server>\" \"$<TARGET_FILE:waystone-bake>\" \"$<TARGET_FILE:waystone>\"
      OUTPUT_FILE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/doc/waystone/sbom.cdx.json\"
      COMMAND_ERROR_IS_FATAL ANY)" COMPONENT service)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL programs service)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT "The maintainers of Waystone <waystone@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Path planning for games: server, baker and command line")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "waystone-server plans routes over the maps of games, asked by gRPC;\nwaystone-bake makes these maps, and waystone asks for routes.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
# What the programs are linked with; and whom they trust as sources of packages.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS ca-certificates)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_SOURCE_DIR}/deploy/debian/postinst ${CMAKE_SOURCE_DIR}/deploy/debian/prerm
                                       ${CMAKE_SOURCE_DIR}/deploy/debian/postrm)
include(CPack)
