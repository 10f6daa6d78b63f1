#include "core/store/package_json.h"

#include <algorithm>

#include "core/base/str_cat.h"
#include "core/package/section_name.h"

namespace waystone {
namespace {

OrderedJson PointJson(const Vec3& point) { return {point.x, point.y, point.z}; }

OrderedJson VariantJson(const MapVariant& variant) {
  return {{"agent",
           {{"name", variant.agent.name},
            {"radius_m", variant.agent.radius_m},
            {"height_m", variant.agent.height_m},
            {"max_climb_m", variant.agent.max_climb_m},
            {"max_slope_deg", variant.agent.max_slope_deg}}},
          {"abilities", variant.abilities},
          {"surface_variant", variant.surface_variant}};
}

}  // namespace

OrderedJson SectionJson(const SectionEntry& entry) {
  std::string type(SectionTypeName(entry.type));
  if (type.empty()) type = StrCat("unknown-", static_cast<uint32_t>(entry.type));
  return {{"type", type},
          {"variant", entry.variant},
          {"region", entry.region},
          {"version", entry.version},
          {"required", (entry.flags & kSectionRequired) != 0},
          {"offset", entry.offset},
          {"bytes", entry.size_bytes},
          {"record_bytes", entry.record_size_bytes},
          {"records", entry.size_bytes / entry.record_size_bytes}};
}

OrderedJson ManifestJson(const MapManifest& manifest) {
  OrderedJson areas = OrderedJson::array();
  for (const AreaType& area : manifest.areas) areas.push_back({{"index", area.index}, {"name", area.name}});
  OrderedJson variants = OrderedJson::array();
  for (const MapVariant& variant : manifest.variants) variants.push_back(VariantJson(variant));
  OrderedJson json = {{"map_id", manifest.map_id},
                      {"surface", NameOf(manifest.surface)},
                      {"strategy_reason", manifest.strategy_reason},
                      {"origin", PointJson(manifest.origin)}};
  if (!manifest.bounds.IsEmpty()) {
    json["bounds"] = {{"min", PointJson(manifest.bounds.min)}, {"max", PointJson(manifest.bounds.max)}};
  }
  json["areas"] = std::move(areas);
  json["variants"] = std::move(variants);
  json["link_abilities"] = manifest.link_abilities;
  json["source_name"] = manifest.source_name;
  json["source_sha256"] = manifest.source_sha256;
  json["baker_version"] = manifest.baker_version;
  return json;
}

OrderedJson SurfaceJson(const NavmeshView& mesh, VariantIndex variant) {
  const NavmeshView::Arrays& arrays = mesh.arrays();
  OrderedJson json = {{"variant", variant},
                      {"polys", arrays.polys.size()},
                      {"edges", arrays.edges.size()},
                      {"vertices", arrays.vertices.size()},
                      {"detail_vertices", arrays.detail_vertices.size()},
                      {"detail_triangles", arrays.detail_triangles.size()},
                      {"tree_levels", arrays.header.tree_level_count},
                      {"area_m2", arrays.area_prefix_m2.empty() ? 0.0 : arrays.area_prefix_m2.back()}};
  const auto has_id = [](const NavPoly& poly) { return poly.external_id != kNoExternalId; };
  if (std::none_of(arrays.polys.begin(), arrays.polys.end(), has_id)) return json;
  OrderedJson& ids = json["external_ids"] = OrderedJson::array();
  for (const NavPoly& poly : arrays.polys) {
    ids.push_back(has_id(poly) ? OrderedJson(poly.external_id) : OrderedJson());
  }
  return json;
}

OrderedJson GridJson(const GridView& grid, VariantIndex variant) {
  const GridHeader& header = grid.header();
  return {{"variant", variant},
          {"columns", header.columns},
          {"rows", header.rows},
          {"free_cells", header.free_count},
          {"cell_size_m", header.cell_size_m},
          {"corner", {header.corner_x_m, header.height_m, header.corner_z_m}},
          {"one_cost", grid.is_uniform()}};
}

OrderedJson WaypointJson(const WaypointView& graph, VariantIndex variant) {
  return {{"variant", variant},
          {"nodes", graph.size()},
          {"links", graph.arcs().size()},
          {"landmarks", graph.landmarks().size()},
          {"landmark_unit_m", static_cast<double>(graph.header().landmark_unit_m)}};
}

OrderedJson VolumeJson(const VolumeView& volume, VariantIndex variant) {
  const VolumeHeader& header = volume.header();
  return {{"variant", variant},
          {"sides", header.sides},
          {"voxel_m", header.voxel_m},
          {"corner", header.corner_m},
          {"free_voxels", header.free_count},
          {"parts", header.part_count},
          {"different_words", volume.word_count()},
          {"medium", header.is_water != 0 ? "water" : "air"}};
}

OrderedJson SceneJson(const SceneView& scenes, VariantIndex variant) {
  OrderedJson list = OrderedJson::array();
  uint32_t polys = 0;
  for (const ScenePoly& poly : scenes.polys()) polys += poly.part == ScenePart::kGround ? 0 : 1;
  for (uint32_t i = 0; i < scenes.scenes().size(); ++i) {
    const SceneId id(i);
    list.push_back({{"name", scenes.NameOf(id)},
                    {"priority", scenes.scene(id).priority},
                    {"medium", NameOf(scenes.scene(id).medium)},
                    {"mouths", scenes.scene(id).mouth_count},
                    {"reason", scenes.ReasonOf(id)}});
  }
  return {{"variant", variant}, {"polys", polys}, {"scenes", std::move(list)}};
}

OrderedJson SkeletonJson(const SkeletonView& skeleton, VariantIndex variant) {
  const SkeletonHeader& header = skeleton.header();
  return {{"variant", variant},
          {"key_points", header.key_point_count},
          {"arcs", header.arc_count},
          {"components", header.component_count},
          {"cycle_rank", header.cycle_rank},
          {"launch_points", header.launch_point_count},
          {"spacing_m", static_cast<double>(header.spacing_m)},
          {"reach_m", static_cast<double>(header.reach_m)}};
}

std::string PrintJson(const OrderedJson& json) {
  return StrCat(json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace), "\n");
}

}  // namespace waystone
