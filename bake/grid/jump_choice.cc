// Both searches expand the same nodes, so only what they read in between makes one faster. A run over bits
// costs about the same however short it is. A read of the table costs next to nothing if its cache line is at
// hand; else the search waits for it, unless the reads follow each other at equal distances, which processors
// foresee. So tables that outgrow the cache lose if runs are short.
#include "bake/grid/jump_choice.h"

#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/grid/grid_search.h"
#include "core/grid/jump_bits.h"
#include "core/grid/jump_point_search.h"
#include "core/grid/jump_table.h"

namespace waystone {
namespace {

constexpr uint32_t kMaxSearches = 64;
constexpr uint32_t kMaxDraws = 16'384;  // of cells
constexpr uint32_t kMaxFloods = 16;
constexpr uint64_t kMaxExpansions = 400'000;  // in all
constexpr uint64_t kSharePerSearch = 16;      // of them, so that long searches leave some to others

// What a search waits for, in nanoseconds on the machine that they were fitted on: to 90 maps (cities, games,
// rooms, mazes, scattered cells and squares) whose searches by bits and by table were timed.
constexpr uint64_t kRunCost = 10;    // a run over bits
constexpr uint64_t kWordCost = 5;    // each word after its first
constexpr uint64_t kLineCost = 150;  // a line of memory that is neither cached nor foreseen

class BitCounts {
 public:
  void AddRun(uint32_t from, uint32_t distance, bool is_up) {
    ++runs_;
    const uint32_t to = is_up ? from + distance : from - distance;
    words_ += is_up ? to / 64 - from / 64 : from / 64 - to / 64;
  }
  uint64_t runs() const { return runs_; }
  uint64_t words() const { return words_; }
  uint64_t Cost() const { return runs_ * kRunCost + words_ * kWordCost; }

 private:
  uint64_t runs_ = 0;
  uint64_t words_ = 0;
};

// The table's lines as a small cache holds them: a line drives out the one 512 KiB before or behind it.
class LineCounts {
 public:
  LineCounts() : held_(kSlots, kNone) {}

  void Look(uint64_t cell) {
    if (cell == last_) return;
    const uint64_t stride = cell - last_;
    const bool is_foreseen = stride == stride_;
    last_ = cell;
    stride_ = stride;
    const uint64_t line = cell / kCellsPerLine;
    const uint64_t held = std::exchange(held_[line % kSlots], line);
    // The first lines would be there from earlier searches.
    if (held != line && held != kNone && !is_foreseen) ++fetched_;
  }
  uint64_t fetched() const { return fetched_; }
  uint64_t Cost() const { return fetched_ * kLineCost; }

 private:
  static constexpr uint64_t kNone = ~uint64_t{0};
  static constexpr uint64_t kSlots = 8192;
  static constexpr uint64_t kCellsPerLine = 64 / (kJumpsPerCell * sizeof(int16_t));

  std::vector<uint64_t> held_;
  uint64_t last_ = kNone;
  uint64_t stride_ = 0;
  uint64_t fetched_ = 0;
};

class CountedBitJumps : public BitJumps {
 public:
  CountedBitJumps(const BitGrid& bits, GridSpot goal, BitCounts& counts)
      : BitJumps(bits, goal), counts_(counts) {}

  template <DirectionSet kDirection>
  StraightJump Straight(GridSpot from) const {
    const StraightJump jump = BitJumps::Straight<kDirection>(from);
    constexpr bool kIsRow = kDirection == kEast || kDirection == kWest;
    constexpr bool kIsUp = kDirection == kEast || kDirection == kSouth;
    counts_.AddRun(kIsRow ? from.x : from.y, jump.distance, kIsUp);
    return jump;
  }

 private:
  BitCounts& counts_;
};

class CountedTableJumps : public TableJumps {
 public:
  CountedTableJumps(const BitGrid& bits, const int16_t* jumps, GridSpot goal, LineCounts& counts)
      : TableJumps(bits, jumps, goal), counts_(counts) {}

  template <DirectionSet kDirection>
  StraightJump Straight(GridSpot from) const {
    Look(from);
    return TableJumps::Straight<kDirection>(from);
  }
  template <DirectionSet kDirection>
  uint32_t Diagonal(GridSpot from) const {
    Look(from);
    return TableJumps::Diagonal<kDirection>(from);
  }

 private:
  void Look(GridSpot at) const { counts_.Look(uint64_t{at.y - 1} * bits().columns + (at.x - 1)); }

  LineCounts& counts_;
};

struct Ends {
  Cell start;
  Cell goal;
};

// Pairs of free cells between which there is a path, at random: those without one are mostly known to have
// none before any search.
std::vector<Ends> SampleEnds(const BitGrid& bits) {
  Random random(1);
  std::vector<Ends> sampled;
  std::vector<uint64_t> reached;  // from the start of the last flood
  const size_t stride = BitLines{bits.rows, bits.columns}.StrideWords();
  const auto is_reached = [&](Cell cell) {
    const auto bit = static_cast<uint32_t>(cell.column + 1);
    const size_t word = static_cast<size_t>(cell.row + 1) * stride + bit / 64;
    return !reached.empty() && (reached[word] >> bit % 64 & 1) != 0;
  };
  uint32_t floods = 0;
  for (uint32_t draw = 0; draw < kMaxDraws && sampled.size() < kMaxSearches; ++draw) {
    const auto draw_cell = [&] {
      return Cell{static_cast<int32_t>(random.NextBelow(bits.columns)),
                  static_cast<int32_t>(random.NextBelow(bits.rows))};
    };
    const Ends ends{draw_cell(), draw_cell()};
    if (!bits.IsFree(ends.start) || !bits.IsFree(ends.goal) || ends.start == ends.goal) continue;
    if (!is_reached(ends.start)) {
      if (++floods > kMaxFloods) continue;
      if (!FloodGrid(bits, ends.start, Deadline(), reached)) continue;  // never: it has no end
    }
    if (is_reached(ends.goal)) sampled.push_back(ends);
  }
  return sampled;
}

}  // namespace

JumpChoice ChooseJumps(const GridData& data) {
  const BitGrid bits{data.header.columns, data.header.rows, data.row_words.data(), data.column_words.data()};
  BitCounts by_bits;
  LineCounts by_table;
  JumpChoice choice;
  JumpScratch scratch;
  GridPath path;
  uint64_t expanded = 0;
  for (const Ends& ends : SampleEnds(bits)) {
    if (expanded >= kMaxExpansions) break;
    GridQuery query;
    query.start = ends.start;
    query.goal = ends.goal;
    query.max_expansions = static_cast<uint32_t>(kMaxExpansions / kSharePerSearch);
    const GridSpot goal = SpotOf(ends.goal);
    JumpPointSearch(CountedBitJumps(bits, goal, by_bits), query, scratch).Run(path);
    expanded += path.expanded;
    JumpPointSearch(CountedTableJumps(bits, data.jumps.data(), goal, by_table), query, scratch).Run(path);
    expanded += path.expanded;
    ++choice.search_count;
  }
  choice.is_bits = by_bits.Cost() < by_table.Cost();
  choice.reason = StrCat("in ", choice.search_count, " sampled searches the bits cost ", by_bits.Cost(), " (",
                         by_bits.runs(), " runs, ", by_bits.words(), " more words) and baked jumps ",
                         by_table.Cost(), " (", by_table.fetched(), " lines of memory)");
  return choice;
}

}  // namespace waystone
