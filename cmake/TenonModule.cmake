# tenon_module(NAME HEADERS a.hpp... SOURCES a.cpp... USES module...)
#
# Declares the target tenon::NAME. Public headers all live in include/tenon/, but each module sees
# only its own and those of the modules it uses: they are linked into one folder per module
# (rooms/NAME/tenon), and only these folders are on the include path. So a forbidden include does
# not compile. An installed copy has them in one folder.

function(tenon_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS;SOURCES;USES;PRIVATE_LIBRARIES")
  set(room "${PROJECT_BINARY_DIR}/rooms/${name}")
  file(MAKE_DIRECTORY "${room}/tenon")
  foreach(header IN LISTS arg_HEADERS)
    get_filename_component(folder "${room}/tenon/${header}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
    file(CREATE_LINK "${PROJECT_SOURCE_DIR}/include/tenon/${header}" "${room}/tenon/${header}" SYMBOLIC)
  endforeach()

  if(arg_SOURCES)
    add_library(tenon_${name} STATIC ${arg_SOURCES})
    set(scope PUBLIC)
    target_link_libraries(tenon_${name} PRIVATE $<BUILD_INTERFACE:tenon_flags>)
    target_include_directories(tenon_${name} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
    set_target_properties(tenon_${name} PROPERTIES
      POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    target_compile_features(tenon_${name} PUBLIC cxx_std_20)
  else()
    add_library(tenon_${name} INTERFACE)
    set(scope INTERFACE)
    target_compile_features(tenon_${name} INTERFACE cxx_std_20)
  endif()
  add_library(tenon::${name} ALIAS tenon_${name})
  set_target_properties(tenon_${name} PROPERTIES EXPORT_NAME ${name} TENON_HEADERS "${arg_HEADERS}")
  target_include_directories(tenon_${name} ${scope}
    $<BUILD_INTERFACE:${room}> $<INSTALL_INTERFACE:include>)
  foreach(used IN LISTS arg_USES)
    target_link_libraries(tenon_${name} ${scope} tenon_${used})
  endforeach()
  if(arg_PRIVATE_LIBRARIES)
    target_link_libraries(tenon_${name} PRIVATE ${arg_PRIVATE_LIBRARIES})
  endif()
  set_property(GLOBAL APPEND PROPERTY TENON_MODULES ${name})
endfunction()

# tenon_tests(NAME [SERIAL] [USES module...] [LIBRARIES lib...])
#
# One test program per folder tests/NAME, made of its *_test.cpp files. Tests are registered one by
# one, so that a failure names the sentence that broke.
function(tenon_tests name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SERIAL" "" "USES;LIBRARIES;DEFINITIONS")
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*_test.cpp")
  if(NOT sources)
    return()
  endif()
  add_executable(${name}_tests ${sources})
  target_link_libraries(${name}_tests PRIVATE tenon_flags tenon::${name} GTest::gmock GTest::gtest_main)
  foreach(used IN LISTS arg_USES)
    target_link_libraries(${name}_tests PRIVATE tenon::${used})
  endforeach()
  target_link_libraries(${name}_tests PRIVATE ${arg_LIBRARIES})
  target_include_directories(${name}_tests PRIVATE "${PROJECT_SOURCE_DIR}/tests/support"
                             "${PROJECT_SOURCE_DIR}/src/${name}")
  target_compile_definitions(${name}_tests PRIVATE
    TENON_TEST_FILES="${CMAKE_CURRENT_SOURCE_DIR}" TENON_SOURCE_ROOT="${PROJECT_SOURCE_DIR}" ${arg_DEFINITIONS})
  set(serial OFF)
  if(arg_SERIAL)
    set(serial ON)
  endif()
  # A program with a sanitizer takes longer to start than most tests take to run: there a process has many.
  if(TENON_SANITIZE)
    set(shards 8)
    foreach(shard RANGE 1 ${shards})
      math(EXPR index "${shard} - 1")
      add_test(NAME ${name}.${shard} COMMAND ${name}_tests --gtest_brief=1)
      set_tests_properties(${name}.${shard} PROPERTIES TIMEOUT 900 RUN_SERIAL ${serial}
                           ENVIRONMENT "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${index}")
    endforeach()
    return()
  endif()
  gtest_discover_tests(${name}_tests TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 60
                       PROPERTIES TIMEOUT 300 RUN_SERIAL ${serial})
endfunction()
