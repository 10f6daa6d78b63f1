#include "core/surface/scene/seed_route.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/navmesh/surface_queries.h"
#include "core/surface/navmesh/mesh_route.h"
#include "core/surface/navmesh/nearest_route.h"
#include "core/surface/search_end.h"

namespace waystone {
namespace {

// A difference of heights that is less counts as none if a scene has fewer than two layers. [m]
constexpr double kLeastThreshold_m = 0.5;

constexpr double kLeastProgress_m = 1e-6;

bool IsSame(const NavLocation& a, const NavLocation& b) { return a.poly == b.poly && a.point == b.point; }

// Appends a path that begins where the whole one ends.
void Join(const SurfacePath& piece, SurfacePath& whole) {
  const auto turns_before = static_cast<uint32_t>(whole.turns.empty() ? 0 : whole.turns.size() - 1);
  const auto crossed_before = static_cast<uint32_t>(whole.crossed.size());
  if (!whole.turns.empty()) whole.turns.pop_back();
  whole.turns.insert(whole.turns.end(), piece.turns.begin(), piece.turns.end());
  whole.crossed.insert(whole.crossed.end(), piece.crossed.begin(), piece.crossed.end());
  for (const LinkUse& use : piece.links) {
    whole.links.push_back({use.link, use.turn + turns_before, use.crossed + crossed_before});
  }
  whole.plane_length_m += piece.plane_length_m;
  whole.cost_m += piece.cost_m;
  whole.end = piece.end;
}

class SeedRoute {
 public:
  SeedRoute(const MapView& map, const SceneView& scenes, HeightOrder order, const RouteChanges& changes,
            const PathTerms& terms, Scratch& scratch)
      : map_(map),
        scenes_(scenes),
        order_(order),
        changes_(changes),
        terms_(terms),
        scratch_(scratch),
        base_(ExclusionsOf(map, changes, *base_memory_)) {}

  FoundPath Find(const NavLocation& from, const NavLocation& to) {
    whole_.turns = {from};
    whole_.end = from;
    bool goes_on = true;
    while (goes_on && !IsSame(whole_.end, to)) goes_on = GoThroughScene(to);
    if (whole_.turns.size() == 1) whole_.turns.push_back(from);
    FoundPath found;
    if (outcome_ == SearchOutcome::kFound && !IsSame(whole_.end, to)) outcome_ = SearchOutcome::kExhausted;
    whole_.outcome = outcome_;
    whole_.expansions = expanded_;
    found.path = std::move(whole_);
    found.method = order_ == HeightOrder::kRiseFirst ? RouteMethod::kRiseFirst : RouteMethod::kRiseLast;
    found.reason = ReasonOf(outcome_);
    found.basis = IsCut(outcome_) ? RouteBasis::kIncompleteSearch : RouteBasis::kSearch;
    return found;
  }

 private:
  const ScenePoly& Of(PolyId poly) const { return scenes_.poly(poly); }

  // Goes on to the goal, or to the first place of another scene on the exact path there. False if the path ends.
  bool GoThroughScene(const NavLocation& to) {
    const SurfacePath exact = Search(whole_.end, {&to, 1}, base_);
    if (exact.outcome != SearchOutcome::kFound) return Stop(exact);
    // Ways of no length between scenes that overlap must not lead to and fro.
    if (exact.cost_m > rest_m_ - kLeastProgress_m) {
      Join(exact, whole_);
      return true;
    }
    rest_m_ = exact.cost_m;
    const uint16_t scene = Of(whole_.end.poly).scene;
    // Up to the link that leads out.
    size_t out = 0;
    while (out < exact.links.size() && !LeadsOut(exact.links[out].link, scene)) ++out;
    if (out == exact.links.size()) return CrossScene(to);
    const LinkUse& use = exact.links[out];
    if (!CrossScene(exact.turns[use.turn])) return false;
    AddLink(use.link, exact.turns[use.turn + 1]);
    return true;
  }

  bool LeadsOut(LinkId link, uint16_t scene) const {
    return Of(PolyId(map_.links->link(link).end_poly)).scene != scene;
  }

