// A search for a path through a volume: one of the two from its start and its goal, or from any of many voxels.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <vector>

#include "core/path/search_trace.h"
#include "core/volume/forced_steps.h"
#include "core/volume/volume_path.h"
#include "core/volume/volume_scratch.h"
#include "core/volume/volume_view.h"
#include "core/volume/voxel_run.h"

namespace waystone {

class JumpSearch;

// The best path that either search has found so far, and what both have spent.
struct SharedPath {
  VoxelLength length = kNoVoxelLength;
  const JumpSearch* finder = nullptr;  // the search that found it
  uint32_t node = 0;                   // of the finder: the last one before its goal
  uint32_t expanded = 0;               // [search nodes] of both
};

// A search by 3D jump points that can be interrupted. One owner, one thread.
class JumpSearch {
 public:
  // Begins at the query's start. All must outlive it; `shared` belongs to the searches from both ends.
  JumpSearch(const VolumeView& volume, const VolumeQuery& query, VolumeScratch& scratch, SharedPath& shared)
      : volume_(volume),
        size_(volume.size()),
        query_(query),
        goal_(query.goal),
        scratch_(scratch),
        runs_(scratch.runs()),
        shared_(shared) {
    scratch_.Clear();
    runs_.Clear(LengthBetween(query_.start, goal_));
    Reach(query_.start, 0, StepsFrom(volume_.Around(query_.start)), std::nullopt);
  }

  // Begins at any of the sources. Paths that are not shorter than `shared.length` are not found.
  JumpSearch(const VolumeView& volume, const VolumeQuery& query, const VolumeSources& sources,
             VolumeScratch& scratch, SharedPath& shared)
      : volume_(volume),
        size_(volume.size()),
        query_(query),
        goal_(query.goal),
        scratch_(scratch),
        runs_(scratch.runs()),
        shared_(shared),
        sources_(&sources) {
    scratch_.Clear();
    runs_.Clear(0);
    for (const VoxelBox& box : sources.boxes) AddSources(box);
  }

  // Searches on for about that many steps of runs. False if nothing is left to search: the best path known is a
  // shortest one, or outcome() is the limit that ended the search.
  bool GoOnFor(uint32_t work) {
    for (const uint32_t end = passed_ + work; passed_ < end;) {
      if (stopped_ || !runs_.NextBucket() || runs_.least() >= shared_.length) return false;
      Poll();
      bound_ = std::min(runs_.end(), shared_.length) - 1;
      const OpenRun run = runs_.Pop();
      if (runs_.size() > kMaxOpenRuns) {
        Stop(SearchOutcome::kExpansionLimit);
      } else if (run.node == kNoNode) {
        OpenSources(run.steps);
      } else if (run.steps == 0) {
        Expand(run);
      } else {
        from_ = run.node;
        GoOn(run.at(), run.steps, run.length);
      }
    }
    return true;
  }

  // No path that is not known yet is shorter. REQUIRES: the last GoOnFor said yes, or was not called yet.
  VoxelLength least() const { return runs_.least(); }
  // The limit that ended the search; kExhausted if none did.
  SearchOutcome outcome() const { return outcome_; }

  // The best path, from its goal to its start. REQUIRES: this search found it.
  void TakePath(VolumePath& path) {
    path.turns = {goal_};
    uint32_t node = shared_.node;
    for (;;) {
      AddRuns(size_.VoxelOf(scratch_[node].voxel), path.turns);
      if (scratch_[node].parent == node) break;
      node = scratch_[node].parent;
    }
  }

 private:
  static constexpr uint32_t kPollInterval = 1024;  // [voxels passed, or runs taken up]
  // By axis, downwards and upwards.
  static constexpr std::array<std::array<StepSet, 2>, 3> kStraightSteps = {
      {{StepBit({-1, 0, 0}), StepBit({1, 0, 0})},
       {StepBit({0, -1, 0}), StepBit({0, 1, 0})},
       {StepBit({0, 0, -1}), StepBit({0, 0, 1})}}};
  static constexpr size_t kMaxOpenRuns = size_t{1} << 24;
  static constexpr uint32_t kNoNode = ~uint32_t{0};  // OpenRun::node of sources; their box is its steps

  void Stop(SearchOutcome outcome) {
    outcome_ = outcome;
    stopped_ = true;
  }

  // Looks at the deadline now and then.
  void Poll() {
    if (++passed_ % kPollInterval == 0 && query_.deadline.Expired()) Stop(LateOutcome(query_.deadline));
  }

