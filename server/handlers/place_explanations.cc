#include "server/handlers/place_explanations.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/status_macros.h"
#include "core/why/place_why.h"
#include "server/convert/fix_convert.h"
#include "server/handlers/change_diagnosis.h"
#include "server/handlers/closed_walks.h"

namespace waystone {
namespace {

// Which changes close positions off.
class ClosedPlaces {
 public:
  ClosedPlaces(const v1::PlaceResourceRequest& request, const AuditQuery& audit,
               absl::FunctionRef<PlaceTerms(RouteChanges)> terms_with, const FoundMap& found,
               const RequestLimits& limits, const RequestScope& scope)
      : audit_(audit),
        terms_with_(terms_with),
        found_(found),
        limits_(limits),
        scratch_(*scope.scratch),
        asked_{request.changes(), request.pinned()},
        diagnosis_({.asked = asked_, .maps = {&found.view}}, scope),
        walks_(diagnosis_, found, audit.terms.snap, limits, scratch_) {}

  absl::Status Read() { return diagnosis_.Read(); }

  // Adds those of the positions with these indexes that changes close off to `explained`, without fixes if the limits end it. The
  // verdicts of all of them become those without what closes. Positions that the same change closes off are found together.
  // REQUIRES: Read.
  absl::Status Find(const std::vector<uint32_t>& places, std::vector<PlaceReason>& verdicts,
                    std::map<uint32_t, FixList>& explained) {
    ChosenChanges none = diagnosis_.WithNone();
    WS_ASSIGN_OR_RETURN(const std::vector<PlaceReason> open, VerdictsOf(PositionsOf(places), none));
    std::vector<uint32_t> left;
    for (size_t i = 0; i < places.size(); ++i) {
      verdicts[places[i]] = open[i];
      if (!IsOutOfReach(open[i])) left.push_back(places[i]);
    }
    for (const uint32_t place : left) explained[place];  // the map is not in the way
    while (!left.empty()) {
      const ClosingChanges closing = ClosingOf(audit_.positions[left.front()]);
      if (closing.items.empty()) return absl::OkStatus();  // a limit ended it
      std::vector<uint32_t> told = {left.front()};
      if (closing.is_least && closing.items.size() == 1) {
        ChosenChanges others = diagnosis_.Without(closing);
        WS_ASSIGN_OR_RETURN(told, ReachedOf(left, others));
      }
      for (const uint32_t place : told)
        diagnosis_.AddFixes(closing, audit_.positions[place].y, nullptr, explained[place]);
      std::erase_if(left, [&](uint32_t place) { return !explained[place].empty(); });
    }
    return absl::OkStatus();
  }

  // Adds the fixes of a path of ExplainPlaces, and what closes its walks. The walk that has the ground where all come from is an
  // audit of its other end. REQUIRES: Read.
  void AddFixes(const MendedPath& path, bool is_back, FixList& fixes) {
    const auto find = [&](const MendedWalk& walk) -> ClosingChanges {
      if (path.breaks.empty()) return {};
      const bool is_from_home = is_back ? walk.to.at == path.to.at : walk.from.at == path.from.at;
      if (!is_from_home) return walks_.Find(walk);
      const Vec3& end = is_back ? walk.from.at : walk.to.at;
      const auto [known, is_new] = of_ends_.try_emplace({end.x, end.y, end.z});
      if (is_new) known->second = ClosingOfEnd(end);
      return known->second;
    };
    AddFixesAlong(path, diagnosis_, find, found_.map->manifest().map_id, nullptr, fixes);
  }

 private:
  // What keeps a position from being reached, and left.
  ClosingChanges ClosingOf(const Vec3& position) {
    return diagnosis_.Find([&](ChosenChanges& chosen) -> absl::StatusOr<bool> {
      WS_ASSIGN_OR_RETURN(const std::vector<PlaceReason> verdicts, VerdictsOf({position}, chosen));
      return !IsOutOfReach(verdicts[0]);
    });
  }

  // The same of a walk that ends at a break, and what closes the ground there.
  ClosingChanges ClosingOfEnd(const Vec3& end) {
    ClosingChanges closing = ClosingOf(end);
    const ClosingChanges there = walks_.Find({.from = {end}, .to = {end}, .keeps_from = true});
    for (const uint32_t item : there.items) {
      if (std::ranges::count(closing.items, item) == 0) closing.items.push_back(item);
    }
    closing.is_least &= there.is_least;
    return closing;
  }

