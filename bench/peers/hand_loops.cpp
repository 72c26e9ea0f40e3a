// Loops for one job each, written with intrinsics: points in lanes for positions and weights, neighbours by gathers of pairs or loads of rows.
#include <algorithm>
#include <array>

#include "bench/peers/peer.h"
#include "bench/statistics.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define AVX512 __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,fma")))
#define AVX512_INLINE inline __attribute__((always_inline, target("avx512f,avx512dq,avx512vl,avx512bw,fma")))

namespace latspline::bench {
namespace {

struct Field {
  const float* c;
  int sy, sz;
  explicit Field(const latspline_volume& volume)
      : c(static_cast<const float*>(volume.coefficients)),
        sy(static_cast<int>(volume.stride[1])),
        sz(static_cast<int>(volume.stride[2])) {}
};

constexpr int floor_mode = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
constexpr int round_mode = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;

/// Where a block's gradients go: x, y and z parts.
struct Slopes {
  float* x = nullptr;
  float* y = nullptr;
  float* z = nullptr;
};

/// As many points as the loop has lanes at a time; the rest through a copy.
template <int lanes, typename Block>
void blocks(const Points& points, Results& results, const Block& block) {
  const std::size_t count = points.size();
  float* g = results.gradients.empty() ? nullptr : results.gradients.data();
  const auto slopes_at = [&](std::size_t i) {
    return g != nullptr ? Slopes{g + i, g + count + i, g + 2 * count + i} : Slopes{};
  };
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    block(points.x() + i, points.y() + i, points.z() + i, &results.values[i], slopes_at(i));
  if (i == count) return;
  std::array<float, lanes> x[3] = {}, values, slopes[3];
  for (std::size_t j = 0; j < 3; ++j) std::copy_n(points.x() + j * count + i, count - i, x[j].begin());
  block(x[0].data(), x[1].data(), x[2].data(), values.data(),
        g != nullptr ? Slopes{slopes[0].data(), slopes[1].data(), slopes[2].data()} : Slopes{});
  std::copy_n(values.begin(), count - i, results.values.begin() + static_cast<std::ptrdiff_t>(i));
  for (std::size_t j = 0; g != nullptr && j < 3; ++j) std::copy_n(slopes[j].begin(), count - i, g + j * count + i);
}

/// Eight pairs of neighbours as c0 c1 c0 c1 ..
template <bool gather>
AVX512_INLINE __m512 pairs(const float* c, __m256i index) {
  if constexpr (gather) {
    return _mm512_castsi512_ps(_mm512_i32gather_epi64(index, c, 4));
  } else {
    alignas(32) int at[8];
    _mm256_store_si256(reinterpret_cast<__m256i*>(at), index);
    __m128 part[4];
    for (int k = 0; k < 4; ++k) {
      const __m128d low = _mm_load_sd(reinterpret_cast<const double*>(c + at[2 * k]));
      part[k] = _mm_castpd_ps(_mm_loadh_pd(low, reinterpret_cast<const double*>(c + at[2 * k + 1])));
    }
    const __m256 low = _mm256_insertf128_ps(_mm256_castps128_ps256(part[0]), part[1], 1);
    const __m256 high = _mm256_insertf128_ps(_mm256_castps128_ps256(part[2]), part[3], 1);
    return _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
  }
}

AVX512_INLINE __m512 doubled(__m256 v) {
  const __m512i each = _mm512_set_epi32(7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0);
  return _mm512_permutexvar_ps(each, _mm512_castps256_ps512(v));
}
AVX512_INLINE __m256 evens(__m512 v) { return _mm256_castsi256_ps(_mm512_cvtepi64_epi32(_mm512_castps_si512(v))); }
AVX512_INLINE __m256 odds(__m512 v) {
  return _mm256_castsi256_ps(_mm512_cvtepi64_epi32(_mm512_srli_epi64(_mm512_castps_si512(v), 32)));
}
template <bool gather>
AVX512 void trilinear(const Field& f, const float* px, const float* py, const float* pz, float* values, Slopes slopes) {
  const __m256 x = _mm256_loadu_ps(px), y = _mm256_loadu_ps(py), z = _mm256_loadu_ps(pz);
  const __m256 fx = _mm256_round_ps(x, floor_mode), fy = _mm256_round_ps(y, floor_mode),
               fz = _mm256_round_ps(z, floor_mode);
  const __m256 tx = _mm256_sub_ps(x, fx);
  const __m512 ty = doubled(_mm256_sub_ps(y, fy)), tz = doubled(_mm256_sub_ps(z, fz));
  __m256i index = _mm256_cvttps_epi32(fx);
  index = _mm256_add_epi32(index, _mm256_mullo_epi32(_mm256_cvttps_epi32(fy), _mm256_set1_epi32(f.sy)));
  index = _mm256_add_epi32(index, _mm256_mullo_epi32(_mm256_cvttps_epi32(fz), _mm256_set1_epi32(f.sz)));
  const __m512 c00 = pairs<gather>(f.c, index), c10 = pairs<gather>(f.c + f.sy, index);
  const __m512 c01 = pairs<gather>(f.c + f.sz, index), c11 = pairs<gather>(f.c + f.sz + f.sy, index);
  const __m512 d0 = _mm512_sub_ps(c10, c00), d1 = _mm512_sub_ps(c11, c01);
  const __m512 r0 = _mm512_fmadd_ps(ty, d0, c00), r1 = _mm512_fmadd_ps(ty, d1, c01);
  const __m512 dz = _mm512_sub_ps(r1, r0);
  const __m512 r = _mm512_fmadd_ps(tz, dz, r0);
  const __m256 low = evens(r), dx = _mm256_sub_ps(odds(r), low);
  _mm256_storeu_ps(values, _mm256_fmadd_ps(tx, dx, low));
  if (slopes.x == nullptr) return;
  const __m512 dy = _mm512_fmadd_ps(tz, _mm512_sub_ps(d1, d0), d0);
  const __m256 y0 = evens(dy), z0 = evens(dz);
  _mm256_storeu_ps(slopes.x, dx);
  _mm256_storeu_ps(slopes.y, _mm256_fmadd_ps(tx, _mm256_sub_ps(odds(dy), y0), y0));
  _mm256_storeu_ps(slopes.z, _mm256_fmadd_ps(tx, _mm256_sub_ps(odds(dz), z0), z0));
}

/// Weights of a degree at t, the distance from the first (linear pieces: floor) or middle (quadratic) site.
template <int degree>
AVX512_INLINE void weights(__m512 t, __m512 (&w)[4], __m512 (&d)[4]) {
  const auto number = [](float v) AVX512 { return _mm512_set1_ps(v); };
  if constexpr (degree == 2) {
    const __m512 a = _mm512_sub_ps(number(0.5f), t), b = _mm512_add_ps(number(0.5f), t);
    w[0] = _mm512_mul_ps(_mm512_mul_ps(a, a), number(0.5f));
    w[2] = _mm512_mul_ps(_mm512_mul_ps(b, b), number(0.5f));
    w[1] = _mm512_fnmadd_ps(t, t, number(0.75f));
    w[3] = number(0);
    d[0] = _mm512_sub_ps(number(0), a);
    d[1] = _mm512_mul_ps(t, number(-2));
    d[2] = b;
    d[3] = number(0);
  } else {
    const __m512 u = _mm512_sub_ps(number(1), t), t2 = _mm512_mul_ps(t, t), u2 = _mm512_mul_ps(u, u);
    w[0] = _mm512_mul_ps(_mm512_mul_ps(u2, u), number(1.0f / 6));
    w[3] = _mm512_mul_ps(_mm512_mul_ps(t2, t), number(1.0f / 6));
    w[1] = _mm512_fmadd_ps(t2, _mm512_fmadd_ps(t, number(0.5f), number(-1)), number(2.0f / 3));
    w[2] = _mm512_fmadd_ps(u2, _mm512_fmadd_ps(u, number(0.5f), number(-1)), number(2.0f / 3));
    d[0] = _mm512_mul_ps(u2, number(-0.5f));
    d[3] = _mm512_mul_ps(t2, number(0.5f));
    d[1] = _mm512_mul_ps(t, _mm512_fmadd_ps(t, number(1.5f), number(-2)));
    d[2] = _mm512_sub_ps(number(0), _mm512_mul_ps(u, _mm512_fmadd_ps(u, number(1.5f), number(-2))));
  }
}

/// Sums of the elements of four vectors.
AVX512_INLINE __m128 sums(__m128 a, __m128 b, __m128 c, __m128 d) {
  _MM_TRANSPOSE4_PS(a, b, c, d);
  return _mm_add_ps(_mm_add_ps(a, b), _mm_add_ps(c, d));
}

/// Sixteen points: positions and weights in lanes, then point after point, rows of four (the fourth weight of a quadratic is 0).
template <int degree>
AVX512 void by_rows(const Field& f, const float* px, const float* py, const float* pz, float* values, Slopes slopes) {
  constexpr int rows = degree + 1;
  const __m512 x = _mm512_loadu_ps(px), y = _mm512_loadu_ps(py), z = _mm512_loadu_ps(pz);
  constexpr int mode = degree == 2 ? round_mode : floor_mode;
  const __m512 fx = _mm512_roundscale_ps(x, mode), fy = _mm512_roundscale_ps(y, mode),
               fz = _mm512_roundscale_ps(z, mode);
  __m512i index = _mm512_cvttps_epi32(fx);
  index = _mm512_add_epi32(index, _mm512_mullo_epi32(_mm512_cvttps_epi32(fy), _mm512_set1_epi32(f.sy)));
  index = _mm512_add_epi32(index, _mm512_mullo_epi32(_mm512_cvttps_epi32(fz), _mm512_set1_epi32(f.sz)));
  index = _mm512_sub_epi32(index, _mm512_set1_epi32(1 + f.sy + f.sz));
  __m512 w[3][4], d[3][4];
  weights<degree>(_mm512_sub_ps(x, fx), w[0], d[0]);
  weights<degree>(_mm512_sub_ps(y, fy), w[1], d[1]);
  weights<degree>(_mm512_sub_ps(z, fz), w[2], d[2]);
  alignas(64) int at[16];
  alignas(64) float wx[16][4], dx[16][4], wy[4][16], wz[4][16], dy[4][16], dz[4][16];
  _mm512_store_si512(at, index);
  for (int k = 0; k < rows; ++k) {
    _mm512_store_ps(wy[k], w[1][k]);
    _mm512_store_ps(wz[k], w[2][k]);
    if (slopes.x != nullptr) {
      _mm512_store_ps(dy[k], d[1][k]);
      _mm512_store_ps(dz[k], d[2][k]);
    }
  }
  const auto transposed = [](const __m512(&v)[4], float (*to)[4]) AVX512 {
    // 4 x 16 to 16 x 4: within quarters by shuffles, then the quarters are stored where they belong.
    const __m512 a = _mm512_unpacklo_ps(v[0], v[1]), b = _mm512_unpackhi_ps(v[0], v[1]);
    const __m512 c = _mm512_unpacklo_ps(v[2], v[3]), e = _mm512_unpackhi_ps(v[2], v[3]);
    const __m512 r[4] = {_mm512_shuffle_ps(a, c, 0x44), _mm512_shuffle_ps(a, c, 0xee), _mm512_shuffle_ps(b, e, 0x44),
                         _mm512_shuffle_ps(b, e, 0xee)};
    for (int k = 0; k < 4; ++k) {
      _mm_store_ps(to[k], _mm512_extractf32x4_ps(r[k], 0));
      _mm_store_ps(to[4 + k], _mm512_extractf32x4_ps(r[k], 1));
      _mm_store_ps(to[8 + k], _mm512_extractf32x4_ps(r[k], 2));
      _mm_store_ps(to[12 + k], _mm512_extractf32x4_ps(r[k], 3));
    }
  };
  transposed(w[0], wx);
  if (slopes.x != nullptr) transposed(d[0], dx);
  for (int first = 0; first < 16; first += 4) {
    __m128 value[4], along[3][4];
    for (int k = 0; k < 4; ++k) {
      const int point = first + k;
      const float* row = f.c + at[point];
      __m128 sum = _mm_setzero_ps(), sum_y = sum, sum_z = sum;
      for (int j = 0; j < rows; ++j, row += f.sz) {
        __m128 plane = _mm_mul_ps(_mm_set1_ps(wy[0][point]), _mm_loadu_ps(row));
        for (int i = 1; i < rows; ++i)
          plane = _mm_fmadd_ps(_mm_set1_ps(wy[i][point]), _mm_loadu_ps(row + i * f.sy), plane);
        const __m128 by = _mm_set1_ps(wz[j][point]);
        sum = _mm_fmadd_ps(by, plane, sum);
        if (slopes.x == nullptr) continue;
        __m128 slope = _mm_mul_ps(_mm_set1_ps(dy[0][point]), _mm_loadu_ps(row));
        for (int i = 1; i < rows; ++i)
          slope = _mm_fmadd_ps(_mm_set1_ps(dy[i][point]), _mm_loadu_ps(row + i * f.sy), slope);
        sum_y = _mm_fmadd_ps(by, slope, sum_y);
        sum_z = _mm_fmadd_ps(_mm_set1_ps(dz[j][point]), plane, sum_z);
      }
      const __m128 across = _mm_load_ps(wx[point]);
      value[k] = _mm_mul_ps(across, sum);
      if (slopes.x == nullptr) continue;
      along[0][k] = _mm_mul_ps(_mm_load_ps(dx[point]), sum);
      along[1][k] = _mm_mul_ps(across, sum_y);
      along[2][k] = _mm_mul_ps(across, sum_z);
    }
    _mm_storeu_ps(values + first, sums(value[0], value[1], value[2], value[3]));
    if (slopes.x == nullptr) continue;
    float* const to[3] = {slopes.x, slopes.y, slopes.z};
    for (int j = 0; j < 3; ++j) _mm_storeu_ps(to[j] + first, sums(along[j][0], along[j][1], along[j][2], along[j][3]));
  }
}

/// Sixteen points, every coefficient by a gather.
template <int degree>
AVX512 void by_gathers(const Field& f, const float* px, const float* py, const float* pz, float* values,
                       Slopes slopes) {
  constexpr int rows = degree + 1;
  constexpr int mode = degree == 2 ? round_mode : floor_mode;
  const __m512 x = _mm512_loadu_ps(px), y = _mm512_loadu_ps(py), z = _mm512_loadu_ps(pz);
  const __m512 fx = _mm512_roundscale_ps(x, mode), fy = _mm512_roundscale_ps(y, mode),
               fz = _mm512_roundscale_ps(z, mode);
  __m512i index = _mm512_cvttps_epi32(fx);
  index = _mm512_add_epi32(index, _mm512_mullo_epi32(_mm512_cvttps_epi32(fy), _mm512_set1_epi32(f.sy)));
  index = _mm512_add_epi32(index, _mm512_mullo_epi32(_mm512_cvttps_epi32(fz), _mm512_set1_epi32(f.sz)));
  __m512 w[3][4], d[3][4];
  weights<degree>(_mm512_sub_ps(x, fx), w[0], d[0]);
  weights<degree>(_mm512_sub_ps(y, fy), w[1], d[1]);
  weights<degree>(_mm512_sub_ps(z, fz), w[2], d[2]);
  __m512 sum = _mm512_setzero_ps(), g[3] = {sum, sum, sum};
  for (int k = 0; k < rows; ++k) {
    __m512 plane = _mm512_setzero_ps(), plane_x = plane, plane_y = plane;
    for (int j = 0; j < rows; ++j) {
      __m512 row = _mm512_setzero_ps(), row_x = row;
      for (int i = 0; i < rows; ++i) {
        const __m512 c = _mm512_i32gather_ps(index, f.c + (k - 1) * f.sz + (j - 1) * f.sy + i - 1, 4);
        row = _mm512_fmadd_ps(w[0][i], c, row);
        if (slopes.x != nullptr) row_x = _mm512_fmadd_ps(d[0][i], c, row_x);
      }
      plane = _mm512_fmadd_ps(w[1][j], row, plane);
      if (slopes.x == nullptr) continue;
      plane_x = _mm512_fmadd_ps(w[1][j], row_x, plane_x);
      plane_y = _mm512_fmadd_ps(d[1][j], row, plane_y);
    }
    sum = _mm512_fmadd_ps(w[2][k], plane, sum);
    if (slopes.x == nullptr) continue;
    g[0] = _mm512_fmadd_ps(w[2][k], plane_x, g[0]);
    g[1] = _mm512_fmadd_ps(w[2][k], plane_y, g[1]);
    g[2] = _mm512_fmadd_ps(d[2][k], plane, g[2]);
  }
  _mm512_storeu_ps(values, sum);
  if (slopes.x == nullptr) return;
  _mm512_storeu_ps(slopes.x, g[0]);
  _mm512_storeu_ps(slopes.y, g[1]);
  _mm512_storeu_ps(slopes.z, g[2]);
}

using Block = void (*)(const Field&, const float*, const float*, const float*, float*, Slopes);

template <int lanes>
Peer peer(const char* name, const Field& field, Block block) {
  return {
      name, true, [field, block](const Points& points, Results& results) {
        return seconds([&] { blocks<lanes>(points, results, [&](auto... arguments) { block(field, arguments...); }); });
      }};
}

}  // namespace

std::vector<Peer> hand_loops(const latspline_volume& volume, Degree degree) {
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512dq")) return {};
  const Field field(volume);
  switch (degree) {
    case Degree::linear:
      return {peer<8>("hand: pairs gathered", field, trilinear<true>),
              peer<8>("hand: pairs loaded", field, trilinear<false>)};
    case Degree::quadratic:
      return {peer<16>("hand: rows", field, by_rows<2>), peer<16>("hand: gathers", field, by_gathers<2>)};
    case Degree::cubic:
      return {peer<16>("hand: rows", field, by_rows<3>), peer<16>("hand: gathers", field, by_gathers<3>)};
  }
  return {};
}

}  // namespace latspline::bench

#else
namespace latspline::bench {
std::vector<Peer> hand_loops(const latspline_volume&, Degree) { return {}; }
}  // namespace latspline::bench
#endif
