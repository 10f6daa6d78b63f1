#include "tests/core/surface/navmesh/trigger_cell_oracle.h"

#include <algorithm>

#include "bake/navmesh/navmesh_builder.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone::trigger_test {
namespace {

constexpr int kSamples = 32;  // along a side

Place Middle(const PolygonSoup& soup, const SoupPolygon& cell) {
  const Vec3f& first = soup.vertices[cell.vertices[0]];
  return {first.x + 0.5, first.z + 0.5};
}

}  // namespace

CellOracle::CellOracle(const Scene& scene) : scene_(scene) {
  PolygonSoup soup = SharedCells(scene.drawing);
  for (uint32_t i = 0; i < soup.polygons.size(); ++i) Close(soup, i);
  data_ = *BuildNavmesh(soup);
  mesh_ = std::make_unique<NavmeshView>(ViewOf(data_));
  std::vector<NavLink> links;
  for (const Jump& jump : scene.jumps) {
    if (FirstEntered(scene, jump.from, jump.to) < 0) links.push_back(LinkOf(*mesh_, jump));
  }
  link_data_ = SortedLinks(*mesh_, links);
  links_ = *LinkView::Create(link_data_, *mesh_);
}

std::vector<double> CellOracle::EntriesFrom(const Place& start) {
  flood_.Begin(*mesh_, links_, 0, At(*mesh_, start));
  flood_.GrowTo(kInfinite, {});
  std::vector<double> costs(scene_.boxes.size(), kInfinite);
  for (size_t i = 0; i < costs.size(); ++i) {
    if (!scene_.boxes[i].is_one_way && Holds(scene_.boxes[i], start)) costs[i] = 0;
  }
  for (const Door& door : doors_) {
    for (int k = 0; k <= kSamples; ++k) {
      const double share = static_cast<double>(k) / kSamples;
      const Place at{door.a.x + (door.b.x - door.a.x) * share, door.a.z + (door.b.z - door.a.z) * share};
      const PolyId poly = PolyAt(*mesh_, door.outside.x, door.outside.z);
      costs[door.box] = std::min(costs[door.box], flood_.DistanceTo({poly, {at.x, 0, at.z}}));
    }
  }
  for (const Jump& jump : scene_.jumps) {
    const double cost_m = flood_.DistanceTo(At(*mesh_, jump.from)) + jump.cost_m;
    const int first = FirstEntered(scene_, jump.from, jump.to);
    for (size_t i = 0; i < costs.size(); ++i) {
      const bool enters = !Holds(scene_.boxes[i], jump.from) && Holds(scene_.boxes[i], jump.to);
      if (enters && (first < 0 || first == static_cast<int>(i))) costs[i] = std::min(costs[i], cost_m);
    }
  }
  return costs;
}

double CellOracle::EndingIn(size_t box, const Place& start, const Place& goal) {
  PolygonSoup soup = SharedCells(scene_.drawing);
  for (SoupPolygon& cell : soup.polygons) {
    for (uint32_t& next : cell.neighbours) {
      if (next == kNoNeighbour) continue;
      const bool is_inside = Holds(scene_.boxes[box], Middle(soup, cell)) &&
                             Holds(scene_.boxes[box], Middle(soup, soup.polygons[next]));
      if (!is_inside) next = kNoNeighbour;
    }
  }
  const NavmeshData data = *BuildNavmesh(soup);
  const NavmeshView inside = ViewOf(data);
  std::vector<NavLink> back;
  for (const Jump& jump : scene_.jumps) {
    const bool is_inside = Holds(scene_.boxes[box], jump.from) && Holds(scene_.boxes[box], jump.to);
    if (is_inside) back.push_back(LinkOf(inside, {jump.to, jump.from, jump.cost_m}));
  }
  const LinkData link_data = SortedLinks(inside, back);
  const LinkView links = *LinkView::Create(link_data, inside);
  DistanceFlood from_goal;
  from_goal.Begin(inside, links, 0, At(inside, goal));
  from_goal.GrowTo(kInfinite, {});
  flood_.Begin(*mesh_, links_, 0, At(*mesh_, start));
  flood_.GrowTo(kInfinite, {});
  double least = kInfinite;
  for (const Door& door : doors_) {
    if (door.box != box) continue;
    for (int k = 0; k <= kSamples; ++k) {
      const double share = static_cast<double>(k) / kSamples;
      const Vec3 at(door.a.x + (door.b.x - door.a.x) * share, 0, door.a.z + (door.b.z - door.a.z) * share);
      least = std::min(least, flood_.DistanceTo({PolyAt(*mesh_, door.outside.x, door.outside.z), at}) +
                                  from_goal.DistanceTo({PolyAt(inside, door.inside.x, door.inside.z), at}));
    }
  }
  for (const Jump& jump : scene_.jumps) {
    if (FirstEntered(scene_, jump.from, jump.to) != static_cast<int>(box)) continue;
    least = std::min(least, flood_.DistanceTo(At(*mesh_, jump.from)) + jump.cost_m +
                                from_goal.DistanceTo(At(inside, jump.to)));
  }
  return least;
}

double CellOracle::Length(const Place& start, const Place& goal) {
  AnyAngleOptions options;
  options.links = &links_;
  const SurfacePath route = FindAnyAngle(*mesh_, At(*mesh_, start), At(*mesh_, goal), options, workspace_);
  return route.outcome == SearchOutcome::kFound ? route.cost_m : kInfinite;
}

void CellOracle::Close(PolygonSoup& soup, uint32_t cell) {
  SoupPolygon& from = soup.polygons[cell];
  for (size_t k = 0; k < from.vertices.size(); ++k) {
    if (from.neighbours[k] == kNoNeighbour) continue;
    const Place outside = Middle(soup, from);
    const Place inside = Middle(soup, soup.polygons[from.neighbours[k]]);
    const Vec3f& a = soup.vertices[from.vertices[k]];
    const Vec3f& b = soup.vertices[from.vertices[(k + 1) % from.vertices.size()]];
    const int first = FirstEntered(scene_, outside, inside);
    for (size_t i = 0; i < scene_.boxes.size(); ++i) {
      const bool enters = !Holds(scene_.boxes[i], outside) && Holds(scene_.boxes[i], inside);
      if (!enters || (first >= 0 && first != static_cast<int>(i))) continue;
      doors_.push_back({i, {a.x, a.z}, {b.x, b.z}, outside, inside});
    }
    if (first >= 0) from.neighbours[k] = kNoNeighbour;
  }
}

}  // namespace waystone::trigger_test
