# The targets that a user links, and, with TENON_INSTALL, the rules that install them. Two components:
#   core  base … reply: no model; needs libidn2 and PCRE2 only      find_package(tenon COMPONENTS core)
#   full  the rest of the library, and the program when it is built  find_package(tenon)
# As a part of another project (add_subdirectory) the same targets are there under the same names.
# What a module may be built with (tenon_flags) is never exported.
#
# The libraries are static: BUILD_SHARED_LIBS is not supported before 1.0, there being no ABI promise.

set(tenon_core_modules base json schema contracts reply)

add_library(tenon_core INTERFACE)
add_library(tenon::core ALIAS tenon_core)
set_target_properties(tenon_core PROPERTIES EXPORT_NAME core)
add_library(tenon_all INTERFACE)
add_library(tenon::tenon ALIAS tenon_all)
set_target_properties(tenon_all PROPERTIES EXPORT_NAME tenon)

get_property(tenon_modules GLOBAL PROPERTY TENON_MODULES)
foreach(module IN LISTS tenon_modules)
  if(module IN_LIST tenon_core_modules)
    target_link_libraries(tenon_core INTERFACE tenon_${module})
  else()
    target_link_libraries(tenon_all INTERFACE tenon_${module})
  endif()
endforeach()
target_link_libraries(tenon_all INTERFACE tenon_core)

if(NOT TENON_INSTALL)
  return()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(tenon_cmake_dir "${CMAKE_INSTALL_LIBDIR}/cmake/tenon")

foreach(module IN LISTS tenon_modules)
  set(component full)
  if(module IN_LIST tenon_core_modules)
    set(component core)
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

install(TARGETS tenon_core EXPORT tenon-core)
install(TARGETS tenon_all EXPORT tenon-full)
foreach(component IN ITEMS core full)
  install(EXPORT tenon-${component} NAMESPACE tenon:: FILE tenon-${component}.cmake
          DESTINATION "${tenon_cmake_dir}" COMPONENT ${component})
endforeach()
if(TARGET tenon)
  install(TARGETS tenon RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT full)
endif()

# What the whole library needs where it is used beyond what core needs (tenonConfig.cmake.in).
set(TENON_FIND_DEPENDENCIES "")
if(TENON_HTTP)
  string(APPEND TENON_FIND_DEPENDENCIES [[
  find_dependency(CURL 7.87)
  find_dependency(Threads)
]])
endif()
if(TENON_LOCAL)
  string(APPEND TENON_FIND_DEPENDENCIES [[
  list(PREPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
  find_dependency(OpenSSL COMPONENTS Crypto)
  find_dependency(ZLIB)
  find_dependency(TenonLlama)
]])
  install(FILES "${CMAKE_CURRENT_LIST_DIR}/FindTenonLlama.cmake"
          DESTINATION "${tenon_cmake_dir}" COMPONENT full)
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
