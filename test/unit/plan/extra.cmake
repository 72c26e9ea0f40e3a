# Passes are held against the interpreter.
target_link_libraries(unit_plan PRIVATE latspline_reference)
