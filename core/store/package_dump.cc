#include <cstdio>
#include <memory>
#include <utility>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/extra_sections.h"
#include "core/store/map_sections.h"
#include "core/store/package_json.h"
#include "core/store/package_report.h"
#include "core/store/world_report.h"

namespace waystone {
namespace {

// Adds those of the variants that use a surface; the first problem met.
absl::Status AddSkeletons(const PackageReader& package, const MapManifest& manifest, VariantIndex surface,
                          const NavmeshView& mesh, OrderedJson& skeletons) {
  WS_ASSIGN_OR_RETURN(const auto links, ReadLinks(package, surface, mesh, manifest));
  for (size_t i = 1; i <= manifest.variants.size(); ++i) {
    if (manifest.variants[i - 1].surface_variant != surface) continue;
    const auto variant = static_cast<VariantIndex>(i);
    WS_ASSIGN_OR_RETURN(const auto skeleton,
                        ReadSkeleton(package, variant, mesh, links.value_or(LinkView()), manifest));
    if (skeleton.has_value()) skeletons.push_back(SkeletonJson(*skeleton, variant));
  }
  return absl::OkStatus();
}

// The graph over a surface, where it is one of waypoints; the first problem met.
absl::Status AddWaypoints(const PackageReader& package, const MapManifest& manifest, VariantIndex surface,
                          const NavmeshView& mesh, OrderedJson& graphs) {
  if (manifest.surface != SurfaceKind::kWaypoint) return absl::OkStatus();
  WS_ASSIGN_OR_RETURN(const auto links, ReadLinks(package, surface, mesh, manifest));
  WS_ASSIGN_OR_RETURN(const WaypointView graph,
                      ReadWaypoints(package, surface, mesh, links.value_or(LinkView())));
  graphs.push_back(WaypointJson(graph, surface));
  return absl::OkStatus();
}

// What a world holds; the first problem met.
absl::Status AddWorld(const PackageReader& package, OrderedJson& json) {
  WS_ASSIGN_OR_RETURN(const auto world, LoadedWorld::Load(package.name()));
  json["world"] = WorldJson(world->view());
  return package.VerifyAll();
}

// Adds manifest, surfaces, grids, waypoints and skeletons; the first problem met.
absl::Status AddContent(const PackageReader& package, OrderedJson& json) {
  const auto manifest = ReadManifestSection(package);
  if (!manifest.ok()) return manifest.status();
  json["manifest"] = ManifestJson(*manifest);
  OrderedJson& surfaces = json["surfaces"] = OrderedJson::array();
  OrderedJson grids = OrderedJson::array();
  OrderedJson graphs = OrderedJson::array();
  OrderedJson skeletons = OrderedJson::array();
  absl::Status problem;
  for (size_t i = 1; i <= manifest->variants.size(); ++i) {
    const auto variant = static_cast<VariantIndex>(i);
    if (!OwnsSurface(*manifest, variant)) continue;
    const auto surface = ReadSurface(package, *manifest, variant);
    problem.Update(surface.status());
    if (!surface.ok()) continue;
    surfaces.push_back(SurfaceJson(*surface, variant));
    if (manifest->surface == SurfaceKind::kGrid) {
      const auto grid = ReadGrid(package, variant, *surface);
      problem.Update(grid.status());
      if (grid.ok()) grids.push_back(GridJson(*grid, variant));
    }
    problem.Update(AddWaypoints(package, *manifest, variant, *surface, graphs));
    problem.Update(AddSkeletons(package, *manifest, variant, *surface, skeletons));
  }
  if (!grids.empty()) json["grids"] = grids;
  if (!graphs.empty()) json["waypoints"] = graphs;
  if (!skeletons.empty()) json["skeletons"] = skeletons;
  problem.Update(package.VerifyAll());
  return problem;
}

std::string SectionLine(const OrderedJson& section) {
  char line[160];
  std::snprintf(line, sizeof(line), "  %-26s %7u %6u %7u %-8s %12llu %12llu %6u %10llu\n",
                section["type"].get<std::string>().c_str(), section["variant"].get<unsigned>(),
                section["region"].get<unsigned>(), section["version"].get<unsigned>(),
                section["required"].get<bool>() ? "yes" : "no", section["offset"].get<unsigned long long>(),
                section["bytes"].get<unsigned long long>(), section["record_bytes"].get<unsigned>(),
                section["records"].get<unsigned long long>());
  return line;
}

std::string PointText(const OrderedJson& point) {
  return StrCat("(", point[0].get<double>(), ", ", point[1].get<double>(), ", ", point[2].get<double>(), ")");
}

std::string VariantLine(size_t index, const OrderedJson& variant) {
  const OrderedJson& agent = variant["agent"];
  return StrCat("  ", index, ": ", agent["name"].get<std::string>(), ", radius ",
                agent["radius_m"].get<double>(), " m, height ", agent["height_m"].get<double>(), " m, climb ",
                agent["max_climb_m"].get<double>(), " m, slope ", agent["max_slope_deg"].get<double>(),
                " deg, abilities ", variant["abilities"].dump(), ", surface of variant ",
                variant["surface_variant"].get<unsigned>(), "\n");
}

std::string ManifestText(const OrderedJson& manifest) {
  std::string text = StrCat("map         ", manifest["map_id"].get<std::string>(), "\nsurface     ",
                            manifest["surface"].get<std::string>(), "\n");
  if (const std::string reason = manifest["strategy_reason"]; !reason.empty()) {
    StrAppend(text, "reason      ", reason, "\n");
  }
  StrAppend(text, "origin      ", PointText(manifest["origin"]), "\n");
  if (manifest.contains("bounds")) {
    StrAppend(text, "bounds      ", PointText(manifest["bounds"]["min"]), " to ",
              PointText(manifest["bounds"]["max"]), "\n");
  }
  StrAppend(text, "source      ", manifest["source_name"].get<std::string>(), " ",
            manifest["source_sha256"].get<std::string>(), "\nbaker       ",
            manifest["baker_version"].get<std::string>(), "\nareas\n");
  for (const OrderedJson& area : manifest["areas"]) {
    StrAppend(text, "  ", area["index"].get<unsigned>(), ": ", area["name"].get<std::string>(), "\n");
  }
  StrAppend(text, "variants\n");
  size_t index = 0;
  for (const OrderedJson& variant : manifest["variants"]) StrAppend(text, VariantLine(++index, variant));
  StrAppend(text, "links need  ", manifest["link_abilities"].dump(), "\n");
  return text;
}

std::string WorldText(const OrderedJson& world) {
  std::string text = StrCat("world       ", world["name"].get<std::string>(), "\nportals     ",
                            world["portals"].get<size_t>(), "\nplaces      ", world["places"].get<size_t>(),
                            "\ntravellers\n");
  for (const OrderedJson& traveller : world["travellers"]) {
    const std::string agent = traveller["agent"];
    StrAppend(text, "  ", agent.empty() ? "each map's first agent" : agent, ", abilities ",
              traveller["abilities"].dump(), "\n");
  }
  text += "maps\n";
  for (const OrderedJson& map : world["maps"]) {
    StrAppend(text, "  ", map["map_id"].get<std::string>(), ": ", map["surface"].get<std::string>(), ", ",
              map["exits"].get<unsigned>(), " portals from it, ", map["arrivals"].get<unsigned>(),
              " arrivals, generation ", map["generation"].get<std::string>(), "\n");
  }
  return text;
}

std::string DumpText(const OrderedJson& json) {
  std::string text = StrCat("file        ", json["file"].get<std::string>(), "\n");
  if (json.contains("format")) {
    StrAppend(text, "format      ", json["format"].get<std::string>(), "\nsize        ",
              json["bytes"].get<uint64_t>(), " bytes\ngeneration  ", json["generation"].get<std::string>(),
              "\nsections\n  type                       variant region version required       offset        ",
              "bytes record    records\n");
    for (const OrderedJson& section : json["sections"]) StrAppend(text, SectionLine(section));
  }
  if (json.contains("world")) text += WorldText(json["world"]);
  if (json.contains("manifest")) StrAppend(text, ManifestText(json["manifest"]), "surfaces\n");
  for (const OrderedJson& surface : json.value("surfaces", OrderedJson::array())) {
    StrAppend(text, "  ", surface["variant"].get<unsigned>(), ": ", surface["polys"].get<size_t>(),
              " polygons, ", surface["edges"].get<size_t>(), " edges, ", surface["vertices"].get<size_t>(),
              " vertices, ", surface["detail_triangles"].get<size_t>(), " detail triangles, ",
              surface["detail_vertices"].get<size_t>(), " detail vertices, ",
              surface["tree_levels"].get<unsigned>(), " tree levels, ", surface["area_m2"].get<double>(),
              " m2", surface.contains("external_ids") ? ", with the source's ids\n" : "\n");
  }
  if (json.contains("grids")) StrAppend(text, "grids\n");
  for (const OrderedJson& grid : json.value("grids", OrderedJson::array())) {
    StrAppend(text, "  ", grid["variant"].get<unsigned>(), ": ", grid["columns"].get<unsigned>(), " x ",
              grid["rows"].get<unsigned>(), " cells of ", grid["cell_size_m"].get<double>(), " m, ",
              grid["free_cells"].get<uint64_t>(), " free, ",
              grid["one_cost"].get<bool>() ? "all of one cost" : "of different costs", "\n");
  }
  for (const OrderedJson& graph : json.value("waypoints", OrderedJson::array())) {
    StrAppend(text, "  ", graph["variant"].get<unsigned>(), ": ", graph["nodes"].get<unsigned>(),
              " waypoints, ", graph["links"].get<size_t>(), " links, ", graph["landmarks"].get<size_t>(),
              " landmarks, to ", graph["landmark_unit_m"].get<double>(), " m\n");
  }
  if (json.contains("skeletons")) StrAppend(text, "skeletons\n");
  for (const OrderedJson& skeleton : json.value("skeletons", OrderedJson::array())) {
    StrAppend(text, "  ", skeleton["variant"].get<unsigned>(), ": ", skeleton["key_points"].get<unsigned>(),
              " key points, ", skeleton["arcs"].get<unsigned>(), " arcs, ",
              skeleton["components"].get<unsigned>(), " pieces, ", skeleton["cycle_rank"].get<unsigned>(),
              " loops, of ", skeleton["launch_points"].get<uint64_t>(), " launch points ",
              skeleton["spacing_m"].get<double>(), " m apart, reach ", skeleton["reach_m"].get<double>(),
              " m\n");
  }
  if (json.contains("problem")) StrAppend(text, "problem     ", json["problem"].get<std::string>(), "\n");
  return text;
}

}  // namespace

PackageReport DumpPackage(const std::string& path, ReportFormat format) {
  OrderedJson json = {{"file", path}};
  const auto package = PackageReader::OpenFile(path);
  absl::Status problem = package.status();
  if (package.ok()) {
    const PackageHeader& header = (*package)->header();
    json["format"] = StrCat(header.format_major, ".", header.format_minor);
    json["bytes"] = header.file_size_bytes;
    json["generation"] = (*package)->Generation();
    OrderedJson& sections = json["sections"] = OrderedJson::array();
    for (const SectionEntry& entry : (*package)->sections()) sections.push_back(SectionJson(entry));
    problem = IsWorld(**package) ? AddWorld(**package, json) : AddContent(**package, json);
  }
  if (!problem.ok()) json["problem"] = std::string(problem.message());
  const int exit_code = problem.ok()                                                  ? 0
                        : absl::IsDataLoss(problem) || absl::IsUnimplemented(problem) ? 1
                                                                                      : 2;
  return {exit_code, format == ReportFormat::kJson ? PrintJson(json) : DumpText(json)};
}

}  // namespace waystone
