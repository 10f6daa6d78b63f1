#include "core/volume/voxel_bits.h"

namespace waystone {

void VoxelBits::SetAllFree() {
  const uint32_t rest = size_.sides[0] % 64;
  const uint64_t last = rest == 0 ? ~uint64_t{0} : (uint64_t{1} << rest) - 1;
  for (size_t i = 0; i < words_.size(); ++i) {
    words_[i] = (i + 1) % row_words_ == 0 ? last : ~uint64_t{0};
  }
}

VoxelBits Eroded(const VoxelBits& bits, DeadlinePoll* poll) {
  VoxelBits eroded(bits.size());
  const auto word_count = static_cast<int32_t>(bits.row_words());
  for (int32_t z = 0; z < static_cast<int32_t>(bits.size().sides[2]); ++z) {
    for (int32_t y = 0; y < static_cast<int32_t>(bits.size().sides[1]); ++y) {
      if (poll != nullptr && poll->Expired(bits.row_words())) return eroded;
      for (int32_t word = 0; word < word_count; ++word) {
        uint64_t free = ~uint64_t{0};
        for (int32_t row = 0; row < 9 && free != 0; ++row) {
          const int32_t y_beside = y + row % 3 - 1;
          const int32_t z_beside = z + row / 3 - 1;
          const uint64_t middle = bits.Word(word, y_beside, z_beside);
          free &= middle & (middle << 1U | bits.Word(word - 1, y_beside, z_beside) >> 63U) &
                  (middle >> 1U | bits.Word(word + 1, y_beside, z_beside) << 63U);
        }
        eroded.SetWord(word, y, z, free);
      }
    }
  }
  return eroded;
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
