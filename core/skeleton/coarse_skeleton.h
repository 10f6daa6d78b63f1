// A skeleton seen through squares: what pictures of large maps show of it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/deadline_poll.h"
#include "core/skeleton/skeleton_view.h"

namespace waystone {

// Of the key points of each square and floor one is kept. The view must outlive it. Const after construction; any thread.
class CoarseSkeleton {
 public:
  // Those of one square and floor.
  struct Square {
    KeyPointId
        kept;  // the one nearest to the square's middle; of equals the lowest, then that of the least id
    uint32_t first_member;
    uint32_t member_count;
  };

  // The squares begin at the map's origin, and `cell_m` is their side. Key points of a square less than `floor_m` above the lowest of a
  // floor are on it. Nothing may be asked of it if the poll is late then. O(n log n).
  CoarseSkeleton(const SkeletonView& skeleton, double cell_m, double floor_m, DeadlinePoll& poll);

  // By rising ids.
  std::span<const Square> squares() const { return squares_; }
  // Straight lines to the kept key points of other squares: one for each kind of arc that leads from this square there, by rising
  // targets and kinds. O(m log m) of its m arcs.
  std::vector<SkeletonArc> ArcsOf(const Square& square) const;

 private:
  void AddRows(std::span<const uint32_t> ids, double cell_m, double floor_m);

  const SkeletonView& skeleton_;
  std::vector<Square> squares_;
  std::vector<uint32_t> members_;   // key points, square by square
  std::vector<uint32_t> stand_in_;  // [key point] the one that is kept of its square
};

}  // namespace waystone
