#include "core/volume/volume_search.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <optional>

#include "core/volume/forced_steps.h"

namespace waystone {
namespace {

// By how much the first bound is above the least length there could be, and then grows.
constexpr VoxelLength kFirstSlack = kVoxelStepLengths[1] * 5 / 8;
constexpr uint64_t kGrowthNumerator = 7;
constexpr uint64_t kGrowthDenominator = 4;
constexpr VoxelLength kLeastGrowth = kVoxelStepLengths[1] / 10;
constexpr uint32_t kPollInterval = 1024;  // [voxels passed]

// One round: the search of all paths up to a bound of their length.
class JumpRound {
 public:
  JumpRound(const VolumeView& volume, const VolumeQuery& query, VolumeScratch& scratch)
      : volume_(volume), size_(volume.size()), query_(query), goal_(query.goal), scratch_(scratch) {}

  // Returns whether all paths up to `bound` were searched, or the goal was found.
  bool Search(VoxelLength bound, uint32_t max_expansions) {
    bound_ = bound;
    cut_ = kNoVoxelLength;
    best_ = kNoVoxelLength;
    expanded_ = 0;
    scratch_.Clear();
    Reach(query_.start, 0, StepsFrom(volume_.Around(query_.start)), std::nullopt);
    while (!scratch_.IsDone() && scratch_.NextEstimate() <= bound_) {
      const auto [node, is_current] = scratch_.Pop();
      if (!is_current || scratch_[node].pending == 0) continue;
      if (expanded_ == max_expansions) return Stop(SearchOutcome::kExpansionLimit);
      ++expanded_;
      Expand(node);
      if (stopped_) return false;
    }
    return true;
  }

  bool IsFound() const { return best_ != kNoVoxelLength; }
  // The least length above the bound that a path may have; kNoVoxelLength: nothing was cut off.
  VoxelLength cut() const { return cut_; }
  uint32_t expanded() const { return expanded_; }
  SearchOutcome outcome() const { return outcome_; }

  // REQUIRES: IsFound().
  void TakePath(VolumePath& path) {
    path.length = best_;
    path.turns = {goal_};
    uint32_t node = best_parent_;
    for (;;) {
      AddRuns(size_.VoxelOf(scratch_[node].voxel), path.turns);
      if (scratch_[node].parent == node) break;
      node = scratch_[node].parent;
    }
    std::reverse(path.turns.begin(), path.turns.end());
  }

 private:
  bool Stop(SearchOutcome outcome) {
    outcome_ = outcome;
    stopped_ = true;
    return false;
  }

  VoxelLength Estimate(const Voxel& voxel, VoxelLength length) const {
    return length + LengthBetween(voxel, goal_);
  }
  // Whether a path of that estimate may still be of use.
  bool IsWithin(VoxelLength estimate) {
    if (estimate <= bound_) return true;
    cut_ = std::min(cut_, estimate);
    return false;
  }

  void Finish(VoxelLength length) {
    if (length >= best_ || length > bound_) return;
    best_ = length;
    best_parent_ = from_;
    bound_ = length - 1;
  }

  // Takes note of a path to a voxel where the steps are to be tried. `from`: none at the start.
  void Reach(const Voxel& voxel, VoxelLength length, StepSet steps, std::optional<uint32_t> from) {
    StepSet within = 0;
    VoxelLength least = kNoVoxelLength;
    ForEachStep(steps, [&](const VoxelStep& step) {
      const VoxelLength estimate = Estimate(After(voxel, step), length + step.length);
      if (!IsWithin(estimate)) return;
      within |= StepBit(step.by);
      least = std::min(least, estimate);
    });
    if (within == 0) return;
    const uint32_t id = scratch_.NodeAt(size_.IdOf(voxel));
    VolumeNode& node = scratch_[id];
    if (length > node.length) return;
    if (length < node.length) {
      node.length = length;
      node.parent = from.value_or(id);
      node.pending = node.done = 0;
    }
    within &= ~(node.pending | node.done);
    if (within == 0) return;
    node.pending |= within;
    scratch_.Push(least, id);
  }

  void Expand(uint32_t id) {
    VolumeNode& node = scratch_[id];
    from_ = id;
    const StepSet steps = node.pending;
    node.done |= steps;
    node.pending = 0;
    const Voxel voxel = size_.VoxelOf(node.voxel);
    const VoxelLength length = node.length;
    ForEachStep(steps, [&](const VoxelStep& step) {
      if (stopped_) return;
      if (step.axes == 3) {
        RunSpatially(voxel, step, length);
      } else if (step.axes == 2) {
        RunPlanarly(voxel, step, length);
      } else {
        const size_t axis = step.by[0] != 0 ? 0 : step.by[1] != 0 ? 1 : 2;
        RunStraight(voxel, axis, step.by[axis], length);
      }
    });
  }

