// The search for links beside brute force: random islands among random walls, and every flight between dense
// places of two borders, tested by a body that is wider by what lies between two tries.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "bake/links/flight.h"
#include "bake/links/link_choice.h"
#include "core/base/random.h"
#include "core/navmesh/surface_queries.h"
#include "tests/bake/links/solid_boxes.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {
namespace {

const AgentProfile kAgent{
    .name = "a", .radius_m = 0.4, .height_m = 1.8, .max_climb_m = 0.5, .max_slope_deg = 45};
constexpr LinkGenOptions kOptions{
    .jump_distance_m = 8, .jump_height_m = 1.2, .drop_height_m = 4, .spacing_m = 0.5};
constexpr AsciiOptions kCells{.cell_m = 2.0, .step_m = 0.5, .floor_m = 20, .merge_rows = true};
constexpr int kCellsWide = 7;
constexpr double kRim_m = 0.4;      // ledges lie this far beyond the borders
constexpr double kDense_m = 0.4;    // between the oracle's places on a border
constexpr double kMargin_m = 0.45;  // half of the spacing, how far within a landing is, and rounding

struct Scene {
  std::string drawing;
  NavmeshData data;
  Solid solid;
};

Scene RandomScene(uint64_t seed) {
  Random random(seed);
  Scene scene;
  for (int row = 0; row < kCellsWide; ++row) {
    for (int column = 0; column < kCellsWide; ++column) {
      const uint32_t draw = random.NextBelow(9);
      const int level = draw < 5 ? -1 : draw < 8 ? 4 : static_cast<int>(random.NextBelow(9));
      scene.drawing += level < 0 ? '#' : static_cast<char>('0' + level);
      if (level < 0) continue;
      scene.solid.Box({2.0 * column - kRim_m, -3, 2.0 * row - kRim_m},
                      {2.0 * column + 2 + kRim_m, 0.5 * level, 2.0 * row + 2 + kRim_m});
    }
    scene.drawing += '\n';
  }
  scene.data = AsciiNavmesh(scene.drawing, kCells);
  for (int i = 0; i < 8; ++i) {
    const Vec3 lo{random.NextInRange(-1, 14), random.NextInRange(-3, 3), random.NextInRange(-1, 14)};
    const double length = random.NextInRange(1, 5);
    const bool along_x = random.NextBelow(2) == 0;
    scene.solid.Box(lo, lo + Vec3{along_x ? length : 0.2, random.NextInRange(1, 5), along_x ? 0.2 : length});
  }
  return scene;
}

// Whether a wide body whose feet are at `feet` meets a box.
bool Hits(const Vec3& feet, const std::vector<Aabb>& boxes) {
  const double radius = kFlightBodyShare * kAgent.radius_m + kMargin_m;
  for (const Aabb& box : boxes) {
    if (feet.y + kAgent.max_climb_m - 0.05 >= box.max.y || feet.y + kAgent.height_m <= box.min.y) continue;
    const double x = std::max({box.min.x - feet.x, 0.0, feet.x - box.max.x});
    const double z = std::max({box.min.z - feet.z, 0.0, feet.z - box.max.z});
    if (x * x + z * z < radius * radius) return true;
  }
  return false;
}

bool ArcIsClear(const Vec3& a, const Vec3& b, double rise_m, const std::vector<Aabb>& boxes) {
  const double up_s = std::sqrt(2 * 9.81 * rise_m) / 9.81;
  const double total_s = up_s + std::sqrt(2 * (a.y + rise_m - b.y) / 9.81);
  const int steps = 2 + static_cast<int>(Distance(a, b) / 0.05);
  for (int i = 0; i <= steps; ++i) {
    const double t = static_cast<double>(i) / steps;
    const double s = t * total_s;
    if (Hits({a.x + (b.x - a.x) * t, a.y + 9.81 * (up_s * s - 0.5 * s * s), a.z + (b.z - a.z) * t}, boxes)) {
      return false;
    }
  }
  return true;
}

bool FallIsClear(const Vec3& a, const Vec3& b, const std::vector<Aabb>& boxes) {
  for (int i = 0; i <= 20; ++i) {
    const double t = i / 20.0;
    if (Hits({a.x + (b.x - a.x) * t, a.y, a.z + (b.z - a.z) * t}, boxes)) return false;
    if (Hits({b.x, a.y + (b.y - a.y) * t, b.z}, boxes)) return false;
  }
  return true;
}

struct BorderPlace {
  NavLocation at;
  Vec2 outward;
};

std::vector<BorderPlace> DensePlaces(const NavmeshView& mesh) {
  std::vector<BorderPlace> places;
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
    const NavPoly& poly = mesh.poly(PolyId(p));
    for (uint32_t e = poly.first_edge; e < poly.first_edge + poly.edge_count; ++e) {
      if (mesh.edge(EdgeId(e)).twin != kNoEdge) continue;
      const Vec3 a = mesh.EdgeStart(EdgeId(e));
      const Vec3 b = mesh.EdgeEnd(EdgeId(e));
      const double length = PlaneDistance(a, b);
      const Vec2 along = (b.Plane() - a.Plane()) * (1 / length);
      for (double at = 0; at <= length; at += kDense_m) {
        places.push_back({{PolyId(p), a + (b - a) * (at / length)}, {along.z, -along.x}});
      }
    }
  }
  return places;
}

