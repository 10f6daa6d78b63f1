#include "bake/recast/tile_baker.h"

#include <recastnavigation/RecastAlloc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_join.h"
#include "bake/recast/height_fit.h"
#include "bake/recast/open_spans.h"
#include "bake/recast/poly_mesh_soup.h"
#include "bake/recast/recast_objects.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

// Recast 1.5 reads memory in rcBuildContours that it has not written: the same bake had other polygons once in a while. From the start of
// the program all its memory is zeroed.
void* ZeroedMemory(size_t size, rcAllocHint /*hint*/) { return std::calloc(1, size); }
void FreeMemory(void* memory) { std::free(memory); }
[[maybe_unused]] const bool kIsZeroed = [] {
  rcAllocSetCustom(ZeroedMemory, FreeMemory);
  return true;
}();

constexpr int kVerticesPerPolygon = 6;
// Triangles are drawn in batches of about this many cells; after each the spans are counted.
constexpr double kBatchCells = 4e6;

// Recast's stages over one tile. Each returns whether it went well.
class TilePipeline {
 public:
  // Marks volumes on the walkable spans.
  using Marker = std::function<void(rcCompactHeightfield&)>;

  TilePipeline(const TileGeometry& geometry, const VoxelSettings& settings, Marker mark)
      : geometry_(geometry), settings_(settings), mark_(std::move(mark)) {}

  absl::Status Run();
  const rcPolyMesh& mesh() const { return *mesh_; }
  const rcPolyMeshDetail& detail() const { return *detail_; }
  uint64_t span_count() const { return span_count_; }
  const GroundCells& ground() const { return ground_; }
  // The stages up to the regions.
  absl::Status RunToRegions();
  // What parts the islands of the tile. REQUIRES: the regions.
  FieldFindings FindGaps() const;
  const RecastLog& log() const { return log_; }

 private:
  absl::Status DrawTriangles();
  void FilterSpans();
  bool FindWalkable();
  bool FindRegions();
  bool FindPolygons(double max_edge_error_cells);
  bool FindSoundPolygons();
  bool FindHeights();
  // The end of the batch that begins at triangle `first`.
  size_t BatchEnd(size_t first) const;
  absl::Status Failure(std::string_view stage) const;

  const TileGeometry& geometry_;
  const VoxelSettings& settings_;
  const Marker mark_;
  RecastLog log_;
  Heightfield solid_{rcAllocHeightfield()};
  CompactHeightfield compact_{rcAllocCompactHeightfield()};
  ContourSet contours_;
  PolyMesh mesh_;
  PolyMeshDetail detail_{rcAllocPolyMeshDetail()};
  uint64_t span_count_ = 0;
  GroundCells ground_;
  OpenField open_;
};

uint64_t CountSpans(const rcHeightfield& field) {
  uint64_t pools = 0;
  for (const rcSpanPool* pool = field.pools; pool != nullptr; pool = pool->next) ++pools;
  return pools * RC_SPANS_PER_POOL;
}

// Calls visit(index of a column) for each column of the tile itself.
template <typename Visit>
void ForEachColumn(const VoxelSettings& settings, const Visit& visit) {
  const int side = settings.field_cells();
  for (int z = settings.margin_cells; z < side - settings.margin_cells; ++z) {
    for (int x = settings.margin_cells; x < side - settings.margin_cells; ++x) visit(x + z * side);
  }
}

void CountFloors(const rcHeightfield& field, const VoxelSettings& settings, GroundCells& ground) {
  const auto height_cells = static_cast<unsigned int>(settings.height_cells);
  ForEachColumn(settings, [&](int column) {
    for (const rcSpan* span = field.spans[column]; span != nullptr; span = span->next) {
      if (span->area == RC_NULL_AREA) continue;
      ++ground.flat;
      const rcSpan* above = span->next;
      const bool is_high = above == nullptr || above->smin >= span->smax + height_cells;
      if (is_high) ++ground.high;
    }
  });
}

