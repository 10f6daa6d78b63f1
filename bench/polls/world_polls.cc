// Routes and distances over the maps of a world.
#include <algorithm>
#include <utility>

#include "bench/polls/poll_drawer.h"

namespace waystone {
namespace {

constexpr uint32_t kMostMaps = 64;  // with changes, of one request

class WorldPolls {
 public:
  explicit WorldPolls(const PollWorld& world) : world_(world) {}

  std::vector<PollCase> Make() {
    AddRoutes();
    AddDistances();
    return std::move(cases_);
  }

 private:
  uint32_t Share(uint32_t most) const {
    return std::max(1U, static_cast<uint32_t>(most * (world_.scale / 100.0)));
  }
  const PollWorld::Place& PlaceOf(size_t i) const { return world_.places[i % world_.places.size()]; }
  static void SetPlace(const PollWorld::Place& place, v1::Location& location) {
    SetPosition(place.at, *location.mutable_position());
    location.mutable_position()->set_map_id(place.map_id);
  }

  v1::PlanRouteRequest Route() const {
    v1::PlanRouteRequest request;
    SetPlace(PlaceOf(0), *request.mutable_start());
    SetPlace(PlaceOf(1), *request.add_goals());
    request.mutable_agent()->set_profile(world_.agent);
    request.mutable_limits()->set_max_expansions(10'000'000);
    request.mutable_portals()->set_mode(v1::PORTAL_MODE_MAY_USE);
    return request;
  }
  // Obstacles on as many maps as a request may change.
  v1::Changes Obstacles(uint32_t most) const {
    v1::Changes changes;
    for (uint32_t i = 0; i < Share(most); ++i) {
      const PollWorld::Place& place = PlaceOf(i + 2);
      const auto is_of_map = [&](const v1::MapChanges& map) { return map.map_id() == place.map_id; };
      auto map = std::find_if(changes.mutable_maps()->begin(), changes.mutable_maps()->end(), is_of_map);
      if (map == changes.mutable_maps()->end()) {
        if (changes.maps_size() == kMostMaps) continue;
        changes.add_maps()->set_map_id(place.map_id);
        map = changes.mutable_maps()->end() - 1;
      }
      *map->add_obstacles() = BoxAt(place.at, 1 + i % 4, 0.5, i % 90);
    }
    return changes;
  }
  // Each n-th portal.
  v1::Changes Closed(uint32_t n) const {
    v1::Changes changes;
    for (uint32_t i = 0; i < world_.portals.size() && i < n * 10'000; i += n)
      changes.add_closed_portals(world_.portals[i]);
    return changes;
  }

  void Add(const std::string& name, const PollRequest& request) { cases_.push_back({name, request}); }
  template <typename Change>
  void AddRoute(const std::string& name, const Change& change) {
    for (const auto& [mode, ending] : {std::pair(v1::PORTAL_MODE_MAY_USE, ""),
                                       std::pair(v1::PORTAL_MODE_WALK_IN_TELEPORTS, "_teleporting")}) {
      v1::PlanRouteRequest request = Route();
      request.mutable_portals()->set_mode(mode);
      change(request);
      Add(StrCat("world_route", name, ending), request);
    }
  }

  void AddRoutes() {
    using Request = v1::PlanRouteRequest;
    AddRoute("", [](Request& /*request*/) {});
    AddRoute("_surface",
             [](Request& request) { request.mutable_detail()->set_shape(v1::ROUTE_SHAPE_SURFACE); });
    AddRoute("_clusters",
             [](Request& request) { request.mutable_limits()->set_method(v1::ROUTE_METHOD_CLUSTERS); });
    AddRoute("_goals", [this](Request& request) {
      for (uint32_t i = 2; i < Share(1024); ++i) SetPlace(PlaceOf(i), *request.add_goals());
    });
    AddRoute("_via", [this](Request& request) {
      for (uint32_t i = 2; i < Share(64) + 2; ++i) SetPlace(PlaceOf(i), *request.add_via());
    });
    AddRoute("_limits", [](Request& request) {
      request.mutable_portals()->set_money(1000);
      request.mutable_portals()->set_max_portals(20);
      request.mutable_portals()->set_penalty_m(10);
    });
    AddRoute("_obstacles", [this](Request& request) { *request.mutable_changes() = Obstacles(1000); });
    AddRoute("_many_obstacles", [this](Request& request) { *request.mutable_changes() = Obstacles(10'000); });
    AddRoute("_closed_portals", [this](Request& request) { *request.mutable_changes() = Closed(3); });
    AddRoute("_closed_in", [this](Request& request) {
      *request.mutable_changes() = Closed(1);
      *request.mutable_changes()->mutable_maps() = Obstacles(1000).maps();
    });
    AddRoute("_clearance", [](Request& request) { request.mutable_agent()->set_min_clearance_m(0.3); });
  }

  void AddDistances() {
    const auto add = [this](const char* name, uint32_t most, const v1::Changes& changes) {
      v1::MeasureDistancesRequest request;
      request.set_map_id(PlaceOf(0).map_id);
      request.set_target_map_id(PlaceOf(1).map_id);
      request.mutable_agent()->set_profile(world_.agent);
      request.set_max_response_bytes(64U << 20);
      request.mutable_portals()->set_mode(v1::PORTAL_MODE_MAY_USE);
      *request.mutable_changes() = changes;
      for (uint32_t i = 0; i < Share(most); ++i) {
        AddXyz(std::span(&PlaceOf(0).at, 1), *request.mutable_source_xyz());
        AddXyz(std::span(&PlaceOf(1).at, 1), *request.mutable_target_xyz());
      }
      Add(StrCat("world_distances_", name), request);
    };
    add("square", 1000, {});
    add("with_obstacles", 30, Obstacles(1000));
    add("with_closed_portals", 30, Closed(3));
  }

  const PollWorld& world_;
  std::vector<PollCase> cases_;
};

}  // namespace

std::vector<PollCase> WorldPollCases(const PollWorld& world) { return WorldPolls(world).Make(); }

}  // namespace waystone