// The highest ground more than a step below the place, where it is the same all around.
std::optional<NavLocation> GroundUnder(const NavmeshView& mesh, Vec2 at, double y) {
  std::optional<NavLocation> ground;
  for (const Vec2 by : {Vec2{0, 0}, Vec2{kMargin_m, kMargin_m}, Vec2{kMargin_m, -kMargin_m},
                        Vec2{-kMargin_m, kMargin_m}, Vec2{-kMargin_m, -kMargin_m}}) {
    std::optional<NavLocation> here;
    for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
      if (!IsOverPoly(mesh, PolyId(p), at + by)) continue;
      const double height = HeightOnPoly(mesh, PolyId(p), at + by);
      if (height >= y - kAgent.max_climb_m || (here.has_value() && here->point.y > height)) continue;
      here = NavLocation{PolyId(p), {at.x, height, at.z}};
    }
    if (!here.has_value()) return std::nullopt;
    if (!ground.has_value()) ground = here;
    if (here->poly != ground->poly) return std::nullopt;
  }
  return ground;
}

// Lengths of walks over the surface, through corners and middles of the sides that polygons share.
class Walks {
 public:
  explicit Walks(const NavmeshView& mesh) : paths_of_(mesh.poly_count()) {
    for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
      const NavPoly& poly = mesh.poly(PolyId(p));
      for (uint32_t e = poly.first_edge; e < poly.first_edge + poly.edge_count; ++e) {
        const EdgeId twin(mesh.edge(EdgeId(e)).twin);
        if (twin.IsNone()) continue;
        const Vec3 a = mesh.EdgeStart(EdgeId(e));
        const Vec3 b = mesh.EdgeEnd(EdgeId(e));
        for (const double at : {0.0, 0.5, 1.0}) {
          paths_of_[p].push_back(places_.size());
          paths_of_[mesh.edge(twin).poly].push_back(places_.size());
          places_.push_back(a + (b - a) * at);
        }
      }
    }
    Floyd();
  }

  double Length(const NavLocation& from, const NavLocation& to) const {
    double best = from.poly == to.poly ? Distance(from.point, to.point) : kFar_m;
    for (const size_t u : paths_of_[from.poly.value()]) {
      for (const size_t v : paths_of_[to.poly.value()]) {
        best = std::min(best, Distance(from.point, places_[u]) + lengths_[u * places_.size() + v] +
                                  Distance(places_[v], to.point));
      }
    }
    return best;
  }

 private:
  static constexpr double kFar_m = 1e9;

  void Floyd() {
    const size_t n = places_.size();
    lengths_.assign(n * n, kFar_m);
    for (const std::vector<size_t>& paths : paths_of_) {
      for (const size_t u : paths) {
        for (const size_t v : paths) lengths_[u * n + v] = Distance(places_[u], places_[v]);
      }
    }
    for (size_t k = 0; k < n; ++k) {
      for (size_t u = 0; u < n; ++u) {
        for (size_t v = 0; v < n; ++v) {
          lengths_[u * n + v] = std::min(lengths_[u * n + v], lengths_[u * n + k] + lengths_[k * n + v]);
        }
      }
    }
  }

  std::vector<std::vector<size_t>> paths_of_;  // by polygon, into places_
  std::vector<Vec3> places_;
  std::vector<double> lengths_;
};

