#include "core/surface/volume/volume_fit.h"

namespace waystone {

absl::Status CheckVolumeFits(const VolumeView& volume, const NavmeshView& mesh) {
  if (volume.header().part_count == mesh.poly_count()) return absl::OkStatus();
  return absl::DataLossError("volume header: not one polygon per part");
}

}  // namespace waystone
