#include "core/surface/volume/volume_place.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/random.h"
#include "core/placement/scatter_tally.h"
#include "core/surface/volume/volumes_of_map.h"
#include "core/volume/voxel_sight.h"

namespace waystone {
namespace {

constexpr uint64_t kPollInterval = 256;  // [candidates]
constexpr uint32_t kRowsPerPoll = 4096;  // [rows]
constexpr double kInset = 1.0 / 1024;    // [voxels] of a place from its voxel's sides

// A place in a voxel; shares are from 0 to 1 along x, y and z.
Vec3 PlaceIn(const VolumeView& volume, const Voxel& voxel, const Vec3& shares) {
  const auto inset = [](double share) { return (share - 0.5) * (1 - 2 * kInset); };
  const Vec3 off(inset(shares.x), inset(shares.y), inset(shares.z));
  return volume.MiddleOf(voxel) + off * volume.header().voxel_m;
}

class VolumeScatterer {
 public:
  VolumeScatterer(const VolumeView& volume, PlaceJudge& judge, const ScatterOptions& options)
      : volume_(volume), judge_(judge), options_(options), random_(options.seed), tally_(judge, options) {}

  ScatterResult Run() {
    if (!CollectRuns()) {
      tally_.GiveUp(PlaceReason::kDeadline);
    } else if (voxel_count_ == 0) {
      tally_.GiveUp(PlaceReason::kNoRoom);
    } else if (ThrowAtAll()) {
      ThrowAtListed();
    }
    return tally_.Take();
  }

 private:
  // A run clipped to the rules' box.
  struct Stretch {
    Voxel first;
    uint64_t before = 0;  // voxels in the stretches before
  };

  // False if the deadline passed first.
  bool CollectRuns() {
    const Voxel low = volume_.VoxelAt(judge_.bounds().min);
    const Voxel high = volume_.VoxelAt(judge_.bounds().max);
    const auto last = [&](size_t axis) {
      return std::min(high.along[axis], static_cast<int32_t>(volume_.size().sides[axis]) - 1);
    };
    std::vector<uint8_t> is_good(volume_.header().part_count, kUnknown);
    uint32_t rows = 0;
    for (int32_t z = std::max(0, low.along[2]); z <= last(2); ++z) {
      for (int32_t y = std::max(0, low.along[1]); y <= last(1); ++y) {
        if (rows++ % kRowsPerPoll == 0 && options_.deadline.Expired()) return false;
        for (const VoxelRun& run : volume_.RunsAt(y, z)) {
          const int32_t first = std::max<int32_t>(run.first, low.along[0]);
          const int32_t end = std::min<int32_t>(run.last, last(0)) + 1;
          if (first >= end || !IsGood(run.part, is_good[run.part])) continue;
          stretches_.push_back({{{first, y, z}}, voxel_count_});
          voxel_count_ += static_cast<uint64_t>(end - first);
        }
      }
    }
    return true;
  }

  // A part that is ruled out as a whole counts once.
  bool IsGood(uint32_t part, uint8_t& known) {
    if (known == kUnknown) {
      const PlaceReason reason = judge_.OfPoly(PolyId(part));
      known = reason == PlaceReason::kNone ? kGood : kBad;
      if (reason != PlaceReason::kNone) tally_.Reject(reason);
    }
    return known == kGood;
  }

  uint64_t RandomBelow(uint64_t bound) {
    return std::min(static_cast<uint64_t>(random_.NextUnit() * static_cast<double>(bound)), bound - 1);
  }
  Voxel VoxelNumber(uint64_t number) const {
    const auto after = std::ranges::upper_bound(stretches_, number, {}, &Stretch::before);
    const Stretch& stretch = *std::prev(after);
    Voxel voxel = stretch.first;
    voxel.along[0] += static_cast<int32_t>(number - stretch.before);
    return voxel;
  }

  PlaceReason Try(const Voxel& voxel) {
    const double x = random_.NextUnit();
    const double y = random_.NextUnit();
    const NavLocation place{PolyId(*volume_.PartOf(voxel)),
                            PlaceIn(volume_, voxel, {x, y, random_.NextUnit()})};
    return tally_.Try(place);
  }

  // True if a list of the voxels would serve better.
  bool ThrowAtAll() {
    constexpr uint64_t kPatience = 64;
    while (tally_.MayGoOn()) {
      const bool is_patient = tally_.missed_count() <= kPatience + 2 * tally_.place_count();
      if (!is_patient && voxel_count_ <= kMaxVoxelsListed) return true;
      if (IsUndecided(Try(VoxelNumber(RandomBelow(voxel_count_))))) return false;
    }
    return false;
  }

  void ThrowAtListed() {
    struct Listed {
      uint32_t number;
      uint32_t misses;
    };
    std::vector<Listed> listed(voxel_count_);
    for (uint32_t i = 0; i < listed.size(); ++i) listed[i] = {i, 0};
    while (!listed.empty() && tally_.MayGoOn()) {
      Listed& drawn = listed[RandomBelow(listed.size())];
      const PlaceReason reason = Try(VoxelNumber(drawn.number));
      if (IsUndecided(reason)) return;
      // A position that is unfair now may be fair later.
      if (reason == PlaceReason::kNone || reason == PlaceReason::kUnfair) continue;
      if (++drawn.misses < kTriesPerVoxel) continue;
      drawn = listed.back();
      listed.pop_back();
    }
    if (listed.empty() && !tally_.IsComplete()) tally_.GiveUp(PlaceReason::kNoRoom);
  }

