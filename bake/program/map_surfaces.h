// What every kind of source becomes before links, zones and the package are made from it: the seam between
// readers of sources and the stages behind them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "bake/config/bake_config.h"
#include "bake/navmesh/polygon_soup.h"
#include "bake/program/bake_log.h"
#include "bake/waypoint/waypoint_packer.h"
#include "core/collision/collision_format.h"
#include "core/geom/vec.h"
#include "core/grid/grid_view.h"
#include "core/map/map_manifest.h"
#include "core/map/off_mesh_link.h"
#include "core/navmesh/navmesh_data.h"

namespace waystone {

struct AgentSurface {
  AgentConfig agent;
  NavmeshData navmesh;  // positions relative to MapSurfaces::origin; may be empty
};

// What bodies and rays meet. Positions are relative to MapSurfaces::origin.
struct SolidTriangles {
  std::vector<Vec3f> vertices;
  std::vector<CollisionTriangle> triangles;
};

struct MapSurfaces {
  SurfaceKind surface = SurfaceKind::kNavmesh;
  std::string strategy_reason;            // MapManifest's
  std::string source_sha256;              // hex, see bake/import/source_digest.h
  std::vector<std::string> source_files;  // the files it covers, from the source's folder on
  Vec3 origin;                            // [m]
  std::vector<AreaType> areas;            // ascending by index
  std::vector<AgentSurface> agents;
  // Given where the surface is one: its free cells are what the only agent's navmesh covers.
  std::optional<GridData> grid;
  bool may_have_skeleton = true;
  // Given where the surface is one of waypoints; its links are all of the map's.
  std::optional<PackedWaypoints> waypoints;
  std::vector<OffMeshLink> links;       // the source's own; absolute positions
  std::optional<SolidTriangles> solid;  // none where the source has polygons only
};

// Builds the agent's surface from its polygons, ends the stage "navmesh", and opens the agent's part of the
// report. InvalidArgument as BuildNavmesh.
absl::Status AddSurface(const AgentConfig& agent, const PolygonSoup& soup, BakeLog& log,
                        MapSurfaces& surfaces);

}  // namespace waystone
