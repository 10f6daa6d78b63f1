// The parts of maps that GetSurface and GetSkeleton answer with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/clusters/cluster_view.h"
#include "core/geom/aabb.h"
#include "core/surface/map_view.h"
#include "waystone/v1/position.pb.h"

namespace waystone {

// [polygons or key points]
inline constexpr uint32_t kDefaultPartSize = 10'000;
inline constexpr size_t kMaxPartBytes = 3U << 20;  // gRPC's clients take 4 MiB
// Instead of where the next part begins.
inline constexpr uint32_t kLastPart = 0xffffffffU;

// The part of space between two corners, relative to the map's origin; a corner that is null bounds nothing. InvalidArgument naming "min" or
// "max".
absl::StatusOr<Aabb> RegionOf(const v1::Position* min, const v1::Position* max, const std::string& map_id,
                              const Vec3& origin);

template <typename Request>
absl::StatusOr<Aabb> RegionOf(const Request& request, const Vec3& origin) {
  return RegionOf(request.has_min() ? &request.min() : nullptr, request.has_max() ? &request.max() : nullptr,
                  request.map_id(), origin);
}

// InvalidArgument naming the field if a level of detail is asked for that there is not, or a part of it, which comes whole.
absl::Status CheckCells(double cell_m, std::string_view first_field, uint32_t first);

// What the polygon of one entry of the lists is. `clusters` may be null.
template <typename Response>
void AddPoly(const MapView& view, const ClusterView* clusters, PolyId poly, Response& response) {
  response.add_polys(poly.value());
  response.add_areas(view.navmesh->poly(poly).area);
  response.add_zones(view.zones->ZoneOf(poly).value());
  if (clusters != nullptr) response.add_clusters(clusters->PlaceOf(poly).cluster.value());
}

}  // namespace waystone
