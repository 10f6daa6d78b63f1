#include "core/surface/volume/volume_portals.h"

#include <algorithm>
#include <limits>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/surface/navmesh/trigger_meshes.h"
#include "core/surface/search_end.h"
#include "core/surface/stored_walk.h"
#include "core/surface/volume/volume_route.h"
#include "core/surface/volume/volume_snap.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kHair = 1e-6;  // [voxels] more than sums of costs are rounded by

}  // namespace

absl::StatusOr<const VolumeTriggers*> TriggerVolumes::Of(WorldMode mode, const MapView& map,
                                                         std::span<const WorldPortal> exits,
                                                         const Deadline& deadline) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::unique_ptr<const VolumeTriggers>& triggers = triggers_[{map.variant->surface_variant, mode}];
  if (triggers == nullptr) {
    WS_ASSIGN_OR_RETURN(triggers,
                        VolumeTriggers::Make(VolumeOf(map), TriggerBoxesOf(exits, map.manifest->origin, mode),
                                             map.is_applied ? deadline : Deadline()));
    size_bytes_ += triggers->size_bytes();
  }
  return triggers.get();
}

RouteAnswer AnswerOfVolumeWalk(const MapView& map, const VolumePath& path, const NavLocation& from,
                               const std::optional<NavLocation>& to) {
  const VolumeView& volume = VolumeOf(map);
  SurfacePath route;
  route.outcome = path.outcome;
  route.expansions = path.expanded;
  return AnswerOfPath(route, RouteMethod::kVoxelJumps, [&](RouteAnswer& answer) {
    route.turns = {from};
    const bool is_move = path.turns.size() > 1;  // within one voxel nothing is in the way
    for (size_t i = 0; i < path.turns.size() && is_move; ++i) {
      route.turns.push_back({from.poly, volume.MiddleOf(path.turns[i])});
    }
    if (to.has_value()) route.turns.push_back(*to);
    route.cost_m = InVoxels(path.length) * volume.header().voxel_m;
    AppendVolumeRoute(map, route, {}, answer);
  });
}

absl::StatusOr<const VolumeTriggers*> VolumeWorldWalks::Triggers() const {
  return triggers_->Of(ground_.query->mode, ground_.view, ground_.Exits(), ground_.query->deadline);
}

absl::StatusOr<std::optional<NavLocation>> VolumeWorldWalks::PlaceOf(const WorldArrival& arrival) const {
  if (arrival.node == kNoGround) return std::nullopt;
  const Vec3 place = ToVec3(arrival.place) - ground_.view.manifest->origin;
  const Voxel voxel = volume_.VoxelAt(place);
  const std::optional<uint32_t> part = volume_.size().Contains(voxel) ? volume_.PartOf(voxel) : std::nullopt;
  if (part.has_value()) return NavLocation{PolyId(*part), place};
  if (ground_.view.is_applied) return std::nullopt;
  return absl::DataLossError(StrCat("world file: an arrival on map ",
                                    Quoted(ground_.world->MapId(ground_.map)), " is not in a free voxel"));
}

absl::StatusOr<std::optional<NavLocation>> VolumeWorldWalks::PlaceOfArrival(PortalId portal) {
  return PlaceOf(ground_.ArrivalOf(portal));
}

SnapResult VolumeWorldWalks::SnapTo(const Vec3& position, PlaceRole /*role*/) {
  return SnapToVolume(ground_.view, position, ground_.query->snap);
}

double VolumeWorldWalks::Cost_m(VoxelLength length) const {
  return InVoxels(length) * volume_.header().voxel_m;
}

