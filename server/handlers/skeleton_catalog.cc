// GetSkeleton: the key points and arcs of a map.
#include <algorithm>

#include "core/base/field_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/surface/search_surface.h"
#include "server/convert/api_enums.h"
#include "server/convert/convert.h"
#include "server/handlers/catalog_handler.h"
#include "server/handlers/catalog_part.h"

namespace waystone {

namespace {

// Neither takes more.
constexpr size_t kKeyPointBytes = 36;
constexpr size_t kArcBytes = 24;

size_t BytesOf(const SkeletonView& skeleton, KeyPointId id) {
  return kKeyPointBytes + kArcBytes * skeleton.ArcsOf(id).size();
}

void AddKeyPoint(const SkeletonView& skeleton, KeyPointId id, PointWriter& points,
                 v1::GetSkeletonResponse& response) {
  const KeyPoint& key_point = skeleton.key_point(id);
  points.Add(Vec3f{key_point.x, key_point.y, key_point.z});
  response.add_polys(key_point.poly);
  for (const SkeletonArc& arc : skeleton.ArcsOf(id)) {
    response.add_arc_from(id.value());
    response.add_arc_to(arc.target);
    response.add_arc_directions(arc.direction);
    response.add_arc_back_directions(arc.back);
    response.add_arc_lengths_m(arc.length_m);
    response.add_arc_kinds(ToProto(arc.kind));
    response.add_arc_links(arc.link);
  }
}

}  // namespace

absl::StatusOr<Progress> CatalogHandler::Handle(const v1::GetSkeletonRequest& request,
                                                const RequestScope& scope,
                                                v1::GetSkeletonResponse& response) const {
  v1::Agent agent;
  agent.set_profile(request.profile());
  *agent.mutable_abilities() = request.abilities();
  WS_ASSIGN_OR_RETURN(const FoundMap found,
                      FindMap("map_id", request.map_id(), agent, scope, ZonesNeed::kIfReady, "profile"));
  const MapManifest& manifest = found.map->manifest();
  if (found.view.skeleton == nullptr) {
    return FieldError("map_id",
                      StrCat("map ", Quoted(manifest.map_id), " was baked without a skeleton for agent ",
                             Quoted(found.view.variant->agent.name), " with these abilities"),
                      absl::StatusCode::kFailedPrecondition);
  }
  const SkeletonView& skeleton = *found.view.skeleton;
  const uint32_t most = request.max_key_points() == 0 ? kDefaultPartSize : request.max_key_points();

  PointWriter points(manifest.origin, request.point_format(), *response.mutable_points());
  SetGeneration(*found.map, *response.mutable_map());
  response.set_key_point_count(skeleton.size());
  response.set_next_key_point(kLastPart);
  size_t bytes = 0;
  for (uint32_t id = request.first_key_point(); id < skeleton.size(); ++id) {
    const size_t before = bytes;
    bytes += BytesOf(skeleton, KeyPointId(id));
    const bool is_full = response.polys_size() == static_cast<int>(most) || bytes > kMaxPartBytes;
    if (is_full && before > 0) {  // one at least
      response.set_next_key_point(id);
      break;
    }
    AddKeyPoint(skeleton, KeyPointId(id), points, response);
  }
  if (found.view.surface->Fields().has_source_ids) {
    AddExternalIds(*found.view.navmesh, response.polys(), *response.mutable_external_ids());
  }
  return Progress::kDone;
}

}  // namespace waystone
