#include "core/surface/volume/volume_moves.h"

#include "core/surface/volume/volume_snap.h"
#include "core/surface/volume/volumes_of_map.h"
#include "core/volume/volume_search.h"
#include "core/volume/voxel_line.h"
#include "core/volume/voxel_sight.h"

namespace waystone {
namespace {

class VolumeMoves final : public FreeGround {
 public:
  VolumeMoves(const MapView& map, uint32_t max_expansions, Scratch& scratch)
      : map_(map),
        volume_(VolumeOf(map)),
        max_expansions_(max_expansions),
        scratch_(scratch.Borrow<VolumeSearchScratch>()) {}

  SnapResult SnapTo(const Vec3& position, const SnapOptions& options) override {
    return SnapToVolume(map_, position, options);
  }

  std::optional<NavLocation> NearestIn(PolyId part, const Vec3& position) override {
    return NearestOfPart(map_, position, part);
  }

  bool IsLineFree(const NavLocation& from, const NavLocation& to) override {
    return waystone::IsLineFree(volume_, volume_.VoxelAt(from.point), volume_.VoxelAt(to.point));
  }

  FreeWay FindWay(const NavLocation& from, const NavLocation& to, double max_m,
                  const Deadline& deadline) override {
    constexpr double kLongest = 1e6;  // [voxels] longer than any path that is found
    constexpr double kTaut =
        1.2;  // a path is at most so many times as long as one pulled taut through the open
    VolumeQuery query;
    const double most = kTaut * max_m / grain_m() + 1;
    if (most < kLongest) query.max_length = static_cast<VoxelLength>(most * kVoxelStepLengths[1]);
    query.start = volume_.VoxelAt(from.point);
    query.goal = volume_.VoxelAt(to.point);
    query.max_expansions = max_expansions_;
    query.deadline = deadline;
    VolumePath path;
    FindVolumePath(volume_, query, *scratch_, path);
    FreeWay way;
    way.outcome = path.outcome;
    if (path.turns.empty()) return way;
    const std::vector<Voxel> taut = PullTaut(volume_, path.turns, deadline);
    way.line.push_back(from.point);
    for (size_t i = 1; i + 1 < taut.size(); ++i) way.line.push_back(volume_.MiddleOf(taut[i]));
    way.line.push_back(to.point);
    return way;
  }

  bool Sees(const NavLocation& from, const NavLocation& to) const override {
    return !BlocksSight(volume_, from.point, to.point);
  }

  // Place k is in the middle of the voxel at (k + 0.5) / count of all in their order.
  std::vector<NavLocation> SpreadOver(PolyId part, uint32_t count) const override {
    uint64_t size = 0;
    ForEachRun([&](const VoxelRun& run, int32_t /*y*/, int32_t /*z*/) {
      if (run.part == part.value()) size += run.last + 1U - run.first;
    });
    std::vector<NavLocation> places;
    uint64_t before = 0;
    ForEachRun([&](const VoxelRun& run, int32_t y, int32_t z) {
      if (run.part != part.value()) return;
      const uint64_t after = before + run.last + 1U - run.first;
      for (; places.size() < count;) {
        const uint64_t at = (2 * places.size() + 1) * size / (2 * uint64_t{count});
        if (at >= after) break;
        const auto x = static_cast<int32_t>(run.first + at - before);
        places.push_back({part, volume_.MiddleOf({{x, y, z}})});
      }
      before = after;
    });
    return places;
  }

  double grain_m() const override { return volume_.header().voxel_m; }

 private:
  template <typename Use>
  void ForEachRun(const Use& use) const {
    for (int32_t z = 0; z < static_cast<int32_t>(volume_.size().sides[2]); ++z) {
      for (int32_t y = 0; y < static_cast<int32_t>(volume_.size().sides[1]); ++y) {
        for (const VoxelRun& run : volume_.RunsAt(y, z)) use(run, y, z);
      }
    }
  }

  const MapView& map_;
  const VolumeView& volume_;
  const uint32_t max_expansions_;
  const Scratch::Lease<VolumeSearchScratch> scratch_;
};

}  // namespace

std::unique_ptr<FreeGround> MakeVolumeMoves(const MapView& map, uint32_t max_expansions, Scratch& scratch) {
  return std::make_unique<VolumeMoves>(map, max_expansions, scratch);
}

}  // namespace waystone
