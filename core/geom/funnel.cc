// The funnel is the apex and two chains that bend outwards. A new corner on one side pulls that chain tight;
// if it swings past the other chain, that chain's corners become bends and the last of them the new apex.
#include "core/geom/funnel.h"

#include "core/geom/exact_orient.h"

namespace waystone {

bool Funnel::IsFarEnd(Vec2 from, const Corner& corner) const {
  if (corner.last_edge != corner.turn.edge) return false;
  const FunnelEdge& edge = edges_[corner.turn.edge];
  const Vec2 other = corner.turn.at_left ? edge.right : edge.left;
  const Vec2 along = corner.at - from;
  return OrientSign(from, corner.at, other) == 0 && Dot(along, other - from) < Dot(along, along);
}

// Whether a corner has swung past the line from the apex through the other side's corner. A corner on that
// line but nearer is behind a wall without thickness, which ends at the other corner.
bool Funnel::IsPast(const Corner& other, Vec2 corner, int inward) const {
  const int side = OrientSign(apex_, other.at, corner) * inward;
  if (side != 0) return side < 0;
  if (!IsFarEnd(apex_, other)) return true;
  return Dot(other.at - apex_, corner - apex_) > 0 && Distance(apex_, other.at) <= Distance(apex_, corner);
}

void Funnel::Add(const Corner& corner, int inward, Side& side, Side& other, std::vector<FunnelTurn>& turns) {
  while (!side.empty()) {
    Corner& last = side.corners.back();
    if (last.at == corner.at) {
      last.last_edge = corner.last_edge;
      return;
    }
    const bool is_first = side.corners.size() - side.head == 1;
    const Vec2 before = is_first ? apex_ : side.corners[side.corners.size() - 2].at;
    const int turn = OrientSign(before, last.at, corner.at) * inward;
    if (turn > 0) break;
    // Back along the same line: round the end of a wall without thickness.
    if (turn == 0 && Dot(last.at - before, corner.at - last.at) < 0 && !IsFarEnd(before, last)) break;
    side.corners.pop_back();
  }
  if (side.empty()) {
    while (!other.empty() && IsPast(other.corners[other.head], corner.at, inward)) {
      apex_ = other.corners[other.head].at;
      turns.push_back(other.corners[other.head].turn);
      ++other.head;
    }
    if (corner.at == apex_) return;
  }
  side.corners.push_back(corner);
}

void Funnel::Pull(Vec2 start, std::span<const FunnelEdge> edges, Vec2 goal, std::vector<FunnelTurn>& turns) {
  turns.clear();
  apex_ = start;
  edges_ = edges;
  for (Side* side : {&left_, &right_}) {
    side->corners.clear();
    side->head = 0;
  }
  for (uint32_t i = 0; i < edges.size(); ++i) {
    Add({edges[i].left, {i, true}, i}, 1, left_, right_, turns);
    Add({edges[i].right, {i, false}, i}, -1, right_, left_, turns);
  }
  const FunnelTurn end{static_cast<uint32_t>(edges.size()), true};
  Add({goal, end, end.edge}, 1, left_, right_, turns);
  for (size_t i = left_.head; i < left_.corners.size(); ++i) {
    if (left_.corners[i].turn != end) turns.push_back(left_.corners[i].turn);
  }
}

}  // namespace waystone
