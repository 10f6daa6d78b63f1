#include "core/surface/navmesh/route_repair.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/base/hash128.h"
#include "core/base/kept_by_hash.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/corridor_pull.h"

namespace waystone {
namespace {

constexpr double kFirstReach_m = 8;
constexpr double kMostReach_m = 512;
constexpr double kGrowth = 4;
constexpr uint32_t kExpansionsPerMetre = 64;  // of reach
constexpr double kMostDetour_m = 2;           // [m per metre of reach] a longer one asks for more reach

// A side crossed or a link used, and where the path then is.
struct Step {
  EdgeId side;  // none: the link
  LinkId link;
  NavLocation after;
  bool is_met = false;  // it is not as baked
};

class Repair {
 public:
  Repair(const MapView& map, const ChangedGround& ground, const NavLocation& start, const NavLocation& goal,
         uint32_t max_expansions, const Deadline& deadline, AnyAngleWorkspace& workspace)
      : map_(map),
        changed_(*ground.changed),
        baked_(*ground.baked_mesh),
        detours_(*ground.detours),
        start_(start),
        goal_(goal),
        max_expansions_(max_expansions),
        deadline_(deadline),
        ws_(workspace) {}

  uint32_t expansions() const { return expansions_; }

  std::optional<SurfacePath> Run(const SurfacePath& baked) {
    ReadSteps(baked);
    SurfacePath result;
    result.end = goal_;
    // Place k is behind step k - 1; place 0 is the start, the last one the goal.
    size_t at = 0;
    const size_t last = steps_.size();
    while (at < last || IsMet(last)) {
      size_t met = at;
      while (met < last && !IsMetAfter(met)) ++met;
      if (met == last && !IsMet(last)) {
        CopySteps(at, last, result);
        break;
      }
      const std::optional<size_t> behind = GoRound(at, met, result);
      if (!behind) return std::nullopt;
      at = *behind;
      if (at == last) break;
    }
    PullCorridor({*map_.navmesh, *map_.links, start_, goal_}, pull_, result);
    result.outcome = SearchOutcome::kFound;
    return result;
  }

 private:
  void ReadSteps(const SurfacePath& baked) {
    size_t link = 0;
    const auto add_links = [&](size_t crossed) {
      for (; link < baked.links.size() && baked.links[link].crossed == crossed; ++link) {
        const LinkId id = baked.links[link].link;
        const NavLink& record = map_.links->link(id);
        steps_.push_back({EdgeId::None(), id, LinkEnd(record),
                          !MayUse(record, map_.abilities) || changed_.IsChanged(PolyId(record.end_poly))});
      }
    };
    for (size_t i = 0; i < baked.crossed.size(); ++i) {
      add_links(i);
      const EdgeId side = baked.crossed[i];
      const Vec3 a(baked_.EdgeStart(side));
      const Vec3 b(baked_.EdgeEnd(side));
      const PolyId beyond(baked_.edge(EdgeId(baked_.edge(side).twin)).poly);
      steps_.push_back({side, LinkId::None(), {beyond, (a + b) * 0.5}, changed_.IsChanged(beyond)});
    }
    add_links(baked.crossed.size());
  }

  bool IsMet(size_t place) const {
    if (place == 0) return changed_.IsChanged(start_.poly);
    return steps_[place - 1].is_met;
  }
  // Whether the place or the step from it to the next is not as baked.
  bool IsMetAfter(size_t place) const { return IsMet(place) || IsMet(place + 1); }
  const NavLocation& Place(size_t place) const {
    if (place == 0) return start_;
    return place == steps_.size() ? goal_ : steps_[place - 1].after;
  }

  void CopySteps(size_t from, size_t to, SurfacePath& result) const {
    for (size_t i = from; i < to; ++i) {
      if (steps_[i].side.IsNone()) {
        result.links.push_back({steps_[i].link, 0, static_cast<uint32_t>(result.crossed.size())});
      } else {
        result.crossed.push_back(steps_[i].side);
      }
    }
  }

