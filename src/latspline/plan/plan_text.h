#pragma once

#include <string>
#include <string_view>

#include "latspline/plan/plan.h"

namespace latspline {

/// The first line of every plan's text.
inline constexpr std::string_view plan_text_header = "latspline-plan 4";

/// The word of an operation in the text of a program.
std::string_view to_string(Op op);
/// The word of a rounding kind.
std::string_view to_string(RoundingKind kind);
std::string_view to_string(Separable separable);

/// The text after the line of the space's name: all that the hash depends on.
std::string print_plan_body(const Plan& plan);

}  // namespace latspline
