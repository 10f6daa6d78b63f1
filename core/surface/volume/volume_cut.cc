#include "core/surface/volume/volume_cut.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/surface/volume/volumes_of_map.h"

namespace waystone {

SurfaceCut CutVolume(const MapView& map, const CutPlane& plane) {
  const VolumeView& volume = VolumeOf(map);
  const VolumeHeader& header = volume.header();
  SurfaceCut cut;
  cut.cell_m = header.voxel_m;
  const double length_m = Distance(plane.from, plane.to);
  if (plane.is_level) {
    cut.columns = header.sides[0];
    cut.rows = header.sides[2];
    cut.corner = {header.corner_m[0], header.corner_m[2]};
  } else {
    const double most = 4.0 * kMaxVolumeSide;  // lines may be longer than the volume
    cut.columns = static_cast<uint32_t>(std::clamp(std::ceil(length_m / cut.cell_m), 1.0, most));
    cut.rows = header.sides[1];
    cut.corner = {0, header.corner_m[1]};
  }
  cut.zones.reserve(size_t{cut.columns} * cut.rows);
  for (uint32_t row = 0; row < cut.rows; ++row) {
    for (uint32_t column = 0; column < cut.columns; ++column) {
      const Voxel voxel = volume.VoxelAt(MiddleOf(plane, cut, column, row));
      const std::optional<uint32_t> part =
          volume.size().Contains(voxel) ? volume.PartOf(voxel) : std::nullopt;
      cut.zones.push_back(part ? map.zones->ZoneOf(PolyId(*part)).value() : SurfaceCut::kSolid);
    }
  }
  return cut;
}

double FullestHeightOf(const MapView& map) {
  const VolumeView& volume = VolumeOf(map);
  const auto height = static_cast<int32_t>(volume.size().sides[1]);
  std::vector<uint64_t> free(volume.size().sides[1]);
  for (int32_t z = 0; z < static_cast<int32_t>(volume.size().sides[2]); ++z) {
    for (int32_t y = 0; y < height; ++y) {
      for (const VoxelRun& run : volume.RunsAt(y, z)) {
        if (map.zones->IsMain(PolyId(run.part))) free[static_cast<size_t>(y)] += run.last + 1U - run.first;
      }
    }
  }
  const auto fullest = static_cast<int32_t>(std::ranges::max_element(free) - free.begin());
  return volume.MiddleOf({{0, fullest, 0}}).y;
}

}  // namespace waystone
