#include "bake/scene/scene_builder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <numbers>
#include <optional>
#include <set>
#include <utility>

#include "bake/collision/collision_builder.h"
#include "bake/grid/cell_rectangles.h"
#include "bake/grid/grid_surface.h"
#include "bake/navmesh/navmesh_builder.h"
#include "bake/scene/free_space.h"
#include "bake/scene/octree.h"
#include "bake/scene/place_joiner.h"
#include "bake/scene/scene_parts.h"
#include "bake/skeleton/ray_scene.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

constexpr double kJoinGap_m = 1;     // between places of a layer that may be joined
constexpr double kWayGap_m = 2;      // between ways from a layer to the next, and to the ground
constexpr double kStepOff_m = 0.1;   // half of a square over a ledge
constexpr int32_t kLargestCube = 8;  // [voxels] a side, of volumes: paths lead through their middles
constexpr double kLeastCell_m = 0.1;
constexpr double kMostCell_m = 1;

Vec3 MiddleOf(const NavmeshData& mesh, const NavPoly& poly) {
  Vec3 sum;
  for (uint32_t k = 0; k < poly.edge_count; ++k) {
    sum = sum + Vec3(mesh.vertices[mesh.edges[poly.first_edge + k].vertex]);
  }
  return sum * (1.0 / poly.edge_count);
}

LinkKind KindThrough(SceneMedium medium) {
  return medium == SceneMedium::kWater ? LinkKind::kSwim : LinkKind::kFly;
}

class Builder {
 public:
  Builder(const SceneInput& input, const SceneView& scenes, const CollisionView& solid, PolygonSoup& soup)
      : input_(input), scenes_(scenes), solid_(solid), soup_(soup) {}

  absl::StatusOr<BuiltScenes> Build() {
    ground_count_ = static_cast<uint32_t>(soup_.polygons.size());
    for (uint32_t i = 0; i < ground_count_; ++i) soup_.polygons[i].external_id = i;
    WS_ASSIGN_OR_RETURN(ground_data_, BuildNavmesh(soup_));
    WS_ASSIGN_OR_RETURN(const NavmeshView ground, NavmeshView::Create(ground_data_));
    WS_ASSIGN_OR_RETURN(rays_, RayScene::Create(input_.vertices, input_.triangles));
    for (const CollisionTriangle& triangle : input_.triangles) {
      SolidTriangle& corners = triangles_.emplace_back();
      for (size_t k = 0; k < 3; ++k) corners[k] = Vec3(input_.vertices[triangle.vertex[k]]);
    }
    const size_t count = scenes_.scenes().size();
    out_.parts.assign(count, 0);
    out_.reasons.resize(count);
    out_.reaches_m.assign(count, 0);
    out_.layer_gaps_m.assign(count, 0);
    for (uint32_t i = 0; i < count; ++i) WS_RETURN_IF_ERROR(AddScene(SceneId(i)));
    if (!places_.empty()) {
      AddGroundPlaces(ground);
      for (const PlaceJoin& join : JoinPlaces(places_, scenes_, solid_, input_.agent)) AddJoin(join);
    }
    AddWarnings();
    return std::move(out_);
  }

 private:
  void AddWarnings() {
    std::set<std::string> used;
    for (const OffMeshLink& link : out_.links) used.insert(link.external_id);
    for (uint32_t i = 0; i < scenes_.scenes().size(); ++i) {
      const SceneId id(i);
      const auto is_its = [&](const ScenePoly& poly) { return poly.scene == i; };
      const std::string what = StrCat("scene ", Quoted(scenes_.NameOf(id)), ": ");
      const bool is_ground = scenes_.scene(id).medium == SceneMedium::kGround;
      if (!is_ground && std::ranges::none_of(out_.polys, is_its)) {
        out_.warnings.push_back(
            StrCat(what, "nothing of it is free for the agent's body on its layers and points"));
        continue;
      }
      if (is_ground && scenes_.scene(id).mouth_count > 0) {
        out_.warnings.push_back(
            StrCat(what, "walkers pass wherever there is ground: its mouths mean nothing"));
      }
      for (uint32_t m = 0; !is_ground && m < scenes_.scene(id).mouth_count; ++m) {
        const std::string_view mouth = scenes_.NameOf(MouthId(scenes_.scene(id).first_mouth + m));
        if (used.contains(StrCat(scenes_.NameOf(id), "/", mouth))) continue;
        out_.warnings.push_back(StrCat(what, "no way leads through its mouth ", Quoted(mouth)));
      }
    }
  }

