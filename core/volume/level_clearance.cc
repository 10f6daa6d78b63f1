// A voxel is too near to a blocked one if, with both taken for cubes, their gap is. The gap along an axis is one less than the
// difference of numbers, so gaps are distances to the middles of blocked voxels and those around them. These distances are found one
// axis after the other, as in squared distance transforms: along z to the nearest such voxel, before and behind; along y the least
// sum of squares; and around each voxel of the row that is left within reach a run along x is blocked. 64 voxels of a row along
// x go together, for all z and y, so that little memory is needed.
#include "core/volume/level_clearance.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace waystone {
namespace {

constexpr int32_t kLanes = 64;
constexpr int32_t kFar = std::numeric_limits<int32_t>::max() / 2;  // no blocked voxel within reach

// The blocked voxels and the 26 around each.
class WideBlocks {
 public:
  explicit WideBlocks(const VoxelBits& bits)
      : size_(bits.size()), row_words_(static_cast<int32_t>(bits.row_words())), blocked_(bits.size()) {
    const auto height = static_cast<int32_t>(size_.sides[1]);
    const auto depth = static_cast<int32_t>(size_.sides[2]);
    for (int32_t z = 0; z < depth; ++z) {
      for (int32_t y = 0; y < height; ++y) {
        for (int32_t word = 0; word < row_words_; ++word)
          blocked_.SetWord(word, y, z, WideAt(bits, word, y, z));
      }
    }
  }

  uint64_t Word(int32_t word, int32_t y, int32_t z) const { return blocked_.Word(word, y, z); }

 private:
  uint64_t RowBits(int32_t word) const {
    const int32_t left = static_cast<int32_t>(size_.sides[0]) - word * kLanes;
    return left >= kLanes ? ~uint64_t{0} : (uint64_t{1} << left) - 1;
  }
  uint64_t BlockedAround(const VoxelBits& bits, int32_t word, int32_t y, int32_t z) const {
    if (word < 0 || word >= row_words_) return 0;
    uint64_t blocked = 0;
    const auto height = static_cast<int32_t>(size_.sides[1]);
    const auto depth = static_cast<int32_t>(size_.sides[2]);
    for (int32_t at_z = std::max(z - 1, 0); at_z <= std::min(z + 1, depth - 1); ++at_z) {
      for (int32_t at_y = std::max(y - 1, 0); at_y <= std::min(y + 1, height - 1); ++at_y) {
        blocked |= ~bits.Word(word, at_y, at_z);
      }
    }
    return blocked & RowBits(word);
  }
  uint64_t WideAt(const VoxelBits& bits, int32_t word, int32_t y, int32_t z) const {
    const uint64_t own = BlockedAround(bits, word, y, z);
    const uint64_t before = BlockedAround(bits, word - 1, y, z);
    const uint64_t behind = BlockedAround(bits, word + 1, y, z);
    return (own | own << 1 | own >> 1 | before >> 63 | behind << 63) & RowBits(word);
  }

  const VolumeSize size_;
  const int32_t row_words_;
  VoxelBits blocked_;
};

// One word of all rows along x, level by level along z.
class Column {
 public:
  using Lanes = std::array<int32_t, kLanes>;

  // `blocks` must outlive it.
  Column(const WideBlocks& blocks, const VolumeSize& size, double reach)
      : blocks_(blocks),
        height_(static_cast<int32_t>(size.sides[1])),
        depth_(static_cast<int32_t>(size.sides[2])),
        width_(static_cast<int32_t>(size.sides[0])),
        reach_sq_(reach * reach),
        most_(static_cast<int32_t>(std::ceil(reach))),
        below_(height_),
        above_(height_),
        squares_(height_),
        has_any_(height_) {}

  void Begin(int32_t word) {
    word_ = word;
    for (Lanes& lanes : below_) lanes.fill(-kFar);
    for (Lanes& lanes : above_) lanes.fill(-1);
  }

