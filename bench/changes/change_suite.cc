#include "bench/changes/change_suite.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "bake/contraction/hierarchy_builder.h"
#include "bench/changes/by_reference.h"
#include "bench/navmesh/pair_sampler.h"
#include "bench/stopwatch.h"
#include "core/base/random.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/move/move_validator.h"
#include "core/navmesh/edge_point_search.h"
#include "core/place/resource_placer.h"
#include "core/route/route_planner.h"
#include "core/store/loaded_map.h"
#include "core/surface/navmesh/navmesh_surface.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

constexpr double kMostCost = 1.015;  // mean, over the exact search's
constexpr double kWorstCost = 1.04;
constexpr uint32_t kBlockedPolys = 100;
constexpr uint32_t kObstacles = 64;
constexpr uint32_t kDoors = 20;
constexpr uint32_t kOnRoute = 4;
constexpr uint32_t kMoves = 400;
constexpr uint32_t kPlacements = 100;
constexpr double kMostOfMoves = 2;  // median time of moves and placements with obstacles, over that without
constexpr double kClearance_m = 0.3;
constexpr uint8_t kMud = 2;
constexpr uint8_t kRoad = 3;
constexpr double kFirstAnswer_us = 400'000;  // by costs that no profile has
constexpr double kMostExtra_us = 5;          // median, of a set that is named

// A smooth random height over the plane, 0 to 1, with hills some `size_m` apart.
double Hills(Vec2 at, double size_m) {
  const auto corner = [](double x, double z) {
    return Random(static_cast<uint64_t>(static_cast<int64_t>(x) * 1'000'003 + static_cast<int64_t>(z)))
        .NextInRange(0, 1);
  };
  const auto smooth = [](double t) { return t * t * (3 - 2 * t); };
  const Vec2 cell{std::floor(at.x / size_m), std::floor(at.z / size_m)};
  const double x = smooth(at.x / size_m - cell.x);
  const double z = smooth(at.z / size_m - cell.z);
  const double near = corner(cell.x, cell.z) * (1 - x) + corner(cell.x + 1, cell.z) * x;
  const double far = corner(cell.x, cell.z + 1) * (1 - x) + corner(cell.x + 1, cell.z + 1) * x;
  return near * (1 - z) + far * z;
}

// The polygons of a mesh on ground of three kinds: patches of mud of some ten metres, and roads 6 m wide, 150 m
// apart. The hierarchy does not know of them.
std::vector<NavPoly> WithGround(const NavmeshView& mesh) {
  std::vector<NavPoly> polys(mesh.arrays().polys.begin(), mesh.arrays().polys.end());
  for (uint32_t p = 0; p < polys.size(); ++p) {
    Vec2 sum;
    for (const NavEdge& edge : mesh.edges(PolyId(p)))
      sum = sum + Vec3(mesh.vertex(VertexId(edge.vertex))).Plane();
    const Vec2 at = sum * (1.0 / polys[p].edge_count);
    const double bend_m = 15 * Hills(at, 60);
    const auto to_road = [&](double along) { return std::abs(std::remainder(along + bend_m, 150)); };
    polys[p].area = Hills(at, 40) > 0.62 ? kMud : 1;
    if (std::min(to_road(at.x), to_road(at.z)) < 3) polys[p].area = kRoad;
  }
  return polys;
}

struct Pair {
  NavLocation start;
  NavLocation goal;
  RouteAnswer unchanged;
  double unchanged_us;
};

// A kind of change, and what it may take.
struct Case {
  const char* name;
  const char* where;
  double most_ratio;    // median time over that of unchanged routes, which are asked likewise
  bool is_second_time;  // the same request is measured, again at once
  std::function<RouteChanges(const Pair&)> draw;
  // A profile that the map is baked for first.
  std::vector<AreaFactor> named_costs = {};
  double named_clearance_m = 0;
};

class ChangeSuite {
 public:
  ChangeSuite(const MapView& map, const ChangeSuiteOptions& options, const BenchLines& lines)
      : map_(map), baked_(map.surface), options_(options), lines_(lines), random_(options.seed) {}

