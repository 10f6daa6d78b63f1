#include "tests/answers/answer_kind.h"
#include "tests/answers/distance_kind.h"
#include "tests/answers/grid_kind.h"
#include "tests/answers/move_kind.h"
#include "tests/answers/place_kind.h"
#include "tests/answers/route_kind.h"
#include "tests/answers/snap_kind.h"
#include "tests/answers/waypoint_kind.h"
#include "tests/answers/world_kind.h"
#include "tests/answers/zone_kind.h"

namespace waystone::answers {
namespace {

// The one entry that stands for a whole world.
bool IsWorld(const CheckedMap& map) { return map.listed.family == "world"; }
bool IsMesh(const CheckedMap& map) { return map.IsMesh() && !IsWorld(map); }
bool IsGrid(const CheckedMap& map) { return map.IsGrid() && !IsWorld(map); }
bool IsWaypoints(const CheckedMap& map) { return map.IsWaypoints() && !IsWorld(map); }
bool HasPolygons(const CheckedMap& map) { return IsMesh(map) || IsGrid(map); }
bool IsAny(const CheckedMap& map) { return !IsWorld(map); }

}  // namespace

std::span<const AnswerKind> AnswerKinds() {
  static const AnswerKind kKinds[] = {
      {"snap", 25, HasPolygons, AskSnaps},         {"route", 15, IsMesh, AskRoutes},
      {"distance", 10, IsAny, AskDistances},       {"grid", 12, IsGrid, AskGrids},
      {"waypoint", 12, IsWaypoints, AskWaypoints}, {"world", 4, IsWorld, AskWorlds},
      {"place", 6, HasPolygons, AskPlaces},        {"move", 6, IsMesh, AskMoves},
      {"zone", 10, HasPolygons, AskZones},
  };
  return kKinds;
}

}  // namespace waystone::answers
