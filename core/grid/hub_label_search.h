// The shortest path over a uniform, unchanged grid by its baked hub labels.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/grid/bit_grid.h"
#include "core/grid/cell.h"
#include "core/grid/corner_bits.h"
#include "core/grid/grid_path.h"
#include "core/grid/hub_labels.h"

namespace waystone {

// Keeps its memory from query to query. One thread.
class HubLabelSearch {
 public:
  // Overwrites outcome, turns, steps, cost (over cells of cost 1) and expanded, which counts the labels read.
  // Looks at the query's deadline, not at its limit of expansions.
  // REQUIRES: both cells are free; `bits` are those that the labels were made of. O(cells of the diagonals
  // from both cells + entries of the labels of the corners they see + corners of the path * log(entries of a
  // label)).
  void Run(const HubLabelView& labels, const BitGrid& bits, const GridQuery& query, GridPath& path);

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(starts_, goals_, to_goal_, cells_, goal_cells_); }

 private:
  // A corner that an end of the path sees.
  struct End {
    Cell cell;
    CornerId corner;
    int64_t length;  // ExactLength from the end
    int64_t bound;   // of a path from end to end over the corner
  };
  // From a corner to a hub.
  struct Half {
    Cell cell;
    uint32_t entry;
  };
  struct Best {
    int64_t length;
    Half start;
    Half goal;
  };

  void Collect(Cell from, Cell to, std::vector<End>& ends);
  void Meet(const End& start, const End& goal, Best& best) const;
  bool FindBest(Best& best);
  void LookFromStarts(Best& best);
  bool Find(Cell start, Cell goal);
  void FollowBoth(const Best& best);
  bool IsLate();
  uint32_t IndexOf(const GridHub& hub) const;
  bool FollowOne(Half& half, std::vector<Cell>& cells) const;

  const HubLabelView* labels_ = nullptr;
  const Deadline* deadline_ = nullptr;  // of the query that runs
  bool is_late_ = false;
  uint64_t expanded_ = 0;
  CornerBits bits_;
  std::vector<End> starts_;
  std::vector<End> goals_;
  std::vector<int64_t> to_goal_;  // by hub; kFar between queries
  std::vector<Cell> cells_;
  std::vector<Cell> goal_cells_;
};

}  // namespace waystone
