// The good place nearest to a point.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/heap_bytes.h"
#include "core/graph/dary_heap.h"
#include "core/placement/place_judge.h"

namespace waystone {

// [m] No good place is nearer than the result by more than this, except in patches of good ground smaller
// than this (with rules of sight, kSmallestSightPiece_m).
inline constexpr double kNearestTolerance_m = 0.01;

struct NearestOptions {
  double max_distance_m = 50;
  uint32_t max_pieces = 200'000;  // boxes, polygons and pieces looked at
  Deadline deadline;
};

struct NearestResult {
  std::optional<NavLocation> place;
  // kNone, or the reason why there is none, or why a nearer one may exist: kNoRoom, kCandidateLimit,
  // kDeadline.
  PlaceReason reason = PlaceReason::kNone;
};

// Best first over the box tree, polygons and pieces of them, by the least distance (3D) of each. Pieces that
// the judge rules out are dropped; others are tried at their nearest place and their middle, and split. Keeps
// its memory from call to call; one thread at a time.
class NearestPlaceSearch {
 public:
  // O(log polygons + pieces around the nearest good place), at most max_pieces. Ties to the first found.
  NearestResult Find(PlaceJudge& judge, const Vec3& from, const NearestOptions& options);

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(open_, pieces_); }

 private:
  struct Item {
    double bound_m;
    uint32_t level;  // of the box tree, from 1; 0 for a piece
    uint32_t index;
  };
  struct Less {
    bool operator()(const Item& a, const Item& b) const {
      if (a.bound_m != b.bound_m) return a.bound_m < b.bound_m;
      return a.level != b.level ? a.level > b.level : a.index < b.index;
    }
  };

  void OpenBox(PlaceJudge& judge, const Item& item);
  void OpenPiece(PlaceJudge& judge, const GroundPiece& piece);
  void PushPiece(PlaceJudge& judge, const GroundPiece& piece);
  PlaceReason Try(PlaceJudge& judge, PolyId poly, Vec2 at);

  DaryHeap<Item, Less> open_;
  std::vector<GroundPiece> pieces_;
  Vec3 from_;
  std::optional<NavLocation> best_;
  double best_m_ = 0;  // or the greatest distance allowed, if there is no best
};

}  // namespace waystone
