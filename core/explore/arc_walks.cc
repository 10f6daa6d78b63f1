#include "core/explore/arc_walks.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/navmesh/clearance_check.h"
#include "core/navmesh/surface_walk.h"
#include "core/navmesh/weighted_line.h"
#include "core/surface/area_costs.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

// [m] A straight walk that ends this far above or below its target has ended on another floor.
constexpr double kSameFloor_m = 0.5;
// [search nodes] Of a search with clearance, which takes some microseconds for each.
constexpr uint32_t kMostExpansions = 50'000;

NavLocation StartOfLink(const NavLink& link) {
  return {PolyId(link.start_poly), Vec3(link.start[0], link.start[1], link.start[2])};
}
NavLocation EndOfLink(const NavLink& link) {
  return {PolyId(link.end_poly), Vec3(link.end[0], link.end[1], link.end[2])};
}

double PlaneLengthOf(std::span<const NavLocation> turns) {
  double length_m = 0;
  for (size_t i = 1; i < turns.size(); ++i) length_m += PlaneDistance(turns[i - 1].point, turns[i].point);
  return length_m;
}

}  // namespace

double LengthOf(const SurfacePath& path) {
  double length_m = 0;
  for (size_t i = 1; i < path.turns.size(); ++i) {
    length_m += Distance(path.turns[i - 1].point, path.turns[i].point);
  }
  return length_m;
}

double ArcWalks::CostOf(const SurfacePath& path, double length_m) const {
  double cost_m = length_m;
  for (const LinkUse& use : path.links) {
    const NavLink& link = ground_.map.links->link(use.link);
    cost_m += costs_.OfLink(*ground_.map.navmesh, link) - LinkCost_m(link);
  }
  for (size_t k = 0; k < path.stretch_costs_m.size(); ++k) {
    cost_m += path.stretch_costs_m[k] - PlaneLengthOf(path.StretchTurns(k));
  }
  return cost_m;
}

ArcWalks::ArcWalks(const WalkedGround& ground)
    : ground_(ground),
      space_(
          ground.map.surface->ForExplorations().OpenFreeMoves(ground.map, kMostExpansions, ground.scratch)),
      costs_(GroundCostsOf(ground.map, ground.changes)),
      clearance_m_(space_ == nullptr ? ground.changes.min_clearance_m : 0) {
  for (const AreaFactor& factor : ground.changes.area_factors) {
    most_factor_ = std::max(most_factor_, factor.factor);
  }
  is_weighted_ = costs_.AreUneven();
  is_changed_ = is_weighted_ || MayClose();
  if (clearance_m_ > 0) FindRoom();
}

void ArcWalks::FindRoom() {
  constexpr uint32_t kPollInterval = 64;  // [key points]
  const SkeletonView& skeleton = *ground_.map.skeleton;
  has_room_.assign(skeleton.size(), false);
  for (KeyPointId k(0); k.value() < skeleton.size(); ++k) {
    for (const SkeletonArc& arc : skeleton.ArcsOf(k)) {
      if (arc.kind == SkeletonArcKind::kWalk) continue;
      has_room_[k.value()] = true;
      has_room_[arc.target] = true;
    }
  }
  const auto workspace = ground_.scratch.Borrow<SurfaceWorkspace>();
  const ClearanceCheck check(*ground_.map.navmesh, ground_.exclusions, clearance_m_, *workspace);
  const SearchSurface& surface = ground_.map.surface->ForExplorations();
  for (KeyPointId k(0); k.value() < skeleton.size(); ++k) {
    if (k.value() % kPollInterval == 0 && ground_.deadline.Expired()) return;  // who joins the arcs says so
    if (has_room_[k.value()]) continue;
    const auto place = surface.PlaceOfBaked({PolyId(skeleton.key_point(k).poly), skeleton.Position(k)});
    if (!place) continue;
    const Vec2 at = place->point.Plane();
    has_room_[k.value()] = check.Suffices(at, check.Room(place->poly, at, clearance_m_));
  }
}

