# Finds llama.cpp and declares TenonLlama::llama.
#
# Looked at in this order: TENON_LLAMA_ROOT (the prefix that `script/third-party llama` prints), the newest
# prefix of the pinned version in the cache folder, a `llama` package of the system. Nothing of how
# llama.cpp was compiled (processor flags above all) reaches tenon's own targets: only a C header and
# libraries cross over, so a sanitizer or clang build links the same prefix.

set(TENON_LLAMA_ROOT "" CACHE PATH "Prefix of llama.cpp, as printed by script/third-party llama")

set(_tenon_llama_root "${TENON_LLAMA_ROOT}")
if(NOT _tenon_llama_root)
  if(DEFINED ENV{TENON_CACHE})
    set(_tenon_cache "$ENV{TENON_CACHE}")
  elseif(DEFINED ENV{XDG_CACHE_HOME})
    set(_tenon_cache "$ENV{XDG_CACHE_HOME}/tenon")
  else()
    set(_tenon_cache "$ENV{HOME}/.cache/tenon")
  endif()
  # The version stands in one place, the script; an installed copy takes any.
  set(_tenon_version "*")
  set(_tenon_script "${CMAKE_CURRENT_LIST_DIR}/../script/third-party")
  if(EXISTS "${_tenon_script}")
    file(STRINGS "${_tenon_script}" _tenon_line REGEX "^llama_version=" LIMIT_COUNT 1)
    string(REPLACE "llama_version=" "" _tenon_version "${_tenon_line}")
  endif()
  file(GLOB _tenon_candidates "${_tenon_cache}/third-party/llama-${_tenon_version}-*/lib/libllama.a")
  set(_tenon_newest "")
  foreach(_tenon_candidate IN LISTS _tenon_candidates)
    file(TIMESTAMP "${_tenon_candidate}" _tenon_time "%Y%m%d%H%M%S" UTC)
    if(_tenon_time STRGREATER _tenon_newest)
      set(_tenon_newest "${_tenon_time}")
      cmake_path(GET _tenon_candidate PARENT_PATH _tenon_llama_root)
      cmake_path(GET _tenon_llama_root PARENT_PATH _tenon_llama_root)
    endif()
  endforeach()
endif()

if(NOT TARGET TenonLlama::llama AND _tenon_llama_root)
  if(NOT EXISTS "${_tenon_llama_root}/include/llama.h")
    message(FATAL_ERROR "TENON_LLAMA_ROOT: there is no include/llama.h in ${_tenon_llama_root}. "
                        "`script/third-party llama` prints the right folder.")
  endif()
  find_package(Threads REQUIRED)
  set(_tenon_llama_libraries "")
  # In link order: each uses only what stands after it.
  foreach(_tenon_library IN ITEMS llama vendor-hash ggml ggml-cpu ggml-base)
    list(APPEND _tenon_llama_libraries "${_tenon_llama_root}/lib/lib${_tenon_library}.a")
  endforeach()
  add_library(TenonLlama::llama INTERFACE IMPORTED)
  set_target_properties(TenonLlama::llama PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${_tenon_llama_root}/include"
    INTERFACE_LINK_LIBRARIES "${_tenon_llama_libraries};Threads::Threads;${CMAKE_DL_LIBS}")
endif()

if(NOT TARGET TenonLlama::llama)
  find_package(llama CONFIG QUIET)
  if(TARGET llama)
    set(_tenon_llama_root "${llama_DIR}")
    add_library(TenonLlama::llama INTERFACE IMPORTED)
    set_target_properties(TenonLlama::llama PROPERTIES INTERFACE_LINK_LIBRARIES llama)
  endif()
endif()

if(TARGET TenonLlama::llama)
  set(TenonLlama_FOUND TRUE)
  if(_tenon_llama_root AND NOT TenonLlama_FIND_QUIETLY)
    message(STATUS "llama.cpp: ${_tenon_llama_root}")
  endif()
else()
  set(TenonLlama_FOUND FALSE)
  if(TenonLlama_FIND_REQUIRED)
    message(FATAL_ERROR "llama.cpp was not found. Run `script/bootstrap` (or `script/third-party llama` alone), "
                        "which builds it once into the cache folder; or configure with -DTENON_LOCAL=OFF to "
                        "build tenon without the embedded model.")
  endif()
endif()
