#include "bench/scene/mesh_flights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "bake/import/importer.h"
#include "bake/volume/voxelizer.h"
#include "core/base/status_macros.h"
#include "core/volume/volume_search.h"
#include "core/volume/volume_view.h"
#include "core/volume/voxel_line.h"
#include "tests/oracle/slow_capsule.h"

namespace waystone {
namespace {

constexpr double kHeadroom_m = 5;
constexpr double kSample_m = 0.25;
constexpr double kRounding_m = 1e-6;
constexpr int kTriesPerFlight = 50;

VolumeData Voxelise(std::span<const SolidTriangle> triangles, const Aabb& box, double voxel_m,
                    double radius_m) {
  VoxelField field;
  field.corner = box.min;
  field.voxel_m = voxel_m;
  const std::array<double, 3> over_m = {box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z};
  for (size_t axis = 0; axis < 3; ++axis) {
    field.size.sides[axis] = static_cast<uint32_t>(std::ceil(over_m[axis] / voxel_m)) + 1;
  }
  const auto no_progress = [](uint64_t, uint64_t) {};
  return PackVolume(FreeForBody(triangles, field, {radius_m, radius_m}, 0, no_progress), box.min, voxel_m);
}

std::optional<VolumePath> FindPath(const VolumeView& volume, const Vec3& from, const Vec3& to,
                                   VolumeSearchScratch& scratch) {
  VolumeQuery query;
  query.start = volume.VoxelAt(from);
  query.goal = volume.VoxelAt(to);
  query.max_expansions = 2'000'000;
  VolumePath path;
  FindVolumePath(volume, query, scratch, path);
  if (path.outcome != SearchOutcome::kFound) return std::nullopt;
  return path;
}

// The part of a free place; none if it is blocked.
std::optional<uint32_t> PartAt(const VolumeView& volume, const Vec3& at) {
  const Voxel voxel = volume.VoxelAt(at);
  return volume.size().Contains(voxel) ? volume.PartOf(voxel) : std::nullopt;
}

double NearestTriangle_m(std::span<const SolidTriangle> triangles, const Vec3& at) {
  double nearest_m = std::numeric_limits<double>::infinity();
  for (const SolidTriangle& triangle : triangles)
    nearest_m = std::min(nearest_m, SlowDistance(at, at, triangle));
  return nearest_m;
}

}  // namespace

absl::StatusOr<MeshFlights> FlyThroughMesh(const std::string& path, const MeshFlightOptions& options,
                                           Random& random) {
  std::vector<std::string> warnings;
  WS_ASSIGN_OR_RETURN(const ImportedSource source, ImportSource(path, {}, warnings));
  std::vector<SolidTriangle> triangles;
  Aabb box;
  for (const auto& corners : source.map.triangles) {
    SolidTriangle& triangle = triangles.emplace_back();
    for (size_t k = 0; k < 3; ++k) {
      triangle[k] = source.map.vertices[corners[k]];
      box.Extend(triangle[k]);
    }
  }
  box.max.y += kHeadroom_m;
  const VolumeData coarse_data = Voxelise(triangles, box, options.voxel_m, options.radius_m);
  const VolumeData fine_data = Voxelise(triangles, box, options.voxel_m / 2, options.radius_m);
  WS_ASSIGN_OR_RETURN(const VolumeView coarse, VolumeView::Create(coarse_data));
  WS_ASSIGN_OR_RETURN(const VolumeView fine, VolumeView::Create(fine_data));
  MeshFlights flights;
  VolumeSearchScratch scratch;
  for (uint64_t tries = 0;
       flights.ratios.size() < options.flights && tries < uint64_t{kTriesPerFlight} * options.flights;
       ++tries) {
    const auto draw = [&](double low, double high) { return random.NextInRange(low, high); };
    const Vec3 from(draw(box.min.x, box.max.x), draw(box.min.y, box.max.y), draw(box.min.z, box.max.z));
    const double reach_m = options.max_apart_m / 2;
    const Vec3 to = from + Vec3(draw(-reach_m, reach_m), draw(-reach_m, reach_m), draw(-reach_m, reach_m));
    const std::optional<uint32_t> part = PartAt(coarse, from);
    if (!part || PartAt(coarse, to) != part || !PartAt(fine, from) || PartAt(fine, from) != PartAt(fine, to))
      continue;
    const std::optional<VolumePath> found = FindPath(coarse, from, to, scratch);
    if (!found || found->turns.size() < 2) continue;
    const std::vector<Voxel> taut = PullTaut(coarse, found->turns, Deadline());
    double length_m = 0;
    for (size_t i = 0; i + 1 < taut.size(); ++i) {
      const Vec3 a = coarse.MiddleOf(taut[i]);
      const Vec3 b = coarse.MiddleOf(taut[i + 1]);
      const double piece_m = Distance(a, b);
      length_m += piece_m;
      for (double m = 0; m < piece_m; m += kSample_m) {
        ++flights.positions;
        const double nearest_m = NearestTriangle_m(triangles, a + (b - a) * (m / piece_m));
        if (nearest_m < options.radius_m - kRounding_m) ++flights.in_solid;
      }
    }
    // Between the same two places: middles of voxels of the coarse volume are corners of the fine one's.
    const Vec3 nudge = Vec3(1, 1, 1) * (options.voxel_m / 4);
    const std::optional<VolumePath> exact =
        FindPath(fine, coarse.MiddleOf(taut.front()) + nudge, coarse.MiddleOf(taut.back()) + nudge, scratch);
    if (!exact || exact->length == 0) continue;
    flights.ratios.push_back(length_m / (InVoxels(exact->length) * options.voxel_m / 2));
  }
  return flights;
}

}  // namespace waystone
