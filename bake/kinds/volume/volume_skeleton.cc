#include "bake/kinds/volume/volume_skeleton.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numbers>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "bake/skeleton/finish_skeleton.h"
#include "bake/skeleton/launch_graph.h"
#include "bake/skeleton/skeleton_graph.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/graph/best_first.h"
#include "core/skeleton/round_walk.h"
#include "core/volume/volume_search.h"
#include "core/volume/voxel_bits.h"
#include "core/volume/voxel_line.h"
#include "core/volume/voxel_sight.h"

namespace waystone {
namespace {

constexpr size_t kFew = 64;  // [voxels] Key points that see no more are left out if others see these.
constexpr uint32_t kMaxCandidates = 4 * kMaxVolumeKeyPoints;  // before that
constexpr uint32_t kMaxLooks = 256;                           // of a voxel, at others
constexpr double kDetour = 1.5;

int32_t Off(const Voxel& a, const Voxel& b) {
  int32_t most = 0;
  for (size_t axis = 0; axis < 3; ++axis) most = std::max(most, std::abs(a.along[axis] - b.along[axis]));
  return most;
}

double Length(const Voxel& a, const Voxel& b) {
  return std::hypot(a.along[0] - b.along[0], a.along[1] - b.along[1], a.along[2] - b.along[2]);
}

template <typename Use>
void ForEachFree(const VolumeView& volume, const Use& use) {
  Voxel at;
  auto& [x, y, z] = at.along;
  for (z = 0; z < static_cast<int32_t>(volume.size().sides[2]); ++z) {
    for (y = 0; y < static_cast<int32_t>(volume.size().sides[1]); ++y) {
      for (const VoxelRun& run : volume.RunsAt(y, z)) {
        for (x = run.first; x <= run.last; ++x) use(at);
      }
    }
  }
}

absl::Status TooManyPoints() {
  return absl::ResourceExhaustedError(
      StrCat("to see all of the volume takes more than ", kMaxVolumeKeyPoints, " key points"));
}

// Shares the free voxels among key points that see them.
class SightCover {
 public:
  SightCover(const VolumeView& volume, int32_t reach)
      : volume_(volume), reach_(reach), left_(FreeVoxelsOf(volume)), owners_(volume.size().VoxelCount()) {
    open_.push_back(left_);
    for (int32_t room = 1; room <= reach; ++room) open_.push_back(Eroded(open_.back()));
  }

  absl::Status Fill() {
    for (int32_t room = reach_ / 2; room >= 0; --room) {
      WS_RETURN_IF_ERROR(AddSpread(room));
      WS_RETURN_IF_ERROR(AddRest(room));
    }
    Thin();
    return kept_.size() > kMaxVolumeKeyPoints ? TooManyPoints() : absl::OkStatus();
  }

  const std::vector<Voxel>& points() const { return kept_; }
  // The number of the key point that sees a voxel. REQUIRES: it is free.
  uint32_t OwnerOf(const Voxel& voxel) const { return numbers_[owners_[volume_.size().IdOf(voxel)]]; }

 private:
  // Adds key points at the places of a regular lattice, as far as these have the room and are not seen yet.
  absl::Status AddSpread(int32_t room) {
    const std::array<uint32_t, 3>& sides = volume_.size().sides;
    const auto width = static_cast<uint32_t>(2 * reach_ + 1);
    std::array<uint32_t, 3> counts{};
    for (size_t axis = 0; axis < 3; ++axis) counts[axis] = (sides[axis] + width - 1) / width;
    const VolumeSize places{counts};
    for (uint32_t i = 0; i < places.VoxelCount(); ++i) {
      Voxel at = places.VoxelOf(i);
      for (size_t axis = 0; axis < 3; ++axis) {
        const uint32_t middle = (2U * static_cast<uint32_t>(at.along[axis]) + 1) * sides[axis];
        at.along[axis] = static_cast<int32_t>(middle / (2 * counts[axis]));
      }
      if (left_.IsFree(at) && open_[room].IsFree(at)) WS_RETURN_IF_ERROR(Grow(at));
    }
    return absl::OkStatus();
  }

  absl::Status AddRest(int32_t room) {
    for (int32_t z = 0; z < static_cast<int32_t>(volume_.size().sides[2]); ++z) {
      for (int32_t y = 0; y < static_cast<int32_t>(volume_.size().sides[1]); ++y) {
        for (int32_t word = 0; word < static_cast<int32_t>(left_.row_words()); ++word) {
          const uint64_t open = open_[room].Word(word, y, z);
          while (const uint64_t left = open & left_.Word(word, y, z)) {
            WS_RETURN_IF_ERROR(Grow({{word * 64 + std::countr_zero(left), y, z}}));
          }
        }
      }
    }
    return absl::OkStatus();
  }