  // Within one scene. False if it does not come there.
  bool CrossScene(const NavLocation& to) {
    if (IsSame(whole_.end, to)) return true;
    const SurfacePath exact = Search(whole_.end, {&to, 1}, base_);
    if (exact.outcome != SearchOutcome::kFound) return Stop(exact);
    // Where the exact path first and last is on a layer of the scene.
    const uint16_t scene = Of(to.poly).scene;
    std::optional<NavLocation> first;
    std::optional<NavLocation> last;
    for (const NavLocation& turn : exact.turns) {
      if (!IsOnLayer(turn) || Of(turn.poly).scene != scene) continue;
      if (!first.has_value()) first = turn;
      last = turn;
    }
    if (!first.has_value()) {
      Join(exact, whole_);
      return true;
    }
    return GoExactly(*first) && FollowHeights(*last) && GoExactly(to);
  }

  bool GoExactly(const NavLocation& to) {
    if (IsSame(whole_.end, to)) return true;
    const SurfacePath path = Search(whole_.end, {&to, 1}, base_);
    if (path.outcome != SearchOutcome::kFound) return Stop(path);
    Join(path, whole_);
    return true;
  }

  bool IsOnLayer(const NavLocation& place) const { return Of(place.poly).part == ScenePart::kLayers; }

  bool FollowHeights(const NavLocation& to) {
    const SceneId scene(Of(to.poly).scene);
    const uint16_t top = TopLayer(scene);
    bool is_beneath_goal = false;
    while (true) {
      const uint16_t layer = Of(whole_.end.poly).layer;
      const auto gap_m = static_cast<double>(scenes_.scene(scene).layer_gap_m);
      const HeightState state{.height_m = whole_.end.point.y,
                              .goal_height_m = to.point.y,
                              .threshold_m = gap_m > 0 ? gap_m / 2 : kLeastThreshold_m,
                              .is_top = layer == top,
                              .is_bottom = layer == 0,
                              .is_beneath_goal = is_beneath_goal};
      switch (NextHeightStep(order_, state)) {
        case HeightStep::kAcross:
          return GoOver(layer, scene, to) && IsSame(whole_.end, to);
        case HeightStep::kToGoalsPlace:
          if (!GoOver(layer, scene, to)) return false;
          is_beneath_goal = true;
          break;
        case HeightStep::kUp:
          if (!ChangeLayer(layer, static_cast<uint16_t>(layer + 1), scene)) return false;
          is_beneath_goal = false;
          break;
        case HeightStep::kDown:
          if (!ChangeLayer(layer, static_cast<uint16_t>(layer - 1), scene)) return false;
          is_beneath_goal = false;
          break;
      }
    }
  }

  uint16_t TopLayer(SceneId scene) const {
    uint16_t top = 0;
    for (const ScenePoly& poly : scenes_.polys()) {
      if (poly.part == ScenePart::kLayers && poly.scene == scene.value()) top = std::max(top, poly.layer);
    }
    return top;
  }

  // What the request leaves of one layer.
  const Exclusions* OnlyLayer(uint16_t layer, SceneId scene) {
    layer_memory_->Begin(*map_.navmesh, *map_.links);
    for (PolyId poly(0); poly.value() < map_.navmesh->poly_count(); ++poly) {
      const ScenePoly& of = Of(poly);
      const bool is_of_layer =
          of.part == ScenePart::kLayers && of.layer == layer && of.scene == scene.value();
      if (!is_of_layer || (base_ != nullptr && base_->IsBlocked(poly))) layer_memory_->BlockPoly(poly);
    }
    for (const ClosedParts* parts : changes_.Closed()) {
      for (const LinkId link : parts->closed_links) layer_memory_->CloseLink(link);
    }
    return &*layer_memory_;
  }

  // Over the layer to the goal, or to the place on it that is nearest in the plane and can be reached.
  bool GoOver(uint16_t layer, SceneId scene, const NavLocation& to) {
    const Exclusions* const only = OnlyLayer(layer, scene);
    NavLocation aim = to;
    if (Of(to.poly).layer != layer) {
      std::optional<NavLocation> nearest = NearestOnLayer(*only, to.point);
      if (!nearest) return false;
      aim = *nearest;
    }
    const SurfacePath path = Search(whole_.end, {&aim, 1}, only);
    if (IsCut(path.outcome)) return Stop(path);
    if (path.turns.empty()) return false;
    Join(path, whole_);
    return true;
  }

