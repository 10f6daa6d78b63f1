// Samples of the ground look for the walk, not the walk for samples: the straight walk from a sample is
// mostly as short as possible, because the nearest places of the walk are tried first.
#include "core/explore/sight_coverage.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/deadline_poll.h"
#include "core/base/sort_in_time.h"
#include "core/navmesh/reach_flood.h"
#include "core/navmesh/surface_queries.h"
#include "core/navmesh/surface_walk.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

constexpr uint32_t kSampleBits = 12;
constexpr uint32_t kSamples = 1U << kSampleBits;
constexpr double kMaxLeastRadius_m = 4;
constexpr double kViewsPerRadius = 16;
constexpr double kMaxViews = 200'000;  // of all walks, besides their corners
constexpr double kLeastCell_m = 0.01;
constexpr double kFarthestCell = 1e15;  // whatever a package says
constexpr size_t kViewsPerPoll = 4096;
constexpr uint32_t kViewsPerLook = 4096;    // that are near a sample; [views] a ray takes as long as
constexpr uint32_t kViewsOfRay = 1024;      // so many
constexpr uint32_t kPolysPerPoll = 10'000;  // [polygons]
constexpr double kGoldenShare = 0.6180339887498949;

// Every place of 0 .. kSamples - 1 in an order that is evenly spread wherever it is cut (van der Corput).
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
    DeadlinePoll poll(deadline, kPolysPerPoll);
    for (uint32_t p = 0; p < mesh_.poly_count() && !poll.Expired(); ++p) {
      if (!flood.Reached(PolyId(p))) continue;
      before_m2_.push_back(area_m2_);
      polys_.push_back(PolyId(p));
      area_m2_ += PolyArea_m2(mesh_, PolyId(p));
    }
  }

  // A place in part `k` of kSamples parts of equal area.
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

using Places = std::vector<Vec3>;

// Keeps one in each cube of `step_m`: walks go over much ground twice.
// Or some, in any order, if the deadline passes first.
void DropNeighbours(double step_m, const Deadline& deadline, Places& places) {
  const auto cube = [step_m](const Vec3& at) {
    return std::tuple(std::floor(at.x / step_m), std::floor(at.y / step_m), std::floor(at.z / step_m));
  };
  const bool is_sorted =
      SortInTime(places, deadline, [&](const Vec3& a, const Vec3& b) { return cube(a) < cube(b); });
  if (!is_sorted) return;
  const auto end = std::unique(places.begin(), places.end(),
                               [&](const Vec3& a, const Vec3& b) { return cube(a) == cube(b); });
  places.erase(end, places.end());
}

// Places on the walks, map-local, at most a step apart. Links have none.
class WalkPlaces {
 public:
  WalkPlaces(const MapView& map, std::span<const ExplorationWalk> walks, double step_m,
             const Deadline& deadline)
      : deadline_(deadline) {
    double length_m = 0;
    const bool is_in_space = !map.surface->Fields().has_ground;
    ForEachPiece(walks, is_in_space,
                 [&](const Vec3& from, const Vec3& to) { length_m += Distance(from, to); });
    step_m_ = std::max(step_m, length_m / kMaxViews);
    const Vec3 origin = map.manifest->origin;
    ForEachPiece(walks, is_in_space,
                 [&](const Vec3& from, const Vec3& to) { AddPiece(from - origin, to - origin); });
  }

  double step_m() const { return step_m_; }
  Places Take() { return std::move(places_); }

 private:
  template <typename Use>
  static void ForEachPiece(std::span<const ExplorationWalk> walks, bool is_in_space, const Use& use) {
    for (const ExplorationWalk& walk : walks) {
      for (const RouteLeg& leg : walk.route.legs) {
        if (leg.kind != LinkKind::kWalk && !is_in_space) continue;
        const std::span<const Vec3> points =
            std::span(walk.route.points).subspan(leg.first_point, leg.point_count);
        for (size_t i = 1; i < points.size(); ++i) use(points[i - 1], points[i]);
      }
    }
  }

  void AddPiece(const Vec3& from, const Vec3& to) {
    const auto parts = static_cast<int>(std::min(Distance(from, to) / step_m_, kMaxViews)) + 1;
    for (int i = 0; i <= parts && !is_over_; ++i) {
      places_.push_back(from + (to - from) * (static_cast<double>(i) / parts));
      if (places_.size() % kViewsPerPoll == 0) is_over_ = deadline_.Expired();
    }
  }

  const Deadline& deadline_;
  double step_m_ = 0;
  bool is_over_ = false;
  Places places_;
};

