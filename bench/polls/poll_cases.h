// The requests of the polls suite: each kind as large as a server takes it.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/geom/vec.h"
#include "core/map/map_manifest.h"
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

// What the requests are drawn from.
struct PollGround {
  const MapManifest* manifest = nullptr;
  std::string generation = {};
  std::string agent = {};
  uint32_t poly_count = 0;          // of the map's navmesh
  std::vector<Vec3> places = {};    // of the main zone, two at least
  std::vector<Vec3> anywhere = {};  // of the whole map
  std::vector<Vec3> track = {};     // a long walk, sample by sample; empty: there is none
  uint32_t scale = 100;             // [%] of how large requests may be
};

// The same for the same ground.
std::vector<PollCase> PollCases(const PollGround& ground);

}  // namespace waystone
