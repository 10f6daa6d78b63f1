// The search that all kinds of jumps share. For the .cc files of core/grid, and of bake/grid to count its
// steps.
//
// It looks at canonical paths only: diagonal steps come as early as they can, and a path leaves a straight
// run only at a cell beside which an obstacle ends. Nodes are such cells. A node's diagonal run is walked
// together with the straight runs that leave it, and what those find are the node's successors: the cells at
// which a diagonal run turns straight need no node of their own.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "core/grid/grid_path.h"
#include "core/grid/jump_scratch.h"
#include "core/grid/jump_targets.h"
#include "core/path/search_trace.h"

namespace waystone {

// Jumps: Straight<direction>(spot) and Diagonal<direction>(spot), as in BitJumps. If Jumps has
// StopsDiagonal(spot), diagonal runs also end at those cells.
template <typename Jumps>
class JumpPointSearch {
 public:
  JumpPointSearch(const Jumps& jumps, const GridQuery& query, JumpScratch& scratch)
      : jumps_(jumps),
        query_(query),
        scratch_(scratch),
        start_(SpotOf(query.start)),
        goal_(SpotOf(query.goal)) {}

  // Looks for targets instead of the query's goal. REQUIRES: all targets are stops of the jumps.
  JumpPointSearch(const Jumps& jumps, const GridQuery& query, JumpScratch& scratch, JumpTargets& targets)
      : jumps_(jumps),
        query_(query),
        scratch_(scratch),
        start_(SpotOf(query.start)),
        goal_(kNowhere),
        targets_(&targets),
        best_(targets.Farthest()) {}

  // Fills outcome, turns, steps and expanded.
  void Run(GridPath& path) {
    path.outcome = SearchOutcome::kFound;
    path.expanded = 0;
    path.steps = {};
    path.turns.assign(1, query_.start);
    if (start_ == goal_) return;
    path.outcome = Search(path.expanded);
    path.turns.clear();
    if (path.outcome == SearchOutcome::kFound) TracePath(query_.goal, best_parent_, path);
  }

  // Searches for all targets that can be reached, except at the start; their paths are traced afterwards.
  // Returns kFound, or the limit that ended the search early.
  SearchOutcome RunToTargets() {
    uint64_t expanded = 0;
    const SearchOutcome outcome = Search(expanded);
    return outcome == SearchOutcome::kExhausted ? SearchOutcome::kFound : outcome;
  }
  void TraceNode(uint32_t node, GridPath& path) const {
    path.steps = {};
    path.turns.clear();
    TracePath(CellOf(scratch_[node].spot), scratch_[node].parent, path);
  }

 private:
  static constexpr GridSpot kNowhere{0, 0};  // in the border
  static constexpr uint64_t kExpansionsPerLook = 256;
  static constexpr uint32_t kMaxFound = 64;

  // The stop that a straight run finds after leaving a diagonal one.
  struct Found {
    GridSpot spot;
    JumpLength length;
  };
  using FoundSpots = std::array<Found, kMaxFound>;

  JumpLength LeastLength(GridSpot from) const {
    if (targets_ != nullptr) return 0;
    const uint32_t dx = from.x < goal_.x ? goal_.x - from.x : from.x - goal_.x;
    const uint32_t dy = from.y < goal_.y ? goal_.y - from.y : from.y - goal_.y;
    return (dx + dy) * kStraightStep - std::min(dx, dy) * (2 * kStraightStep - kDiagonalStep);
  }

  SearchOutcome Search(uint64_t& expanded) {
    scratch_.Clear(jumps_.bits());
    const uint32_t start = scratch_.NodeAt(start_);
    scratch_[start].length = 0;
    scratch_[start].pending = jumps_.WithinBounds(start_, kAllDirections);
    scratch_.Push(LeastLength(start_), start);
    while (!scratch_.IsDone(best_)) {
      if (expanded >= query_.max_expansions || scratch_.IsFull()) return SearchOutcome::kExpansionLimit;
      if (expanded % kExpansionsPerLook == 0 && query_.deadline.Expired()) {
        return LateOutcome(query_.deadline);
      }
      ++expanded;
      Expand(scratch_.Pop());
    }
    return best_ == kNoLength ? SearchOutcome::kExhausted : SearchOutcome::kFound;
  }

  void Expand(uint32_t id) {
    const JumpNode node = scratch_[id];
    // None are left if a shorter path has reached the node since and it was expanded then.
    if (node.pending == 0) return;
    SearchTrace::AddCell(static_cast<int32_t>(node.spot.x) - 1, static_cast<int32_t>(node.spot.y) - 1);
    scratch_[id].done |= node.pending;
    scratch_[id].pending = 0;
    if (node.pending & kEast) LookStraight<kEast>(node.spot, node.length, id);
    if (node.pending & kSouth) LookStraight<kSouth>(node.spot, node.length, id);
    if (node.pending & kWest) LookStraight<kWest>(node.spot, node.length, id);
    if (node.pending & kNorth) LookStraight<kNorth>(node.spot, node.length, id);
    if (node.pending & kSouthEast) LookDiagonally<kSouthEast>(node.spot, node.length, id);
    if (node.pending & kSouthWest) LookDiagonally<kSouthWest>(node.spot, node.length, id);
    if (node.pending & kNorthWest) LookDiagonally<kNorthWest>(node.spot, node.length, id);
    if (node.pending & kNorthEast) LookDiagonally<kNorthEast>(node.spot, node.length, id);
  }

  template <DirectionSet kDirection>
  void LookStraight(GridSpot spot, JumpLength length, uint32_t parent) {
    const StraightJump jump = jumps_.template Straight<kDirection>(spot);
    if (!jump.is_stop) return;
    const GridSpot there = Moved<kDirection>(spot, jump.distance);
    const JumpLength length_there = length + jump.distance * kStraightStep;
    if (there == goal_) {
      ReachGoal(length_there, parent);
    } else {
      Reach<kDirection>(there, length_there, parent);
    }
  }

