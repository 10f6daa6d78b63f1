#include "core/surface/grid/grid_cluster_walks.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "core/grid/cell_costs.h"
#include "core/grid/exact_steps.h"
#include "core/grid/grid_cluster_search.h"
#include "core/grid/octile.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
// If more pieces of a trigger than this may be the nearest, the cheapest path is searched instead.
constexpr size_t kMaxSearches = 16;

double Beyond(const TargetBounds& bounds, uint32_t index) {
  return bounds.beyond.empty() ? 0 : bounds.beyond[index];
}

uint32_t RootOf(std::vector<uint32_t>& parents, uint32_t at) {
  while (parents[at] != at) at = parents[at] = parents[parents[at]];
  return at;
}

// Cells connected side by side within a cluster, named by the one nearest to a place: the first of equals.
struct Piece {
  double apart = kInfinite;  // [cells] from that place, in a straight line
  Cell cell;
};

// The pieces of a trigger, the nearest first. O(cells log cells).
std::vector<Piece> PiecesOf(const GridView& map, std::span<const uint32_t> cells, Cell from) {
  const GridClusterTiling& tiling = map.clusters()->tiling();
  std::vector<uint32_t> parents(cells.size());
  std::iota(parents.begin(), parents.end(), 0);
  for (uint32_t i = 0; i < cells.size(); ++i) {
    const Cell cell = map.CellOf(cells[i]);
    for (const Cell& beside : {Cell{cell.column - 1, cell.row}, Cell{cell.column, cell.row - 1}}) {
      if (beside.column < 0 || beside.row < 0 || tiling.ClusterOf(beside) != tiling.ClusterOf(cell)) continue;
      const uint32_t id = map.IdOf(beside);
      const auto at = std::lower_bound(cells.begin(), cells.begin() + i, id);
      if (*at != id) continue;
      parents[RootOf(parents, i)] = RootOf(parents, static_cast<uint32_t>(at - cells.begin()));
    }
  }
  std::vector<Piece> pieces(cells.size());
  for (uint32_t i = 0; i < cells.size(); ++i) {
    const Cell cell = map.CellOf(cells[i]);
    Piece& piece = pieces[RootOf(parents, i)];
    const double apart = OctileDistance(from, cell);
    if (apart < piece.apart) piece = {apart, cell};
  }
  std::erase_if(pieces, [](const Piece& piece) { return piece.apart == kInfinite; });
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const Piece& a, const Piece& b) { return a.apart < b.apart; });
  return pieces;
}

// Ends a path at the first of the cells that it comes to. REQUIRES: it ends at one of them.
void EndAtFirst(const GridGround& ground, std::span<const uint32_t> cells, GridPath& path) {
  const auto is_one = [&](Cell cell) {
    return std::binary_search(cells.begin(), cells.end(), ground.map->IdOf(cell));
  };
  const auto toward = [](int32_t from, int32_t to) { return from + (from < to) - (from > to); };
  Cell at = path.turns.front();
  size_t next = 1;
  while (!is_one(at)) {
    const Cell turn = path.turns[next];
    at = {toward(at.column, turn.column), toward(at.row, turn.row)};
    if (at == turn) ++next;
  }
  if (at == path.turns.back()) return;
  path.turns.resize(next);
  if (!(at == path.turns.back())) path.turns.push_back(at);
  path.steps = {};
  path.cost = 0;
  for (size_t i = 1; i < path.turns.size(); ++i) {
    const GridSteps leg = OctileSteps(path.turns[i - 1], path.turns[i]);
    path.steps.cardinal += leg.cardinal;
    path.steps.diagonal += leg.diagonal;
    if (!ground.is_uniform) path.cost += LegCost(ground, path.turns[i - 1], path.turns[i]);
  }
  if (ground.is_uniform) path.cost = path.steps.Length();
}

}  // namespace

void GridClusterWalks::AddTarget(Cell from, uint32_t index, std::span<const uint32_t> cells,
                                 const TargetBounds& bounds) {
  double apart = kInfinite;
  for (const uint32_t id : cells) apart = std::min(apart, OctileDistance(from, ground_.map->CellOf(id)));
  const double least = apart * static_cast<double>(LeastCost(ground_)) + Beyond(bounds, index);
  if (least < kInfinite) targets_.push_back({least, index, cells});
}

