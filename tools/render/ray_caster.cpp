#include "tools/render/ray_caster.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace latspline::tools {
namespace {

constexpr int steps_per_round = 8;
constexpr double opaque_below = 0.004;  ///< a ray ends when less light than this gets through

/// A ray in lattice coordinates; t is the distance in world units.
struct Traveller {
  Vec3 origin;
  Vec3 direction;
  Vec3 to_viewer;  ///< world
  double t0 = 0;
  double t1 = -1;
  std::int64_t next = 0;     ///< sample t0 + next * step
  std::int64_t last = -1;    ///< the sample at t1
  std::int64_t latest = -1;  ///< number of the latest sample taken
  double previous_t = 0;
  double previous = std::numeric_limits<double>::quiet_NaN();
  Vec3 light{};
  double through = 1;

  bool active() const { return next <= last && through > opaque_below; }
  double at(std::int64_t sample, double step) const { return std::min(t0 + static_cast<double>(sample) * step, t1); }
};

struct Sample {
  std::size_t ray = 0;
  double t = 0;
  bool restart = false;  ///< the sample before was leapt over
};

/// A change of sign of f - value between t = low and t = high.
struct Crossing {
  std::size_t ray = 0;
  std::size_t surface = 0;
  double low = 0;
  double high = 0;
  double at_low = 0;  ///< f - value there
  double at_high = 0;
  int latest = 0;  ///< the end that moved last: -1 low, 1 high
  double guess() const {
    const double part = at_low / (at_low - at_high);
    return low + std::clamp(part, 0.0, 1.0) * (high - low);
  }
};

template <typename T>
class Batch {
 public:
  explicit Batch(const Scene& scene) : scene_(scene) {}

  void clear() { points_.clear(); }
  std::size_t size() const { return points_.size() / 3; }
  void add(const Vec3& point) {
    for (const double x : point) points_.push_back(static_cast<T>(x));
  }
  void run(bool with_gradient) {
    values_.resize(size());
    gradients_.resize(with_gradient ? points_.size() : 0);
    if (points_.empty()) return;
    const Kernel& kernel = scene_.evaluator->kernel();
    const latspline_volume* volume = &scene_.evaluator->volume().view();
    T* gradients = with_gradient ? gradients_.data() : nullptr;
    if constexpr (std::is_same_v<T, float>) {
      check_status(kernel.f32(volume, points_.data(), 3, 1, size(), values_.data(), gradients, nullptr));
    } else {
      check_status(kernel.f64(volume, points_.data(), 3, 1, size(), values_.data(), gradients, nullptr));
    }
  }
  double value(std::size_t i) const { return static_cast<double>(values_[i]); }
  /// The gradient in world coordinates: the transpose of the map to lattice coordinates.
  Vec3 gradient(std::size_t i) const {
    Vec3 world{};
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t j = 0; j < 3; ++j)
        world[row] += scene_.to_lattice.matrix[j * 3 + row] * static_cast<double>(gradients_[3 * i + j]);
    }
    return world;
  }

 private:
  const Scene& scene_;
  std::vector<T> points_;
  std::vector<T> values_;
  std::vector<T> gradients_;
};

Traveller traveller(const Scene& scene, double x, double y) {
  const Ray ray = scene.camera->ray(x, y);
  Traveller result;
  result.to_viewer = -1.0 * ray.direction;
  for (std::size_t j = 0; j < 3; ++j) {
    result.origin[j] = scene.to_lattice.origin[j];
    result.direction[j] = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      result.origin[j] += scene.to_lattice.matrix[j * 3 + k] * ray.origin[k];
      result.direction[j] += scene.to_lattice.matrix[j * 3 + k] * ray.direction[k];
    }
  }
  double enter = 0;
  double leave = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < 3; ++j) {
    const double top = scene.evaluator->volume().view().top[j];
    const double speed = result.direction[j];
    if (std::abs(speed) < 1e-14) {
      if (result.origin[j] < 0 || result.origin[j] > top) return result;
      continue;
    }
    const double a = -result.origin[j] / speed;
    const double b = (top - result.origin[j]) / speed;
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  }
  if (!(enter <= leave) || !std::isfinite(leave)) return result;
  result.t0 = enter;
  result.t1 = leave;
  result.last = static_cast<std::int64_t>(std::ceil((leave - enter) / scene.step));
  return result;
}

