#pragma once

#include "latspline/codegen/signature.h"

namespace latspline::codegen {

/// Returns a status from the kernel, before anything is read or written, where the volume or the pointers are not what the kernel was
/// made for; the first that applies, in the order of latspline_status. A null volume is found before the rest. Null arrays are
/// accepted where count is 0. `e` then stands where all is well.
void emit_checks(Emitter& e, const Signature& signature);

}  // namespace latspline::codegen