  absl::Status Run() {
    WS_RETURN_IF_ERROR(DrawPairs());
    WS_RETURN_IF_ERROR(MeasureNamedSet());
    for (const Case& one : Cases()) {
      WS_RETURN_IF_ERROR(BakeFor(one.named_costs, one.named_clearance_m));
      WS_RETURN_IF_ERROR(Measure(one));
    }
    WS_RETURN_IF_ERROR(MeasureMovesAndPlaces());
    lines_.Print({{"map", map_.manifest->map_id},
                  {"pairs", pairs_.size()},
                  {"unchanged_first_us", MedianAndP99(unchanged_first_us_)},
                  {"unchanged_us", MedianAndP99(unchanged_us_)},
                  {"short", short_}});
    if (short_ == 0) return absl::OkStatus();
    return absl::FailedPreconditionError(StrCat(short_, " rows fall short"));
  }

 private:
  absl::Status DrawPairs() {
    PairSampler sampler(map_, options_.seed);
    for (const LengthBucket& bucket : {LengthBucket{1000, 2000}, LengthBucket{50, 1000}}) {
      for (const RoutePair& drawn : sampler.Draw(bucket, options_.pairs)) {
        Pair pair{drawn.start, drawn.goal, {}, 0};
        const RouteQuery query = QueryFor(pair, {});
        WS_ASSIGN_OR_RETURN(pair.unchanged, PlanRoute(map_, query, scratch_));
        absl::StatusOr<RouteAnswer> again;
        pair.unchanged_us = CpuMicrosecondsOf([&] { again = PlanRoute(map_, query, scratch_); });
        unchanged_us_.push_back(pair.unchanged_us);
        pairs_.push_back(std::move(pair));
      }
      if (!pairs_.empty()) return AskAllOnce();
    }
    return absl::FailedPreconditionError("the map has no routes of 50 m or more");
  }

  // Each after the others, as the changed routes are asked for the first time.
  absl::Status AskAllOnce() {
    for (const Pair& pair : pairs_) {
      absl::Status asked;
      const RouteQuery query = QueryFor(pair, {});
      unchanged_first_us_.push_back(
          CpuMicrosecondsOf([&] { asked = PlanRoute(map_, query, scratch_).status(); }));
      WS_RETURN_IF_ERROR(asked);
    }
    return absl::OkStatus();
  }

  RouteQuery QueryFor(const Pair& pair, RouteChanges changes) const {
    RouteQuery query;
    query.start = pair.start.point + map_.manifest->origin;
    query.goals = {pair.goal.point + map_.manifest->origin};
    query.shape = RouteShape::kTurningPoints;
    query.changes = std::move(changes);
    return query;
  }

