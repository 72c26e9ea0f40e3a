# Kernels of whole spaces are held against the interpreter of their plans.
target_link_libraries(unit_jit PRIVATE latspline_reference latspline_analysis)
