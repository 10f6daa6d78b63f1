#include "core/navmesh/route_corridor.h"

namespace waystone {
namespace {

constexpr uint32_t kNone = 0xffffffffU;

}  // namespace

void CorridorJoiner::Cross(uint32_t side, size_t floor, std::vector<EdgeId>& crossed) const {
  if (crossed.size() > floor && edges_[side].twin == crossed.back().value() &&
      edges_[crossed.back().value()].twin == side) {
    crossed.pop_back();
  } else {
    crossed.emplace_back(side);
  }
}

// The corners from `first` on are one fan. If it closes, the shorter turn is taken; counter-clockwise if both
// are equal.
bool CorridorJoiner::TurnAtCorner(uint32_t first, uint32_t from_poly, uint32_t to_poly, size_t floor,
                                  std::vector<EdgeId>& crossed) const {
  uint32_t from = kNone;
  uint32_t to = kNone;
  uint32_t from_index = 0;
  uint32_t to_index = 0;
  uint32_t count = 0;
  uint32_t at = first;
  do {
    const uint32_t poly = edges_[at].poly;
    if (poly == from_poly) from = at, from_index = count;
    if (poly == to_poly) to = at, to_index = count;
    ++count;
    at = fans_.CounterClockwise(at);
  } while (at != kNoEdge && at != first);
  if (from == kNone || to == kNone) return false;
  bool counter_clockwise = to_index > from_index;
  if (at == first) {
    const uint32_t steps = (to_index + count - from_index) % count;
    counter_clockwise = steps <= count - steps;
  }
  for (at = from; at != to;) {
    const uint32_t side = counter_clockwise ? fans_.Entering(at) : at;
    Cross(side, floor, crossed);
    at = counter_clockwise ? fans_.CounterClockwise(at) : fans_.Clockwise(at);
  }
  return true;
}

bool CorridorJoiner::TurnAt(const RouteNode& node, uint32_t from_poly, uint32_t to_poly, size_t floor,
                            std::vector<EdgeId>& crossed) const {
  switch (node.kind()) {
    case RouteNodeKind::kCorner:
      if (from_poly == to_poly) return true;
      return TurnAtCorner(node.index(), from_poly, to_poly, floor, crossed);
    case RouteNodeKind::kPoint:
    case RouteNodeKind::kOneWayPoint: {
      const bool is_one_way = node.kind() == RouteNodeKind::kOneWayPoint;
      if (from_poly == to_poly && !is_one_way) return true;
      const uint32_t side = node.index();
      const uint32_t near = edges_[side].poly;
      const uint32_t far = Beyond(side);
      if (from_poly == near && to_poly == far) {
        Cross(side, floor, crossed);
        return true;
      }
      if (is_one_way || from_poly != far || to_poly != near) return false;
      Cross(edges_[side].twin, floor, crossed);
      return true;
    }
    case RouteNodeKind::kLink:
      return true;
  }
  return false;
}

CorridorJoiner::Place CorridorJoiner::PlaceOf(const RouteNode& node, uint32_t poly) const {
  constexpr uint8_t kLastPlace = 255;
  if (node.kind() == RouteNodeKind::kLink) return {};
  for (uint8_t place = 0; place < kLastPlace; ++place) {
    const uint32_t edge = EdgeAt(node, place);
    if (edge == kNoEdge) return {};
    if (edges_[edge].poly == poly) return {place, edge};
  }
  return {};
}

uint32_t CorridorJoiner::EdgeAt(const RouteNode& node, uint8_t place) const {
  uint32_t at = node.index();
  switch (node.kind()) {
    case RouteNodeKind::kCorner:
      for (uint8_t k = 0; k < place && at != kNoEdge; ++k) {
        at = fans_.CounterClockwise(at);
        if (at == node.index()) return kNoEdge;
      }
      return at;
    case RouteNodeKind::kPoint:
    case RouteNodeKind::kOneWayPoint:
      return place == 0 ? at : (place == 1 ? edges_[at].twin : kNoEdge);
    case RouteNodeKind::kLink:
      break;
  }
  return kNoEdge;
}

}  // namespace waystone
