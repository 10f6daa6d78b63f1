#include "tests/support/portal_world.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

}  // namespace

void PortalWorld::MakeLabels() {
  for (uint32_t i = 0; i < kWorldModes; ++i) {
    labels[i] = *MakePortalLabels(graph(), static_cast<WorldMode>(i));
  }
  has_hierarchy = false;
}

void PortalWorld::MakeHierarchy() {
  for (uint32_t i = 0; i < kWorldModes; ++i) {
    labels[i] = MakePortalHierarchy(graph(), static_cast<WorldMode>(i));
  }
  has_hierarchy = true;
}

PortalGraph PortalWorld::graph() const {
  PortalGraph graph{.nodes = nodes, .exits = exits, .costs = {costs[0], costs[1]}, .labels = {}};
  for (uint32_t i = 0; i < kWorldModes; ++i) {
    graph.labels[i] = {labels[i].out_rows, labels[i].out, labels[i].in_rows, labels[i].in, has_hierarchy};
  }
  return graph;
}

PortalWorld MakeRandomPortals(const RandomPortals& plan, Random& random) {
  PortalWorld world;
  std::vector<uint32_t> from(plan.portals);
  for (uint32_t& map : from) map = random.NextBelow(plan.maps);
  std::sort(from.begin(), from.end());
  for (uint32_t map = 0; map < plan.maps; ++map) {
    const auto [first, end] = std::equal_range(from.begin(), from.end(), map);
    world.exits.push_back({static_cast<uint32_t>(first - from.begin()), static_cast<uint32_t>(end - first)});
  }
  const auto cost = [&] { return random.NextBelow(plan.most_cost + 1) * plan.cost_unit; };
  for (uint32_t i = 0; i < plan.portals; ++i) {
    PortalGraph::Node node;
    node.cost_m = random.NextBelow(3) == 0 ? cost() : 0;
    node.money = random.NextBelow(plan.most_money + 1);
    node.ticket = random.NextBelow(plan.tickets + 1);
    node.group = random.NextBelow(plan.groups + 1);
    node.arrival_map = WorldMapIndex(random.NextBelow(plan.maps));
    node.first_cost = world.costs[0].size();
    for (uint32_t exit = 0; exit < world.exits[node.arrival_map.value()].count; ++exit) {
      world.costs[0].push_back(random.NextUnit() < plan.walk_chance ? cost() : kInfinite);
      world.costs[1].push_back(random.NextBelow(4) == 0 ? kInfinite : world.costs[0].back() + cost());
    }
    world.nodes.push_back(node);
  }
  world.MakeLabels();
  return world;
}

PortalWorld MakePortalsOfSquare(uint32_t maps_on_side, uint32_t exits, uint64_t seed) {
  struct End {
    uint32_t map;
    double x;
    double z;
  };
  constexpr double kMapSize_m = 300;
  Random random(seed);
  const uint32_t maps = maps_on_side * maps_on_side;
  std::vector<std::pair<End, End>> portals;
  std::vector<uint32_t> count(maps, 0);
  const auto place = [&](uint32_t map) {
    return End{map, random.NextInRange(0, kMapSize_m), random.NextInRange(0, kMapSize_m)};
  };
  // There and back: what one arrives at lies beside what leads back.
  const auto join = [&](uint32_t a, uint32_t b) {
    const End at_a = place(a);
    const End at_b = place(b);
    portals.push_back({at_a, {b, at_b.x + 2, at_b.z}});
    portals.push_back({at_b, {a, at_a.x + 2, at_a.z}});
    ++count[a];
    ++count[b];
  };
  for (uint32_t map = 0; map < maps; ++map) {
    if ((map + 1) % maps_on_side != 0) join(map, map + 1);
    if (map + maps_on_side < maps) join(map, map + maps_on_side);
  }
  for (uint32_t map = 0; map < maps; ++map) {
    while (count[map] < exits) {
      // Mostly houses and caves around; now and then something far away.
      const bool is_far = random.NextBelow(100) == 0;
      join(map, is_far ? random.NextBelow(maps) : std::min(maps - 1, map + random.NextBelow(3)));
    }
  }
  std::stable_sort(portals.begin(), portals.end(),
                   [](const auto& a, const auto& b) { return a.first.map < b.first.map; });
  PortalWorld world;
  world.exits.resize(maps);
  for (uint32_t i = portals.size(); i-- > 0;) {
    PortalGraph::Exits& of_map = world.exits[portals[i].first.map];
    of_map = {i, of_map.count + 1};
  }
  for (const auto& [trigger, arrival] : portals) {
    world.nodes.push_back({.arrival_map = WorldMapIndex(arrival.map), .first_cost = world.costs[0].size()});
    const PortalGraph::Exits& of_map = world.exits[arrival.map];
    for (uint32_t exit = of_map.first; exit < of_map.first + of_map.count; ++exit) {
      const End& to = portals[exit].first;
      world.costs[0].push_back(std::hypot(to.x - arrival.x, to.z - arrival.z));
    }
  }
  world.costs[1] = world.costs[0];
  return world;
}

}  // namespace waystone
