#include "core/route/route_outlook.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/str_cat.h"
#include "core/navmesh/closest_poly.h"
#include "core/route/route_reach.h"
#include "core/scene/scene_view.h"
#include "core/surface/search_end.h"
#include "core/surface/search_surface.h"
#include "core/surface/snap.h"
#include "core/zones/reachability_index.h"

namespace waystone {
namespace {

constexpr size_t kPollInterval = 64;  // [look-ups in the zones]

bool IsOff(const SnapResult& snap) { return !snap.place.has_value(); }

std::string Offness(const SnapResult& snap) {
  if (snap.distance_m < 0) return StrCat("no surface within ", kSnapReport_m, " m");
  return StrCat("the nearest surface is ", snap.distance_m, " m away");
}

class Outlook {
 public:
  Outlook(const MapView& map, const RouteQuery& query, RouteSearch& search, Scratch& scratch,
          RouteOutlook& outlook, RouteAnswer& answer)
      : map_(map), query_(query), search_(search), scratch_(scratch), out_(outlook), answer_(answer) {}

  bool Fill() {
    if (!TakeStops(Snap())) return false;
    PolyId from = out_.start.poly;
    for (size_t i = 0; i < out_.via.size(); ++i) {
      const PolyId to = out_.via[i].poly;
      if (!Reaches(from, to)) return Block(i, from, to);
      from = to;
    }
    return TakeReachedGoals(from);
  }

 private:
  // Only a "no" counts. If cells are opened, the zones cannot tell.
  bool Reaches(PolyId from, PolyId to) {
    return query_.changes.OpensCells() || map_.zones->Reaches(from, to, *reach_);
  }

  SnappedStops Snap() {
    const Vec3& origin = map_.manifest->origin;
    RouteStops<Vec3> positions;
    positions.start = query_.start - origin;
    for (const Vec3& via : query_.via) positions.via.push_back(via - origin);
    for (const Vec3& goal : query_.goals) positions.goals.push_back(goal - origin);
    return search_.SnapStops(positions, query_.snap, query_.mutually_reachable, query_.deadline);
  }

  bool TakeStops(const SnappedStops& stops) {
    answer_.start_snap_m = stops.start.distance_m;
    for (size_t i = 0; i < stops.goals.size(); ++i) {
      if (IsOff(stops.goals[i])) continue;
      out_.goals.push_back(*stops.goals[i].place);
      out_.goal_indices.push_back(static_cast<uint32_t>(i));
      out_.goal_snaps_m.push_back(stops.goals[i].distance_m);
    }
    answer_.goal_index = out_.goals.empty() ? NearestOf(stops.goals) : out_.goal_indices[0];
    answer_.goal_snap_m = stops.goals[answer_.goal_index].distance_m;
    const auto off = std::find_if(stops.via.begin(), stops.via.end(), IsOff);
    if (IsOff(stops.start)) {
      answer_.status = RouteStatus::kStartOffMesh;
      TellWhyOff("the start", query_.start);
      return false;
    }
    if (stops.is_late) return EndLate();
    if (off != stops.via.end()) {
      answer_.status = RouteStatus::kViaOffMesh;
      const auto index = static_cast<size_t>(off - stops.via.begin());
      answer_.explanation = StrCat("via[", index, "]: ", Offness(*off));
      TellWhyOff(StrCat("via[", index, "]"), query_.via[index]);
      return false;
    }
    if (out_.goals.empty()) {
      answer_.status = RouteStatus::kGoalOffMesh;
      TellWhyOff(NameOfStretchEnd(query_, answer_, query_.via.size()), query_.goals[answer_.goal_index]);
      return false;
    }
    out_.start = *stops.start.place;
    for (const SnapResult& via : stops.via) out_.via.push_back(*via.place);
    return true;
  }

  // Says so if a position is in water or air without the ability, or off what the request leaves of the surface, but not
  // off the surface as baked.
  void TellWhyOff(const std::string& name, const Vec3& position) {
    const Vec3 local = position - map_.manifest->origin;
    if (map_.surface->BuoyancyAt(map_, local) == Buoyancy::kForbidden) {
      const SceneView& scenes = *map_.surface->Scenes();
      const SceneId scene = scenes.tree().Find(local);
      answer_.explanation =
          StrCat(name, ": it lies in the scene ", Quoted(scenes.NameOf(scene)),
                 ", in which the agent needs the ability ", AbilityFor(scenes.scene(scene).medium));
      return;
    }
    if (!search_.IsChanged() || IsOff(search_.SnapUnchanged(local, query_.snap))) return;
    answer_.reason = WhyClosed(query_.changes);
    answer_.explanation = StrCat(name, WhyNoGround(query_.changes));
  }

  // The nearest of the positions with a surface around them.
  static uint32_t NearestOf(const std::vector<SnapResult>& snaps) {
    size_t nearest = 0;
    for (size_t i = 1; i < snaps.size(); ++i) {
      const double least_m = snaps[nearest].distance_m;
      if (snaps[i].distance_m >= 0 && (least_m < 0 || snaps[i].distance_m < least_m)) nearest = i;
    }
    return static_cast<uint32_t>(nearest);
  }