  bool Sees(uint32_t point, const Voxel& voxel) const {
    return Off(points_[point], voxel) <= reach_ &&
           !BlocksSight(volume_, volume_.MiddleOf(points_[point]), volume_.MiddleOf(voxel));
  }

  // Adds a key point, which takes the voxels left that it sees, from each to those beside it.
  absl::Status Grow(const Voxel& from) {
    const auto point = static_cast<uint32_t>(points_.size());
    points_.push_back(from);
    if (points_.size() > kMaxCandidates) return TooManyPoints();
    int32_t room = 0;
    while (room < reach_ && open_[room + 1].IsFree(from)) ++room;
    std::vector<Voxel> taken;
    const auto take = [&](const Voxel& voxel) {
      left_.SetBlocked(voxel);
      owners_[volume_.size().IdOf(voxel)] = point;
      taken.push_back(voxel);
    };
    take(from);
    for (size_t next = 0; next < taken.size(); ++next) {
      for (size_t side = 0; side < 6; ++side) {
        Voxel at = taken[next];
        at.along[side / 2] += side % 2 == 0 ? -1 : 1;
        if (!volume_.size().Contains(at) || !left_.IsFree(at)) continue;
        if (Off(from, at) <= room || Sees(point, at)) take(at);
      }
    }
    few_.push_back(taken.size() <= kFew ? std::move(taken) : std::vector<Voxel>());
    return absl::OkStatus();
  }

  Voxel CellOf(const Voxel& voxel) const {
    return {{voxel.along[0] / reach_, voxel.along[1] / reach_, voxel.along[2] / reach_}};
  }

  // Leaves out key points for few voxels if others see these, the last one first.
  void Thin() {
    std::map<Voxel, std::vector<uint32_t>> cells;
    for (uint32_t k = 0; k < points_.size(); ++k) cells[CellOf(points_[k])].push_back(k);
    std::vector<bool> is_kept(points_.size(), true);
    std::vector<uint32_t> others;
    for (auto k = static_cast<uint32_t>(points_.size()); k-- > 0;) {
      others.clear();
      for (const Voxel& voxel : few_[k]) {
        const std::optional<uint32_t> other = OtherThatSees(voxel, k, cells);
        if (!other) break;
        others.push_back(*other);
      }
      if (few_[k].empty() || others.size() < few_[k].size()) continue;
      is_kept[k] = false;
      std::erase(cells[CellOf(points_[k])], k);
      for (size_t i = 0; i < others.size(); ++i) {
        owners_[volume_.size().IdOf(few_[k][i])] = others[i];
        if (!few_[others[i]].empty()) few_[others[i]].push_back(few_[k][i]);
      }
    }
    for (uint32_t k = 0; k < points_.size(); ++k) {
      numbers_.push_back(static_cast<uint32_t>(kept_.size()));
      if (is_kept[k]) kept_.push_back(points_[k]);
    }
  }

  std::optional<uint32_t> OtherThatSees(const Voxel& voxel, uint32_t point,
                                        const std::map<Voxel, std::vector<uint32_t>>& cells) const {
    constexpr uint32_t kOwnCell = 13;
    uint32_t looks = 0;
    for (uint32_t i = 0; i < 27; ++i) {
      Voxel cell = CellOf(voxel);
      for (size_t axis = 0, place = (kOwnCell + i) % 27; axis < 3; ++axis, place /= 3) {
        cell.along[axis] += static_cast<int32_t>(place % 3) - 1;
      }
      const auto found = cells.find(cell);
      if (found == cells.end()) continue;
      for (const uint32_t other : found->second) {
        if (other != point && Sees(other, voxel)) return other;
        if (++looks == kMaxLooks) return std::nullopt;
      }
    }
    return std::nullopt;
  }

  const VolumeView& volume_;
  const int32_t reach_;
  VoxelBits left_;               // free, and nobody's yet
  std::vector<VoxelBits> open_;  // [room] free, like all around them as far as that
  std::vector<uint32_t> owners_;
  std::vector<Voxel> points_;
  std::vector<std::vector<Voxel>> few_;  // [point] what it sees, if that is little
  std::vector<Voxel> kept_;
  std::vector<uint32_t> numbers_;  // [point] in kept_
};

// Joins key points that see voxels side by side.
class PointJoiner {
 public:
  PointJoiner(const VolumeView& volume, const SightCover& cover)
      : volume_(volume), points_(cover.points()), arcs_(points_.size()) {
    for (uint32_t k = 0; k < points_.size(); ++k) numbers_[volume.size().IdOf(points_[k])] = k;
    std::unordered_set<uint64_t> pairs;
    ForEachFree(volume, [&](const Voxel& voxel) {
      const uint32_t owner = cover.OwnerOf(voxel);
      for (size_t axis = 0; axis < 3; ++axis) {
        Voxel beside = voxel;
        ++beside.along[axis];
        const uint32_t other = volume.IsFree(beside) ? cover.OwnerOf(beside) : owner;
        const auto [least, most] = std::minmax(owner, other);
        if (least != most) pairs.insert(uint64_t{least} << 32U | most);
      }
    });
    for (const uint64_t pair : pairs)
      AddLine(static_cast<uint32_t>(pair >> 32U), static_cast<uint32_t>(pair));
    std::ranges::sort(lines_, {}, &Line::Order);
  }

