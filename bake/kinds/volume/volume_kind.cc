#include "bake/kinds/volume/volume_kind.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "bake/import/source_check.h"
#include "bake/import/source_file.h"
#include "bake/stages/shared_stages.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/surface/volume/volume_snap.h"
#include "core/surface/volume/volume_surface.h"

namespace waystone {
namespace {

constexpr double kDefaultVoxel_m = 1.0;

absl::Status CheckSettings(const BakeRun& run) {
  const BakeConfig& config = run.job.config;
  if (!config.volumes.empty()) {
    return absl::InvalidArgumentError("the source is voxels: volumes only change ground cut from triangles");
  }
  if (!config.links.empty() || run.OneAgent().links.any()) {
    return absl::InvalidArgumentError("a volume has no links");
  }
  if (config.agents.size() <= 1) return absl::OkStatus();
  return InvalidArgument("the source is voxels free for one agent, and the settings have ",
                         config.agents.size());
}

// The volume turned so that its z, which leads up, is y: (x, y, z) becomes (x, z, -y).
VoxelBits TurnedUp(const VoxelBits& bits) {
  const std::array<uint32_t, 3>& sides = bits.size().sides;
  VoxelBits turned(VolumeSize{{sides[0], sides[2], sides[1]}});
  const auto last = static_cast<int32_t>(sides[1]) - 1;
  for (uint64_t id = 0; id < bits.size().VoxelCount(); ++id) {
    const Voxel voxel = bits.size().VoxelOf(static_cast<uint32_t>(id));
    const auto& [x, y, z] = voxel.along;
    if (bits.IsFree(voxel)) turned.SetFree({{x, z, last - y}});
  }
  return turned;
}

// For each part a rectangle under all of it, with the part's number.
PolygonSoup GroundUnder(const VolumeView& volume) {
  PolygonSoup soup;
  const Vec3 half = Vec3(1, 1, 1) * (volume.header().voxel_m / 2);
  const std::vector<VoxelBox> boxes = BoxesOfParts(volume);
  for (uint32_t part = 0; part < boxes.size(); ++part) {
    const Vec3 low = volume.MiddleOf(boxes[part].low) - half;
    const Vec3 high = volume.MiddleOf(boxes[part].high) + half;
    SoupPolygon& polygon = soup.polygons.emplace_back();
    for (const Vec2& corner :
         {Vec2{low.x, low.z}, Vec2{high.x, low.z}, Vec2{high.x, high.z}, Vec2{low.x, high.z}}) {
      polygon.vertices.push_back(static_cast<uint32_t>(soup.vertices.size()));
      soup.vertices.push_back(Vec3(corner.x, low.y, corner.z).ToFloat());
    }
    polygon.neighbours.assign(4, kNoNeighbour);
    polygon.external_id = part;
  }
  return soup;
}

// Numbers the parts as the polygons that stand for them.
void RenumberParts(const NavmeshData& mesh, VolumeData& volume) {
  std::vector<uint32_t> poly_of_part(mesh.polys.size());
  for (uint32_t poly = 0; poly < mesh.polys.size(); ++poly) {
    poly_of_part[mesh.polys[poly].external_id] = poly;
  }
  for (VoxelRun& run : volume.runs) run.part = poly_of_part[run.part];
}

absl::Status MakeVolume(VoxelBits bits, double voxel_m, BakeRun& run) {
  WS_RETURN_IF_ERROR(TakeStrategy({.shape = SourceShape::kVoxels}, run, CheckSettings));
  const BakeConfig& config = run.job.config;
  const uint32_t most = std::ranges::max(bits.size().sides);
  if (most * voxel_m / 2 > kMaxSourceCoordinateM) {
    return InvalidArgument("voxels of ", voxel_m, " m reach ", most * voxel_m / 2,
                           " m from the middle, the limit is ", kMaxSourceCoordinateM);
  }
  if (config.import.up_axis == UpAxis::kZ) bits = TurnedUp(bits);
  const std::array<uint32_t, 3>& sides = bits.size().sides;
  MapSurfaces& surfaces = run.surfaces;
  const Vec3& corner = config.cells.origin;
  const Vec3 middle = corner + Vec3(sides[0], sides[1], sides[2]) * (voxel_m / 2);
  surfaces.origin = {std::round(middle.x), std::round(middle.y), std::round(middle.z)};
  surfaces.areas = {AreaType{}};
  run.log.Begin("volume");
  VolumeData& volume = surfaces.volume.emplace(PackVolume(bits, corner - surfaces.origin, voxel_m));
  if (volume.header.free_count == 0) return absl::InvalidArgumentError("no voxel is free");
  volume.header.is_water = config.volume_medium == VolumeMedium::kWater ? 1 : 0;
  run.log.EndStage("", "free voxels", volume.header.free_count,
                   sizeof(volume.header) + BytesIn(volume.rows, volume.words, volume.run_rows, volume.runs));
  WS_ASSIGN_OR_RETURN(const VolumeView view, VolumeView::Create(volume));
  WS_RETURN_IF_ERROR(AddSurface(run.OneAgent(), GroundUnder(view), run));
  RenumberParts(surfaces.agents.back().navmesh, volume);
  return absl::OkStatus();
}

absl::Status TellOfVolume(BakeRun& run) {
  WS_ASSIGN_OR_RETURN(const VolumeView volume, VolumeView::Create(*run.surfaces.volume));
  const VolumeSurface surface(volume);
  return TellOfSurfaces(run, [&](const NavmeshView& mesh, const Vec3& position) {
    MapView map;
    map.navmesh = &mesh;
    map.surface = &surface;
    return SnapToVolume(map, position, SnapOptions());
  });
}

}  // namespace

absl::Status ReadVoxels(BakeRun& run) {
  const BakeConfig& config = run.job.config;
  const std::string& path = run.job.source_path;
  const double voxel_m = config.voxels.cell_size_m == 0 ? kDefaultVoxel_m : config.voxels.cell_size_m;
  if (!(voxel_m >= kMinVoxel_m && voxel_m <= kMaxVoxel_m)) {
    return run.InSource(InvalidArgument("the cell size is ", voxel_m, " m and must be from ", kMinVoxel_m,
                                        " to ", kMaxVoxel_m));
  }
  SourceDigest digest;
  WS_ASSIGN_OR_RETURN(const std::string bytes, digest.ReadFile(path));
  absl::StatusOr<VoxelBits> bits = FormatReader<VoxelReader>(path)(bytes);
  if (!bits.ok()) return InFile(path, bits.status());
  run.log.EndStage("", "voxels", bits->size().VoxelCount(), bytes.size());
  run.surfaces.source = digest.Record();
  return run.InSource(MakeVolume(*std::move(bits), voxel_m, run));
}

std::span<const BakeStage> VolumeStages() {
  static constexpr BakeStage kStages[] = {
      {"surfaces", TellOfVolume},
      {"links", BakeLinks},
      {"variants", PlanVariants},
      {"zones", BakeAllZones},
  };
  return kStages;
}

}  // namespace waystone
