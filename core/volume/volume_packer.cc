#include <algorithm>
#include <bit>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/deadline_poll.h"
#include "core/graph/union_find.h"
#include "core/volume/forced_steps.h"
#include "core/volume/volume_view.h"

namespace waystone {
namespace {

struct WordHash {
  size_t operator()(const VoxelWord& word) const {
    uint64_t mixed = word.free;
    for (const uint64_t part : {word.stops_upwards, word.stops_downwards}) {
      mixed = (mixed ^ (mixed >> 29U)) * 0x9e3779b97f4a7c15ULL + part;
    }
    return static_cast<size_t>(mixed ^ (mixed >> 32U));
  }
};

class VolumePacker {
 public:
  // Once `poll`, which counts words, is late, what is made is not to be used. All must outlive it.
  VolumePacker(const VoxelBits& bits, VolumeData& out, DeadlinePoll& poll)
      : bits_(bits), open_(Eroded(bits, &poll)), axes_(RowsOf(bits.size())), out_(out), poll_(poll) {
    if (out_.words.empty()) {
      out_.rows.assign(axes_[2].start + axes_[2].WordCount(), kBlockedWordId);
      out_.words = {kBlockedWord, kOpenWord};
    }
    ids_ = {{kBlockedWord, kBlockedWordId}, {kOpenWord, kOpenWordId}};
  }

  void AddRows() {
    for (size_t axis = 0; axis < 3; ++axis) AddRowsAlong(axis);
  }

  // Makes the words again in which voxels differ from the volume, or steps may be forced otherwise.
  void AddChangedRows(const VolumeView& was) {
    constexpr uint64_t kManyInAll = 64;  // one voxel in so many: making all rows anew takes no longer
    uint64_t lost = 0;
    std::vector<bool> is_stale(out_.rows.size());
    for (int32_t z = 0; IsBelow(z, bits_.size().sides[2]); ++z) {
      for (int32_t y = 0; IsBelow(y, bits_.size().sides[1]); ++y) {
        if (poll_.Expired(bits_.row_words())) return;
        const uint32_t* const row = was.RowThrough(0, {{0, y, z}});
        for (int32_t word = 0; IsBelow(word, bits_.row_words()); ++word) {
          const uint64_t changed = bits_.Word(word, y, z) ^ was.word(row[word + 1]).free;
          if (changed == 0) continue;
          lost += static_cast<uint64_t>(std::popcount(changed));
          if (lost > bits_.size().VoxelCount() / kManyInAll) return AddRows();
          MarkAround(word, y, z, changed, is_stale);
        }
      }
    }
    for (size_t axis = 0; axis < 3; ++axis) {
      const VoxelRows& rows = axes_[axis];
      const auto end = is_stale.begin() + static_cast<ptrdiff_t>(rows.start + rows.WordCount());
      auto next = is_stale.begin() + static_cast<ptrdiff_t>(rows.start);
      while ((next = std::find(next, end, true)) != end) {
        if (poll_.Expired(kWordCost)) return;
        const auto index = static_cast<size_t>(next++ - is_stale.begin());
        const size_t in_axis = index - rows.start;
        Voxel at;
        at.along[axis] = (static_cast<int32_t>(in_axis % rows.stride) - 1) * 64;
        at.along[axis == 0 ? 1 : 0] = static_cast<int32_t>(in_axis / rows.stride % rows.row_count) - 1;
        at.along[axis == 2 ? 1 : 2] = static_cast<int32_t>(in_axis / rows.stride / rows.row_count) - 1;
        if (!bits_.size().Contains(at)) continue;
        out_.rows[index] = IdOf(WordFrom(axis, at));
      }
    }
  }

 private:
  // [words] that take as long to be read as one takes to be made: 64 voxels, of which each may be looked around.
  static constexpr uint32_t kWordCost = 16;

  void AddRowsAlong(size_t axis) {
    const std::array<uint32_t, 3>& sides = bits_.size().sides;
    const size_t low = axis == 0 ? 1 : 0;
    const size_t high = axis == 2 ? 1 : 2;
    Voxel at;
    for (at.along[high] = 0; IsBelow(at.along[high], sides[high]); ++at.along[high]) {
      for (at.along[low] = 0; IsBelow(at.along[low], sides[low]); ++at.along[low]) {
        const size_t row = axes_[axis].RowOf(at.along[low], at.along[high]);
        for (uint32_t word = 0; word * 64 < sides[axis]; ++word) {
          if (poll_.Expired(kWordCost)) return;
          at.along[axis] = static_cast<int32_t>(word * 64);
          out_.rows[row + 1 + word] = IdOf(WordFrom(axis, at));
        }
      }
    }
  }

  static bool IsBelow(int32_t number, uint32_t side) { return static_cast<uint32_t>(number) < side; }

  uint32_t IdOf(const VoxelWord& word) {
    const auto [found, is_new] = ids_.try_emplace(word, static_cast<uint32_t>(out_.words.size()));
    if (is_new) out_.words.push_back(word);
    return found->second;
  }