  std::optional<NavLocation> NearestOnLayer(const Exclusions& only, const Vec3& to) const {
    std::optional<NavLocation> best;
    double best_m = std::numeric_limits<double>::infinity();
    for (PolyId poly(0); poly.value() < map_.navmesh->poly_count(); ++poly) {
      if (only.IsBlocked(poly)) continue;
      const Vec3 point = ClosestPointOnPoly(*map_.navmesh, poly, to);
      const double apart_m = PlaneDistance(point, to);
      if (apart_m >= best_m) continue;
      best_m = apart_m;
      best = {poly, point};
    }
    return best;
  }

  // By the way up or down that is the nearest to walk.
  bool ChangeLayer(uint16_t layer, uint16_t next, SceneId scene) {
    std::vector<NavLocation> starts;
    std::vector<LinkId> ways;
    const Exclusions* const only = OnlyLayer(layer, scene);
    for (LinkId id(0); id.value() < map_.links->size(); ++id) {
      const NavLink& link = map_.links->link(id);
      const ScenePoly& end = Of(PolyId(link.end_poly));
      const bool leads_there =
          end.part == ScenePart::kLayers && end.layer == next && end.scene == scene.value();
      if (!leads_there || only->IsBlocked(PolyId(link.start_poly)) || !MayUse(link, map_.abilities)) continue;
      const bool is_closed =
          changes_.IsClosed(id) || (base_ != nullptr && base_->IsBlocked(PolyId(link.end_poly)));
      if (is_closed) continue;
      starts.push_back({PolyId(link.start_poly), {link.start[0], link.start[1], link.start[2]}});
      ways.push_back(id);
    }
    if (starts.empty()) return false;
    size_t chosen = 0;
    const SurfacePath path = Search(whole_.end, starts, only, &chosen);
    if (path.outcome != SearchOutcome::kFound) return Stop(path);
    Join(path, whole_);
    const NavLink& link = map_.links->link(ways[chosen]);
    AddLink(ways[chosen], {PolyId(link.end_poly), {link.end[0], link.end[1], link.end[2]}});
    return true;
  }

  void AddLink(LinkId id, const NavLocation& end) {
    const NavLink& link = map_.links->link(id);
    whole_.links.push_back(
        {id, static_cast<uint32_t>(whole_.turns.size() - 1), static_cast<uint32_t>(whole_.crossed.size())});
    whole_.plane_length_m += PlaneDistance(whole_.end.point, end.point);
    whole_.cost_m += LinkCost_m(link);
    whole_.turns.push_back(end);
    whole_.end = end;
  }

  SurfacePath Search(const NavLocation& from, std::span<const NavLocation> goals,
                     const Exclusions* exclusions, size_t* chosen = nullptr) {
    const MeshRouteOptions options{.max_expansions = std::max(1U, terms_.max_expansions - expanded_),
                                   .max_length_ratio = 1,
                                   .changes = &changes_,
                                   .exclusions = exclusions,
                                   .deadline = terms_.deadline};
    NearestPath nearest = FindNearestRoute(map_, from, goals, options, scratch_);
    if (chosen != nullptr) *chosen = nearest.goal;
    expanded_ = std::min(terms_.max_expansions, expanded_ + nearest.found.path.expansions);
    return std::move(nearest.found.path);
  }

  bool Stop(const SurfacePath& path) {
    outcome_ = path.outcome;
    return false;
  }

  const MapView& map_;
  const SceneView& scenes_;
  const HeightOrder order_;
  const RouteChanges& changes_;
  const PathTerms& terms_;
  Scratch& scratch_;
  const Scratch::Lease<Exclusions> base_memory_ = scratch_.Borrow<Exclusions>();
  const Scratch::Lease<Exclusions> layer_memory_ = scratch_.Borrow<Exclusions>();
  const Exclusions* const base_;
  SurfacePath whole_;
  double rest_m_ =
      std::numeric_limits<double>::infinity();  // of the exact path when the scene was selected last
  SearchOutcome outcome_ = SearchOutcome::kFound;
  uint32_t expanded_ = 0;
};

}  // namespace

FoundPath FindSeedRoute(const MapView& map, const SceneView& scenes, const NavLocation& from,
                        const NavLocation& to, HeightOrder order, const RouteChanges& changes,
                        const PathTerms& terms, Scratch& scratch) {
  return SeedRoute(map, scenes, order, changes, terms, scratch).Find(from, to);
}

}  // namespace waystone
