#include "tests/answers/command_line.h"

#include <charconv>

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
  void Add(const client::Agent& agent) {
    if (!agent.profile.empty()) Add("agent", agent.profile);
    for (const std::string& ability : agent.abilities) Add("ability", ability);
    Add("clearance", agent.min_clearance_m);
  }
  void Add(const client::SnapOptions& snap) {
    const client::SnapOptions usual;
    if (snap.radius_m != usual.radius_m) Add("snap-radius", Digits(snap.radius_m));
    if (snap.max_above_m != usual.max_above_m) Add("snap-above", Digits(snap.max_above_m));
    if (snap.max_below_m != usual.max_below_m) Add("snap-below", Digits(snap.max_below_m));
  }
  void Add(const std::string& flag, const std::vector<Vec3>& places) {
    for (const Vec3& at : places) Add(flag, At(at));
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

const std::string& MapOf(const std::string& own, const std::string& usual) {
  return own.empty() ? usual : own;
}

std::string Line(const std::string& map_id, const client::RouteRequest& request) {
  Words words("route", MapOf(request.start.map_id, map_id));
  words.Add("from", At(request.start.at));
  for (const client::Location& goal : request.goals) words.Add("to", At(goal.at));
  if (!request.goals.empty() && request.goals[0].map_id != request.start.map_id) {
    words.Add("to-map", request.goals[0].map_id);
  }
  words.Add(request.agent);
  words.Add(request.snap);
  words.Add("shape", EnumName(request.shape));
  if (request.method != client::RouteMethod::kNone) words.Add("method", EnumName(request.method));
  words.Add("max-length-ratio", request.max_length_ratio);
  if (request.portals.has_value()) {
    words.Add("portals",
              request.portals->mode == client::PortalMode::kWalkInTeleports ? "walk_in" : "may_use");
  }
  return words.text();
}

std::string Line(const std::string& map_id, const client::MoveRequest& request) {
  Words words("validate", map_id);
  words.Add("from", At(request.from.at));
  if (request.to.has_value()) words.Add("to", At(request.to->at));
  words.Add(request.agent);
  words.Add(request.snap);
  if (request.rule == client::MoveRule::kSeed) words.Add("rule", "seed");
  for (const client::MoveCheck check : request.skipped_checks) words.Add("skip", EnumName(check));
  return words.text();
}

std::string Line(const std::string& map_id, const client::DistancesRequest& request) {
  Words words("distances", map_id);
  words.Add("from", request.sources);
  words.Add("to", request.targets);
  words.Add(request.agent);
  words.Add(request.snap);
  return words.text();
}

std::string Line(const std::string& map_id, const client::PlaceRequest& request) {
  Words words("place", map_id);
  if (const auto* scatter = std::get_if<client::ScatterTask>(&request.task)) {
    words.Add("count", static_cast<double>(scatter->count));
    words.Add("seed", std::to_string(scatter->seed));
  }
  if (const auto* sphere = std::get_if<client::SphereRegion>(&request.rules.region)) {
    words.Add("near", At(sphere->center));
    words.Add("radius", sphere->radius_m);
  }
  words.Add("anchor", request.rules.anchors);
  if (request.rules.reachability == client::Reachability::kFrom) words.Add("reach", "from");
  words.Add("spacing", request.rules.spacing.between_m);
  if (request.rules.spacing.metric == client::DistanceMetric::kWalking) words.Add("metric", "walking");
  words.Add(request.agent);
  words.Add("clearance", request.rules.clearance_m);
  return words.text();
}

std::string Line(const std::string& map_id, const client::ExploreRequest&) {
  return Words("explore", map_id).text();
}

}  // namespace

std::string CommandLine(const std::string& map_id, const client::AnyRequest& request) {
  return std::visit([&](const auto& asked) { return Line(map_id, asked); }, request);
}

}  // namespace waystone::answers