  // Marks all words with a voxel one beside a changed one, or two along the row: a stop depends on what lies around
  // two voxels.
  void MarkAround(int32_t word, int32_t y, int32_t z, uint64_t changed, std::vector<bool>& is_stale) const {
    const auto mark = [&](size_t axis, int32_t low, int32_t high, int32_t number) {
      for (const int32_t near : {number - 2, number + 2}) {
        const int32_t in_row = std::clamp(near, 0, static_cast<int32_t>(bits_.size().sides[axis]) - 1);
        is_stale[axes_[axis].RowOf(low, high) + 1 + static_cast<size_t>(in_row) / 64] = true;
      }
    };
    for (int32_t side = -1; side <= 1; ++side) {
      for (int32_t other = -1; other <= 1; ++other) {
        mark(0, y + side, z + other, word * 64 + std::countr_zero(changed));
        mark(0, y + side, z + other, word * 64 + 63 - std::countl_zero(changed));
      }
    }
    for (uint64_t left = changed; left != 0; left &= left - 1) {
      const int32_t x = word * 64 + std::countr_zero(left);
      for (int32_t side = -1; side <= 1; ++side) {
        for (int32_t other = -1; other <= 1; ++other) {
          mark(1, x + side, z + other, y);
          mark(2, x + side, y + other, z);
        }
      }
    }
  }

  // The 64 voxels along the axis from `first` on.
  VoxelWord WordFrom(size_t axis, const Voxel& first) const {
    VoxelWord word{};
    Voxel at = first;
    const auto side = static_cast<int32_t>(bits_.size().sides[axis]);
    for (uint32_t bit = 0; bit < 64 && at.along[axis] < side; ++bit, ++at.along[axis]) {
      if (!bits_.IsFree(at)) continue;
      const uint64_t mask = uint64_t{1} << bit;
      word.free |= mask;
      if (Stops(axis, 1, at)) word.stops_upwards |= mask;
      if (Stops(axis, -1, at)) word.stops_downwards |= mask;
    }
    return word;
  }

  bool Stops(size_t axis, int32_t sign, const Voxel& entered) const {
    Voxel left = entered;
    left.along[axis] -= sign;
    if (!bits_.size().Contains(left) || !bits_.IsFree(left) || open_.IsFree(left)) return false;
    return ForcedAfterStraight(axis, sign, Around(left), Around(entered)) != 0;
  }

  Surroundings Around(const Voxel& voxel) const {
    Surroundings free = 0;
    const int32_t first = voxel.along[0] - 1;
    const int32_t word = first >= 0 ? first / 64 : -1;
    const auto shift = static_cast<uint32_t>(first - word * 64);
    for (int32_t z = -1; z <= 1; ++z) {
      for (int32_t y = -1; y <= 1; ++y) {
        uint64_t row = bits_.Word(word, voxel.along[1] + y, voxel.along[2] + z) >> shift;
        if (shift > 61) row |= bits_.Word(word + 1, voxel.along[1] + y, voxel.along[2] + z) << (64 - shift);
        free |= static_cast<Surroundings>(row & 7) << PlaceBit(-1, y, z);
      }
    }
    return free;
  }

