// What a request's changes make of a skeleton.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/skeleton/skeleton_view.h"

namespace waystone {

// An arc that is closed, or has another walk.
struct ChangedArc {
  static constexpr float kClosed = std::numeric_limits<float>::infinity();

  uint32_t arc;    // of the skeleton
  float cost_m;    // [m of plain ground] kClosed: it may not be taken
  float length_m;  // [m]
};

// An arc that the skeleton does not have. It costs arc.length_m.
struct AddedArc {
  KeyPointId source;
  SkeletonArc arc;
  float length_m;  // [m]
};

// Arcs are numbered: those of the skeleton, then the added ones. Const once made; any thread.
struct SkeletonChanges {
  std::vector<ChangedArc> changed;  // ascending by arc
  std::vector<AddedArc> added;      // ascending by source and target
  bool is_weighted = false;         // costs differ from lengths

  // Null if the arc is as baked. O(log changed).
  const ChangedArc* Find(uint32_t arc) const {
    const auto found = std::ranges::lower_bound(changed, arc, {}, &ChangedArc::arc);
    return found != changed.end() && found->arc == arc ? &*found : nullptr;
  }
  const SkeletonArc& Arc(const SkeletonView& skeleton, uint32_t arc) const {
    const size_t count = skeleton.arcs().size();
    return arc < count ? skeleton.arc(arc) : added[arc - count].arc;
  }
  // [m of plain ground] ChangedArc::kClosed if it may not be taken.
  float Cost_m(const SkeletonView& skeleton, uint32_t arc) const {
    const ChangedArc* const found = Find(arc);
    return found != nullptr ? found->cost_m : Arc(skeleton, arc).length_m;
  }
  float Length_m(const SkeletonView& skeleton, uint32_t arc) const {
    const size_t count = skeleton.arcs().size();
    if (arc >= count) return added[arc - count].length_m;
    const ChangedArc* const found = Find(arc);
    return found != nullptr ? found->length_m : skeleton.arc(arc).length_m;
  }
  std::span<const AddedArc> AddedTo(KeyPointId source) const {
    const auto first = std::ranges::lower_bound(added, source, {}, &AddedArc::source);
    return {first, std::ranges::upper_bound(added, source, {}, &AddedArc::source)};
  }
};

// Calls visit(arc, record, cost_m) for every arc that leaves a key point and may be taken.
template <typename Visit>
void ForEachOpenArc(const SkeletonView& skeleton, const SkeletonChanges& changes, KeyPointId from,
                    const Visit& visit) {
  const uint32_t first = skeleton.FirstArc(from);
  const auto count = static_cast<uint32_t>(skeleton.ArcsOf(from).size());
  // Of the arcs before the first one, at most `unchanged` are not among the changed ones: so far back it may stand.
  const size_t unchanged = skeleton.arcs().size() - changes.changed.size();
  const auto begin = changes.changed.begin() + (first > unchanged ? first - unchanged : 0);
  const auto end = changes.changed.begin() + std::min<size_t>(first, changes.changed.size());
  auto changed = std::ranges::lower_bound(begin, end, first, {}, &ChangedArc::arc);
  for (uint32_t arc = first; arc < first + count; ++arc) {
    const bool is_changed = changed != changes.changed.end() && changed->arc == arc;
    const float cost_m = is_changed ? changed->cost_m : skeleton.arc(arc).length_m;
    if (is_changed) ++changed;
    if (!std::isinf(cost_m)) visit(arc, skeleton.arc(arc), cost_m);
  }
  const std::span<const AddedArc> added = changes.AddedTo(from);
  if (added.empty()) return;
  const auto before = static_cast<uint32_t>(added.data() - changes.added.data());
  for (uint32_t i = 0; i < added.size(); ++i) {
    visit(static_cast<uint32_t>(skeleton.arcs().size()) + before + i, added[i].arc, added[i].arc.length_m);
  }
}

}  // namespace waystone