  VoxelLength Estimate(const Voxel& voxel, VoxelLength length) const {
    return length + LengthBetween(voxel, goal_);
  }

  void Defer(const Voxel& at, StepSet steps, VoxelLength length, VoxelLength estimate) {
    if (estimate < shared_.length) runs_.Push(estimate, {length, from_, steps, at});
  }

  // Runs from a voxel in the directions whose first voxel is within the bound, and leaves the others for later.
  // Straight ones always run: they look at 64 voxels at a time, and most end without anything to come back for.
  // Three deep at most: of spatial runs the planar ones, of those the straight ones.
  // NOLINTNEXTLINE(misc-no-recursion)
  void GoOn(const Voxel& at, StepSet steps, VoxelLength length) {
    Poll();
    StepSet later = 0;
    VoxelLength least = kNoVoxelLength;
    for (; steps != 0 && !stopped_; steps &= steps - 1) {
      const VoxelStep& step = kVoxelSteps[static_cast<size_t>(std::countr_zero(steps))];
      if (step.axes == 1) {
        const size_t axis = step.by[0] != 0 ? 0 : step.by[1] != 0 ? 1 : 2;
        RunStraight(at, axis, step.by[axis], volume_.RowThrough(axis, at), length);
        continue;
      }
      const VoxelLength estimate = Estimate(After(at, step), length + step.length);
      if (estimate > bound_) {
        later |= steps & ~(steps - 1);
        least = std::min(least, estimate);
      } else if (step.axes == 2) {
        RunPlanarly(at, step, length);
      } else {
        RunSpatially(at, step, length);
      }
    }
    if (later != 0) Defer(at, later, length, least);
  }

  // Runs need not look for the goal: if one of the node's steps leads there without another node in between, then by
  // spatial steps, then planar, then straight ones.
  void TryGoal(Voxel at, StepSet steps, VoxelLength length) {
    const VoxelLength whole = length + LengthBetween(at, goal_);
    if (whole >= shared_.length || at == goal_) return;
    if ((StepBit(FirstRunBetween(at, goal_).step->by) & steps) == 0) return;
    while (at != goal_) {
      const VoxelRunAhead run = FirstRunBetween(at, goal_);
      if (!IsRunFree(volume_, at, run)) return;
      at = After(at, run);
    }
    shared_.length = whole;
    shared_.node = from_;
    shared_.finder = this;
    bound_ = std::min(bound_, whole - 1);
  }

  // Takes note of a path to a voxel where the steps are to be tried. `from`: none at the start.
  void Reach(const Voxel& voxel, VoxelLength length, StepSet steps, std::optional<uint32_t> from) {
    const uint32_t voxel_id = size_.IdOf(voxel);
    if (steps == 0 || scratch_.LengthTo(voxel_id) < length) return;
    VoxelLength least = shared_.length;
    ForEachStep(steps, [&](const VoxelStep& step) {
      least = std::min(least, Estimate(After(voxel, step), length + step.length));
    });
    if (least >= shared_.length) return;
    const uint32_t id = scratch_.NodeAt(voxel_id);
    VolumeNode& node = scratch_[id];
    if (length > node.length) return;
    if (length < node.length) {
      node.length = length;
      node.parent = from.value_or(id);
      node.pending = node.done = 0;
    }
    steps &= ~(node.pending | node.done);
    if (steps == 0) return;
    node.pending |= steps;
    runs_.Push(least, {length, id, 0, voxel});
  }

  // Sources come up by their boxes, which are halved as the search comes to them.
  void AddSources(const VoxelBox& box) {
    const VoxelLength estimate = LengthBetween(NearestOf(box, goal_), goal_);
    if (estimate >= shared_.length) return;
    runs_.Push(estimate, {0, kNoNode, static_cast<StepSet>(boxes_.size()), box.low});
    boxes_.push_back(box);
  }

  void OpenSources(size_t index) {
    VoxelBox low = boxes_[index];
    VoxelBox high = low;
    const auto extent = [&](size_t axis) { return low.high.along[axis] - low.low.along[axis]; };
    size_t axis = extent(0) < extent(1) ? 1 : 0;
    if (extent(axis) < extent(2)) axis = 2;
    if (extent(axis) > 0) {
      low.high.along[axis] -= (extent(axis) + 1) / 2;
      high.low.along[axis] = low.high.along[axis] + 1;
      AddSources(low);
      return AddSources(high);
    }
    if (shared_.expanded == query_.max_expansions) return Stop(SearchOutcome::kExpansionLimit);
    ++shared_.expanded;
    const VoxelLength before = volume_.IsFree(low.low) ? sources_->length_before(low.low) : kNoVoxelLength;
    if (before != kNoVoxelLength) Reach(low.low, before, StepsFrom(volume_.Around(low.low)), std::nullopt);
  }

