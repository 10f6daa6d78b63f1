#include "bake/report/bake_report.h"

#include <sys/resource.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

// Microseconds are as fine as the clock deserves.
double Rounded(double seconds) { return std::round(seconds * 1e6) / 1e6; }

Json StageJson(const StageReport& stage) {
  Json json = {{"stage", stage.name}};
  if (!stage.agent.empty()) json["agent"] = stage.agent;
  if (stage.abilities.has_value()) json["abilities"] = *stage.abilities;
  json["wall_s"] = Rounded(stage.wall_s);
  json["cpu_s"] = Rounded(stage.cpu_s);
  json[stage.count_name] = stage.count;
  json["bytes"] = stage.bytes;
  return json;
}

Json IslandJson(const IslandReport& island) {
  return {{"area_m2", island.area_m2}, {"at", island.at}, {"fixes", island.fixes}};
}

Json AgentJson(const AgentReport& agent) {
  Json islands = Json::array();
  for (const IslandReport& island : agent.islands) islands.push_back(IslandJson(island));
  return {{"name", agent.name},
          {"cell_size_m", agent.cell_size_m},
          {"cell_height_m", agent.cell_height_m},
          {"tile_size_m", agent.tile_size_m},
          {"tiles", agent.tiles},
          {"tile_triangles", agent.tile_triangles},
          {"voxel_spans", agent.voxel_spans},
          {"dropped_polygons", agent.dropped_polygons},
          {"polygons", agent.polygons},
          {"vertices", agent.vertices},
          {"area_m2", agent.area_m2},
          {"source_links", agent.source_links},
          {"generated_links", agent.generated_links},
          {"link_search", agent.link_search},
          {"island_count", agent.island_count},
          {"islands", islands}};
}

Json SkeletonJson(const SkeletonReport& skeleton) {
  return {{"launch_points", skeleton.launch_points},
          {"casts", skeleton.casts},
          {"rays", skeleton.rays},
          {"blocked_paths", skeleton.blocked_paths},
          {"thinning_rounds", skeleton.thinning_rounds},
          {"key_points", skeleton.key_points},
          {"cycle_rank", skeleton.cycle_rank},
          {"reach_m", Rounded(skeleton.reach_m)},
          {"cast_s", Rounded(skeleton.cast_s)},
          {"thin_s", Rounded(skeleton.thin_s)},
          {"pack_s", Rounded(skeleton.pack_s)},
          {"round_walk_s", Rounded(skeleton.round_walk_s)}};
}

Json VariantJson(const VariantReport& variant) {
  Json json = {{"agent", variant.agent},
               {"abilities", variant.abilities},
               {"weak_components", variant.weak_components},
               {"strong_components", variant.strong_components},
               {"isolated_polygons", variant.isolated_polygons},
               {"main_polygons", variant.main_polygons}};
  if (variant.skeleton.has_value()) json["skeleton"] = SkeletonJson(*variant.skeleton);
  return json;
}

Json SceneJson(const SceneReport& scene) {
  return {{"agent", scene.agent},
          {"name", scene.name},
          {"surfaces", scene.surfaces},
          {"reason", scene.reason},
          {"polygons", scene.polygons}};
}

}  // namespace

std::string ReportJson(const BakeReport& report) {
  Json json = {{"baker_version", report.baker_version},
               {"map_id", report.map_id},
               {"source", report.source_name},
               {"source_sha256", report.source_sha256},
               {"source_files", report.source_files},
               {"strategy", report.strategy},
               {"strategy_reason", report.strategy_reason},
               {"package", report.package_path},
               {"generation", report.generation},
               {"package_bytes", report.package_bytes},
               {"source_triangles", report.source_triangles},
               {"solid_triangles", report.solid_triangles},
               {"equal_triangles", report.equal_triangles},
               {"threads", report.threads},
               {"wall_s", Rounded(report.wall_s)},
               {"cpu_s", Rounded(report.cpu_s)},
               {"peak_memory_bytes", report.peak_memory_bytes}};
  json["stages"] = Json::array();
  for (const StageReport& stage : report.stages) json["stages"].push_back(StageJson(stage));
  json["estimates"] = Json::array();
  for (const EstimateReport& estimate : report.estimates) {
    json["estimates"].push_back(
        {{"what", estimate.what}, {"wall_s", estimate.wall_s}, {"bytes", estimate.bytes}});
  }
  json["agents"] = Json::array();
  for (const AgentReport& agent : report.agents) json["agents"].push_back(AgentJson(agent));
  json["variants"] = Json::array();
  for (const VariantReport& variant : report.variants) json["variants"].push_back(VariantJson(variant));
  json["scenes"] = Json::array();
  for (const SceneReport& scene : report.scenes) json["scenes"].push_back(SceneJson(scene));
  json["warnings"] = report.warnings;
  json["notes"] = report.notes;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

uint64_t PeakMemoryBytes() {
  struct rusage usage {};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace waystone
