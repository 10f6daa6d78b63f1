#include "tests/answers/command_line.h"

#include <charconv>

#include "client/messages.h"
#include "core/base/str_cat.h"

namespace waystone::answers {
namespace {

std::string Digits(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

std::string At(const Vec3& at) { return StrCat(Digits(at.x), ",", Digits(at.y), ",", Digits(at.z)); }

class Words {
 public:
  Words(const std::string& command, const std::string& map_id) : text_(StrCat("waystone ", command)) {
    Add("map", map_id);
  }
  void Add(const std::string& flag, const std::string& value) { text_ += StrCat(" --", flag, " ", value); }
  void Add(const std::string& flag, double value) {
    if (value != 0) Add(flag, Digits(value));
  }
  void Add(const v1::Agent& agent) {
    if (!agent.profile().empty()) Add("agent", agent.profile());
    for (const std::string& ability : agent.abilities()) Add("ability", ability);
    Add("clearance", agent.min_clearance_m());
  }
  void Add(const v1::SnapOptions& snap) {
    if (snap.has_radius_m()) Add("snap-radius", Digits(snap.radius_m()));
    if (snap.has_max_above_m()) Add("snap-above", Digits(snap.max_above_m()));
    if (snap.has_max_below_m()) Add("snap-below", Digits(snap.max_below_m()));
  }
  void Add(const std::string& flag, const google::protobuf::RepeatedField<double>& xyz) {
    for (const Vec3 at : client::PointsOf(xyz)) Add(flag, At(at));
  }
  void Add(const std::string& flag, const v1::Position& position) { Add(flag, At(client::ToVec3(position))); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

const std::string& MapOf(const std::string& own, const std::string& usual) {
  return own.empty() ? usual : own;
}

std::string Line(const std::string& map_id, const v1::PlanRouteRequest& request) {
  const std::string& start_map = request.start().position().map_id();
  Words words("route", MapOf(start_map, map_id));
  words.Add("from", request.start().position());
  for (const v1::Location& goal : request.goals()) words.Add("to", goal.position());
  if (!request.goals().empty() && request.goals(0).position().map_id() != start_map) {
    words.Add("to-map", request.goals(0).position().map_id());
  }
  words.Add(request.agent());
  words.Add(request.snap());
  words.Add("shape", client::EnumName(request.detail().shape()));
  if (request.limits().method() != v1::ROUTE_METHOD_UNSPECIFIED) {
    words.Add("method", client::EnumName(request.limits().method()));
  }
  words.Add("max-length-ratio", request.limits().max_length_ratio());
  if (request.has_portals()) {
    const bool teleports = request.portals().mode() == v1::PORTAL_MODE_WALK_IN_TELEPORTS;
    words.Add("portals", teleports ? "walk_in" : "may_use");
  }
  return words.text();
}

std::string Line(const std::string& map_id, const v1::ValidateMoveRequest& request) {
  Words words("validate", map_id);
  words.Add("from", request.from());
  if (request.has_to()) words.Add("to", request.to());
  words.Add(request.agent());
  words.Add(request.snap());
  if (request.rule() == v1::MOVE_RULE_SEED) words.Add("rule", "seed");
  for (int i = 0; i < request.skipped_checks_size(); ++i) {
    words.Add("skip", client::EnumName(request.skipped_checks(i)));
  }
  return words.text();
}

std::string Line(const std::string& map_id, const v1::MeasureDistancesRequest& request) {
  Words words("distances", map_id);
  words.Add("from", request.source_xyz());
  words.Add("to", request.target_xyz());
  words.Add(request.agent());
  words.Add(request.snap());
  return words.text();
}

std::string Line(const std::string& map_id, const v1::PlaceResourceRequest& request) {
  Words words("place", map_id);
  words.Add("count", static_cast<double>(request.scatter().count()));
  words.Add("seed", std::to_string(request.scatter().seed()));
  const v1::PlaceRules& rules = request.rules();
  if (rules.region().has_sphere()) {
    words.Add("near", rules.region().sphere().center());
    words.Add("radius", rules.region().sphere().radius_m());
  }
  words.Add("anchor", rules.anchor_xyz());
  if (rules.reachability() == v1::REACHABILITY_FROM) words.Add("reach", "from");
  words.Add("spacing", rules.spacing().between_m());
  if (rules.spacing().metric() == v1::DISTANCE_METRIC_WALKING) words.Add("metric", "walking");
  words.Add(request.agent());
  words.Add("clearance", rules.clearance_m());
  return words.text();
}

}  // namespace

std::string CommandLine(const std::string& map_id, const v1::BatchItem& item) {
  if (item.has_place_resource()) return Line(map_id, item.place_resource());
  if (item.has_validate_move()) return Line(map_id, item.validate_move());
  if (item.has_measure_distances()) return Line(map_id, item.measure_distances());
  return Line(map_id, item.plan_route());
}

}  // namespace waystone::answers