Vec3 point_at(const Traveller& ray, double t) { return ray.origin + t * ray.direction; }

/// Moves ray.next over empty blocks. True if a sample before it must be taken again to start from.
bool leap(const Scene& scene, Traveller& ray) {
  if (scene.empty == nullptr) return false;
  bool leapt = false;
  while (ray.next <= ray.last) {
    const double t = ray.at(ray.next, scene.step);
    if (!scene.empty->empty_at(point_at(ray, t))) break;
    const double leave = scene.empty->exit(ray.origin, ray.direction, t);
    const double beyond = std::floor((std::min(leave, ray.t1 + scene.step) - ray.t0) / scene.step) + 1;
    ray.next = std::max(ray.next + 1, static_cast<std::int64_t>(beyond));
    leapt = true;
  }
  if (leapt && ray.next <= ray.last && ray.next - 1 > ray.latest) {
    --ray.next;
    return true;
  }
  return false;
}

void take_samples(const Scene& scene, std::size_t index, Traveller& ray, std::vector<Sample>& samples) {
  for (int taken = 0; taken < steps_per_round && ray.next <= ray.last; ++taken) {
    const bool restart = leap(scene, ray);
    if (ray.next > ray.last) return;
    samples.push_back({index, ray.at(ray.next, scene.step), restart});
    ray.latest = ray.next++;
    if (restart) {
      // The sample after it is the one that leap() found to be visible.
      samples.push_back({index, ray.at(ray.next, scene.step), false});
      ray.latest = ray.next++;
    }
  }
}

void composite(Traveller& ray, const Vec3& light, double opacity) {
  ray.light = ray.light + (ray.through * opacity) * light;
  ray.through *= 1 - opacity;
}

template <typename T>
void draw_surfaces(const Scene& scene, std::vector<Traveller>& rays, const std::vector<Sample>& samples,
                   const Batch<T>& field, Batch<T>& scratch) {
  const auto& surfaces = scene.options->surfaces;
  std::vector<Crossing> crossings;
  std::size_t closed = std::numeric_limits<std::size_t>::max();  // the ray behind whose opaque surface samples are idle
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Sample& sample = samples[i];
    Traveller& ray = rays[sample.ray];
    const double value = field.value(i);
    if (sample.ray != closed && !sample.restart && std::isfinite(ray.previous) && std::isfinite(value)) {
      const std::size_t first = crossings.size();
      for (std::size_t s = 0; s < surfaces.size(); ++s) {
        const double before = ray.previous - surfaces[s].value;
        const double after = value - surfaces[s].value;
        if ((before < 0) != (after < 0))
          crossings.push_back({sample.ray, s, ray.previous_t, sample.t, before, after, 0});
      }
      std::sort(crossings.begin() + static_cast<std::ptrdiff_t>(first), crossings.end(),
                [](const Crossing& a, const Crossing& b) { return a.guess() < b.guess(); });
      for (std::size_t c = first; c < crossings.size(); ++c) {
        if (surfaces[crossings[c].surface].opacity >= 1) closed = sample.ray;
      }
    }
    ray.previous = value;
    ray.previous_t = sample.t;
  }
  if (crossings.empty()) return;

  constexpr int refinements = 4;
  for (int round = 0; round < refinements; ++round) {
    scratch.clear();
    for (const Crossing& crossing : crossings) scratch.add(point_at(rays[crossing.ray], crossing.guess()));
    scratch.run(false);
    for (std::size_t c = 0; c < crossings.size(); ++c) {
      Crossing& crossing = crossings[c];
      const double t = crossing.guess();
      const double difference = scratch.value(c) - surfaces[crossing.surface].value;
      // Illinois: an end that stays twice counts half, so that it cannot stay for ever.
      if ((difference < 0) == (crossing.at_low < 0)) {
        if (crossing.latest == -1) crossing.at_high *= 0.5;
        crossing.low = t;
        crossing.at_low = difference;
        crossing.latest = -1;
      } else {
        if (crossing.latest == 1) crossing.at_low *= 0.5;
        crossing.high = t;
        crossing.at_high = difference;
        crossing.latest = 1;
      }
    }
  }
  scratch.clear();
  for (const Crossing& crossing : crossings) scratch.add(point_at(rays[crossing.ray], crossing.guess()));
  scratch.run(true);
  for (std::size_t c = 0; c < crossings.size(); ++c) {
    const Surface& surface = surfaces[crossings[c].surface];
    Traveller& ray = rays[crossings[c].ray];
    if (ray.through <= opaque_below) continue;
    composite(ray, scene.shading->shade(linear_from_srgb(surface.colour), scratch.gradient(c), ray.to_viewer),
              surface.opacity);
  }
}

