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
    SnapTargets();
    for (size_t i = 0; i < query_.sources.size() && !is_late_; ++i) {
      row_ = i * query_.targets.size();
      const auto source =
          Snap(*map_.navmesh, query_.sources[i] - map_.manifest->origin, query_.snap, ws_.surface);
      if (!source.place) {
        const auto first = answer_.statuses.begin() + static_cast<ptrdiff_t>(row_);
        std::fill_n(first, query_.targets.size(), DistanceStatus::kSourceOffMesh);
      } else {
        AskZones(source.place->poly);
        if (!is_late_) MeasureRow(*source.place);
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

  void SnapTargets() {
    targets_.reserve(query_.targets.size());
    for (const Vec3& target : query_.targets) {
      if (targets_.size() % kSnapPollInterval == kSnapPollInterval - 1 && query_.deadline.Expired()) {
        is_late_ = true;
        return;
      }
      targets_.push_back(Snap(*map_.navmesh, target - map_.manifest->origin, query_.snap, ws_.surface).place);
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

  void MeasureRow(const NavLocation& source) {
    limit_m_ = max_m_;
    uint32_t expansions = 0;
    if (map_.hierarchy != nullptr && wanted_.size() > 1 && max_m_ > kExactUpTo_m) {
      expansions = ClimbRow(source);
      limit_m_ = kExactUpTo_m;
      KeepNear(source);
    }
    if (!is_late_ && expansions < query_.max_expansions)
      SearchRow(source, query_.max_expansions - expansions);
    answer_.expansions += expansions;
  }

  // All wanted targets by the hierarchy. The number of nodes settled.
  uint32_t ClimbRow(const NavLocation& source) {
    HierarchyDistances& distances = ws_.hierarchy_distances;
    const float limit_m = max_m_ == kInfinite ? std::numeric_limits<float>::infinity()
                                              : std::nextafter(static_cast<float>(max_m_), 1e30F);
    if (costs_m_.empty()) AddTargets(limit_m);
    if (is_late_) return 0;
    const uint64_t before = distances.settled();
    FindSeeds(*map_.navmesh, *map_.links, *map_.hierarchy, source, false, seeds_);
    distances.Measure(seeds_, limit_m, costs_m_);
    for (const Wanted& wanted : wanted_) {
      const double cost_m = costs_m_[wanted.target];
      const bool is_found = cost_m <= max_m_ && cost_m < kInfinite;
      Set(wanted.target, is_found ? DistanceStatus::kFound : DistanceStatus::kUnreachable,
          is_found ? cost_m : -1);
    }
    return static_cast<uint32_t>(distances.settled() - before);
  }

  // Each target climbs once, for all rows.
  void AddTargets(float limit_m) {
    HierarchyDistances& distances = ws_.hierarchy_distances;
    distances.Begin(*map_.hierarchy);
    for (const std::optional<NavLocation>& target : targets_) {
      seeds_.clear();
      if (target) FindSeeds(*map_.navmesh, *map_.links, *map_.hierarchy, *target, true, seeds_);
      distances.AddTarget(seeds_, limit_m);
      is_late_ = query_.deadline.Expired();
      if (is_late_) return;
    }
    answer_.expansions += distances.settled();
    costs_m_.resize(targets_.size());
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
  std::vector<std::optional<NavLocation>> targets_;
  std::vector<Wanted> wanted_;  // the nearest last
  size_t row_ = 0;              // where the row begins in the answer
  double limit_m_ =
      0;  // up to which the row is searched; what the hierarchy told stays where it is less than max_m_
  std::vector<HierarchySeed> seeds_;
  std::vector<float> costs_m_;  // of a row by the hierarchy; empty before its targets are added
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
