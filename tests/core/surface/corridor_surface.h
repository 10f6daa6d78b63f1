// The smallest search surface there can be, as an example of the interface: a corridor that runs along x, in
// which one walks along its middle line. Another kind of surface begins as a copy of this.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "core/surface/search_surface.h"

namespace waystone {

// From (0, 0, 0) to (length_m, 0, 0), all of it polygon 0 of its map.
class CorridorSurface : public SearchSurface {
 public:
  explicit CorridorSurface(double length_m) : length_m_(length_m) {}

  // --- What a request may ask

  SurfaceFields Fields() const override {
    return {.name = "a corridor",
            .blocks_polys = false,
            .tells_polys = false,
            .serves_area_factors = false,
            .serves_clearance = false};
  }
  absl::Status CheckRoute(const MapView& /*map*/, const RouteQuery& query) const override {
    return CheckPlainShape(query);
  }

  // --- Paths

  absl::StatusOr<std::unique_ptr<RouteSearch>> Open(const MapView& map, const RouteChanges& changes,
                                                    const Deadline& /*deadline*/,
                                                    Scratch& /*scratch*/) const override {
    if (changes.excluded_areas != 0) {
      return absl::UnimplementedError("changes.excluded_areas: not in corridors");
    }
    return std::make_unique<Search>(*this, map);
  }
  absl::StatusOr<DistanceAnswer> MeasureDistances(const MapView& map, const DistanceQuery& query,
                                                  Scratch& /*scratch*/) const override {
    DistanceAnswer answer;
    for (const Vec3& source : query.sources) {
      for (const Vec3& target : query.targets) {
        const SnapResult from = Snap(source - map.manifest->origin, query.snap);
        const SnapResult to = Snap(target - map.manifest->origin, query.snap);
        const bool is_found = from.place && to.place;
        answer.statuses.push_back(is_found     ? DistanceStatus::kFound
                                  : from.place ? DistanceStatus::kTargetOffMesh
                                               : DistanceStatus::kSourceOffMesh);
        answer.distance_m.push_back(is_found ? Distance(from.place->point, to.place->point) : -1);
      }
    }
    return answer;
  }

  // --- Places

  SnapResult SnapTo(const MapView& /*map*/, const Vec3& position, const SnapOptions& options,
                    PlaceRole /*role*/, const Exclusions* /*exclusions*/,
                    Scratch& /*scratch*/) const override {
    return Snap(position, options);
  }
  SnapResult SnapToGround(const MapView& /*map*/, const Vec3& position, const SnapOptions& options,
                          Scratch& /*scratch*/) const override {
    return Snap(position, options);
  }
  absl::StatusOr<std::unique_ptr<const WalkGround>> GroundOfWalks(const MapView& map,
                                                                  const RouteChanges& /*changes*/,
                                                                  const Deadline& /*deadline*/,
                                                                  Scratch& /*scratch*/) const override {
    return std::make_unique<MeshWalkGround>(*map.navmesh, *map.links, map.abilities);
  }

  // --- Explorations and portals

  SkeletonJoin FindJoin(const MapView& /*map*/, const NavLocation& /*start*/, const JoinOptions& /*options*/,
                        const Exclusions* /*exclusions*/, Scratch& /*scratch*/) const override {
    SkeletonJoin none;  // no corridor is baked with a skeleton
    none.can_reach_none = true;
    return none;
  }
  absl::StatusOr<std::shared_ptr<const PortalSurface>> OpenPortals(
      const PortalTables& /*tables*/) const override {
    return absl::UnimplementedError("portals: not in corridors");
  }

 private:
  SnapResult Snap(const Vec3& position, const SnapOptions& options) const {
    const NavLocation nearest{PolyId(0), {std::clamp(position.x, 0.0, length_m_), 0, 0}};
    const bool is_near = PlaneDistance(position, nearest.point) <= options.radius_m &&
                         -position.y <= options.max_above_m && position.y <= options.max_below_m;
    return {.place = is_near ? std::optional(nearest) : std::nullopt,
            .nearest = nearest,
            .distance_m = Distance(position, nearest.point)};
  }

  class Search final : public RouteSearch {
   public:
    Search(const CorridorSurface& corridor, const MapView& map) : corridor_(corridor), map_(map) {}

    SnappedStops SnapStops(const RouteStops<Vec3>& positions, const SnapOptions& options, bool /*mutually*/,
                           const Deadline& deadline) override {
      return SnapEach(positions, deadline,
                      [&](const Vec3& position) { return corridor_.Snap(position, options); });
    }
    bool IsChanged() const override { return false; }
    SnapResult SnapUnchanged(const Vec3& position, const SnapOptions& options) override {
      return corridor_.Snap(position, options);
    }
    NearestPath FindPath(const NavLocation& from, std::span<const NavLocation> goals,
                         const PathTerms& terms) override {
      const auto is_nearer = [&](const NavLocation& a, const NavLocation& b) {
        return Distance(from.point, a.point) < Distance(from.point, b.point);
      };
      const auto nearest = std::min_element(goals.begin(), goals.end(), is_nearer);
      NearestPath path;
      path.goal = static_cast<size_t>(nearest - goals.begin());
      SurfacePath& route = path.found.path;
      path.found.basis = RouteBasis::kSearch;
      route.cost_m = Distance(from.point, nearest->point);
      route.outcome = route.cost_m <= terms.max_cost_m ? SearchOutcome::kFound : SearchOutcome::kCostLimit;
      if (!path.found.IsBest()) return path;
      route.plane_length_m = route.cost_m;
      route.turns = {from, *nearest};
      route.end = *nearest;
      path.found.method = RouteMethod::kStraightLine;
      path.found.cost_ratio = 1;
      return path;
    }
    bool Append(const SurfacePath& path, const RouteQuery& /*query*/, RouteAnswer& answer) override {
      if (answer.points.empty()) answer.points.push_back(path.turns.front().point + map_.manifest->origin);
      if (path.cost_m == 0) return true;
      RouteLeg leg;
      leg.first_point = static_cast<uint32_t>(answer.points.size() - 1);
      leg.point_count = 2;
      leg.length_m = leg.cost_m = path.cost_m;
      answer.legs.push_back(leg);
      answer.points.push_back(path.end.point + map_.manifest->origin);
      answer.length_m += path.cost_m;
      answer.plane_length_m += path.cost_m;
      answer.cost_m += path.cost_m;
      return true;
    }

   private:
    const CorridorSurface& corridor_;
    const MapView& map_;
  };

  const double length_m_;
};

}  // namespace waystone
