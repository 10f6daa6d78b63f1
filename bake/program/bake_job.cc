#include "bake/program/bake_job.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "bake/import/importer.h"
#include "bake/import/source_check.h"
#include "bake/import/source_file.h"
#include "bake/navmesh/navmesh_builder.h"
#include "bake/report/stage_clock.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"
#include "core/package/package_writer.h"
#include "core/store/map_encoder.h"

namespace waystone {
namespace {

// WAYSTONE_VERSION comes from the build.
constexpr const char* kBakerVersion = "waystone-bake " WAYSTONE_VERSION;

uint64_t NavmeshBytes(const NavmeshData& data) {
  const auto bytes = [](const auto& records) { return records.size() * sizeof(records[0]); };
  return sizeof(data.header) + bytes(data.vertices) + bytes(data.edges) + bytes(data.polys) +
         bytes(data.detail_vertices) + bytes(data.detail_triangles) + bytes(data.tree_boxes) +
         bytes(data.area_prefix_m2);
}

// The middle of the map, at a whole metre, so that small changes at the rim do not move every stored number.
Vec3 OriginFor(const Aabb& bounds) {
  const Vec3 middle = (bounds.min + bounds.max) * 0.5;
  return {std::round(middle.x), std::round(middle.y), std::round(middle.z)};
}

// The state of one bake, stage by stage.
class Bake {
 public:
  explicit Bake(const BakeJob& job) : job_(job) {}
  absl::Status Run();
  BakeReport TakeReport() { return std::move(report_); }

 private:
  absl::Status CheckOutput() const;
  absl::Status Import();
  absl::Status Classify();
  absl::Status BakeAgents();
  absl::StatusOr<NavmeshData> BakeAgent(const AgentProfile& agent);
  absl::Status CheckSomewhereToStand();
  absl::Status BakeAllZones();
  absl::Status Write();
  MapManifest MakeManifest() const;
  std::string MapId() const;
  absl::Status InSource(const absl::Status& status) const;
  void EndStage(std::string name, std::string agent, std::string count_name, uint64_t count, uint64_t bytes);