bool ArcWalks::HasRoom(const NavLocation& from, const NavLocation& target, const Vec2* link_end) const {
  if (clearance_m_ <= 0) return true;
  const auto workspace = ground_.scratch.Borrow<SurfaceWorkspace>();
  ClearanceCheck check(*ground_.map.navmesh, ground_.exclusions, clearance_m_, *workspace);
  check.AddEnd(from);
  check.AddEnd(target);
  return check.HasRoom(from.poly, from.point.Plane(), target.point.Plane(), link_end);
}

std::optional<NavLocation> ArcWalks::PlaceOf(KeyPointId id) const {
  const SkeletonView& skeleton = *ground_.map.skeleton;
  const NavLocation baked{PolyId(skeleton.key_point(id).poly), skeleton.Position(id)};
  if (!is_changed_) return baked;
  if (clearance_m_ > 0 && !has_room_[id.value()]) return std::nullopt;
  std::optional<NavLocation> place = ground_.map.surface->ForExplorations().PlaceOfBaked(baked);
  const bool is_blocked =
      place && ground_.exclusions != nullptr && ground_.exclusions->IsBlocked(place->poly);
  return is_blocked ? std::nullopt : place;
}

LinkId ArcWalks::OpenLink(LinkId baked) const {
  const LinkView& links = *ground_.map.links;
  const NavLink& link = links.link(baked);
  if (!is_changed_) return baked;
  if (ground_.exclusions != nullptr && ground_.exclusions->IsClosed(baked, link)) return LinkId::None();
  if ((link.flags & kLinkClosed) == 0) return baked;
  const SearchSurface& surface = ground_.map.surface->ForExplorations();
  const std::optional<NavLocation> start = surface.PlaceOfBaked(StartOfLink(link));
  if (!start) return LinkId::None();
  uint32_t id = links.FirstOf(start->poly).value();
  for (const NavLink& copy : links.Of(start->poly)) {
    const bool is_open = (copy.flags & kLinkClosed) == 0;
    if (is_open && surface.BakedLink(LinkId(id)) == baked) return LinkId(id);
    ++id;
  }
  return LinkId::None();
}

double ArcWalks::MostCost_m(double length_m) const {
  if (!is_changed_) return std::numeric_limits<double>::infinity();
  return most_factor_ * std::max(kDetourRatio * length_m, length_m + kDetourRoom_m);
}

bool ArcWalks::Find(const NavLocation& from, const SkeletonArc& arc, double max_cost_m, SurfacePath& path) {
  path.turns.assign(1, from);
  path.cost_m = 0;
  path.crossed.clear();
  path.links.clear();
  path.stretch_costs_m.clear();
  if (is_weighted_) path.stretch_costs_m.push_back(0);
  was_straight_ = true;
  Vec2 end_at;
  if (arc.kind == SkeletonArcKind::kLink) {
    const LinkId id = OpenLink(LinkId(arc.link));
    if (id.IsNone()) return false;
    const NavLink& link = ground_.map.links->link(id);
    const NavLocation start = StartOfLink(link);
    end_at = start.point.Plane();
    if (!WalkTo(start, &end_at, max_cost_m, path)) return false;
    path.links.push_back({.link = id,
                          .turn = static_cast<uint32_t>(path.turns.size() - 1),
                          .crossed = static_cast<uint32_t>(path.crossed.size())});
    path.turns.push_back(EndOfLink(link));
    end_at = path.turns.back().point.Plane();
    if (is_weighted_) path.stretch_costs_m.push_back(0);
  }
  const std::optional<NavLocation> target = PlaceOf(KeyPointId(arc.target));
  const Vec2* const link_end = arc.kind == SkeletonArcKind::kLink ? &end_at : nullptr;
  return target && WalkTo(*target, link_end, max_cost_m, path);
}

bool ArcWalks::IsClean(const NavLocation& from, const NavLocation& target,
                       std::vector<EdgeId>& crossed) const {
  if (ground_.exclusions == nullptr && !is_weighted_ && clearance_m_ <= 0) return true;
  const NavmeshView& mesh = *ground_.map.navmesh;
  const bool ends_beside = !crossed.empty() && PolyId(mesh.edge(crossed.back()).poly) == target.poly;
  if (ends_beside) crossed.pop_back();
  PolyId poly = from.poly;
  for (const EdgeId edge : crossed) {
    const NavEdge& side = mesh.edge(edge);
    // A walk that turned about a corner skips the polygons there.
    if (PolyId(side.poly) != poly || side.twin == kNoEdge) return false;
    poly = PolyId(mesh.edge(EdgeId(side.twin)).poly);
    if (ground_.exclusions != nullptr && ground_.exclusions->IsBlocked(poly)) return false;
  }
  return poly == target.poly;
}

