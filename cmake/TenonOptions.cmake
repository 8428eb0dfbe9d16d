# What a user may switch, and the flags that every target of ours gets.

include(CMakeDependentOption)
option(TENON_LOCAL "Build the in-process model (needs llama.cpp, see script/bootstrap)" ${PROJECT_IS_TOP_LEVEL})
option(TENON_HTTP "Build the HTTP client (needs libcurl and the headers of Boost)" ${PROJECT_IS_TOP_LEVEL})
option(TENON_TOML "Read configuration files (needs toml11)" ${PROJECT_IS_TOP_LEVEL})
option(TENON_APPS "Build the command-line program" ${PROJECT_IS_TOP_LEVEL})
option(TENON_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(TENON_INSTALL "Offer an install target" ${PROJECT_IS_TOP_LEVEL})
option(TENON_BENCH "Build the benchmarks" OFF)
option(TENON_FUZZ "Build the fuzzers (clang with libFuzzer)" OFF)
# On in the presets for development. Not for users: a new compiler brings new warnings, and g++ 12 has
# false ones in its own headers at -O3.
option(TENON_WERROR "Treat warnings as errors" OFF)
set(TENON_SANITIZE "" CACHE STRING "Comma-separated sanitizers, e.g. address,undefined")

# A parent project keeps its own build type and its own wishes for shared libraries: ours are static.
if(PROJECT_IS_TOP_LEVEL AND BUILD_SHARED_LIBS)
  message(FATAL_ERROR "tenon builds static libraries only: there is no ABI promise before 1.0. Leave BUILD_SHARED_LIBS off.")
endif()
if((CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12) OR
   (CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 16))
  message(FATAL_ERROR "tenon needs g++ 12 or clang 16, or newer; this is ${CMAKE_CXX_COMPILER_ID} "
                      "${CMAKE_CXX_COMPILER_VERSION} (${CMAKE_CXX_COMPILER}).")
endif()
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# Flags travel on an interface target, so that a parent project keeps its own.
add_library(tenon_flags INTERFACE)
target_compile_features(tenon_flags INTERFACE cxx_std_20)
target_compile_options(tenon_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                       $<$<BOOL:${TENON_WERROR}>:-Werror>)
if(TENON_SANITIZE)
  target_compile_options(tenon_flags INTERFACE -fsanitize=${TENON_SANITIZE} -fno-omit-frame-pointer
                         -fno-sanitize-recover=all)
  target_link_options(tenon_flags INTERFACE -fsanitize=${TENON_SANITIZE})
endif()
