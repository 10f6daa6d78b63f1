// Some rows at a time: to sort all key points at once would look at no deadline for too long.
#include "core/skeleton/coarse_skeleton.h"

#include <algorithm>
#include <tuple>

#include "core/geom/cell_floors.h"
#include "core/skeleton/compass.h"

namespace waystone {

CoarseSkeleton::CoarseSkeleton(const SkeletonView& skeleton, double cell_m, double floor_m,
                               DeadlinePoll& poll)
    : skeleton_(skeleton), stand_in_(skeleton.size()) {
  // Rows are dealt out among buckets.
  constexpr uint32_t kBuckets = 1024;
  std::vector<std::vector<uint32_t>> buckets(kBuckets);
  for (uint32_t id = 0; id < skeleton.size(); ++id) {
    if (poll.Expired()) return;
    const int32_t row = CellIndexOf(skeleton.key_point(KeyPointId(id)).z, 0, cell_m);
    buckets[static_cast<uint32_t>(row) % kBuckets].push_back(id);
  }
  members_.reserve(skeleton.size());
  for (const std::vector<uint32_t>& ids : buckets) {
    if (poll.Expired(ids.size())) return;
    AddRows(ids, cell_m, floor_m);
  }
  std::ranges::sort(squares_, {}, &Square::kept);
}

void CoarseSkeleton::AddRows(std::span<const uint32_t> ids, double cell_m, double floor_m) {
  std::vector<CellSample> samples;
  samples.reserve(ids.size());
  for (const uint32_t id : ids) {
    const Vec3 at = skeleton_.Position(KeyPointId(id));
    const int32_t row = CellIndexOf(at.z, 0, cell_m);
    const int32_t column = CellIndexOf(at.x, 0, cell_m);
    const Vec2 off = at.Plane() - Vec2{(column + 0.5) * cell_m, (row + 0.5) * cell_m};
    samples.push_back({row, column, Dot(off, off), at, id});
  }
  ForEachFloor(floor_m, samples, [&](std::span<const CellSample> floor, size_t nearest) {
    const uint32_t kept = floor[nearest].id;
    squares_.push_back(
        {KeyPointId(kept), static_cast<uint32_t>(members_.size()), static_cast<uint32_t>(floor.size())});
    for (const CellSample& member : floor) {
      members_.push_back(member.id);
      stand_in_[member.id] = kept;
    }
  });
}

std::vector<SkeletonArc> CoarseSkeleton::ArcsOf(const Square& square) const {
  std::vector<SkeletonArc> arcs;
  const Vec3 from = skeleton_.Position(square.kept);
  for (const uint32_t member : std::span(members_).subspan(square.first_member, square.member_count)) {
    for (const SkeletonArc& arc : skeleton_.ArcsOf(KeyPointId(member))) {
      const uint32_t target = stand_in_[arc.target];
      if (target == square.kept.value()) continue;
      const Vec3 path = skeleton_.Position(KeyPointId(target)) - from;
      const uint32_t direction = DirectionOf(path.Plane());
      arcs.push_back({target, static_cast<float>(Length(path)), kNoSkeletonLink,
                      static_cast<uint8_t>(direction), static_cast<uint8_t>(Opposite(direction)), 0,
                      arc.kind});
    }
  }
  const auto key_of = [](const SkeletonArc& arc) { return std::tuple(arc.target, arc.kind); };
  std::ranges::sort(arcs, {}, key_of);
  const auto same = [&](const SkeletonArc& a, const SkeletonArc& b) { return key_of(a) == key_of(b); };
  arcs.erase(std::unique(arcs.begin(), arcs.end(), same), arcs.end());
  return arcs;
}

}  // namespace waystone