// Places to look from that are at least `least_m` and at most `most_m` away; in square cells not less wide,
// row by row.
class Views {
 public:
  Views(const Places& places, double least_m, double most_m, const Deadline& deadline)
      : least_m_(least_m), most_m_(most_m), cell_m_(std::max(most_m, kLeastCell_m)) {
    views_.reserve(places.size());
    for (const Vec3& at : places) views_.push_back(ViewOf(at));
    const bool is_sorted = SortInTime(views_, deadline, [](const View& a, const View& b) {
      return std::tie(a.row, a.column, a.at.x, a.at.y, a.at.z) <
             std::tie(b.row, b.column, b.at.x, b.at.y, b.at.z);
    });
    if (!is_sorted) views_.clear();
  }

  // The nearest first; the others in no order.
  void FindNear(const Vec3& from, Places& near) const {
    near.clear();
    const View centre = ViewOf(from);
    for (int64_t row = centre.row - 1; row <= centre.row + 1; ++row) {
      const auto first = std::lower_bound(views_.begin(), views_.end(), std::pair(row, centre.column - 1),
                                          [](const View& view, const std::pair<int64_t, int64_t>& cell) {
                                            return std::pair(view.row, view.column) < cell;
                                          });
      for (auto view = first; view != views_.end() && view->row == row && view->column <= centre.column + 1;
           ++view) {
        const double distance_m = Distance(view->at, from);
        if (distance_m >= least_m_ && distance_m <= most_m_) near.push_back(view->at);
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

  double least_m_;
  double most_m_;
  double cell_m_;
  std::vector<View> views_;
};

// Each doubling of the distance has places twice as far apart. The views and their reach do not depend on the
// radius, except the last, which end at it: so a greater radius takes no view away.
std::vector<Views> ViewsByDistance(const MapView& map, std::span<const ExplorationWalk> walks,
                                   double radius_m, const Deadline& deadline) {
  double most_m = kMaxLeastRadius_m;
  while (most_m / 2 >= radius_m && most_m > kLeastCell_m) most_m /= 2;
  WalkPlaces on_walks(map, walks, most_m / kViewsPerRadius, deadline);
  double step_m = on_walks.step_m();
  Places places = on_walks.Take();
  DropNeighbours(step_m, deadline, places);
  std::vector<Views> views;
  for (double least_m = 0; least_m < radius_m; least_m = most_m, most_m *= 2) {
    if (deadline.Expired()) break;
    if (most_m / kViewsPerRadius > step_m) {
      step_m = most_m / kViewsPerRadius;
      DropNeighbours(step_m, deadline, places);
    }
    views.emplace_back(places, least_m, std::min(most_m, radius_m), deadline);
  }
  return views;
}

}  // namespace

double SeenShare(const MapView& map, PolyId start, const Exclusions* exclusions,
                 std::span<const ExplorationWalk> walks, double radius_m, const Deadline& deadline,
                 const FreeGround* space) {
  const NavmeshView& mesh = *map.navmesh;
  std::optional<ReachedGround> ground;
  std::vector<NavLocation> places;
  if (space == nullptr) {
    ground.emplace(map, start, exclusions, deadline);
  } else {
    places = space->SpreadOver(start, kSamples);
  }
  const std::vector<Views> views_by_distance = ViewsByDistance(map, walks, radius_m, deadline);
  const double height_m = map.variant->agent.height_m;
  DeadlinePoll poll(deadline, kViewsPerLook);
  Places near;
  const auto is_seen = [&](const NavLocation& sample) {
    const auto sees = [&](const Vec3& from) {
      if (poll.Expired(kViewsOfRay)) return false;
      if (space != nullptr) return space->Sees({start, from}, sample);
      const RaycastResult ray = Raycast(mesh, sample, from.Plane());
      return ray.reached && std::abs(ray.end.point.y - from.y) <= height_m;
    };
    return std::any_of(views_by_distance.begin(), views_by_distance.end(), [&](const Views& views) {
      views.FindNear(sample.point, near);
      if (poll.Expired(near.size())) return false;
      return std::any_of(near.begin(), near.end(), sees);
    });
  };
  if (deadline.Expired()) return 0;
  uint32_t seen = 0;
  uint32_t sampled = 0;
  while (sampled < kSamples && !poll.Expired()) {
    const bool sees_it = is_seen(ground ? ground->Sample(Spread(sampled)) : places[Spread(sampled)]);
    if (poll.is_late()) break;  // not all views were asked
    ++sampled;
    if (sees_it) ++seen;
  }
  return sampled == 0 ? 0 : static_cast<double>(seen) / sampled;
}

}  // namespace waystone
