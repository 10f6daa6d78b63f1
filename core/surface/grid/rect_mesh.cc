// The sides on one line of the grid are in two lists: of the rectangles before the line, and of those behind it. Both are
// walked together. If both have a side at a place, their half-edges become twins.
#include "core/surface/grid/rect_mesh.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/deadline_poll.h"
#include "core/base/sort_in_time.h"
#include "core/base/status_macros.h"
#include "core/navmesh/box_tree.h"
#include "core/navmesh/vertex_fans.h"

namespace waystone {
namespace {

constexpr float kFarOff_m = 1e9F;
constexpr uint32_t kSidesPerLook = 4096;
constexpr uint32_t kSidesOfRect = 8;  // that a polygon counts as
constexpr uint32_t kNowhere = std::numeric_limits<uint32_t>::max();

// Counter-clockwise, as they follow each other round a polygon.
enum RectSide : uint8_t { kTop = 0, kRight = 1, kBottom = 2, kLeft = 3 };

class RectMeshMaker {
 public:
  RectMeshMaker(const GridHeader& grid, std::span<const MeshRect> rects, const NavmeshHeader& like,
                const Deadline& deadline)
      : grid_(grid), rects_(rects), deadline_(deadline), poll_(deadline, kSidesPerLook) {
    data_.header = like;
  }

  // Each stage ends early once it is late.
  absl::StatusOr<NavmeshData> Make() {
    FindSides<kTop, kBottom>();
    FindSides<kLeft, kRight>();
    WS_RETURN_IF_ERROR(CheckInTime(deadline_));
    SortSides();
    WS_RETURN_IF_ERROR(CheckInTime(deadline_));
    AddVertices();
    WS_RETURN_IF_ERROR(CheckInTime(deadline_));
    AddPolys();
    WS_RETURN_IF_ERROR(CheckInTime(deadline_));
    MarkBorders();
    WS_RETURN_IF_ERROR(CheckInTime(deadline_));
    FillTree();
    WS_RETURN_IF_ERROR(CheckInTime(deadline_));
    AddGone();
    FillHeader();
    return std::move(data_);
  }

 private:
  // A part of a side, from one line of the grid to another, with one neighbour or none.
  struct Part {
    uint32_t poly;
    RectSide side;
    uint16_t from;
    uint16_t to;
    uint32_t twin;  // among the parts

    uint32_t Order() const { return side == kTop || side == kRight ? from : kNowhere - from; }
  };

  // The line that a side lies on, and its first and last corner there.
  uint32_t LineOf(RectSide side, uint32_t poly) const {
    const CellRect& rect = rects_[poly].cells;
    switch (side) {
      case kTop:
        return rect.row;
      case kBottom:
        return rect.row + rect.rows;
      case kLeft:
        return rect.column;
      case kRight:
        break;
    }
    return rect.column + rect.columns;
  }
  std::pair<uint32_t, uint32_t> SpanOf(RectSide side, uint32_t poly) const {
    const CellRect& rect = rects_[poly].cells;
    return side == kTop || side == kBottom ? std::pair(rect.column, rect.column + rect.columns)
                                           : std::pair(rect.row, rect.row + rect.rows);
  }
  // By the line of a side, and along it.
  std::vector<uint32_t> SortedBy(RectSide side) {
    std::vector<uint64_t> keys;
    for (uint32_t poly = 0; poly < rects_.size() && !poll_.Expired(); ++poly) {
      if (rects_[poly].cells.columns == 0) continue;
      keys.push_back(uint64_t{LineOf(side, poly)} << 48 | uint64_t{SpanOf(side, poly).first} << 32 | poly);
    }
    if (!SortInTime(keys, deadline_)) return {};
    std::vector<uint32_t> polys(keys.size());
    for (size_t i = 0; i < keys.size(); ++i) polys[i] = static_cast<uint32_t>(keys[i]);
    return polys;
  }