  // Searches the steps of a node that have not been yet, unless it was reached by a shorter path since.
  void Expand(const OpenRun& run) {
    VolumeNode& node = scratch_[run.node];
    const StepSet steps = node.pending;
    if (node.length != run.length || steps == 0) return;
    if (shared_.expanded == query_.max_expansions) return Stop(SearchOutcome::kExpansionLimit);
    ++shared_.expanded;
    if (SearchTrace::IsOn()) SearchTrace::Add(volume_.MiddleOf(run.at()));
    node.done |= steps;
    node.pending = 0;
    from_ = run.node;
    TryGoal(run.at(), steps, run.length);
    GoOn(run.at(), steps, run.length);
  }

  // Runs go on from a voxel, whose path has that length, until something is in the way.
  // NOLINTNEXTLINE(misc-no-recursion)
  void RunSpatially(Voxel at, const VoxelStep& step, VoxelLength length) {
    const auto& [x, y, z] = step.by;
    const StepSet parts = StepBit({x, y, 0}) | StepBit({x, 0, z}) | StepBit({0, y, z}) | StepBit({x, 0, 0}) |
                          StepBit({0, y, 0}) | StepBit({0, 0, z});
    for (;;) {
      if (!volume_.IsBoxFree(at, step)) return;
      at = After(at, step);
      length += step.length;
      if (WasPassed(at, 0, step, length)) return;
      GoOn(at, parts, length);
      const VoxelLength estimate = Estimate(After(at, step), length + step.length);
      if (estimate > bound_) return Defer(at, StepBit(step.by), length, estimate);
      if (stopped_) return;
    }
  }

  // NOLINTNEXTLINE(misc-no-recursion)
  void RunPlanarly(Voxel at, const VoxelStep& step, VoxelLength length) {
    const size_t across = step.by[0] == 0 ? 0 : step.by[1] == 0 ? 1 : 2;
    const size_t u = across == 0 ? 1 : 0;
    const size_t v = across == 2 ? 1 : 2;
    // Rows lie at equal distances, so those of the next step are found by adding.
    const ptrdiff_t to_u = volume_.RowDistance(across, u) * step.by[u];
    const ptrdiff_t to_v = volume_.RowDistance(across, v) * step.by[v];
    const uint32_t* words = volume_.RowThrough(across, at);
    const uint32_t* words_u = volume_.RowThrough(u, at);
    const uint32_t* words_v = volume_.RowThrough(v, at);
    const ptrdiff_t next_u = volume_.RowDistance(u, v) * step.by[v];
    const ptrdiff_t next_v = volume_.RowDistance(v, u) * step.by[u];
    const int32_t at_w = at.along[across];
    uint32_t column = volume_.ColumnOf(words, at_w);
    for (;;) {
      const Voxel next = After(at, step);
      length += step.length;
      const uint32_t entered = volume_.ColumnOf(words + to_u + to_v, at_w);
      const uint32_t box =
          column & volume_.ColumnOf(words + to_u, at_w) & volume_.ColumnOf(words + to_v, at_w) & entered;
      if ((box & 2) == 0) return;
      if (WasPassed(next, u, step, length)) return;
      // What is free across the voxel entered, but not all of the step's box there: steps may be forced.
      if ((entered & ~box & 5) != 0) {
        Reach(next, length, ForcedAfterPlanar(step, volume_.Around(at), volume_.Around(next)), from_);
      }
      words += to_u + to_v;
      words_u += next_u;
      words_v += next_v;
      RunStraight(next, u, step.by[u], words_u, length);
      RunStraight(next, v, step.by[v], words_v, length);
      Poll();
      at = next;
      column = entered;
      const VoxelLength estimate = Estimate(After(at, step), length + step.length);
      if (estimate > bound_) return Defer(at, StepBit(step.by), length, estimate);
      if (stopped_) return;
    }
  }

