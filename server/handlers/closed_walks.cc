#include "server/handlers/closed_walks.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "core/base/status_macros.h"
#include "core/route/route_planner.h"

namespace waystone {

std::vector<MendedWalk> WalksOf(const MendedPath& path) {
  std::vector<MendedWalk> walks = {{path.from, path.to}};
  for (const PathBreak& at : path.breaks) {
    const bool keeps_ends = at.from.at != at.to.at;
    walks.back().to = at.from;
    walks.back().keeps_to = keeps_ends;
    walks.push_back({.from = at.to, .to = path.to, .keeps_from = keeps_ends});
  }
  return walks;
}

bool KeptEnds::Has(std::span<const Vec3> first, std::span<const Vec3> last) {
  constexpr double kSame_m = 0.01;
  if (first.empty() || last.empty()) return true;
  if (!ends_) ends_ = {first.front(), last.back()};
  return (!keeps_from_ || Distance(first.front(), ends_->first) < kSame_m) &&
         (!keeps_to_ || Distance(last.back(), ends_->second) < kSame_m);
}

void AddFixesAlong(const MendedPath& path, const ChangeDiagnosis& diagnosis, FindClosing find,
                   const std::string& map_id, const WorldView* world, FixList& fixes) {
  std::set<uint32_t> told;
  size_t fix = 0;
  const std::vector<MendedWalk> walks = WalksOf(path);
  for (size_t i = 0; i < walks.size(); ++i) {
    const bool is_last = i == path.breaks.size();
    const size_t next_fix = is_last ? path.fixes.size() : path.breaks[i].first_fix;
    ClosingChanges closing = find(walks[i]);
    std::erase_if(closing.items, [&](uint32_t item) { return !told.insert(item).second; });
    AddFixes(std::span(path.fixes).subspan(fix, next_fix - fix), map_id, fixes);
    diagnosis.AddFixes(closing, walks[i].from.at.y, world, fixes);
    fix = next_fix;
  }
}

ClosedWalks::ClosedWalks(ChangeDiagnosis& diagnosis, const FoundMap& found, const RouteQuery& query,
                         const RequestLimits& limits, Scratch& scratch)
    : diagnosis_(diagnosis),
      found_(found),
      limits_(limits),
      scratch_(scratch),
      query_(query),
      max_expansions_(query.max_expansions) {
  query_.allow_partial = false;
  query_.shape = RouteShape::kTurningPoints;
  query_.deadline = diagnosis.deadline();
}

ClosedWalks::ClosedWalks(ChangeDiagnosis& diagnosis, const FoundMap& found, const SnapOptions& snap,
                         const RequestLimits& limits, Scratch& scratch)
    : ClosedWalks(diagnosis, found, RouteQuery(), limits, scratch) {
  query_.snap = snap;
}

ClosingChanges ClosedWalks::FindOf(RouteQuery query, KeptEnds ends) {
  RouteAnswer good;
  ClosingChanges closing = diagnosis_.Find([&](ChosenChanges& chosen) -> absl::StatusOr<bool> {
    query.max_expansions = max_expansions_;
    if (max_expansions_ == 0) return absl::ResourceExhaustedError("expansions");
    WS_ASSIGN_OR_RETURN(query.changes, chosen.On(found_, limits_));
    WS_ASSIGN_OR_RETURN(RouteAnswer answer, PlanRoute(found_.view, query, scratch_));
    max_expansions_ -= std::min(answer.expansions, max_expansions_);
    WS_ASSIGN_OR_RETURN(bool is_good, IsGoodAnswer(answer));
    is_good = is_good && ends.Has(answer.points, answer.points);
    if (is_good) good = std::move(answer);
    return is_good;
  });
  const PathPart part{.map_id = found_.map->manifest().map_id, .points = good.points};
  diagnosis_.OrderAlong({&part, 1}, nullptr, closing);
  return closing;
}

ClosingChanges ClosedWalks::Find(const MendedWalk& walk) {
  RouteQuery query = query_;
  query.start = walk.from.at;
  query.goals = {walk.to.at};
  query.via.clear();
  query.mutually_reachable = false;
  return FindOf(std::move(query), KeptEnds(walk));
}

void ClosedWalks::AddFixes(const MendedPath& path, FixList& fixes) {
  const auto find = [&](const MendedWalk& walk) { return Find(walk); };
  AddFixesAlong(path, diagnosis_, find, found_.map->manifest().map_id, nullptr, fixes);
}

}  // namespace waystone
