// Placements in a volume: positions are drawn uniform by volume, at any height.
#pragma once

#include "core/base/scratch.h"
#include "core/placement/nearest_place.h"
#include "core/placement/place_judge.h"
#include "core/placement/scatter.h"
#include "core/surface/map_view.h"

namespace waystone {

// A voxel counts as full once so many random places in it were bad.
inline constexpr uint32_t kTriesPerVoxel = 4;

// The room around a place: the distance (3D) to the nearest blocked voxel or the end of the volume. Sight: the
// map's collision geometry; without it a line of sight ends at blocked voxels. REQUIRES (all): the map is a
// volume, and outlives the result.
PlaceSenses SensesOfVolume(const MapView& map);

// As Scatter, but uniform by volume over all free voxels in the rules' box. Once most places drawn are bad the
// voxels are listed, if they are no more than kMaxVoxelsListed, and each is tried kTriesPerVoxel times: kNoRoom
// means that all are full.
ScatterResult ScatterInVolume(const MapView& map, PlaceJudge& judge, const ScatterOptions& options);
inline constexpr uint64_t kMaxVoxelsListed = 1 << 22;

// The good place nearest to a point, to a voxel: voxels are looked at outwards, each at its place nearest to the
// point and in its middle. At most options.max_pieces voxels.
NearestResult NearestInVolume(const MapView& map, PlaceJudge& judge, const Vec3& from,
                              const NearestOptions& options);

}  // namespace waystone
