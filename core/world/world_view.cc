#include "core/world/world_view.h"

#include <algorithm>
#include <cmath>

#include "absl/status/status.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/world/portal_climb.h"

namespace waystone {
namespace {

absl::Status Broken(std::string_view array, uint64_t index, std::string_view rule) {
  return absl::DataLossError(StrCat(array, "[", index, "]: ", rule));
}

bool IsCost(double value) { return value >= 0 && std::isfinite(value); }

// Finite, and small enough for sums of several to be finite.
bool IsNear(double metres) { return std::abs(metres) <= 1e12; }
bool IsPlace(const double (&place)[3]) { return IsNear(place[0]) && IsNear(place[1]) && IsNear(place[2]); }

class Checker {
 public:
  explicit Checker(const WorldView::Arrays& world) : world_(world) {}

  absl::Status Check() const {
    WS_RETURN_IF_ERROR(CheckSizes());
    WS_RETURN_IF_ERROR(CheckMaps());
    WS_RETURN_IF_ERROR(CheckPortals());
    WS_RETURN_IF_ERROR(CheckPlaces());
    WS_RETURN_IF_ERROR(CheckAbilities());
    WS_RETURN_IF_ERROR(CheckTravellers());
    for (uint32_t i = 0; i < world_.walks.size(); ++i) {
      WS_RETURN_IF_ERROR(CheckArrivals(world_.walks[i].arrivals));
      for (const WorldView::ModeArrays& mode : world_.walks[i].modes) {
        WS_RETURN_IF_ERROR(CheckMode(mode));
        WS_RETURN_IF_ERROR(CheckClosed(mode, i));
      }
    }
    return absl::OkStatus();
  }

 private:
  absl::Status CheckSizes() const {
    const WorldHeader& header = world_.header;
    WS_RETURN_IF_ERROR(WorldView::CheckHeader(header));
    if (world_.texts.size() != header.text_bytes || world_.texts.empty() || world_.texts.front() != '\0' ||
        world_.texts.back() != '\0') {
      return absl::DataLossError(
          "texts: not as many bytes as the header says, or not begun and ended by NUL");
    }
    if (world_.maps.size() != header.map_count || world_.portals.size() != header.portal_count ||
        world_.travellers.size() != header.traveller_count || world_.walks.size() != header.traveller_count ||
        world_.abilities.size() < header.ability_count) {
      return absl::DataLossError("header: other counts than the arrays have");
    }
    return IsText(header.name) && IsText(header.first_agent)
               ? absl::OkStatus()
               : absl::DataLossError("header: a name is outside of the texts");
  }

  bool IsText(TextOffset offset) const { return offset < world_.texts.size(); }

  absl::Status CheckMaps() const {
    uint64_t exits = 0;
    uint64_t arrivals = 0;
    uint64_t costs = 0;
    std::string_view last_id;
    for (size_t i = 0; i < world_.maps.size(); ++i) {
      const WorldMap& map = world_.maps[i];
      if (!IsText(map.map_id)) return Broken("maps", i, "the id is outside of the texts");
      const std::string_view id = world_.texts.data() + map.map_id;
      if (i > 0 && id <= last_id) return Broken("maps", i, "not in the order of the ids");
      last_id = id;
      if (map.first_exit != exits || map.first_arrival != arrivals || map.first_cost != costs) {
        return Broken("maps", i, "its exits, arrivals or costs do not follow those of the map before");
      }
      exits += map.exit_count;
      arrivals += map.arrival_count;
      costs += uint64_t{map.exit_count} * map.arrival_count;
      if (!IsPlace(map.origin)) return Broken("maps", i, "the origin is no place");
      const bool is_grid_near = map.cell_size_m >= 0 && IsNear(map.cell_size_m) && IsNear(map.corner_x_m) &&
                                IsNear(map.height_m) && IsNear(map.corner_z_m);
      if (!is_grid_near) return Broken("maps", i, "the grid's size and place are none");
    }
    if (exits != world_.portals.size()) return absl::DataLossError("maps: not as many exits as portals");
    if (arrivals != world_.header.arrival_count)
      return absl::DataLossError("maps: not as many arrivals as there are");
    return costs == world_.header.cost_count
               ? absl::OkStatus()
               : absl::DataLossError("maps: not as many costs as the header says");
  }

