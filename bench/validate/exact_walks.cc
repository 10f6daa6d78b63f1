#include "bench/validate/exact_walks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/check.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr uint32_t kMostExpansions = 10'000'000;

double LengthOf_m(const NavLink& link, LinkLengths lengths) {
  if (link.kind == LinkKind::kTeleport) return 0;
  const double plane_m = Distance(StartOf(link), EndOf(link));
  if (lengths == LinkLengths::kLeast) return std::min<double>(LinkCost_m(link), plane_m);
  if (link.kind == LinkKind::kJump || link.kind == LinkKind::kDrop) return plane_m;
  return std::hypot(plane_m, double{link.end[1]} - double{link.start[1]});
}

// The links of a view, each at the cost of its length.
LinkData LinksByLength(const LinkView& links, uint32_t poly_count, LinkLengths lengths) {
  LinkData data;
  data.links.assign(links.all().begin(), links.all().end());
  data.rows.assign(size_t{poly_count} + 1, 0);
  for (NavLink& link : data.links) {
    link.cost_m = static_cast<float>(LengthOf_m(link, lengths));
    link.name_offset = kNoLinkName;
    ++data.rows[link.start_poly + 1];
  }
  for (uint32_t poly = 0; poly < poly_count; ++poly) data.rows[poly + 1] += data.rows[poly];
  return data;
}

}  // namespace

ExactWalks::ExactWalks(const MapView& map, Scratch& scratch, LinkLengths lengths)
    : map_(map), scratch_(scratch) {
  if (map.surface->IsGraph()) return;  // it has a search of its own
  link_data_ = LinksByLength(*map.links, map.navmesh->poly_count(), lengths);
  auto links = LinkView::Create(link_data_, *map.navmesh);
  WS_CHECK(links.ok());
  links_ = *std::move(links);
}

SurfacePath ExactWalks::Path(const NavLocation& from, const NavLocation& to, double most_m) const {
  AnyAngleOptions options;
  options.max_expansions = kMostExpansions;
  options.max_cost_m = most_m;
  options.links = &links_;
  options.abilities = map_.abilities;
  return FindAnyAngle(*map_.navmesh, from, to, options, *scratch_.Borrow<AnyAngleWorkspace>());
}

std::vector<Vec3> ExactWalks::Turns(const NavLocation& from, const NavLocation& to, double most_m) const {
  const SurfacePath path = Path(from, to, most_m);
  std::vector<Vec3> turns;
  if (path.outcome != SearchOutcome::kFound) return turns;
  for (const NavLocation& turn : path.turns) turns.push_back(turn.point);
  return turns;
}

double ExactWalks::Length_m(const NavLocation& from, const NavLocation& to, double most_m) const {
  if (map_.surface->IsGraph()) return GraphLength_m(from, to, most_m);
  const SurfacePath path = Path(from, to, most_m);
  return path.outcome == SearchOutcome::kFound ? path.cost_m : kInfinity;
}

std::vector<NavLocation> ExactWalks::PlacesAround(const NavLocation& place, double reach_m) const {
  std::vector<NavLocation> places = {place};
  const auto is_new = [&](PolyId poly) {
    return std::none_of(places.begin(), places.end(),
                        [&](const NavLocation& other) { return other.poly == poly; });
  };
  const double height_m = std::max<double>(reach_m, map_.navmesh->arrays().header.max_climb_m);
  while (places.size() < kMostPlaces) {
    const auto more = NearestPolyWithin(*map_.navmesh, place.point, reach_m, height_m, height_m, is_new,
                                        *scratch_.Borrow<SurfaceWorkspace>());
    if (!more) break;
    places.push_back(*more);
  }
  return places;
}

double ExactWalks::LeastLength_m(const NavLocation& from, const NavLocation& to, double reach_m,
                                 double most_m) const {
  double least_m = Length_m(from, to, most_m);
  if (map_.surface->IsGraph()) return least_m;
  const std::vector<NavLocation> ends = PlacesAround(to, reach_m);
  for (const NavLocation& start : PlacesAround(from, reach_m)) {
    const NavLocation stop = Raycast(*map_.navmesh, start, to.point.Plane()).end;
    if (Distance(stop.point, to.point) <= reach_m) {
      least_m = std::min(least_m, PlaneDistance(start.point, stop.point));
    }
    for (const NavLocation& end : ends) {
      if (least_m > most_m) least_m = std::min(least_m, Length_m(start, end, most_m));
    }
  }
  return least_m;
}

double ExactWalks::GraphLength_m(const NavLocation& from, const NavLocation& to, double most_m) const {
  const SearchSurface& graph = *map_.surface;
  const bool is_reached =
      graph.AreJoined(map_, from, to) ||
      map_.zones->Reaches(graph.GoesOnFrom(map_, from), to.poly, *scratch_.Borrow<ReachWorkspace>());
  const double length_m = PlaneDistance(from.point, to.point);
  return is_reached && length_m <= most_m ? length_m : kInfinity;
}

std::optional<NavLocation> ExactWalks::PlaceAt(const Vec3& position) const {
  return map_.surface->AsPolygons()
      .SnapTo(map_, position - map_.manifest->origin, {}, PlaceRole::kLeave, nullptr, scratch_)
      .place;
}

double ExactWalks::LengthBetween_m(const Vec3& from, const Vec3& to, double most_m) const {
  const std::optional<NavLocation> start = PlaceAt(from);
  const std::optional<NavLocation> end = PlaceAt(to);
  return start && end ? Length_m(*start, *end, most_m) : kInfinity;
}

}  // namespace waystone
