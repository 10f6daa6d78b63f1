// Pieces of ground, drawn with a probability in proportion to their weights.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/random.h"
#include "core/placement/ground_piece.h"

namespace waystone {

// Pieces lie in classes of weights within a factor of two. A draw chooses a class by an upper bound of its
// weight, then a piece of it uniformly, and keeps the piece with a probability that corrects for the bound:
// at least one half. The distribution is exact whatever was added and removed; nothing drifts. (Devroye,
// Non-Uniform Random Variate Generation, 1986, III.4.) One owner, one thread.
class PiecePool {
 public:
  // The place of a piece until the pool next changes.
  struct Slot {
    uint32_t weight_class;
    uint32_t index;
  };

  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }

  // Pieces lighter than 2^-kZeroClass are left out. REQUIRES: weight < 2^kZeroClass. O(1).
  void Add(const GroundPiece& piece, double weight);
  // REQUIRES: not empty. Expected O(classes in use), under a hundred.
  Slot Draw(Random& random) const;
  const GroundPiece& at(Slot slot) const { return classes_[slot.weight_class][slot.index].piece; }
  // O(1).
  void Remove(Slot slot);

 private:
  struct Item {
    GroundPiece piece;
    double weight;
  };
  // Class k holds weights in [2^(k - kZeroClass), 2^(k - kZeroClass + 1)).
  static constexpr int kZeroClass = 48;
  static constexpr int kClassCount = 96;

  std::array<std::vector<Item>, kClassCount> classes_;
  uint32_t lowest_ = kClassCount;  // classes in use are within them
  uint32_t highest_ = 0;
  size_t size_ = 0;
};

}  // namespace waystone
