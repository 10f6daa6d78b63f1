// The requests of the polls suite: each kind as large as a server takes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/geom/vec.h"
#include "core/map/map_manifest.h"
#include "core/surface/search_surface.h"
#include "waystone/v1/changes.pb.h"
#include "waystone/v1/distances.pb.h"
#include "waystone/v1/move.pb.h"
#include "waystone/v1/place.pb.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

using PollRequest = std::variant<v1::PlanRouteRequest, v1::PlaceResourceRequest, v1::ValidateMoveRequest,
                                 v1::MeasureDistancesRequest, v1::PrepareChangesRequest>;

struct PollCase {
  std::string name;
  PollRequest request;
};

// What the requests on one map are drawn from.
struct PollGround {
  std::string map_id = {};
  std::string generation = {};
  std::string agent = {};
  std::vector<AreaType> areas = {};
  std::vector<Door> doors = {};
  std::optional<CellExtent> cells = std::nullopt;  // none: the map has no cells
  bool has_scenes = false;
  uint32_t poly_count = 0;          // of the map's navmesh
  std::vector<Vec3> places = {};    // of the main zone, two at least
  std::vector<Vec3> anywhere = {};  // of the whole map
  std::vector<Vec3> track = {};     // a long walk, sample by sample; empty: there is none
  uint32_t scale = 100;             // [%] of how large requests may be
};

// The same for the same ground.
std::vector<PollCase> RoutePollCases(const PollGround& ground);
std::vector<PollCase> PlacePollCases(const PollGround& ground);
std::vector<PollCase> ExplorationPollCases(const PollGround& ground);
// What only maps of cells, or of scenes, are asked.
std::vector<PollCase> CellPollCases(const PollGround& ground);
std::vector<PollCase> ScenePollCases(const PollGround& ground);

// What the requests over many maps are drawn from.
struct PollWorld {
  struct Place {
    std::string map_id;
    Vec3 at;
  };
  std::string agent = {};
  std::vector<Place> places =
      {};  // of several maps, two at least; a route leads from the first to the second
  std::vector<std::string> portals = {};  // by name
  uint32_t scale = 100;                   // [%] of how large requests may be
};

// The same for the same world.
std::vector<PollCase> WorldPollCases(const PollWorld& world);

}  // namespace waystone
