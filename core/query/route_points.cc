#include "core/query/route_points.h"

namespace waystone {
namespace {

double PlaneLength_m(std::span<const NavLocation> turns) {
  double length_m = 0;
  for (size_t i = 1; i < turns.size(); ++i) length_m += PlaneDistance(turns[i - 1].point, turns[i].point);
  return length_m;
}

// Ends at the last point so far.
void EndLeg(RouteLeg leg, RouteAnswer& answer) {
  leg.point_count = static_cast<uint32_t>(answer.points.size()) - leg.first_point;
  for (size_t i = leg.first_point + 1U; i < answer.points.size(); ++i) {
    leg.length_m += Distance(answer.points[i - 1], answer.points[i]);
  }
  answer.length_m += leg.length_m;
  answer.legs.push_back(std::move(leg));
}

}  // namespace

void FillPoints(const MapView& map, const AnyAngleResult& route, RouteShape shape,
                GroundLineWorkspace& workspace, RouteAnswer& answer) {
  for (size_t k = 0; k <= route.links.size(); ++k) {
    const std::span<const NavLocation> turns = route.StretchTurns(k);
    RouteLeg walk;
    walk.first_point = static_cast<uint32_t>(answer.points.size());
    walk.cost_m = PlaneLength_m(turns);
    if (shape == RouteShape::kSurface) {
      AppendGroundLine(*map.navmesh, turns, route.StretchCrossed(k), kGroundTolerance_m, workspace,
                       answer.points);
    } else {
      for (const NavLocation& turn : turns) answer.points.push_back(turn.point);
    }
    EndLeg(walk, answer);
    if (k == route.links.size()) break;
    const LinkId id = route.links[k].link;
    const NavLink& link = map.links->link(id);
    RouteLeg leg;
    leg.kind = link.kind;
    leg.link = id;
    leg.external_id = std::string(map.links->ExternalId(id));
    leg.first_point = static_cast<uint32_t>(answer.points.size() - 1);
    leg.point_count = 2;
    leg.length_m = Distance(answer.points.back(), route.StretchTurns(k + 1).front().point);
    leg.cost_m = LinkCost_m(link);
    answer.length_m += leg.length_m;
    answer.legs.push_back(std::move(leg));
  }
  answer.plane_length_m = route.plane_length_m;
  answer.cost_m = route.cost_m;
  for (Vec3& point : answer.points) point = point + map.manifest->origin;
}

}  // namespace waystone
