#include "core/grid/grid_cluster_view.h"

#include <bit>
#include <cstdlib>
#include <string_view>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

template <typename... Parts>
absl::Status Broken(const Parts&... parts) {
  return absl::DataLossError(StrCat("cluster ", parts...));
}

absl::Status CheckHeader(const GridClusterView::Arrays& a, const GridClusterTiling& tiling) {
  const GridClusterHeader& h = a.header;
  if (h.side < kMinClusterSide || h.side > kMaxClusterSide) {
    return Broken("header: a side of ", h.side, " cells, must be ", kMinClusterSide, " to ", kMaxClusterSide);
  }
  for (const uint32_t word : h.reserved) {
    if (word != 0) return Broken("header: reserved words are not zero");
  }
  if (h.landmark_count > kMaxClusterLandmarks) {
    return Broken("header: ", h.landmark_count, " landmarks, must be at most ", kMaxClusterLandmarks);
  }
  if (h.cluster_count != tiling.ClusterCount()) {
    return Broken("header: ", h.cluster_count, " clusters of ", tiling.ClusterCount());
  }
  if (a.clusters.size() != h.cluster_count)
    return Broken("records: ", a.clusters.size(), " of ", h.cluster_count);
  if (a.entrances.size() != h.entrance_count) {
    return Broken("entrances: ", a.entrances.size(), " of ", h.entrance_count);
  }
  const uint64_t landmark_costs = uint64_t{h.entrance_count} * h.landmark_count;
  if (a.landmark_costs.size() != landmark_costs) {
    return Broken("landmark costs: ", a.landmark_costs.size(), " of ", landmark_costs);
  }
  const uint64_t ranks = uint64_t{tiling.rows} * tiling.ClusterColumns();
  return a.ranks.size() == ranks ? absl::OkStatus() : Broken("ranks: ", a.ranks.size(), " of ", ranks);
}

absl::Status CheckRecords(const GridClusterView::Arrays& a) {
  uint64_t entrances = 0;
  uint64_t costs = 0;
  uint64_t steps = 0;
  for (size_t i = 0; i < a.clusters.size(); ++i) {
    const GridClusterRecord& r = a.clusters[i];
    if (r.first_entrance != entrances || r.first_cost != costs || r.first_step != steps) {
      return Broken("records[", i, "]: does not follow those before");
    }
    if (r.free_count > kMaxClusterSide * kMaxClusterSide || r.tree_count > r.entrance_count ||
        r.entrance_count > a.entrances.size()) {
      return Broken("records[", i, "]: bad counts");
    }
    entrances += r.entrance_count;
    costs += uint64_t{r.entrance_count} * r.entrance_count;
    steps += uint64_t{r.tree_count} * ((r.free_count + 1) / 2);
  }
  if (entrances != a.entrances.size()) return Broken("entrances: ", a.entrances.size(), ", not ", entrances);
  if (costs != a.costs.size()) return Broken("costs: ", a.costs.size(), ", not ", costs);
  return steps == a.steps.size() ? absl::OkStatus() : Broken("steps: ", a.steps.size(), ", not ", steps);
}

absl::Status CheckRanks(const GridClusterView::Arrays& a, const GridClusterTiling& tiling,
                        const BitGrid& bits) {
  const uint32_t cluster_columns = tiling.ClusterColumns();
  for (uint32_t cluster = 0; cluster < a.header.cluster_count; ++cluster) {
    const GridClusterArea area = tiling.AreaOf(ClusterId(cluster));
    uint32_t count = 0;
    for (uint32_t i = 0; i < area.rows; ++i) {
      const int32_t row = area.first.row + static_cast<int32_t>(i);
      const size_t index = static_cast<size_t>(row) * cluster_columns + cluster % cluster_columns;
      if (a.ranks[index] != count) return Broken("ranks[", index, "]: differs from the rows");
      const int32_t first = area.first.column;
      count += CountFreeInRow(bits, row, first, first + static_cast<int32_t>(area.columns));
    }
    if (a.clusters[cluster].free_count == count) continue;
    return Broken("records[", cluster, "]: ", a.clusters[cluster].free_count, " free cells, not ", count);
  }
  return absl::OkStatus();
}

