#include "core/volume/voxel_bits.h"

namespace waystone {

void VoxelBits::SetAllFree() {
  const uint32_t rest = size_.sides[0] % 64;
  const uint64_t last = rest == 0 ? ~uint64_t{0} : (uint64_t{1} << rest) - 1;
  for (size_t i = 0; i < words_.size(); ++i) {
    words_[i] = (i + 1) % row_words_ == 0 ? last : ~uint64_t{0};
  }
}

void VoxelBits::BlockRun(int32_t first, int32_t last, int32_t y, int32_t z) {
  uint64_t* const row = words_.data() + RowOf(y, z);
  for (int32_t word = first / 64; word <= last / 64; ++word) {
    uint64_t mask = ~uint64_t{0};
    if (word == first / 64) mask &= ~uint64_t{0} << (first % 64);
    if (word == last / 64) mask &= ~uint64_t{0} >> (63 - last % 64);
    row[word] &= ~mask;
  }
}

}  // namespace waystone