  template <RectSide first_side, RectSide last_side>
  void FindSides() {
    const std::vector<uint32_t> behind = SortedBy(first_side);  // a line, which begin there
    const std::vector<uint32_t> before = SortedBy(last_side);
    size_t i = 0;
    size_t k = 0;
    while ((i < behind.size() || k < before.size()) && !poll_.Expired()) {
      const uint32_t line_behind = i < behind.size() ? LineOf(first_side, behind[i]) : kNowhere;
      const uint32_t line_before = k < before.size() ? LineOf(last_side, before[k]) : kNowhere;
      const uint32_t line = std::min(line_behind, line_before);
      uint32_t at = 0;
      const auto from_of = [&](const std::vector<uint32_t>& polys, size_t index, RectSide side) {
        const bool is_there = index < polys.size() && LineOf(side, polys[index]) == line;
        return is_there ? std::max(at, SpanOf(side, polys[index]).first) : kNowhere;
      };
      while (!poll_.Expired()) {
        const uint32_t from_behind = from_of(behind, i, first_side);
        const uint32_t from_before = from_of(before, k, last_side);
        const uint32_t from = std::min(from_behind, from_before);
        if (from == kNowhere) break;
        const bool is_behind = from_behind == from;
        const bool is_before = from_before == from;
        const uint32_t to = std::min(is_behind ? SpanOf(first_side, behind[i]).second : from_behind,
                                     is_before ? SpanOf(last_side, before[k]).second : from_before);
        const auto next = static_cast<uint32_t>(parts_.size());
        const bool is_joined = is_behind && is_before;
        if (is_behind) AddPart(behind[i], first_side, from, to, is_joined ? next + 1 : kNoEdge);
        if (is_before) AddPart(before[k], last_side, from, to, is_joined ? next : kNoEdge);
        at = to;
        if (is_behind && SpanOf(first_side, behind[i]).second == to) ++i;
        if (is_before && SpanOf(last_side, before[k]).second == to) ++k;
      }
    }
  }
  void AddPart(uint32_t poly, RectSide side, uint32_t from, uint32_t to, uint32_t twin) {
    parts_.push_back({poly, side, static_cast<uint16_t>(from), static_cast<uint16_t>(to), twin});
  }

  // By polygon, and round it.
  void SortSides() {
    std::vector<uint32_t> end_of(rects_.size() + 1,
                                 0);  // of the parts of a polygon; at first where they begin
    for (const Part& part : parts_) ++end_of[part.poly + 1];
    for (size_t poly = 1; poly < end_of.size(); ++poly) end_of[poly] += end_of[poly - 1];
    std::vector<uint32_t> order(parts_.size());
    for (uint32_t i = 0; i < parts_.size(); ++i) order[end_of[parts_[i].poly]++] = i;
    const auto place = [&](uint32_t i) { return std::pair(parts_[i].side, parts_[i].Order()); };
    for (size_t poly = 0; poly < rects_.size() && !poll_.Expired(kSidesOfRect); ++poly) {
      const uint32_t begin = poly == 0 ? 0 : end_of[poly - 1];
      std::ranges::sort(order.begin() + begin, order.begin() + end_of[poly], {}, place);
    }
    std::vector<uint32_t> edge_of(parts_.size());
    for (uint32_t edge = 0; edge < order.size(); ++edge) edge_of[order[edge]] = edge;
    std::vector<Part> sorted;
    sorted.reserve(parts_.size());
    for (const uint32_t i : order) {
      if (poll_.Expired()) return;
      sorted.push_back(parts_[i]);
      if (parts_[i].twin != kNoEdge) sorted.back().twin = edge_of[parts_[i].twin];
    }
    parts_ = std::move(sorted);
  }

  // The corner of the grid that a part begins at: row x (columns + 1) + column.
  uint32_t StartOf(const Part& part) const {
    const uint32_t line = LineOf(part.side, part.poly);
    const uint32_t along = part.side == kTop || part.side == kRight ? part.from : part.to;
    const bool is_level = part.side == kTop || part.side == kBottom;
    return (is_level ? line : along) * (grid_.columns + 1) + (is_level ? along : line);
  }

  // A bit for each corner of a cell at which a part begins; the bits before it count its id.
  void AddVertices() {
    const size_t words = (size_t{grid_.columns + 1} * (grid_.rows + 1) + 63) / 64;
    std::vector<uint64_t> is_there(words, 0);
    for (const Part& part : parts_) {
      if (poll_.Expired()) return;
      is_there[StartOf(part) / 64] |= uint64_t{1} << StartOf(part) % 64;
    }
    const Vec3 corner(grid_.corner_x_m, grid_.height_m, grid_.corner_z_m);
    std::vector<uint32_t> before(words);
    for (uint32_t word = 0; word < words; ++word) {
      if (poll_.Expired()) return;
      before[word] = static_cast<uint32_t>(data_.vertices.size());
      for (uint64_t left = is_there[word]; left != 0; left &= left - 1) {
        const uint32_t at = word * 64 + static_cast<uint32_t>(std::countr_zero(left));
        const uint32_t row = at / (grid_.columns + 1);
        const Vec3 from_corner(at % (grid_.columns + 1), 0, row);
        data_.vertices.push_back((corner + from_corner * grid_.cell_size_m).ToFloat());
      }
    }
    data_.edges.reserve(parts_.size() + 3);
    for (const Part& part : parts_) {
      if (poll_.Expired()) return;
      const uint32_t at = StartOf(part);
      const uint64_t lower = is_there[at / 64] & ((uint64_t{1} << at % 64) - 1);
      const uint32_t vertex = before[at / 64] + static_cast<uint32_t>(std::popcount(lower));
      data_.edges.push_back({vertex, part.twin, part.poly, 0, 0});
    }
  }

