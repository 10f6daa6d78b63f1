// Samples of the ground look for the walk, and not the walk for samples: the straight walk from a sample is
// mostly as short as it can be, for the nearest place of the walk is tried first.
#include "core/query/sight_coverage.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

#include "core/navmesh/reach_flood.h"
#include "core/navmesh/surface_queries.h"
#include "core/navmesh/surface_walk.h"

namespace waystone {
namespace {

constexpr uint32_t kSampleBits = 12;
constexpr uint32_t kSamples = 1U << kSampleBits;
constexpr double kViewsPerRadius = 8;
constexpr double kMaxViews = 1'000'000;  // of all walks, besides their corners
constexpr double kLeastCell_m = 0.01;
constexpr double kFarthestCell = 1e15;      // whatever a package says
constexpr uint32_t kPollInterval = 64;      // [samples]
constexpr uint32_t kPolysPerPoll = 10'000;  // [polygons]
constexpr double kGoldenShare = 0.6180339887498949;

// Every place of 0 .. kSamples - 1 in an order that is spread wherever it ends (van der Corput).
uint32_t Spread(uint32_t k) {
  uint32_t spread = 0;
  for (uint32_t bit = 0; bit < kSampleBits; ++bit) spread |= (k >> bit & 1U) << (kSampleBits - 1 - bit);
  return spread;
}

// The ground that can be reached, in the order of polygons.
class ReachedGround {
 public:
  ReachedGround(const MapView& map, PolyId start, const Exclusions* exclusions, const Deadline& deadline)
      : mesh_(*map.navmesh) {
    ReachFlood flood;
    flood.Begin(mesh_, *map.links, map.abilities, exclusions, start);
    while (!flood.IsDone() && !deadline.Expired()) flood.Advance(mesh_, {}, kPolysPerPoll);
    for (uint32_t p = 0; p < mesh_.poly_count(); ++p) {
      if (!flood.Reached(PolyId(p))) continue;
      before_m2_.push_back(area_m2_);
      polys_.push_back(PolyId(p));
      area_m2_ += PolyArea_m2(mesh_, PolyId(p));
    }
  }

  // In the part `k` of kSamples parts of equal area.
  NavLocation Sample(uint32_t k) const {
    const double at_m2 = (k + 0.5) / kSamples * area_m2_;
    const auto behind = std::upper_bound(before_m2_.begin() + 1, before_m2_.end(), at_m2);
    const auto index = static_cast<size_t>(behind - before_m2_.begin()) - 1;
    double whole = 0;
    const Vec2 at =
        PlaneChoice(mesh_, polys_[index], at_m2 - before_m2_[index], std::modf(k * kGoldenShare, &whole));
    return {polys_[index], {at.x, HeightOnPoly(mesh_, polys_[index], at), at.z}};
  }

 private:
  const NavmeshView& mesh_;
  std::vector<PolyId> polys_;
  std::vector<double> before_m2_;
  double area_m2_ = 0;
};

// Places of the walks in square cells not less wide than one sees, row by row.
class Views {
 public:
  Views(const MapView& map, std::span<const ExplorationWalk> walks, double radius_m)
      : origin_(map.manifest->origin), radius_m_(radius_m), cell_m_(std::max(radius_m, kLeastCell_m)) {
    double length_m = 0;
    for (const ExplorationWalk& walk : walks) length_m += walk.route.length_m;
    step_m_ = std::max(radius_m / kViewsPerRadius, length_m / kMaxViews);
    for (const ExplorationWalk& walk : walks) AddWalk(walk.route);
    DropNeighbours();
    std::sort(views_.begin(), views_.end(), [](const View& a, const View& b) {
      return std::tie(a.row, a.column, a.at.x, a.at.y, a.at.z) <
             std::tie(b.row, b.column, b.at.x, b.at.y, b.at.z);
    });
  }

