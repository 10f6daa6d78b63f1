// Two polygons lie above each other where their outlines share an area and the surface's heights in the
// middle of it differ by more than a step. "Above" pairs are edges of a graph; a polygon's level is its
// longest path down.
#include "client/draw/surface_layers.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "core/graph/components.h"
#include "core/graph/csr_graph.h"
#include "core/navmesh/surface_queries.h"

namespace waystone::draw {
namespace {

constexpr double kFloorApart_m = 1.0;     // heights nearer than this belong to one floor
constexpr double kOverlapArea_m2 = 0.02;  // touching sides overlap by rounding only
constexpr uint8_t kHighestLevel = 15;
constexpr size_t kCellsPerPoly = 1;

using Ring = std::vector<Vec2>;

void RingOf(const NavmeshView& mesh, PolyId poly, Ring& ring) {
  ring.clear();
  for (const NavEdge& edge : mesh.edges(poly))
    ring.push_back(Vec3(mesh.vertex(VertexId(edge.vertex))).Plane());
}

// Twice the area, and the mean of the corners.
double DoubleArea(const Ring& ring) {
  double sum = 0;
  for (size_t i = 0; i < ring.size(); ++i) sum += Cross(ring[i], ring[(i + 1) % ring.size()]);
  return sum;
}

Vec2 Middle(const Ring& ring) {
  Vec2 sum;
  for (const Vec2 corner : ring) sum = sum + corner;
  return sum * (1.0 / static_cast<double>(ring.size()));
}

// Sutherland-Hodgman: leaves the part of `subject` inside the convex, counter-clockwise `clip`.
void ClipTo(const Ring& clip, Ring& subject, Ring& scratch) {
  for (size_t i = 0; i < clip.size() && !subject.empty(); ++i) {
    const Vec2 a = clip[i];
    const Vec2 b = clip[(i + 1) % clip.size()];
    scratch.clear();
    for (size_t j = 0; j < subject.size(); ++j) {
      const Vec2 p = subject[j];
      const Vec2 q = subject[(j + 1) % subject.size()];
      const double side_p = Orient(a, b, p);
      const double side_q = Orient(a, b, q);
      if (side_p >= 0) scratch.push_back(p);
      if ((side_p >= 0) != (side_q >= 0)) scratch.push_back(p + (q - p) * (side_p / (side_p - side_q)));
    }
    subject.swap(scratch);
  }
}

struct Above {
  uint32_t lower;
  uint32_t upper;
};

std::vector<Above> FindPairs(const PlanGrid& grid) {
  const NavmeshView& mesh = grid.mesh();
  std::vector<Above> pairs;
  Ring ring;
  Ring other_ring;
  Ring shared;
  Ring scratch;
  for (uint32_t i = 0; i < mesh.poly_count(); ++i) {
    RingOf(mesh, PolyId(i), ring);
    Vec2 min = ring[0];
    Vec2 max = ring[0];
    for (const Vec2 corner : ring) {
      min = {std::min(min.x, corner.x), std::min(min.z, corner.z)};
      max = {std::max(max.x, corner.x), std::max(max.z, corner.z)};
    }
    for (const PolyId other : grid.Overlapping(min, max)) {
      if (other.value() <= i) continue;
      RingOf(mesh, other, other_ring);
      shared = ring;
      ClipTo(other_ring, shared, scratch);
      if (shared.size() < 3 || std::abs(DoubleArea(shared)) < 2 * kOverlapArea_m2) continue;
      const Vec2 at = Middle(shared);
      const double height = HeightOnPoly(mesh, PolyId(i), at);
      const double other_height = HeightOnPoly(mesh, other, at);
      if (std::abs(height - other_height) < kFloorApart_m) continue;
      pairs.push_back(height < other_height ? Above{i, other.value()} : Above{other.value(), i});
    }
  }
  return pairs;
}

void AssignLevels(const std::vector<Above>& pairs, SurfaceLayers& layers) {
  // Rounds as many as there are levels; a cycle of slopes (never seen) ends at the highest level.
  for (bool changed = true; changed;) {
    changed = false;
    for (const Above& pair : pairs) {
      const auto least = static_cast<uint8_t>(std::min<int>(layers.level[pair.lower] + 1, kHighestLevel));
      if (layers.level[pair.upper] >= least) continue;
      layers.level[pair.upper] = least;
      changed = true;
    }
  }
}

// Marks what is not joined to the part of the largest area.
void MarkDetached(const NavmeshView& mesh, SurfaceLayers& layers) {
  const NavmeshView::Arrays& arrays = mesh.arrays();
  std::vector<Arc> arcs;
  for (const NavEdge& edge : arrays.edges) {
    if (edge.twin != kNoEdge) arcs.push_back({edge.poly, arrays.edges[edge.twin].poly});
  }
  const Components parts = WeakComponents(CsrGraph::FromArcs(mesh.poly_count(), arcs));
  std::vector<double> area(parts.count, 0);
  for (uint32_t i = 0; i < mesh.poly_count(); ++i) {
    area[parts.of_node[i]] += arrays.area_prefix_m2[i] - (i == 0 ? 0 : arrays.area_prefix_m2[i - 1]);
  }
  const auto largest = static_cast<uint32_t>(std::ranges::max_element(area) - area.begin());
  for (uint32_t i = 0; i < mesh.poly_count(); ++i) layers.detached[i] = parts.of_node[i] != largest;
}

}  // namespace

PlanGrid::PlanGrid(const NavmeshView& mesh) : mesh_(mesh) {
  const NavmeshHeader& header = mesh.arrays().header;
  corner_ = {header.bounds_min[0], header.bounds_min[2]};
  const double width = std::max(1e-3, static_cast<double>(header.bounds_max[0]) - header.bounds_min[0]);
  const double depth = std::max(1e-3, static_cast<double>(header.bounds_max[2]) - header.bounds_min[2]);
  const double cells = std::max<double>(1, kCellsPerPoly * mesh.poly_count());
  cell_m_ = std::max(std::sqrt(width * depth / cells), std::max(width, depth) / (cells + 1));
  columns_ = static_cast<size_t>(width / cell_m_) + 1;
  rows_ = static_cast<size_t>(depth / cell_m_) + 1;
  Ring ring;
  for (uint32_t i = 0; i < mesh.poly_count(); ++i) {
    RingOf(mesh, PolyId(i), ring);
    Box box{ring[0], ring[0]};
    for (const Vec2 corner : ring) {
      box.min = {std::min(box.min.x, corner.x), std::min(box.min.z, corner.z)};
      box.max = {std::max(box.max.x, corner.x), std::max(box.max.z, corner.z)};
    }
    boxes_.push_back(box);
  }
  // Counting sort of (cell, polygon) pairs: count, prefix sums, fill.
  cell_begin_.assign(columns_ * rows_ + 1, 0);
  const auto for_each_cell = [&](const Box& box, auto&& visit) {
    for (size_t row = Row(box.min.z); row <= Row(box.max.z); ++row) {
      for (size_t column = Column(box.min.x); column <= Column(box.max.x); ++column)
        visit(row * columns_ + column);
    }
  };
  for (const Box& box : boxes_) for_each_cell(box, [&](size_t cell) { ++cell_begin_[cell + 1]; });
  std::partial_sum(cell_begin_.begin(), cell_begin_.end(), cell_begin_.begin());
  cell_polys_.resize(cell_begin_.back());
  std::vector<uint32_t> next = cell_begin_;
  for (uint32_t i = 0; i < boxes_.size(); ++i) {
    for_each_cell(boxes_[i], [&](size_t cell) { cell_polys_[next[cell]++] = i; });
  }
}

size_t PlanGrid::Column(double x) const {
  return static_cast<size_t>(std::clamp((x - corner_.x) / cell_m_, 0.0, static_cast<double>(columns_ - 1)));
}

size_t PlanGrid::Row(double z) const {
  return static_cast<size_t>(std::clamp((z - corner_.z) / cell_m_, 0.0, static_cast<double>(rows_ - 1)));
}

std::vector<PolyId> PlanGrid::Overlapping(Vec2 min, Vec2 max) const {
  std::vector<PolyId> found;
  for (size_t row = Row(min.z); row <= Row(max.z); ++row) {
    for (size_t column = Column(min.x); column <= Column(max.x); ++column) {
      const size_t cell = row * columns_ + column;
      for (uint32_t k = cell_begin_[cell]; k < cell_begin_[cell + 1]; ++k) {
        const Box& box = boxes_[cell_polys_[k]];
        if (box.min.x <= max.x && min.x <= box.max.x && box.min.z <= max.z && min.z <= box.max.z) {
          found.emplace_back(cell_polys_[k]);
        }
      }
    }
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

bool PlanGrid::IsCovered(const Vec3& point, double above_m) const {
  Ring ring;
  for (const PolyId poly : Overlapping(point.Plane(), point.Plane())) {
    RingOf(mesh_, poly, ring);
    bool inside = true;
    for (size_t i = 0; i < ring.size() && inside; ++i) {
      inside = Orient(ring[i], ring[(i + 1) % ring.size()], point.Plane()) >= 0;
    }
    if (inside && HeightOnPoly(mesh_, poly, point.Plane()) > point.y + above_m) return true;
  }
  return false;
}

SurfaceLayers FindLayers(const PlanGrid& grid) {
  const NavmeshView& mesh = grid.mesh();
  SurfaceLayers layers;
  layers.level.assign(mesh.poly_count(), 0);
  layers.detached.assign(mesh.poly_count(), 0);
  if (mesh.poly_count() == 0) return layers;
  AssignLevels(FindPairs(grid), layers);
  MarkDetached(mesh, layers);
  layers.level_count = std::ranges::max(layers.level) + 1U;
  return layers;
}

}  // namespace waystone::draw
