// Flights through triangle meshes as volumes: do they stay clear of the triangles, and how much longer are they than
// paths over voxels half as large?
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/random.h"

namespace waystone {

struct MeshFlightOptions {
  double radius_m = 0.4;    // of the flyer, as high as wide
  double voxel_m = 0.2;     // [m] half of the radius, as a bake takes it
  uint32_t flights = 100;   // of a mesh
  double max_apart_m = 25;  // between the ends of a flight, in a straight line
};

struct MeshFlights {
  uint64_t positions = 0;  // sampled
  uint64_t in_solid = 0;   // of them: nearer to a triangle than the radius
  std::vector<double>
      ratios;  // of each flight's length, pulled taut, to the shortest path over voxels half as large
};

// Random flights in the mesh of a file; of those whose ends are in one part of both volumes. Errors as ImportSource.
absl::StatusOr<MeshFlights> FlyThroughMesh(const std::string& path, const MeshFlightOptions& options,
                                           Random& random);

}  // namespace waystone
