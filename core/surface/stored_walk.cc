#include "core/surface/stored_walk.h"

#include <cmath>
#include <cstring>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/str_cat.h"
#include "core/map/map_manifest.h"
#include "core/world/path_code.h"

namespace waystone {
namespace {

// What precedes the points of a leg.
struct StoredLeg {
  uint32_t kind;  // LinkKind
  uint32_t link;  // LinkId::kNoneValue: walked
  uint32_t point_count;
};

template <typename Value>
void Put(const Value& value, std::vector<uint8_t>& bytes) {
  const auto* first = reinterpret_cast<const uint8_t*>(&value);
  bytes.insert(bytes.end(), first, first + sizeof(value));
}

template <typename Value>
bool Take(std::span<const uint8_t>& bytes, Value& value) {
  if (bytes.size() < sizeof(value)) return false;
  std::memcpy(&value, bytes.data(), sizeof(value));
  bytes = bytes.subspan(sizeof(value));
  return true;
}

// The points of `walk` from `first` on; none if there are no two of them.
void AddLeg(LinkKind kind, std::optional<LinkId> link, size_t first, RouteAnswer& walk) {
  if (first + 1 >= walk.points.size()) return;
  RouteLeg leg;
  leg.kind = kind;
  leg.link = link;
  leg.first_point = static_cast<uint32_t>(first);
  leg.point_count = static_cast<uint32_t>(walk.points.size() - first);
  for (size_t i = first + 1; i < walk.points.size(); ++i) {
    leg.length_m += Distance(walk.points[i - 1], walk.points[i]);
    walk.plane_length_m += PlaneDistance(walk.points[i - 1], walk.points[i]);
  }
  walk.length_m += leg.length_m;
  walk.legs.push_back(std::move(leg));
}

bool DecodeGridWalk(std::span<const uint8_t> bytes, const WorldMap& map, uint32_t first_cell,
                    RouteAnswer& walk) {
  std::vector<Cell> turns;
  const Cell start{static_cast<int32_t>(first_cell % map.columns),
                   static_cast<int32_t>(first_cell / map.columns)};
  if (!DecodeTurns(bytes, start, map.columns, map.rows, turns)) return false;
  for (const Cell cell : turns) walk.points.push_back(CellCenter(map, cell));
  AddLeg(LinkKind::kWalk, std::nullopt, 0, walk);
  return true;
}

}  // namespace

void EncodeWalk(const RouteAnswer& walk, const Vec3& origin, std::vector<uint8_t>& bytes) {
  const auto put_point = [&](const Vec3& point) {
    const Vec3 local = point - origin;
    for (const double coordinate : {local.x, local.y, local.z}) Put(static_cast<float>(coordinate), bytes);
  };
  for (const RouteLeg& leg : walk.legs) {
    Put(StoredLeg{static_cast<uint32_t>(leg.kind),
                  leg.link.has_value() ? leg.link->value() : LinkId::kNoneValue, leg.point_count},
        bytes);
    for (uint32_t i = 0; i < leg.point_count; ++i) put_point(walk.points[leg.first_point + i]);
  }
  if (!walk.legs.empty() || walk.points.empty()) return;
  // A walk of no length is stored as a leg between two equal points.
  Put(StoredLeg{static_cast<uint32_t>(LinkKind::kWalk), LinkId::kNoneValue, 2}, bytes);
  put_point(walk.points.front());
  put_point(walk.points.front());
}

bool DecodeWalk(std::span<const uint8_t> bytes, const WorldMap& map, uint32_t first_cell, RouteAnswer& walk) {
  if (map.columns != 0) return DecodeGridWalk(bytes, map, first_cell, walk);
  const Vec3 origin = ToVec3(map.origin);
  while (!bytes.empty()) {
    StoredLeg leg{};
    const bool is_leg = Take(bytes, leg) && leg.kind >= 1 && leg.point_count >= 2 &&
                        leg.point_count <= bytes.size() / 12 && leg.kind <= kLinkKindCount;
    if (!is_leg) return false;
    const bool is_walk = leg.link == LinkId::kNoneValue;
    const size_t first = walk.points.empty() ? 0 : walk.points.size() - 1;
    for (uint32_t i = 0; i < leg.point_count; ++i) {
      float local[3];
      if (!Take(bytes, local) || !std::isfinite(local[0] + local[1] + local[2])) return false;
      if (i == 0 && !walk.points.empty()) continue;  // where the leg before ends
      const Vec3 point = origin + Vec3(local[0], local[1], local[2]);
      const bool is_same = is_walk && !walk.points.empty() && walk.points.back() == point;
      if (!is_same) walk.points.push_back(point);
    }
    AddLeg(static_cast<LinkKind>(leg.kind), is_walk ? std::nullopt : std::optional(LinkId(leg.link)), first,
           walk);
  }
  return !walk.points.empty();
}

absl::StatusOr<RouteAnswer> WalkBetweenPortals(const WorldView& world, PortalId portal, PortalId exit,
                                               TravellerId traveller, WorldMode mode) {
  const ArrivalId arrival = world.Portal(portal).arrival;
  const WorldMap& map = world.Map(world.Portal(portal).to_map);
  RouteAnswer walk;
  const uint32_t node = world.ArrivalOf(portal, traveller).node;
  if (!DecodeWalk(world.WalkPath(arrival, exit, traveller, mode), map, node, walk)) {
    return absl::DataLossError(StrCat("world file: the stored walk from portal ",
                                      Quoted(world.NameOf(portal)), " to portal ", Quoted(world.NameOf(exit)),
                                      " is damaged"));
  }
  walk.status = RouteStatus::kComplete;
  walk.cost_m = world.WalkCost(arrival, exit, traveller, mode);
  if (walk.legs.size() == 1) walk.legs[0].cost_m = walk.cost_m;
  return walk;
}

absl::Status WalkIsNotFree(const WorldView& world, WorldMapIndex map) {
  return absl::DataLossError(
      StrCat("world file: a stored walk on map ", Quoted(world.MapId(map)), " leads over what is not free"));
}

}  // namespace waystone
