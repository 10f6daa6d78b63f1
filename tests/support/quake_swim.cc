#include "tests/support/quake_swim.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>

#include "core/geom/aabb.h"
#include "core/geom/triangle.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

constexpr double kTouch_m = 0.05;
constexpr double kOut_m = 1.0;  // a swimmer gets onto ground this far above the surface
constexpr double kIn_m = 0.6;   // and stands in water this deep
constexpr double kChest_m = 1.2;
constexpr double kDeepest_m = 1000;

struct LiquidTriangle {
  Vec3 a;
  Vec3 b;
  Vec3 c;
  bool is_top = false;
  size_t body = 0;
};

struct Wet {
  double top = 0;
  size_t body = 0;
};

class Liquids {
 public:
  explicit Liquids(const SourceMap& map) {
    for (size_t i = 0; i < map.triangles.size(); ++i) {
      const std::string& group = map.groups[map.triangle_groups[i]];
      if (group != "water" && group != "slime") continue;
      const SourceTriangle& t = map.triangles[i];
      LiquidTriangle& out = triangles_.emplace_back();
      out.a = map.vertices[t[0]];
      out.b = map.vertices[t[1]];
      out.c = map.vertices[t[2]];
      out.is_top = Orient(out.a.Plane(), out.b.Plane(), out.c.Plane()) < 0;
    }
    FindBodies();
  }

  // The liquid that holds the point, or whose surface is within these heights of it.
  std::optional<Wet> At(const Vec3& at, double below, double above) const {
    std::map<double, const LiquidTriangle*> column;
    for (const LiquidTriangle& t : triangles_) {
      const std::optional<double> height = HeightOnTriangle(t.a, t.b, t.c, at.Plane());
      if (height.has_value()) column[*height] = &t;
    }
    for (auto top = column.begin(); top != column.end(); ++top) {
      if (!top->second->is_top || top == column.begin()) continue;
      const double bottom = std::prev(top)->first;
      if (at.y >= bottom - kTouch_m && top->first >= at.y - below && top->first <= at.y + above) {
        return Wet{top->first, top->second->body};
      }
    }
    return std::nullopt;
  }

 private:
  static Aabb BoxOf(const LiquidTriangle& t) {
    Aabb box;
    for (const Vec3& p : {t.a, t.b, t.c}) {
      box.Extend(p - Vec3{kTouch_m, kTouch_m, kTouch_m});
      box.Extend(p + Vec3{kTouch_m, kTouch_m, kTouch_m});
    }
    return box;
  }

  // Triangles whose boxes touch belong together.
  void FindBodies() {
    std::vector<Aabb> boxes;
    for (const LiquidTriangle& t : triangles_) boxes.push_back(BoxOf(t));
    std::vector<bool> seen(triangles_.size(), false);
    for (size_t first = 0; first < triangles_.size(); ++first) {
      if (seen[first]) continue;
      std::vector<size_t> open = {first};
      seen[first] = true;
      while (!open.empty()) {
        const size_t at = open.back();
        open.pop_back();
        triangles_[at].body = first;
        for (size_t k = 0; k < triangles_.size(); ++k) {
          if (seen[k] || !boxes[at].Overlaps(boxes[k])) continue;
          seen[k] = true;
          open.push_back(k);
        }
      }
    }
  }

  std::vector<LiquidTriangle> triangles_;
};

// A place of a shore: the middle of a border with water before it.
std::optional<size_t> ShoreAt(const Vec3& a, const Vec3& b, const Liquids& liquids,
                              const CollisionView& solid) {
  const double length = PlaneDistance(a, b);
  if (length < 0.05) return std::nullopt;
  const Vec2 along = (b.Plane() - a.Plane()) * (1 / length);
  const Vec3 middle = (a + b) * 0.5;
  const Vec3 chest = middle + Vec3{0, kChest_m, 0};
  for (const double out_m : {0.9, 1.3}) {
    const Vec3 out = middle + Vec3{along.z * out_m, 0, -along.x * out_m};
    const std::optional<Wet> wet = liquids.At(out + Vec3{0, -kOut_m, 0}, 0.0, kOut_m + kIn_m);
    if (!wet.has_value()) continue;
    const Vec3 over = out + Vec3{0, kChest_m, 0};
    const Vec3 in{out.x, wet->top - kTouch_m, out.z};
    if (!solid.Blocked(chest, over) && !solid.Blocked(over, in)) return wet->body;
  }
  return std::nullopt;
}

void AppendPlaces(const NavmeshView& mesh, PolyId id, const Liquids& liquids, const CollisionView& solid,
                  std::map<size_t, std::vector<Vec3>>& places) {
  const NavPoly& poly = mesh.poly(id);
  Vec3 middle;
  for (uint32_t k = 0; k < poly.edge_count; ++k) {
    middle = middle + Vec3(mesh.EdgeStart(EdgeId(poly.first_edge + k))) * (1.0 / poly.edge_count);
  }
  middle = ClosestPointOnPoly(mesh, id, middle);
  const std::optional<Wet> wet = liquids.At(middle, 0, kDeepest_m);
  if (wet.has_value()) places[wet->body].push_back(middle);
  for (uint32_t k = 0; k < poly.edge_count; ++k) {
    const EdgeId edge(poly.first_edge + k);
    if (mesh.edge(edge).twin != kNoEdge) continue;
    const Vec3 a = mesh.EdgeStart(edge);
    const Vec3 b = mesh.EdgeEnd(edge);
    const std::optional<size_t> body = ShoreAt(a, b, liquids, solid);
    if (body.has_value()) places[*body].push_back(ClosestPointOnPoly(mesh, id, (a + b) * 0.5));
  }
}

}  // namespace

std::vector<OffMeshLink> SwimLinks(const SourceMap& map, const NavmeshView& mesh,
                                   const CollisionView& solid) {
  const Liquids liquids(map);
  std::map<size_t, std::vector<Vec3>> places;  // by body
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) AppendPlaces(mesh, PolyId(p), liquids, solid, places);
  std::vector<OffMeshLink> links;
  for (const auto& [body, list] : places) {
    for (size_t i = 1; i < list.size(); ++i) {
      OffMeshLink& link = links.emplace_back();
      link.start = list[i - 1];
      link.end = list[i];
      link.two_way = true;
      link.radius_m = kTouch_m;
      link.abilities = {"swim"};
      link.external_id = "swim";
    }
  }
  return links;
}

}  // namespace waystone