  const SceneSettings& SettingsOf(SceneId id) const {
    return input_.settings[input_.order.settings[id.value()]];
  }
  double HalfHeight_m() const { return std::max(input_.agent.radius_m, input_.agent.height_m / 2); }

  absl::Status AddScene(SceneId id) {
    const SceneSettings& settings = SettingsOf(id);
    std::optional<FreeSpace> space;
    if (settings.medium != SceneMedium::kGround) {
      const SolidSpace solid{triangles_,    rays_.get(),         {input_.agent.radius_m, HalfHeight_m()},
                             input_.cell_m, input_.thread_count, input_.progress};
      WS_ASSIGN_OR_RETURN(space, FreeSpaceOf(scenes_, id, solid));
    }
    PartChoice choice = ChooseParts(settings, space ? space->wall_share : 0);
    out_.reasons[id.value()] = std::move(choice.reason);
    for (const ScenePart part : choice.parts) {
      out_.parts[id.value()] |= static_cast<uint8_t>(1U << static_cast<uint32_t>(part));
    }
    if (settings.HasGround()) out_.parts[id.value()] |= 1U << static_cast<uint32_t>(ScenePart::kGround);
    if (!space) return absl::OkStatus();
    layers_.clear();
    for (const ScenePart part : choice.parts) {
      if (part == ScenePart::kLayers) WS_RETURN_IF_ERROR(AddLayers(id, *space));
    }
    const bool has_layers = !layers_.empty();
    for (const ScenePart part : choice.parts) {
      if (part == ScenePart::kLayers) continue;
      const auto voxels = static_cast<uint32_t>(std::max(1.0, settings.point_gap_m / input_.cell_m));
      const int32_t side =
          part == ScenePart::kVolume ? kLargestCube : static_cast<int32_t>(std::bit_floor(voxels));
      AddCubes(id, part, *space, std::min(side, int32_t{64}), has_layers);
    }
    return absl::OkStatus();
  }

  // --- Layers

  struct Layer {
    int32_t row = 0;                   // its voxels' number along y
    std::vector<uint32_t> polygon_at;  // external id by z and x; kNoCube: none
  };

  std::vector<int32_t> LayerRows(SceneId id, const FreeSpace& space) const {
    const SceneSettings& settings = SettingsOf(id);
    const SceneRecord& record = scenes_.scene(id);
    std::vector<double> heights_m;
    for (const double height_m : settings.layer_heights_m) heights_m.push_back(height_m - input_.origin.y);
    if (heights_m.empty()) {
      const double bottom_m = record.middle[1] - record.half[1];
      const double height_m = 2 * record.half[1];
      const auto count = static_cast<int>(std::max(1.0, std::round(height_m / settings.layer_gap_m)));
      for (int k = 0; k < count; ++k) heights_m.push_back(bottom_m + height_m * (k + 0.5) / count);
    }
    std::vector<int32_t> rows;
    for (const double height_m : heights_m) {
      const auto top = static_cast<int32_t>(space.field.size.sides[1]) - 1;
      const auto row = std::min(
          top, static_cast<int32_t>(std::floor((height_m - space.field.corner.y) / space.field.voxel_m)));
      const bool is_inside = row >= 0 && static_cast<uint32_t>(row) < space.field.size.sides[1];
      if (is_inside && (rows.empty() || rows.back() != row)) rows.push_back(row);
    }
    return rows;
  }

  absl::Status AddLayers(SceneId id, const FreeSpace& space) {
    const std::vector<int32_t> rows = LayerRows(id, space);
    const double voxel_m = space.field.voxel_m;
    double gap_m = 0;
    for (size_t k = 1; k < rows.size(); ++k) {
      const double between_m = (rows[k] - rows[k - 1]) * voxel_m;
      gap_m = gap_m == 0 ? between_m : std::min(gap_m, between_m);
      out_.reaches_m[id.value()] = std::max(out_.reaches_m[id.value()], between_m);
    }
    out_.layer_gaps_m[id.value()] = gap_m;
    if (!rows.empty()) {  // down to the floor of the box, and up to its top
      const SceneRecord& record = scenes_.scene(id);
      const double lowest_m = space.MiddleOf({{0, rows.front(), 0}}).y - (record.middle[1] - record.half[1]);
      const double highest_m = record.middle[1] + record.half[1] - space.MiddleOf({{0, rows.back(), 0}}).y;
      out_.reaches_m[id.value()] = std::max({out_.reaches_m[id.value()], 2 * lowest_m, 2 * highest_m});
    }
    for (size_t k = 0; k < rows.size(); ++k) WS_RETURN_IF_ERROR(AddLayer(id, space, rows[k], k));
    for (size_t k = 1; k < layers_.size(); ++k) JoinLayers(id, space, layers_[k - 1], layers_[k]);
    return absl::OkStatus();
  }

