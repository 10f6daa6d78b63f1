#include "core/query/distance_matrix.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/query/field_checks.h"
#include "core/query/mesh_route.h"

namespace waystone {
namespace {

// Costs by the hierarchy are no more than this over the cheapest way's: looked at where a limit is near.
constexpr double kClimbSlack = 1.1;
constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kMaxDistance_m = 1e7;
constexpr uint32_t kMaxExpansions = 100'000'000;
constexpr uint32_t kFloodAfter = 256;      // [search nodes] of a source
constexpr uint32_t kLeastWork = 16;        // [search nodes] that one search is worth at least
constexpr size_t kSnapPollInterval = 4;    // [snaps]
constexpr size_t kZonePollInterval = 256;  // [look-ups]

absl::Status CheckList(const char* field, const std::vector<Vec3>& positions) {
  if (positions.empty()) return absl::InvalidArgumentError(StrCat(field, ": required"));
  for (size_t i = 0; i < positions.size(); ++i) {
    if (!positions[i].IsFinite()) return CheckFinite(StrCat(field, "[", i, "]"), positions[i]);
  }
  return absl::OkStatus();
}

absl::Status CheckQuery(const DistanceQuery& query) {
  WS_RETURN_IF_ERROR(CheckList("sources", query.sources));
  WS_RETURN_IF_ERROR(CheckList("targets", query.targets));
  WS_RETURN_IF_ERROR(CheckSnapOptions(query.snap));
  WS_RETURN_IF_ERROR(CheckCount("max_expansions", query.max_expansions, 1, kMaxExpansions));
  return CheckRange("max_distance_m", query.max_distance_m, 0, kMaxDistance_m);
}

class Matrix {
 public:
  Matrix(const MapView& map, const DistanceQuery& query, Workspace& workspace)
      : map_(map),
        query_(query),
        ws_(workspace),
        max_m_(query.max_distance_m == 0 ? kInfinite : query.max_distance_m) {
    const size_t size = query.sources.size() * query.targets.size();
    answer_.distance_m.assign(size, -1);
    answer_.statuses.assign(size, DistanceStatus::kLimitReached);
  }

  DistanceAnswer Measure() {
    SnapAll(query_.sources, sources_);
    SnapAll(query_.targets, targets_);
    const bool may_climb = map_.hierarchy != nullptr && max_m_ > kExactUpTo_m && targets_.size() > 1;
    if (may_climb && !is_late_) Climb();
    for (size_t i = 0; i < sources_.size() && !is_late_; ++i) {
      row_ = i * query_.targets.size();
      if (!sources_[i]) {
        const auto first = answer_.statuses.begin() + static_cast<ptrdiff_t>(row_);
        std::fill_n(first, query_.targets.size(), DistanceStatus::kSourceOffMesh);
      } else {
        AskZones(sources_[i]->poly);
        if (!is_late_) MeasureRow(*sources_[i]);
      }
      is_late_ = is_late_ || query_.deadline.Expired();
    }
    return std::move(answer_);
  }

 private:
  // A target within reach of the row's source.
  struct Wanted {
    double straight_m;
    size_t target;
  };

  void SnapAll(const std::vector<Vec3>& positions, std::vector<std::optional<NavLocation>>& places) {
    places.reserve(positions.size());
    for (const Vec3& position : positions) {
      if (places.size() % kSnapPollInterval == kSnapPollInterval - 1 && query_.deadline.Expired()) {
        is_late_ = true;
        return;
      }
      places.push_back(Snap(*map_.navmesh, position - map_.manifest->origin, query_.snap, ws_.surface).place);
    }
  }

  void Set(size_t target, DistanceStatus status, double distance_m = -1) {
    answer_.statuses[row_ + target] = status;
    answer_.distance_m[row_ + target] = distance_m;
  }

  // Fills wanted_, and the statuses of the others.
  void AskZones(PolyId source) {
    wanted_.clear();
    for (size_t j = 0; j < targets_.size(); ++j) {
      if (j % kZonePollInterval == kZonePollInterval - 1 && query_.deadline.Expired()) {
        is_late_ = true;
        return;
      }
      if (!targets_[j]) {
        Set(j, DistanceStatus::kTargetOffMesh);
      } else if (!map_.zones->Reaches(source.value(), targets_[j]->poly.value(), ws_.reach)) {
        Set(j, DistanceStatus::kUnreachable);
      } else {
        wanted_.push_back({0, j});
      }
    }
  }

