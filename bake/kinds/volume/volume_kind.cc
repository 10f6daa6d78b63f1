#include "bake/kinds/volume/volume_kind.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bake/import/source_check.h"
#include "bake/import/source_file.h"
#include "bake/kinds/volume/volume_skeleton.h"
#include "bake/stages/bake_cost.h"
#include "bake/stages/shared_stages.h"
#include "bake/volume/voxelizer.h"
#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/geom/aabb.h"
#include "core/surface/volume/volume_snap.h"
#include "core/surface/volume/volume_surface.h"

namespace waystone {
namespace {

constexpr double kDefaultVoxel_m = 1.0;
constexpr double kLeastDefaultVoxel_m = 0.1;
constexpr double kRounding = 1e-9;     // [voxels] of sides
constexpr int32_t kDefaultReach = 16;  // [voxels] of the key points' sight
constexpr double kMaxReach = 64;

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

// The parts, the largest first.
std::vector<uint32_t> PartsBySize(const VolumeData& volume) {
  std::vector<uint64_t> sizes(volume.header.part_count);
  for (const VoxelRun& run : volume.runs) sizes[run.part] += run.last + 1U - run.first;
  std::vector<uint32_t> parts(sizes.size());
  std::iota(parts.begin(), parts.end(), 0U);
  std::ranges::stable_sort(parts, std::greater<>(), [&](uint32_t part) { return sizes[part]; });
  return parts;
}

// For each part, in that order, a rectangle under all of it with its place in the order as its source's id: of
// zones as large as each other the one with the least id is the main one, and all are one polygon.
PolygonSoup GroundUnder(const VolumeView& volume, std::span<const uint32_t> parts) {
  PolygonSoup soup;
  const Vec3 half = Vec3(1, 1, 1) * (volume.header().voxel_m / 2);
  const std::vector<VoxelBox> boxes = BoxesOfParts(volume);
  for (const uint32_t part : parts) {
    const Vec3 low = volume.MiddleOf(boxes[part].low) - half;
    const Vec3 high = volume.MiddleOf(boxes[part].high) + half;
    SoupPolygon& polygon = soup.polygons.emplace_back();
    for (const Vec2& corner :
         {Vec2{low.x, low.z}, Vec2{high.x, low.z}, Vec2{high.x, high.z}, Vec2{low.x, high.z}}) {
      polygon.vertices.push_back(static_cast<uint32_t>(soup.vertices.size()));
      soup.vertices.push_back(Vec3(corner.x, low.y, corner.z).ToFloat());
    }
    polygon.neighbours.assign(4, kNoNeighbour);
    polygon.external_id = static_cast<uint32_t>(soup.polygons.size() - 1);
  }
  return soup;
}

// Numbers the parts as the polygons that stand for them.
void RenumberParts(const NavmeshData& mesh, std::span<const uint32_t> parts, VolumeData& volume) {
  std::vector<uint32_t> poly_of_part(mesh.polys.size());
  for (uint32_t poly = 0; poly < mesh.polys.size(); ++poly) {
    poly_of_part[parts[mesh.polys[poly].external_id]] = poly;
  }
  for (VoxelRun& run : volume.runs) run.part = poly_of_part[run.part];
}

// Adds an agent's volume and its surface. `corner`: where voxel (0, 0, 0) begins, absolute.
absl::Status AddVolume(const AgentConfig& agent, const VoxelBits& bits, const Vec3& corner, double voxel_m,
                       BakeRun& run) {
  MapSurfaces& surfaces = run.surfaces;
  run.log.Begin("volume");
  VolumeData& volume = surfaces.volumes.emplace_back(PackVolume(bits, corner - surfaces.origin, voxel_m));
  if (volume.header.free_count == 0) {
    return InvalidArgument("no voxel is free for agent ", Quoted(agent.profile.name));
  }
  volume.header.is_water = run.job.config.volume_settings.medium == VolumeMedium::kWater ? 1 : 0;
  run.log.EndStage(agent.profile.name, "free voxels", volume.header.free_count,
                   sizeof(volume.header) + BytesIn(volume.rows, volume.words, volume.run_rows, volume.runs));
  WS_ASSIGN_OR_RETURN(const VolumeView view, VolumeView::Create(volume));
  const std::vector<uint32_t> parts = PartsBySize(volume);
  WS_RETURN_IF_ERROR(AddSurface(agent, GroundUnder(view, parts), run));
  RenumberParts(surfaces.agents.back().navmesh, parts, volume);
  return absl::OkStatus();
}

absl::Status PlaceOrigin(const VolumeSize& size, const Vec3& corner, double voxel_m, BakeRun& run) {
  const uint32_t most = std::ranges::max(size.sides);
  if (most * voxel_m / 2 > kMaxSourceCoordinateM) {
    return InvalidArgument("voxels of ", voxel_m, " m reach ", most * voxel_m / 2,
                           " m from the middle, the limit is ", kMaxSourceCoordinateM);
  }
  const Vec3 middle = corner + Vec3(size.sides[0], size.sides[1], size.sides[2]) * (voxel_m / 2);
  run.surfaces.origin = {std::round(middle.x), std::round(middle.y), std::round(middle.z)};
  return absl::OkStatus();
}

absl::Status TakeVoxels(const VoxelBits& bits, const Vec3& corner, double voxel_m, BakeRun& run) {
  WS_RETURN_IF_ERROR(PlaceOrigin(bits.size(), corner, voxel_m, run));
  return AddVolume(run.OneAgent(), bits, corner, voxel_m, run);
}

absl::Status MakeVolume(const VoxelBits& bits, double voxel_m, BakeRun& run) {
  const BakeConfig& config = run.job.config;
  WS_RETURN_IF_ERROR(TakeStrategy({.shape = SourceShape::kVoxels}, run, CheckVolumeSettings));
  if (config.agents.size() > 1) {
    return InvalidArgument("a voxel map is free for one agent, and the settings have ", config.agents.size());
  }
  run.surfaces.areas = {AreaType{}};
  if (config.import.up_axis != UpAxis::kZ) return TakeVoxels(bits, config.cells.origin, voxel_m, run);
  // The corner stays where (x, z, -y) leads it: all of it lies at lesser z.
  const Vec3 corner = config.cells.origin - Vec3(0, 0, bits.size().sides[1] * voxel_m);
  return TakeVoxels(TurnedUp(bits), corner, voxel_m, run);
}

absl::Status CheckVoxelSide(double voxel_m) {
  if (voxel_m >= kMinVoxel_m && voxel_m <= kMaxVoxel_m) return absl::OkStatus();
  return InvalidArgument("the cell size is ", voxel_m, " m and must be from ", kMinVoxel_m, " to ",
                         kMaxVoxel_m);
}

std::vector<SolidTriangle> TrianglesOf(const SolidTriangles& solid) {
  std::vector<SolidTriangle> triangles;
  triangles.reserve(solid.triangles.size());
  for (const CollisionTriangle& triangle : solid.triangles) {
    SolidTriangle& corners = triangles.emplace_back();
    for (size_t k = 0; k < 3; ++k) corners[k] = Vec3(solid.vertices[triangle.vertex[k]]);
  }
  return triangles;
}

// The box that agents stay in.
Aabb BoxOf(const VolumeSettings& settings, std::span<const Vec3f> vertices) {
  Aabb box;
  for (const Vec3f& vertex : vertices) box.Extend(Vec3(vertex));
  box.max.y += VolumeSettings::kHeadroom_m;
  return {settings.min.value_or(box.min), settings.max.value_or(box.max)};
}

absl::StatusOr<VoxelField> FieldIn(const Aabb& box, double voxel_m) {
  if (box.IsEmpty()) return absl::InvalidArgumentError("volume.min is above volume.max");
  VoxelField field;
  field.corner = box.min;
  field.voxel_m = voxel_m;
  const std::array<double, 3> over_m = {box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z};
  for (size_t axis = 0; axis < 3; ++axis) {
    const double side = std::max(1.0, std::ceil(over_m[axis] / voxel_m - kRounding));
    field.size.sides[axis] = static_cast<uint32_t>(std::min(side, kMaxVolumeSide + 1.0));
  }
  if (field.size.IsValid()) return field;
  return InvalidArgument("voxels of ", voxel_m, " m are too many for ", over_m[0], " x ", over_m[1], " x ",
                         over_m[2], " m: a side may have ", kMaxVolumeSide, " and all ", kMaxVoxels,
                         "; set cell_size_m, volume.min or volume.max");
}

// Tells what the voxels of an agent will cost, and refuses what is over the limit.
absl::Status PlanVoxels(std::span<const SolidTriangle> triangles, const VoxelField& field,
                        const BodyBox& body, BakeRun& run) {
  // Measured: CPU seconds.
  constexpr double kVoxel_s = 20e-9;
  constexpr double kLookedAt_s = 30e-9;
  const auto& [x, y, z] = field.size.sides;
  const std::string where = StrCat(x, " x ", y, " x ", z, " of ", field.voxel_m, " m");
  const double drawn = VoxelsLookedAt(triangles, field, body);
  WS_RETURN_IF_ERROR(CheckBakeLimit("--max-drawn", drawn, run.job.limits.drawn,
                                    "voxels looked at, triangle by triangle", where, "a larger cell_size_m"));
  const auto voxels = static_cast<double>(field.size.VoxelCount());
  TellCost({.what = StrCat(RoughCount(voxels), " voxels (", where, "), ", RoughCount(drawn), " looked at"),
            .cpu_s = voxels * kVoxel_s + drawn * kLookedAt_s,
            .bytes = voxels,
            .remedy = "a larger cell_size_m, or volume.min and volume.max"},
           run);
  return absl::OkStatus();
}

// A map of nothing but the volume, to bring positions into it.
struct BareMap {
  BareMap(const NavmeshData& its_navmesh, const VolumeView& its_volume)
      : navmesh(its_navmesh), volume(its_volume), surface(volume) {
    view.surface = &surface;
  }

