#include "bake/world/world_places.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_join.h"
#include "core/base/parallel_for.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

bool IsAmong(uint32_t traveller, TravellerSet set) { return (set >> traveller & 1) != 0; }

// The agents that a map was baked for, by name.
std::string AgentsOf(const MapManifest& map) {
  std::set<std::string> names;
  for (const MapVariant& variant : map.variants) names.insert(Quoted(variant.agent.name));
  return absl::StrJoin(names, ", ");
}

class WorldPlacer {
 public:
  WorldPlacer(const WorldManifest& manifest, const std::vector<std::string>& package_paths)
      : manifest_(manifest), package_paths_(package_paths) {}

  absl::StatusOr<PlacedWorld> Place(int thread_count) {
    ListMaps();
    ListPortals();
    ListNames();
    statuses_.resize(world_.maps.size());
    trigger_statuses_.resize(world_.portals.size());
    point_statuses_.resize(world_.portals.size());
    ParallelFor(world_.maps.size(), thread_count, [&](size_t i) { PlaceOn(i); });
    for (size_t i = 0; i < world_.maps.size(); ++i) WarnOfMap(i);
    for (uint32_t i = 0; i < world_.portals.size(); ++i) WS_RETURN_IF_ERROR(AddPortal(i));
    for (size_t i = 0; i < manifest_.places.size(); ++i) WS_RETURN_IF_ERROR(AddName(i));
    return std::move(world_);
  }

 private:
  void ListMaps() {
    order_.resize(manifest_.maps.size());
    std::iota(order_.begin(), order_.end(), size_t{0});
    std::sort(order_.begin(), order_.end(),
              [&](size_t a, size_t b) { return manifest_.maps[a].map_id < manifest_.maps[b].map_id; });
    for (const size_t i : order_) world_.maps.emplace_back().source = &manifest_.maps[i];
  }

  void ListPortals() {
    for (uint32_t i = 0; i < world_.maps.size(); ++i)
      numbers_.emplace(world_.maps[i].source->map_id, WorldMapIndex(i));
    from_.resize(world_.maps.size());
    to_.resize(world_.maps.size());
    for (const PortalSpec& spec : manifest_.portals) {
      const auto index = static_cast<uint32_t>(world_.portals.size());
      PlacedPortal& portal = world_.portals.emplace_back();
      portal.spec = &spec;
      portal.from_map = numbers_.at(spec.trigger.map_id);
      portal.to_map = numbers_.at(spec.to.map_id);
      from_[portal.from_map.value()].push_back(index);
      to_[portal.to_map.value()].push_back(index);
    }
  }

  void ListNames() {
    names_on_.resize(world_.maps.size());
    names_.assign(manifest_.places.size(), MapArrival());
    for (size_t i = 0; i < manifest_.places.size(); ++i)
      names_on_[numbers_.at(manifest_.places[i].at.map_id).value()].push_back(i);
  }

  // All that needs the map, each at a place of its own.
  void PlaceOn(size_t map) {
    const std::string& path = package_paths_[order_[map]];
    if (path.empty()) {
      statuses_[map] = absl::FailedPreconditionError("it was not baked");
      return;
    }
    absl::StatusOr<std::shared_ptr<const LoadedMap>> loaded = LoadedMap::Load(path);
    statuses_[map] = loaded.status();
    if (!loaded.ok()) return;
    PlacedMap& placed = world_.maps[map];
    placed.is_left_out = false;
    placed.package_path = path;
    placed.map = (*loaded)->manifest();
    if (world_.maps.size() <= kMostOpenMaps) placed.open = *loaded;
    const WalkedMap walked{**loaded, manifest_.travellers};
    const PortalBaker& baker = placed.Baker();
    placed.walkers = walked.Walkers();
    for (const size_t name : names_on_[map])
      names_[name] = baker.PlacePoint(walked, manifest_.places[name].at);
    for (const uint32_t index : from_[map]) {
      PlacedPortal& portal = world_.portals[index];
      absl::StatusOr<PlacedTrigger> trigger = baker.PlaceTrigger(walked, portal.spec->trigger);
      trigger_statuses_[index] = trigger.status();
      if (trigger.ok()) portal.trigger = *std::move(trigger);
    }
    for (const uint32_t index : to_[map]) {
      PlacedPortal& portal = world_.portals[index];
      absl::StatusOr<MapArrival> points = baker.PlacePoint(walked, portal.spec->to);
      point_statuses_[index] = points.status();
      if (points.ok()) portal.points = *std::move(points);
    }
  }

  void WarnOfMap(size_t map) {
    const WorldMapSource& source = *world_.maps[map].source;
    const std::string name = StrCat(source.place, ": map ", Quoted(source.map_id), ": ");
    if (!statuses_[map].ok()) {
      world_.warnings.push_back(StrCat(name, "left out: ", statuses_[map].message()));
      return;
    }
    for (uint32_t i = 0; i < manifest_.travellers.size(); ++i) {
      if (IsAmong(i, world_.maps[map].walkers)) continue;
      world_.warnings.push_back(StrCat(name, "closed to ", NameOf(manifest_.travellers[i]),
                                       ", for it was not baked for that agent, but for ",
                                       AgentsOf(world_.maps[map].map)));
    }
  }