  // Costs by the hierarchy from all sources to all targets, as many targets at a time as memory is meant for.
  // What is known when the deadline passes is kept.
  void Climb() {
    climbed_m_.assign(sources_.size() * targets_.size(), std::numeric_limits<float>::infinity());
    HierarchyDistances& distances = ws_.hierarchy_distances;
    std::vector<HierarchySeed> seeds;
    const auto limit_m = static_cast<float>(max_m_ * kClimbSlack);
    for (size_t first = 0; first < targets_.size() && !is_late_; first += HierarchyDistances::kMaxTargets) {
      const size_t count = std::min(targets_.size() - first, HierarchyDistances::kMaxTargets);
      distances.Begin(*map_.hierarchy);
      for (size_t j = first; j < first + count && !is_late_; ++j) {
        seeds.clear();
        if (targets_[j]) FindSeeds(*map_.navmesh, *map_.links, *map_.hierarchy, *targets_[j], true, seeds);
        distances.AddTarget(seeds, limit_m);
        is_late_ = query_.deadline.Expired();
      }
      for (size_t i = 0; i < sources_.size() && !is_late_; ++i) {
        if (!sources_[i]) continue;
        FindSeeds(*map_.navmesh, *map_.links, *map_.hierarchy, *sources_[i], false, seeds);
        distances.Measure(seeds, limit_m, std::span(climbed_m_).subspan(i * targets_.size() + first, count));
        is_late_ = query_.deadline.Expired();
      }
      answer_.expansions += distances.settled();
    }
  }

  void MeasureRow(const NavLocation& source) {
    limit_m_ = max_m_;
    if (!climbed_m_.empty()) {
      TakeClimbed(source);
      limit_m_ = kExactUpTo_m;
      KeepNear(source);
    }
    if (!is_late_) SearchRow(source, query_.max_expansions);
  }

  // What the hierarchy tells of the wanted targets. Of those whose cost is hardly more than is asked for, the
  // cheapest way may be less.
  void TakeClimbed(const NavLocation& source) {
    const bool line_is_least = map_.links->Shortcuts().empty();
    for (const Wanted& wanted : wanted_) {
      const NavLocation& target = *targets_[wanted.target];
      double cost_m = climbed_m_[row_ + wanted.target];
      if (line_is_least && source.poly == target.poly) {
        cost_m = std::min(cost_m, PlaneDistance(source.point, target.point));
      }
      if (cost_m > max_m_ && cost_m < kInfinite) {
        const MeshRouteOptions options{.max_expansions = query_.max_expansions,
                                       .max_cost_m = max_m_,
                                       .max_length_ratio = 1,
                                       .is_reachable = true,
                                       .deadline = query_.deadline};
        const MeshRoute found = FindMeshRoute(map_, source, target, options, ws_);
        answer_.expansions += found.route.expansions;
        if (found.basis == RouteBasis::kIncompleteSearch) continue;
        cost_m = found.IsBest() ? found.route.cost_m : kInfinite;
      }
      const bool is_found = cost_m <= max_m_ && cost_m < kInfinite;
      Set(wanted.target, is_found ? DistanceStatus::kFound : DistanceStatus::kUnreachable,
          is_found ? cost_m : -1);
    }
  }

  // Leaves as wanted what may be so near that the cheapest way is asked for.
  void KeepNear(const NavLocation& source) {
    if (!map_.links->Shortcuts().empty()) return;
    std::erase_if(wanted_, [&](const Wanted& wanted) {
      return PlaneDistance(source.point, targets_[wanted.target]->point) > kExactUpTo_m;
    });
  }

