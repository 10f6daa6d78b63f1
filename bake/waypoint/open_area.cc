#include "bake/waypoint/open_area.h"

#include <algorithm>
#include <cmath>

namespace waystone {
namespace {

constexpr uint32_t kMostNodes = kMaxWaypointNodes / 4;

uint32_t BlocksOf(double length_m, double spacing_m) {
  return static_cast<uint32_t>(std::max(1.0, std::ceil(length_m / spacing_m)));
}

}  // namespace

WaypointGraph WaypointsOfOpenArea(const OpenArea& area, double spacing_m) {
  const double width_m = area.columns * area.cell_size_m;
  const double depth_m = area.rows * area.cell_size_m;
  while (std::ceil(width_m / spacing_m) * std::ceil(depth_m / spacing_m) > kMostNodes) spacing_m *= 1.5;
  const uint32_t columns = BlocksOf(width_m, spacing_m);
  const uint32_t rows = BlocksOf(depth_m, spacing_m);
  const double block_x_m = width_m / columns;
  const double block_z_m = depth_m / rows;
  WaypointGraph graph;
  for (uint32_t r = 0; r < rows; ++r) {
    for (uint32_t c = 0; c < columns; ++c) {
      WaypointGraph::Node& node = graph.nodes.emplace_back();
      node.id = r * columns + c;
      node.at = area.corner + Vec3((c + 0.5) * block_x_m, 0, (r + 0.5) * block_z_m);
      node.radius = std::min(std::min(block_x_m, block_z_m) / 2, kMaxWaypointRadius_m);
      for (uint32_t to_r = r == 0 ? 0 : r - 1; to_r <= std::min(r + 1, rows - 1); ++to_r) {
        for (uint32_t to_c = c == 0 ? 0 : c - 1; to_c <= std::min(c + 1, columns - 1); ++to_c) {
          const uint32_t to = to_r * columns + to_c;
          if (to != node.id) graph.links.push_back({.from = node.id, .to = to});
        }
      }
    }
  }
  return graph;
}

}  // namespace waystone
