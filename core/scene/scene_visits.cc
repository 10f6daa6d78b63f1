#include "core/scene/scene_visits.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace waystone {
namespace {

constexpr double kLeastVisit_m = 1e-6;
constexpr double kBehindFace_m = 1e-4;

// Adds the shares of a piece at which it crosses the planes of a box's faces.
void AddCrossings(const SceneRecord& scene, const Vec3& from, const Vec3& to, std::vector<double>& shares) {
  const auto into_box = [&](const Vec3& point) {
    const Vec3 off = point - Vec3(scene.middle[0], scene.middle[1], scene.middle[2]);
    return Vec3(off.x * scene.cos_yaw + off.z * scene.sin_yaw, off.y,
                off.z * scene.cos_yaw - off.x * scene.sin_yaw);
  };
  const Vec3 a = into_box(from);
  const Vec3 b = into_box(to);
  const auto cross = [&](double start, double end, double half) {
    for (const double face : {-half, half}) {
      const double share = (face - start) / (end - start);
      if (share > 0 && share < 1) shares.push_back(share);
    }
  };
  cross(a.x, b.x, scene.half[0]);
  cross(a.y, b.y, scene.half[1]);
  cross(a.z, b.z, scene.half[2]);
}

}  // namespace

std::vector<SceneVisit> VisitsAlong(const SceneTree& tree, std::span<const SceneRecord> scenes,
                                    std::span<const Vec3> line, SceneId entered) {
  std::vector<SceneVisit> visits;
  const auto priority_of = [&](SceneId scene) {
    return scene.IsNone() ? std::pair(false, 0) : std::pair(true, scenes[scene.value()].priority);
  };
  const auto enter = [&](SceneId scene, const Vec3& from, double along_m) {
    const bool is_same = !visits.empty() && visits.back().scene == scene;
    if (is_same) return;
    const bool is_reselected = !visits.empty() && priority_of(scene) != priority_of(visits.back().scene);
    visits.push_back({scene, from, along_m, is_reselected});
  };
  double along_m = 0;
  std::vector<double> shares;
  for (size_t i = 0; i + 1 < line.size(); ++i) {
    const Vec3& from = line[i];
    const Vec3& to = line[i + 1];
    const double length_m = Distance(from, to);
    shares.assign({0, 1});
    Aabb around;
    around.Extend(from);
    around.Extend(to);
    tree.VisitIn(around, [&](SceneId scene) { AddCrossings(scenes[scene.value()], from, to, shares); });
    std::ranges::sort(shares);
    for (size_t k = 0; k + 1 < shares.size(); ++k) {
      if ((shares[k + 1] - shares[k]) * length_m <= kLeastVisit_m) continue;
      // Just behind the face: what lies nearer counts where the stretch begins.
      const double behind = std::min((shares[k + 1] - shares[k]) / 2, kBehindFace_m / length_m);
      entered = tree.Find(from + (to - from) * (shares[k] + behind), entered);
      enter(entered, from + (to - from) * shares[k], along_m + length_m * shares[k]);
    }
    along_m += length_m;
  }
  if (visits.empty() && !line.empty()) enter(tree.Find(line.front(), entered), line.front(), 0);
  return visits;
}

}  // namespace waystone