  // Searches the nearest targets one by one, and once that has cost something lets a flood follow with half
  // the effort: whichever is the better way for these targets, the row costs no more than thrice as much.
  void SearchRow(const NavLocation& source, uint32_t max_expansions) {
    for (Wanted& wanted : wanted_) {
      wanted.straight_m = PlaneDistance(source.point, targets_[wanted.target]->point);
    }
    std::sort(wanted_.begin(), wanted_.end(), [](const Wanted& a, const Wanted& b) {
      return a.straight_m != b.straight_m ? a.straight_m > b.straight_m : a.target > b.target;
    });
    uint32_t searched = 0;
    uint32_t flooded = 0;
    bool can_flood = true;  // its memory is not full
    while (!wanted_.empty() && !is_late_ && searched + flooded < max_expansions) {
      const uint32_t left = max_expansions - searched - flooded;
      // In few large steps: each looks at all that is wanted.
      const bool may_flood = can_flood && wanted_.size() > 1 && searched >= kFloodAfter;
      if (!may_flood || searched / 2 <= 2 * flooded) {
        searched += std::min(SearchNearest(source, left), left);
      } else {
        if (flooded == 0) ws_.distances.Begin(*map_.navmesh, *map_.links, map_.abilities, source);
        Flood(std::min(searched / 2, flooded + left));
        can_flood = ws_.distances.expansions() > flooded;
        flooded = ws_.distances.expansions();
      }
    }
    answer_.expansions += searched + flooded;
  }

  // The number of expansions, or what is about as much work.
  uint32_t SearchNearest(const NavLocation& source, uint32_t max_expansions) {
    const size_t target = wanted_.back().target;
    wanted_.pop_back();
    const MeshRouteOptions options{.max_expansions = max_expansions,
                                   .max_cost_m = limit_m_,
                                   .is_reachable = true,
                                   .deadline = query_.deadline};
    const MeshRoute found = FindMeshRoute(map_, source, *targets_[target], options, ws_);
    if (found.IsBest()) {
      Set(target, DistanceStatus::kFound, found.route.cost_m);
    } else if (found.basis != RouteBasis::kIncompleteSearch) {
      if (limit_m_ == max_m_) Set(target, DistanceStatus::kUnreachable);
    } else {
      is_late_ = found.reason != RouteReason::kExpansionLimit;
    }
    return std::max(found.route.expansions, kLeastWork);
  }

  // Grows the flood to so many expansions since it began, and takes what is known then.
  void Flood(uint32_t expansions) {
    DistanceFlood& flood = ws_.distances;
    FloodOptions options;
    options.max_expansions = expansions;
    options.deadline = query_.deadline;
    const FloodEnd end = flood.GrowTo(limit_m_, options);
    is_late_ = end == FloodEnd::kDeadline;
    std::erase_if(wanted_, [&](const Wanted& wanted) {
      const double distance_m = flood.DistanceTo(*targets_[wanted.target]);
      if (distance_m == kInfinite && end != FloodEnd::kWhole) return false;
      const bool is_found = distance_m != kInfinite;
      if (!is_found && limit_m_ < max_m_) return true;
      Set(wanted.target, is_found ? DistanceStatus::kFound : DistanceStatus::kUnreachable,
          is_found ? distance_m : -1);
      return true;
    });
  }

  const MapView& map_;
  const DistanceQuery& query_;
  Workspace& ws_;
  const double max_m_;
  std::vector<std::optional<NavLocation>> sources_;
  std::vector<std::optional<NavLocation>> targets_;
  std::vector<Wanted> wanted_;  // the nearest last
  size_t row_ = 0;              // where the row begins in the answer
  double limit_m_ =
      0;  // up to which the row is searched; what the hierarchy told stays where it is less than max_m_
  std::vector<float> climbed_m_;  // as DistanceAnswer::distance_m; empty where there is no hierarchy to climb
  bool is_late_ = false;
  DistanceAnswer answer_;
};

}  // namespace

absl::StatusOr<DistanceAnswer> MeasureDistances(const MapView& map, const DistanceQuery& query,
                                                Workspace& workspace) {
  WS_RETURN_IF_ERROR(CheckQuery(query));
  WS_RETURN_IF_ERROR(CheckHasNavmesh(map));
  return Matrix(map, query, workspace).Measure();
}

}  // namespace waystone