template <typename T>
void draw_volume(const Scene& scene, std::vector<Traveller>& rays, const std::vector<Sample>& samples,
                 const Batch<T>& field, Batch<T>& scratch) {
  const Transfer& transfer = scene.options->transfer;
  const Vec3 low_colour = linear_from_srgb(transfer.colour);
  const double range = transfer.high - transfer.low;
  struct Glow {
    std::size_t ray;
    double level;    // 0 at low, 1 at high
    double opacity;  // of one step
  };
  std::vector<Glow> glows;
  scratch.clear();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double level = std::clamp((field.value(i) - transfer.low) / range, 0.0, 1.0);
    const double extinction = 0.8 * transfer.density * level * level / scene.edge;
    const double opacity = 1 - std::exp(-extinction * scene.step);
    if (!(opacity > 1e-4)) continue;
    glows.push_back({samples[i].ray, level, opacity});
    scratch.add(point_at(rays[samples[i].ray], samples[i].t));
  }
  scratch.run(true);
  for (std::size_t i = 0; i < glows.size(); ++i) {
    Traveller& ray = rays[glows[i].ray];
    if (ray.through <= opaque_below) continue;
    const double mix = glows[i].level * glows[i].level;
    const Vec3 colour = (1 - mix) * low_colour + mix * Vec3{1, 1, 1};
    const Vec3 gradient = scratch.gradient(i);
    // Where f hardly changes there is no surface to shade.
    const double steep = norm(gradient) * scene.edge;
    const double weight = steep / (steep + 0.05 * range);
    const Vec3 light = (1 - weight) * (0.6 * colour) + weight * scene.shading->shade(colour, gradient, ray.to_viewer);
    composite(ray, light, glows[i].opacity);
  }
}

}  // namespace

template <typename T>
std::vector<Vec3> cast_tile(const Scene& scene, int x0, int y0, int x1, int y1) {
  const double pixels = 1.0 / scene.options->supersampling;
  std::vector<Traveller> rays;
  rays.reserve(static_cast<std::size_t>(x1 - x0) * static_cast<std::size_t>(y1 - y0));
  for (int y = y0; y < y1; ++y) {
    for (int x = x0; x < x1; ++x) rays.push_back(traveller(scene, (x + 0.5) * pixels, (y + 0.5) * pixels));
  }
  Batch<T> field(scene);
  Batch<T> scratch(scene);
  std::vector<Sample> samples;
  do {
    samples.clear();
    field.clear();
    for (std::size_t i = 0; i < rays.size(); ++i) {
      if (rays[i].active()) take_samples(scene, i, rays[i], samples);
    }
    for (const Sample& sample : samples) field.add(point_at(rays[sample.ray], sample.t));
    field.run(false);
    if (scene.options->mode == RenderMode::surfaces) {
      draw_surfaces(scene, rays, samples, field, scratch);
    } else {
      draw_volume(scene, rays, samples, field, scratch);
    }
  } while (!samples.empty());
  const Vec3 background = linear_from_srgb(scene.options->background);
  std::vector<Vec3> light;
  light.reserve(rays.size());
  for (const Traveller& ray : rays) light.push_back(ray.light + ray.through * background);
  return light;
}

template std::vector<Vec3> cast_tile<float>(const Scene&, int, int, int, int);
template std::vector<Vec3> cast_tile<double>(const Scene&, int, int, int, int);

}  // namespace latspline::tools
