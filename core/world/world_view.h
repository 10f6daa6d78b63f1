// The part of a world that is always in memory: docs/worlds.md calls it the portal tables.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/world/portal_graph.h"
#include "core/world/world_format.h"

namespace waystone {

// Data by traveller and mode, owned, as the baker writes it.
struct WorldModeData {
  std::vector<double> costs;        // [m of plain ground] blocks of WorldMap::first_cost
  std::vector<uint64_t> path_rows;  // one per cost and one more: start of its path in `paths`
  std::vector<uint8_t> paths;       // path_code.h; empty if there is no path or none was kept
  std::vector<uint64_t> out_rows;   // PortalGraph::Labels
  std::vector<PortalLabel> out_labels;
  std::vector<uint64_t> in_rows;
  std::vector<PortalLabel> in_labels;
};

struct WorldTravellerData {
  std::vector<WorldArrival> arrivals;
  WorldModeData modes[kWorldModes];
};

struct WorldData {
  WorldHeader header{};
  std::vector<WorldMap> maps;  // by map id
  std::vector<WorldPortal> portals;
  std::vector<WorldPlace> places;  // by name
  std::vector<WorldTraveller> travellers;
  // The known ones, by name; then those of each traveller, by name.
  std::vector<TextOffset> abilities;
  std::string texts;
  std::vector<WorldTravellerData> walks;  // by traveller
};

// A view over the sections of a world file, or over a WorldData, with the indexes that queries need. Does not
// own the arrays. Any thread. Only Create makes one, so that every view has passed the structure check.
class WorldView {
 public:
  struct ModeArrays {
    std::span<const double> costs;
    std::span<const uint64_t> path_rows;
    std::span<const uint8_t> paths;
    PortalGraph::Labels labels;
  };
  struct TravellerArrays {
    std::span<const WorldArrival> arrivals;
    ModeArrays modes[kWorldModes];
  };
  struct Arrays {
    WorldHeader header{};
    std::span<const WorldMap> maps;
    std::span<const WorldPortal> portals;
    std::span<const WorldPlace> places;
    std::span<const WorldTraveller> travellers;
    std::span<const TextOffset> abilities;
    std::string_view texts;
    std::vector<TravellerArrays> walks;  // by traveller
  };

  struct Traveller {
    std::string agent;                   // empty: each map's first
    std::vector<std::string> abilities;  // by name; only those that some link of the world's maps needs
  };

  // DataLoss naming the version if it is not kWorldVersion, or the number of travellers if it is too large.
  static absl::Status CheckHeader(const WorldHeader& header);
  // DataLoss naming the array, the index and the rule broken. O(bytes) but for the paths.
  static absl::StatusOr<WorldView> Create(const Arrays& arrays);
  static absl::StatusOr<WorldView> Create(const WorldData& data);

  // Whether some map has a door that is closed unless a request opens it.
  bool has_closed_doors() const { return has_closed_doors_; }
  std::string_view name() const { return Text(arrays_.header.name); }
  std::span<const WorldMap> maps() const { return arrays_.maps; }
  std::span<const WorldPortal> portals() const { return arrays_.portals; }
  std::span<const WorldArrival> arrivals(TravellerId traveller) const {
    return arrays_.walks[traveller.value()].arrivals;
  }
  std::span<const WorldPlace> places() const { return arrays_.places; }
  const WorldPortal& Portal(PortalId portal) const { return arrays_.portals[portal.value()]; }
  // The arrival of a portal.
  const WorldArrival& ArrivalOf(PortalId portal, TravellerId traveller) const {
    return arrivals(traveller)[Portal(portal).arrival.value()];
  }
  std::span<const Traveller> travellers() const { return travellers_; }
  // The first traveller with this agent (empty: each map's first) and, of the abilities that some link of the
  // world's maps needs, these (any order); nullopt if there is none.
  std::optional<TravellerId> FindTraveller(std::string_view agent,
                                           const std::vector<std::string>& abilities) const;
  bool IsClosedTo(PortalId portal, TravellerId traveller) const {
    return (Portal(portal).closed_to >> traveller.value() & 1) != 0;
  }
  const WorldMap& Map(WorldMapIndex map) const { return arrays_.maps[map.value()]; }
  std::string_view MapId(WorldMapIndex map) const { return Text(Map(map).map_id); }
  std::string_view NameOf(PortalId portal) const { return Text(Portal(portal).name); }
  // The portals that require something of the traveller.
  std::span<const PortalId> Requiring() const { return requiring_; }
  // The portals that lead to a map, ascending.
  std::span<const PortalId> PortalsTo(WorldMapIndex map) const {
    const uint32_t first = to_rows_[map.value()];
    return std::span(portals_to_).subspan(first, to_rows_[map.value() + 1] - first);
  }
  std::string_view Text(TextOffset offset) const { return arrays_.texts.data() + offset; }
  // nullopt if the world has no such map, portal or kind of ticket.
  std::optional<WorldMapIndex> FindMap(std::string_view map_id) const;
  std::optional<PortalId> FindPortal(std::string_view name) const;
  std::optional<uint32_t> FindTicket(std::string_view name) const;
  // Null if no place has that name.
  const WorldPlace* FindPlace(std::string_view name) const;

  // Borrows from this object, which must not move.
  PortalGraph graph(TravellerId traveller) const;
  // Infinite if there is no path. REQUIRES: the arrival and the exit are of one map.
  double WalkCost(ArrivalId arrival, PortalId exit, TravellerId traveller, WorldMode mode) const;
  // The path of the walk, encoded; empty if none is kept.
  std::span<const uint8_t> WalkPath(ArrivalId arrival, PortalId exit, TravellerId traveller,
                                    WorldMode mode) const;

 private:
  explicit WorldView(const Arrays& arrays);
  void Index();
  void IndexPortalsTo();
  void IndexTravellers();
  uint64_t CostIndex(ArrivalId arrival, PortalId exit) const;
  const ModeArrays& Walks(TravellerId traveller, WorldMode mode) const {
    return arrays_.walks[traveller.value()].modes[static_cast<uint32_t>(mode)];
  }
  // The name as the maps have it, if one name is every map's first agent's.
  std::string_view AgentName(std::string_view agent) const {
    return agent.empty() ? Text(arrays_.header.first_agent) : agent;
  }

  Arrays arrays_;
  std::vector<PortalGraph::Node> nodes_;
  std::vector<PortalGraph::Exits> exits_;
  std::vector<uint32_t> to_rows_;
  std::vector<PortalId> portals_to_;
  std::vector<PortalId> requiring_;
  std::vector<Traveller> travellers_;
  bool has_closed_doors_ = false;
  std::map<std::string_view, WorldMapIndex> maps_;
  std::map<std::string_view, uint32_t> portals_;
  std::map<std::string_view, uint32_t> tickets_;
};

}  // namespace waystone