  const BakeJob& job_;
  StageClock clock_;
  StageClock total_;
  BakeReport report_;
  std::vector<AgentProfile> agents_;
  ImportedSource source_;
  std::vector<TriangleClass> classes_;
  Aabb bounds_;
  Vec3 origin_;
  std::vector<NavmeshData> navmeshes_;  // one per agent
  std::vector<ZoneData> zones_;         // likewise
};

absl::Status Bake::InSource(const absl::Status& status) const {
  return absl::Status(status.code(), StrCat(PrintablePath(job_.source_path), ": ", status.message()));
}

void Bake::EndStage(std::string name, std::string agent, std::string count_name, uint64_t count,
                    uint64_t bytes) {
  const StageTime time = clock_.Lap();
  report_.stages.push_back(
      {std::move(name), std::move(agent), time.wall_s, time.cpu_s, std::move(count_name), count, bytes});
}

std::string Bake::MapId() const {
  return job_.config.map_id.empty() ? std::filesystem::path(job_.source_path).stem().string()
                                    : job_.config.map_id;
}

absl::Status Bake::CheckOutput() const {
  std::error_code error;
  const auto kind = std::filesystem::status(job_.output_folder, error).type();
  if (kind == std::filesystem::file_type::not_found || kind == std::filesystem::file_type::directory) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      StrCat(PrintablePath(job_.output_folder), ": the output is not a folder"));
}

absl::Status Bake::Import() {
  if (const absl::Status id = CheckMapId(MapId()); !id.ok()) {
    return InSource(absl::InvalidArgumentError(StrCat("map id: ", id.message(), " (see --map-id)")));
  }
  WS_ASSIGN_OR_RETURN(source_, ImportSource(job_.source_path, job_.config.import, report_.warnings));
  report_.source_triangles = source_.map.triangles.size();
  EndStage("import", "", "triangles", report_.source_triangles, source_.size_bytes);
  return absl::OkStatus();
}

absl::Status Bake::Classify() {
  classes_ = ClassifyTriangles(source_.map, job_.config.surfaces, report_.warnings);
  if (const absl::Status status = CheckSource(source_.map, classes_, report_.warnings); !status.ok()) {
    return InSource(status);
  }
  bounds_ = SolidBounds(source_.map, classes_);
  origin_ = OriginFor(bounds_);
  report_.solid_triangles = static_cast<uint64_t>(std::count_if(classes_.begin(), classes_.end(), IsSolid));
  EndStage("classify", "", "solid_triangles", report_.solid_triangles, classes_.size());
  return absl::OkStatus();
}

absl::StatusOr<NavmeshData> Bake::BakeAgent(const AgentProfile& agent) {
  WS_ASSIGN_OR_RETURN(const VoxelSettings settings, MakeVoxelSettings(agent, job_.config.voxels));
  const BakeInput input{source_.map, classes_, bounds_, origin_};
  WS_ASSIGN_OR_RETURN(BakeOutcome baked,
                      BakePolygons(input, settings, agent.max_climb_m, report_.threads, job_.progress));
  for (const std::string& warning : baked.warnings) {
    report_.warnings.push_back(StrCat("agent '", Printable(agent.name), "': ", warning));
  }
  EndStage("polygons", agent.name, "polygons", baked.soup.polygons.size(),
           baked.soup.polygons.size() * sizeof(SoupPolygon) + baked.soup.vertices.size() * sizeof(Vec3f));
  WS_ASSIGN_OR_RETURN(NavmeshData navmesh, BuildNavmesh(baked.soup));
  EndStage("navmesh", agent.name, "edges", navmesh.edges.size(), NavmeshBytes(navmesh));
  report_.agents.push_back({agent.name, settings.cell_size_m, settings.cell_height_m, settings.tile_size_m(),
                            baked.tile_count, baked.tile_triangles, baked.span_count,
                            baked.dropped_polygon_count, navmesh.polys.size(), navmesh.vertices.size(),
                            navmesh.area_prefix_m2.empty() ? 0 : navmesh.area_prefix_m2.back()});
  return navmesh;
}

absl::Status Bake::BakeAgents() {
  for (const AgentProfile& agent : agents_) {
    absl::StatusOr<NavmeshData> navmesh = BakeAgent(agent);
    if (!navmesh.ok()) return InSource(navmesh.status());
    navmeshes_.push_back(*std::move(navmesh));
  }
  return CheckSomewhereToStand();
}

absl::Status Bake::CheckSomewhereToStand() {
  const auto is_empty = [](const NavmeshData& navmesh) { return navmesh.polys.empty(); };
  if (std::all_of(navmeshes_.begin(), navmeshes_.end(), is_empty)) {
    return InSource(
        absl::InvalidArgumentError("no agent can stand anywhere: check --up-axis, --scale, the agents' "
                                   "measures and that floors are wound "
                                   "counter-clockwise seen from above"));
  }
  for (size_t i = 0; i < agents_.size(); ++i) {
    if (is_empty(navmeshes_[i])) {
      report_.warnings.push_back(StrCat("agent '", Printable(agents_[i].name), "' can stand nowhere"));
    }
  }
  return absl::OkStatus();
}

absl::Status Bake::BakeAllZones() {
  for (size_t i = 0; i < agents_.size(); ++i) {
    WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(navmeshes_[i]));
    BakedZones baked = BakeZones(mesh, {}, 0, origin_, job_.config.zones);
    for (const std::string& warning : baked.warnings) {
      report_.warnings.push_back(StrCat("agent '", Printable(agents_[i].name), "': ", warning));
    }
    const ZoneHeader& header = baked.zones.header;
    AgentReport& agent = report_.agents[i];
    agent.weak_components = header.weak_count;
    agent.strong_components = header.component_count;
    agent.isolated_polygons = header.isolated_node_count;
    for (const ZoneComponent& component : baked.zones.components) {
      if (component.zone != 0 && component.zone <= header.main_zone_count)
        agent.main_polygons += component.node_count;
    }
    EndStage("zones", agents_[i].name, "components", header.component_count,
             header.node_count * sizeof(uint32_t) +
                 header.component_count * (sizeof(ZoneComponent) + sizeof(ReachRecord)));
    zones_.push_back(std::move(baked.zones));
  }
  return absl::OkStatus();
}

