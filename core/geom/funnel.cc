// The funnel is the apex and two chains that bend outwards. A new corner on one side pulls that chain tight;
// where it swings past the other chain, that chain's corners become bends and the last of them the new apex.
#include "core/geom/funnel.h"

#include "core/geom/exact_orient.h"

namespace waystone {
namespace {

// Whether a corner has swung past the line from the apex through the other side's corner, or lies on it
// beyond that corner.
bool IsPast(Vec2 apex, Vec2 other, Vec2 corner, int inward) {
  const int side = OrientSign(apex, other, corner) * inward;
  if (side != 0) return side < 0;
  return Dot(other - apex, corner - apex) > 0 && Distance(apex, other) <= Distance(apex, corner);
}

}  // namespace

void Funnel::Add(const Corner& corner, int inward, Side& side, Side& other, std::vector<FunnelTurn>& turns) {
  while (!side.empty()) {
    const Corner& last = side.corners.back();
    if (last.at == corner.at) return;
    const bool is_first = side.corners.size() - side.head == 1;
    const Vec2 before = is_first ? apex_ : side.corners[side.corners.size() - 2].at;
    if (OrientSign(before, last.at, corner.at) * inward > 0) break;
    side.corners.pop_back();
  }
  if (side.empty()) {
    while (!other.empty() && IsPast(apex_, other.corners[other.head].at, corner.at, inward)) {
      apex_ = other.corners[other.head].at;
      turns.push_back(other.corners[other.head].turn);
      ++other.head;
    }
    if (corner.at == apex_) return;
  }
  side.corners.push_back(corner);
}

void Funnel::Pull(Vec2 start, std::span<const FunnelPortal> portals, Vec2 goal,
                  std::vector<FunnelTurn>& turns) {
  turns.clear();
  apex_ = start;
  for (Side* side : {&left_, &right_}) {
    side->corners.clear();
    side->head = 0;
  }
  for (uint32_t i = 0; i < portals.size(); ++i) {
    Add({portals[i].left, {i, true}}, 1, left_, right_, turns);
    Add({portals[i].right, {i, false}}, -1, right_, left_, turns);
  }
  const FunnelTurn end{static_cast<uint32_t>(portals.size()), true};
  Add({goal, end}, 1, left_, right_, turns);
  for (size_t i = left_.head; i < left_.corners.size(); ++i) {
    if (left_.corners[i].turn != end) turns.push_back(left_.corners[i].turn);
  }
}

}  // namespace waystone
