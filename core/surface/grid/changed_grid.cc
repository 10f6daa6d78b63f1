#include "core/surface/grid/changed_grid.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <utility>

#include "core/base/deadline_poll.h"
#include "core/base/field_error.h"
#include "core/base/heap_bytes.h"
#include "core/base/limit_error.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/navmesh_rules.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/computed_zones.h"
#include "core/surface/grid/grid_fit.h"
#include "core/surface/grid/grid_ground.h"
#include "core/surface/grid/grid_of_map.h"
#include "core/surface/grid/rect_cover.h"
#include "core/surface/grid/rect_mesh.h"

namespace waystone {
namespace {

constexpr uint32_t kPollInterval = 4096;  // [polygons]
constexpr uint32_t kPolysPerLook = 2048;
constexpr uint32_t kCellsBetweenPolls = 1U << 20;

absl::Status TooManyRects() {
  return LimitError("changes.cells",
                    StrCat("changed grids of more than ", ChangedGrid::kMaxRects, " rectangles"),
                    {ChangedGrid::kMaxRects}, absl::StatusCode::kOutOfRange);
}

// Hashes everything that Make reads.
Hash128 KeyOf(const RouteChanges& changes) {
  Hasher128 hasher;
  hasher.Add(std::as_bytes(std::span(&changes.excluded_areas, 1)));
  hasher.Add(std::as_bytes(std::span(&changes.min_clearance_m, 1)));
  for (const GridChanges* cells = changes.cells.get(); cells != nullptr; cells = cells->beneath.get()) {
    hasher.AddItems(cells->blocked_cells);
    hasher.AddItems(cells->opened_cells);
    hasher.AddItems(cells->blocked_rects);
    hasher.AddItems(cells->opened_rects);
  }
  return hasher.Finish();
}

// Calls use(index, mask) for the words of a rectangle's cells in bits by rows.
template <typename Use>
void ForEachWord(BitLines shape, const CellRect& rect, const Use& use) {
  const uint32_t first = rect.column + 1;  // the border's bit comes first
  const uint32_t last = rect.column + rect.columns;
  for (uint32_t row = rect.row; row < rect.row + rect.rows; ++row) {
    for (uint32_t word = first / 64; word <= last / 64; ++word) {
      uint64_t mask = ~uint64_t{0};
      if (word == first / 64) mask &= ~uint64_t{0} << (first % 64);
      if (word == last / 64) mask &= ~uint64_t{0} >> (63 - last % 64);
      use(size_t{row + 1} * shape.StrideWords() + word, mask);
    }
  }
}

}  // namespace

absl::Status ChangedGrid::ChangeCells(const MapView& baked, const RouteChanges& changes,
                                      const Deadline& deadline) {
  const GridView& map = GridOf(baked);
  GridGroundCache cache;
  WS_ASSIGN_OR_RETURN(const GridGround ground, cache.GroundOf(map, changes, deadline));
  const BitGrid& bits = ground.bits;
  grid_data_.header = map.header();
  grid_data_.row_words.assign(bits.row_words, bits.row_words + BitLines{bits.rows, bits.columns}.WordCount());
  grid_data_.column_words.assign(bits.column_words,
                                 bits.column_words + BitLines{bits.columns, bits.rows}.WordCount());
  grid_data_.header.free_count = 0;
  for (const uint64_t word : grid_data_.row_words)
    grid_data_.header.free_count += static_cast<uint64_t>(std::popcount(word));
  grid_data_.areas.assign(map.areas().begin(), map.areas().end());
  for (uint32_t id = 0; id < grid_data_.areas.size(); ++id) {
    if (id % kCellsBetweenPolls == 0) WS_RETURN_IF_ERROR(CheckInTime(deadline));
    uint8_t& area = grid_data_.areas[id];
    const bool is_free = bits.IsFree(map.CellOf(id));
    area = is_free ? std::max<uint8_t>(area, 1) : 0;
  }
  WS_ASSIGN_OR_RETURN(grid_, GridView::Create(grid_data_));
  return CheckInTime(deadline);
}

absl::Status ChangedGrid::ChangeMesh(const MapView& baked, const Deadline& deadline) {
  const GridView& map = GridOf(baked);
  const NavmeshView& mesh = *baked.navmesh;
  const BitLines shape{map.rows(), map.columns()};
  const std::vector<uint64_t>& free = grid_data_.row_words;
  if (mesh.poly_count() > kMaxRects) return TooManyRects();
  std::vector<uint64_t> left(free.size(), 0);
  std::vector<CellRect> cover;
  std::vector<MeshRect> rects(mesh.poly_count());
  std::vector<MeshRect> more;
  std::vector<PolyId> parents;
  for (uint32_t i = 0; i < mesh.poly_count(); ++i) {
    if (i % kPollInterval == 0) WS_RETURN_IF_ERROR(CheckInTime(deadline));
    const std::optional<CellRect> rect = RectOf(mesh, PolyId(i), map.header());
    if (!rect) return absl::DataLossError(StrCat("navmesh polys[", i, "]: no rectangle of the grid's cells"));
    const uint8_t area = mesh.poly(PolyId(i)).area;
    rects[i] = {*rect, area};
    bool is_whole = true;
    ForEachWord(shape, *rect,
                [&](size_t word, uint64_t mask) { is_whole = is_whole && (free[word] & mask) == mask; });
    if (is_whole) continue;
    changed_polys_.emplace_back(i);
    ForEachWord(shape, *rect, [&](size_t word, uint64_t mask) { left[word] |= free[word] & mask; });
    cover.clear();
    CoverBits(shape, *rect, left, cover);
    rects[i].cells = cover.empty() ? CellRect{} : cover[0];
    for (size_t k = 1; k < cover.size(); ++k) {
      more.push_back({cover[k], area});
      parents.emplace_back(i);
    }
  }
  const uint64_t* const was_free = map.bits().row_words;
  for (size_t i = 0; i < left.size(); ++i) left[i] = free[i] & ~was_free[i];
  cover.clear();
  CoverBits(shape, {0, 0, map.columns(), map.rows()}, left, cover);
  for (const CellRect& rect : cover) more.push_back({rect, 1});
  parents.resize(more.size(), PolyId::None());
  own_polys_ = static_cast<uint32_t>(rects.size());
  baked_polys_.reserve(rects.size() + more.size());
  for (uint32_t i = 0; i < rects.size(); ++i) baked_polys_.emplace_back(i);
  baked_polys_.insert(baked_polys_.end(), parents.begin(), parents.end());
  rects.insert(rects.end(), more.begin(), more.end());
  if (rects.size() > kMaxRects) return TooManyRects();
  WS_ASSIGN_OR_RETURN(mesh_data_, MakeRectMesh(map.header(), rects, mesh.arrays().header, deadline));
  mesh_ = NavmeshView::Derived({.header = mesh_data_.header,
                                .vertices = mesh_data_.vertices,
                                .edges = mesh_data_.edges,
                                .polys = mesh_data_.polys,
                                .detail_vertices = mesh_data_.detail_vertices,
                                .detail_triangles = mesh_data_.detail_triangles,
                                .tree_boxes = mesh_data_.tree_boxes,
                                .area_prefix_m2 = mesh_data_.area_prefix_m2});
  return absl::OkStatus();
}

absl::StatusOr<std::shared_ptr<const ChangedGrid>> ChangedGrid::Make(const MapView& baked,
                                                                     const RouteChanges& changes,
                                                                     const MakeSurface& make_surface,
                                                                     const Deadline& deadline) {
  const std::shared_ptr<ChangedGrid> changed(new ChangedGrid);
  WS_RETURN_IF_ERROR(changed->ChangeCells(baked, changes, deadline));
  WS_RETURN_IF_ERROR(changed->ChangeMesh(baked, deadline));
  changed->surface_ = make_surface(*changed->grid_, *changed);
  return changed;
}

std::optional<NavLocation> ChangedGrid::PlaceOf(const NavLocation& baked) const {
  if (!std::binary_search(changed_polys_.begin(), changed_polys_.end(), baked.poly)) return baked;
  std::optional<PolyId> nearest;
  double least_sq_m2 = mesh_->tolerance_m() * mesh_->tolerance_m();
  const auto look_at = [&](PolyId piece) {
    if (!InNavRange(mesh_->EdgeStart(EdgeId(mesh_->poly(piece).first_edge))))
      return;  // nothing is left of it
    const double sq_m2 = ClosestInPlane(*mesh_, piece, baked.point.Plane()).distance_sq_m2;
    if (sq_m2 > least_sq_m2 || (nearest && sq_m2 == least_sq_m2)) return;
    nearest = piece;
    least_sq_m2 = sq_m2;
  };
  look_at(baked.poly);
  // Behind the map's own: the parts of changed ones, by these, then what was opened.
  const auto is_before = [](PolyId a, PolyId b) { return !a.IsNone() && (b.IsNone() || a < b); };
  const auto first = baked_polys_.begin() + own_polys_;
  const auto [begin, end] = std::equal_range(first, baked_polys_.end(), baked.poly, is_before);
  for (auto piece = begin; piece != end; ++piece)
    look_at(PolyId(static_cast<uint32_t>(piece - baked_polys_.begin())));
  if (!nearest) return std::nullopt;
  return NavLocation{*nearest, baked.point};
}

absl::StatusOr<MapView> ChangedGrid::ViewOf(const std::shared_ptr<const ChangedGrid>& self,
                                            const MapView& baked, const Deadline& deadline) {
  MapView view = baked;
  view.navmesh = &*self->mesh_;
  view.links = &self->links_;
  view.surface = self->surface_.get();
  view.is_applied = true;
  view.skeleton = nullptr;
  view.all_abilities_zones = nullptr;
  DeadlinePoll poll(deadline, kPolysPerLook);
  const auto compute = [&] {
    return ComputeZones(*view.navmesh, *view.links, baked.abilities,
                        {.zones = baked.zones, .is_whole = false}, &poll);
  };
  const auto zones = self->zones_.Get({.abilities = baked.abilities}, compute, &poll);
  if (zones == nullptr) return CheckInTime(deadline);
  view.zones = &zones->view();
  view.zones_basis = ZonesBasis::kComputed;
  view.zones_owner = zones;
  view.surface_owner = self;
  return view;
}

uint64_t ChangedGrid::size_bytes() const {
  constexpr uint64_t kZonesOfPoly = 8;
  return HeapBytes(grid_data_.row_words, grid_data_.column_words, grid_data_.areas, mesh_data_.vertices,
                   mesh_data_.edges, mesh_data_.polys, mesh_data_.detail_triangles, mesh_data_.tree_boxes,
                   mesh_data_.area_prefix_m2, baked_polys_, changed_polys_) +
         kZonesOfPoly * mesh_data_.polys.size();
}

absl::StatusOr<std::shared_ptr<const ChangedGrid>> ChangedGrids::Get(
    const MapView& baked, const RouteChanges& changes, const ChangedGrid::MakeSurface& make_surface,
    const Deadline& deadline) {
  const Hash128 key = KeyOf(changes);
  if (auto kept = kept_.Find(key); kept != nullptr) return kept;
  WS_ASSIGN_OR_RETURN(auto made, ChangedGrid::Make(baked, changes, make_surface, deadline));
  kept_.Keep(key, made, made->size_bytes());
  return made;
}

}  // namespace waystone
