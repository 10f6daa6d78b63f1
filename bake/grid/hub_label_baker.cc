#include "bake/grid/hub_label_baker.h"

#include <algorithm>
#include <bit>

#include "bake/grid/corner_graph.h"
#include "bake/grid/hub_labels.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr double kBytesPerPlainCell = 4.0 / 8 + 4.0 / 64;

std::vector<uint32_t> CountBefore(const CornerBits& bits) {
  std::vector<uint32_t> before;
  uint32_t count = 0;
  for (size_t word = 0; word < BitLines{bits.free.rows, bits.free.columns}.WordCount(); ++word) {
    before.push_back(count);
    count += static_cast<uint32_t>(std::popcount(bits.CornersIn(word)));
  }
  return before;
}

void Pack(const CornerGraph& graph, const HubLabels& labels, HubLabelData& data) {
  uint32_t end = 0;
  data.first_hub.push_back(0);
  for (const auto& label : labels.of_corner)
    data.first_hub.push_back(end += static_cast<uint32_t>(label.size()));
  data.hubs.reserve(end);
  for (uint32_t corner = 0; corner < graph.size(); ++corner) {
    for (const HubEntry& entry : labels.of_corner[corner]) {
      GridHub hub{entry.hub.value() << kOctantBits, entry.cardinal, entry.diagonal, kNoHub};
      if (const uint32_t next = entry.next.value(); !entry.next.IsNone()) {
        const auto& label = labels.of_corner[next];
        const auto less = [](const HubEntry& e, HubId h) { return e.hub < h; };
        const auto at = std::lower_bound(label.begin(), label.end(), entry.hub, less) - label.begin();
        hub.hub_and_octant |= OctantOf(graph.cells[corner], graph.cells[next]);
        hub.next = data.first_hub[next] + static_cast<uint32_t>(at);
      }
      data.hubs.push_back(hub);
    }
  }
}

uint64_t SizeOf(const HubLabelData& data) {
  return data.plain_words.size() * sizeof(uint64_t) +
         (data.corners_before.size() + data.first_hub.size()) * sizeof(uint32_t) +
         data.hubs.size() * sizeof(GridHub);
}

}  // namespace

HubLabelResult BakeHubLabels(const GridView& grid, const HubLabelOptions& options) {
  HubLabelResult result;
  const auto leave_out = [&](auto... parts) {
    result.data = {};
    result.left_out = StrCat(parts...);
    return result;
  };
  if (!grid.is_uniform()) return leave_out("cells of different costs");
  HubLabelData& data = result.data;
  const BitGrid free = grid.bits();
  data.plain_words = PlainWords(free);
  const CornerBits bits = CornerBitsOf(free, data.plain_words.data());
  data.corners_before = CountBefore(bits);
  const uint32_t count = data.corners_before.back();
  if (count > options.max_corners)
    return leave_out(count, " corners of obstacles, more than ", options.max_corners);
  result.corner_count = count;
  const CornerGraph graph = MakeCornerGraph(bits);
  const auto cell_count = static_cast<double>(uint64_t{free.columns} * free.rows);
  const double room = (options.max_bytes_per_cell - kBytesPerPlainCell) * cell_count;
  const double max_entries = std::clamp(room / sizeof(GridHub), 0.0, double{UINT32_MAX - 1});
  const HubLabels labels = MakeHubLabels(
      graph, {.max_entries = static_cast<uint64_t>(max_entries), .max_steps = options.max_steps});
  if (labels.has_too_many) return leave_out("more than ", options.max_bytes_per_cell, " bytes per cell");
  if (labels.is_too_slow)
    return leave_out("labels of ", count, " corners take more than ", options.max_steps, " steps");
  if (labels.has_long_path) return leave_out("paths of more than ", UINT16_MAX, " steps");
  Pack(graph, labels, data);
  result.size_bytes = SizeOf(data);
  return result;
}

}  // namespace waystone