  absl::Status CheckPortals() const {
    for (size_t i = 0; i < world_.portals.size(); ++i) {
      const WorldPortal& portal = world_.portals[i];
      if (portal.from_map.value() >= world_.maps.size() || portal.to_map.value() >= world_.maps.size()) {
        return Broken("portals", i, "there is no such map");
      }
      const WorldMap& from = world_.maps[portal.from_map.value()];
      if (i < from.first_exit || i - from.first_exit >= from.exit_count) {
        return Broken("portals", i, "not among the exits of its map");
      }
      const WorldMap& to = world_.maps[portal.to_map.value()];
      if (portal.arrival.value() < to.first_arrival ||
          to.ArrivalOf(portal.arrival).value() >= to.arrival_count) {
        return Broken("portals", i, "the arrival is not one of the map it leads to");
      }
      if (!IsText(portal.name) || !IsText(portal.ticket) || !IsText(portal.requirement) ||
          !IsText(portal.group)) {
        return Broken("portals", i, "a text is outside of the texts");
      }
      for (const Vec3& place : {ToVec3(portal.box_min), ToVec3(portal.box_max), ToVec3(portal.anchor)}) {
        if (!place.IsFinite()) return Broken("portals", i, "a coordinate is not finite");
      }
      if (!IsCost(portal.cost_m) || !IsCost(portal.money)) {
        return Broken("portals", i, "a cost is negative or not finite");
      }
      if (!IsPlace(portal.anchor)) return Broken("portals", i, "the anchor is no place");
      if (portal.kind < PortalKind::kWalkIn || portal.kind > PortalKind::kShip) {
        return Broken("portals", i, "no known kind");
      }
      if (portal.closed_to >> (world_.header.traveller_count - 1) > 1) {
        return Broken("portals", i, "closed to a traveller that is not there");
      }
    }
    return absl::OkStatus();
  }

  absl::Status CheckArrivals(std::span<const WorldArrival> arrivals) const {
    if (arrivals.size() != world_.header.arrival_count) {
      return absl::DataLossError("arrivals: not as many as the header says");
    }
    for (size_t i = 0; i < arrivals.size(); ++i) {
      const WorldArrival& arrival = arrivals[i];
      if (arrival.map.value() >= world_.maps.size()) return Broken("arrivals", i, "there is no such map");
      const WorldMap& map = world_.maps[arrival.map.value()];
      if (i < map.first_arrival || i - map.first_arrival >= map.arrival_count) {
        return Broken("arrivals", i, "not among the arrivals of its map");
      }
      if (!IsPlace(arrival.place)) return Broken("arrivals", i, "no place");
      if (map.columns != 0 && arrival.node >= uint64_t{map.columns} * map.rows) {
        return Broken("arrivals", i, "there is no such cell");
      }
    }
    return absl::OkStatus();
  }

  absl::Status CheckPlaces() const {
    std::string_view last_name;
    for (size_t i = 0; i < world_.places.size(); ++i) {
      const WorldPlace& place = world_.places[i];
      if (place.map.value() >= world_.maps.size()) return Broken("places", i, "there is no such map");
      if (!IsText(place.name)) return Broken("places", i, "the name is outside of the texts");
      const std::string_view name = world_.texts.data() + place.name;
      if (name <= last_name) return Broken("places", i, "not in the order of the names, or without one");
      last_name = name;
      if (!IsPlace(place.place)) return Broken("places", i, "no place");
    }
    return absl::OkStatus();
  }

  // Checks that texts ascend and are not empty.
  absl::Status CheckAscend(uint64_t first, uint64_t count) const {
    std::string_view last;
    for (uint64_t i = first; i < first + count; ++i) {
      if (!IsText(world_.abilities[i])) return Broken("abilities", i, "the name is outside of the texts");
      const std::string_view name = world_.texts.data() + world_.abilities[i];
      if (name <= last) return Broken("abilities", i, "not in the order of the names, or without one");
      last = name;
    }
    return absl::OkStatus();
  }

  absl::Status CheckAbilities() const { return CheckAscend(0, world_.header.ability_count); }

  absl::Status CheckTravellers() const {
    uint64_t abilities = world_.header.ability_count;
    for (size_t i = 0; i < world_.travellers.size(); ++i) {
      const WorldTraveller& traveller = world_.travellers[i];
      if (!IsText(traveller.agent)) return Broken("travellers", i, "the agent is outside of the texts");
      if (traveller.first_ability != abilities ||
          traveller.ability_count > world_.abilities.size() - abilities) {
        return Broken("travellers", i, "its abilities do not follow those before");
      }
      WS_RETURN_IF_ERROR(CheckAscend(abilities, traveller.ability_count));
      abilities += traveller.ability_count;
    }
    return abilities == world_.abilities.size() ? absl::OkStatus()
                                                : absl::DataLossError("abilities: more than travellers have");
  }

