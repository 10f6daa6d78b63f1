// From each cell at which a path may turn, a search over all cells follows canonical paths only, as jump
// point search does. Each cell records the directions in which shortest paths arrive at it, and for each of
// these the directions in which they began. So a direction's box holds every cell that a search could need
// it for.
#include "bake/grid/bound_baker.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <vector>

#include "core/base/parallel_for.h"
#include "core/base/str_cat.h"
#include "core/grid/bucket_queue.h"
#include "core/grid/goal_bounds.h"
#include "core/grid/jump_bits.h"
#include "core/grid/jump_scratch.h"

namespace waystone {
namespace {

constexpr size_t kTurnsPerItem = 64;
constexpr CellBound kNowhere{std::numeric_limits<uint16_t>::max(), std::numeric_limits<uint16_t>::max(), 0, 0,
                             0};

// What a search reads of a cell, by the bit number of a direction.
struct CellMoves {
  DirectionSet free = 0;                // steps that are allowed
  std::array<DirectionSet, 4> turns{};  // in which a path that arrives straight may go on
};

class MoveTable {
 public:
  explicit MoveTable(const BitGrid& bits) : bits_(bits), moves_(size_t{bits.columns + 2} * (bits.rows + 2)) {
    for (uint32_t y = 1; y <= bits.rows; ++y) {
      for (uint32_t x = 1; x <= bits.columns; ++x) {
        if (bits.IsFree(CellOf({x, y}))) moves_[IndexOf({x, y})] = MovesAt({x, y});
      }
    }
  }

  uint32_t stride() const { return bits_.columns + 2; }
  size_t size() const { return moves_.size(); }
  uint32_t IndexOf(GridSpot spot) const { return spot.y * stride() + spot.x; }
  GridSpot SpotAt(uint32_t index) const { return {index % stride(), index / stride()}; }
  const CellMoves& operator[](uint32_t index) const { return moves_[index]; }
  // Whether a path that arrives straight may turn there.
  bool MayTurn(GridSpot spot) const {
    const CellMoves& moves = moves_[IndexOf(spot)];
    for (uint32_t i = 0; i < 4; ++i) {
      if ((moves.turns[i] & (moves.turns[i] - 1)) != 0) return true;
    }
    return false;
  }

 private:
  CellMoves MovesAt(GridSpot spot) const {
    const BitJumps look(bits_, spot);
    CellMoves moves;
    const auto is_free = [&](GridSpot s) { return bits_.IsFree(CellOf(s)); };
    const auto straight = [&]<DirectionSet kDirection>() {
      if (is_free(Moved<kDirection>(spot, 1))) moves.free |= kDirection;
      if (!is_free(Moved<Opposite(kDirection)>(spot, 1))) return;  // no path comes from there
      moves.turns[static_cast<size_t>(std::countr_zero(kDirection))] = look.TurnsAt<kDirection>(spot);
    };
    straight.template operator()<kEast>();
    straight.template operator()<kSouth>();
    straight.template operator()<kWest>();
    straight.template operator()<kNorth>();
    if (look.Diagonal<kSouthEast>(spot) != 0) moves.free |= kSouthEast;
    if (look.Diagonal<kSouthWest>(spot) != 0) moves.free |= kSouthWest;
    if (look.Diagonal<kNorthWest>(spot) != 0) moves.free |= kNorthWest;
    if (look.Diagonal<kNorthEast>(spot) != 0) moves.free |= kNorthEast;
    return moves;
  }

  BitGrid bits_;
  std::vector<CellMoves> moves_;
};

// The boxes of one cell after another. One thread.
class BoundSearch {
 public:
  // `regions`: by the index that `moves` gives a cell.
  BoundSearch(const MoveTable& moves, const std::vector<uint8_t>& regions)
      : moves_(moves), regions_(regions), nodes_(moves.size()) {
    const auto stride = static_cast<int32_t>(moves.stride());
    offsets_ = {1, stride, -1, -stride, stride + 1, stride - 1, -stride - 1, -stride + 1};
  }