  std::vector<Case> Cases() {
    const auto polys = [this](const Pair& pair, bool on_route) {
      RouteChanges changes;
      for (uint32_t i = 0; i < kBlockedPolys; ++i) {
        const bool is_near = on_route && i < kOnRoute;
        const NavLocation place = is_near ? OnRoute(pair) : RandomPoint(*map_.navmesh, random_);
        if (place.poly != pair.start.poly && place.poly != pair.goal.poly)
          changes.blocked_polys.push_back(place.poly);
      }
      return changes;
    };
    const auto solids = [this](const Pair& pair, bool on_route, uint32_t count, bool are_doors) {
      RouteChanges changes;
      for (uint32_t i = 0; i < count; ++i) {
        const bool is_near = on_route && i < kOnRoute;
        const Vec3 at = (is_near ? OnRoute(pair) : RandomPoint(*map_.navmesh, random_)).point;
        const Solid solid = are_doors ? DoorAt(at) : SolidAt(at);
        const bool is_at_end = Distance(at, pair.start.point) < 10 || Distance(at, pair.goal.point) < 10;
        if (!is_at_end) changes.solids.push_back(solid);
      }
      return changes;
    };
    const auto obstacles = [solids](const Pair& pair, bool on_route) {
      return solids(pair, on_route, kObstacles, false);
    };
    // What a closed door with a volume is to a request.
    const auto doors = [solids](const Pair& pair, bool on_route) {
      return solids(pair, on_route, kDoors, true);
    };
    const auto area_costs = [](std::vector<AreaFactor> factors) {
      return [factors = std::move(factors)](const Pair& /*pair*/) {
        RouteChanges changes;
        changes.area_factors = factors;
        return changes;
      };
    };
    std::vector<AreaFactor> even;
    for (uint8_t area = 1; area <= kRoad; ++area) even.push_back({area, 1.5});
    const auto clearance = [](const Pair& /*pair*/) {
      RouteChanges changes;
      changes.min_clearance_m = kClearance_m;
      return changes;
    };
    const auto anywhere = [](const auto& draw) {
      return [draw](const Pair& pair) { return draw(pair, false); };
    };
    const auto on_route = [](const auto& draw) {
      return [draw](const Pair& pair) { return draw(pair, true); };
    };
    return {{"blocked_polys", "anywhere", 4, false, anywhere(polys)},
            {"blocked_polys", "on_route", 4, false, on_route(polys)},
            {"obstacles", "anywhere", 4, false, anywhere(obstacles)},
            {"obstacles", "on_route", 4, false, on_route(obstacles)},
            {"doors", "anywhere", 4, false, anywhere(doors)},
            {"doors", "on_route", 4, false, on_route(doors)},
            {"by_reference", "anywhere", 1.5, true, anywhere(obstacles)},
            {"by_reference", "on_route", 1.5, true, on_route(obstacles)},
            {"area_costs", "all_ground", 1.5, true, area_costs(even)},
            {"area_costs", "deep_mud_unnamed", kFirstAnswer_us / Median(unchanged_us_), true,
             area_costs({{kMud, 4}})},
            {"area_costs", "dearer_mud", 1.5, true, area_costs({{kMud, 1.5}}), {{kMud, 1.5}}},
            {"area_costs", "deep_mud", 1.5, true, area_costs({{kMud, 4}}), {{kMud, 4}}},
            {"area_costs", "cheaper_roads", 1.5, true, area_costs({{kRoad, 0.5}}), {{kRoad, 0.5}}},
            {"clearance", "unnamed", kFirstAnswer_us / Median(unchanged_us_), true, clearance},
            {"clearance", "anywhere", 1.5, true, clearance, {}, kClearance_m}};
  }

  // Gives the map the hierarchy of a cost profile; as it was baked if there are neither costs nor a clearance.
  absl::Status BakeFor(const std::vector<AreaFactor>& factors, double clearance_m) {
    map_.surface = baked_;
    if (factors.empty() && clearance_m == 0) return absl::OkStatus();
    GroundCosts costs;
    for (const AreaFactor& factor : factors) costs.Set(factor.area, factor.factor);
    WS_ASSIGN_OR_RETURN(priced_data_, BuildHierarchy(*map_.navmesh, *map_.links, map_.abilities,
                                                     {.min_polygons = 0}, 0, nullptr, {costs, clearance_m}));
    WS_ASSIGN_OR_RETURN(const HierarchyView view,
                        HierarchyView::Create(priced_data_, *map_.navmesh, *map_.links));
    priced_.assign(1, {costs, view, clearance_m});
    priced_surface_ = SurfaceWithPrices(map_, priced_);
    map_.surface = priced_surface_.get();
    return absl::OkStatus();
  }

  Solid SolidAt(const Vec3& at) {
    Solid solid;
    solid.min_y = at.y - 0.5;
    solid.max_y = at.y + 2;
    if (random_.NextBelow(2) == 0) {
      solid.corners = {at.Plane()};
      solid.radius_m = random_.NextInRange(0.5, 3);
      return solid;
    }
    const double half_m = random_.NextInRange(0.5, 6);
    solid.corners = BoxAt(at.Plane(), half_m, random_.NextInRange(0.2, 1));
    return solid;
  }
  Solid DoorAt(const Vec3& at) {
    Solid solid;
    solid.min_y = at.y - 0.5;
    solid.max_y = at.y + 3;
    solid.corners = BoxAt(at.Plane(), random_.NextInRange(0.5, 2), 0.1);
    return solid;
  }
  // A box turned at random, half its sides long.
  std::vector<Vec2> BoxAt(Vec2 middle, double half_m, double half_width_m) {
    const double yaw = random_.NextInRange(0, 3);
    const Vec2 along = Vec2{std::cos(yaw), std::sin(yaw)} * half_m;
    const Vec2 aside = Vec2{-std::sin(yaw), std::cos(yaw)} * half_width_m;
    return {middle - along - aside, middle + along - aside, middle + along + aside, middle - along + aside};
  }

