// The scratch memory of searches over volumes: nodes found by voxel, open lists by estimate.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/graph/dary_heap.h"
#include "core/volume/voxel.h"
#include "core/volume/voxel_steps.h"

namespace waystone {

// A voxel at which a path may turn.
struct VolumeNode {
  VoxelLength length = kNoVoxelLength;  // of the path to it
  uint32_t voxel = 0;                   // VolumeSize::IdOf
  uint32_t parent = 0;                  // the node before it; itself at the start
  StepSet pending = 0;                  // steps still to be searched
  StepSet done = 0;
};

// Runs that go on at a voxel, or a node with steps to be searched.
struct OpenRun {
  VoxelLength length = 0;          // of the path to the voxel
  uint32_t node = 0;               // that the runs began at
  StepSet steps = 0;               // in which they go on; none: the node itself
  std::array<int16_t, 3> along{};  // the voxel's numbers

  OpenRun() = default;
  OpenRun(VoxelLength of_length, uint32_t of_node, StepSet of_steps, const Voxel& at)
      : length(of_length), node(of_node), steps(of_steps) {
    static_assert(kMaxVolumeSide <= 1U << 15U);
    for (size_t a = 0; a < 3; ++a) along[a] = static_cast<int16_t>(at.along[a]);
  }
  Voxel at() const { return {{along[0], along[1], along[2]}}; }
};

// Runs by sixteenths of a voxel of their estimates (buckets); the youngest of a bucket comes first. Keeps its memory. One
// owner, one thread.
class OpenRuns {
 public:
  // Forgets all. No estimate may be below `least`. O(buckets in use).
  void Clear(VoxelLength least) {
    runs_.clear();
    free_ = kNone;
    first_.assign(first_.size(), kNone);
    base_ = least >> kShift;
    at_ = 0;
  }
  size_t size() const { return runs_.size(); }

  // REQUIRES: the estimate is not below a bucket that NextBucket has left. O(1).
  void Push(VoxelLength estimate, const OpenRun& run) {
    const auto bucket = static_cast<size_t>((estimate >> kShift) - base_);
    if (bucket >= first_.size()) first_.resize(bucket + 64, kNone);
    uint32_t place = free_;
    if (place == kNone) {
      place = static_cast<uint32_t>(runs_.size());
      runs_.emplace_back();
    } else {
      free_ = runs_[place].next;
    }
    runs_[place] = {run, first_[bucket]};
    first_[bucket] = place;
  }
  // Goes on to the next bucket that has runs; false if there is none.
  bool NextBucket() {
    while (at_ < first_.size() && first_[at_] == kNone) ++at_;
    return at_ < first_.size();
  }
  // What all estimates of the bucket are at least, and below.
  VoxelLength least() const { return (base_ + at_) << kShift; }
  VoxelLength end() const { return (base_ + at_ + 1) << kShift; }
  // REQUIRES: the last NextBucket said yes, and its bucket is not empty.
  OpenRun Pop() {
    const uint32_t place = first_[at_];
    const OpenRun run = runs_[place].run;
    first_[at_] = runs_[place].next;
    runs_[place].next = free_;
    free_ = place;
    return run;
  }

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(runs_, first_); }

 private:
  static constexpr uint32_t kShift = kVoxelFractionBits - 4;
  static constexpr uint32_t kNone = ~uint32_t{0};
  struct Linked {
    OpenRun run;
    uint32_t next = kNone;
  };

  std::vector<Linked> runs_;
  std::vector<uint32_t> first_;  // by bucket above base_
  uint32_t free_ = kNone;        // places in runs_, linked
  VoxelLength base_ = 0;
  size_t at_ = 0;
};

// The lengths of the best paths by which runs came to voxels, and by which steps. Keeps its memory. One owner,
// one thread.
class PassedVoxels {
 public:
  // Forgets all. O(1).
  void Clear() {
    count_ = 0;
    if (++stamp_ != 0) return;
    places_.assign(places_.size(), {});
    stamp_ = 1;
  }
  // Whether a shorter path came there before, or one as long that went on by the same step; otherwise takes note
  // of this one. O(1) on average.
  bool Pass(uint32_t voxel, VoxelLength length, StepSet step);
  // Whether a note at that number along an axis is worth its time: every second, fourth or eighth one is. The more
  // there are, the slower they are to find.
  bool IsNoted(int32_t number) const {
    const int32_t mask = count_ < 8'000 ? 1 : count_ < 20'000 ? 3 : 7;
    return (number & mask) == 0;
  }

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(places_); }

 private:
  struct Place {
    VoxelLength length = 0;
    uint32_t stamp = 0;  // stamp_: taken by this search
    uint32_t voxel = 0;
    StepSet steps = 0;
  };

  // Where a voxel is, or would be added.
  Place& At(uint32_t voxel);
  void Grow();

  std::vector<Place> places_;  // open addressing; 2^(32 - shift_)
  uint32_t shift_ = 32;
  uint32_t stamp_ = 1;
  size_t count_ = 0;
};

// One owner, one thread. Grows to the largest search so far.
class VolumeScratch {
 public:
  // Forgets the last search. O(1).
  void Clear() {
    nodes_.clear();
    open_.Clear();
    passed_.Clear();
    ++stamp_;
    if (stamp_ != 0) return;
    places_.assign(places_.size(), {});
    stamp_ = 1;
  }

  VolumeNode& operator[](uint32_t id) { return nodes_[id]; }

  // The node of the voxel; added with kNoVoxelLength if it is new. O(1) on average.
  uint32_t NodeAt(uint32_t voxel);

  // The length of the path to a voxel; kNoVoxelLength if it has no node. O(1) on average.
  VoxelLength LengthTo(uint32_t voxel) const;

  // What searches by jump points have open.
  OpenRuns& runs() { return runs_; }
  PassedVoxels& passed() { return passed_; }

  // The open list of other searches: the least estimate first; of equals the longest path.
  void Push(VoxelLength estimate, uint32_t node) { open_.Push({estimate, nodes_[node].length, node}); }
  bool IsDone() const { return open_.empty(); }
  VoxelLength NextEstimate() const { return open_.top().estimate; }
  // The next node, unless it was reached by a shorter path since.
  struct Next {
    uint32_t node = 0;
    bool is_current = false;
  };
  Next Pop() {
    const Item item = open_.top();
    open_.Pop();
    return {item.node, nodes_[item.node].length == item.length};
  }

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(nodes_, places_, open_, runs_, passed_); }

 private:
  struct Item {
    VoxelLength estimate;
    VoxelLength length;
    uint32_t node;
  };
  struct Sooner {
    bool operator()(const Item& a, const Item& b) const {
      if (a.estimate != b.estimate) return a.estimate < b.estimate;
      return a.length != b.length ? a.length > b.length : a.node < b.node;
    }
  };
  struct Place {
    uint32_t stamp = 0;  // stamp_: taken by this search
    uint32_t node = 0;
  };

  size_t FirstPlace(uint32_t voxel) const { return voxel * uint32_t{0x9e3779b1} >> shift_; }
  void Grow();

  std::vector<VolumeNode> nodes_;
  std::vector<Place> places_;  // open addressing; 2^(32 - shift_)
  uint32_t shift_ = 32;
  uint32_t stamp_ = 0;
  DaryHeap<Item, Sooner> open_;
  OpenRuns runs_;
  PassedVoxels passed_;
};

}  // namespace waystone