  void Run(GridSpot from, CellBound* bounds) {
    std::fill_n(bounds, kJumpsPerCell, kNowhere);
    ++generation_;
    open_.Clear(2);
    const uint32_t start = moves_.IndexOf(from);
    nodes_[start] = {.length = 0, .generation = generation_, .is_settled = true};
    for (uint32_t d = 0; d < kJumpsPerCell; ++d) {
      if ((moves_[start].free >> d & 1) != 0) Reach(start, d, static_cast<DirectionSet>(1U << d), 0);
    }
    while (!open_.empty()) {
      open_.NextKey();
      const uint32_t cell = open_.Pop();
      if (nodes_[cell].is_settled) continue;
      nodes_[cell].is_settled = true;
      AddToBounds(cell, bounds);
      GoOn(cell);
    }
  }

 private:
  struct Node {
    JumpLength length = 0;
    uint32_t generation = 0;
    bool is_settled = false;
    // By the direction of the last step: the directions in which these shortest paths began.
    std::array<DirectionSet, kJumpsPerCell> begun{};
  };

  static constexpr std::array<DirectionSet, kJumpsPerCell> kOnwards = {0,
                                                                       0,
                                                                       0,
                                                                       0,
                                                                       kSouthEast | kSouth | kEast,
                                                                       kSouthWest | kSouth | kWest,
                                                                       kNorthWest | kNorth | kWest,
                                                                       kNorthEast | kNorth | kEast};

  void GoOn(uint32_t cell) {
    const Node node = nodes_[cell];
    const CellMoves& moves = moves_[cell];
    std::array<DirectionSet, kJumpsPerCell> begun{};  // by the direction of the next step
    DirectionSet next = 0;
    for (uint32_t last = 0; last < kJumpsPerCell; ++last) {
      if (node.begun[last] == 0) continue;
      const DirectionSet on = (last < 4 ? moves.turns[last] : kOnwards[last]) & moves.free;
      next |= on;
      for (uint32_t left = on; left != 0; left &= left - 1) {
        begun[static_cast<size_t>(std::countr_zero(left))] |= node.begun[last];
      }
    }
    for (uint32_t left = next; left != 0; left &= left - 1) {
      const auto d = static_cast<uint32_t>(std::countr_zero(left));
      Reach(cell, d, begun[d], node.length);
    }
  }

  void Reach(uint32_t from, uint32_t direction, DirectionSet begun, JumpLength length) {
    const uint32_t cell = from + static_cast<uint32_t>(offsets_[direction]);
    const JumpLength there = length + (direction < 4 ? kStraightStep : kDiagonalStep);
    Node& node = nodes_[cell];
    if (node.generation != generation_ || there < node.length) {
      node = {.length = there, .generation = generation_};
      // No step is shorter than a bucket is wide, so that what a bucket holds is final.
      open_.Push(there >> kJumpFractionBits, cell);
    }
    if (there == node.length && !node.is_settled) node.begun[direction] |= begun;
  }

  void AddToBounds(uint32_t index, CellBound* bounds) const {
    const Cell cell = CellOf(moves_.SpotAt(index));
    const auto column = static_cast<uint16_t>(cell.column);
    const auto row = static_cast<uint16_t>(cell.row);
    const uint64_t region = uint64_t{1} << regions_[index];
    uint32_t begun = 0;
    for (const DirectionSet set : nodes_[index].begun) begun |= set;
    for (; begun != 0; begun &= begun - 1) {
      CellBound& bound = bounds[std::countr_zero(begun)];
      bound.left = std::min(bound.left, column);
      bound.right = std::max(bound.right, column);
      bound.top = std::min(bound.top, row);
      bound.bottom = std::max(bound.bottom, row);
      bound.regions |= region;
    }
  }