  // Whether a run by that step was at the voxel before after no longer a path, or any run after a shorter one.
  // Only voxels in some of the planes across `axis`, which the step crosses, are noted.
  bool WasPassed(const Voxel& voxel, size_t axis, const VoxelStep& step, VoxelLength length) {
    if (!scratch_.passed().IsNoted(voxel.along[axis])) return false;
    return scratch_.passed().Pass(size_.IdOf(voxel), length, StepBit(step.by));
  }

  void RunStraight(const Voxel& from, size_t axis, int32_t sign, const uint32_t* row, VoxelLength length) {
    return sign > 0 ? RunAlong<1>(from, axis, row, length) : RunAlong<-1>(from, axis, row, length);
  }

  template <int32_t kSign>
  void RunAlong(const Voxel& from, size_t axis, const uint32_t* row, VoxelLength length) {
    const int32_t first = from.along[axis] + kSign + 64;
    uint64_t mask = kSign > 0 ? ~uint64_t{0} << (first & 63) : ~uint64_t{0} >> (63 - (first & 63));
    for (int32_t index = first >> 6;; index += kSign, mask = ~uint64_t{0}) {
      const VoxelWord& word = volume_.word(row[index]);
      uint64_t events = (~word.free | (kSign > 0 ? word.stops_upwards : word.stops_downwards)) & mask;
      while (events != 0) {
        const int32_t bit = kSign > 0 ? std::countr_zero(events) : 63 - std::countl_zero(events);
        events &= ~(uint64_t{1} << bit);
        const int32_t steps = (index * 64 + bit - 64 - from.along[axis]) * kSign;
        const bool is_blocked = (word.free >> bit & 1) == 0;
        if (is_blocked || !StopAt<kSign>(from, axis, steps, length)) return;
      }
    }
  }

  // Takes note of the steps forced at the end of a straight run. Whether the run may go on.
  template <int32_t kSign>
  bool StopAt(const Voxel& from, size_t axis, int32_t steps, VoxelLength length) {
    Voxel entered = from;
    entered.along[axis] += steps * kSign;
    length += static_cast<VoxelLength>(steps) * kVoxelStepLengths[1];
    Voxel left = entered;
    left.along[axis] -= kSign;
    const VoxelLength estimate = Estimate(entered, length);
    const StepSet step = kStraightSteps[axis][kSign > 0 ? 1 : 0];
    if (estimate > bound_) {
      Defer(left, step, length - kVoxelStepLengths[1], estimate);
      return false;
    }
    if (scratch_.passed().Pass(size_.IdOf(entered), length, step)) return false;
    const StepSet forced = ForcedAfterStraight(axis, kSign, volume_.Around(left), volume_.Around(entered));
    Reach(entered, length, forced, from_);
    return true;
  }

  // Adds where the runs from `from` to the last of `turns` (in reverse) begin and turn: spatial ones come
  // first.
  static void AddRuns(const Voxel& from, std::vector<Voxel>& turns) {
    Voxel at = turns.back();
    for (uint32_t axes = 1; at != from; ++axes) {
      // The axes along which the most is left: the run of that many axes ends here.
      std::array<int32_t, 3> left{};
      for (size_t a = 0; a < 3; ++a) left[a] = at.along[a] - from.along[a];
      std::array<int32_t, 3> sorted = {std::abs(left[0]), std::abs(left[1]), std::abs(left[2])};
      std::sort(sorted.begin(), sorted.end(), std::greater<>());
      const int32_t steps = sorted[axes - 1] - (axes < 3 ? sorted[axes] : 0);
      if (steps == 0) continue;
      for (size_t a = 0; a < 3; ++a) {
        if (std::abs(left[a]) < sorted[axes - 1]) continue;
        at.along[a] -= left[a] > 0 ? steps : -steps;
      }
      turns.push_back(at);
    }
  }

  const VolumeView& volume_;
  const VolumeSize& size_;
  const VolumeQuery& query_;
  const Voxel goal_;
  VolumeScratch& scratch_;
  OpenRuns& runs_;
  SharedPath& shared_;
  const VolumeSources* const sources_ = nullptr;  // null: from the query's start
  std::vector<VoxelBox> boxes_;                   // of sources
  VoxelLength bound_ = 0;                         // no run goes on to voxels of greater estimates now
  uint32_t from_ = 0;                             // the node that is expanded
  uint32_t passed_ = 0;
  bool stopped_ = false;
  SearchOutcome outcome_ = SearchOutcome::kExhausted;
};

}  // namespace waystone