  absl::Status AddLayer(SceneId id, const FreeSpace& space, int32_t row, size_t layer) {
    const VolumeSize& size = space.field.size;
    GridCells cells;
    cells.columns = size.sides[0];
    cells.rows = size.sides[2];
    cells.areas.assign(size_t{cells.columns} * cells.rows, 0);
    cells.cell_size_m = space.field.voxel_m;
    cells.origin = {space.field.corner.x, space.MiddleOf({{0, row, 0}}).y, space.field.corner.z};
    const uint8_t area = AreaOf(scenes_.scene(id).medium);
    for (uint32_t z = 0; z < cells.rows; ++z) {
      for (uint32_t x = 0; x < cells.columns; ++x) {
        const Voxel voxel{{static_cast<int32_t>(x), row, static_cast<int32_t>(z)}};
        if (space.bits.IsFree(voxel)) cells.areas[size_t{z} * cells.columns + x] = area;
      }
    }
    WS_ASSIGN_OR_RETURN(const PolygonSoup level, SoupOfCells(cells, Vec3(), 0));
    const uint32_t first = NextId();
    const auto first_vertex = static_cast<uint32_t>(soup_.vertices.size());
    soup_.vertices.insert(soup_.vertices.end(), level.vertices.begin(), level.vertices.end());
    for (SoupPolygon polygon : level.polygons) {
      for (uint32_t& vertex : polygon.vertices) vertex += first_vertex;
      for (uint32_t& neighbour : polygon.neighbours) {
        if (neighbour != kNoNeighbour) neighbour += first;
      }
      AddPolygon(std::move(polygon), id, ScenePart::kLayers, static_cast<uint16_t>(layer));
    }
    Layer& out = layers_.emplace_back();
    out.row = row;
    out.polygon_at.assign(cells.areas.size(), kNoCube);
    const std::vector<CellRectangle> rectangles = CoverCells(cells);
    for (uint32_t i = 0; i < rectangles.size(); ++i) {
      const CellRectangle& r = rectangles[i];
      for (uint32_t z = r.row; z < r.row + r.rows; ++z) {
        for (uint32_t x = r.column; x < r.column + r.columns; ++x) {
          out.polygon_at[size_t{z} * cells.columns + x] = first + i;
        }
      }
    }
    AddLayerPlaces(id, space, out);
    return absl::OkStatus();
  }

  // On a lattice, and wherever the layer ends.
  void AddLayerPlaces(SceneId id, const FreeSpace& space, const Layer& layer) {
    const uint32_t columns = space.field.size.sides[0];
    const uint32_t rows = space.field.size.sides[2];
    const auto step = static_cast<uint32_t>(std::max(1.0, std::round(kJoinGap_m / space.field.voxel_m)));
    const double reach_m =
        std::max({out_.reaches_m[id.value()] / 2, 2 * kJoinGap_m, 2 * space.field.voxel_m});
    const auto at = [&](int64_t x, int64_t z) {
      return x >= 0 && z >= 0 && x < columns && z < rows &&
             layer.polygon_at[static_cast<size_t>(z) * columns + static_cast<size_t>(x)] != kNoCube;
    };
    for (uint32_t z = 0; z < rows; ++z) {
      for (uint32_t x = 0; x < columns; ++x) {
        if (!at(x, z)) continue;
        const bool is_rim = !at(int64_t{x} - 1, z) || !at(int64_t{x} + 1, z) || !at(x, int64_t{z} - 1) ||
                            !at(x, int64_t{z} + 1);
        if (!is_rim && (x % step != 0 || z % step != 0)) continue;
        const Vec3 middle = space.MiddleOf({{static_cast<int32_t>(x), layer.row, static_cast<int32_t>(z)}});
        places_.push_back({middle, middle, reach_m, layer.polygon_at[size_t{z} * columns + x], id,
                           ScenePart::kLayers, scenes_.scene(id).medium});
      }
    }
  }