  void AddPolys() {
    double area_m2 = 0;
    uint32_t edge = 0;
    for (uint32_t i = 0; i < rects_.size() && !poll_.Expired(); ++i) {
      const CellRect& cells = rects_[i].cells;
      NavPoly poly{};
      poly.external_id = kNoExternalId;
      poly.area = rects_[i].area;
      poly.first_edge = edge;
      poly.first_detail_triangle = static_cast<uint32_t>(data_.detail_triangles.size());
      uint16_t corners[4] = {};
      for (; edge < parts_.size() && parts_[edge].poly == i; ++edge) {
        const bool is_corner = edge == poly.first_edge || parts_[edge].side != parts_[edge - 1].side;
        if (is_corner) corners[parts_[edge].side] = static_cast<uint16_t>(edge - poly.first_edge);
      }
      poly.edge_count = static_cast<uint16_t>(edge - poly.first_edge);
      if (poly.edge_count > 0) {
        data_.detail_triangles.push_back({{corners[0], corners[1], corners[2]}});
        data_.detail_triangles.push_back({{corners[0], corners[2], corners[3]}});
        poly.detail_triangle_count = 2;
      }
      area_m2 += double{1} * cells.columns * cells.rows * grid_.cell_size_m * grid_.cell_size_m;
      data_.polys.push_back(poly);
      data_.area_prefix_m2.push_back(area_m2);
    }
  }

  // A vertex round which the polygons do not close has a side that leads nowhere.
  void MarkBorders() {
    std::vector<uint8_t> is_border(data_.vertices.size(), 0);
    for (const NavPoly& poly : data_.polys) {
      if (poll_.Expired(kSidesOfRect)) return;
      for (uint32_t k = 0; k < poly.edge_count; ++k) {
        if (data_.edges[poly.first_edge + k].twin != kNoEdge) continue;
        is_border[data_.edges[poly.first_edge + k].vertex] = 1;
        is_border[data_.edges[poly.first_edge + (k + 1) % poly.edge_count].vertex] = 1;
      }
    }
    if (poll_.ExpiredNow()) return;
    const std::vector<uint8_t> is_pinched =
        PinchedVertices(data_.edges, data_.polys, static_cast<uint32_t>(data_.vertices.size()));
    if (poll_.ExpiredNow()) return;
    for (NavEdge& edge : data_.edges) {
      if (is_border[edge.vertex] != 0) edge.flags |= kNavEdgeStartsAtBorder;
      if (is_pinched[edge.vertex] != 0) edge.flags |= kNavEdgeStartIsPinched;
    }
  }

  // Without the polygons that are not there, so that the boxes stay small.
  void FillTree() {
    const NavmeshHeader like = data_.header;
    FillBoxTree(data_);
    if (!data_.edges.empty()) return;
    std::copy_n(like.bounds_min, 3, data_.header.bounds_min);
    std::copy_n(like.bounds_max, 3, data_.header.bounds_max);
  }

  void AddGone() {
    const auto edge = static_cast<uint32_t>(data_.edges.size());
    const auto triangle = static_cast<uint32_t>(data_.detail_triangles.size());
    for (int k = 0; k < 3; ++k) {
      data_.edges.push_back({static_cast<uint32_t>(data_.vertices.size()), kNoEdge, 0, 0, 0});
      data_.vertices.push_back({kFarOff_m, kFarOff_m, kFarOff_m});
    }
    data_.detail_triangles.push_back({{0, 1, 2}});
    for (NavPoly& poly : data_.polys) {
      if (poly.edge_count > 0) continue;
      poly.first_edge = edge;
      poly.edge_count = 3;
      poly.first_detail_triangle = triangle;
      poly.detail_triangle_count = 1;
    }
  }

  void FillHeader() {
    NavmeshHeader& header = data_.header;
    header.poly_count = static_cast<uint32_t>(data_.polys.size());
    header.edge_count = static_cast<uint32_t>(data_.edges.size());
    header.vertex_count = static_cast<uint32_t>(data_.vertices.size());
    header.detail_vertex_count = 0;
    header.detail_triangle_count = static_cast<uint32_t>(data_.detail_triangles.size());
  }

  const GridHeader& grid_;
  const std::span<const MeshRect> rects_;
  const Deadline& deadline_;
  DeadlinePoll poll_;
  std::vector<Part> parts_;  // of all sides; once they are sorted, the half-edges
  NavmeshData data_;
};

}  // namespace

absl::StatusOr<NavmeshData> MakeRectMesh(const GridHeader& grid, std::span<const MeshRect> rects,
                                         const NavmeshHeader& like, const Deadline& deadline) {
  return RectMeshMaker(grid, rects, like, deadline).Make();
}

}  // namespace waystone