MapManifest Bake::MakeManifest() const {
  MapManifest manifest;
  manifest.map_id = MapId();
  manifest.surface = SurfaceKind::kNavmesh;
  manifest.strategy_reason = "the source is a triangle mesh: walkable polygons are cut from it";
  manifest.origin = origin_;
  for (const AreaRule& area : job_.config.surfaces.areas) manifest.areas.push_back(area.type);
  const auto has_index = [&](int index) {
    return std::any_of(manifest.areas.begin(), manifest.areas.end(),
                       [&](const AreaType& area) { return area.index == index; });
  };
  if (!has_index(1)) manifest.areas.push_back(AreaType{});
  std::sort(manifest.areas.begin(), manifest.areas.end(),
            [](const AreaType& a, const AreaType& b) { return a.index < b.index; });
  for (size_t i = 0; i < agents_.size(); ++i) {
    manifest.variants.push_back({agents_[i], {}, static_cast<uint16_t>(i + 1)});
  }
  manifest.source_name = Printable(std::filesystem::path(job_.source_path).filename().string());
  manifest.source_sha256 = source_.sha256;
  manifest.baker_version = kBakerVersion;
  return manifest;
}

absl::Status Bake::Write() {
  std::vector<VariantContent> contents;
  for (size_t i = 0; i < agents_.size(); ++i) {
    contents.push_back({.navmesh = &navmeshes_[i], .links = nullptr, .zones = &zones_[i]});
  }
  WS_ASSIGN_OR_RETURN(const std::vector<std::byte> bytes, EncodeMap(MakeManifest(), contents));
  EndStage("encode", "", "variants", contents.size(), bytes.size());
  std::error_code error;
  std::filesystem::create_directories(job_.output_folder, error);
  if (error) {
    return absl::UnavailableError(
        StrCat(PrintablePath(job_.output_folder), ": cannot be made: ", error.message()));
  }
  report_.package_path = (std::filesystem::path(job_.output_folder) / PackageFileName(MapId())).string();
  const absl::Status written = WritePackageFile(report_.package_path, bytes);
  if (!written.ok()) return absl::UnavailableError(written.message());
  report_.package_bytes = bytes.size();
  EndStage("write", "", "files", 1, bytes.size());
  return absl::OkStatus();
}

absl::Status Bake::Run() {
  agents_ = job_.config.agents.empty() ? std::vector<AgentProfile>{AgentProfile{}} : job_.config.agents;
  report_.baker_version = kBakerVersion;
  report_.map_id = MapId();
  report_.threads = job_.thread_count > 0
                        ? job_.thread_count
                        : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  WS_RETURN_IF_ERROR(CheckBakeConfig(job_.config));
  WS_RETURN_IF_ERROR(CheckOutput());
  WS_RETURN_IF_ERROR(Import());
  report_.source_name = std::filesystem::path(job_.source_path).filename().string();
  report_.source_sha256 = source_.sha256;
  WS_RETURN_IF_ERROR(Classify());
  WS_RETURN_IF_ERROR(BakeAgents());
  WS_RETURN_IF_ERROR(BakeAllZones());
  if (job_.strict && !report_.warnings.empty()) {
    return absl::FailedPreconditionError(StrCat(PrintablePath(job_.source_path), ": ",
                                                report_.warnings.size(),
                                                " warnings and --strict: nothing written"));
  }
  WS_RETURN_IF_ERROR(Write());
  const StageTime time = total_.Lap();
  report_.wall_s = time.wall_s;
  report_.cpu_s = time.cpu_s;
  report_.peak_memory_bytes = PeakMemoryBytes();
  return absl::OkStatus();
}

}  // namespace

BakeEnd RunBake(const BakeJob& job) {
  Bake bake(job);
  BakeEnd end;
  end.status = bake.Run();
  end.report = bake.TakeReport();
  return end;
}

}  // namespace waystone
