#include "core/query/distance_matrix.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/query/field_checks.h"
#include "core/query/mesh_route.h"
#include "core/query/waypoint_distances.h"

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
    SnapAll(query_.sources, sources_);
    SnapAll(query_.targets, targets_);
    may_climb_ = map_.hierarchy != nullptr && max_m_ > kExactUpTo_m && targets_.size() > 1;
    const size_t block = may_climb_ ? HierarchyDistances::kMaxTargets : targets_.size();
    for (first_ = 0; first_ < targets_.size() && !is_late_; first_ += count_) {
      count_ = std::min(block, targets_.size() - first_);
      if (may_climb_) AddTargets();
      for (size_t i = 0; i < sources_.size() && !is_late_; ++i) {
        row_ = i * targets_.size();
        MeasureRow(sources_[i]);
        is_late_ = is_late_ || query_.deadline.Expired();
      }
      if (may_climb_) answer_.expansions += ws_.hierarchy_distances.settled();
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

  // The block's targets climb the hierarchy once, for all rows.
  void AddTargets() {
    HierarchyDistances& distances = ws_.hierarchy_distances;
    distances.Begin(*map_.hierarchy);
    is_climbed_.assign(count_, true);
    for (size_t j = 0; j < count_ && !is_late_; ++j) {
      const std::optional<NavLocation>& target = targets_[first_ + j];
      seeds_.clear();
      if (target) FindSeeds(*map_.navmesh, *map_.links, *map_.hierarchy, *target, true, seeds_);
      is_climbed_[j] = distances.AddTarget(seeds_, LimitOfClimbs_m(), Limits());
      is_late_ = query_.deadline.Expired();
    }
    climbed_m_.resize(count_);
  }
  HierarchyLimits Limits() const { return {query_.max_expansions, query_.deadline}; }
  // What costs more is not looked at, but for rounding.
  float LimitOfClimbs_m() const {
    return max_m_ == kInfinite ? std::numeric_limits<float>::infinity()
                               : std::nextafter(static_cast<float>(max_m_), 1e30F);
  }

  void MeasureRow(const std::optional<NavLocation>& source) {
    if (!source) {
      for (size_t j = first_; j < first_ + count_; ++j) Set(j, DistanceStatus::kSourceOffMesh);
      return;
    }
    AskZones(source->poly);
    if (is_late_) return;
    if (!may_climb_) return SearchRow(*source, max_m_);
    if (!Climb(*source)) return;
    // Near ones, and those that only the hierarchy holds to be too far, by searches.
    std::vector<Wanted> doubtful;
    doubtful.swap(wanted_);
    const auto is_set = [&](const Wanted& w) {
      return answer_.statuses[row_ + w.target] == DistanceStatus::kFound;
    };
    std::copy_if(doubtful.begin(), doubtful.end(), std::back_inserter(wanted_), is_set);
    std::erase_if(doubtful, is_set);
    SearchRow(*source, kExactUpTo_m);
    wanted_ = std::move(doubtful);
    SearchRow(*source, max_m_);
  }

  // Fills wanted_, and the statuses of the block's other targets.
  void AskZones(PolyId source) {
    wanted_.clear();
    for (size_t j = first_; j < first_ + count_; ++j) {
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

  // Takes what the hierarchy tells of the wanted targets. Those stay wanted that may be so near that the
  // cheapest way is asked for, and those that it knows no way to that is short enough: there may be one.
  // False where a limit came first.
  bool Climb(const NavLocation& source) {
    FindSeeds(*map_.navmesh, *map_.links, *map_.hierarchy, source, false, seeds_);
    if (!ws_.hierarchy_distances.Measure(seeds_, LimitOfClimbs_m(), Limits(), climbed_m_)) return false;
    const bool line_is_least = map_.links->Shortcuts().empty();
    std::erase_if(wanted_, [&](const Wanted& wanted) {
      const NavLocation& target = *targets_[wanted.target];
      const double line_m = line_is_least ? PlaneDistance(source.point, target.point) : 0;
      double cost_m = climbed_m_[wanted.target - first_];
      if (line_is_least && source.poly == target.poly) cost_m = line_m;
      if (cost_m < kInfinite && cost_m <= max_m_) {
        Set(wanted.target, DistanceStatus::kFound, cost_m);
        return line_m > kExactUpTo_m;
      }
      if (!is_climbed_[wanted.target - first_]) return true;
      if (line_m <= max_m_) return false;
      Set(wanted.target, DistanceStatus::kUnreachable);
      return true;
    });
    return true;
  }

  // Searches the nearest targets one by one, and once that has cost something lets a flood follow with half
  // the effort: whichever is the better way for these targets, the row costs no more than thrice as much.
  // Nothing is told of targets that cost more than `limit_m`, but where that is all that is asked for.
  void SearchRow(const NavLocation& source, double limit_m) {
    limit_m_ = limit_m;
    const uint32_t max_expansions = query_.max_expansions;
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
                                   .max_length_ratio = may_climb_ ? 1.0 : 0.0,
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
  size_t first_ = 0;            // targets [first_, first_ + count_) are measured together
  size_t count_ = 0;
  size_t row_ = 0;          // where the source's row begins in the answer
  double limit_m_ = 0;      // up to which the row is searched
  bool may_climb_ = false;  // by the hierarchy:
  std::vector<HierarchySeed> seeds_;
  std::vector<bool> is_climbed_;  // by target of the block; false where a limit came first
  std::vector<float> climbed_m_;  // likewise, from the row's source
  bool is_late_ = false;
  DistanceAnswer answer_;
};

}  // namespace

absl::StatusOr<DistanceAnswer> MeasureDistances(const MapView& map, const DistanceQuery& query,
                                                Workspace& workspace) {
  WS_RETURN_IF_ERROR(CheckQuery(query));
  if (map.waypoints != nullptr) return MeasureWaypointDistances(map, query, workspace);
  return Matrix(map, query, workspace).Measure();
}

}  // namespace waystone
