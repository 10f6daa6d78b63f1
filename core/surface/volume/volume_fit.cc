#include "core/surface/volume/volume_fit.h"

#include "core/base/str_cat.h"

namespace waystone {

absl::Status CheckVolumeFits(const VolumeView& volume, const NavmeshView& mesh) {
  if (volume.header().part_count == mesh.poly_count()) return absl::OkStatus();
  return absl::DataLossError("volume header: not one polygon per part");
}

absl::Status CheckKeyPointsAreFree(const SkeletonView& skeleton, const VolumeView& volume) {
  for (KeyPointId k(0); k.value() < skeleton.size(); ++k) {
    const Voxel voxel = volume.VoxelAt(skeleton.Position(k));
    const bool is_inside = volume.size().Contains(voxel) && volume.IsFree(voxel);
    if (is_inside && volume.PartOf(voxel) == skeleton.key_point(k).poly) continue;
    return absl::DataLossError(
        StrCat("skeleton key points[", k.value(), "]: not in a free voxel of its part"));
  }
  return absl::OkStatus();
}

}  // namespace waystone
