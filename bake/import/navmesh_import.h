// A navmesh that somebody else has made already, as an importer hands it over.
#pragma once

#include <string>
#include <vector>

#include "bake/navmesh/polygon_soup.h"
#include "core/map/agent_profile.h"
#include "core/map/map_manifest.h"
#include "core/map/off_mesh_link.h"

namespace waystone {

struct NavmeshImport {
  PolygonSoup soup;                // relative to `origin`; external ids are the source's own
  Vec3 origin;                     // [m]
  AgentProfile agent;              // the sizes the source states; defaults if it states none
  std::vector<AreaType> areas;     // every area index of the soup, with its name; by index
  std::vector<OffMeshLink> links;  // absolute positions
  std::vector<std::string> warnings;
};

}  // namespace waystone
