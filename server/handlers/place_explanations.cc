#include "server/handlers/place_explanations.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/status_macros.h"
#include "core/why/place_why.h"
#include "server/convert/fix_convert.h"
#include "server/handlers/change_diagnosis.h"

namespace waystone {
namespace {

constexpr std::chrono::milliseconds kAnswerTime{20};  // of all explanations

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
        diagnosis_({.asked = asked_, .maps = {&found.view}}, scope) {}

  // Adds those of the positions with these indexes that changes close off to `explained`, without fixes if the limits end it.
  // Positions that the same change closes off are found together.
  absl::Status Find(const std::vector<uint32_t>& places, std::map<uint32_t, FixList>& explained) {
    WS_RETURN_IF_ERROR(diagnosis_.Read());
    ChosenChanges none = diagnosis_.WithNone();
    WS_ASSIGN_OR_RETURN(std::vector<uint32_t> left, ReachedOf(places, none));
    for (const uint32_t place : left) explained[place];  // the map is not in the way
    while (!left.empty()) {
      const std::vector<uint32_t> first = {left.front()};
      const ClosingChanges closing = diagnosis_.Find([&](ChosenChanges& chosen) -> absl::StatusOr<bool> {
        WS_ASSIGN_OR_RETURN(const std::vector<uint32_t> reached, ReachedOf(first, chosen));
        return !reached.empty();
      });
      if (closing.items.empty()) return absl::OkStatus();  // a limit ended it
      std::vector<uint32_t> told = first;
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

 private:
  // Those that one gets to with these changes, and back.
  absl::StatusOr<std::vector<uint32_t>> ReachedOf(const std::vector<uint32_t>& places,
                                                  ChosenChanges& chosen) {
    WS_ASSIGN_OR_RETURN(RouteChanges changes, chosen.On(found_, limits_));
    AuditQuery query;
    for (const uint32_t place : places) query.positions.push_back(audit_.positions[place]);
    query.terms = terms_with_(std::move(changes));
    query.deadline = diagnosis_.deadline();
    WS_ASSIGN_OR_RETURN(const AuditAnswer answer, AuditPlaces(found_.view, query, scratch_));
    std::vector<uint32_t> reached;
    for (size_t i = 0; i < places.size(); ++i) {
      if (answer.verdicts[i] == PlaceReason::kDeadline) return absl::DeadlineExceededError("the audit's");
      if (!IsOutOfReach(answer.verdicts[i])) reached.push_back(places[i]);
    }
    return reached;
  }

  const AuditQuery& audit_;
  const absl::FunctionRef<PlaceTerms(RouteChanges)> terms_with_;
  const FoundMap& found_;
  const RequestLimits& limits_;
  Scratch& scratch_;
  const AskedChanges asked_;
  ChangeDiagnosis diagnosis_;
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
  std::map<uint32_t, FixList> explained;
  if (!audit.terms.changes.IsNone()) {
    ClosedPlaces closed(request, audit, terms_with, found, limits, scope);
    closed.Find(places, explained).IgnoreError();  // the map's reasons are told all the same
  }
  if (found.view.zones != nullptr) {
    std::erase_if(places, [&](uint32_t place) { return explained.contains(place); });
    PlaceWhyQuery why;
    for (const uint32_t place : places)
      why.places.push_back({audit.positions[place], answer.verdicts[place]});
    why.anchors = audit.terms.anchors;
    why.snap = audit.terms.snap;
    why.deadline = scope.WorkEnd(kAnswerTime);
    const std::vector<std::vector<Fix>> fixes = ExplainPlaces(found.view, why, *scope.scratch);
    for (size_t i = 0; i < fixes.size(); ++i)
      AddFixes(fixes[i], found.map->manifest().map_id, explained[places[i]]);
  }
  for (auto& [index, fixes] : explained) {
    v1::PlaceExplanation& explanation = *response.add_explanations();
    explanation.set_index(index);
    *explanation.mutable_fixes() = std::move(fixes);
  }
}

}  // namespace waystone
