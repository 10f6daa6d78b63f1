// The scratch memory of searches over volumes: nodes found by voxel, and an open list.
#pragma once

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

// One owner, one thread. Grows to the largest search so far.
class VolumeScratch {
 public:
  // Forgets the last search. O(1).
  void Clear() {
    nodes_.clear();
    open_.Clear();
    ++stamp_;
    if (stamp_ != 0) return;
    places_.assign(places_.size(), {});
    stamp_ = 1;
  }

  VolumeNode& operator[](uint32_t id) { return nodes_[id]; }
  size_t size() const { return nodes_.size(); }

  // The node of the voxel; added with kNoVoxelLength if it is new. O(1) on average.
  uint32_t NodeAt(uint32_t voxel);

  // The length of the path to a voxel; kNoVoxelLength if it has no node. O(1) on average.
  VoxelLength LengthTo(uint32_t voxel) const;

  // The open list: the least estimate first; of equals the longest path.
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
  uint64_t HeapBytes() const { return waystone::HeapBytes(nodes_, places_, open_); }

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
};

}  // namespace waystone
