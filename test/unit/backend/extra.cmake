# Objects are linked into C programs by the compiler that builds the project.
enable_language(C)
target_compile_definitions(unit_backend PRIVATE LATSPLINE_TEST_CC="${CMAKE_C_COMPILER}"
  LATSPLINE_TEST_INCLUDE="${PROJECT_SOURCE_DIR}/src")