  template <DirectionSet kDirection>
  void LookDiagonally(GridSpot spot, JumpLength length, uint32_t parent) {
    uint32_t x_count = 0;
    uint32_t y_count = 0;
    for (;;) {
      const uint32_t steps = jumps_.template Diagonal<kDirection>(spot);
      if (steps == 0) break;
      spot = Moved<kDirection>(spot, steps);
      length += steps * kDiagonalStep;
      if (spot == goal_) {
        ReachGoal(length, parent);
        break;
      }
      if constexpr (requires { jumps_.StopsDiagonal(spot); }) {
        if (jumps_.StopsDiagonal(spot)) {
          Reach<kDirection>(spot, length, parent);
          break;
        }
      }
      x_count += Collect<AlongX(kDirection)>(spot, length, found_x_[x_count]);
      y_count += Collect<AlongY(kDirection)>(spot, length, found_y_[y_count]);
      if (x_count < kMaxFound && y_count < kMaxFound) continue;
      ReachFound<AlongX(kDirection)>(found_x_, x_count, parent);
      ReachFound<AlongY(kDirection)>(found_y_, y_count, parent);
      x_count = 0;
      y_count = 0;
    }
    ReachFound<AlongX(kDirection)>(found_x_, x_count, parent);
    ReachFound<AlongY(kDirection)>(found_y_, y_count, parent);
  }

  // Records what a straight run leads to, without a branch on whether it leads anywhere. Returns 1 if it
  // does, else 0.
  template <DirectionSet kDirection>
  uint32_t Collect(GridSpot spot, JumpLength length, Found& found) const {
    const StraightJump jump = jumps_.template Straight<kDirection>(spot);
    found = {Moved<kDirection>(spot, jump.distance), length + jump.distance * kStraightStep};
    return jump.is_stop ? 1 : 0;
  }

  template <DirectionSet kDirection>
  void ReachFound(const FoundSpots& found, uint32_t count, uint32_t parent) {
    for (uint32_t i = 0; i < count; ++i) {
      if (found[i].spot == goal_) {
        ReachGoal(found[i].length, parent);
      } else {
        Reach<kDirection>(found[i].spot, found[i].length, parent);
      }
    }
  }

  void ReachGoal(JumpLength length, uint32_t parent) {
    if (length >= best_) return;
    best_ = length;
    best_parent_ = parent;
  }

  template <DirectionSet kDirection>
  void Reach(GridSpot spot, JumpLength length, uint32_t parent) {
    const JumpLength estimate = length + LeastLength(spot);
    if (estimate >= best_) return;
    DirectionSet turns = 0;
    if constexpr (Jumps::kMayRefuse) {
      turns = jumps_.template TurnsAt<kDirection>(spot);
      if (turns == 0) return;
    }
    const uint32_t id = scratch_.NodeAt(spot);
    JumpNode& node = scratch_[id];
    if (length > node.length) return;
    if constexpr (!Jumps::kMayRefuse) turns = jumps_.template TurnsAt<kDirection>(spot);
    if (length < node.length) {
      node.length = length;
      node.parent = parent;
      node.pending = turns;
      node.done = 0;
      if (targets_ != nullptr) {
        targets_->Meet(spot, length, id);
        best_ = targets_->Farthest();
      }
    } else {
      // As short as a known path: only its other turns are new.
      const auto fresh = static_cast<DirectionSet>(turns & ~(node.pending | node.done));
      if (fresh == 0) return;
      node.pending |= fresh;
    }
    scratch_.Push(estimate, id);
  }

  void TracePath(Cell goal, uint32_t parent, GridPath& path) const {
    path.turns.push_back(goal);
    Cell to = goal;
    for (uint32_t id = parent; to != query_.start; id = scratch_[id].parent) {
      const Cell from = CellOf(scratch_[id].spot);
      const int32_t dx = to.column - from.column;
      const int32_t dy = to.row - from.row;
      const int32_t diagonal = std::min(std::abs(dx), std::abs(dy));
      path.steps.diagonal += static_cast<uint32_t>(diagonal);
      path.steps.cardinal += static_cast<uint32_t>(std::max(std::abs(dx), std::abs(dy)) - diagonal);
      // Diagonal steps come first.
      const Cell turn{from.column + (dx > 0 ? diagonal : -diagonal),
                      from.row + (dy > 0 ? diagonal : -diagonal)};
      if (turn != to && turn != from) AddTurn(path.turns, turn);
      AddTurn(path.turns, from);
      to = from;
    }
    std::reverse(path.turns.begin(), path.turns.end());
  }

  // Drops the last cell if the path goes straight on there.
  static void AddTurn(std::vector<Cell>& turns, Cell cell) {
    const auto sign = [](int32_t value) { return (value > 0) - (value < 0); };
    if (turns.size() >= 2) {
      const Cell a = turns[turns.size() - 2];
      const Cell b = turns.back();
      if (sign(b.column - a.column) == sign(cell.column - b.column) &&
          sign(b.row - a.row) == sign(cell.row - b.row)) {
        turns.pop_back();
      }
    }
    turns.push_back(cell);
  }

  const Jumps jumps_;
  const GridQuery& query_;
  JumpScratch& scratch_;
  const GridSpot start_;
  const GridSpot goal_;
  JumpTargets* const targets_ = nullptr;
  JumpLength best_ = kNoLength;
  uint32_t best_parent_ = 0;
  FoundSpots found_x_;
  FoundSpots found_y_;
};

}  // namespace waystone