  // A place of the unchanged route's.
  NavLocation OnRoute(const Pair& pair) {
    const std::vector<Vec3>& points = pair.unchanged.points;
    const uint32_t k = random_.NextBelow(static_cast<uint32_t>(points.size() - 1));
    const Vec3 at =
        points[k] + (points[k + 1] - points[k]) * random_.NextInRange(0.1, 0.9) - map_.manifest->origin;
    const auto snapped = map_.surface->SnapTo(map_, at, {}, PlaceRole::kArrive, nullptr, scratch_);
    return snapped.place ? *snapped.place : pair.goal;
  }

  // [us] How long each of some calls takes.
  template <typename Ask>
  static std::vector<double> TimesOf(uint32_t count, const Ask& ask) {
    std::vector<double> us;
    for (uint32_t i = 0; i < count; ++i) us.push_back(CpuMicrosecondsOf([&] { ask(i); }));
    return us;
  }
  void PrintTimes(const char* name, const std::vector<double>& none, const std::vector<double>& with) {
    const double ratio = Median(with) / Median(none);
    short_ += ratio > kMostOfMoves ? 1 : 0;
    lines_.Print({{"case", name},
                  {"where", "obstacles"},
                  {"n", none.size()},
                  {"ratio_to_unchanged", ratio},
                  {"us", MedianAndP99(with)},
                  {"none_us", MedianAndP99(none)}});
  }

  // Steps of some metres, and placements of ten positions, with a set of obstacles that was used before.
  absl::Status MeasureMovesAndPlaces() {
    RouteChanges obstacles;
    for (uint32_t i = 0; i < kObstacles; ++i)
      obstacles.solids.push_back(SolidAt(RandomPoint(*map_.navmesh, random_).point));
    obstacles.Share();
    std::vector<std::array<Vec3, 2>> steps;
    while (steps.size() < kMoves) {
      const NavLocation from = RandomPoint(*map_.navmesh, random_);
      const Vec3 aside(random_.NextInRange(-3, 3), 0, random_.NextInRange(-3, 3));
      const auto to =
          map_.surface->SnapTo(map_, from.point + aside, {}, PlaceRole::kArrive, nullptr, scratch_);
      if (to.place)
        steps.push_back({from.point + map_.manifest->origin, to.place->point + map_.manifest->origin});
    }
    absl::Status failed;
    const auto move = [&](uint32_t i, const RouteChanges* changes) {
      MoveQuery query;
      query.samples = steps[i];
      query.changes = changes;
      failed.Update(ValidateMove(map_, query, scratch_).status());
    };
    move(0, &obstacles);
    const auto none = TimesOf(kMoves, [&](uint32_t i) { move(i, nullptr); });
    PrintTimes("moves", none, TimesOf(kMoves, [&](uint32_t i) { move(i, &obstacles); }));
    PlaceQuery query;
    query.count = 10;
    const auto place = [&](uint32_t seed) {
      query.seed = seed;
      failed.Update(PlaceResource(map_, query, scratch_).status());
    };
    const auto no_places = TimesOf(kPlacements, place);
    query.terms.changes = obstacles;
    place(0);
    PrintTimes("places", no_places, TimesOf(kPlacements, place));
    return failed;
  }

  // Of the exact search over the changed map; infinite if there is no path.
  absl::StatusOr<double> ExactCost(const RouteQuery& query) {
    RouteQuery exact = query;
    exact.max_length_ratio = 1;
    exact.max_expansions = 100'000'000;
    WS_ASSIGN_OR_RETURN(const RouteAnswer answer, PlanRoute(map_, exact, scratch_));
    return answer.status == RouteStatus::kComplete ? answer.cost_m : std::numeric_limits<double>::infinity();
  }

