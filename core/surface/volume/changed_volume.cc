#include "core/surface/volume/changed_volume.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/base/deadline_poll.h"
#include "core/base/heap_bytes.h"
#include "core/base/status_macros.h"
#include "core/navmesh/box_tree.h"
#include "core/surface/computed_zones.h"
#include "core/surface/solid_cells.h"
#include "core/surface/volume/volumes_of_map.h"
#include "core/volume/voxel_clearance.h"

namespace waystone {
namespace {

constexpr uint32_t kPolysPerLook = 2048;
constexpr double kTouch_m = 1e-6;  // what touches a voxel from outside leaves it free

// The baked map's zones with those of pieces behind its parts.
struct GrownZones {
  std::shared_ptr<const void> owner;  // of zones that were computed for the baked map
  std::vector<uint32_t> components;
  ZoneView view;
};

// Blocks the voxels that touch a solid, or the agent's body around it.
absl::Status BlockSolid(const Solid& solid, const VolumeHeader& volume, const AgentProfile& agent,
                        const Deadline& deadline, VoxelBits& bits) {
  const double half_m = std::max(agent.radius_m, agent.height_m / 2);
  const auto number = [&](double y_m) {
    const double at = std::floor((y_m - volume.corner_m[1]) / volume.voxel_m);
    return static_cast<int32_t>(std::clamp(at, -1.0, double{kMaxVolumeSide}));
  };
  const int32_t low = std::max(number(solid.min_y - half_m + kTouch_m), 0);
  const int32_t high =
      std::min(number(solid.max_y + half_m - kTouch_m), static_cast<int32_t>(volume.sides[1]) - 1);
  const CellExtent level{volume.sides[0], volume.sides[2], volume.voxel_m,
                         Vec3(volume.corner_m[0], 0, volume.corner_m[2])};
  Solid wide = solid;
  wide.radius_m += agent.radius_m;
  wide.min_y = -1;
  wide.max_y = 1;
  AgentProfile point;
  point.radius_m = 0;
  std::vector<CellRect> under;
  WS_RETURN_IF_ERROR(BlockUnder({&wide, 1}, level, point, size_t{2} * kMaxVolumeSide, deadline, under));
  for (const CellRect& rect : under) {
    const auto first = static_cast<int32_t>(rect.column);
    const auto last = static_cast<int32_t>(rect.column + rect.columns) - 1;
    for (uint32_t row = rect.row; row < rect.row + rect.rows; ++row) {
      for (int32_t y = low; y <= high; ++y) bits.BlockRun(first, last, y, static_cast<int32_t>(row));
    }
  }
  return CheckInTime(deadline);
}

}  // namespace

absl::StatusOr<std::shared_ptr<const ChangedVolume>> ChangedVolume::Make(const MapView& baked,
                                                                         const RouteChanges& changes,
                                                                         const MakeSurface& make_surface,
                                                                         const Deadline& deadline) {
  const VolumeView& volume = VolumeOf(baked);
  DeadlinePoll poll(deadline, kVolumeWordsPerLook);
  VoxelBits bits = FreeVoxelsOf(volume, &poll);
  for (const ClosedParts* const closed : changes.Closed()) {
    for (const Solid& solid : closed->solids) {
      WS_RETURN_IF_ERROR(BlockSolid(solid, volume.header(), baked.variant->agent, deadline, bits));
    }
  }
  if (changes.min_clearance_m > 0) {
    WS_RETURN_IF_ERROR(BlockNear(changes.min_clearance_m / volume.header().voxel_m, deadline, bits));
  }
  const std::shared_ptr<ChangedVolume> changed(new ChangedVolume);
  WS_ASSIGN_OR_RETURN(changed->volume_data_, RepackVolume(volume, bits, deadline, changed->split_));
  changed->volume_ = VolumeView::Derived(changed->volume_data_);
  changed->FillMesh(*baked.navmesh);
  changed->own_parts_ = volume.header().part_count;
  changed->surface_ = make_surface(*changed->volume_, *changed);
  WS_RETURN_IF_ERROR(CheckInTime(deadline));
  return changed;
}

// Each part has the rectangle of the one that it is of: it only stands for it.
void ChangedVolume::FillMesh(const NavmeshView& baked) {
  const NavmeshArrays& arrays = baked.arrays();
  mesh_data_.header = arrays.header;
  const auto copy = [](const auto& from, auto& to) { to.assign(from.begin(), from.end()); };
  copy(arrays.vertices, mesh_data_.vertices);
  copy(arrays.edges, mesh_data_.edges);
  copy(arrays.polys, mesh_data_.polys);
  copy(arrays.detail_vertices, mesh_data_.detail_vertices);
  copy(arrays.detail_triangles, mesh_data_.detail_triangles);
  copy(arrays.area_prefix_m2, mesh_data_.area_prefix_m2);
  for (const uint32_t part : split_) {
    const auto poly = static_cast<uint32_t>(mesh_data_.polys.size());
    NavPoly copied = arrays.polys[part];
    copied.first_edge = static_cast<uint32_t>(mesh_data_.edges.size());
    for (NavEdge edge : baked.edges(PolyId(part))) {
      edge.poly = poly;
      mesh_data_.edges.push_back(edge);
    }
    const double before_m2 = part == 0 ? 0 : arrays.area_prefix_m2[part - 1];
    const double area_m2 = arrays.area_prefix_m2[part] - before_m2;
    mesh_data_.area_prefix_m2.push_back(mesh_data_.area_prefix_m2.back() + area_m2);
    mesh_data_.polys.push_back(copied);
  }
  mesh_data_.header.poly_count = static_cast<uint32_t>(mesh_data_.polys.size());
  mesh_data_.header.edge_count = static_cast<uint32_t>(mesh_data_.edges.size());
  FillBoxTree(mesh_data_);
  mesh_ = NavmeshView::Derived({.header = mesh_data_.header,
                                .vertices = mesh_data_.vertices,
                                .edges = mesh_data_.edges,
                                .polys = mesh_data_.polys,
                                .detail_vertices = mesh_data_.detail_vertices,
                                .detail_triangles = mesh_data_.detail_triangles,
                                .tree_boxes = mesh_data_.tree_boxes,
                                .area_prefix_m2 = mesh_data_.area_prefix_m2});
}

absl::StatusOr<MapView> ChangedVolume::ViewOf(const std::shared_ptr<const ChangedVolume>& self,
                                              const MapView& baked, ZonesNeed need,
                                              const Deadline& deadline) {
  MapView view = baked;
  view.navmesh = &*self->mesh_;
  view.links = &self->links_;
  view.surface = self->surface_.get();
  view.is_applied = true;
  view.skeleton = nullptr;
  view.all_abilities_zones = nullptr;
  view.surface_owner = self;
  if (need == ZonesNeed::kIfReady && baked.zones != nullptr) {
    auto grown = std::make_shared<GrownZones>(GrownZones{baked.zones_owner, {}, *baked.zones});
    for (const uint32_t part : self->split_)
      grown->components.push_back(baked.zones->ComponentOf(PolyId(part)));
    grown->view = baked.zones->WithMore(grown->components);
    view.zones = &grown->view;
    view.zones_owner = std::move(grown);
    return view;
  }
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
  return view;
}

uint64_t ChangedVolume::size_bytes() const {
  constexpr uint64_t kOfPart = 400;  // of its polygon and zones
  return HeapBytes(volume_data_.rows, volume_data_.words, volume_data_.run_rows, volume_data_.runs) +
         kOfPart * mesh_data_.polys.size();
}

absl::StatusOr<std::shared_ptr<const ChangedVolume>> ChangedVolumes::Get(
    const MapView& baked, const RouteChanges& changes, const ChangedVolume::MakeSurface& make_surface,
    const Deadline& deadline) {
  const Hash128 key = changes.WholeHash();
  if (auto kept = kept_.Find(key); kept != nullptr) return kept;
  WS_ASSIGN_OR_RETURN(auto made, ChangedVolume::Make(baked, changes, make_surface, deadline));
  kept_.Keep(key, made, made->size_bytes());
  return made;
}

}  // namespace waystone