  // REQUIRES: as many costs as the header says.
  absl::Status CheckClosed(const WorldView::ModeArrays& mode, uint32_t traveller) const {
    for (size_t i = 0; i < world_.portals.size(); ++i) {
      const WorldPortal& portal = world_.portals[i];
      if ((portal.closed_to >> traveller & 1) == 0) continue;
      const WorldMap& map = world_.maps[portal.from_map.value()];
      for (uint64_t arrival = 0; arrival < map.arrival_count; ++arrival) {
        const uint64_t at = map.first_cost + arrival * map.exit_count + (i - map.first_exit);
        if (std::isfinite(mode.costs[at])) return Broken("costs", at, "a walk to a portal that is closed");
      }
    }
    return absl::OkStatus();
  }

  absl::Status CheckMode(const WorldView::ModeArrays& mode) const {
    if (mode.costs.size() != world_.header.cost_count || mode.path_rows.size() != mode.costs.size() + 1) {
      return absl::DataLossError("costs: not as many as the header says");
    }
    for (size_t i = 0; i < mode.costs.size(); ++i) {
      if (!(mode.costs[i] >= 0)) return Broken("costs", i, "negative, or no number");
      if (mode.path_rows[i] > mode.path_rows[i + 1]) return Broken("path rows", i, "greater than the next");
    }
    if (mode.path_rows.front() != 0 || mode.path_rows.back() != mode.paths.size()) {
      return absl::DataLossError("path rows: do not cover the paths");
    }
    return absl::OkStatus();
  }