uint64_t CountWalkable(const rcCompactHeightfield& field, const VoxelSettings& settings) {
  uint64_t count = 0;
  ForEachColumn(settings, [&](int column) {
    const rcCompactCell& cell = field.cells[column];
    const unsigned char* areas = field.areas + cell.index;
    count += static_cast<uint64_t>(
        std::count_if(areas, areas + cell.count, [](unsigned char area) { return area != RC_NULL_AREA; }));
  });
  return count;
}

absl::Status TilePipeline::Failure(std::string_view stage) const {
  const std::string why = absl::StrJoin(log_.messages(), "; ");
  if (why.find("Too many vertices") != std::string::npos) {
    return absl::ResourceExhaustedError(
        StrCat("too many vertices for one tile: lower --tile-size (", why, ")"));
  }
  return absl::InternalError(StrCat("Recast failed at ", stage, ": ", why));
}

size_t TilePipeline::BatchEnd(size_t first) const {
  double cells = 0;
  size_t i = first;
  for (; i < geometry_.areas.size() && cells < kBatchCells; ++i) {
    const float* t = &geometry_.corners[9 * i];
    const auto [x0, x1] = std::minmax({t[0], t[3], t[6]});
    const auto [z0, z1] = std::minmax({t[2], t[5], t[8]});
    cells += ((x1 - x0) / settings_.cell_size_m + 1) * ((z1 - z0) / settings_.cell_size_m + 1);
  }
  return i;
}

absl::Status TilePipeline::DrawTriangles() {
  const int side = settings_.field_cells();
  const auto side_m = static_cast<float>(side * settings_.cell_size_m);
  const std::array<float, 3> low = {0, 0, 0};
  const std::array<float, 3> high = {side_m, geometry_.height_m, side_m};
  if (!rcCreateHeightfield(&log_, *solid_, side, side, low.data(), high.data(),
                           static_cast<float>(settings_.cell_size_m),
                           static_cast<float>(settings_.cell_height_m))) {
    return Failure("the heightfield");
  }
  for (size_t first = 0; first < geometry_.areas.size();) {
    const size_t end = BatchEnd(first);
    if (!rcRasterizeTriangles(&log_, &geometry_.corners[9 * first], &geometry_.areas[first],
                              static_cast<int>(end - first), *solid_, settings_.climb_cells)) {
      return Failure("drawing triangles");
    }
    span_count_ = CountSpans(*solid_);
    if (span_count_ > kMaxTileSpans) {
      return absl::ResourceExhaustedError(
          StrCat("more than ", kMaxTileSpans, " voxel spans: lower --tile-size or raise --cell-height"));
    }
    first = end;
  }
  return absl::OkStatus();
}

void TilePipeline::FilterSpans() {
  CountFloors(*solid_, settings_, ground_);
  rcFilterLowHangingWalkableObstacles(&log_, settings_.climb_cells, *solid_);
  open_ = MakeOpenField(*solid_, GapRulesOf(settings_).least_air_cells());
  rcFilterLedgeSpans(&log_, settings_.height_cells, settings_.climb_cells, *solid_);
  rcFilterWalkableLowHeightSpans(&log_, settings_.height_cells, *solid_);
}

bool TilePipeline::FindWalkable() {
  if (!rcBuildCompactHeightfield(&log_, settings_.height_cells, settings_.climb_cells, *solid_, *compact_)) {
    return false;
  }
  solid_.reset();
  if (settings_.radius_cells > 0 && !rcErodeWalkableArea(&log_, settings_.radius_cells, *compact_)) {
    return false;
  }
  ground_.wide = CountWalkable(*compact_, settings_);
  const std::vector<unsigned char> before(compact_->areas, compact_->areas + compact_->spanCount);
  mark_(*compact_);
  CloseTaken(*compact_, before, open_);
  ground_.taken = ground_.wide - CountWalkable(*compact_, settings_);
  return true;
}

bool TilePipeline::FindRegions() {
  return rcBuildDistanceField(&log_, *compact_) &&
         rcBuildRegions(&log_, *compact_, settings_.margin_cells, settings_.min_region_cells,
                        settings_.merge_region_cells);
}