  // Straight up and down through free voxels: of each pair of polygons the way nearest to their middles, and others
  // on a lattice.
  void JoinLayers(SceneId id, const FreeSpace& space, const Layer& lower, const Layer& upper) {
    const uint32_t columns = space.field.size.sides[0];
    const uint32_t rows = space.field.size.sides[2];
    const auto step = static_cast<uint32_t>(std::max(1.0, std::round(kWayGap_m / space.field.voxel_m)));
    std::map<std::pair<uint32_t, uint32_t>, std::vector<Voxel>> columns_of;
    for (uint32_t z = 0; z < rows; ++z) {
      for (uint32_t x = 0; x < columns; ++x) {
        const uint32_t low = lower.polygon_at[size_t{z} * columns + x];
        const uint32_t high = upper.polygon_at[size_t{z} * columns + x];
        if (low == kNoCube || high == kNoCube) continue;
        Voxel voxel{{static_cast<int32_t>(x), lower.row, static_cast<int32_t>(z)}};
        bool is_free = true;
        for (int32_t y = lower.row + 1; y < upper.row && is_free; ++y) {
          is_free = space.bits.IsFree({{voxel.along[0], y, voxel.along[2]}});
        }
        if (is_free) columns_of[{low, high}].push_back(voxel);
      }
    }
    for (const auto& [polygons, voxels] : columns_of) {
      const Voxel& middle = voxels[voxels.size() / 2];
      for (const Voxel& voxel : voxels) {
        const bool is_on_lattice = voxel.along[0] % static_cast<int32_t>(step) == 0 &&
                                   voxel.along[2] % static_cast<int32_t>(step) == 0;
        if (!is_on_lattice && voxel != middle) continue;
        const Vec3 low = space.MiddleOf(voxel);
        const Vec3 high = space.MiddleOf({{voxel.along[0], upper.row, voxel.along[2]}});
        AddLink(low, polygons.first, high, polygons.second, scenes_.scene(id).medium, "");
      }
    }
  }

  // --- Points and cubes

  void AddCubes(SceneId id, ScenePart part, const FreeSpace& space, int32_t max_side, bool has_layers) {
    const Octree octree(space.bits, max_side);
    const std::vector<FreeCube>& cubes = octree.cubes();
    const std::vector<bool> is_kept = has_layers ? BesideLayers(octree, space) : SamplesOf(octree);
    std::vector<uint32_t> id_of(cubes.size(), kNoCube);
    double largest_m = 0;
    for (uint32_t cube = 0; cube < cubes.size(); ++cube) {
      if (!is_kept[cube]) continue;
      id_of[cube] = AddCube(id, part, space, cubes[cube]);
      largest_m = std::max(largest_m, cubes[cube].side * space.field.voxel_m);
    }
    out_.reaches_m[id.value()] = std::max(out_.reaches_m[id.value()], largest_m);
    for (uint32_t cube = 0; cube < cubes.size(); ++cube) {
      if (id_of[cube] == kNoCube) continue;
      for (const uint32_t other : octree.Beside(cube)) {
        if (id_of[other] == kNoCube) continue;
        // Once for each pair, by the smaller one if that alone points at the other.
        const std::vector<uint32_t> back = octree.Beside(other);
        const bool is_mutual = std::ranges::binary_search(back, cube);
        if (is_mutual && other < cube) continue;
        AddLink(MiddleOf(space, cubes[cube]), id_of[cube], MiddleOf(space, cubes[other]), id_of[other],
                scenes_.scene(id).medium, "");
      }
    }
  }

  // Cubes from which no layer lies straight above or below, and those beside them.
  std::vector<bool> BesideLayers(const Octree& octree, const FreeSpace& space) const {
    const std::vector<FreeCube>& cubes = octree.cubes();
    std::vector<bool> is_hidden(cubes.size());
    for (uint32_t i = 0; i < cubes.size(); ++i) is_hidden[i] = !SeesLayer(cubes[i], space);
    std::vector<bool> is_kept = is_hidden;
    for (uint32_t i = 0; i < cubes.size(); ++i) {
      for (const uint32_t other : octree.Beside(i)) {
        if (is_hidden[i]) is_kept[other] = true;
        if (is_hidden[other]) is_kept[i] = true;
      }
    }
    return is_kept;
  }

  bool SeesLayer(const FreeCube& cube, const FreeSpace& space) const {
    const int32_t x = cube.low.along[0] + cube.side / 2;
    const int32_t z = cube.low.along[2] + cube.side / 2;
    const auto is_on_layer = [&](int32_t y) {
      return std::ranges::any_of(layers_, [&](const Layer& layer) { return layer.row == y; });
    };
    for (const int32_t step : {-1, 1}) {
      int32_t y = cube.low.along[1] + cube.side / 2;
      while (space.field.size.Contains({{x, y, z}}) && space.bits.IsFree({{x, y, z}})) {
        if (is_on_layer(y)) return true;
        y += step;
      }
    }
    return false;
  }