  const VoxelBits& bits_;
  const VoxelBits open_;  // free, like all 26 around: nothing is forced after leaving one
  const std::array<VoxelRows, 3> axes_;
  VolumeData& out_;
  DeadlinePoll& poll_;
  std::unordered_map<VoxelWord, uint32_t, WordHash> ids_;
};

// Joins each run of a row with those of another row that it touches.
void JoinRuns(std::span<const VoxelRun> runs, uint32_t first_run, std::span<const VoxelRun> others,
              uint32_t first_other, UnionFind& joined) {
  size_t k = 0;
  for (size_t i = 0; i < runs.size(); ++i) {
    while (k < others.size() && others[k].last < runs[i].first) ++k;
    for (size_t j = k; j < others.size() && others[j].first <= runs[i].last; ++j) {
      joined.Join(first_run + static_cast<uint32_t>(i), first_other + static_cast<uint32_t>(j));
    }
  }
}

// Fills the runs, counts the free voxels and numbers the parts, unless the poll, which counts words, is late. Straight
// steps join all that other steps join.
void AddRuns(const VoxelBits& bits, DeadlinePoll& poll, VolumeData& out) {
  const uint32_t height = bits.size().sides[1];
  const uint32_t depth = bits.size().sides[2];
  out.run_rows = {0};
  out.header.free_count = 0;
  for (uint32_t z = 0; z < depth; ++z) {
    for (uint32_t y = 0; y < height; ++y) {
      if (poll.Expired(bits.row_words())) return;
      ForEachRun(bits, static_cast<int32_t>(y), static_cast<int32_t>(z), [&](uint32_t first, uint32_t last) {
        out.runs.push_back({static_cast<uint16_t>(first), static_cast<uint16_t>(last), 0});
        out.header.free_count += last + 1 - first;
      });
      out.run_rows.push_back(static_cast<uint32_t>(out.runs.size()));
    }
  }
  UnionFind joined(static_cast<uint32_t>(out.runs.size()));
  const auto runs_of = [&](size_t row) {
    return std::span<const VoxelRun>(out.runs).subspan(out.run_rows[row],
                                                       out.run_rows[row + 1] - out.run_rows[row]);
  };
  for (size_t row = 0; row < size_t{height} * depth; ++row) {
    const auto join = [&](size_t other) {
      JoinRuns(runs_of(row), out.run_rows[row], runs_of(other), out.run_rows[other], joined);
    };
    if (poll.Expired(2 + runs_of(row).size())) return;
    if (row % height != 0) join(row - 1);
    if (row >= height) join(row - height);
  }
  out.header.part_count = joined.set_count();
  const std::vector<uint32_t> parts = std::move(joined).Labels();
  for (size_t i = 0; i < parts.size(); ++i) out.runs[i].part = parts[i];
}

// Gives the parts of `out` the numbers of those of `was` that they lie in: of several the largest one, of equal ones the
// first. The others get new numbers, and `from` of each of these the part it was of. Numbers nothing if the poll, which
// counts runs, is late.
void NumberAsBefore(const VolumeView& was, DeadlinePoll& poll, VolumeData& out, std::vector<uint32_t>& from) {
  struct Piece {
    uint32_t part = 0;  // of `was`
    uint64_t size = 0;  // [voxels]
  };
  std::vector<Piece> pieces(out.header.part_count);
  const uint32_t height = out.header.sides[1];
  for (size_t row = 0; row + 1 < out.run_rows.size(); ++row) {
    const std::span<const VoxelRun> before =
        was.RunsAt(static_cast<int32_t>(row % height), static_cast<int32_t>(row / height));
    if (poll.Expired(1 + before.size())) return;
    size_t k = 0;
    for (uint32_t i = out.run_rows[row]; i < out.run_rows[row + 1]; ++i) {
      while (before[k].last < out.runs[i].first) ++k;
      Piece& piece = pieces[out.runs[i].part];
      piece.part = before[k].part;
      piece.size += out.runs[i].last + 1U - out.runs[i].first;
    }
  }
  const uint32_t part_count = was.header().part_count;
  std::vector<uint32_t> largest(part_count, ~uint32_t{0});
  for (uint32_t i = 0; i < pieces.size(); ++i) {
    uint32_t& best = largest[pieces[i].part];
    if (best == ~uint32_t{0} || pieces[i].size > pieces[best].size) best = i;
  }
  std::vector<uint32_t> numbers(pieces.size());
  for (uint32_t i = 0; i < pieces.size(); ++i) {
    const bool is_largest = largest[pieces[i].part] == i;
    numbers[i] = is_largest ? pieces[i].part : part_count + static_cast<uint32_t>(from.size());
    if (!is_largest) from.push_back(pieces[i].part);
  }
  for (VoxelRun& run : out.runs) run.part = numbers[run.part];
  out.header.part_count = part_count + static_cast<uint32_t>(from.size());
}

// The words of a volume, not all of them once the poll, which counts words, is late.
VolumeData CopyOfRows(const VolumeView& was, DeadlinePoll& poll) {
  VolumeData data;
  data.header = was.header();
  const auto copy = [&](const auto& from, auto& to) {
    to.reserve(from.size());
    while (to.size() < from.size() && !poll.Expired(kVolumeWordsPerLook)) {
      const auto part =
          from.subspan(to.size(), std::min<size_t>(kVolumeWordsPerLook, from.size() - to.size()));
      to.insert(to.end(), part.begin(), part.end());
    }
  };
  copy(was.arrays().rows, data.rows);
  copy(was.arrays().words, data.words);
  return data;
}

}  // namespace

VolumeData PackVolume(const VoxelBits& bits, const Vec3& corner, double voxel_m) {
  VolumeData data;
  VolumeHeader& header = data.header;
  const VolumeSize& size = bits.size();
  const std::array<double, 3> corner_m = {corner.x, corner.y, corner.z};
  const std::array<VoxelRows, 3> axes = RowsOf(size);
  for (size_t axis = 0; axis < 3; ++axis) {
    header.sides[axis] = size.sides[axis];
    header.corner_m[axis] = corner_m[axis];
    header.row_start[axis] = axes[axis].start;
  }
  header.voxel_m = voxel_m;
  const Deadline unlimited;
  DeadlinePoll poll(unlimited, kVolumeWordsPerLook);
  VolumePacker(bits, data, poll).AddRows();
  AddRuns(bits, poll, data);
  return data;
}

absl::StatusOr<VolumeData> RepackVolume(const VolumeView& was, const VoxelBits& bits,
                                        const Deadline& deadline, std::vector<uint32_t>& from) {
  DeadlinePoll poll(deadline, kVolumeWordsPerLook);
  VolumeData data = CopyOfRows(was, poll);
  if (!poll.is_late()) VolumePacker(bits, data, poll).AddChangedRows(was);
  if (!poll.is_late()) AddRuns(bits, poll, data);
  if (!poll.is_late()) NumberAsBefore(was, poll, data, from);
  if (poll.ExpiredNow()) return poll.Status();
  return data;
}

}  // namespace waystone