// From the last turn: straight, or else round obstacles.
bool ArcWalks::WalkTo(const NavLocation& target, const Vec2* link_end, double max_cost_m, SurfacePath& path) {
  if (space_ != nullptr) return MoveTo(target, max_cost_m, path);
  crossed_.clear();
  const RaycastResult ray = Raycast(*ground_.map.navmesh, path.turns.back(), target.point.Plane(), &crossed_);
  const bool is_there = ray.reached && std::abs(ray.end.point.y - target.point.y) <= kSameFloor_m;
  if (!is_there || !IsClean(path.turns.back(), target, crossed_) ||
      !HasRoom(path.turns.back(), target, link_end)) {
    was_straight_ = false;
    return SearchTo(target, max_cost_m, path);
  }
  if (is_weighted_) path.stretch_costs_m.back() += StraightCost_m(target, crossed_, path);
  path.crossed.insert(path.crossed.end(), crossed_.begin(), crossed_.end());
  path.turns.push_back(target);  // on a side the ray may have ended in the polygon beside
  return true;
}

bool ArcWalks::MoveTo(const NavLocation& target, double max_cost_m, SurfacePath& path) {
  const NavLocation from = path.turns.back();
  std::vector<Vec3> line = {from.point, target.point};
  was_straight_ = space_->IsLineFree(from, target);
  if (!was_straight_) line = space_->FindWay(from, target, max_cost_m, ground_.deadline).line;
  for (size_t i = 1; i < line.size(); ++i) {
    path.cost_m += Distance(line[i - 1], line[i]);
    path.turns.push_back({target.poly, line[i]});
  }
  return !line.empty() && path.cost_m <= max_cost_m;
}

double ArcWalks::StraightCost_m(const NavLocation& target, std::span<const EdgeId> crossed,
                                const SurfacePath& path) {
  leg_.turns = {path.turns.back(), target};
  leg_.crossed.assign(crossed.begin(), crossed.end());
  leg_.links.clear();
  const auto workspace = ground_.scratch.Borrow<SurfaceWorkspace>();
  const ClearanceCheck none(*ground_.map.navmesh, ground_.exclusions, 0, *workspace);
  const auto line = ground_.scratch.Borrow<WeightedLineScratch>();
  const uint32_t before[] = {0, static_cast<uint32_t>(crossed.size())};
  StraightenPath({*ground_.map.navmesh, *ground_.map.links, costs_, ground_.exclusions, none, false}, before,
                 *line, leg_);
  return leg_.cost_m;
}

bool ArcWalks::SearchTo(const NavLocation& target, double max_cost_m, SurfacePath& path) {
  PathTerms terms;
  terms.max_cost_m = max_cost_m;
  terms.deadline = ground_.deadline;
  if (clearance_m_ > 0) terms.max_expansions = kMostExpansions;
  const FoundPath found = ground_.search.FindPath(path.turns.back(), {&target, 1}, terms).found;
  if (!found.IsBest()) return false;
  const auto turns = static_cast<uint32_t>(path.turns.size() - 1);
  const auto crossed = static_cast<uint32_t>(path.crossed.size());
  path.turns.insert(path.turns.end(), found.path.turns.begin() + 1, found.path.turns.end());
  path.crossed.insert(path.crossed.end(), found.path.crossed.begin(), found.path.crossed.end());
  for (const LinkUse& use : found.path.links) {
    path.links.push_back({.link = use.link, .turn = use.turn + turns, .crossed = use.crossed + crossed});
  }
  if (!is_weighted_) return true;
  for (size_t k = 0; k <= found.path.links.size(); ++k) {
    const bool is_plain = found.path.stretch_costs_m.empty();
    const double cost_m =
        is_plain ? PlaneLengthOf(found.path.StretchTurns(k)) : found.path.stretch_costs_m[k];
    if (k > 0) path.stretch_costs_m.push_back(0);
    path.stretch_costs_m.back() += cost_m;
  }
  return true;
}

}  // namespace waystone
