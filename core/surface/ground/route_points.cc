#include "core/surface/ground/route_points.h"

#include <limits>
#include <optional>
#include <utility>

#include "core/path/surface_path.h"
#include "core/surface/area_costs.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

double PlaneLength_m(std::span<const NavLocation> turns) {
  double length_m = 0;
  for (size_t i = 1; i < turns.size(); ++i) length_m += PlaneDistance(turns[i - 1].point, turns[i].point);
  return length_m;
}

double Length_m(std::span<const Vec3> points) {
  double length_m = 0;
  for (size_t i = 1; i < points.size(); ++i) length_m += Distance(points[i - 1], points[i]);
  return length_m;
}

class RouteWriter {
 public:
  RouteWriter(const MapView& map, const SurfacePath& route, const RouteQuery& query,
              GroundLineWorkspace& workspace, RouteAnswer& answer)
      : map_(map),
        route_(route),
        query_(query),
        ws_(workspace),
        answer_(answer),
        costs_(GroundCostsOf(map, query.changes)),
        max_length_m_(query.max_length_m == 0 ? std::numeric_limits<double>::infinity()
                                              : query.max_length_m) {}

  bool Write() {
    for (size_t k = 0; k <= route_.links.size(); ++k) {
      if (!AddWalk(k)) return false;
      if (k < route_.links.size() && !AddLink(k)) return false;
    }
    return true;
  }

 private:
  bool AddWalk(size_t stretch) {
    const std::span<const NavLocation> turns = route_.StretchTurns(stretch);
    const std::span<const EdgeId> crossed = route_.StretchCrossed(stretch);
    GroundLineOptions options;
    if (query_.shape == RouteShape::kSurface) options.tolerance_m = kGroundTolerance_m;
    options.max_length_m = max_length_m_;
    options.walked_m = answer_.length_m;
    local_.clear();
    const std::optional<WalkCut> cut = AppendGroundLine(*map_.navmesh, turns, crossed, options, ws_, local_);
    RouteLeg leg;
    leg.kind = map_.surface->KindOn(turns.front().poly);
    leg.length_m = Length_m(local_);
    double plane_length_m = PlaneLength_m(turns);
    leg.cost_m = route_.stretch_costs_m.empty() ? plane_length_m : route_.stretch_costs_m[stretch];
    if (cut) {
      leg.cost_m *= cut->plane_share;
      plane_length_m *= cut->plane_share;
    }
    AddPoints(leg);
    answer_.plane_length_m += plane_length_m;
    answer_.cost_m += leg.cost_m;
    answer_.length_m += leg.length_m;
    if (leg.point_count > 1) answer_.legs.push_back(std::move(leg));
    if (query_.with_polys) {
      AddPolys(turns, crossed, cut ? cut->crossed_kept : crossed.size());
    }
    return !cut;
  }

  // Adds the points of a walk; the first is the answer's last point, if it has any.
  void AddPoints(RouteLeg& leg) {
    if (!answer_.points.empty()) answer_.points.pop_back();
    leg.first_point = static_cast<uint32_t>(answer_.points.size());
    leg.point_count = static_cast<uint32_t>(local_.size());
    for (const Vec3& point : local_) answer_.points.push_back(point + map_.manifest->origin);
  }

  // The half-edges left through begin in the polygons walked over; one that a walk turned about a corner at may
  // have no neighbour.
  void AddPolys(std::span<const NavLocation> turns, std::span<const EdgeId> crossed, size_t kept) {
    const auto add = [&](PolyId poly) {
      if (answer_.polys.empty() || answer_.polys.back() != poly) answer_.polys.push_back(poly);
    };
    add(turns.front().poly);
    for (size_t k = 1; k <= kept; ++k) {
      add(k < crossed.size() ? PolyId(map_.navmesh->edge(crossed[k]).poly) : turns.back().poly);
    }
  }

  bool AddLink(size_t k) {
    const LinkId id = route_.links[k].link;
    const NavLink& link = map_.links->link(id);
    const Vec3& end = route_.StretchTurns(k + 1).front().point;
    RouteLeg leg;
    leg.kind = link.kind;
    leg.link = id;
    leg.external_id = std::string(map_.links->ExternalId(id));
    leg.first_point = static_cast<uint32_t>(answer_.points.size() - 1);
    leg.point_count = 2;
    leg.length_m = Distance(local_.back(), end);
    leg.cost_m = costs_.OfLink(*map_.navmesh, link);
    if (answer_.length_m + leg.length_m > max_length_m_) return false;
    answer_.length_m += leg.length_m;
    answer_.plane_length_m += PlaneDistance(local_.back(), end);
    answer_.cost_m += leg.cost_m;
    answer_.points.push_back(end + map_.manifest->origin);
    answer_.legs.push_back(std::move(leg));
    return true;
  }

  const MapView& map_;
  const SurfacePath& route_;
  const RouteQuery& query_;
  GroundLineWorkspace& ws_;
  RouteAnswer& answer_;
  const GroundCosts costs_;
  const double max_length_m_;
  std::vector<Vec3> local_;  // of the last walk
};

// Legs of a kind through water or air that follow each other become one. `first`: those from here on.
void MergeLegs(size_t first, std::vector<RouteLeg>& legs) {
  size_t kept = first;
  for (size_t i = first; i < legs.size(); ++i) {
    RouteLeg& leg = legs[i];
    const bool joins = kept > first && IsThroughMedium(leg) && IsThroughMedium(legs[kept - 1]) &&
                       legs[kept - 1].kind == leg.kind;
    if (!joins) {
      if (IsThroughMedium(leg)) leg.link.reset();
      if (kept != i) legs[kept] = std::move(leg);
      ++kept;
      continue;
    }
    RouteLeg& merged = legs[kept - 1];
    merged.point_count += leg.point_count - 1;
    merged.length_m += leg.length_m;
    merged.cost_m += leg.cost_m;
  }
  legs.resize(kept);
}

}  // namespace

bool AppendRoute(const MapView& map, const SurfacePath& route, const RouteQuery& query,
                 GroundLineWorkspace& workspace, RouteAnswer& answer) {
  const size_t first = answer.legs.size();
  const bool is_whole = RouteWriter(map, route, query, workspace, answer).Write();
  if (map.surface->Scenes() != nullptr) MergeLegs(first, answer.legs);
  return is_whole;
}

}  // namespace waystone
