#include "core/surface/volume/volume_distances.h"

#include "core/surface/distance_rows.h"
#include "core/surface/volume/volume_snap.h"
#include "core/surface/volume/volumes_of_map.h"
#include "core/volume/volume_search.h"

namespace waystone {
namespace {

class VolumeDistanceRows final : public DistanceRows {
 public:
  using DistanceRows::DistanceRows;

 private:
  std::optional<NavLocation> Snap(const Vec3& local, PathEnd /*end*/) override {
    return SnapToVolume(map_, local, query_.snap).place;
  }

  OnePath Find(const PathQuery& path) override {
    const VolumeView& volume = VolumeOf(map_);
    VolumeQuery search;
    search.start = volume.VoxelAt(path.source.point);
    search.goal = volume.VoxelAt(path.target.point);
    search.max_expansions = path.max_expansions;
    search.deadline = query_.deadline;
    FindVolumePath(volume, search, *scratch_.Borrow<VolumeSearchScratch>(), found_);
    OnePath one;
    one.expansions = found_.expanded;
    if (found_.outcome == SearchOutcome::kFound) {
      one.cost_m = InVoxels(found_.length) * volume.header().voxel_m;
    } else {
      one.is_cut = IsCut(found_.outcome);
      one.is_late = one.is_cut && found_.outcome != SearchOutcome::kExpansionLimit;
    }
    return one;
  }

  FloodLimits Flood() override { return {}; }

  VolumePath found_;
};

}  // namespace

DistanceAnswer MeasureVolumeDistances(const MapView& map, const DistanceQuery& query, Scratch& scratch) {
  return VolumeDistanceRows(map, query, scratch).Measure();
}

}  // namespace waystone