  const WorldView::Arrays& world_;
};

}  // namespace

WorldView::WorldView(const Arrays& arrays) : arrays_(arrays) {
  Index();
  IndexPortalsTo();
  IndexTravellers();
}

void WorldView::Index() {
  for (uint32_t i = 0; i < arrays_.maps.size(); ++i) {
    const WorldMap& map = arrays_.maps[i];
    exits_.push_back({map.first_exit, map.exit_count});
    has_closed_doors_ = has_closed_doors_ || map.has_closed_doors != 0;
    maps_.emplace(Text(map.map_id), WorldMapIndex(i));
  }
  std::map<std::string_view, uint32_t> groups;
  const auto id_of = [](std::map<std::string_view, uint32_t>& ids, std::string_view name) {
    if (name.empty()) return uint32_t{0};
    return ids.emplace(name, static_cast<uint32_t>(ids.size() + 1)).first->second;
  };
  for (uint32_t i = 0; i < arrays_.portals.size(); ++i) {
    const WorldPortal& portal = arrays_.portals[i];
    const WorldMap& to = arrays_.maps[portal.to_map.value()];
    portals_.emplace(Text(portal.name), i);
    if (portal.requirement != 0) requiring_.emplace_back(i);
    nodes_.push_back({.cost_m = portal.cost_m,
                      .money = portal.money,
                      .ticket = id_of(tickets_, Text(portal.ticket)),
                      .group = id_of(groups, Text(portal.group)),
                      .arrival_map = portal.to_map,
                      .first_cost = FirstCostOf(to, portal.arrival)});
  }
}

void WorldView::IndexPortalsTo() {
  to_rows_.assign(arrays_.maps.size() + 1, 0);
  for (const WorldPortal& portal : arrays_.portals) ++to_rows_[portal.to_map.value() + 1];
  for (size_t i = 1; i < to_rows_.size(); ++i) to_rows_[i] += to_rows_[i - 1];
  portals_to_.resize(arrays_.portals.size());
  std::vector<uint32_t> next = to_rows_;
  for (uint32_t i = 0; i < arrays_.portals.size(); ++i) {
    portals_to_[next[arrays_.portals[i].to_map.value()]++] = PortalId(i);
  }
}

void WorldView::IndexTravellers() {
  for (const WorldTraveller& record : arrays_.travellers) {
    Traveller& traveller = travellers_.emplace_back();
    traveller.agent = Text(record.agent);
    for (const TextOffset name : arrays_.abilities.subspan(record.first_ability, record.ability_count)) {
      traveller.abilities.emplace_back(Text(name));
    }
  }
}

absl::Status WorldView::CheckHeader(const WorldHeader& header) {
  if (header.version != kWorldVersion && header.version != kWorldHierarchyVersion) {
    return absl::DataLossError(StrCat("header: version ", header.version,
                                      ", and this program reads versions ", kWorldVersion, " and ",
                                      kWorldHierarchyVersion, "; bake the world again"));
  }
  if (header.traveller_count > 0 && header.traveller_count <= kMaxTravellers) return absl::OkStatus();
  return absl::DataLossError(
      StrCat("header: ", header.traveller_count, " travellers instead of 1 to ", kMaxTravellers));
}

absl::StatusOr<WorldView> WorldView::Create(const Arrays& arrays) {
  WS_RETURN_IF_ERROR(Checker(arrays).Check());
  WorldView view(arrays);
  for (uint32_t i = 0; i < arrays.walks.size(); ++i) {
    const PortalGraph graph = view.graph(TravellerId(i));
    for (uint32_t mode = 0; mode < kWorldModes; ++mode) {
      const auto as_mode = static_cast<WorldMode>(mode);
      WS_RETURN_IF_ERROR(graph.labels[mode].is_hierarchy ? CheckHierarchy(graph, as_mode)
                                                         : CheckLabels(graph, as_mode));
    }
  }
  return view;
}

absl::StatusOr<WorldView> WorldView::Create(const WorldData& data) {
  Arrays arrays{.header = data.header,
                .maps = data.maps,
                .portals = data.portals,
                .places = data.places,
                .travellers = data.travellers,
                .abilities = data.abilities,
                .texts = data.texts,
                .walks = {}};
  for (const WorldTravellerData& traveller : data.walks) {
    TravellerArrays& walks = arrays.walks.emplace_back();
    walks.arrivals = traveller.arrivals;
    for (uint32_t i = 0; i < kWorldModes; ++i) {
      const WorldModeData& mode = traveller.modes[i];
      walks.modes[i] = {mode.costs,
                        mode.path_rows,
                        mode.paths,
                        {mode.out_rows, mode.out_labels, mode.in_rows, mode.in_labels}};
    }
  }
  return Create(arrays);
}

std::optional<WorldMapIndex> WorldView::FindMap(std::string_view map_id) const {
  const auto found = maps_.find(map_id);
  return found == maps_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<PortalId> WorldView::FindPortal(std::string_view name) const {
  const auto found = portals_.find(name);
  return found == portals_.end() ? std::nullopt : std::optional(PortalId(found->second));
}

std::optional<uint32_t> WorldView::FindTicket(std::string_view name) const {
  const auto found = tickets_.find(name);
  return found == tickets_.end() ? std::nullopt : std::optional(found->second);
}

const WorldPlace* WorldView::FindPlace(std::string_view name) const {
  const auto after = [this](const WorldPlace& place, std::string_view text) {
    return Text(place.name) < text;
  };
  const auto found = std::lower_bound(arrays_.places.begin(), arrays_.places.end(), name, after);
  return found != arrays_.places.end() && Text(found->name) == name ? &*found : nullptr;
}

std::optional<TravellerId> WorldView::FindTraveller(std::string_view agent,
                                                    const std::vector<std::string>& abilities) const {
  std::vector<std::string_view> needed;
  for (const TextOffset name : arrays_.abilities.first(arrays_.header.ability_count)) {
    if (std::find(abilities.begin(), abilities.end(), Text(name)) != abilities.end()) {
      needed.push_back(Text(name));
    }
  }
  for (uint32_t i = 0; i < travellers_.size(); ++i) {
    const Traveller& traveller = travellers_[i];
    if (AgentName(traveller.agent) == AgentName(agent) &&
        std::equal(needed.begin(), needed.end(), traveller.abilities.begin(), traveller.abilities.end())) {
      return TravellerId(i);
    }
  }
  return std::nullopt;
}

PortalGraph WorldView::graph(TravellerId traveller) const {
  const ModeArrays& may_use = Walks(traveller, WorldMode::kMayUse);
  const ModeArrays& teleports = Walks(traveller, WorldMode::kWalkInTeleports);
  PortalGraph graph{.nodes = nodes_,
                    .exits = exits_,
                    .costs = {may_use.costs, teleports.costs},
                    .labels = {may_use.labels, teleports.labels}};
  for (PortalGraph::Labels& labels : graph.labels)
    labels.is_hierarchy = arrays_.header.version == kWorldHierarchyVersion;
  return graph;
}

uint64_t WorldView::CostIndex(ArrivalId arrival, PortalId exit) const {
  const WorldMap& map = Map(arrivals(TravellerId(0))[arrival.value()].map);
  return FirstCostOf(map, arrival) + map.ExitOf(exit).value();
}

double WorldView::WalkCost(ArrivalId arrival, PortalId exit, TravellerId traveller, WorldMode mode) const {
  return Walks(traveller, mode).costs[CostIndex(arrival, exit)];
}

std::span<const uint8_t> WorldView::WalkPath(ArrivalId arrival, PortalId exit, TravellerId traveller,
                                             WorldMode mode) const {
  const ModeArrays& arrays = Walks(traveller, mode);
  const uint64_t index = CostIndex(arrival, exit);
  return arrays.paths.subspan(arrays.path_rows[index], arrays.path_rows[index + 1] - arrays.path_rows[index]);
}

}  // namespace waystone
