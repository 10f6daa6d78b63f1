#include "bench/world/mesh_world_suite.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "bench/stopwatch.h"
#include "bench/world/joined_route.h"
#include "core/base/random.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/surface_queries.h"
#include "core/store/map_store.h"
#include "core/world_route/world_route.h"

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kMostRatio = 1.02;
constexpr double kLookEvery_m = 0.05;
// A path to a trigger ends this near to the place at which it crosses the trigger's sides.
constexpr double kEnd_m = 0.02;

struct MeshPair {
  WorldMapIndex from_map;
  NavLocation start;
  WorldMapIndex to_map;
  NavLocation goal;
};

class MeshWorldRace {
 public:
  MeshWorldRace(WorldStore& store, const WorldSuiteOptions& options)
      : store_(store), world_(store.world().view()), options_(options) {}

  absl::Status Run() {
    WS_RETURN_IF_ERROR(exact_.Open(store_));
    Random random(1);
    for (uint32_t i = 0; i < options_.pairs; ++i) {
      const MeshPair pair = Draw(random);
      WS_ASSIGN_OR_RETURN(const WorldRouteAnswer may_use, Answer(pair, WorldMode::kMayUse, may_use_us_));
      Compare(pair, may_use);
      WS_ASSIGN_OR_RETURN(const WorldRouteAnswer teleports,
                          Answer(pair, WorldMode::kWalkInTeleports, teleports_us_));
      if (teleports.status != RouteStatus::kComplete) continue;
      ++teleports_found_;
      Check(teleports);
    }
    return absl::OkStatus();
  }

  void Print(uint64_t loaded_bytes, const BenchLines& lines) const {
    lines.Print({{"maps", world_.maps().size()},
                 {"portals", world_.portals().size()},
                 {"pairs", options_.pairs},
                 {"found", ratios_.size()},
                 {"found_otherwise", otherwise_},
                 {"ratio_median", ratios_.empty() ? Json() : Json(Median(ratios_))},
                 {"ratio_max", ratios_.empty() ? Json() : Json(Percentile(ratios_, 1))},
                 {"portals_per_route", static_cast<double>(portals_) / static_cast<double>(ratios_.size())},
                 {"us", MedianAndP99(may_use_us_)},
                 {"teleports_found", teleports_found_},
                 {"teleports_us", MedianAndP99(teleports_us_)},
                 {"places_looked_at", looked_at_},
                 {"places_in_triggers", trespasses_},
                 {"portal_table_bytes", store_.world().TableBytes()},
                 {"bytes_resident", store_.world().TableBytes() + loaded_bytes}});
  }

  bool is_right() const {
    return otherwise_ == 0 && trespasses_ == 0 &&
           (ratios_.empty() || std::ranges::max(ratios_) <= kMostRatio);
  }

 private:
  MeshPair Draw(Random& random) const {
    const auto maps = static_cast<uint32_t>(world_.maps().size());
    MeshPair pair;
    pair.from_map = WorldMapIndex(random.NextBelow(maps));
    pair.to_map = WorldMapIndex(random.NextBelow(maps));
    pair.start = RandomPoint(*exact_.view(pair.from_map).navmesh, random);
    pair.goal = RandomPoint(*exact_.view(pair.to_map).navmesh, random);
    return pair;
  }

  absl::StatusOr<WorldRouteAnswer> Answer(const MeshPair& pair, WorldMode mode, std::vector<double>& us) {
    WorldRouteQuery query;
    query.start = {pair.from_map, pair.start.point + exact_.view(pair.from_map).manifest->origin};
    query.goals = {{pair.to_map, pair.goal.point + exact_.view(pair.to_map).manifest->origin}};
    query.mode = mode;
    absl::StatusOr<WorldRouteAnswer> answer = absl::UnknownError("");
    us.push_back(
        LeastMicrosecondsOf(options_.repeats, [&] { answer = PlanWorldRoute(store_, query, scratch_); }));
    return answer;
  }