  static Vec3 MiddleOf(const FreeSpace& space, const FreeCube& cube) {
    const double half = cube.side / 2.0;
    return space.field.corner +
           Vec3(cube.low.along[0] + half, cube.low.along[1] + half, cube.low.along[2] + half) *
               space.field.voxel_m;
  }

  uint32_t AddCube(SceneId id, ScenePart part, const FreeSpace& space, const FreeCube& cube) {
    const Vec3 middle = MiddleOf(space, cube);
    const double half_m = cube.side * space.field.voxel_m / 2;
    const uint32_t polygon = AddSquare(id, part, middle, half_m);
    places_.push_back({middle, middle, half_m * std::numbers::sqrt3 + space.field.voxel_m, polygon, id, part,
                       scenes_.scene(id).medium});
    return polygon;
  }

  // A level polygon about a place.
  uint32_t AddSquare(SceneId id, ScenePart part, const Vec3& middle, double half_m) {
    SoupPolygon polygon;
    for (const Vec2& off :
         {Vec2{-half_m, -half_m}, Vec2{half_m, -half_m}, Vec2{half_m, half_m}, Vec2{-half_m, half_m}}) {
      polygon.vertices.push_back(static_cast<uint32_t>(soup_.vertices.size()));
      soup_.vertices.push_back(Vec3(middle.x + off.x, middle.y, middle.z + off.z).ToFloat());
    }
    polygon.neighbours.assign(4, kNoNeighbour);
    polygon.area = AreaOf(scenes_.scene(id).medium);
    return AddPolygon(std::move(polygon), id, part, kNoLayer);
  }

  // --- Ground

  // For each place the nearest ground; of those near each other one.
  void AddGroundPlaces(const NavmeshView& ground) {
    if (ground.poly_count() == 0) return;
    SurfaceWorkspace workspace;
    const double up_m = HalfHeight_m();
    std::map<std::tuple<int64_t, int64_t, int64_t, uint32_t>, std::pair<double, JoinPlace>> nearest;
    for (const JoinPlace& place : places_) {
      const Vec3 feet = place.middle - Vec3(0, up_m, 0);
      const double reach_m = place.reach_m + kJoinGap_m;
      const std::optional<NavLocation> under = NearestPolyWithin(
          ground, feet, reach_m, reach_m, std::max(reach_m, input_.agent.max_climb_m), workspace);
      if (!under.has_value()) continue;
      JoinPlace on_ground;
      // The body is lifted over what it would step over.
      on_ground.middle = under->point + Vec3(0, up_m + std::min(input_.agent.max_climb_m, up_m), 0);
      on_ground.at = under->point;
      on_ground.reach_m = kJoinGap_m;
      on_ground.polygon = ground.poly(under->poly).external_id;
      on_ground.scene = scenes_.tree().Find(on_ground.middle);
      const double apart_m = Distance(on_ground.middle, place.middle);
      if (apart_m > place.reach_m + on_ground.reach_m) continue;
      const auto block = [](double m) { return static_cast<int64_t>(std::floor(m / kWayGap_m)); };
      const auto [known, is_new] = nearest.try_emplace(
          {block(on_ground.at.x), block(on_ground.at.y), block(on_ground.at.z), place.scene.value()}, apart_m,
          on_ground);
      if (!is_new && apart_m < known->second.first) known->second = {apart_m, on_ground};
    }
    for (const auto& [block, place] : nearest) places_.push_back(place.second);
  }

  void AddJoin(const PlaceJoin& join) {
    const JoinPlace& from = places_[join.from];
    const JoinPlace& to = places_[join.to];
    const SceneMedium medium = from.part == ScenePart::kGround    ? to.medium
                               : to.part == ScenePart::kGround    ? from.medium
                               : from.medium == SceneMedium::kAir ? from.medium
                                                                  : to.medium;
    if (join.via.has_value()) {
      const JoinPlace& beside = from.part == ScenePart::kGround ? to : from;
      const uint32_t polygon = AddSquare(beside.scene, ScenePart::kPoints, *join.via, kStepOff_m);
      AddLink(from.at, from.polygon, *join.via, polygon, medium, join.mouth);
      AddLink(*join.via, polygon, to.at, to.polygon, medium, join.mouth);
      return;
    }
    const size_t before = out_.links.size();
    AddLink(from.at, from.polygon, to.at, to.polygon, medium, join.mouth);
    // From water into air or back an agent needs both abilities.
    const bool is_mixed =
        from.part != ScenePart::kGround && to.part != ScenePart::kGround && from.medium != to.medium;
    if (is_mixed && out_.links.size() > before) {
      out_.links.back().abilities = {std::string(kFlyAbility), std::string(kSwimAbility)};
    }
  }

