#include "core/query/distance_matrix.h"

#include <algorithm>
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
constexpr size_t kTargetsSearched = 2;     // one by one; more of them are flooded to
constexpr double kFloodGrowth = 1.3;       // from limit to limit
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
    if (wanted_.size() > kTargetsSearched) return FloodRow(source);
    uint32_t expansions = 0;
    for (const Wanted& wanted : wanted_) {
      const MeshRouteOptions options{.max_expansions = query_.max_expansions - expansions,
                                     .max_cost_m = max_m_,
                                     .max_length_ratio = 1,
                                     .is_reachable = true,
                                     .deadline = query_.deadline};
      const MeshRoute found = FindMeshRoute(map_, source, *targets_[wanted.target], options, ws_);
      expansions = std::min(expansions + found.route.expansions, query_.max_expansions);
      if (found.IsBest()) {
        Set(wanted.target, DistanceStatus::kFound, found.route.cost_m);
      } else if (found.basis != RouteBasis::kIncompleteSearch) {
        Set(wanted.target, DistanceStatus::kUnreachable);
      }
    }
    answer_.expansions += expansions;
  }

  // Grows the flood until all wanted targets are known, or nothing farther counts.
  void FloodRow(const NavLocation& source) {
    for (Wanted& wanted : wanted_) {
      wanted.straight_m = PlaneDistance(source.point, targets_[wanted.target]->point);
    }
    const auto farther = [](const Wanted& a, const Wanted& b) { return a.straight_m < b.straight_m; };
    double limit_m = std::max_element(wanted_.begin(), wanted_.end(), farther)->straight_m;
    DistanceFlood& flood = ws_.distances;
    flood.Begin(*map_.navmesh, *map_.links, map_.abilities, source);
    FloodOptions options;
    options.max_expansions = query_.max_expansions;
    options.deadline = query_.deadline;
    FloodEnd end = FloodEnd::kWhole;
    while (!wanted_.empty() && end == FloodEnd::kWhole) {
      limit_m = std::min(limit_m, max_m_);
      end = flood.GrowTo(limit_m, options);
      std::erase_if(wanted_, [&](const Wanted& wanted) {
        const double distance_m = flood.DistanceTo(*targets_[wanted.target]);
        if (distance_m == kInfinite) return false;
        Set(wanted.target, DistanceStatus::kFound, distance_m);
        return true;
      });
      if (limit_m == max_m_) break;
      limit_m = flood.IsDone() ? max_m_ : std::max(limit_m, 1.0) * kFloodGrowth;
    }
    answer_.expansions += flood.expansions();
    if (end != FloodEnd::kWhole) return;
    for (const Wanted& wanted : wanted_) Set(wanted.target, DistanceStatus::kUnreachable);
  }

  const MapView& map_;
  const DistanceQuery& query_;
  Workspace& ws_;
  const double max_m_;
  std::vector<std::optional<NavLocation>> targets_;
  std::vector<Wanted> wanted_;
  size_t row_ = 0;  // where the row begins in the answer
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