  void Compare(const MeshPair& pair, const WorldRouteAnswer& answer) {
    const double exact_m = exact_.Cost_m(pair.from_map, pair.start, pair.to_map, pair.goal);
    const bool is_found = answer.status == RouteStatus::kComplete;
    if (is_found != std::isfinite(exact_m)) ++otherwise_;
    if (!is_found || !std::isfinite(exact_m) || exact_m == 0) return;
    double told_m = 0;
    for (const WorldStretch& stretch : answer.stretches) {
      told_m += stretch.walk.cost_m;
      if (!stretch.portal.IsNone()) told_m += world_.Portal(stretch.portal).cost_m;
    }
    portals_ += answer.stretches.size() - 1;
    ratios_.push_back(told_m / exact_m);
  }

  // Counts places in walk-in triggers that the path has to keep off. It may be in the trigger that it goes
  // to, in those that it starts in until it leaves them, and in any once it has come for good into the one
  // that it sets off at its end.
  void Check(const WorldRouteAnswer& answer) {
    for (const WorldStretch& stretch : answer.stretches) {
      const std::vector<Vec3> places = PlacesAlong(stretch.walk.points);
      const bool sets_off = stretch.portal.IsNone() && !answer.sets_off.IsNone();
      const size_t end = sets_off ? FirstOfLastStay(places, BoxOf(answer.sets_off)) : places.size();
      const WorldMap& map = world_.Map(stretch.map);
      for (uint32_t exit = map.first_exit; exit < map.first_exit + map.exit_count; ++exit) {
        if (world_.Portal(PortalId(exit)).kind != PortalKind::kWalkIn) continue;
        Check(std::span(places).first(end), BoxOf(PortalId(exit)), !stretch.portal.IsNone());
      }
    }
  }
  void Check(std::span<const Vec3> places, const Aabb& box, bool goes_to_trigger) {
    bool may_be_in = true;
    for (const Vec3& at : places) {
      ++looked_at_;
      const bool is_in = box.Contains(at);
      may_be_in = may_be_in && is_in;
      const bool is_end = goes_to_trigger && Distance(at, places.back()) < kEnd_m;
      if (is_in && !may_be_in && !is_end) ++trespasses_;
    }
  }

  Aabb BoxOf(PortalId portal) const {
    return {ToVec3(world_.Portal(portal).box_min), ToVec3(world_.Portal(portal).box_max)};
  }
  static std::vector<Vec3> PlacesAlong(const std::vector<Vec3>& points) {
    std::vector<Vec3> places = {points.front()};
    for (size_t i = 1; i < points.size(); ++i) {
      const Vec3 along = points[i] - points[i - 1];
      const int steps = std::max(1, static_cast<int>(std::ceil(Length(along) / kLookEvery_m)));
      for (int k = 1; k <= steps; ++k) {
        places.push_back(points[i - 1] + along * (static_cast<double>(k) / steps));
      }
    }
    return places;
  }
  // From there on all places lie in the box.
  static size_t FirstOfLastStay(const std::vector<Vec3>& places, const Aabb& box) {
    size_t first = places.size();
    while (first > 0 && box.Contains(places[first - 1])) --first;
    return first;
  }

  WorldStore& store_;
  const WorldView& world_;
  const WorldSuiteOptions& options_;
  Scratch scratch_;
  JoinedRoute exact_;
  std::vector<double> ratios_;
  std::vector<double> may_use_us_;
  std::vector<double> teleports_us_;
  uint64_t otherwise_ = 0;
  uint64_t portals_ = 0;
  uint64_t teleports_found_ = 0;
  uint64_t looked_at_ = 0;
  uint64_t trespasses_ = 0;
};

}  // namespace

absl::Status RunMeshWorldSuite(const WorldSuiteOptions& options, const BenchLines& lines) {
  MapStore maps(options.limits);
  WS_RETURN_IF_ERROR(maps.LoadFolder(options.packages_path).status());
  if (maps.World() == nullptr) return absl::NotFoundError(StrCat(options.packages_path, ": no world"));
  MeshWorldRace race(*maps.World(), options);
  WS_RETURN_IF_ERROR(race.Run());
  race.Print(maps.counts().loaded_bytes, lines);
  return race.is_right() ? absl::OkStatus() : absl::InternalError("not all answers are right");
}

}  // namespace waystone