  PlacedMap& Map(WorldMapIndex map) { return world_.maps[map.value()]; }
  const PlacedMap& Map(WorldMapIndex map) const { return world_.maps[map.value()]; }

  // Why a portal cannot be in the world; null where it can.
  const char* WhyLeftOut(const PlacedPortal& portal) const {
    if (Map(portal.from_map).is_left_out || Map(portal.to_map).is_left_out) {
      return "a map of it is left out";
    }
    if (Map(portal.from_map).walkers == 0) return "the map of its trigger was not baked for any traveller";
    if (Map(portal.to_map).walkers == 0) return "the map where it arrives was not baked for any traveller";
    if (portal.trigger.standing == 0) return "nobody can stand in its trigger";
    if (Arriving(portal) == 0) return "there is no ground where it arrives";
    return (portal.trigger.standing & Arriving(portal)) == 0 ? "nobody can stand in its trigger and arrive"
                                                             : nullptr;
  }

  static TravellerSet Arriving(const PlacedPortal& portal) {
    TravellerSet arriving = 0;
    for (size_t i = 0; i < portal.points.size(); ++i) {
      if (portal.points[i].has_ground) arriving |= TravellerSet{1} << i;
    }
    return arriving;
  }

  // Says so of those who can walk on both its maps.
  void CloseTo(const std::string& name, PlacedPortal& portal) {
    const TravellerSet walkers = Map(portal.from_map).walkers & Map(portal.to_map).walkers;
    const TravellerSet arriving = Arriving(portal);
    for (uint32_t i = 0; i < manifest_.travellers.size(); ++i) {
      if (IsAmong(i, portal.trigger.standing & arriving)) continue;
      portal.closed_to |= TravellerSet{1} << i;
      if (!IsAmong(i, walkers)) continue;
      const char* const why = IsAmong(i, arriving) ? ", who cannot stand in its trigger"
                                                   : ", for there is no ground for it where it arrives";
      world_.warnings.push_back(StrCat(name, "closed to ", NameOf(manifest_.travellers[i]), why));
    }
  }

  absl::Status AddPortal(uint32_t index) {
    PlacedPortal& portal = world_.portals[index];
    absl::Status status = trigger_statuses_[index];
    status.Update(point_statuses_[index]);
    const std::string name = StrCat(portal.spec->place, ": portal ", Quoted(portal.spec->name), ": ");
    if (!status.ok()) return absl::InvalidArgumentError(StrCat(name, status.message()));
    if (const char* why = WhyLeftOut(portal)) {
      world_.warnings.push_back(StrCat(name, "left out, for ", why));
      return absl::OkStatus();
    }
    CloseTo(name, portal);
    Map(portal.from_map).exits.push_back(index);
    std::vector<MapArrival>& arrivals = Map(portal.to_map).arrivals;
    const auto same = std::find(arrivals.begin(), arrivals.end(), portal.points);
    portal.arrival = MapArrivalId(static_cast<uint32_t>(same - arrivals.begin()));
    if (same == arrivals.end()) arrivals.push_back(portal.points);
    return absl::OkStatus();
  }

  absl::Status AddName(size_t index) {
    const NamedPlaceSpec& spec = manifest_.places[index];
    PlacedName name{.spec = &spec, .map = numbers_.at(spec.at.map_id), .point = {}};
    const PlacedMap& map = Map(name.map);
    const std::string what = StrCat(spec.place, ": place ", Quoted(spec.name), ": ");
    const absl::StatusOr<MapArrival>& points = names_[index];
    if (!points.ok()) return absl::InvalidArgumentError(StrCat(what, points.status().message()));
    const auto has_ground = [](const PlacedPoint& point) { return point.has_ground; };
    const auto first = std::find_if(points->begin(), points->end(), has_ground);
    if (first != points->end()) name.point = *first;
    if (name.point.has_ground) {
      world_.places.push_back(name);
    } else {
      world_.warnings.push_back(StrCat(what, "left out, for ",
                                       map.is_left_out    ? "its map is"
                                       : map.walkers != 0 ? "there is no ground"
                                                          : "its map was not baked for any traveller"));
    }
    return absl::OkStatus();
  }

  const WorldManifest& manifest_;
  const std::vector<std::string>& package_paths_;      // by map of the manifest
  std::map<std::string_view, WorldMapIndex> numbers_;  // of maps, by id
  std::vector<size_t> order_;                          // of the manifest's maps, by id
  std::vector<std::vector<uint32_t>> from_;            // by map: its portals
  std::vector<std::vector<uint32_t>> to_;              // and those that lead to it
  std::vector<std::vector<size_t>> names_on_;          // by map: its named places
  std::vector<absl::StatusOr<MapArrival>> names_;      // by named place; empty if its map is left out
  std::vector<absl::Status> statuses_;                 // by map
  std::vector<absl::Status> trigger_statuses_;         // by portal
  std::vector<absl::Status> point_statuses_;
  PlacedWorld world_;
};

}  // namespace

absl::StatusOr<std::shared_ptr<const LoadedMap>> PlacedMap::Open() const {
  if (open != nullptr) return open;
  return LoadedMap::Load(package_path);
}

absl::StatusOr<PlacedWorld> PlaceWorld(const WorldManifest& manifest,
                                       const std::vector<std::string>& package_paths, int thread_count) {
  return WorldPlacer(manifest, package_paths).Place(thread_count);
}

}  // namespace waystone