class Beside {
 public:
  explicit Beside(const Scene& scene)
      : scene_(scene),
        mesh_(ViewOf(scene.data)),
        walks_(mesh_),
        links_(FindLinks(scene.data, scene.solid, kAgent, kOptions).links) {}

  // The number of flights that brute force found; each must have its like among the links.
  int Check() {
    const std::vector<BorderPlace> places = DensePlaces(mesh_);
    int flights = 0;
    for (const BorderPlace& from : places) {
      to_links_.clear();
      for (const GeneratedLink& link : links_) {
        to_links_.push_back(walks_.Length(from.at, {link.start_poly, link.start}) + link.cost_m);
      }
      for (const BorderPlace& to : places) flights += CheckJump(from, to.at) ? 1 : 0;
      flights += CheckDrop(from) ? 1 : 0;
    }
    return flights;
  }

 private:
  bool CheckJump(const BorderPlace& from, const NavLocation& to) {
    const Vec3& a = from.at.point;
    const Vec3& b = to.point;
    if (from.at.poly == to.poly || Dot(b.Plane() - a.Plane(), from.outward) < kMargin_m) return false;
    if (PlaneDistance(a, b) > kOptions.jump_distance_m - 2 * kMargin_m) return false;
    if (b.y > a.y + kOptions.jump_height_m || b.y < a.y - kOptions.drop_height_m) return false;
    const std::vector<Aabb>& boxes = scene_.solid.boxes;
    const double low_rise = std::max(0.0, b.y - a.y) + 0.25;
    if (!ArcIsClear(a, b, kOptions.jump_height_m, boxes) &&
        (low_rise > kOptions.jump_height_m || !ArcIsClear(a, b, low_rise, boxes))) {
      return false;
    }
    ExpectLike(from.at, to);
    return true;
  }

  bool CheckDrop(const BorderPlace& from) {
    const Vec3& a = from.at.point;
    const Vec2 out = a.Plane() + from.outward * (2.75 * kAgent.radius_m);
    const std::optional<NavLocation> ground = GroundUnder(mesh_, out, a.y);
    if (!ground.has_value() || ground->point.y < a.y - kOptions.drop_height_m) return false;
    if (!FallIsClear(a, ground->point, scene_.solid.boxes)) return false;
    ExpectLike(from.at, *ground);
    return true;
  }

  // A walk, or walks to and from one link, lead there as well and are not much longer.
  void ExpectLike(const NavLocation& from, const NavLocation& to) {
    const double flight = Distance(from.point, to.point);
    double best = walks_.Length(from, to);
    for (size_t i = 0; i < links_.size() && best > kMostShare * flight + kMost_m; ++i) {
      if (to_links_[i] >= best) continue;
      best = std::min(best, to_links_[i] + walks_.Length({links_[i].end_poly, links_[i].end}, to));
    }
    EXPECT_LE(best, kMostShare * flight + kMost_m)
        << scene_.drawing << "from " << from.point.x << ", " << from.point.y << ", " << from.point.z << " to "
        << to.point.x << ", " << to.point.y << ", " << to.point.z;
  }

  // A link may stand for one that stood for another.
  static constexpr double kMostShare = kDetourShare * kDetourShare;
  static constexpr double kMost_m = 2 * kDetour_m;

  const Scene& scene_;
  NavmeshView mesh_;
  Walks walks_;
  std::vector<GeneratedLink> links_;
  std::vector<double> to_links_;  // from the place at hand to each link's end
};

TEST(LinkOracle, WhatBruteForceFliesWithAMarginTheSearchFindsToo) {
  int flights = 0;
  for (uint64_t seed = 1; seed <= 40 && !HasFailure(); ++seed) {
    const Scene scene = RandomScene(seed);
    flights += Beside(scene).Check();
  }
  EXPECT_GT(flights, 10000);
}

}  // namespace
}  // namespace waystone