  // The squares of distances along z in a level. REQUIRES: Begin, and all levels below.
  void FindAlongZ(int32_t z) {
    for (int32_t y = 0; y < height_; ++y) {
      Lanes& below = below_[y];
      Lanes& above = above_[y];
      uint64_t passed = 0;
      for (int32_t i = 0; i < kLanes; ++i) passed |= uint64_t{above[i] < z} << i;
      if (passed != 0) LookAbove(y, z, passed);
      const uint64_t here = blocks_.Word(word_, y, z);
      Lanes& squares = squares_[y];
      int32_t least = kFar;
      for (int32_t i = 0; i < kLanes; ++i) {
        below[i] = (here >> i & 1) != 0 ? z : below[i];
        const int32_t off = std::min(z - below[i], above[i] - z);
        squares[i] = off <= most_ ? off * off : kFar;
        least = std::min(least, squares[i]);
      }
      has_any_[y] = least < kFar;
    }
  }

  // Calls block(first, last) for runs along x in a row of that level that are too near.
  template <typename Block>
  void BlockAround(int32_t y, const Block& block) const {
    Lanes least;
    least.fill(kFar);
    int32_t most_sq = kFar;
    for (int32_t off = 0; off <= most_ && off * off < most_sq; ++off) {
      const int32_t off_sq = off * off;
      for (const int32_t row : {y - off, y + off}) {
        if (row < 0 || row >= height_ || !has_any_[row]) continue;
        const Lanes& squares = squares_[row];
        most_sq = 0;
        for (int32_t i = 0; i < kLanes; ++i) {
          least[i] = std::min(least[i], squares[i] + off_sq);
          most_sq = std::max(most_sq, least[i]);
        }
      }
    }
    int32_t low = 0;
    int32_t high = -1;
    for (int32_t i = 0; i < kLanes; ++i) {
      const double left = reach_sq_ - least[i];
      if (left <= 0) continue;
      const int32_t x = word_ * kLanes + i;
      const int32_t along = static_cast<int32_t>(std::ceil(std::sqrt(left))) - 1;
      const int32_t first = std::max(x - along, 0);
      const int32_t last = std::min(x + along, width_ - 1);
      if (high < 0 || first > high + 1) {
        if (high >= 0) block(low, high);
        low = first;
        high = last;
      }
      low = std::min(low, first);
      high = std::max(high, last);
    }
    if (high >= 0) block(low, high);
  }

 private:
  // The next ones at or above a level, for the lanes whose last one is passed; kFar if there is none within reach of any level
  // that is looked at before another one comes within reach.
  void LookAbove(int32_t y, int32_t z, uint64_t passed) {
    Lanes& above = above_[y];
    for (int32_t at = z; at < depth_ && passed != 0; ++at) {
      uint64_t found = blocks_.Word(word_, y, at) & passed;
      passed &= ~found;
      for (; found != 0; found &= found - 1) above[std::countr_zero(found)] = at;
    }
    for (; passed != 0; passed &= passed - 1) above[std::countr_zero(passed)] = kFar;
  }

  const WideBlocks& blocks_;
  const int32_t height_;
  const int32_t depth_;
  const int32_t width_;
  const double reach_sq_;
  const int32_t most_;  // [voxels] no farther one is of use
  int32_t word_ = 0;
  // By y, for each x: number along z of the last one at or below the level, and of the next one at or above it.
  std::vector<Lanes> below_;
  std::vector<Lanes> above_;
  std::vector<Lanes> squares_;
  std::vector<char> has_any_;
};

}  // namespace

void BlockNearByLevels(double reach, DeadlinePoll& poll, VoxelBits& bits) {
  const std::array<uint32_t, 3>& sides = bits.size().sides;
  const WideBlocks blocks(bits);
  Column column(blocks, bits.size(), reach);
  for (int32_t word = 0; word < static_cast<int32_t>(bits.row_words()); ++word) {
    column.Begin(word);
    for (int32_t z = 0; z < static_cast<int32_t>(sides[2]); ++z) {
      if (poll.Expired(size_t{sides[1]} * kLanes)) return;
      column.FindAlongZ(z);
      for (int32_t y = 0; y < static_cast<int32_t>(sides[1]); ++y) {
        column.BlockAround(y, [&](int32_t first, int32_t last) { bits.BlockRun(first, last, y, z); });
      }
    }
  }
}

}  // namespace waystone
