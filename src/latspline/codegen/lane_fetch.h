#pragma once

#include <map>
#include <vector>

#include "latspline/codegen/fold.h"
#include "latspline/codegen/rounding.h"
#include "latspline/codegen/volume_fields.h"

namespace latspline::codegen {

/// The vectors of equal length one after the other; their number is a power of two.
llvm::Value* concatenated(Emitter& e, std::vector<llvm::Value*> parts);

/// rows[lane] holds `width` (2 or 4) elements, at most as many as there are lanes; the result [c][lane] = rows[lane][c].
std::vector<llvm::Value*> transposed(Emitter& e, const std::vector<llvm::Value*>& rows, std::size_t width);

/// Fetches the coefficients around as many points as there are lanes. The site l_c + D k of every lane lies at
///     coefficients + (sum of k_j stride_j over the axes that the fold leaves alone) + (base[c] + sum of k_j S'_j over the others)
/// (with the plan's stride_scale q not 1: at coefficients + base[c] + <S', k> / q): one address for all lanes and a 32-bit element per lane. Where the fold leaves axis 0 alone, neighbours along it are fetched together, two to
/// four at a time: as one wide element of a gather, or by one load a lane and a transposition.
class LaneFetch {
 public:
  /// `uniform` are the volume's fields as scalars, `fields` the same in lanes.
  LaneFetch(Emitter& e, const VolumeFields& uniform, const VolumeFields& fields, const RoundedPoint& rounded,
            const Fold& fold);

  /// `active`: the lanes whose coefficients are asked for, the others read nothing of their own; null: all lanes.
  void start_subregion(Emitter& e, const ReferenceSubregion& reference, llvm::Value* active);
  llvm::Value* coefficient(Emitter& e, std::size_t site);

  /// Whether the fold may change the stride of any axis.
  bool moves() const;
  /// Where the site of a base is, in elements of each lane from the volume's coefficients on.
  llvm::Value* base(std::int32_t number) const { return base_.at(static_cast<std::size_t>(number)); }
  const VolumeFields& uniform() const { return uniform_; }

 private:
  /// Where a site is, up to its lane.
  struct Place {
    llvm::Value* address = nullptr;  ///< common to all lanes
    llvm::Value* element = nullptr;  ///< of each lane, counted from there
  };
  /// Consecutive sites along axis 0.
  using Run = std::vector<std::size_t>;

  void find_runs(const ReferenceSubregion& reference, std::size_t longest);
  Place place(Emitter& e, std::size_t site);
  llvm::Value* gathered(Emitter& e, const Place& from, llvm::Type* type);
  llvm::Value* loaded(Emitter& e, const Place& from);
  void fetch_pair(Emitter& e, const Run& run);
  void fetch_rows(Emitter& e, const Run& run);
  const std::vector<llvm::Value*>& lane_elements(Emitter& e, llvm::Value* element);

  const VolumeFields& uniform_;
  const Fold& fold_;
  std::vector<bool> moves_;         ///< by axis: whether the fold may change its stride
  std::vector<llvm::Value*> base_;  ///< null where unused

  const ReferenceSubregion* reference_ = nullptr;
  llvm::Value* active_ = nullptr;
  std::vector<Run> runs_;
  std::vector<std::size_t> run_of_;         ///< by site
  std::vector<llvm::Value*> coefficients_;  ///< by site, as far as fetched
  std::map<std::pair<std::int32_t, IntVector>, llvm::Value*>
      partial_;  ///< elements with the last steps of moving axes added
  std::map<llvm::Value*, std::vector<llvm::Value*>> lane_elements_;
  std::map<llvm::Value*, llvm::Value*> safe_elements_;  ///< 0 in lanes that are not active
};

}  // namespace latspline::codegen
