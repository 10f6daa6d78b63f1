#include "tests/oracle/slow_world.h"

#include <limits>
#include <map>
#include <numbers>
#include <set>
#include <tuple>

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

using Key = std::tuple<uint32_t, uint32_t, uint32_t>;  // map, column, row

bool Holds(const SlowPortal& portal, const Key& key) {
  const auto [map, column, row] = key;
  return portal.from_map == map && column >= portal.cells[0] && row >= portal.cells[1] &&
         column <= portal.cells[2] && row <= portal.cells[3];
}

}  // namespace

double SlowWorld::CellCost(uint32_t map, int64_t column, int64_t row) const {
  const std::vector<std::string>& lines = maps[map];
  if (row < 0 || row >= static_cast<int64_t>(lines.size())) return 0;
  const std::string& line = lines[static_cast<size_t>(row)];
  if (column < 0 || column >= static_cast<int64_t>(line.size())) return 0;
  switch (line[static_cast<size_t>(column)]) {
    case '.':
      return 1;
    case 's':
      return 2.5;
    case 'f':
      return 0.5;
    default:
      return 0;
  }
}

int SlowWorld::SetOffAt(const SlowPlace& place, WorldMode mode) const {
  if (mode != WorldMode::kWalkInTeleports) return -1;
  for (size_t i = 0; i < portals.size(); ++i) {
    const SlowPortal& portal = portals[i];
    const bool leads = portal.stays_set_off || IsFree(portal.to_map, portal.cell[0], portal.cell[1]);
    if (portal.is_walk_in && leads && Holds(portal, {place.map, place.column, place.row})) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

SlowCosts SlowWorld::CostsOf(const SlowPlace& start, const SlowPlace& goal, WorldMode mode) const {
  const bool teleports = mode == WorldMode::kWalkInTeleports;
  SlowCosts found{kInfinite, kInfinite};
  const Key end(goal.map, goal.column, goal.row);
  std::map<Key, double> costs;
  std::set<std::pair<double, Key>> open;
  const auto reach = [&](const Key& key, double cost) {
    const auto [known, is_new] = costs.try_emplace(key, cost);
    if (!is_new && known->second <= cost) return;
    open.erase({known->second, key});
    known->second = cost;
    open.insert({cost, key});
  };
  const auto use = [&](const SlowPortal& portal, double cost) {
    if (IsFree(portal.to_map, portal.cell[0], portal.cell[1])) {
      reach({portal.to_map, portal.cell[0], portal.cell[1]}, cost + portal.cost);
    }
  };
  reach({start.map, start.column, start.row}, 0);
  while (!open.empty()) {
    const auto [cost, key] = *open.begin();
    open.erase(open.begin());
    if (key == end) found.standing = std::min(found.standing, cost);
    for (const SlowPortal& portal : portals) {
      if (Holds(portal, key) && !(teleports && portal.is_walk_in)) use(portal, cost);
    }
    const auto [map, column, row] = key;
    for (int dx = -1; dx <= 1; ++dx) {
      for (int dy = -1; dy <= 1; ++dy) {
        const int64_t x = int64_t{column} + dx;
        const int64_t y = int64_t{row} + dy;
        if ((dx == 0 && dy == 0) || !IsFree(map, x, y) || !IsFree(map, x, row) || !IsFree(map, column, y))
          continue;
        const Key next(map, static_cast<uint32_t>(x), static_cast<uint32_t>(y));
        const double both = CellCost(map, column, row) + CellCost(map, x, y);
        const double sides = CellCost(map, x, row) + CellCost(map, column, y);
        const double next_cost =
            cost + (dx != 0 && dy != 0 ? std::numbers::sqrt2 * (both + sides) / 4 : both / 2);
        const int portal = SetOffAt({map, std::get<1>(next), std::get<2>(next)}, mode);
        if (portal >= 0) {
          use(portals[static_cast<size_t>(portal)], next_cost);
          if (next == end) found.setting_off = std::min(found.setting_off, next_cost);
        } else {
          reach(next, next_cost);
        }
      }
    }
  }
  return found;
}

}  // namespace waystone