  absl::Status Measure(const Case& one) {
    std::vector<double> us;
    std::vector<double> first_us;
    std::vector<double> cost_ratios;
    uint32_t partial = 0;
    for (size_t i = 0; i < pairs_.size(); ++i) {
      const RouteQuery query = QueryFor(pairs_[i], one.draw(pairs_[i]));
      absl::StatusOr<RouteAnswer> answer;
      first_us.push_back(CpuMicrosecondsOf([&] { answer = PlanRoute(map_, query, scratch_); }));
      us.push_back(one.is_second_time ? CpuMicrosecondsOf([&] { answer = PlanRoute(map_, query, scratch_); })
                                      : first_us.back());
      WS_RETURN_IF_ERROR(answer.status());
      const bool is_whole = answer->status == RouteStatus::kComplete;
      if (is_whole && i >= options_.exact_samples) continue;
      WS_ASSIGN_OR_RETURN(const double exact_m, ExactCost(query));
      if (is_whole) {
        cost_ratios.push_back(answer->cost_m / exact_m);
      } else if (std::isfinite(exact_m)) {
        ++partial;
      }
    }
    const double ratio = Median(us) / Median(one.is_second_time ? unchanged_us_ : unchanged_first_us_);
    const double mean_cost = cost_ratios.empty() ? 1 : Mean(cost_ratios);
    const double worst_cost =
        cost_ratios.empty() ? 1 : *std::max_element(cost_ratios.begin(), cost_ratios.end());
    const bool is_short =
        partial > 0 || ratio > one.most_ratio || mean_cost > kMostCost || worst_cost > kWorstCost;
    short_ += is_short ? 1 : 0;
    lines_.Print({{"case", one.name},
                  {"where", one.where},
                  {"n", pairs_.size()},
                  {"partial", partial},
                  {"ratio_to_unchanged", ratio},
                  {"mean_cost_ratio", mean_cost},
                  {"max_cost_ratio", worst_cost},
                  {"first_us", MedianAndP99(first_us)},
                  {"us", MedianAndP99(us)}});
    return absl::OkStatus();
  }

  // A set that the server keeps and that no route touches.
  absl::Status MeasureNamedSet() {
    std::vector<std::pair<Vec3, Vec3>> ends;
    for (const Pair& pair : pairs_) {
      ends.emplace_back(pair.start.point + map_.manifest->origin, pair.goal.point + map_.manifest->origin);
    }
    WS_ASSIGN_OR_RETURN(
        const ByReferenceTimes times,
        MeasureByReference(
            ends, {.package_path = options_.package_path, .agent = options_.agent, .seed = options_.seed}));
    short_ += Median(times.extra_us) > kMostExtra_us ? 1 : 0;
    lines_.Print({{"case", "by_reference"},
                  {"where", "untouched"},
                  {"n", times.none_us.size()},
                  {"closures", times.closures},
                  {"extra_us", MedianAndP99(times.extra_us)},
                  {"none_us", MedianAndP99(times.none_us)},
                  {"in_full_extra_us", times.in_full_extra_us}});
    return absl::OkStatus();
  }

  MapView map_;
  const SearchSurface* const baked_;
  HierarchyData priced_data_;
  std::vector<PricedHierarchy> priced_;
  std::unique_ptr<const SearchSurface> priced_surface_;
  const ChangeSuiteOptions& options_;
  const BenchLines& lines_;
  Random random_;
  Scratch scratch_;
  std::vector<Pair> pairs_;
  std::vector<double> unchanged_first_us_;  // in one go over all pairs
  std::vector<double> unchanged_us_;        // asked again at once
  uint32_t short_ = 0;
};

}  // namespace

absl::Status RunChangeSuite(const ChangeSuiteOptions& options, const BenchLines& lines) {
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const LoadedMap> map, LoadedMap::Load(options.package_path));
  WS_ASSIGN_OR_RETURN(MapView view, map->View(options.agent));
  const std::vector<NavPoly> polys = WithGround(*view.navmesh);
  NavmeshArrays arrays = view.navmesh->arrays();
  arrays.polys = polys;
  const NavmeshView mesh = NavmeshView::Derived(arrays);
  view.navmesh = &mesh;
  return ChangeSuite(view, options, lines).Run();
}

}  // namespace waystone