  // Runs go on from a voxel, whose path has that length, until something is in the way.
  void RunSpatially(Voxel at, const VoxelStep& step, VoxelLength length) {
    while (!stopped_) {
      const Voxel next = After(at, step);
      length += step.length;
      if (!IsWithin(Estimate(next, length))) return;
      if ((volume_.Around(at) & step.needs) != step.needs) return;
      at = next;
      if (at == goal_) return Finish(length);
      for (size_t axis = 0; axis < 3; ++axis) {
        std::array<int32_t, 3> planar = step.by;
        planar[axis] = 0;
        RunPlanarly(at, kVoxelSteps[static_cast<size_t>(std::countr_zero(StepBit(planar)))], length);
      }
      for (size_t axis = 0; axis < 3; ++axis) RunStraight(at, axis, step.by[axis], length);
    }
  }

  void RunPlanarly(Voxel at, const VoxelStep& step, VoxelLength length) {
    const size_t across = step.by[0] == 0 ? 0 : step.by[1] == 0 ? 1 : 2;
    const size_t u = across == 0 ? 1 : 0;
    const size_t v = across == 2 ? 1 : 2;
    uint32_t column = volume_.Column(across, at);
    while (!stopped_) {
      const Voxel next = After(at, step);
      length += step.length;
      if (!IsWithin(Estimate(next, length))) return;
      Voxel beside_u = at;
      beside_u.along[u] = next.along[u];
      Voxel beside_v = at;
      beside_v.along[v] = next.along[v];
      const uint32_t entered = volume_.Column(across, next);
      const uint32_t box =
          column & volume_.Column(across, beside_u) & volume_.Column(across, beside_v) & entered;
      if ((box & 2) == 0) return;
      if (next == goal_) return Finish(length);
      // What is free across the voxel entered, but not all of the step's box there: steps may be forced.
      if ((entered & ~box & 5) != 0) {
        Reach(next, length, ForcedAfterPlanar(step, volume_.Around(at), volume_.Around(next)), from_);
      }
      RunStraight(next, u, step.by[u], length);
      RunStraight(next, v, step.by[v], length);
      at = next;
      column = entered;
      if (++passed_ % kPollInterval == 0 && query_.deadline.Expired()) Stop(LateOutcome(query_.deadline));
    }
  }

  void RunStraight(const Voxel& from, size_t axis, int32_t sign, VoxelLength length) {
    Voxel next = from;
    next.along[axis] += sign;
    if (!IsWithin(Estimate(next, length + kVoxelStepLengths[1]))) return;
    if (sign > 0) {
      RunAlong<1>(from, axis, length);
    } else {
      RunAlong<-1>(from, axis, length);
    }
  }

  // How many steps it is from a voxel straight to the goal; none if it does not lie there.
  template <int32_t kSign>
  int32_t StepsToGoal(const Voxel& from, size_t axis) const {
    Voxel there = from;
    there.along[axis] = goal_.along[axis];
    const int32_t steps = (goal_.along[axis] - from.along[axis]) * kSign;
    return there == goal_ && steps > 0 ? steps : std::numeric_limits<int32_t>::max();
  }

  template <int32_t kSign>
  void RunAlong(const Voxel& from, size_t axis, VoxelLength length) {
    const int32_t to_goal = StepsToGoal<kSign>(from, axis);
    const uint32_t* const row = volume_.RowThrough(axis, from);
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
        if (to_goal < steps + (is_blocked ? 0 : 1)) {
          return Finish(length + static_cast<VoxelLength>(to_goal) * kVoxelStepLengths[1]);
        }
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
    if (!IsWithin(Estimate(entered, length))) return false;
    if (scratch_.LengthTo(size_.IdOf(entered)) < length) return false;
    Voxel left = entered;
    left.along[axis] -= kSign;
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
  VoxelLength bound_ = 0;
  VoxelLength cut_ = kNoVoxelLength;
  VoxelLength best_ = kNoVoxelLength;
  uint32_t best_parent_ = 0;
  uint32_t from_ = 0;  // the node that is expanded
  uint32_t expanded_ = 0;
  uint32_t passed_ = 0;
  bool stopped_ = false;
  SearchOutcome outcome_ = SearchOutcome::kExhausted;
};

}  // namespace

void FindVolumePath(const VolumeView& volume, const VolumeQuery& query, VolumeScratch& scratch,
                    VolumePath& path) {
  path.turns.clear();
  path.length = 0;
  path.expanded = 0;
  path.outcome = SearchOutcome::kFound;
  if (query.start == query.goal) {
    path.turns = {query.start};
    return;
  }
  JumpRound round(volume, query, scratch);
  const VoxelLength least = LengthBetween(query.start, query.goal);
  VoxelLength slack = kFirstSlack;
  for (;;) {
    const bool is_whole = round.Search(least + slack, query.max_expansions - path.expanded);
    path.expanded += round.expanded();
    if (round.IsFound()) round.TakePath(path);
    if (!is_whole) break;
    if (round.IsFound()) return;
    if (round.cut() == kNoVoxelLength) break;
    slack = std::max(slack / kGrowthDenominator * kGrowthNumerator, round.cut() - least + kLeastGrowth);
  }
  path.outcome = round.outcome();
}

}  // namespace waystone
