#include "core/volume/volume_search.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/volume/jump_search.h"

namespace waystone {
namespace {

// [steps of runs] Most paths are found from the start before the goal's search begins. Then both take turns: what
// makes a path longer than the straight one is often near one end, and only the search from there soon proves that no
// path is shorter. Its estimates have grown further than those of the other search.
constexpr uint32_t kFirstWork = 128;
constexpr uint32_t kAheadWork = 2048;
constexpr uint32_t kBehindWork = 64;

// Goes on with both searches until one of them has nothing left, and returns that one.
const JumpSearch& TakeTurns(JumpSearch& forwards, JumpSearch& backwards) {
  if (!backwards.GoOnFor(kFirstWork)) return backwards;
  for (;;) {
    const bool is_start_ahead = forwards.least() >= backwards.least();
    const bool is_goal_ahead = forwards.least() <= backwards.least();
    if (!forwards.GoOnFor(is_start_ahead ? kAheadWork : kBehindWork)) return forwards;
    if (!backwards.GoOnFor(is_goal_ahead ? kAheadWork : kBehindWork)) return backwards;
  }
}

// Searches from both ends until one of the searches has nothing left. Returns why that one ended.
SearchOutcome SearchFromBothEnds(const VolumeView& volume, const VolumeQuery& query,
                                 VolumeSearchScratch& scratch, SharedPath& best, VolumePath& path) {
  JumpSearch forwards(volume, query, scratch.from_start, best);
  VolumeQuery back = query;
  std::swap(back.start, back.goal);
  std::optional<JumpSearch> backwards;
  const JumpSearch* ended = &forwards;
  if (forwards.GoOnFor(kFirstWork)) {
    backwards.emplace(volume, back, scratch.from_goal, best);
    ended = &TakeTurns(forwards, *backwards);
  }
  if (best.finder == &forwards) {
    forwards.TakePath(path);
    std::reverse(path.turns.begin(), path.turns.end());
  } else if (best.finder != nullptr) {
    backwards->TakePath(path);
  }
  return ended->outcome();
}

}  // namespace

void LeaveOutStraightOnes(std::vector<Voxel>& turns) {
  const auto direction = [](const Voxel& from, const Voxel& to) {
    std::array<int32_t, 3> signs{};
    for (size_t a = 0; a < 3; ++a) {
      signs[a] = (to.along[a] > from.along[a] ? 1 : 0) - (to.along[a] < from.along[a] ? 1 : 0);
    }
    return signs;
  };
  size_t kept = 1;
  for (size_t i = 1; i < turns.size(); ++i) {
    const bool goes_on =
        i + 1 < turns.size() && direction(turns[kept - 1], turns[i]) == direction(turns[i], turns[i + 1]);
    if (!goes_on) turns[kept++] = turns[i];
  }
  turns.resize(kept);
}

void FindVolumePath(const VolumeView& volume, const VolumeQuery& query, VolumeSearchScratch& scratch,
                    VolumePath& path) {
  path.turns.clear();
  path.length = 0;
  path.expanded = 0;
  path.outcome = SearchOutcome::kFound;
  if (query.start == query.goal) {
    path.turns = {query.start};
    return;
  }
  SharedPath best;
  if (query.max_length != kNoVoxelLength) best.length = query.max_length + 1;
  path.outcome = SearchFromBothEnds(volume, query, scratch, best, path);
  path.expanded = best.expanded;
  if (best.finder == nullptr) return;
  LeaveOutStraightOnes(path.turns);  // a node reached in several ways of one length may lie within a run
  // best.length, unless a limit came before the gain of a node reached by a shorter path since was passed on.
  for (size_t i = 1; i < path.turns.size(); ++i) {
    path.length += LengthBetween(path.turns[i - 1], path.turns[i]);
  }
  if (!IsCut(path.outcome)) path.outcome = SearchOutcome::kFound;
}

void FindPathFromAny(const VolumeView& volume, const VolumeSources& sources, const VolumeQuery& query,
                     VoxelLength below, VolumeSearchScratch& scratch, VolumePath& path) {
  path = {};
  SharedPath best;
  best.length = below;
  for (const VoxelBox& box : sources.boxes) {
    const VoxelLength before =
        NearestOf(box, query.goal) == query.goal ? sources.length_before(query.goal) : kNoVoxelLength;
    if (before >= best.length) continue;
    best.length = before;
    path.turns = {query.goal};
  }
  JumpSearch search(volume, query, sources, scratch.from_start, best);
  while (search.GoOnFor(kAheadWork)) {
  }
  path.outcome = search.outcome();
  path.expanded = best.expanded;
  if (best.finder != nullptr) {
    search.TakePath(path);
    std::reverse(path.turns.begin(), path.turns.end());
    LeaveOutStraightOnes(path.turns);
  }
  if (path.turns.empty()) return;
  path.length = sources.length_before(path.turns[0]);
  for (size_t i = 1; i < path.turns.size(); ++i) {
    path.length += LengthBetween(path.turns[i - 1], path.turns[i]);
  }
  if (!IsCut(path.outcome)) path.outcome = SearchOutcome::kFound;
}

}  // namespace waystone