  const NavmeshData& navmesh;
  const VolumeView volume;
  const VolumeSurface surface;
  MapView view;
};

// The volumes of all agents.
class BareMaps {
 public:
  static absl::StatusOr<BareMaps> Of(const MapSurfaces& surfaces) {
    BareMaps maps;
    for (size_t i = 0; i < surfaces.volumes.size(); ++i) {
      WS_ASSIGN_OR_RETURN(const VolumeView volume, VolumeView::Create(surfaces.volumes[i]));
      maps.maps_.push_back(std::make_unique<const BareMap>(surfaces.agents[i].navmesh, volume));
    }
    return maps;
  }

  // Of the agent whose navmesh it is.
  const MapView& ViewOver(const NavmeshView& mesh) const {
    const auto* const polys = mesh.arrays().polys.data();
    const auto is_its = [&](const auto& map) { return map->navmesh.polys.data() == polys; };
    return (*std::ranges::find_if(maps_, is_its))->view;
  }

 private:
  std::vector<std::unique_ptr<const BareMap>> maps_;
};

absl::Status TellOfVolumes(BakeRun& run) {
  WS_ASSIGN_OR_RETURN(const BareMaps maps, BareMaps::Of(run.surfaces));
  const auto snap = [&](const NavmeshView& mesh, const Vec3& position) {
    return SnapToVolume(maps.ViewOver(mesh), position, SnapOptions());
  };
  return TellOfSurfaces(run, snap, /*has_ground=*/false);
}

absl::Status BakeVolumeZones(BakeRun& run) {
  WS_ASSIGN_OR_RETURN(const BareMaps maps, BareMaps::Of(run.surfaces));
  const auto snap = [&](const NavmeshView& mesh, const Vec3& spawn, const Vec3& origin, SurfaceWorkspace&) {
    const SnapOptions limits{kSpawnSnap_m, kSpawnSnap_m, kSpawnSnap_m};
    return SnapToVolume(maps.ViewOver(mesh), spawn - origin, limits).place;
  };
  return BakeZonesBy(snap, run);
}

absl::Status BakeVolumeSkeletons(BakeRun& run) {
  std::vector<SkeletonData> of_agent;
  for (size_t i = 0; i < run.surfaces.volumes.size(); ++i) {
    WS_ASSIGN_OR_RETURN(const VolumeView volume, VolumeView::Create(run.surfaces.volumes[i]));
    const double reach_m = run.job.config.skeleton_options.reach_m;
    const double reach = std::clamp(std::round(reach_m / volume.header().voxel_m), 1.0, kMaxReach);
    absl::StatusOr<SkeletonData> skeleton =
        SkeletonOfVolume(volume, reach_m == 0 ? kDefaultReach : static_cast<int32_t>(reach));
    if (absl::IsResourceExhausted(skeleton.status())) {
      run.log.WarnOf(run.surfaces.agents[i].agent.profile.name,
                     {StrCat("no skeletons, for explorations: ", skeleton.status().message(),
                             "; set skeleton.reach_m or cell_size_m, or skeleton: false")});
      return absl::OkStatus();
    }
    WS_RETURN_IF_ERROR(skeleton.status());
    of_agent.push_back(*std::move(skeleton));
  }
  return AddSkeletons(run, [&](const NavmeshView&, const LinkView&, size_t variant) {
    BuiltSkeleton built;
    built.data = of_agent[run.variants[variant].agent];
    return built;
  });
}

}  // namespace

absl::Status ReadVoxels(BakeRun& run) {
  const BakeConfig& config = run.job.config;
  const std::string& path = run.job.source_path;
  const double voxel_m = config.voxels.cell_size_m == 0 ? kDefaultVoxel_m : config.voxels.cell_size_m;
  WS_RETURN_IF_ERROR(run.InSource(CheckVoxelSide(voxel_m)));
  SourceDigest digest;
  WS_ASSIGN_OR_RETURN(const std::string bytes, digest.ReadFile(path));
  absl::StatusOr<VoxelBits> bits = FormatReader<VoxelReader>(path)(bytes);
  if (!bits.ok()) return InFile(path, bits.status());
  run.log.EndStage("", "voxels", bits->size().VoxelCount(), bytes.size());
  run.surfaces.source = digest.Record();
  return run.InSource(MakeVolume(*bits, voxel_m, run));
}

absl::Status CheckVolumeSettings(const BakeRun& run) {
  const BakeConfig& config = run.job.config;
  if (!config.volumes.empty()) {
    return absl::InvalidArgumentError(
        "a volume has no ground: `volumes` only change ground cut from triangles");
  }
  const auto has_links = [](const AgentConfig& agent) { return agent.links.any(); };
  if (!config.links.empty() || std::ranges::any_of(config.agents, has_links)) {
    return absl::InvalidArgumentError("a volume has no links");
  }
  return absl::OkStatus();
}

absl::Status FillVolumes(BakeRun& run) {
  const BakeConfig& config = run.job.config;
  SolidTriangles& solid = *run.surfaces.solid;
  const std::vector<AgentConfig> agents =
      config.agents.empty() ? std::vector(1, run.OneAgent()) : config.agents;
  for (const AgentConfig& agent : agents) {
    const AgentProfile& profile = agent.profile;
    const double voxel_m = config.voxels.cell_size_m != 0
                               ? config.voxels.cell_size_m
                               : std::clamp(profile.radius_m / 2, kLeastDefaultVoxel_m, kDefaultVoxel_m);
    WS_RETURN_IF_ERROR(CheckVoxelSide(voxel_m));
    run.log.Begin("voxels");
    WS_ASSIGN_OR_RETURN(const VoxelField field,
                        FieldIn(BoxOf(config.volume_settings, solid.vertices), voxel_m));
    const BodyBox body{profile.radius_m, std::max(profile.radius_m, profile.height_m / 2)};
    const std::vector<SolidTriangle> triangles = TrianglesOf(solid);
    WS_RETURN_IF_ERROR(PlanVoxels(triangles, field, body, run));
    const VoxelBits bits = FreeForBody(triangles, field, body, run.log.report.threads, run.Progress("slab"));
    run.log.EndStage(profile.name, "voxels", field.size.VoxelCount(), 0);
    if (run.surfaces.volumes.empty()) WS_RETURN_IF_ERROR(PlaceOrigin(field.size, field.corner, voxel_m, run));
    WS_RETURN_IF_ERROR(AddVolume(agent, bits, field.corner, voxel_m, run));
  }
  for (Vec3f& vertex : solid.vertices) vertex = (Vec3(vertex) - run.surfaces.origin).ToFloat();
  return absl::OkStatus();
}

std::span<const BakeStage> VolumeStages() {
  static constexpr BakeStage kStages[] = {
      {"surfaces", TellOfVolumes}, {"collision", PackSolid, NeedsSolid},
      {"links", BakeLinks},        {"variants", PlanVariants},
      {"zones", BakeVolumeZones},  {"skeleton", BakeVolumeSkeletons, WantsSkeleton},
  };
  return kStages;
}

}  // namespace waystone