  static constexpr uint8_t kUnknown = 0;
  static constexpr uint8_t kGood = 1;
  static constexpr uint8_t kBad = 2;

  const VolumeView& volume_;
  PlaceJudge& judge_;
  const ScatterOptions& options_;
  Random random_;
  ScatterTally tally_;
  std::vector<Stretch> stretches_;
  uint64_t voxel_count_ = 0;  // in the stretches
};

class NearestInVoxels {
 public:
  NearestInVoxels(const VolumeView& volume, PlaceJudge& judge, const Vec3& from,
                  const NearestOptions& options)
      : volume_(volume), judge_(judge), from_(from), options_(options), best_m_(options.max_distance_m) {}

  NearestResult Find() {
    const Voxel middle = volume_.VoxelAt(from_);
    const double voxel_m = volume_.header().voxel_m;
    // The middle voxel is clamped to the volume's rim: no shell can be nearer than the rim.
    const double off_m = OffOf(middle);
    int32_t last = 0;  // shell that holds any voxel of the volume
    for (size_t axis = 0; axis < 3; ++axis) {
      const auto side = static_cast<int32_t>(volume_.size().sides[axis]);
      last = std::max({last, middle.along[axis] + 1, side - middle.along[axis]});
    }
    for (int32_t k = 0; k <= last && std::max(off_m, (k - 1) * voxel_m) <= best_m_; ++k) {
      if (!TryShell(middle, k)) return result_;
    }
    if (!result_.place) result_.reason = PlaceReason::kNoRoom;
    return result_;
  }

 private:
  double OffOf(const Voxel& voxel) const { return Distance(NearestIn(voxel), from_); }

  Vec3 NearestIn(const Voxel& voxel) const {
    const Vec3 low = PlaceIn(volume_, voxel, {0, 0, 0});
    const Vec3 high = PlaceIn(volume_, voxel, {1, 1, 1});
    return {std::clamp(from_.x, low.x, high.x), std::clamp(from_.y, low.y, high.y),
            std::clamp(from_.z, low.z, high.z)};
  }

  // Tries the voxels whose greatest distance along any axis is k. False if a limit came first.
  bool TryShell(const Voxel& middle, int32_t k) {
    const auto& [mx, my, mz] = middle.along;
    const auto clamped = [&](int32_t number, size_t axis) {
      return std::clamp(number, 0, static_cast<int32_t>(volume_.size().sides[axis]) - 1);
    };
    for (int32_t z = clamped(mz - k, 2); z <= clamped(mz + k, 2); ++z) {
      for (int32_t y = clamped(my - k, 1); y <= clamped(my + k, 1); ++y) {
        if (IsLate()) return false;
        const bool is_face = std::abs(z - mz) == k || std::abs(y - my) == k;
        const int32_t step = is_face || k == 0 ? 1 : 2 * k;
        for (int32_t x = mx - k; x <= mx + k; x += step) {
          if (!volume_.size().Contains({{x, y, z}})) continue;
          if (!TryVoxel({{x, y, z}})) return false;
        }
      }
    }
    return true;
  }

  // Looks at the deadline now and then.
  bool IsLate() {
    if (++polled_ % kPollInterval != 0 || !options_.deadline.Expired()) return false;
    result_.reason = PlaceReason::kDeadline;
    return true;
  }

  bool TryVoxel(const Voxel& voxel) {
    if (looked_at_++ >= options_.max_pieces) {
      result_.reason = PlaceReason::kCandidateLimit;
      return false;
    }
    if (IsLate()) return false;
    const std::optional<uint32_t> part = volume_.PartOf(voxel);
    if (!part.has_value() || judge_.OfPoly(PolyId(*part)) != PlaceReason::kNone) return true;
    for (const Vec3& at : {NearestIn(voxel), volume_.MiddleOf(voxel)}) {
      const double distance_m = Distance(at, from_);
      if (distance_m > best_m_ || (result_.place && distance_m == best_m_)) continue;
      const NavLocation place{PolyId(*part), at};
      const PlaceReason reason = judge_.OfPlace(place);
      if (IsUndecided(reason)) {
        result_.reason = reason;
        return false;
      }
      if (reason != PlaceReason::kNone) continue;
      result_.place = place;
      best_m_ = distance_m;
    }
    return true;
  }

  const VolumeView& volume_;
  PlaceJudge& judge_;
  const Vec3& from_;
  const NearestOptions& options_;
  NearestResult result_;
  double best_m_;           // or the greatest distance allowed, if there is no best
  uint32_t looked_at_ = 0;  // voxels
  uint32_t polled_ = 0;     // rows and voxels
};

}  // namespace

PlaceSenses SensesOfVolume(const MapView& map) {
  const VolumeView& volume = VolumeOf(map);
  PlaceSenses senses;
  senses.room_m = [&volume](const NavLocation& place, double limit_m) {
    return RoomAround_m(volume, place.point, limit_m);
  };
  if (map.collision == nullptr) {
    senses.blocks_sight = [&volume](const Vec3& from, const Vec3& to) {
      return BlocksSight(volume, from, to);
    };
  }
  return senses;
}

ScatterResult ScatterInVolume(const MapView& map, PlaceJudge& judge, const ScatterOptions& options) {
  return VolumeScatterer(VolumeOf(map), judge, options).Run();
}

NearestResult NearestInVolume(const MapView& map, PlaceJudge& judge, const Vec3& from,
                              const NearestOptions& options) {
  return NearestInVoxels(VolumeOf(map), judge, from, options).Find();
}

}  // namespace waystone