// Those first that may be the cheapest with what is beyond.
RouteReason VolumeWorldWalks::FindEach(const std::vector<Candidate>& candidates, const WalkBounds& bounds,
                                       absl::FunctionRef<VolumePath(uint32_t, VoxelLength)> find,
                                       std::vector<VolumePath>& walks) const {
  const auto beyond_m = [&](uint32_t index) { return bounds.beyond_m.empty() ? 0 : bounds.beyond_m[index]; };
  std::vector<std::pair<double, uint32_t>> order;
  order.reserve(candidates.size());
  for (const Candidate& next : candidates) {
    order.emplace_back(Cost_m(next.least) + beyond_m(next.index), next.index);
  }
  std::sort(order.begin(), order.end());
  double most_m = bounds.below_cost_m;
  RouteReason limit = RouteReason::kNone;
  for (const auto& [least_m, index] : order) {
    const double voxels = (most_m - beyond_m(index)) / volume_.header().voxel_m * (1 + kHair) + kHair;
    if (least_m == kInfinite || voxels < 0) continue;
    constexpr double kMost = 1e7;  // longer than any path
    const double unit = static_cast<double>(kVoxelStepLengths[1]);
    const VolumePath& walk = walks[index] =
        find(index, voxels < kMost ? static_cast<VoxelLength>(voxels * unit) : kNoVoxelLength);
    if (limit == RouteReason::kNone) limit = LimitOf(walk.outcome);
    if (IsLate(walk.outcome)) break;
    const bool counts = walk.outcome == SearchOutcome::kFound && !bounds.beyond_m.empty();
    if (counts) most_m = std::min(most_m, Cost_m(walk.length) + beyond_m(index));
  }
  return limit;
}

absl::StatusOr<RouteReason> VolumeWorldWalks::FindHeads(const NavLocation& start, const WalkBounds& bounds,
                                                        std::vector<PortalHead>& heads) {
  start_ = start;
  const WorldMap& map = ground_.record();
  const Voxel from = volume_.VoxelAt(start.point);
  heads_.assign(map.exit_count, {});
  if (map.exit_count == 0) return RouteReason::kNone;
  WS_ASSIGN_OR_RETURN(const VolumeTriggers* const triggers, Triggers());
  std::vector<Candidate> exits;
  for (uint32_t exit = 0; exit < map.exit_count; ++exit) {
    const std::optional<VoxelBox>& box = triggers->BoxOf(exit);
    if (box.has_value()) exits.push_back({exit, LengthBetween(from, NearestOf(*box, from))});
  }
  const auto find = [&](uint32_t exit, VoxelLength below) {
    return triggers->WalkInto(exit, from, below, Limits(), *scratch_.Borrow<VolumeSearchScratch>());
  };
  const RouteReason limit = FindEach(exits, bounds, find, heads_);
  for (uint32_t exit = 0; exit < map.exit_count; ++exit) {
    if (heads_[exit].outcome != SearchOutcome::kFound) continue;
    heads.push_back({map.PortalOf(MapExitId(exit)), Cost_m(heads_[exit].length)});
  }
  return limit;
}

VolumePath VolumeWorldWalks::FindWalk(const NavLocation& start, const NavLocation& end, VoxelLength below) {
  const absl::StatusOr<const VolumeTriggers*> triggers = Triggers();
  if (triggers.ok()) {
    return (*triggers)->WalkTo(volume_.VoxelAt(start.point), volume_.VoxelAt(end.point), below, Limits(),
                               *scratch_.Borrow<VolumeSearchScratch>());
  }
  VolumePath late;
  late.outcome = LateOutcome(ground_.query->deadline);
  return late;
}

absl::StatusOr<RouteReason> VolumeWorldWalks::FindTails(const NavLocation& end, uint32_t goal,
                                                        const WalkBounds& bounds,
                                                        std::vector<PortalTail>& tails) {
  const WorldMap& map = ground_.record();
  const Voxel to = volume_.VoxelAt(end.point);
  std::vector<NavLocation> starts(map.arrival_count);
  std::vector<VolumePath> walks(map.arrival_count);
  std::vector<Candidate> arrivals;
  for (uint32_t i = 0; i < map.arrival_count; ++i) {
    WS_ASSIGN_OR_RETURN(const std::optional<NavLocation> start, PlaceOf(ground_.Arrivals()[i]));
    if (!start.has_value()) continue;
    starts[i] = *start;
    arrivals.push_back({i, LengthBetween(volume_.VoxelAt(start->point), to)});
  }
  const auto find = [&](uint32_t arrival, VoxelLength below) {
    return FindWalk(starts[arrival], end, below);
  };
  const RouteReason limit = FindEach(arrivals, bounds, find, walks);
  for (const PortalId portal : ground_.world->PortalsTo(ground_.map)) {
    const VolumePath& walk = walks[map.ArrivalOf(ground_.world->Portal(portal).arrival).value()];
    if (walk.outcome == SearchOutcome::kFound) tails.push_back({portal, Cost_m(walk.length), goal});
  }
  return limit;
}

