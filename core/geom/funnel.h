// String pulling: the shortest path through a corridor of crossings.
//
//   Funnel funnel;
//   std::vector<FunnelTurn> turns;
//   funnel.Pull(start, edges, goal, turns);
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/geom/vec.h"

namespace waystone {

// An edge to cross, as the walker sees it.
struct FunnelEdge {
  Vec2 left;
  Vec2 right;
};

// The path bends at an end of a crossing.
struct FunnelTurn {
  uint32_t edge;
  bool at_left;
  friend bool operator==(const FunnelTurn&, const FunnelTurn&) = default;
};

// Scratch, reused from call to call. One thread at a time.
class Funnel {
 public:
  // Replaces `turns` by the bends of the shortest polyline from start to goal through all crossings in order.
  // If several crossings end in one point, a bend there names the first of them. O(edges) (Lee and
  // Preparata 1984, Hershberger and Snoeyink 1994); decisions are exact.
  void Pull(Vec2 start, std::span<const FunnelEdge> edges, Vec2 goal, std::vector<FunnelTurn>& turns);

 private:
  struct Corner {
    Vec2 at;
    FunnelTurn turn;
    uint32_t last_edge;  // of the crossings that end here
  };
  // A side of the funnel, from the apex outwards; the first `head` corners have become bends.
  struct Side {
    std::vector<Corner> corners;
    size_t head = 0;
    bool empty() const { return head == corners.size(); }
  };
  // Whether the line from `from` to the corner runs along the corner's one crossing, whose other end comes
  // first: then the path has passed the crossing before it gets to the corner.
  bool IsFarEnd(Vec2 from, const Corner& corner) const;
  bool IsPast(const Corner& other, Vec2 corner, int inward) const;
  // `inward` is 1 if the corner belongs to the left side (the funnel narrows to the right), else -1.
  void Add(const Corner& corner, int inward, Side& side, Side& other, std::vector<FunnelTurn>& turns);

  std::span<const FunnelEdge> edges_;
  Vec2 apex_;
  Side left_;
  Side right_;
};

}  // namespace waystone
