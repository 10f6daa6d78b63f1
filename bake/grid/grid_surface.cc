// Walks round every rectangle cell by cell. A corner is set where the rectangle on the other side changes,
// begins or ends. Both sides of a wall between two rectangles are walked by the same rule, so both get the
// same corners.
#include "bake/grid/grid_surface.h"

#include <utility>

#include "bake/grid/cell_rectangles.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr uint32_t kUnset = 0xffffffffU;

class SoupMaker {
 public:
  SoupMaker(const GridCells& cells, const Vec3& map_origin)
      : cells_(cells), corner_(cells.origin - map_origin), rectangles_(CoverCells(cells)) {}

  absl::StatusOr<PolygonSoup> Make(double max_climb_m) {
    if (rectangles_.size() > kMaxGridPolygons) {
      return absl::ResourceExhaustedError(
          StrCat("its free cells are ", rectangles_.size(), " rectangles, the limit is ", kMaxGridPolygons));
    }
    soup_.cell_size_m = static_cast<float>(cells_.cell_size_m);
    soup_.max_climb_m = static_cast<float>(max_climb_m);
    Paint();
    vertex_at_.assign(size_t{cells_.columns + 1} * (cells_.rows + 1), kUnset);
    soup_.polygons.reserve(rectangles_.size());
    for (const CellRectangle& r : rectangles_) AddPolygon(r);
    return std::move(soup_);
  }

 private:
  void Paint() {
    rectangle_at_.assign(cells_.areas.size(), kNoNeighbour);
    for (uint32_t i = 0; i < rectangles_.size(); ++i) {
      const CellRectangle& r = rectangles_[i];
      for (uint32_t row = r.row; row < r.row + r.rows; ++row) {
        for (uint32_t column = r.column; column < r.column + r.columns; ++column) {
          rectangle_at_[size_t{row} * cells_.columns + column] = i;
        }
      }
    }
  }

  // Takes any column and row; beyond the sides there is nothing.
  uint32_t RectangleAt(int64_t column, int64_t row) const {
    if (column < 0 || row < 0 || column >= cells_.columns || row >= cells_.rows) return kNoNeighbour;
    return rectangle_at_[static_cast<size_t>(row) * cells_.columns + static_cast<size_t>(column)];
  }

  uint32_t VertexAt(uint32_t column, uint32_t row) {
    uint32_t& vertex = vertex_at_[size_t{row} * (cells_.columns + 1) + column];
    if (vertex == kUnset) {
      vertex = static_cast<uint32_t>(soup_.vertices.size());
      soup_.vertices.push_back((corner_ + Vec3(column, 0, row) * cells_.cell_size_m).ToFloat());
    }
    return vertex;
  }

  // Counter-clockwise in the (x, z) page: east along the first row, south, west, north.
  void AddPolygon(const CellRectangle& r) {
    SoupPolygon polygon;
    polygon.area = r.area;
    uint16_t corners[4];
    struct Side {
      uint32_t column, row, length;
      int32_t step_column, step_row;
      int32_t out_column, out_row;  // the cell beside the first cell wall of the side
    };
    const uint32_t right = r.column + r.columns;
    const uint32_t bottom = r.row + r.rows;
    const Side sides[4] = {
        {r.column, r.row, r.columns, 1, 0, 0, -1},
        {right, r.row, r.rows, 0, 1, 0, 0},
        {right, bottom, r.columns, -1, 0, -1, 0},
        {r.column, bottom, r.rows, 0, -1, -1, -1},
    };
    for (uint32_t s = 0; s < 4; ++s) {
      corners[s] = static_cast<uint16_t>(polygon.vertices.size());
      const Side& side = sides[s];
      uint32_t before = kUnset - 1;  // no rectangle's index
      for (uint32_t k = 0; k < side.length; ++k) {
        const int64_t column = int64_t{side.column} + int64_t{k} * side.step_column;
        const int64_t row = int64_t{side.row} + int64_t{k} * side.step_row;
        const uint32_t beside = RectangleAt(column + side.out_column, row + side.out_row);
        if (beside == before) continue;
        polygon.vertices.push_back(VertexAt(static_cast<uint32_t>(column), static_cast<uint32_t>(row)));
        polygon.neighbours.push_back(beside);
        before = beside;
      }
    }
    polygon.detail_triangles = {corners[0], corners[1], corners[2], corners[0], corners[2], corners[3]};
    soup_.polygons.push_back(std::move(polygon));
  }

  const GridCells& cells_;
  const Vec3 corner_;  // of cell (0, 0), map-local
  const std::vector<CellRectangle> rectangles_;
  std::vector<uint32_t> rectangle_at_;  // by cell
  std::vector<uint32_t> vertex_at_;     // by corner of cells
  PolygonSoup soup_;
};

}  // namespace

absl::StatusOr<PolygonSoup> SoupOfCells(const GridCells& cells, const Vec3& map_origin, double max_climb_m) {
  return SoupMaker(cells, map_origin).Make(max_climb_m);
}

}  // namespace waystone
