// GetSurface: the polygons of a part of a map.
#include <algorithm>
#include <string>
#include <vector>

#include "core/base/field_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "server/convert/convert.h"
#include "server/handlers/catalog_handler.h"
#include "server/handlers/catalog_part.h"
#include "waystone/field_limits.h"

namespace waystone {

namespace {

absl::Status CheckCorner(const v1::Position& corner, const std::string& map_id) {
  WS_RETURN_IF_ERROR(CheckPosition(corner));
  if (corner.map_id().empty() || corner.map_id() == map_id) return absl::OkStatus();
  return FieldError("map_id", StrCat("must be ", Quoted(map_id), ", as the request's, or empty"));
}

// The part of space asked for, relative to the map's origin; everything where a corner is absent.
absl::StatusOr<Aabb> RegionOf(const v1::GetSurfaceRequest& request, const Vec3& origin) {
  if (request.has_min()) WS_RETURN_IF_ERROR(Within("min", CheckCorner(request.min(), request.map_id())));
  if (request.has_max()) WS_RETURN_IF_ERROR(Within("max", CheckCorner(request.max(), request.map_id())));
  const Vec3 everywhere = Vec3(1, 1, 1) * (2 * limits::Position::x.max);
  Aabb region = Aabb::Around({}, everywhere);
  if (request.has_min()) region.min = ToVec3(request.min()) - origin;
  if (request.has_max()) region.max = ToVec3(request.max()) - origin;
  const bool is_box =
      region.min.x <= region.max.x && region.min.y <= region.max.y && region.min.z <= region.max.z;
  if (!is_box) return FieldError("max", "must not be less than min on any axis");
  return region;
}

Aabb BoundsOf(const NavmeshView& mesh, PolyId poly) {
  Aabb bounds;
  for (const NavEdge& edge : mesh.edges(poly)) bounds.Extend(mesh.vertex(VertexId(edge.vertex)));
  return bounds;
}

// No polygon takes more, but for its corners.
constexpr size_t kPolyBytes = 32;

size_t BytesOf(const NavmeshView& mesh, PolyId poly) {
  return kPolyBytes + 3 * sizeof(double) * mesh.edges(poly).size();
}

void AddPoly(const MapView& view, PolyId poly, PointWriter& corners, v1::GetSurfaceResponse& response) {
  const NavmeshView& mesh = *view.navmesh;
  const auto edges = mesh.edges(poly);
  for (const NavEdge& edge : edges) corners.Add(mesh.vertex(VertexId(edge.vertex)));
  response.add_corner_counts(static_cast<uint32_t>(edges.size()));
  response.add_polys(poly.value());
  response.add_areas(mesh.poly(poly).area);
  response.add_zones(view.zones->ZoneOf(poly).value());
}

}  // namespace

absl::StatusOr<Progress> CatalogHandler::Handle(const v1::GetSurfaceRequest& request,
                                                const RequestScope& scope,
                                                v1::GetSurfaceResponse& response) const {
  v1::Agent agent;
  agent.set_profile(request.profile());
  *agent.mutable_abilities() = request.abilities();
  WS_ASSIGN_OR_RETURN(const FoundMap found,
                      FindMap("map_id", request.map_id(), agent, scope, ZonesNeed::kCompute, "profile"));
  const Vec3& origin = found.map->manifest().origin;
  WS_ASSIGN_OR_RETURN(const Aabb region, RegionOf(request, origin));
  const NavmeshView& mesh = *found.view.navmesh;
  const uint32_t max_polys = request.max_polys() == 0 ? kDefaultPartSize : request.max_polys();

  PointWriter corners(origin, request.point_format(), *response.mutable_corners());
  SetGeneration(*found.map, *response.mutable_map());
  response.set_next_poly(kLastPart);
  size_t bytes = 0;
  for (uint32_t id = request.first_poly(); id < mesh.poly_count(); ++id) {
    if (!BoundsOf(mesh, PolyId(id)).Overlaps(region)) continue;
    bytes += BytesOf(mesh, PolyId(id));
    if (response.polys_size() == static_cast<int>(max_polys) || bytes > kMaxPartBytes) {
      response.set_next_poly(id);
      break;
    }
    AddPoly(found.view, PolyId(id), corners, response);
  }
  AddExternalIds(mesh, response.polys(), *response.mutable_external_ids());
  return Progress::kDone;
}

}  // namespace waystone