  // --- Common

  uint8_t AreaOf(SceneMedium medium) const {
    return medium == SceneMedium::kWater ? input_.water_area : input_.air_area;
  }
  uint32_t NextId() const { return static_cast<uint32_t>(soup_.polygons.size()); }

  uint32_t AddPolygon(SoupPolygon polygon, SceneId id, ScenePart part, uint16_t layer) {
    const uint32_t polygon_id = NextId();
    polygon.external_id = polygon_id;
    soup_.polygons.push_back(std::move(polygon));
    out_.polys.push_back({.scene = static_cast<uint16_t>(id.value()),
                          .layer = layer,
                          .part = part,
                          .medium = scenes_.scene(id).medium,
                          .reserved = {}});
    return polygon_id;
  }

  // Not through the walls of a closed scene.
  void AddLink(const Vec3& from, uint32_t from_polygon, const Vec3& to, uint32_t to_polygon,
               SceneMedium medium, const std::string& name) {
    const Vec3 line[] = {from, to};
    if (name.empty() && !scenes_.ClosedBordersCrossed(line).empty()) return;
    OffMeshLink& link = out_.links.emplace_back();
    link.kind = KindThrough(medium);
    link.start = from + input_.origin;
    link.end = to + input_.origin;
    link.two_way = true;
    link.abilities = {std::string(medium == SceneMedium::kWater ? kSwimAbility : kFlyAbility)};
    link.external_id = name;
    link.start_polygon = from_polygon;
    link.end_polygon = to_polygon;
    link.agents = {input_.agent.name};
  }

  const SceneInput& input_;
  const SceneView& scenes_;
  const CollisionView& solid_;
  PolygonSoup& soup_;
  uint32_t ground_count_ = 0;
  NavmeshData ground_data_;
  std::unique_ptr<RayScene> rays_;
  std::vector<SolidTriangle> triangles_;
  std::vector<Layer> layers_;  // of the scene that is being made
  std::vector<JoinPlace> places_;
  BuiltScenes out_;
};

}  // namespace

absl::StatusOr<BuiltScenes> BuildScenes(const SceneInput& input, PolygonSoup& soup) {
  WS_ASSIGN_OR_RETURN(const SceneView scenes, SceneView::Create(input.order.data));
  WS_ASSIGN_OR_RETURN(const CollisionData data, BuildCollision(input.vertices, input.triangles));
  WS_ASSIGN_OR_RETURN(const CollisionView solid,
                      CollisionView::Create(data.vertices, data.triangles, data.nodes));
  return Builder(input, scenes, solid, soup).Build();
}

SceneData FinishScenes(const SceneOrder& order, const BuiltScenes& built, uint32_t ground_count, double up_m,
                       NavmeshData& mesh) {
  SceneData data = order.data;
  for (uint32_t s = 0; s < data.scenes.size(); ++s) {
    SceneRecord& scene = data.scenes[s];
    scene.parts = built.parts[s];
    scene.reach_m = static_cast<float>(built.reaches_m[s]);
    scene.layer_gap_m = static_cast<float>(built.layer_gaps_m[s]);
    scene.reason_offset = AddSceneText(built.reasons[s], data);
  }
  const SceneTree tree(data.scenes);
  for (NavPoly& poly : mesh.polys) {
    ScenePoly& out = data.polys.emplace_back();
    if (poly.external_id >= ground_count) {
      out = built.polys[poly.external_id - ground_count];
    } else {
      const SceneId scene = tree.Find(MiddleOf(mesh, poly) + Vec3(0, up_m, 0));
      out = {.scene = scene.IsNone() ? kNoScene : static_cast<uint16_t>(scene.value()),
             .layer = kNoLayer,
             .part = ScenePart::kGround,
             .medium = SceneMedium::kGround,
             .reserved = {}};
    }
    poly.external_id = kNoExternalId;
  }
  return data;
}

double DefaultSceneCell_m(const AgentProfile& agent) {
  return std::clamp(agent.radius_m, kLeastCell_m, kMostCell_m);
}

}  // namespace waystone
