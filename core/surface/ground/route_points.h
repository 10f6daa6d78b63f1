// From a search's result to the points and legs of an answer.
#pragma once

#include "core/navmesh/any_angle_search.h"
#include "core/path/surface_path.h"
#include "core/surface/ground/ground_line.h"
#include "core/surface/map_view.h"
#include "core/surface/route_query.h"

namespace waystone {

// Whether a leg leads through water or air, and by nothing that has a name.
inline bool IsThroughMedium(const RouteLeg& leg) {
  return (leg.kind == LinkKind::kSwim || leg.kind == LinkKind::kFly) && leg.external_id.empty();
}

// Appends a path that begins where the answer's points end (or is the first): points (absolute), legs,
// polygons if the query asks for them, lengths and cost. False if the answer has then reached
// query.max_length_m, which cut the path: in a walk, or before a link. On maps
// of scenes, legs of a kind through water or air that follow each other become one.
bool AppendRoute(const MapView& map, const SurfacePath& route, const RouteQuery& query,
                 GroundLineWorkspace& workspace, RouteAnswer& answer);

}  // namespace waystone
