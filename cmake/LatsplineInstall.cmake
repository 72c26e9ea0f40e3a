# cmake --install: headers, static libraries, the program, and what find_package(latspline) and pkg-config need.
#
# Two components: `runtime` (calls kernels; needs TBB) and `compiler` (everything; needs LLVM and FLINT as well). Each has its own export, so that a
# project that asks for the runtime alone needs neither LLVM nor FLINT.
include(CMakePackageConfigHelpers)

set(LATSPLINE_RUNTIME_FOLDERS base abi runtime)
set(latspline_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/latspline)

# The interface target of all folders: latspline::latspline.
get_property(latspline_libraries GLOBAL PROPERTY LATSPLINE_LIBRARIES)
add_library(latspline_everything INTERFACE)
set_target_properties(latspline_everything PROPERTIES EXPORT_NAME latspline)
target_link_libraries(latspline_everything INTERFACE ${latspline_libraries})
add_library(latspline::latspline ALIAS latspline_everything)

set(latspline_compiler_libraries ${latspline_libraries} latspline_everything)
set(latspline_runtime_libraries "")
foreach(folder ${LATSPLINE_RUNTIME_FOLDERS})
  list(APPEND latspline_runtime_libraries latspline_${folder})
endforeach()
list(REMOVE_ITEM latspline_compiler_libraries ${latspline_runtime_libraries})

foreach(component runtime compiler)
  install(TARGETS ${latspline_${component}_libraries} EXPORT latspline-${component}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component})
  install(EXPORT latspline-${component} NAMESPACE latspline:: DESTINATION ${latspline_package_dir}
    FILE latspline-${component}.cmake COMPONENT ${component})
endforeach()

# Headers that only the library's own sources include stay behind: those around LLVM, and headers named *_internal.h, *_access.h or *_storage.h.
# scripts/check_includes knows the same rule.
set(latspline_installed_codegen "^$")
set(latspline_installed_backend "/emit.h$")
set(latspline_installed_jit "/(jit|kernel_cache).h$")
foreach(library ${latspline_libraries})
  string(REPLACE latspline_ "" folder ${library})
  set(component compiler)
  if(folder IN_LIST LATSPLINE_RUNTIME_FOLDERS)
    set(component runtime)
  endif()
  if(DEFINED latspline_installed_${folder})
    set(pattern REGEX "${latspline_installed_${folder}}")
  else()
    set(pattern PATTERN "*.h" PATTERN "*_internal.h" EXCLUDE PATTERN "*_access.h" EXCLUDE PATTERN "*_storage.h" EXCLUDE)
  endif()
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/latspline/${folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/latspline COMPONENT ${component}
    FILES_MATCHING ${pattern})
endforeach()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/latspline-config.cmake.in ${PROJECT_BINARY_DIR}/latspline-config.cmake
  INSTALL_DESTINATION ${latspline_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/latspline-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/latspline-config.cmake ${PROJECT_BINARY_DIR}/latspline-config-version.cmake
  DESTINATION ${latspline_package_dir} COMPONENT runtime)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/FindFLINT.cmake DESTINATION ${latspline_package_dir} COMPONENT compiler)

# pkg-config. The libraries are static: a user needs their own dependencies on the link line, in an order where users stand before what they use.
function(latspline_link_flags out)
  set(flags "")
  foreach(folder tune jit backend codegen reference plan analysis basis lattice exact target runtime abi base)
    if(folder IN_LIST ARGN AND TARGET latspline_${folder})
      get_target_property(type latspline_${folder} TYPE)
      if(type STREQUAL "STATIC_LIBRARY")
        list(APPEND flags -llatspline_${folder})
      endif()
    endif()
  endforeach()
  list(JOIN flags " " flags)
  set(${out} "${flags}" PARENT_SCOPE)
endfunction()
latspline_link_flags(LATSPLINE_RUNTIME_LIBS ${LATSPLINE_RUNTIME_FOLDERS})
set(latspline_compiler_folders "")
foreach(library ${latspline_compiler_libraries})
  string(REPLACE latspline_ "" folder ${library})
  list(APPEND latspline_compiler_folders ${folder})
endforeach()
latspline_link_flags(LATSPLINE_COMPILER_LIBS ${latspline_compiler_folders})
get_filename_component(LATSPLINE_FLINT_DIR "${FLINT_LIBRARY}" DIRECTORY)
set(LATSPLINE_LLVM_LIBS "-L${LLVM_LIBRARY_DIR} -llldWasm -llldELF -llldCommon -lz -lzstd -lLLVM-${LLVM_VERSION_MAJOR}")
file(RELATIVE_PATH LATSPLINE_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" LATSPLINE_PC_PREFIX "${LATSPLINE_PC_PREFIX}")
foreach(file latspline latspline-runtime)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${file}.pc.in ${PROJECT_BINARY_DIR}/${file}.pc @ONLY)
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/latspline-runtime.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT runtime)
install(FILES ${PROJECT_BINARY_DIR}/latspline.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT compiler)
