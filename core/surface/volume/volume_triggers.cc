#include "core/surface/volume/volume_triggers.h"

#include <algorithm>
#include <cmath>

#include "absl/functional/function_ref.h"
#include "core/base/deadline_poll.h"
#include "core/base/heap_bytes.h"
#include "core/base/status_macros.h"
#include "core/surface/volume/voxel_shape.h"

namespace waystone {
namespace {

constexpr Surroundings kMiddle = 1U << PlaceBit(0, 0, 0);

bool IsHeld(const std::optional<VoxelBox>& box, const Voxel& voxel) {
  return box.has_value() && box->Contains(voxel);
}

bool Overlap(const VoxelBox& a, const VoxelBox& b) { return a.Contains(NearestOf(b, a.low)); }

// Calls use(box) for boxes of the volume that hold all voxels beside a box, each once.
template <typename Use>
void ForEachSide(const VolumeSize& size, const VoxelBox& box, const Use& use) {
  for (size_t axis = 0; axis < 3; ++axis) {
    VoxelBox side = box;
    for (size_t other = axis + 1; other < 3; ++other) {
      side.low.along[other] = std::max(side.low.along[other] - 1, 0);
      side.high.along[other] =
          std::min(side.high.along[other] + 1, static_cast<int32_t>(size.sides[other]) - 1);
    }
    for (const int32_t at : {box.low.along[axis] - 1, box.high.along[axis] + 1}) {
      side.low.along[axis] = side.high.along[axis] = at;
      if (size.Contains(side.low)) use(side);
    }
  }
}

// The voxels in which a walk may end.
struct WalkEnd {
  VoxelBox box;                                 // all voxels that it may end in
  absl::FunctionRef<bool(const Voxel&)> holds;  // whether a voxel is one
  bool is_open = false;                         // it is one voxel, which walks may also pass through
};

// A search for one walk, which is searched backwards: from the voxels beside its end.
class TriggerWalker {
 public:
  TriggerWalker(const VolumeView& open, const Voxel& start, const WalkEnd& end,
                const TriggerWalkOptions& options, VolumeSearchScratch& scratch)
      : open_(open), start_(start), end_(end), options_(options), scratch_(scratch) {}

  VolumePath Find(VoxelLength below) {
    best_.length = below;
    if (open_.IsFree(start_)) {
      SearchFrom(start_, 0);
    } else {
      const Surroundings around = open_.Around(start_) | kMiddle;
      for (size_t i = kVoxelSteps.size(); i-- > 0;) {
        const VoxelStep& step = kVoxelSteps[i];
        const Voxel next = After(start_, step);
        const bool is_last = !end_.is_open && IsEnd(next) && IsFree(around | FreeBit(step.by), step);
        if (is_last && step.length < best_.length) {
          best_.turns = {start_, next};
          best_.length = step.length;
        } else if (IsFree(around, step)) {
          SearchFrom(next, step.length);
        }
      }
    }
    if (!best_.turns.empty() && !IsCut(best_.outcome)) best_.outcome = SearchOutcome::kFound;
    if (best_.turns.empty()) best_.length = 0;
    return std::move(best_);
  }

 private:
  static bool IsFree(Surroundings around, const VoxelStep& step) {
    return (around & step.needs) == step.needs;
  }
  bool IsEnd(const Voxel& voxel) const { return end_.box.Contains(voxel) && end_.holds(voxel); }

  // The shortest step from an open voxel into the end.
  const VoxelStep* LastStepFrom(const Voxel& voxel) const {
    const Surroundings around = open_.Around(voxel);
    for (size_t i = kVoxelSteps.size(); i-- > 0;) {  // straight ones first
      const VoxelStep& step = kVoxelSteps[i];
      if (IsFree(around | FreeBit(step.by), step) && IsEnd(After(voxel, step))) return &step;
    }
    return nullptr;
  }

