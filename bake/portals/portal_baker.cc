#include "bake/portals/portal_baker.h"

#include <limits>
#include <utility>

#include "core/base/status_macros.h"
#include "core/surface/navmesh/trigger_meshes.h"
#include "core/surface/stored_walk.h"

namespace waystone {
namespace {

// Takes all walks away that the traveller cannot go.
void Close(std::span<const MapExit> exits, std::span<const MapArrival> arrivals, size_t traveller,
           WalksByMode& walks) {
  for (WalkTable& table : walks) {
    table.costs.resize(exits.size() * arrivals.size(), std::numeric_limits<double>::infinity());
    table.paths.resize(table.costs.size());
    for (size_t i = 0; i < table.costs.size(); ++i) {
      const bool is_open = (exits[i % exits.size()].closed_to & SetOf(traveller)) == 0 &&
                           arrivals[i / exits.size()][traveller].has_ground;
      if (is_open) continue;
      table.costs[i] = std::numeric_limits<double>::infinity();
      table.paths[i].clear();
    }
  }
}

}  // namespace

void WalkTable::Add(const RouteAnswer& walk, const Vec3& origin) {
  costs.push_back(walk.points.empty() ? std::numeric_limits<double>::infinity() : walk.cost_m);
  EncodeWalk(walk, origin, paths.emplace_back());
}

std::vector<TriggerBox> TriggerBoxesOf(std::span<const MapExit> exits, const Vec3& map_origin,
                                       WorldMode mode) {
  std::vector<TriggerBox> boxes;
  boxes.reserve(exits.size());
  for (const MapExit& exit : exits) {
    boxes.push_back(CutBoxOf(exit.trigger.box, map_origin, exit.is_walk_in, mode));
  }
  return boxes;
}

std::vector<std::optional<MapView>> WalkedMap::Views(ZonesNeed need) const {
  std::vector<std::optional<MapView>> views;
  for (const TravellerSpec& traveller : travellers) {
    absl::StatusOr<MapView> view = map.View(traveller.agent, traveller.abilities, need);
    views.push_back(view.ok() ? std::optional(*std::move(view)) : std::nullopt);
  }
  return views;
}

TravellerSet WalkedMap::Walkers() const {
  const std::vector<std::optional<MapView>> views = Views(ZonesNeed::kIfReady);
  TravellerSet walkers = 0;
  for (size_t i = 0; i < views.size(); ++i) walkers |= views[i].has_value() ? SetOf(i) : 0;
  return walkers;
}

TravellerSet SetOf(size_t traveller) { return TravellerSet{1} << traveller; }

std::vector<PlacedPoint> ArrivalsOf(std::span<const MapArrival> arrivals, size_t traveller) {
  std::vector<PlacedPoint> points;
  for (const MapArrival& arrival : arrivals) points.push_back(arrival[traveller]);
  return points;
}

absl::StatusOr<BakedPortals> PortalBaker::Bake(const WalkedMap& map, std::span<const MapExit> exits,
                                               std::span<const MapArrival> arrivals, bool has_tables) const {
  WS_ASSIGN_OR_RETURN(BakedPortals baked, BakeAll(map, exits, arrivals, has_tables));
  for (size_t i = 0; i < baked.walks.size(); ++i) Close(exits, arrivals, i, baked.walks[i]);
  return baked;
}

}  // namespace waystone