absl::StatusOr<RouteAnswer> VolumeWorldWalks::WalkToPortal(PortalId exit) {
  return Draw(heads_[ground_.record().ExitOf(exit).value()], start_, std::nullopt);
}

// In the query's shape, if there is time for that.
RouteAnswer VolumeWorldWalks::Draw(VolumePath path, const NavLocation& start,
                                   const std::optional<NavLocation>& end) const {
  const RouteShape shape = ground_.query->shape;
  if (IsOverCells(shape) && path.turns.size() > 1) {
    const absl::StatusOr<const VolumeTriggers*> triggers = Triggers();
    if (triggers.ok()) path.turns = (*triggers)->Shaped(path.turns, shape, ground_.query->deadline);
  }
  return AnswerOfVolumeWalk(ground_.view, path, start, end);
}

// Stored points are floats: those in the middle of a voxel are hardly beside it.
// An end beside the middle of its voxel has the next point's: it may round onto a face, and so into another voxel.
Voxel VolumeWorldWalks::VoxelOf(const RouteAnswer& walk, size_t point) const {
  const auto local = [&](size_t k) { return walk.points[k] - ground_.view.manifest->origin; };
  const Voxel own = volume_.VoxelAt(local(point));
  const size_t last = walk.points.size() - 1;
  const bool is_end = last > 0 && (point == 0 || point == last);
  if (!is_end || Distance(local(point), volume_.MiddleOf(own)) < Nearly_m()) return own;
  return volume_.VoxelAt(local(point == 0 ? 1 : last - 1));
}

absl::Status VolumeWorldWalks::DrawStored(RouteAnswer& walk) {
  if (!IsOverCells(ground_.query->shape)) return absl::OkStatus();
  const Vec3& origin = ground_.view.manifest->origin;
  VolumePath path;
  for (size_t k = 0; k < walk.points.size(); ++k) {
    const Voxel voxel = VoxelOf(walk, k);
    if (!volume_.size().Contains(voxel) || !volume_.IsFree(voxel))
      return WalkIsNotFree(*ground_.world, ground_.map);
    if (path.turns.empty() || path.turns.back() != voxel) path.turns.push_back(voxel);
  }
  if (path.turns.size() < 2) return absl::OkStatus();
  path.outcome = SearchOutcome::kFound;
  const auto place_of = [&](const Vec3& point, const Voxel& voxel) {
    const Vec3 middle = volume_.MiddleOf(voxel);
    const Vec3 local = point - origin;
    return NavLocation{PolyId(*volume_.PartOf(voxel)), Distance(local, middle) < Nearly_m() ? middle : local};
  };
  const NavLocation start = place_of(walk.points.front(), path.turns.front());
  const NavLocation end = place_of(walk.points.back(), path.turns.back());
  RouteAnswer drawn = Draw(std::move(path), start, end);
  drawn.points.front() = walk.points.front();
  drawn.points.back() = walk.points.back();
  for (RouteLeg& leg : drawn.legs) leg.cost_m = walk.cost_m;
  walk.points = std::move(drawn.points);
  walk.legs = std::move(drawn.legs);
  walk.length_m = drawn.length_m;
  walk.plane_length_m = drawn.plane_length_m;
  return absl::OkStatus();
}

WalkToPlace VolumeWorldWalks::TellWalk(const NavLocation& start, const NavLocation& end) {
  VolumePath path = FindWalk(start, end, kNoVoxelLength);
  const bool sets_off = path.turns.size() > 1;
  const std::optional<uint32_t> box = sets_off ? (*Triggers())->SetOffAt(path.turns.back()) : std::nullopt;
  return Tell(Draw(std::move(path), start, end), box);
}

absl::StatusOr<WalkToPlace> VolumeWorldWalks::WalkFromPortal(PortalId portal, const NavLocation& end) {
  WS_ASSIGN_OR_RETURN(const std::optional<NavLocation> start, PlaceOfArrival(portal));
  return start.has_value() ? TellWalk(*start, end) : WalkToPlace{};
}

absl::StatusOr<WalkToPlace> VolumeWorldWalks::WalkDirectly(const NavLocation& start, const NavLocation& goal,
                                                           double /*below_cost_m*/) {
  return TellWalk(start, goal);
}

}  // namespace waystone
