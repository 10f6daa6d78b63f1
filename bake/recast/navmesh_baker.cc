#include "bake/recast/navmesh_baker.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <mutex>
#include <new>
#include <utility>

#include "absl/strings/str_split.h"
#include "bake/recast/tile_baker.h"
#include "bake/recast/tile_geometry.h"
#include "bake/recast/tile_grid.h"
#include "core/base/parallel_for.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

std::vector<uint64_t> TilesWithTriangles(const TileBins& bins) {
  std::vector<uint64_t> tiles;
  for (uint64_t i = 0; i + 1 < bins.begin.size(); ++i) {
    if (bins.begin[i + 1] > bins.begin[i]) tiles.push_back(i);
  }
  return tiles;
}

// Bakes the listed tiles into slots of their own.
class TileRun {
 public:
  TileRun(const BakeInput& input, const VoxelSettings& settings, const TileGrid& grid, const TileBins& bins,
          const TileProgress& progress)
      : input_(input), settings_(settings), grid_(grid), bins_(bins), progress_(progress) {}

  // The tiles in order, or the error of the first one that has one.
  absl::StatusOr<std::vector<BakedTile>> Run(const std::vector<uint64_t>& tiles, int thread_count) {
    std::vector<absl::StatusOr<BakedTile>> slots(tiles.size());
    ParallelFor(
        tiles.size(), thread_count,
        [&](size_t i) {
          try {
            slots[i] = BakeOne(tiles[i]);
          } catch (const std::bad_alloc&) {  // must not leave the thread
            slots[i] = absl::UnavailableError("out of memory");
          }
          if (!slots[i].ok()) failed_ = true;
          Report(tiles.size());
        },
        [&] { return failed_.load(); });
    std::vector<BakedTile> baked;
    baked.reserve(tiles.size());
    for (absl::StatusOr<BakedTile>& slot : slots) {
      WS_RETURN_IF_ERROR(slot.status());
      baked.push_back(*std::move(slot));
    }
    return baked;
  }

 private:
  absl::StatusOr<BakedTile> BakeOne(uint64_t tile) const {
    const auto x = static_cast<uint32_t>(tile % grid_.count_x);
    const auto z = static_cast<uint32_t>(tile / grid_.count_x);
    WS_ASSIGN_OR_RETURN(const TileGeometry geometry,
                        CutTile(input_.map, input_.classes, bins_.OfTile(tile), grid_, x, z, settings_));
    return BakeTile(geometry, grid_, x, z, settings_, input_.volumes, input_.finds_gaps);
  }

  void Report(uint64_t total) {
    const std::lock_guard lock(mutex_);
    ++done_;
    if (progress_) progress_(done_, total);
  }

  const BakeInput& input_;
  const VoxelSettings& settings_;
  const TileGrid& grid_;
  const TileBins& bins_;
  const TileProgress& progress_;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;
  uint64_t done_ = 0;
};

// The message without the words that have digits, so that the same complaint from many tiles is one warning.
std::string KindOf(const std::string& message) {
  std::string kind;
  for (const absl::string_view word : absl::StrSplit(message, ' ')) {
    const bool has_digit = std::ranges::any_of(word, [](char c) { return c >= '0' && c <= '9'; });
    absl::StrAppend(&kind, kind.empty() ? "" : " ", has_digit ? "#" : word);
  }
  return kind;
}

std::vector<std::string> SummariseMessages(const std::vector<BakedTile>& tiles) {
  std::map<std::string, uint64_t> counts;
  for (const BakedTile& tile : tiles) {
    for (const std::string& message : tile.messages) ++counts[KindOf(message)];
  }
  std::vector<std::string> warnings;
  warnings.reserve(counts.size());
  for (const auto& [kind, count] : counts) warnings.push_back(StrCat("Recast, ", count, " times: ", kind));
  return warnings;
}

void AppendTile(BakedTile tile, PolygonSoup& soup) {
  const auto first_vertex = static_cast<uint32_t>(soup.vertices.size());
  const auto first_polygon = static_cast<uint32_t>(soup.polygons.size());
  soup.vertices.insert(soup.vertices.end(), tile.vertices.begin(), tile.vertices.end());
  for (SoupPolygon& polygon : tile.polygons) {
    for (uint32_t& vertex : polygon.vertices) vertex += first_vertex;
    for (uint32_t& neighbour : polygon.neighbours) {
      if (neighbour != kNoNeighbour) neighbour += first_polygon;
    }
    soup.polygons.push_back(std::move(polygon));
  }
}

}  // namespace

absl::StatusOr<TilePlan> PlanTiles(const BakeInput& input, const VoxelSettings& settings,
                                   const BakeLimits& limits) {
  TilePlan plan;
  WS_ASSIGN_OR_RETURN(plan.grid, MakeTileGrid(input.bounds, input.origin, settings));
  WS_ASSIGN_OR_RETURN(plan.bins, BinTriangles(input.map, input.classes, plan.grid, settings, limits));
  return plan;
}

absl::StatusOr<BakeOutcome> BakePolygons(const BakeInput& input, const VoxelSettings& settings,
                                         const TilePlan& plan, double max_climb_m, int thread_count,
                                         const TileProgress& progress) {
  const auto& [grid, bins] = plan;
  const std::vector<uint64_t> tiles = TilesWithTriangles(bins);
  TileRun run(input, settings, grid, bins, progress);
  WS_ASSIGN_OR_RETURN(std::vector<BakedTile> baked, run.Run(tiles, thread_count));
  BakeOutcome outcome;
  outcome.tile_count = tiles.size();
  outcome.tile_triangles = bins.triangles.size();
  outcome.warnings = SummariseMessages(baked);
  PolygonSoup& soup = outcome.soup;
  for (BakedTile& tile : baked) {
    outcome.span_count += tile.span_count;
    outcome.ground.Add(tile.ground);
    outcome.dropped_polygon_count += tile.dropped_polygon_count;
    outcome.found.Append(std::move(tile.found));
    AppendTile(std::move(tile), soup);
  }
  soup.cell_size_m = static_cast<float>(settings.cell_size_m);
  soup.cell_height_m = static_cast<float>(settings.cell_height_m);
  soup.tile_size_m = static_cast<float>(settings.tile_size_m());
  soup.tile_origin = Vec3(static_cast<double>(grid.first_cell_x) * settings.cell_size_m, 0,
                          static_cast<double>(grid.first_cell_z) * settings.cell_size_m)
                         .ToFloat();
  soup.max_climb_m = static_cast<float>(max_climb_m);
  return outcome;
}

}  // namespace waystone