  std::vector<Vec3> PositionsOf(const std::vector<uint32_t>& places) const {
    std::vector<Vec3> positions;
    positions.reserve(places.size());
    for (const uint32_t place : places) positions.push_back(audit_.positions[place]);
    return positions;
  }

  // Those of the audit's positions with these indexes that one gets to with these changes, and back.
  absl::StatusOr<std::vector<uint32_t>> ReachedOf(std::vector<uint32_t> places, ChosenChanges& chosen) {
    WS_ASSIGN_OR_RETURN(const std::vector<PlaceReason> verdicts, VerdictsOf(PositionsOf(places), chosen));
    size_t next = 0;
    std::erase_if(places, [&](uint32_t) { return IsOutOfReach(verdicts[next++]); });
    return places;
  }

  absl::StatusOr<std::vector<PlaceReason>> VerdictsOf(std::vector<Vec3> positions, ChosenChanges& chosen) {
    WS_ASSIGN_OR_RETURN(RouteChanges changes, chosen.On(found_, limits_));
    AuditQuery query;
    query.positions = std::move(positions);
    query.terms = terms_with_(std::move(changes));
    query.deadline = diagnosis_.deadline();
    WS_ASSIGN_OR_RETURN(AuditAnswer answer, AuditPlaces(found_.view, query, scratch_));
    if (std::ranges::count(answer.verdicts, PlaceReason::kDeadline) > 0) {
      return absl::DeadlineExceededError("the audit's");
    }
    return std::move(answer.verdicts);
  }

  const AuditQuery& audit_;
  const absl::FunctionRef<PlaceTerms(RouteChanges)> terms_with_;
  const FoundMap& found_;
  const RequestLimits& limits_;
  Scratch& scratch_;
  const AskedChanges asked_;
  ChangeDiagnosis diagnosis_;
  ClosedWalks walks_;
  std::map<std::array<double, 3>, ClosingChanges> of_ends_;  // by position
};

}  // namespace

void ExplainAudit(const v1::PlaceResourceRequest& request, const AuditQuery& audit, const AuditAnswer& answer,
                  absl::FunctionRef<PlaceTerms(RouteChanges)> terms_with, const FoundMap& found,
                  const RequestLimits& limits, const RequestScope& scope,
                  v1::PlaceResourceResponse& response) {
  constexpr size_t kMost = 1000;
  std::vector<uint32_t> places;
  for (uint32_t i = 0; i < answer.verdicts.size() && places.size() < kMost; ++i) {
    if (IsOutOfReach(answer.verdicts[i])) places.push_back(i);
  }
  std::vector<PlaceReason> verdicts = answer.verdicts;
  std::map<uint32_t, FixList> explained;
  ClosedPlaces closed(request, audit, terms_with, found, limits, scope);
  const bool may_be_closed = !audit.terms.changes.IsNone() && closed.Read().ok();
  // An error: the map's reasons are told all the same.
  if (may_be_closed) closed.Find(places, verdicts, explained).IgnoreError();
  if (found.view.zones != nullptr) {
    std::erase_if(places, [&](uint32_t place) { return explained.contains(place); });
    PlaceWhyQuery why;
    for (const uint32_t place : places) why.places.push_back({audit.positions[place], verdicts[place]});
    why.anchors = audit.terms.anchors;
    why.snap = audit.terms.snap;
    why.cells = audit.terms.changes.cells.get();
    why.deadline = scope.WorkEnd(kTimeAfterExplaining);
    const std::vector<MendedPath> paths = ExplainPlaces(found.view, why, *scope.scratch);
    for (size_t i = 0; i < paths.size(); ++i) {
      FixList& fixes = explained[places[i]];
      if (may_be_closed) {
        closed.AddFixes(paths[i], why.places[i].verdict == PlaceReason::kNoReturn, fixes);
      } else {
        AddFixes(paths[i].fixes, found.map->manifest().map_id, fixes);
      }
    }
  }
  for (auto& [index, fixes] : explained) {
    v1::PlaceExplanation& explanation = *response.add_explanations();
    explanation.set_index(index);
    *explanation.mutable_fixes() = std::move(fixes);
  }
}

}  // namespace waystone
