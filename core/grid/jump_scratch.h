// The scratch memory of jump point searches: nodes, a table that finds them by cell, an open list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/grid/bit_grid.h"
#include "core/grid/bucket_queue.h"
#include "core/grid/cell.h"
#include "core/grid/jump_direction.h"

namespace waystone {

// Lengths in fixed point, so that they add up and compare exactly: of two paths whose numbers of diagonal
// steps differ by less than 2^17 the shorter one is known, however small the difference.
using JumpLength = uint64_t;
inline constexpr uint32_t kJumpFractionBits = 36;
inline constexpr JumpLength kStraightStep = JumpLength{1} << kJumpFractionBits;
inline constexpr JumpLength kDiagonalStep = 97184015999ULL;  // sqrt 2 * 2^36, rounded
inline constexpr JumpLength kNoLength = ~JumpLength{0};

// A cell at which a path may turn.
struct JumpNode {
  JumpLength length = kNoLength;  // of the path to it
  GridSpot spot;
  uint32_t parent = 0;       // id of the node before it
  DirectionSet pending = 0;  // directions still to be searched
  DirectionSet done = 0;
};

// One owner, one thread. Grows to the largest search so far.
class JumpScratch {
 public:
  // Ids are below this.
  static constexpr uint32_t kIdBits = 27;
  static constexpr uint32_t kMaxNodes = 1U << kIdBits;

  // Forgets the last search. O(columns + rows) / 16.
  void Clear(const BitGrid& bits);

  JumpNode& operator[](uint32_t id) { return nodes_[id]; }
  const JumpNode& operator[](uint32_t id) const { return nodes_[id]; }
  // True if another expansion could need more ids than there are.
  bool IsFull() const { return nodes_.size() > kMaxNodes - 16 * kMaxGridSide; }

  // The node of the cell; added with kNoLength if it is new. O(1) on average.
  uint32_t NodeAt(GridSpot spot);

  // The open list, by quarters of a cell; the youngest of a quarter comes first.
  void Push(JumpLength estimate, uint32_t id) { open_.Push(estimate >> kKeyShift, id); }
  bool IsDone(JumpLength best) { return open_.empty() || open_.NextKey() > best >> kKeyShift; }
  // True if nothing open can lead to a path shorter than that.
  bool IsFinal(JumpLength length) { return open_.empty() || length >> kKeyShift < open_.NextKey(); }
  // REQUIRES: IsDone() said no since the last Push or Pop.
  uint32_t Pop() { return open_.Pop(); }

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(nodes_, table_, open_); }

 private:
  static constexpr uint32_t kKeyShift = kJumpFractionBits - 2;

  uint32_t PlaceOf(GridSpot spot) const { return (spot.y * 0x9e3779b1U ^ spot.x * 0x85ebca6bU) >> shift_; }
  void Grow();

  std::vector<JumpNode> nodes_;
  // Ids by cell: open addressing over the first 2^(32 - shift_) places. A value below first_ was left by an
  // earlier search; others are first_ + id.
  std::vector<uint32_t> table_;
  uint32_t first_ = 1;
  uint32_t shift_ = 0;
  BucketQueue open_;
};

}  // namespace waystone