  // From an open voxel that lies `before` from the start.
  void SearchFrom(const Voxel& from, VoxelLength before) {
    if (before >= best_.length || IsCut(best_.outcome)) return;
    const std::optional<uint32_t> part = open_.PartOf(from);
    const auto length_before = [&](const Voxel& voxel) -> VoxelLength {
      if (open_.PartOf(voxel) != part) return kNoVoxelLength;
      if (end_.is_open) return 0;
      const VoxelStep* const step = LastStepFrom(voxel);
      return step == nullptr ? kNoVoxelLength : step->length;
    };
    std::vector<VoxelBox> boxes;
    if (end_.is_open) {
      boxes.push_back(end_.box);
    } else {
      ForEachSide(open_.size(), end_.box, [&](const VoxelBox& side) { boxes.push_back(side); });
    }
    VolumeQuery query;
    query.goal = from;
    query.max_expansions = options_.max_expansions - best_.expanded;
    query.deadline = options_.deadline;
    VolumePath path;
    FindPathFromAny(open_, {boxes, length_before}, query, best_.length - before, scratch_, path);
    best_.expanded += path.expanded;
    best_.outcome = path.outcome;
    if (path.turns.empty()) return;
    best_.length = before + path.length;
    best_.turns = std::move(path.turns);
    if (!end_.is_open) {
      const Voxel last = best_.turns[0];
      best_.turns.insert(best_.turns.begin(), After(last, *LastStepFrom(last)));
    }
    if (before > 0) best_.turns.push_back(start_);
    std::ranges::reverse(best_.turns);
    LeaveOutStraightOnes(best_.turns);
  }

