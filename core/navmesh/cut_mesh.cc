#include "core/navmesh/cut_mesh.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "core/base/heap_bytes.h"
#include "core/navmesh/polys_in_box.h"
#include "core/navmesh/surface_queries.h"
#include "core/navmesh/surface_walk.h"

namespace waystone {
namespace {

// [mesh tolerances] Corners and cuts stray by at most one each.
constexpr double kMarginTolerances = 4;
// If polygons end at the sides of a box, its margin lies on other polygons than its ground.
constexpr int kRings = 3;
// Farther off, the margin lies behind pieces that other boxes cut off: at most this many are looked at.
constexpr size_t kMostPieces = 256;

// Whether a place lies on a side that two polygons have in common, within the tolerance.
bool IsBetween(const NavmeshView& mesh, PolyId poly, PolyId other, Vec2 at) {
  const NavPoly& record = mesh.poly(poly);
  for (EdgeId edge(record.first_edge); edge.value() < record.first_edge + record.edge_count;
       edge = EdgeId(edge.value() + 1)) {
    const EdgeId twin(mesh.edge(edge).twin);
    if (twin.IsNone() || PolyId(mesh.edge(twin).poly) != other) continue;
    const PlaneHit hit = ClosestOnSegment(mesh.EdgeStart(edge), mesh.EdgeEnd(edge), at);
    if (hit.distance_sq_m2 <= mesh.tolerance_m() * mesh.tolerance_m()) return true;
  }
  return false;
}

// How far ground behind a corner of a wall is searched, in margins from the side of a box.
constexpr double kReach = 6;
constexpr Vec2 kAside[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

// Shrinks it at most to its middle.
Aabb WidenedBy(const Aabb& whole, double by_m) {
  const Vec3 half = (whole.max - whole.min) * 0.5;
  const Vec3 by(std::max(-half.x, by_m), std::max(-half.y, by_m), std::max(-half.z, by_m));
  return {whole.min - by, whole.max + by};
}

bool OverlapInPlane(const Aabb& a, const Aabb& b) {
  return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.z <= b.max.z && b.min.z <= a.max.z;
}

}  // namespace

CutMesh::CutMesh(const NavmeshView& baked, std::vector<TriggerBox> boxes)
    : baked_(&baked),
      boxes_(std::move(boxes)),
      margin_m_(kMarginTolerances * baked.tolerance_m()),
      sides_(boxes_.size()),
      into_(boxes_.size()) {}

uint64_t CutMesh::size_bytes() const {
  uint64_t bytes = sizeof(CutMesh) + HeapBytes(boxes_) + HeapBytes(inner_) + HeapBytes(outer_);
  bytes += HeapBytes(data_.vertices) + HeapBytes(data_.edges) + HeapBytes(data_.polys);
  bytes += HeapBytes(data_.detail_vertices) + HeapBytes(data_.detail_triangles);
  bytes += HeapBytes(data_.tree_boxes) + HeapBytes(data_.area_prefix_m2);
  bytes += HeapBytes(link_data_.links) + HeapBytes(link_data_.rows) + HeapBytes(link_data_.names);
  bytes += HeapBytes(doubles_) + HeapBytes(polys_) + HeapBytes(first_pieces_) + HeapBytes(edges_) +
           HeapBytes(baked_links_);
  bytes += HeapBytes(box_rows_) + HeapBytes(box_ids_) + HeapBytes(has_ground_) + HeapBytes(sides_) +
           HeapBytes(into_);
  for (const std::vector<Side>& sides : sides_) bytes += HeapBytes(sides);
  for (const std::vector<Link>& links : into_) bytes += HeapBytes(links);
  return bytes;
}

CutMesh::Crowd CutMesh::FindCrowd(const NavmeshView& baked, std::span<const TriggerBox> boxes) {
  const double margin_m = kMarginTolerances * baked.tolerance_m();
  GroundClip clip;
  std::vector<Aabb> around;
  std::map<PolyId, Crowd> touching;
  for (uint32_t box = 0; box < boxes.size(); ++box) {
    around.push_back(WidenedBy(boxes[box].box, margin_m));
    ForEachPolyIn(baked, around[box], [&](PolyId poly) {
      if (clip.Meets(baked, poly, around[box])) touching[poly].push_back(box);
    });
  }
  for (const auto& [poly, near] : touching) {
    if (near.size() * (near.size() - 1) / 2 <= kMaxOverlaps) continue;
    size_t pairs = 0;
    std::vector<bool> overlaps(near.size(), false);
    for (size_t i = 0; i < near.size() && pairs <= kMaxOverlaps; ++i) {
      for (size_t k = i + 1; k < near.size(); ++k) {
        if (!OverlapInPlane(around[near[i]], around[near[k]])) continue;
        overlaps[i] = overlaps[k] = true;
        ++pairs;
      }
    }
    if (pairs <= kMaxOverlaps) continue;
    Crowd crowd;
    for (size_t i = 0; i < near.size(); ++i) {
      if (overlaps[i]) crowd.push_back(near[i]);
    }
    return crowd;
  }
  return {};
}

Aabb CutMesh::Widened(uint32_t box, double by_m) const { return WidenedBy(boxes_[box].box, by_m); }

bool CutMesh::IsThin(uint32_t box) const {
  const Vec3 size = inner_[box].max - inner_[box].min;
  return std::min(size.x, size.z) <= 2 * baked_->tolerance_m();
}

Aabb CutMesh::ColumnOf(uint32_t box) const {
  // Leaves out ground that only touches its sides.
  Aabb column = WidenedBy(inner_[box], -baked_->tolerance_m() / 2);
  column.min.y = -std::numeric_limits<double>::infinity();
  column.max.y = std::numeric_limits<double>::infinity();
  return column;
}

std::vector<Vec2> CutMesh::OutlineOf(PolyId piece) const {
  std::vector<Vec2> outline;
  const NavPoly& record = data_.polys[piece.value()];
  for (uint32_t e = record.first_edge; e < record.first_edge + record.edge_count; ++e) {
    outline.push_back(Vec3(data_.vertices[data_.edges[e].vertex]).Plane());
  }
  return outline;
}

NavLocation CutMesh::PlaceOf(const NavLocation& baked) const {
  const uint32_t first = first_pieces_[baked.poly.value()];
  const uint32_t end = first_pieces_[baked.poly.value() + 1];
  if (end == first + 1) return {PolyId(first), baked.point};
  const auto is_only_near = [&](PolyId piece) {
    const std::span<const uint32_t> boxes = BoxesAt(piece);
    return std::any_of(boxes.begin(), boxes.end(), [&](uint32_t box) {
      return boxes_[box].is_one_way && !boxes_[box].box.Contains(baked.point);
    });
  };
  NavLocation place{PolyId(first), baked.point};
  double least_m = std::numeric_limits<double>::infinity();
  for (uint32_t piece = first; piece < end; ++piece) {
    const PlaneHit hit = ClosestInPlane(*mesh_, PolyId(piece), baked.point.Plane());
    const double distance_m =
        Distance(hit.point.Plane(), baked.point.Plane()) + (is_only_near(PolyId(piece)) ? 2 * margin_m_ : 0);
    if (distance_m >= least_m) continue;
    least_m = distance_m;
    place = {PolyId(piece), {hit.point.x, baked.point.y, hit.point.z}};
  }
  return OffMargin(place);
}

bool CutMesh::HasGround(PolyId piece, uint32_t box) const {
  const std::span<const uint32_t> boxes = BoxesAt(piece);
  const auto at = std::lower_bound(boxes.begin(), boxes.end(), box);
  if (at == boxes.end() || *at != box) return false;
  return has_ground_[box_rows_[piece.value()] + static_cast<size_t>(at - boxes.begin())] != 0;
}

// A place exactly on the side of a one-way box is in the box: on the piece with ground of the box, if there
// is one.
NavLocation CutMesh::OffMargin(const NavLocation& place) const {
  for (const uint32_t box : BoxesAt(place.poly)) {
    const bool is_in = boxes_[box].is_one_way && boxes_[box].box.Contains(place.point);
    if (!is_in || HasGround(place.poly, box)) continue;
    std::vector<PolyId> around;
    AddNeighbours(box, place.poly, false, around);
    for (const PolyId piece : around) {
      const double off_sq_m2 = ClosestInPlane(*mesh_, piece, place.point.Plane()).distance_sq_m2;
      if (off_sq_m2 <= baked_->tolerance_m() * baked_->tolerance_m() && HasGround(piece, box)) {
        return {piece, place.point};
      }
    }
  }
  return place;
}

bool CutMesh::HasOneWay(PolyId poly) const {
  const uint32_t first = box_rows_[first_pieces_[poly.value()]];
  const uint32_t end = box_rows_[first_pieces_[poly.value() + 1]];
  return std::any_of(box_ids_.begin() + first, box_ids_.begin() + end,
                     [&](uint32_t box) { return boxes_[box].is_one_way; });
}

std::span<const CutMesh::Double> CutMesh::DoublesOf(PolyId piece) const {
  const auto is_before = [](const Double& one, PolyId id) { return one.original < id; };
  const auto is_behind = [](PolyId id, const Double& one) { return id < one.original; };
  const auto first = std::lower_bound(doubles_.begin(), doubles_.end(), piece, is_before);
  return {first, std::upper_bound(first, doubles_.end(), piece, is_behind)};
}

std::optional<NavLocation> CutMesh::StepInto(uint32_t box, PolyId piece, Vec2 at,
                                             std::vector<EdgeId>* crossed) const {
  GroundClip clip;
  const NavLocation from = OnBaked({piece, {at.x, 0, at.z}});
  const bool is_thin = IsThin(box);
  std::vector<PolyId> around{piece};
  std::optional<NavLocation> best;
  double least_m = std::numeric_limits<double>::infinity();
  size_t next = 0;
  for (int ring = 0; next < std::min(around.size(), kMostPieces) && least_m > 2 * margin_m_; ++ring) {
    const size_t end = around.size();
    for (; next < end; ++next) {
      const PolyId poly = PolyOf(around[next]);
      const std::vector<Vec2> outline = OutlineOf(around[next]);
      // Keeps the ground nearest to `aim` if it is the best so far.
      const auto take = [&](Vec2 aim) {
        const std::optional<Vec3> place = clip.Nearest(*baked_, poly, outline, inner_[box], aim);
        if (!place.has_value() || Distance(place->Plane(), at) >= least_m) return;
        // A thin box may lie wholly within the tolerance of a side, and be reached on the other polygon
        // there.
        const std::optional<PolyId> reached = PolyStraightOn(*baked_, from, place->Plane());
        // Another one-way box may lie between the side and ground that slopes out of this box.
        const double step_m = Distance(place->Plane(), at);
        if ((step_m <= 2 * margin_m_ || IsOpen(box, piece, at, place->Plane())) && reached.has_value() &&
            (*reached == poly || (is_thin && IsBetween(*baked_, *reached, poly, place->Plane())))) {
          best = {*reached, *place};
          least_m = step_m;
        }
      };
      take(at);
      // A corner of a wall may stand between.
      for (const Vec2 aside : kAside) {
        if (least_m > kReach * margin_m_) take(at + aside * (kReach * margin_m_));
      }
      AddNeighbours(box, around[next], ring + 1 >= kRings, around);
    }
  }
  if (best.has_value() && crossed != nullptr) PolyStraightOn(*baked_, from, best->point.Plane(), crossed);
  return best;
}

// Whether a straight walk leads from a place of a piece to another place without entering another one-way
// box.
bool CutMesh::IsOpen(uint32_t box, PolyId piece, Vec2 at, Vec2 to) const {
  const std::optional<PolyId> reached = PolyStraightOn(*mesh_, {piece, {at.x, 0, at.z}}, to);
  return reached.has_value() && (!IsDouble(*reached) || DoubleAt(*reached).box == box);
}

// Pieces in the box reached from another piece, or only those of the same polygon.
void CutMesh::AddNeighbours(uint32_t box, PolyId piece, bool only_over_cuts,
                            std::vector<PolyId>& pieces) const {
  const NavPoly& record = data_.polys[piece.value()];
  for (uint32_t e = record.first_edge; e < record.first_edge + record.edge_count; ++e) {
    const NavEdge& edge = data_.edges[e];
    if (edge.twin == kNoEdge || (only_over_cuts && !BakedSide(EdgeId(e)).IsNone())) continue;
    PolyId beyond(data_.edges[edge.twin].poly);
    if (IsDouble(beyond) && DoubleAt(beyond).box != box) continue;
    if (IsDouble(beyond)) beyond = DoubleAt(beyond).original;
    const std::span<const uint32_t> boxes = BoxesAt(beyond);
    const bool is_in = std::binary_search(boxes.begin(), boxes.end(), box);
    if (is_in && std::find(pieces.begin(), pieces.end(), beyond) == pieces.end()) pieces.push_back(beyond);
  }
}

NavLocation CutMesh::OnBaked(const NavLocation& place) const {
  const PolyId poly = PolyOf(place.poly);
  const Vec2 at = place.point.Plane();
  return {poly, {at.x, HeightOnPoly(*baked_, poly, at), at.z}};
}

void CutMesh::ToBaked(SurfacePath& route) const {
  for (NavLocation& turn : route.turns) turn = OnBaked(turn);
  route.end = OnBaked(route.end);
  size_t kept = 0;
  size_t next_link = 0;
  for (size_t i = 0; i <= route.crossed.size(); ++i) {
    while (next_link < route.links.size() && route.links[next_link].crossed == i) {
      LinkUse& use = route.links[next_link++];
      use.crossed = static_cast<uint32_t>(kept);
      use.link = baked_links_[use.link.value()];
    }
    if (i == route.crossed.size()) break;
    const uint32_t edge = edges_[route.crossed[i].value()];
    if (edge != kNoEdge) route.crossed[kept++] = EdgeId(edge);
  }
  route.crossed.resize(kept);
}

}  // namespace waystone
