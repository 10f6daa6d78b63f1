// Which voxels of a volume are free, one bit each, while it is made.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/deadline_poll.h"
#include "core/volume/voxel.h"

namespace waystone {

// All voxels begin blocked. One owner, one thread.
class VoxelBits {
 public:
  // REQUIRES: size.IsValid().
  explicit VoxelBits(const VolumeSize& size)
      : size_(size),
        row_words_((size.sides[0] + 63) / 64),
        words_(size_t{row_words_} * size.sides[1] * size.sides[2]) {}

  const VolumeSize& size() const { return size_; }
  uint32_t row_words() const { return row_words_; }

  // REQUIRES (all below): voxels of the volume.
  bool IsFree(const Voxel& voxel) const { return (WordOf(voxel) >> BitOf(voxel) & 1) != 0; }
  void SetFree(const Voxel& voxel) { words_[IndexOf(voxel)] |= uint64_t{1} << BitOf(voxel); }
  void SetBlocked(const Voxel& voxel) { words_[IndexOf(voxel)] &= ~(uint64_t{1} << BitOf(voxel)); }
  void SetAllFree();
  // Blocks the voxels of the row along x at y and z whose x are from `first` to `last`.
  void BlockRun(int32_t first, int32_t last, int32_t y, int32_t z);

  // The voxels at y and z whose x are in [64 word, 64 word + 63]; 0 if y, z or the word are outside.
  uint64_t Word(int32_t word, int32_t y, int32_t z) const {
    const bool is_inside = word >= 0 && static_cast<uint32_t>(word) < row_words_ && y >= 0 &&
                           static_cast<uint32_t>(y) < size_.sides[1] && z >= 0 &&
                           static_cast<uint32_t>(z) < size_.sides[2];
    return is_inside ? words_[RowOf(y, z) + static_cast<uint32_t>(word)] : 0;
  }
  // REQUIRES: a word of a row; its bits beyond the row are 0.
  void SetWord(int32_t word, int32_t y, int32_t z, uint64_t free) {
    words_[RowOf(y, z) + static_cast<uint32_t>(word)] = free;
  }

 private:
  size_t RowOf(int32_t y, int32_t z) const {
    return (static_cast<size_t>(z) * size_.sides[1] + static_cast<size_t>(y)) * row_words_;
  }
  size_t IndexOf(const Voxel& voxel) const {
    return RowOf(voxel.along[1], voxel.along[2]) + static_cast<size_t>(voxel.along[0]) / 64;
  }
  uint64_t WordOf(const Voxel& voxel) const { return words_[IndexOf(voxel)]; }
  static uint32_t BitOf(const Voxel& voxel) { return static_cast<uint32_t>(voxel.along[0]) % 64; }

  VolumeSize size_;
  uint32_t row_words_;
  std::vector<uint64_t> words_;
};

// The voxels that are free, like all 26 around them. Not all of them once the poll (null: none), which counts words, is
// late.
VoxelBits Eroded(const VoxelBits& bits, DeadlinePoll* poll = nullptr);

// Calls use(first, last) for each run of free voxels in the row along x at y and z.
template <typename Use>
void ForEachRun(const VoxelBits& bits, int32_t y, int32_t z, const Use& use) {
  bool is_in_run = false;
  uint32_t first = 0;
  for (uint32_t word = 0; word < bits.row_words(); ++word) {
    const uint64_t free = bits.Word(static_cast<int32_t>(word), y, z);
    for (uint32_t bit = 0; bit < 64;) {
      const uint64_t rest = (is_in_run ? ~free : free) >> bit;
      if (rest == 0) break;
      bit += static_cast<uint32_t>(std::countr_zero(rest));
      if (is_in_run) {
        use(first, word * 64 + bit - 1);
      } else {
        first = word * 64 + bit;
      }
      is_in_run = !is_in_run;
    }
  }
  if (is_in_run) use(first, bits.size().sides[0] - 1);
}

}  // namespace waystone
