#include "tests/bake/world/random_world.h"

#include <algorithm>
#include <vector>

#include "core/base/str_cat.h"

namespace waystone {

SlowWorld RandomWorld(Random& random, std::string_view ground) {
  SlowWorld world;
  const uint32_t maps = 2 + random.NextBelow(4);
  for (uint32_t i = 0; i < maps; ++i) {
    const uint32_t columns = 3 + random.NextBelow(9);
    const uint32_t rows = 3 + random.NextBelow(9);
    std::vector<std::string>& lines = world.maps.emplace_back();
    for (uint32_t row = 0; row < rows; ++row) {
      std::string& line = lines.emplace_back();
      for (uint32_t column = 0; column < columns; ++column) {
        const char free = ground[random.NextBelow(static_cast<uint32_t>(ground.size()))];
        line += random.NextBelow(4) == 0 ? '@' : free;
      }
    }
    lines[0][0] = ground[0];  // no map without ground
  }
  const uint32_t portals = random.NextBelow(10);
  for (uint32_t i = 0; i < portals; ++i) {
    SlowPortal& portal = world.portals.emplace_back();
    portal.from_map = random.NextBelow(maps);
    portal.to_map = random.NextBelow(maps);
    const auto columns = static_cast<uint32_t>(world.maps[portal.from_map][0].size());
    const auto rows = static_cast<uint32_t>(world.maps[portal.from_map].size());
    const uint32_t column = random.NextBelow(columns);
    const uint32_t row = random.NextBelow(rows);
    portal.cells = {column, row, std::min(columns - 1, column + random.NextBelow(3)),
                    std::min(rows - 1, row + random.NextBelow(3))};
    portal.cell = {random.NextBelow(static_cast<uint32_t>(world.maps[portal.to_map][0].size())),
                   random.NextBelow(static_cast<uint32_t>(world.maps[portal.to_map].size()))};
    portal.cost = random.NextBelow(3);
    portal.is_walk_in = random.NextBelow(4) != 0;
  }
  return world;
}

SlowPlace RandomPlace(const SlowWorld& world, Random& random) {
  for (;;) {
    const uint32_t map = random.NextBelow(static_cast<uint32_t>(world.maps.size()));
    const uint32_t row = random.NextBelow(static_cast<uint32_t>(world.maps[map].size()));
    const uint32_t column = random.NextBelow(static_cast<uint32_t>(world.maps[map][0].size()));
    if (world.IsFree(map, column, row)) return {map, column, row};
  }
}

std::string Draw(const SlowWorld& world) {
  std::string text;
  for (const std::vector<std::string>& lines : world.maps) {
    for (const std::string& line : lines) text += line + "\n";
    text += "\n";
  }
  for (const SlowPortal& portal : world.portals) {
    text += StrCat(portal.is_walk_in ? "walk-in " : "use ", portal.from_map, " [", portal.cells[0], ",",
                   portal.cells[1], " ", portal.cells[2], ",", portal.cells[3], "] -> ", portal.to_map, " ",
                   portal.cell[0], ",", portal.cell[1], " cost ", portal.cost, "\n");
  }
  return text;
}

}  // namespace waystone
