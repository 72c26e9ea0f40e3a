# Generated code is tested by running it; what needs no machine code is called directly, through headers that include LLVM's.
target_link_libraries(unit_codegen PRIVATE latspline_jit)
target_include_directories(unit_codegen SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
