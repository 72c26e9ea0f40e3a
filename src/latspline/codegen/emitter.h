#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <string>

#include "latspline/plan/plan.h"

namespace latspline::codegen {

/// One value per axis, or per entry of a Hessian.
using Values = llvm::SmallVector<llvm::Value*, max_dimension>;

/// How the points of a batch come to a kernel: one caller passes all of them and the kernel loops, or each of a grid of threads takes its own. The kinds differ in how a
/// thread learns its number.
enum class Grid { none, cuda, hip, opencl };

/// What a kernel must know of the machine it is generated for. Filled by the backend, which owns LLVM's target machine.
struct KernelTraits {
  std::string function;  ///< exported symbol
  std::string triple;
  std::string data_layout;
  std::string cpu;  ///< an LLVM cpu name, never "host"
  std::string features;
  bool has_fma = true;       ///< fused multiply-add is an instruction
  bool has_floor = true;     ///< rounding to an integral number is an instruction
  int vector_bits = 128;     ///< width of a vector register
  bool fast_gather = false;  ///< one load at N addresses is an instruction, and no slower than N loads of a number each
  bool fast_pair_gather = false;  ///< nor than N loads of two
  Grid grid = Grid::none;
  bool calls_caller = true;     ///< a kernel can call a function that its caller names
  unsigned global_space = 0;    ///< LLVM's number of the address space of the volume and of the caller's arrays
  unsigned constant_space = 0;  ///< and of the kernel's own tables
};

/// The place where instructions go, with the arithmetic that every part of a kernel shares. Floating-point instructions carry no
/// fast-math flag: what the plan says is what is computed, in that order.
///
/// A number is one scalar or, after set_lanes, a vector of one scalar per lane: the same code then treats that many points at once, with the
/// same operations and so the same results. Integers are 64 bits wide, those of lanes 32 bits.
class Emitter {
 public:
  Emitter(llvm::Module& module, const Plan& plan, const KernelTraits& traits);

  llvm::IRBuilder<> ir;
  llvm::Module& module;
  const Plan& plan;
  const KernelTraits& traits;
  int dimension;
  llvm::Type* scalar;          ///< float or double: a number in memory
  llvm::IntegerType* index;    ///< 64-bit integer: a count or a stride
  llvm::PointerType* pointer;  ///< to the volume and the caller's arrays
  int lanes = 1;
  llvm::Type* reals;    ///< scalar, or a vector of one per lane
  llvm::Type* indices;  ///< index, or a vector of one 32-bit integer per lane

  /// From here on numbers are vectors of `count` lanes; 1: scalars.
  void set_lanes(int count);
  /// Room on the stack for the time of the call, on a cache line's boundary.
  llvm::Value* room(llvm::Type* type);
  /// A scalar or 64-bit integer in every lane, the integer modulo 2^32.
  llvm::Value* spread(llvm::Value* one);
  /// Whether a condition holds in all lanes; whether in any.
  llvm::Value* in_all_lanes(llvm::Value* condition);
  llvm::Value* in_any_lane(llvm::Value* condition);

  llvm::Constant* real(const Rational& value) const;  ///< rounded once
  llvm::Constant* real(double value) const;           ///< must be a value of the scalar type
  llvm::Constant* integer(std::int64_t value) const;

  /// a b + c, with one rounding where the target can.
  llvm::Value* fma(llvm::Value* a, llvm::Value* b, llvm::Value* c);
  /// The greatest integral number <= x, as a scalar; x is finite.
  llvm::Value* floor(llvm::Value* x);
  /// The integer that the integral scalar x is; |x| < 2^63, in lanes 2^31.
  llvm::Value* to_index(llvm::Value* x);
  /// <coefficients, x> + constant, multiplying by nothing that is 0, 1 or -1.
  llvm::Value* affine(const Vector& coefficients, const Values& x, const Rational& constant = 0);
  /// condition ? a : b where the condition is as good as random.
  llvm::Value* choose(llvm::Value* condition, llvm::Value* a, llvm::Value* b);
  llvm::Value* smaller(llvm::Value* a, llvm::Value* b);
  llvm::Value* larger(llvm::Value* a, llvm::Value* b);

  /// factor x, in integers.
  llvm::Value* times(std::int64_t factor, llvm::Value* x);
  /// x + y, in integers; a null x counts as 0.
  llvm::Value* plus(llvm::Value* x, llvm::Value* y);
  /// The remainder of the integer x by divisor > 0, in [0, divisor).
  llvm::Value* floor_remainder(llvm::Value* x, std::int64_t divisor);
  /// x / divisor, divisor > 0, where nothing remains.
  llvm::Value* exact_quotient(llvm::Value* x, std::int64_t divisor);
  /// floor(x / divisor), divisor > 0.
  llvm::Value* floor_quotient(llvm::Value* x, std::int64_t divisor);

  llvm::BasicBlock* block(const char* name);
  /// A load of memory that nothing writes while the kernel runs.
  llvm::LoadInst* load_constant(llvm::Type* type, llvm::Value* address, const llvm::Twine& name = "");
};

}  // namespace latspline::codegen