// Searches for the pieces of a trigger, until no other can be nearer. kNoPath: the clusters do not give the
// path.
void GridClusterWalks::SearchPieces(Cell from, std::span<const uint32_t> cells, GridPath& path) {
  const auto least_cost = static_cast<double>(LeastCost(ground_));
  GridQuery query = limits_;
  query.start = from;
  size_t searches = 0;
  path = {};
  for (const Piece& piece : PiecesOf(*ground_.map, cells, from)) {
    const bool is_found = path.outcome == SearchOutcome::kFound;
    if (is_found && path.cost <= TargetBounds::WithSlack(piece.apart * least_cost)) return;
    if (searches++ == kMaxSearches) {
      path = {};
      return;
    }
    query.goal = piece.cell;
    FindGridClusterPath(ground_, *ground_.map->clusters(), query, workspace_.clusters, path_);
    path_.method = GridMethod::kClusters;
    if (path_.outcome == SearchOutcome::kExhausted) continue;
    if (path_.outcome == SearchOutcome::kFound) EndAtFirst(ground_, cells, path_);
    if (path_.outcome != SearchOutcome::kFound || !is_found || path_.cost < path.cost) std::swap(path, path_);
    if (path.outcome != SearchOutcome::kFound) return;
  }
}

// The targets one by one, until no other is worth it.
SearchOutcome GridClusterWalks::Search(Cell from, const TargetBounds& bounds, std::span<GridPath> paths) {
  std::stable_sort(targets_.begin(), targets_.end(),
                   [](const Target& a, const Target& b) { return a.least < b.least; });
  lost_.clear();
  double best = kInfinite;
  for (const Target& target : targets_) {
    const double beyond = Beyond(bounds, target.index);
    if (!bounds.beyond.empty() && target.least > TargetBounds::WithSlack(best)) break;
    if (target.least - beyond >= bounds.below_cost) continue;
    GridPath& path = paths[target.index];
    SearchPieces(from, target.cells, path);
    if (path.outcome == SearchOutcome::kExhausted) {
      lost_.push_back(target.index);
    } else if (path.outcome != SearchOutcome::kFound) {
      return path.outcome;
    } else {
      best = std::min(best, path.cost + beyond);
    }
  }
  return SearchOutcome::kFound;
}

// "No path" is checked on the cells themselves, because the clusters of a damaged package may be wrong.
void GridClusterWalks::TakeLost(std::span<GridPath> found, std::span<GridPath> paths) const {
  for (const uint32_t index : lost_) paths[index] = std::move(found[index]);
}

SearchOutcome GridClusterWalks::ToExits(Cell start, MapExitId first, const TargetBounds& bounds,
                                        std::span<GridPath> paths) {
  targets_.clear();
  for (uint32_t i = 0; i < paths.size(); ++i) {
    paths[i] = {};
    AddTarget(start, i, portals_.TriggerCells(MapExitId(first.value() + i)), bounds);
  }
  const SearchOutcome outcome = Search(start, bounds, paths);
  if (lost_.empty() || outcome != SearchOutcome::kFound) return outcome;
  std::vector<GridPath> found(paths.size());
  const SearchOutcome end = searched_.ToExits(start, first, {.below_cost = bounds.below_cost}, found);
  TakeLost(found, paths);
  return end;
}

SearchOutcome GridClusterWalks::FromArrivals(std::span<const uint32_t> arrivals, Cell goal,
                                             const TargetBounds& bounds, std::span<GridPath> paths) {
  targets_.clear();
  for (uint32_t i = 0; i < paths.size(); ++i) {
    paths[i] = {};
    AddTarget(goal, i, arrivals.subspan(i, 1), bounds);
  }
  const SearchOutcome outcome = Search(goal, bounds, paths);
  for (GridPath& path : paths) std::reverse(path.turns.begin(), path.turns.end());
  if (lost_.empty() || outcome != SearchOutcome::kFound) return outcome;
  std::vector<GridPath> found(paths.size());
  const SearchOutcome end = searched_.FromArrivals(arrivals, goal, {.below_cost = bounds.below_cost}, found);
  TakeLost(found, paths);
  return end;
}

}  // namespace waystone
