// GetSurface: the polygons of a part of a map.
#include <algorithm>
#include <vector>

#include "core/base/deadline_poll.h"
#include "core/base/field_error.h"
#include "core/base/limit_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/clusters/cluster_view.h"
#include "core/navmesh/surface_queries.h"
#include "core/reach/reach_cells.h"
#include "core/surface/navmesh/navmesh_indexes.h"
#include "core/surface/search_surface.h"
#include "server/convert/convert.h"
#include "server/handlers/catalog_handler.h"
#include "server/handlers/catalog_part.h"

namespace waystone {

namespace {

// No polygon takes more, but for its corners.
constexpr size_t kPolyBytes = 32;

size_t BytesOf(const NavmeshView& mesh, PolyId poly) {
  return kPolyBytes + 3 * sizeof(double) * mesh.edges(poly).size();
}

absl::Status TooManySquares(uint32_t max_polys) {
  return LimitError("cell_m", StrCat("there are more than ", max_polys, " squares (max_polys)"), {max_polys},
                    absl::StatusCode::kOutOfRange);
}

// Squares in place of polygons.
absl::Status AddSquares(const MapView& view, const ClusterView* clusters,
                        const v1::GetSurfaceRequest& request, const Aabb& region, uint32_t max_polys,
                        const Deadline& deadline, v1::GetSurfaceResponse& response) {
  if (!view.surface->Fields().has_ground || view.surface->IsGraph())
    return FieldError("cell_m", "the map has no ground that could be seen through squares");
  WS_RETURN_IF_ERROR(CheckCells(request.cell_m(), "first_poly", request.first_poly()));
  constexpr uint32_t kPolysPerLook = 256;
  DeadlinePoll poll(deadline, kPolysPerLook);
  const double floor_m = view.variant->agent.height_m;
  const auto squares = CellsOf(
      view, {{}, request.cell_m()}, region, floor_m, max_polys, [](PolyId) { return true; }, poll);
  WS_RETURN_IF_ERROR(poll.Status());
  if (!squares) return TooManySquares(max_polys);
  PointWriter places(view.manifest->origin, request.point_format(), *response.mutable_corners());
  places.Reserve(squares->size());
  for (const ReachCell& square : *squares) {
    places.Add(square.place.point + view.manifest->origin);
    AddPoly(view, clusters, square.place.poly, response);
  }
  return absl::OkStatus();
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

  const ClusterView* clusters = ClustersOf(found.view);
  SetGeneration(*found.map, *response.mutable_map());
  response.set_next_poly(kLastPart);
  if (request.cell_m() > 0) {
    WS_RETURN_IF_ERROR(
        AddSquares(found.view, clusters, request, region, max_polys, scope.deadline, response));
    return Progress::kDone;
  }
  PointWriter corners(origin, request.point_format(), *response.mutable_corners());
  size_t bytes = 0;
  for (uint32_t id = request.first_poly(); id < mesh.poly_count(); ++id) {
    if (!PolyBounds(mesh, PolyId(id)).Overlaps(region)) continue;
    bytes += BytesOf(mesh, PolyId(id));
    if (response.polys_size() == static_cast<int>(max_polys) || bytes > kMaxPartBytes) {
      response.set_next_poly(id);
      break;
    }
    const auto edges = mesh.edges(PolyId(id));
    for (const NavEdge& edge : edges) corners.Add(mesh.vertex(VertexId(edge.vertex)));
    response.add_corner_counts(static_cast<uint32_t>(edges.size()));
    AddPoly(found.view, clusters, PolyId(id), response);
  }
  AddExternalIds(mesh, response.polys(), *response.mutable_external_ids());
  return Progress::kDone;
}

}  // namespace waystone