  const MoveTable& moves_;
  const std::vector<uint8_t>& regions_;
  std::vector<Node> nodes_;
  std::array<int32_t, kJumpsPerCell> offsets_{};
  uint32_t generation_ = 0;
  BucketQueue open_;
};

// Ends of eight parts of [0, counts.size()) with about the same sum each.
void CutInEight(const std::vector<uint32_t>& counts, uint16_t* ends) {
  uint64_t total = 0;
  for (const uint32_t count : counts) total += count;
  uint64_t sum = 0;
  uint32_t part = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    sum += counts[i];
    while (part < 8 && sum * 8 >= total * (part + 1)) ends[part++] = static_cast<uint16_t>(i + 1);
  }
}

BoundRegions RegionsOf(const BitGrid& bits) {
  const auto is_free = [&](uint32_t column, uint32_t row) {
    return bits.IsFree({static_cast<int32_t>(column), static_cast<int32_t>(row)});
  };
  BoundRegions regions{};
  std::vector<uint32_t> by_column(bits.columns, 0);
  for (uint32_t row = 0; row < bits.rows; ++row) {
    for (uint32_t column = 0; column < bits.columns; ++column)
      by_column[column] += is_free(column, row) ? 1 : 0;
  }
  CutInEight(by_column, regions.column_end);
  for (uint32_t strip = 0; strip < 8; ++strip) {
    std::vector<uint32_t> by_row(bits.rows, 0);
    for (uint32_t column = strip == 0 ? 0 : regions.column_end[strip - 1]; column < regions.column_end[strip];
         ++column) {
      for (uint32_t row = 0; row < bits.rows; ++row) by_row[row] += is_free(column, row) ? 1 : 0;
    }
    CutInEight(by_row, &regions.row_end[size_t{strip} * 8]);
  }
  return regions;
}

}  // namespace

std::string BakeBounds(const BoundBakeOptions& options, GridData& data) {
  data.bound_words.clear();
  data.bounds.clear();
  data.bound_regions = {};
  const GridHeader& h = data.header;
  if (data.jumps.empty()) return "there are no baked jumps";
  if (h.free_count > options.max_free_cells) {
    return StrCat(h.free_count, " free cells are more than the ", options.max_free_cells,
                  " that goal bounds are baked for");
  }
  const BitGrid bits{h.columns, h.rows, data.row_words.data(), data.column_words.data()};
  const MoveTable moves(bits);
  const size_t cells = size_t{h.columns} * h.rows;
  std::vector<BoundWord> words((cells + 63) / 64, BoundWord{});
  std::vector<GridSpot> spots;
  for (uint32_t id = 0; id < cells; ++id) {
    if (id % 64 == 0) words[id / 64].first = static_cast<uint32_t>(spots.size());
    const GridSpot spot{id % h.columns + 1, id / h.columns + 1};
    if (!moves.MayTurn(spot)) continue;
    words[id / 64].cells |= uint64_t{1} << (id % 64);
    spots.push_back(spot);
  }
  const double bytes = static_cast<double>(spots.size() * kJumpsPerCell * sizeof(CellBound) +
                                           words.size() * sizeof(BoundWord));
  if (bytes > options.max_bytes_per_cell * static_cast<double>(cells)) {
    return StrCat(spots.size(), " of ", h.free_count, " free cells are turns, too many for goal bounds");
  }
  if (spots.size() * h.free_count > options.max_settled) {
    return StrCat("goal bounds of ", spots.size(), " turns over ", h.free_count, " free cells take too long");
  }
  data.bound_words = std::move(words);
  data.bound_regions = RegionsOf(bits);
  std::vector<uint8_t> regions(moves.size(), 0);
  for (uint32_t index = 0; index < moves.size(); ++index) {
    regions[index] = static_cast<uint8_t>(RegionOf(data.bound_regions, CellOf(moves.SpotAt(index))));
  }
  data.bounds.resize(spots.size() * kJumpsPerCell);
  ParallelFor((spots.size() + kTurnsPerItem - 1) / kTurnsPerItem, options.threads, [&](size_t item) {
    BoundSearch search(moves, regions);
    const size_t end = std::min(spots.size(), (item + 1) * kTurnsPerItem);
    for (size_t i = item * kTurnsPerItem; i < end; ++i) {
      search.Run(spots[i], &data.bounds[i * kJumpsPerCell]);
    }
  });
  return "";
}

}  // namespace waystone