  // Those at most the radius away, the nearest first; the others in no order.
  void FindNear(const Vec3& from, std::vector<Vec3>& near) const {
    near.clear();
    const View centre = ViewOf(from);
    for (int64_t row = centre.row - 1; row <= centre.row + 1; ++row) {
      const auto first = std::lower_bound(views_.begin(), views_.end(), std::pair(row, centre.column - 1),
                                          [](const View& view, const std::pair<int64_t, int64_t>& cell) {
                                            return std::pair(view.row, view.column) < cell;
                                          });
      for (auto view = first; view != views_.end() && view->row == row && view->column <= centre.column + 1;
           ++view) {
        if (Distance(view->at, from) <= radius_m_) near.push_back(view->at);
      }
    }
    const auto nearest = std::min_element(near.begin(), near.end(), [&](const Vec3& a, const Vec3& b) {
      return Distance(a, from) < Distance(b, from);
    });
    if (nearest != near.end()) std::swap(*nearest, near.front());
  }

 private:
  struct View {
    int64_t row;
    int64_t column;
    Vec3 at;
  };

  View ViewOf(const Vec3& at) const {
    const auto cell = [this](double along_m) {
      return static_cast<int64_t>(std::clamp(std::floor(along_m / cell_m_), -kFarthestCell, kFarthestCell));
    };
    return {cell(at.z), cell(at.x), at};
  }

  // Over links nobody looks about.
  void AddWalk(const RouteAnswer& route) {
    for (const RouteLeg& leg : route.legs) {
      if (leg.kind != LinkKind::kWalk) continue;
      const std::span<const Vec3> points = std::span(route.points).subspan(leg.first_point, leg.point_count);
      for (size_t i = 1; i < points.size(); ++i) AddPiece(points[i - 1] - origin_, points[i] - origin_);
    }
  }

  void AddPiece(const Vec3& from, const Vec3& to) {
    const auto parts = static_cast<int>(std::min(Distance(from, to) / step_m_, kMaxViews)) + 1;
    for (int i = 0; i <= parts; ++i) {
      views_.push_back(ViewOf(from + (to - from) * (static_cast<double>(i) / parts)));
    }
  }

  // Keeps one in each cube of step_m_: walks go over much ground twice.
  void DropNeighbours() {
    const auto cube = [this](const View& view) {
      return std::tuple(std::floor(view.at.x / step_m_), std::floor(view.at.y / step_m_),
                        std::floor(view.at.z / step_m_));
    };
    std::stable_sort(views_.begin(), views_.end(),
                     [&](const View& a, const View& b) { return cube(a) < cube(b); });
    const auto end = std::unique(views_.begin(), views_.end(),
                                 [&](const View& a, const View& b) { return cube(a) == cube(b); });
    views_.erase(end, views_.end());
  }

  const Vec3 origin_;
  const double radius_m_;
  const double cell_m_;  // not less
  double step_m_ = 0;
  std::vector<View> views_;
};

}  // namespace

double SeenShare(const MapView& map, PolyId start, const Exclusions* exclusions,
                 std::span<const ExplorationWalk> walks, double radius_m, const Deadline& deadline) {
  const NavmeshView& mesh = *map.navmesh;
  const ReachedGround ground(map, start, exclusions, deadline);
  const Views views(map, walks, radius_m);
  const double height_m = map.variant->agent.height_m;
  std::vector<Vec3> near;
  const auto is_seen = [&](const NavLocation& sample) {
    views.FindNear(sample.point, near);
    return std::any_of(near.begin(), near.end(), [&](const Vec3& from) {
      const RaycastResult ray = Raycast(mesh, sample, from.Plane());
      return ray.reached && std::abs(ray.end.point.y - from.y) <= height_m;
    });
  };
  uint32_t seen = 0;
  uint32_t sampled = 0;
  for (; sampled < kSamples; ++sampled) {
    if (sampled % kPollInterval == kPollInterval - 1 && deadline.Expired()) break;
    if (is_seen(ground.Sample(Spread(sampled)))) ++seen;
  }
  return static_cast<double>(seen) / sampled;
}

}  // namespace waystone