absl::Status CheckEntrances(const GridClusterView::Arrays& a, const GridClusterTiling& tiling,
                            const BitGrid& bits) {
  const auto cell_of = [](const GridClusterEntrance& entrance) {
    return Cell{entrance.column, entrance.row};
  };
  for (uint32_t cluster = 0; cluster < a.header.cluster_count; ++cluster) {
    const GridClusterRecord& record = a.clusters[cluster];
    const GridClusterArea area = tiling.AreaOf(ClusterId(cluster));
    for (uint32_t i = record.first_entrance; i < record.first_entrance + record.entrance_count; ++i) {
      const GridClusterEntrance& entrance = a.entrances[i];
      const Cell cell = cell_of(entrance);
      if (!area.Contains(cell)) return Broken("entrances[", i, "]: outside of its cluster");
      if (!bits.IsFree(cell)) return Broken("entrances[", i, "]: a blocked cell");
      if (entrance.tree >= record.tree_count) return Broken("entrances[", i, "]: no tree ", entrance.tree);
      const uint32_t partner = entrance.partner.value();
      if (partner >= a.entrances.size() || a.entrances[partner].partner != EntranceId(i)) {
        return Broken("entrances[", i, "]: its partner does not lead back");
      }
      const Cell other = cell_of(a.entrances[partner]);
      const int32_t apart = std::abs(other.column - cell.column) + std::abs(other.row - cell.row);
      if (apart != 1 || area.Contains(other))
        return Broken("entrances[", i, "]: leads into no other cluster");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckCosts(std::string_view name, std::span<const float> costs) {
  for (size_t i = 0; i < costs.size(); ++i) {
    if (!(costs[i] >= 0)) return Broken(name, "[", i, "]: must be 0 or more");
  }
  return absl::OkStatus();
}

}  // namespace

bool GridClusterTiling::AreNear(Cell a, Cell b) const {
  const auto size = static_cast<int32_t>(side);
  return std::abs(a.column / size - b.column / size) <= 1 && std::abs(a.row / size - b.row / size) <= 1;
}

uint32_t CountFreeInRow(const BitGrid& bits, int32_t row, int32_t first, int32_t end) {
  const uint64_t* words =
      bits.row_words + static_cast<size_t>(row + 1) * BitLines{bits.rows, bits.columns}.StrideWords();
  const auto first_bit = static_cast<uint32_t>(first + 1);
  const auto end_bit = static_cast<uint32_t>(end + 1);
  uint32_t count = 0;
  for (uint32_t word = first_bit / 64; word <= end_bit / 64; ++word) {
    uint64_t mask = ~uint64_t{0};
    if (word == first_bit / 64) mask &= ~uint64_t{0} << first_bit % 64;
    if (word == end_bit / 64) mask &= (uint64_t{1} << end_bit % 64) - 1;
    if (mask != 0) count += static_cast<uint32_t>(std::popcount(words[word] & mask));
  }
  return count;
}

GridClusterView::GridClusterView(const Arrays& arrays, const BitGrid& bits)
    : arrays_(arrays), bits_(bits), tiling_{bits.columns, bits.rows, arrays.header.side} {}

absl::StatusOr<GridClusterView> GridClusterView::Create(const Arrays& arrays, const BitGrid& bits) {
  const GridClusterTiling tiling{bits.columns, bits.rows, std::max(arrays.header.side, 1U)};
  WS_RETURN_IF_ERROR(CheckHeader(arrays, tiling));
  WS_RETURN_IF_ERROR(CheckRecords(arrays));
  WS_RETURN_IF_ERROR(CheckRanks(arrays, tiling, bits));
  WS_RETURN_IF_ERROR(CheckEntrances(arrays, tiling, bits));
  WS_RETURN_IF_ERROR(CheckCosts("costs", arrays.costs));
  WS_RETURN_IF_ERROR(CheckCosts("landmark costs", arrays.landmark_costs));
  return GridClusterView(arrays, bits);
}

uint8_t GridClusterView::StepAt(const GridClusterRecord& cluster, uint32_t tree, Cell cell) const {
  const uint32_t cluster_column = static_cast<uint32_t>(cell.column) / tiling_.side;
  const auto first = static_cast<int32_t>(cluster_column * tiling_.side);
  const size_t rank_index = static_cast<size_t>(cell.row) * tiling_.ClusterColumns() + cluster_column;
  const uint32_t rank = arrays_.ranks[rank_index] + CountFreeInRow(bits_, cell.row, first, cell.column);
  const uint64_t tree_bytes = (cluster.free_count + 1) / 2;
  const uint8_t pair = arrays_.steps[cluster.first_step + tree * tree_bytes + rank / 2];
  return static_cast<uint8_t>(pair >> (rank % 2 * 4) & 15);
}

uint64_t GridClusterBytes(const GridClusterData& data) {
  const auto bytes = [](const auto& records) { return records.size() * sizeof(records[0]); };
  return sizeof(data.header) + bytes(data.clusters) + bytes(data.ranks) + bytes(data.entrances) +
         bytes(data.costs) + bytes(data.steps) + bytes(data.landmark_costs);
}

GridClusterView::Arrays ArraysOf(const GridClusterData& data) {
  return {data.header, data.clusters, data.ranks,         data.entrances,
          data.costs,  data.steps,    data.landmark_costs};
}

}  // namespace waystone