bool TilePipeline::FindPolygons(double max_edge_error_cells) {
  contours_.reset(rcAllocContourSet());
  mesh_.reset(rcAllocPolyMesh());
  return rcBuildContours(&log_, *compact_, static_cast<float>(max_edge_error_cells), settings_.max_edge_cells,
                         *contours_) &&
         rcBuildPolyMesh(&log_, *contours_, kVerticesPerPolygon, *mesh_);
}

// A contour that was straightened so far that it crosses itself loses polygons, and Recast warns. Such a tile
// is drawn again with less straightening.
bool TilePipeline::FindSoundPolygons() {
  const size_t earlier_messages = log_.messages().size();
  for (const double share : {1.0, 0.5, 0.0}) {
    log_.ForgetAfter(earlier_messages);
    if (!FindPolygons(share * settings_.max_edge_error_cells)) return false;
    if (log_.messages().size() == earlier_messages) break;
  }
  return true;
}

bool TilePipeline::FindHeights() {
  return rcBuildPolyMeshDetail(&log_, *mesh_, *compact_, static_cast<float>(settings_.detail_distance_m),
                               static_cast<float>(settings_.detail_error_m), *detail_);
}

FieldFindings TilePipeline::FindGaps() const {
  const FieldIslands islands = FindFieldIslands(*compact_, open_);
  if (islands.count == 0) return {};
  return FindFieldGaps(open_, islands.of_span, GapRulesOf(settings_), settings_.margin_cells);
}

absl::Status TilePipeline::RunToRegions() {
  WS_RETURN_IF_ERROR(DrawTriangles());
  FilterSpans();
  if (!FindWalkable()) return Failure("the walkable area");
  if (!FindRegions()) return Failure("the regions");
  return absl::OkStatus();
}

absl::Status TilePipeline::Run() {
  WS_RETURN_IF_ERROR(RunToRegions());
  if (!FindSoundPolygons()) return Failure("the polygons");
  if (!FindHeights()) return Failure("the heights");
  return absl::OkStatus();
}

bool IsWalkable(const TileGeometry& geometry) {
  return std::ranges::any_of(geometry.areas, [](uint8_t area) { return area != 0; });
}

}  // namespace

absl::StatusOr<BakedTile> BakeTile(const TileGeometry& geometry, const TileGrid& grid, uint32_t tile_x,
                                   uint32_t tile_z, const VoxelSettings& settings,
                                   std::span<const IndexedVolume> volumes, bool finds_gaps) {
  BakedTile tile;
  if (!IsWalkable(geometry)) return tile;
  TilePipeline pipeline(geometry, settings, [&](rcCompactHeightfield& field) {
    MarkVolumes(volumes, grid, tile_x, tile_z, geometry.base_cell, settings, field);
  });
  if (const absl::Status status = pipeline.Run(); !status.ok()) {
    return absl::Status(status.code(), StrCat("tile (", tile_x, ", ", tile_z, "): ", status.message()));
  }
  tile.span_count = pipeline.span_count();
  tile.ground = pipeline.ground();
  tile.messages = pipeline.log().messages();
  if (finds_gaps)
    tile.found = PlaceFindings(pipeline.FindGaps(), grid, tile_x, tile_z, geometry.base_cell, settings);
  AppendPolyMesh(pipeline.mesh(), pipeline.detail(), grid, tile_x, tile_z, geometry.base_cell, settings,
                 tile);
  FitHeights(geometry, grid, tile_x, tile_z, settings, tile);
  return tile;
}

absl::StatusOr<std::vector<TileGap>> FindGapsOfTile(const TileGeometry& geometry, const TileGrid& grid,
                                                    uint32_t tile_x, uint32_t tile_z,
                                                    const VoxelSettings& settings,
                                                    std::span<const IndexedVolume> volumes) {
  if (!IsWalkable(geometry)) return std::vector<TileGap>();
  TilePipeline pipeline(geometry, settings, [&](rcCompactHeightfield& field) {
    MarkVolumes(volumes, grid, tile_x, tile_z, geometry.base_cell, settings, field);
  });
  WS_RETURN_IF_ERROR(pipeline.RunToRegions());
  return PlaceFindings(pipeline.FindGaps(), grid, tile_x, tile_z, geometry.base_cell, settings).gaps;
}

}  // namespace waystone
