// Worlds that tests of ways over maps are drawn on.
#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/world/world_view.h"

namespace waystone {

inline constexpr double kNoWalk = std::numeric_limits<double>::infinity();

// A world of meshes in one file; portals are named p0, p1 and so on, by map.
class PlainWorld {
 public:
  explicit PlainWorld(uint32_t maps) {
    data_.texts.assign(1, '\0');
    data_.maps.resize(maps);
    for (uint32_t i = 0; i < maps; ++i) data_.maps[i].map_id = Text(StrCat("map", i));
    data_.travellers.resize(1);
    data_.walks.resize(1);
  }

  // Of a map not before the last one's. Its arrival is on `to`.
  WorldPortal& Add(uint32_t from, uint32_t to) {
    WorldPortal& portal = data_.portals.emplace_back();
    portal.from_map = WorldMapIndex(from);
    portal.to_map = WorldMapIndex(to);
    portal.kind = PortalKind::kWalkIn;
    portal.name = Text(StrCat("p", data_.portals.size() - 1));
    return portal;
  }
  TextOffset Text(const std::string& text) {
    const auto offset = static_cast<TextOffset>(data_.texts.size());
    data_.texts += text + '\0';
    return offset;
  }

  // Each walk from an arrival to an exit that is not closed exists by chance.
  WorldView Finish(double walk_chance, Random& random) {
    uint32_t exits = 0;
    uint32_t arrivals = 0;
    for (uint32_t i = 0; i < data_.maps.size(); ++i) {
      WorldMap& map = data_.maps[i];
      map.first_exit = exits;
      map.first_arrival = arrivals;
      map.first_cost = data_.header.cost_count;
      for (WorldPortal& portal : data_.portals) {
        if (portal.from_map.value() == i) ++exits;
        if (portal.to_map.value() != i) continue;
        portal.arrival = ArrivalId(arrivals++);
        data_.walks[0].arrivals.push_back({{0, 0, 0}, WorldMapIndex(i), 0});
      }
      map.exit_count = exits - map.first_exit;
      map.arrival_count = arrivals - map.first_arrival;
      data_.header.cost_count += uint64_t{map.exit_count} * map.arrival_count;
    }
    std::vector<double> costs;
    for (const WorldMap& map : data_.maps) {
      for (uint32_t k = 0; k < map.arrival_count * map.exit_count; ++k) {
        const bool is_closed = data_.portals[map.first_exit + k % map.exit_count].closed_to != 0;
        costs.push_back(is_closed || random.NextUnit() >= walk_chance ? kNoWalk : 1);
      }
    }
    for (WorldModeData& mode : data_.walks[0].modes) {
      mode.costs = costs;
      mode.path_rows.assign(costs.size() + 1, 0);
      mode.out_rows = mode.in_rows = std::vector<uint64_t>(data_.portals.size() + 1);
    }
    data_.header.map_count = static_cast<uint32_t>(data_.maps.size());
    data_.header.portal_count = exits;
    data_.header.arrival_count = arrivals;
    data_.header.text_bytes = static_cast<uint32_t>(data_.texts.size());
    data_.header.traveller_count = 1;
    const absl::StatusOr<WorldView> view = WorldView::Create(data_);
    EXPECT_TRUE(view.ok()) << view.status();
    return *view;
  }

 private:
  WorldData data_;
};

}  // namespace waystone