  absl::Status Join() {
    for (const Line& line : lines_) {
      if (!HasPath(line.from, line.to, kDetour * line.length)) AddArcs(line);
      if (points_.size() > kMaxVolumeKeyPoints) return TooManyPoints();
    }
    return absl::OkStatus();
  }

  SkeletonData Pack() const {
    LaunchGraph graph;
    std::vector<ThinArc> arcs;
    for (uint32_t k = 0; k < points_.size(); ++k) {
      LaunchPoint& point = graph.points.emplace_back();
      point.at = volume_.MiddleOf(points_[k]).ToFloat();
      point.poly = *volume_.PartOf(points_[k]);
      for (const Arc& arc : arcs_[k]) arcs.push_back({k, arc.to, kNoSkeletonLink, SkeletonArcKind::kWalk});
    }
    return PackSkeleton(graph, std::vector<bool>(points_.size(), true), arcs);
  }

 private:
  struct Line {
    uint32_t from;
    uint32_t to;
    double length;  // [voxels]
    std::vector<Voxel> turns;

    std::tuple<double, uint32_t, uint32_t> Order() const { return {length, from, to}; }
  };
  struct Arc {
    uint32_t to;
    double length;
  };

  // The straight line, or the shortest path. There is one: sight passes from voxel to voxel beside it.
  void AddLine(uint32_t from, uint32_t to) {
    Line line{from, to, Length(points_[from], points_[to]), {points_[from], points_[to]}};
    if (!IsLineFree(volume_, points_[from], points_[to])) {
      VolumeQuery query;
      query.start = points_[from];
      query.goal = points_[to];
      FindVolumePath(volume_, query, scratch_, path_);
      line.turns = path_.turns;
      line.length = InVoxels(path_.length);
    }
    lines_.push_back(std::move(line));
  }

  bool HasPath(uint32_t from, uint32_t to, double most) {
    search_.Begin(points_.size());
    search_.Reach(from, 0, from);
    for (uint32_t k = search_.Settle(); k != search_.kNone; k = search_.Settle()) {
      if (k == to) return true;
      for (const Arc& arc : arcs_[k]) {
        const double length = search_.CostOf(k) + arc.length;
        if (length <= most) search_.Reach(arc.to, length, k);
      }
    }
    return false;
  }

  void AddArcs(const Line& line) {
    uint32_t from = line.from;
    for (const Voxel& turn : PullTaut(volume_, line.turns, Deadline())) {
      const auto [known, is_new] =
          numbers_.try_emplace(volume_.size().IdOf(turn), static_cast<uint32_t>(points_.size()));
      const uint32_t to = known->second;
      if (is_new) points_.push_back(turn);
      arcs_.resize(points_.size());
      if (to != from && std::ranges::find(arcs_[from], to, &Arc::to) == arcs_[from].end()) {
        arcs_[from].push_back({to, Length(points_[from], turn)});
        arcs_[to].push_back({from, arcs_[from].back().length});
      }
      from = to;
    }
  }

  const VolumeView& volume_;
  std::vector<Voxel> points_;                       // of the cover, and turns between them
  std::unordered_map<uint32_t, uint32_t> numbers_;  // of points, by voxel
  std::vector<Line> lines_;
  std::vector<std::vector<Arc>> arcs_;  // [point]
  BestFirst<double> search_;
  VolumeSearchScratch scratch_;
  VolumePath path_;
};

}  // namespace

absl::StatusOr<SkeletonData> SkeletonOfVolume(const VolumeView& volume, int32_t reach) {
  if (volume.size().VoxelCount() > kMaxSkeletonVoxels) {
    return absl::ResourceExhaustedError(StrCat("it has more than ", kMaxSkeletonVoxels, " voxels"));
  }
  SightCover cover(volume, reach);
  WS_RETURN_IF_ERROR(cover.Fill());
  PointJoiner joiner(volume, cover);
  WS_RETURN_IF_ERROR(joiner.Join());
  SkeletonData data = joiner.Pack();
  const double voxel_m = volume.header().voxel_m;
  data.header.launch_point_count = volume.header().free_count;
  data.header.spacing_m = static_cast<float>((2 * reach + 1) * voxel_m);
  data.header.reach_m = static_cast<float>(std::numbers::sqrt3 * reach * voxel_m);
  BakeRoundWalk(data, WalkPasses(data.header.key_point_count));
  return data;
}

}  // namespace waystone
