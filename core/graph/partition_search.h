// A* over the entrances between the parts of a map: clusters of polygons or of cells.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/growing_array.h"
#include "core/base/heap_bytes.h"
#include "core/graph/dary_heap.h"

namespace waystone {

enum class PartitionEnd : uint8_t {
  kArrived,    // best() is the cheapest path over the entrances, up to the bounds
  kExhausted,  // no path exists
  kStopped,    // MustStop() returned true
};

// The head of a path is its cost before the first entrance. It is measured only when its bound is the least:
// most heads never are. `Bound` is the type of bounds (float or double). `kExpandsOnce`: an entrance is
// expanded only once, even if a cheaper path comes later; the bound of the cost holds all the same
// (Likhachev, Gordon, Thrun: ARA*, NIPS 2003).
//
//   PartitionSearch<float, true> search;  // one per thread, kept
//   search.Begin(entrance_count, direct_cost);
//   for (uint32_t entrance : entrances of the start's part) search.Open(entrance, its bound);
//   if (search.Run(parts) == PartitionEnd::kArrived) search.ReadPath(entrances);
//
// Parts has
//   Bound Left(uint32_t entrance)        lower bound of the cost from there to the goal
//   double Head(uint32_t entrance)       cost from the start to there; infinite if there is no path
//   bool MustStop()                      called before each expansion
//   void Expand(uint32_t entrance, float cost)   calls Reach and Arrive
//
// Ties go by the bound, then by the entrance. Keeps its memory, 16 bytes per entrance.
template <typename Bound, bool kExpandsOnce>
class PartitionSearch {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  // Forgets the last search. `direct`: the cost of a path that passes no entrance; infinite if there is none.
  void Begin(size_t entrance_count, double direct) {
    open_.Clear();
    labels_.GrowTo(entrance_count);
    if (++round_ == 0) {
      labels_.Zero();
      round_ = 1;
    }
    best_ = direct;
    last_ = kNone;
    if (direct < kInfinite) open_.Push({static_cast<Bound>(direct), kNone, 0});
  }
  // An entrance of the start's part; no path over it costs less than `bound`.
  void Open(uint32_t entrance, Bound bound) { open_.Push({bound, entrance, kNotMeasured}); }

  template <typename Parts>
  PartitionEnd Run(Parts& parts);

  // For Parts::Expand: a path to the entrance through `parent` has this cost.
  template <typename Parts>
  void Reach(Parts& parts, uint32_t entrance, float cost, uint32_t parent) {
    Label& label = labels_[entrance];
    if (label.round == round_ && (label.is_expanded || label.cost <= cost)) return;
    const Bound bound = static_cast<Bound>(cost) + parts.Left(entrance);
    if (static_cast<double>(bound) >= best_) return;
    label = {round_, cost, parent, false};
    open_.Push({bound, entrance, cost});
  }
  // For Parts::Expand: a path to the goal with `entrance` as its last one has this cost.
  void Arrive(double whole, uint32_t entrance) {
    if (whole >= best_) return;
    best_ = whole;
    last_ = entrance;
    open_.Push({static_cast<Bound>(whole), kNone, 0});
  }

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(labels_, open_); }

  // The cost of the best known path; infinite if there is none.
  double best() const { return best_; }
  // The entrances of the path; none if it stays in one part.
  template <typename Id>
  void ReadPath(std::vector<Id>& entrances) const {
    entrances.clear();
    for (uint32_t at = last_; at != kNone; at = labels_[at].parent) entrances.emplace_back(at);
    std::reverse(entrances.begin(), entrances.end());
  }

 private:
  static constexpr double kInfinite = std::numeric_limits<double>::infinity();
  static constexpr float kNotMeasured = -1;
  // The data of an entrance to which a path was found.
  struct Label {
    uint32_t round = 0;  // of the search that it belongs to
    float cost = 0;
    uint32_t parent = kNone;
    bool is_expanded = false;  // must not be expanded again
  };
  struct OpenEntrance {
    Bound bound;
    uint32_t entrance;  // kNone: the goal
    float cost;         // kNotMeasured: from the start
  };
  struct IsBefore {
    bool operator()(const OpenEntrance& a, const OpenEntrance& b) const {
      return a.bound != b.bound ? a.bound < b.bound : a.entrance < b.entrance;
    }
  };

  uint32_t round_ = 0;
  GrowingArray<Label> labels_;
  DaryHeap<OpenEntrance, IsBefore> open_;
  double best_ = kInfinite;
  uint32_t last_ = kNone;  // entrance of the best path
};

template <typename Bound, bool kExpandsOnce>
template <typename Parts>
PartitionEnd PartitionSearch<Bound, kExpandsOnce>::Run(Parts& parts) {
  while (!open_.empty()) {
    const OpenEntrance top = open_.top();
    open_.Pop();
    if (top.entrance == kNone) return PartitionEnd::kArrived;
    if (top.cost == kNotMeasured) {
      const double head = parts.Head(top.entrance);
      if (head < kInfinite) Reach(parts, top.entrance, static_cast<float>(head), kNone);
      continue;
    }
    Label& label = labels_[top.entrance];
    if (label.is_expanded || top.cost > label.cost) continue;
    if (parts.MustStop()) return PartitionEnd::kStopped;
    label.is_expanded = kExpandsOnce;
    parts.Expand(top.entrance, top.cost);
  }
  return PartitionEnd::kExhausted;
}

}  // namespace waystone
