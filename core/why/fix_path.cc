#include "core/why/fix_path.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_join.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"
#include "core/gaps/gap_view.h"
#include "core/graph/best_first.h"
#include "core/map/link_kind_name.h"
#include "core/map/off_mesh_link.h"
#include "core/navmesh/closest_poly.h"
#include "core/why/fix_text.h"
#include "core/zones/zone_view.h"

namespace waystone {
namespace {

constexpr double kCostOfAbility = 1e-3;
constexpr uint32_t kStepsPerLook = 1024;

Vec3 PlaceOf(const float (&at)[3]) { return {at[0], at[1], at[2]}; }

}  // namespace

FixFinder::FixFinder(const MapView& map, const Deadline& deadline, Scratch& scratch)
    : map_(map), zones_(*map.zones), deadline_(deadline), scratch_(scratch) {
  uint32_t index = 0;
  for (const NavLink& link : map_.links->all()) {
    const bool is_free = MayUse(link, map_.abilities);
    Add(PolyId(link.start_poly), PolyId(link.end_poly), is_free ? 0 : kCostOfAbility,
        is_free ? Crossing::Kind::kWalk : Crossing::Kind::kLink, index);
    ++index;
  }
  const NavmeshView& mesh = *map_.navmesh;
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {  // sides that lead one way
    for (const NavEdge& edge : mesh.edges(PolyId(p))) {
      if (edge.twin == kNoEdge) continue;
      Add(PolyId(p), PolyId(mesh.edge(EdgeId(edge.twin)).poly), 0, Crossing::Kind::kWalk, 0);
    }
  }
  if (map_.gaps != nullptr) {
    for (uint32_t g = 0; g < map_.gaps->gaps().size(); ++g) {
      const Gap& gap = map_.gaps->gaps()[g];
      const double cost = CostOfMending(map_.gaps->FixesOf(gap));
      Add(PolyId(gap.poly[0]), PolyId(gap.poly[1]), cost, Crossing::Kind::kGap, g);
      Add(PolyId(gap.poly[1]), PolyId(gap.poly[0]), cost, Crossing::Kind::kGapBack, g);
    }
  }
  std::ranges::stable_sort(crossings_, {}, &Crossing::from);
}

void FixFinder::Add(PolyId from, PolyId to, double cost, Crossing::Kind kind, uint32_t index) {
  const uint32_t a = zones_.ComponentOf(from);
  const uint32_t b = zones_.ComponentOf(to);
  if (a != b) crossings_.push_back({a, b, cost, kind, index});
}

void FixFinder::Start(const NavLocation& from) {
  from_ = from.point + map_.manifest->origin;
  start_ = zones_.ComponentOf(from.poly);
  const size_t count = zones_.components().size();
  came_by_.assign(count, 0);
  search_.Begin(count);
  search_.Reach(start_, 0, start_);
  uint32_t steps = 0;
  for (uint32_t at = search_.Settle(); at != search_.kNone; at = search_.Settle()) {
    if (++steps % kStepsPerLook == 0 && deadline_.Expired()) return;
    const auto first = std::ranges::lower_bound(crossings_, at, {}, &Crossing::from);
    for (auto index = static_cast<uint32_t>(first - crossings_.begin());
         index < crossings_.size() && crossings_[index].from == at; ++index) {
      const Crossing& crossing = crossings_[index];
      if (search_.Reach(crossing.to, search_.CostOf(at) + crossing.cost, at)) came_by_[crossing.to] = index;
    }
  }
}

MendedPath FixFinder::To(const NavLocation& to) {
  const uint32_t goal = zones_.ComponentOf(to.poly);
  MendedPath path;
  uint64_t granted = map_.abilities;
  if (goal != start_ && !deadline_.Expired())
    path = search_.IsReached(goal) ? UpTo(goal, granted) : OverMissingLinks(goal);
  path.from.at = from_;
  path.to.at = to.point + map_.manifest->origin;
  return path;
}

// On the way to a component that the search reached.
MendedPath FixFinder::UpTo(uint32_t component, uint64_t& granted) const {
  std::vector<uint32_t> way;
  for (uint32_t at = component; at != start_; at = crossings_[came_by_[at]].from) way.push_back(came_by_[at]);
  std::ranges::reverse(way);
  MendedPath path;
  for (const uint32_t crossing : way) AddBreak(crossings_[crossing], granted, path);
  return path;
}

void FixFinder::AddBreak(const Crossing& crossing, uint64_t& granted, MendedPath& path) const {
  if (crossing.kind == Crossing::Kind::kWalk) return;
  const Vec3& origin = map_.manifest->origin;
  PathBreak& added = path.breaks.emplace_back();
  added.first_fix = path.fixes.size();
  if (crossing.kind == Crossing::Kind::kLink) {
    const NavLink& link = map_.links->link(LinkId(crossing.index));
    added.from.at = PlaceOf(link.start) + origin;
    added.to.at = PlaceOf(link.end) + origin;
    AddLink(LinkId(crossing.index), granted, path.fixes);
    return;
  }
  const Gap& gap = map_.gaps->gaps()[crossing.index];
  const bool is_back = crossing.kind == Crossing::Kind::kGapBack;
  AddGap(gap, is_back, path.fixes);
  const auto on_surface = [&](uint32_t poly, const std::optional<Vec3>& place) {
    return ClosestPointOnPoly(*map_.navmesh, PolyId(poly), *place - origin) + origin;
  };
  added.from.at = on_surface(gap.poly[is_back ? 1 : 0], path.fixes[added.first_fix].at);
  added.to.at = on_surface(gap.poly[is_back ? 0 : 1], path.fixes.back().to);
}

void FixFinder::AddGap(const Gap& gap, bool is_back, std::vector<Fix>& fixes) const {
  const size_t first = fixes.size();
  for (const GapFix& stored : map_.gaps->FixesOf(gap)) {
    fixes.push_back(FixOfGap(stored, is_back, *map_.navmesh, map_.manifest->origin));
  }
  const auto begin = fixes.begin() + static_cast<ptrdiff_t>(first);
  if (is_back) std::reverse(begin, fixes.end());
  for (size_t i = first; i + 1 < fixes.size(); ++i) fixes[i].with_next = fixes[i].kind != fixes[i + 1].kind;
}

void FixFinder::AddLink(LinkId id, uint64_t& granted, std::vector<Fix>& fixes) const {
  const NavLink& link = map_.links->link(id);
  const uint64_t missing = link.abilities & ~granted;
  if (missing == 0) return;  // asked for by a link before
  granted |= missing;
  Fix fix;
  fix.kind = FixKind::kAbility;
  fix.at = PlaceOf(link.start) + map_.manifest->origin;
  fix.to = PlaceOf(link.end) + map_.manifest->origin;
  fix.name = std::string(map_.links->ExternalId(id));
  const std::vector<std::string>& names = map_.manifest->link_abilities;
  for (size_t bit = 0; bit < names.size(); ++bit) {
    if ((missing >> bit & 1U) != 0) fix.abilities.push_back(names[bit]);
  }
  fix.sentence =
      StrCat("the ", LinkKindName(link.kind), fix.name.empty() ? "" : StrCat(" ", Quoted(fix.name)), " from ",
             PlaceText(*fix.at), " to ", PlaceText(*fix.to), " needs ",
             fix.abilities.size() == 1 ? "the ability " : "the abilities ",
             Quoted(absl::StrJoin(fix.abilities, ", ")));
  fixes.push_back(std::move(fix));
}

bool FixFinder::IsWallBetween(const Vec3& from, const Vec3& to) const {
  const Vec3 up(0,
                map_.variant->agent.max_climb_m +
                    0.5 * (map_.variant->agent.height_m - map_.variant->agent.max_climb_m),
                0);
  return map_.collision != nullptr && map_.collision->Blocked(from + up, to + up);
}

void FixFinder::AddMissingLink(const MissingLink& link, MendedPath& path) const {
  Fix fix;
  fix.kind = FixKind::kLink;
  fix.at = link.from + map_.manifest->origin;
  fix.to = link.to + map_.manifest->origin;
  fix.measure = link.length_m;
  fix.unit = FixUnit::kMetres;
  const std::string ends =
      StrCat("from ", PlaceText(*fix.at), " to ", PlaceText(*fix.to), ", ", Decimals(fix.measure), " m away");
  fix.sentence =
      IsWallBetween(link.from, link.to)
          ? StrCat("a wall up to the ceiling, or a part of something solid, stands in the way ", ends,
                   ": it would take a doorway or a link")
          : StrCat("nothing that is nearly walkable leads ", ends, ": it would take a link or new ground");
  path.breaks.push_back({.first_fix = path.fixes.size(), .from = {*fix.at}, .to = {*fix.to}});
  path.fixes.push_back(std::move(fix));
}

MendedPath FixFinder::OverMissingLinks(uint32_t goal) {
  if (!links_) links_.emplace(*map_.navmesh, zones_, crossings_, search_, deadline_, scratch_);
  const std::vector<GroundStep> steps = links_->To(goal);
  if (steps.empty()) return {};
  uint64_t granted = map_.abilities;
  MendedPath path = UpTo(steps.front().from, granted);
  for (const GroundStep& step : steps) {
    if (step.link) {
      AddMissingLink(*step.link, path);
    } else {
      AddBreak(crossings_[step.crossing], granted, path);
    }
  }
  return path;
}

MendedPath FindFixes(const MapView& map, const NavLocation& from, const NavLocation& to,
                     const Deadline& deadline, Scratch& scratch) {
  FixFinder finder(map, deadline, scratch);
  finder.Start(from);
  return finder.To(to);
}

}  // namespace waystone
