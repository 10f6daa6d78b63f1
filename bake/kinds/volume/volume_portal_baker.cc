#include <algorithm>
#include <memory>
#include <optional>

#include "bake/kinds/volume/volume_kind.h"
#include "bake/portals/surface_portal_baker.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/surface/volume/volume_portals.h"
#include "core/surface/volume/volume_snap.h"
#include "core/surface/volume/volumes_of_map.h"
#include "waystone/field_limits.h"

namespace waystone {
namespace {

constexpr uint32_t kMaxExpansions = limits::SearchLimits::max_expansions.max;

absl::StatusOr<WalkTable> BakeMode(const MapView& map, std::span<const MapExit> exits,
                                   std::span<const PlacedPoint> arrivals, WorldMode mode) {
  const Vec3& origin = map.manifest->origin;
  WS_ASSIGN_OR_RETURN(const std::unique_ptr<const VolumeTriggers> triggers,
                      VolumeTriggers::Make(VolumeOf(map), TriggerBoxesOf(exits, origin, mode)));
  const TriggerWalkOptions options{.max_expansions = kMaxExpansions, .deadline = {}};
  WalkTable walks;
  VolumeSearchScratch scratch;
  for (const PlacedPoint& arrival : arrivals) {
    const NavLocation start{PolyId(arrival.node), arrival.place - origin};
    for (uint32_t exit = 0; exit < exits.size(); ++exit) {
      VolumePath path;
      if (arrival.has_ground) {
        path = triggers->WalkInto(exit, VolumeOf(map).VoxelAt(start.point), kNoVoxelLength, options, scratch);
      }
      if (IsCut(path.outcome)) {
        const Vec3& at = arrival.place;
        return absl::ResourceExhaustedError(StrCat("the walk from the arrival at (", at.x, ", ", at.y, ", ",
                                                   at.z, ") to portal ", Quoted(exits[exit].name),
                                                   " takes more than ", kMaxExpansions,
                                                   " search nodes, or too much memory"));
      }
      walks.Add(AnswerOfVolumeWalk(map, path, start, std::nullopt), origin);
    }
  }
  return walks;
}

// Ground is free voxels.
class VolumePortalBaker final : public SurfacePortalBaker {
 public:
  absl::StatusOr<WalksByMode> BakeWalks(const MapView& map, std::span<const MapExit> exits,
                                        std::span<const PlacedPoint> arrivals) const override {
    WalksByMode baked;
    for (uint32_t i = 0; i < kWorldModes; ++i) {
      WS_ASSIGN_OR_RETURN(baked[i], BakeMode(map, exits, arrivals, static_cast<WorldMode>(i)));
    }
    return baked;
  }

  // Only if all agents have the same voxels.
  void Describe(const LoadedMap& map, WorldMap& record) const override {
    std::optional<VolumeHeader> first;
    for (const MapVariant& variant : map.manifest().variants) {
      const absl::StatusOr<MapView> view = map.View(variant.agent.name, {}, ZonesNeed::kIfReady);
      if (!view.ok()) return;
      const VolumeHeader& header = VolumeOf(*view).header();
      if (!first.has_value()) first = header;
      if (header.voxel_m != first->voxel_m || !std::ranges::equal(header.corner_m, first->corner_m)) return;
    }
    if (!first.has_value()) return;
    const VolumeHeader& volume = *first;
    record.cell_size_m = volume.voxel_m;
    record.corner_x_m = volume.corner_m[0];
    record.height_m = volume.corner_m[1];
    record.corner_z_m = volume.corner_m[2];
  }

 private:
  std::optional<Vec3> GroundIn(const MapView& map, const Aabb& box) const override {
    const Vec3& origin = map.manifest->origin;
    const VolumeView& volume = VolumeOf(map);
    const std::optional<VoxelBox> voxels = VoxelsIn(volume, {box.min - origin, box.max - origin});
    if (!voxels.has_value()) return std::nullopt;
    const Voxel middle = volume.VoxelAt((box.min + box.max) * 0.5 - origin);
    std::optional<Voxel> nearest;
    for (int32_t z = voxels->low.along[2]; z <= voxels->high.along[2]; ++z) {
      for (int32_t y = voxels->low.along[1]; y <= voxels->high.along[1]; ++y) {
        for (const VoxelRun& run : volume.RunsAt(y, z)) {
          const int32_t low = std::max<int32_t>(run.first, voxels->low.along[0]);
          const int32_t high = std::min<int32_t>(run.last, voxels->high.along[0]);
          if (low > high) continue;
          const Voxel voxel{{std::clamp(middle.along[0], low, high), y, z}};
          const bool is_nearer =
              !nearest.has_value() || LengthBetween(voxel, middle) < LengthBetween(*nearest, middle);
          if (is_nearer) nearest = voxel;
        }
      }
    }
    return nearest.has_value() ? std::optional(volume.MiddleOf(*nearest) + origin) : std::nullopt;
  }

  SnapResult SnapLocal(const MapView& map, const Vec3& position) const override {
    return SnapToVolume(map, position, {});
  }
};

}  // namespace

const PortalBaker& PortalsOfVolumes() {
  static const VolumePortalBaker kBaker;
  return kBaker;
}

}  // namespace waystone
