#include <cstdio>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/manifest_codec.h"
#include "core/store/map_parts.h"
#include "core/store/package_json.h"
#include "core/store/package_report.h"
#include "core/store/world_report.h"

namespace waystone {
namespace {

// A part of which a dump shows counts: under `key` in JSON, as a line of text under `title`.
struct ShownPart {
  const char* key;
  const char* title;
  // Null if the variant has none.
  OrderedJson (*json)(const VariantViews& views, VariantIndex variant);
  std::string (*line)(const OrderedJson& json);
};

template <auto kView, auto kJson>
OrderedJson JsonOf(const VariantViews& views, VariantIndex variant) {
  return (views.*kView).has_value() ? kJson(*(views.*kView), variant) : OrderedJson();
}

// What a world holds; the first problem met.
absl::Status AddWorld(const PackageReader& package, OrderedJson& json) {
  WS_ASSIGN_OR_RETURN(const auto world, LoadedWorld::Load(package.name()));
  json["world"] = WorldJson(world->view());
  return package.VerifyAll();
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

std::string SurfaceLine(const OrderedJson& surface) {
  return StrCat(surface["polys"].get<size_t>(), " polygons, ", surface["edges"].get<size_t>(), " edges, ",
                surface["vertices"].get<size_t>(), " vertices, ", surface["detail_triangles"].get<size_t>(),
                " detail triangles, ", surface["detail_vertices"].get<size_t>(), " detail vertices, ",
                surface["tree_levels"].get<unsigned>(), " tree levels, ", surface["area_m2"].get<double>(),
                " m2", surface.contains("external_ids") ? ", with the source's ids" : "");
}

std::string GridLine(const OrderedJson& grid) {
  return StrCat(grid["columns"].get<unsigned>(), " x ", grid["rows"].get<unsigned>(), " cells of ",
                grid["cell_size_m"].get<double>(), " m, ", grid["free_cells"].get<uint64_t>(), " free, ",
                grid["one_cost"].get<bool>() ? "all of one cost" : "of different costs");
}

std::string WaypointLine(const OrderedJson& graph) {
  return StrCat(graph["nodes"].get<unsigned>(), " waypoints, ", graph["links"].get<size_t>(), " links, ",
                graph["landmarks"].get<size_t>(), " landmarks, to ", graph["landmark_unit_m"].get<double>(),
                " m");
}

std::string VolumeLine(const OrderedJson& volume) {
  return StrCat(volume["sides"][0].get<unsigned>(), " x ", volume["sides"][1].get<unsigned>(), " x ",
                volume["sides"][2].get<unsigned>(), " voxels of ", volume["voxel_m"].get<double>(), " m, ",
                volume["free_voxels"].get<uint64_t>(), " free, in ", volume["parts"].get<unsigned>(),
                " parts, ", volume["different_words"].get<size_t>(), " different words, of ",
                volume["medium"].get<std::string>());
}

std::string SceneLine(const OrderedJson& scenes) {
  std::string text = StrCat(scenes["scenes"].size(), " scenes, ", scenes["polys"].get<unsigned>(),
                            " polygons in water and air");
  for (const OrderedJson& scene : scenes["scenes"]) {
    StrAppend(text, "\n    ", scene["name"].get<std::string>(), ", priority ", scene["priority"].get<int>(),
              ", ", scene["medium"].get<std::string>(), ", ", scene["mouths"].get<unsigned>(),
              " mouths: ", scene["reason"].get<std::string>());
  }
  return text;
}

std::string SkeletonLine(const OrderedJson& skeleton) {
  return StrCat(
      skeleton["key_points"].get<unsigned>(), " key points, ", skeleton["arcs"].get<unsigned>(), " arcs, ",
      skeleton["components"].get<unsigned>(), " pieces, ", skeleton["cycle_rank"].get<unsigned>(),
      " loops, of ", skeleton["launch_points"].get<uint64_t>(), " launch points ",
      skeleton["spacing_m"].get<double>(), " m apart, reach ", skeleton["reach_m"].get<double>(), " m");
}

constexpr ShownPart kShownParts[] = {
    {"surfaces", "", &JsonOf<&VariantViews::navmesh, &SurfaceJson>, &SurfaceLine},
    {"grids", "grids\n", &JsonOf<&VariantViews::grid, &GridJson>, &GridLine},
    {"waypoints", "", &JsonOf<&VariantViews::waypoints, &WaypointJson>, &WaypointLine},
    {"volumes", "volumes\n", &JsonOf<&VariantViews::volume, &VolumeJson>, &VolumeLine},
    {"scenes", "scenes\n", &JsonOf<&VariantViews::scenes, &SceneJson>, &SceneLine},
    {"skeletons", "skeletons\n", &JsonOf<&VariantViews::skeleton, &SkeletonJson>, &SkeletonLine}};

// Adds the manifest and the counts of the parts; the first problem met.
absl::Status AddContent(const PackageReader& package, OrderedJson& json) {
  absl::StatusOr<MapManifest> manifest = ReadManifestSection(package);
  if (!manifest.ok()) return manifest.status();
  json["manifest"] = ManifestJson(*manifest);
  json["surfaces"] = OrderedJson::array();
  MapViews views(*std::move(manifest));
  const std::vector<absl::Status> problems = ReadParts(package, std::numeric_limits<size_t>::max(), views);
  for (const ShownPart& part : kShownParts) {
    for (size_t i = 0; i < views.variants.size(); ++i) {
      OrderedJson counts = part.json(views.variants[i], static_cast<VariantIndex>(i + 1));
      if (!counts.is_null()) json[part.key].push_back(std::move(counts));
    }
  }
  const absl::Status damage = package.VerifyAll();
  return problems.empty() ? damage : problems.front();
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
  for (const ShownPart& part : kShownParts) {
    if (!json.contains(part.key)) continue;
    text += part.title;
    for (const OrderedJson& counts : json[part.key]) {
      StrAppend(text, "  ", counts["variant"].get<unsigned>(), ": ", part.line(counts), "\n");
    }
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
