# latspline_library(<folder> <allowed folders>...): the target latspline_<folder> (alias latspline::<folder>) of the sources in this folder,
# linked to the folders it may include. The arguments repeat the include table that scripts/check_includes enforces.
set(LATSPLINE_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 reports overlapping copies inside std::string where there are none (GCC bug 105651).
  list(APPEND LATSPLINE_WARNINGS -Wno-restrict)
endif()
if(LATSPLINE_WARNINGS_AS_ERRORS)
  list(APPEND LATSPLINE_WARNINGS -Werror)
endif()
if(LATSPLINE_SANITIZE)
  add_compile_options(-fsanitize=${LATSPLINE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${LATSPLINE_SANITIZE})
endif()

function(latspline_library folder)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp ${CMAKE_CURRENT_SOURCE_DIR}/passes/*.cpp)
  if(sources)
    add_library(latspline_${folder} STATIC ${sources})
    target_compile_options(latspline_${folder} PRIVATE ${LATSPLINE_WARNINGS})
    set(scope PUBLIC)
  else()
    add_library(latspline_${folder} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(latspline::${folder} ALIAS latspline_${folder})
  set_target_properties(latspline_${folder} PROPERTIES EXPORT_NAME ${folder})
  target_compile_features(latspline_${folder} ${scope} cxx_std_20)
  target_include_directories(latspline_${folder} ${scope}
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  foreach(dependency ${ARGN})
    target_link_libraries(latspline_${folder} ${scope} latspline_${dependency})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY LATSPLINE_LIBRARIES latspline_${folder})
endfunction()

# LLD's static libraries, which stand before LLVM's on the command line.
function(latspline_use_lld folder)
  target_link_libraries(latspline_${folder} PRIVATE
    $<BUILD_INTERFACE:${LLD_Wasm_LIBRARY}> $<BUILD_INTERFACE:${LLD_ELF_LIBRARY}> $<BUILD_INTERFACE:${LLD_Common_LIBRARY}>
    $<BUILD_INTERFACE:${LLD_ZLIB_LIBRARY}> $<BUILD_INTERFACE:${LLD_ZSTD_LIBRARY}>
    $<INSTALL_INTERFACE:latspline::LLD>)
endfunction()

# LLVM's headers are seen by this folder only; its users link the shared library and include nothing of it.
function(latspline_use_llvm folder)
  get_target_property(type latspline_${folder} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    return()
  endif()
  target_include_directories(latspline_${folder} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
  target_compile_definitions(latspline_${folder} PRIVATE ${LLVM_DEFINITIONS_LIST})
  # LLVM's own package files need the language C and look for much else: users of the installed library get the shared library alone, by
  # cmake/latspline-config.cmake.in.
  target_link_libraries(latspline_${folder} PRIVATE $<BUILD_INTERFACE:LLVM> $<INSTALL_INTERFACE:latspline::LLVM>)
endfunction()

# A header-only library that only this folder's sources include. The installed package does not mention it.
function(latspline_use_headers folder target)
  get_target_property(type latspline_${folder} TYPE)
  if(NOT type STREQUAL "INTERFACE_LIBRARY")
    target_link_libraries(latspline_${folder} PRIVATE $<BUILD_INTERFACE:${target}>)
  endif()
endfunction()
