# Install rules. Two components, two export sets:
#   core  base … reply: no third-party library, no model           find_package(tenon COMPONENTS core)
#   full  the rest of the library, and the program when it is built  find_package(tenon)
# What a module may be built with (tenon_flags) is never exported.
#
# The libraries are static: BUILD_SHARED_LIBS is not supported before 1.0, there being no ABI promise.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(tenon_core_modules base json schema contracts reply)
set(tenon_cmake_dir "${CMAKE_INSTALL_LIBDIR}/cmake/tenon")

add_library(tenon_core INTERFACE)
add_library(tenon::core ALIAS tenon_core)
set_target_properties(tenon_core PROPERTIES EXPORT_NAME core)
add_library(tenon_all INTERFACE)
add_library(tenon::tenon ALIAS tenon_all)
set_target_properties(tenon_all PROPERTIES EXPORT_NAME tenon)

get_property(tenon_modules GLOBAL PROPERTY TENON_MODULES)
foreach(module IN LISTS tenon_modules)
  if(module IN_LIST tenon_core_modules)
    set(component core)
    target_link_libraries(tenon_core INTERFACE tenon_${module})
  else()
    set(component full)
    target_link_libraries(tenon_all INTERFACE tenon_${module})
  endif()
  install(TARGETS tenon_${module} EXPORT tenon-${component}
          ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT ${component})
  get_target_property(headers tenon_${module} TENON_HEADERS)
  foreach(header IN LISTS headers)
    get_filename_component(folder "tenon/${header}" DIRECTORY)
    install(FILES "${PROJECT_SOURCE_DIR}/include/tenon/${header}"
            DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/${folder}" COMPONENT ${component})
  endforeach()
endforeach()
target_link_libraries(tenon_all INTERFACE tenon_core)

install(TARGETS tenon_core EXPORT tenon-core)
install(TARGETS tenon_all EXPORT tenon-full)
foreach(component IN ITEMS core full)
  install(EXPORT tenon-${component} NAMESPACE tenon:: FILE tenon-${component}.cmake
          DESTINATION "${tenon_cmake_dir}" COMPONENT ${component})
endforeach()
if(TARGET tenon)
  install(TARGETS tenon RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT full)
endif()

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/tenonConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/package/tenonConfig.cmake" INSTALL_DESTINATION "${tenon_cmake_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/package/tenonConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
file(RELATIVE_PATH tenon_pc_prefix "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
configure_file("${CMAKE_CURRENT_LIST_DIR}/tenon-core.pc.in" "${PROJECT_BINARY_DIR}/package/tenon-core.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/package/tenonConfig.cmake"
              "${PROJECT_BINARY_DIR}/package/tenonConfigVersion.cmake"
        DESTINATION "${tenon_cmake_dir}" COMPONENT core)
install(FILES "${PROJECT_BINARY_DIR}/package/tenon-core.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT core)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT core)