  // Leads from place `at` round the first part that is met, which begins behind place `met`. The place where the
  // path is as baked again; none if there is no such way.
  std::optional<size_t> GoRound(size_t at, size_t met, SurfacePath& result) {
    for (double reach_m = kFirstReach_m; reach_m <= kMostReach_m; reach_m *= kGrowth) {
      size_t from = met;
      while (from > at && (IsMet(from) || PlaneDistance(Place(from).point, Place(met).point) < reach_m))
        --from;
      size_t clear = met;  // the last place of the part
      size_t to = met;
      while (to < steps_.size() &&
             (IsMet(to) || PlaneDistance(Place(to).point, Place(clear).point) < reach_m)) {
        ++to;
        if (IsMet(to)) clear = to;
      }
      const std::shared_ptr<const SurfacePath> found = Find(Place(from), Place(to), reach_m);
      const SurfacePath& detour = *found;
      expansions_ += detour.expansions;
      if (IsCutFor(detour)) return std::nullopt;
      if (detour.outcome != SearchOutcome::kFound) continue;
      CopySteps(at, from, result);
      const auto crossed = static_cast<uint32_t>(result.crossed.size());
      result.crossed.insert(result.crossed.end(), detour.crossed.begin(), detour.crossed.end());
      for (const LinkUse& use : detour.links) result.links.push_back({use.link, 0, use.crossed + crossed});
      return to;
    }
    return std::nullopt;
  }
  bool IsCutFor(const SurfacePath& detour) const {
    return IsLate(detour.outcome) || expansions_ >= max_expansions_;
  }

  // A detour that was found before counts as it did then.
  std::shared_ptr<const SurfacePath> Find(const NavLocation& from, const NavLocation& to, double reach_m) {
    const double numbers[] = {from.point.x, from.point.y, from.point.z, to.point.x,
                              to.point.y,   to.point.z,   reach_m};
    const uint64_t ids[] = {from.poly.value(), to.poly.value(), map_.abilities};
    Hasher128 hasher;
    hasher.Add(std::as_bytes(std::span(numbers)));
    hasher.Add(std::as_bytes(std::span(ids)));
    const Hash128 key = hasher.Finish();
    const std::shared_ptr<const SurfacePath> kept = detours_.Find(key);
    if (kept != nullptr && kept->expansions <= max_expansions_ - expansions_) return kept;
    const auto found = std::make_shared<const SurfacePath>(Search(from, to, reach_m));
    if (found->outcome == SearchOutcome::kFound) detours_.Keep(key, found);
    return found;
  }
  SurfacePath Search(const NavLocation& from, const NavLocation& to, double reach_m) {
    AnyAngleOptions options;
    options.links = map_.links;
    options.abilities = map_.abilities;
    options.deadline = deadline_;
    options.max_expansions =
        std::min(max_expansions_ - expansions_, kExpansionsPerMetre * static_cast<uint32_t>(reach_m));
    options.max_cost_m = PlaneDistance(from.point, to.point) + kMostDetour_m * reach_m;
    options.is_reachable = true;  // the limits end the search sooner than a flood would pay
    return FindAnyAngle(*map_.navmesh, from, to, options, ws_);
  }

  const MapView& map_;
  const ChangedMesh& changed_;
  const NavmeshView& baked_;
  KeptByHash<SurfacePath>& detours_;
  const NavLocation& start_;
  const NavLocation& goal_;
  const uint32_t max_expansions_;
  const Deadline& deadline_;
  AnyAngleWorkspace& ws_;
  std::vector<Step> steps_;
  PullScratch pull_;
  uint32_t expansions_ = 0;
};

}  // namespace

std::optional<SurfacePath> RepairPath(const MapView& map, const ChangedGround& ground,
                                      const SurfacePath& baked, const NavLocation& start,
                                      const NavLocation& goal, uint32_t max_expansions,
                                      const Deadline& deadline, AnyAngleWorkspace& workspace,
                                      uint32_t& expansions) {
  Repair repair(map, ground, start, goal, max_expansions, deadline, workspace);
  std::optional<SurfacePath> path = repair.Run(baked);
  expansions = repair.expansions();
  if (path) path->expansions = baked.expansions + expansions;
  return path;
}

}  // namespace waystone