  const VolumeView& open_;
  const Voxel start_;
  const WalkEnd& end_;
  const TriggerWalkOptions& options_;
  VolumeSearchScratch& scratch_;
  VolumePath best_;
};

// The volume without what lies in the boxes.
absl::StatusOr<VolumeData> PackWithout(const VolumeView& volume, std::span<const VoxelBox> boxes,
                                       const Deadline& deadline) {
  DeadlinePoll poll(deadline, kVolumeWordsPerLook);
  VoxelBits bits = FreeVoxelsOf(volume, &poll);
  for (const VoxelBox& box : boxes) {
    for (int32_t z = box.low.along[2]; z <= box.high.along[2]; ++z) {
      for (int32_t y = box.low.along[1]; y <= box.high.along[1]; ++y) {
        bits.BlockRun(box.low.along[0], box.high.along[0], y, z);
      }
    }
  }
  std::vector<uint32_t> split;
  return RepackVolume(volume, bits, deadline, split);
}

}  // namespace

std::optional<VoxelBox> VoxelsIn(const VolumeView& volume, const Aabb& box) {
  VoxelBox voxels{volume.VoxelAt(box.min), volume.VoxelAt(box.max)};
  for (size_t axis = 0; axis < 3; ++axis) {
    int32_t& low = voxels.low.along[axis];
    int32_t& high = voxels.high.along[axis];
    low = std::max(low, 0);
    high = std::min(high, static_cast<int32_t>(volume.size().sides[axis]) - 1);
    const auto middle = [&](int32_t number) {
      const Vec3 at = volume.MiddleOf({{number, number, number}});
      return axis == 0 ? at.x : axis == 1 ? at.y : at.z;
    };
    if (middle(low) < (axis == 0 ? box.min.x : axis == 1 ? box.min.y : box.min.z)) ++low;
    if (middle(high) > (axis == 0 ? box.max.x : axis == 1 ? box.max.y : box.max.z)) --high;
    if (low > high) return std::nullopt;
  }
  return voxels;
}

absl::StatusOr<std::unique_ptr<const VolumeTriggers>> VolumeTriggers::Make(const VolumeView& volume,
                                                                           std::span<const TriggerBox> boxes,
                                                                           const Deadline& deadline) {
  std::unique_ptr<VolumeTriggers> made(new VolumeTriggers(volume));
  std::vector<VoxelBox> one_way;
  for (const TriggerBox& box : boxes) {
    made->triggers_.push_back({VoxelsIn(volume, box.box), box.is_one_way});
    if (box.is_one_way && made->triggers_.back().box) one_way.push_back(*made->triggers_.back().box);
  }
  if (!one_way.empty()) {
    WS_ASSIGN_OR_RETURN(made->packed_, PackWithout(volume, one_way, deadline));
    made->open_ = VolumeView::Derived(made->packed_);
  }
  return made;
}

std::optional<uint32_t> VolumeTriggers::SetOffAt(const Voxel& voxel) const {
  for (uint32_t i = 0; i < triggers_.size(); ++i) {
    if (triggers_[i].is_one_way && IsHeld(triggers_[i].box, voxel)) return i;
  }
  return std::nullopt;
}

VolumePath VolumeTriggers::WalkInto(uint32_t exit, const Voxel& start, VoxelLength below,
                                    const TriggerWalkOptions& options, VolumeSearchScratch& scratch) const {
  const Trigger& trigger = triggers_[exit];
  VolumePath path;
  if (!trigger.box) return path;
  if (!trigger.is_one_way && trigger.box->Contains(start)) {
    path.turns = {start};
    path.outcome = SearchOutcome::kFound;
    return path;
  }
  std::vector<VoxelBox> before;  // of others, which are set off instead
  for (uint32_t i = 0; i < exit && trigger.is_one_way; ++i) {
    const bool is_there =
        triggers_[i].is_one_way && triggers_[i].box && Overlap(*triggers_[i].box, *trigger.box);
    if (is_there) before.push_back(*triggers_[i].box);
  }
  const auto holds = [&](const Voxel& voxel) {
    if (!trigger.is_one_way) return open_.IsFree(voxel);
    const auto is_in = [&](const VoxelBox& other) { return other.Contains(voxel); };
    return volume_.IsFree(voxel) && std::ranges::none_of(before, is_in);
  };
  return TriggerWalker(open_, start, {*trigger.box, holds}, options, scratch).Find(below);
}

VolumePath VolumeTriggers::WalkTo(const Voxel& start, const Voxel& goal, VoxelLength below,
                                  const TriggerWalkOptions& options, VolumeSearchScratch& scratch) const {
  VolumePath path;
  if (start == goal) {
    path.turns = {start};
    path.outcome = SearchOutcome::kFound;
    return path;
  }
  const bool is_open = open_.IsFree(goal);
  if (is_open && open_.IsFree(start)) {
    // Searching from both ends is faster.
    if (open_.PartOf(start) != open_.PartOf(goal) || LengthBetween(start, goal) >= below) return path;
    VolumeQuery query;
    query.start = start;
    query.goal = goal;
    query.max_expansions = options.max_expansions;
    query.deadline = options.deadline;
    FindVolumePath(open_, query, scratch, path);
    return path;
  }
  const auto holds = [&](const Voxel& voxel) { return voxel == goal; };
  return TriggerWalker(open_, start, {{goal, goal}, holds, is_open}, options, scratch).Find(below);
}

std::vector<Voxel> VolumeTriggers::Shaped(std::span<const Voxel> turns, RouteShape shape,
                                          const Deadline& deadline) const {
  std::vector<Voxel> open(turns.begin(), turns.end());
  if (turns.size() < 2) return open;
  const Voxel first = turns.front();
  const Voxel last = turns.back();
  // Beyond the steps out of a trigger and into one all of the walk is open.
  if (!open_.IsFree(first)) {
    open[0] = StepTowards(first, open[1]);
    if (open[0] == open[1]) open.erase(open.begin());
  }
  if (open.size() > 1 && !open_.IsFree(last)) {
    open.back() = StepTowards(last, open[open.size() - 2]);
    if (open.back() == open[open.size() - 2]) open.pop_back();
  }
  std::optional<std::vector<Voxel>> shaped = ShapedTurns(open_, open, shape, deadline);
  std::vector<Voxel> line = shaped ? *std::move(shaped) : std::move(open);
  if (line.front() != first) line.insert(line.begin(), first);
  if (line.back() != last) line.push_back(last);
  return line;
}

uint64_t VolumeTriggers::size_bytes() const {
  return HeapBytes(triggers_, packed_.rows, packed_.words, packed_.run_rows, packed_.runs);
}

}  // namespace waystone