  // Keeps goals [0, count).
  void KeepGoals(size_t count) {
    out_.goals.resize(count);
    out_.goal_indices.resize(count);
    out_.goal_snaps_m.resize(count);
    answer_.goal_index = out_.goal_indices[0];
    answer_.goal_snap_m = out_.goal_snaps_m[0];
  }
  void MoveGoal(size_t from, size_t to) {
    out_.goals[to] = out_.goals[from];
    out_.goal_indices[to] = out_.goal_indices[from];
    out_.goal_snaps_m[to] = out_.goal_snaps_m[from];
  }

  bool EndLate() {
    answer_.status = RouteStatus::kLimitReached;
    answer_.reason = query_.deadline.Cancelled() ? RouteReason::kCancelled : RouteReason::kDeadline;
    answer_.basis = RouteBasis::kIncompleteSearch;
    answer_.explanation = WhySearchEnded(answer_.reason);
    return false;
  }

  bool TakeReachedGoals(PolyId from) {
    size_t kept = 0;
    for (size_t i = 0; i < out_.goals.size(); ++i) {
      if (i % kPollInterval == kPollInterval - 1 && query_.deadline.Expired()) return EndLate();
      if (Reaches(from, out_.goals[i].poly)) MoveGoal(i, kept++);
    }
    if (kept > 0) {
      KeepGoals(kept);
      return true;
    }
    const std::optional<size_t> nearest = NearestUnreachable(from);
    if (!nearest) return EndLate();
    MoveGoal(*nearest, 0);
    KeepGoals(1);
    return Block(out_.via.size(), from, out_.goals[0].poly);
  }

  // Of unreachable goals the one that a walk gets nearest to; none if the deadline has passed.
  std::optional<size_t> NearestUnreachable(PolyId from) {
    if (out_.goals.size() == 1) return 0;
    const auto is_reached = [&](PolyId poly) { return Reaches(from, poly); };
    const Scratch::Lease<ClosestPolySearch> closest = scratch_.Borrow<ClosestPolySearch>();
    double least_m = std::numeric_limits<double>::infinity();
    size_t nearest = 0;
    for (size_t i = 0; i < out_.goals.size(); ++i) {
      if (query_.deadline.Expired()) return std::nullopt;  // a look-up may pass over all of the surface
      const Vec3& goal = out_.goals[i].point;
      const auto place = closest->Find(*map_.navmesh, goal, is_reached, least_m, query_.deadline);
      if (!place && query_.deadline.Expired()) return std::nullopt;
      if (!place || Distance(place->point, goal) >= least_m) continue;
      least_m = Distance(place->point, goal);
      nearest = i;
    }
    return nearest;
  }

  bool Block(size_t stretch, PolyId from, PolyId to) {
    const std::string start = stretch == 0 ? "the start" : StrCat("via[", stretch - 1, "]");
    const std::string end = NameOfStretchEnd(query_, answer_, stretch);
    ReachVerdict verdict = AskZones(map_, {from, start}, {to, end}, *reach_);
    out_.blocked_stretch = stretch;
    answer_.status = query_.allow_partial ? RouteStatus::kPartial : RouteStatus::kUnreachable;
    answer_.reason = verdict.reason;
    answer_.basis = map_.zones_basis == ZonesBasis::kBaked ? RouteBasis::kBaked : RouteBasis::kSearch;
    const bool names_places = !query_.via.empty() || query_.goals.size() > 1;
    answer_.explanation =
        names_places ? StrCat(end, ": ", verdict.explanation) : std::move(verdict.explanation);
    if (!query_.allow_partial) return false;
    if (search_.FindsNearest()) return true;
    const auto is_reached = [&](PolyId poly) { return Reaches(from, poly); };
    const Vec3& goal = stretch < out_.via.size() ? out_.via[stretch].point : out_.goals[0].point;
    const auto place = scratch_.Borrow<ClosestPolySearch>()->Find(
        *map_.navmesh, goal, is_reached, std::numeric_limits<double>::infinity(), query_.deadline);
    if (!place) return EndLate();
    out_.nearest = *place;
    return true;
  }

  const MapView& map_;
  const RouteQuery& query_;
  RouteSearch& search_;
  Scratch& scratch_;
  const Scratch::Lease<ReachWorkspace> reach_ = scratch_.Borrow<ReachWorkspace>();
  RouteOutlook& out_;
  RouteAnswer& answer_;
};

}  // namespace

bool FillOutlook(const MapView& map, const RouteQuery& query, RouteSearch& search, Scratch& scratch,
                 RouteOutlook& outlook, RouteAnswer& answer) {
  return Outlook(map, query, search, scratch, outlook, answer).Fill();
}

std::string NameOfStretchEnd(const RouteQuery& query, const RouteAnswer& answer, size_t stretch) {
  if (stretch < query.via.size()) return StrCat("via[", stretch, "]");
  return query.goals.size() == 1 ? "the goal" : StrCat("goals[", answer.goal_index, "]");
}

}  // namespace waystone
