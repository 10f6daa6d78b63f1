#include "bake/scene/scene_pieces.h"

#include <utility>

namespace waystone {
namespace {

LinkKind KindThrough(SceneMedium medium) {
  return medium == SceneMedium::kWater ? LinkKind::kSwim : LinkKind::kFly;
}

}  // namespace

ScenePieces::ScenePieces(const SceneInput& input, const SceneView& scenes, PolygonSoup& soup)
    : input_(input), scenes_(scenes), soup_(soup) {
  for (uint32_t i = 0; i < NextId(); ++i) soup_.polygons[i].external_id = i;
  const size_t count = scenes.scenes().size();
  built_.parts.assign(count, 0);
  built_.reasons.resize(count);
  built_.reaches_m.assign(count, 0);
  built_.layer_gaps_m.assign(count, 0);
}

uint32_t ScenePieces::AddPolygon(SoupPolygon polygon, SceneId id, ScenePart part, uint16_t layer) {
  const uint32_t polygon_id = NextId();
  polygon.external_id = polygon_id;
  soup_.polygons.push_back(std::move(polygon));
  built_.polys.push_back({.scene = static_cast<uint16_t>(id.value()),
                          .layer = layer,
                          .part = part,
                          .medium = MediumOf(id),
                          .reserved = {}});
  return polygon_id;
}

uint32_t ScenePieces::AddSquare(SceneId id, ScenePart part, const Vec3& middle, double half_m) {
  SoupPolygon polygon;
  for (const Vec2& off :
       {Vec2{-half_m, -half_m}, Vec2{half_m, -half_m}, Vec2{half_m, half_m}, Vec2{-half_m, half_m}}) {
    polygon.vertices.push_back(static_cast<uint32_t>(soup_.vertices.size()));
    soup_.vertices.push_back(Vec3(middle.x + off.x, middle.y, middle.z + off.z).ToFloat());
  }
  polygon.neighbours.assign(4, kNoNeighbour);
  polygon.area = AreaOf(id);
  return AddPolygon(std::move(polygon), id, part, kNoLayer);
}

bool ScenePieces::AddLink(const Vec3& from, uint32_t from_polygon, const Vec3& to, uint32_t to_polygon,
                          SceneMedium medium, const std::string& name) {
  const Vec3 line[] = {from, to};
  if (name.empty() && !scenes_.ClosedBordersCrossed(line).empty()) return false;
  OffMeshLink& link = built_.links.emplace_back();
  link.kind = KindThrough(medium);
  link.start = from + input_.origin;
  link.end = to + input_.origin;
  link.two_way = true;
  link.abilities = {std::string(medium == SceneMedium::kWater ? kSwimAbility : kFlyAbility)};
  link.external_id = name;
  link.start_polygon = from_polygon;
  link.end_polygon = to_polygon;
  link.agents = {input_.agent.name};
  return true;
}

}  // namespace waystone
