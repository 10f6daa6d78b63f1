#include "core/grid/trunk_path.h"

#include <algorithm>
#include <vector>

#include "core/grid/cell_costs.h"
#include "core/grid/grid_shape.h"
#include "core/grid/weighted_search.h"

namespace waystone {

uint32_t TrunkPath::OtherEnd(uint32_t stretch, uint32_t point) const {
  const TrunkStretch& s = trunk_.stretches()[stretch];
  return s.from == point ? s.to : s.from;
}

void TrunkPath::Splice(uint32_t tail) {
  std::vector<uint32_t> chain;
  uint32_t point = space_.tails[tail].point;
  for (; space_.points.Before(point) != TrunkWorkspace::kNoStretch; point = OtherEnd(chain.back(), point)) {
    chain.push_back(space_.points.Before(point));
  }
  const auto head = std::ranges::find(space_.heads, point, &TrunkWorkspace::Join::point);
  ExpandCells(head->path.turns, space_.cells);
  space_.joints.clear();
  std::vector<Cell> turns;
  for (size_t i = chain.size(); i-- > 0;) {
    const TrunkStretch& stretch = trunk_.stretches()[chain[i]];
    space_.joints.push_back(static_cast<uint32_t>(space_.cells.size() - 1));
    turns.clear();
    for (const uint32_t id : trunk_.TurnsOf(stretch)) turns.push_back(ground_.map->CellOf(id));
    if (stretch.from != point) std::ranges::reverse(turns);
    point = OtherEnd(chain[i], point);
    Append(turns);
  }
  space_.joints.push_back(static_cast<uint32_t>(space_.cells.size() - 1));
  turns = space_.tails[tail].path.turns;
  std::ranges::reverse(turns);
  Append(turns);
}

void TrunkPath::Append(std::span<const Cell> turns) {
  ExpandCells(turns, space_.piece);
  space_.cells.insert(space_.cells.end(), space_.piece.begin() + 1, space_.piece.end());
}

// Between two cells around a point. False if a limit ended the search.
bool TrunkPath::MendAt(uint32_t joint, GridPath& path) {
  const uint32_t first = joint - std::min(joint, mend_reach_);
  const auto last = static_cast<uint32_t>(std::min<size_t>(joint + mend_reach_, space_.cells.size() - 1));
  GridQuery query = query_;
  query.start = space_.cells[first];
  query.goal = space_.cells[last];
  query.max_expansions -= static_cast<uint32_t>(std::min<uint64_t>(path.expanded, query.max_expansions));
  FindWeightedPath(ground_, query, searches_, space_.mended);
  path.expanded += space_.mended.expanded;
  if (space_.mended.outcome != SearchOutcome::kFound) return false;
  ExpandCells(space_.mended.turns, space_.piece);
  const auto from = space_.cells.begin() + first;
  space_.cells.erase(from, from + (last - first + 1));
  space_.cells.insert(space_.cells.begin() + first, space_.piece.begin(), space_.piece.end());
  return true;
}

void TrunkPath::Mend(GridPath& path) {
  // From the last on, so that the earlier ones keep their places.
  for (size_t i = space_.joints.size(); i-- > 0;) {
    if (!MendAt(space_.joints[i], path)) return;
  }
}

// Writes the cells into `piece`, without detours that return to the same cell.
void TrunkPath::CutLoops() {
  space_.visits.clear();
  for (uint32_t i = 0; i < space_.cells.size(); ++i) {
    space_.visits.push_back(uint64_t{ground_.map->IdOf(space_.cells[i])} << 32 | i);
  }
  std::ranges::sort(space_.visits);
  space_.last_visits.resize(space_.cells.size());
  for (size_t i = space_.visits.size(); i-- > 0;) {
    const bool is_last =
        i + 1 == space_.visits.size() || space_.visits[i] >> 32 != space_.visits[i + 1] >> 32;
    const auto index = static_cast<uint32_t>(space_.visits[i]);
    space_.last_visits[index] =
        is_last ? index : space_.last_visits[static_cast<uint32_t>(space_.visits[i + 1])];
  }
  space_.piece.clear();
  for (size_t i = 0; i < space_.cells.size(); ++i) {
    i = space_.last_visits[i];
    space_.piece.push_back(space_.cells[i]);
  }
}

void TrunkPath::Write(double least, GridPath& path) {
  CutLoops();
  const std::vector<Cell>& cells = space_.piece;
  path.outcome = SearchOutcome::kFound;
  path.method = GridMethod::kTrunk;
  path.turns.assign(1, query_.start);
  path.steps = {};
  path.cost = 0;
  for (size_t i = 1; i < cells.size(); ++i) {
    const Cell a = cells[i - 1];
    const Cell b = cells[i];
    path.cost += StepCost(ground_, a, b);
    ++(a.column == b.column || a.row == b.row ? path.steps.cardinal : path.steps.diagonal);
    const bool is_end = i + 1 == cells.size();
    if (is_end || cells[i + 1].column - b.column != b.column - a.column ||
        cells[i + 1].row - b.row != b.row - a.row) {
      path.turns.push_back(b);
    }
  }
  path.cost_ratio = std::max(1.0, path.cost / least);
}

}  // namespace waystone
