#include "tests/answers/waypoint_kind.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <queue>
#include <sstream>
#include <string>
#include <utility>

#include "core/base/str_cat.h"
#include "tests/answers/numbers.h"

namespace waystone::answers {
namespace {

constexpr size_t kNodeGoals = 32;  // of one start, each as a route and as a distance

struct Arc {
  uint32_t to = 0;
  double cost_m = 0;
  bool is_walk = true;
};

// The source as it is written: nodes in metres, y up, and links as long as they are straight.
struct SourceGraph {
  std::vector<Vec3> nodes;
  std::vector<std::vector<Arc>> arcs;

  std::vector<double> CostsFrom(uint32_t start, bool may_jump) const {
    using Waiting = std::pair<double, uint32_t>;
    std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> open;
    std::vector<double> costs(nodes.size(), kInfinity);
    costs[start] = 0;
    open.emplace(0.0, start);
    while (!open.empty()) {
      const auto [cost_m, node] = open.top();
      open.pop();
      if (cost_m > costs[node]) continue;
      for (const Arc& arc : arcs[node]) {
        if ((!arc.is_walk && !may_jump) || cost_m + arc.cost_m >= costs[arc.to]) continue;
        costs[arc.to] = cost_m + arc.cost_m;
        open.emplace(costs[arc.to], arc.to);
      }
    }
    return costs;
  }
  // Whether another node stands at the same place: either may be meant.
  bool IsDouble(uint32_t node) const {
    size_t count = 0;
    for (const Vec3& other : nodes) count += Distance(other, nodes[node]) < 1e-3;
    return count > 1;
  }
};

std::vector<std::string> Fields(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream text(line);
  for (std::string field; std::getline(text, field, ',');) fields.push_back(field);
  return fields;
}

size_t ColumnOf(const std::vector<std::string>& header, const std::string& name) {
  return static_cast<size_t>(std::find(header.begin(), header.end(), name) - header.begin());
}

SourceGraph ReadGraph(const ListedMap& listed) {
  SourceGraph graph;
  std::map<std::string, uint32_t> node_of;
  std::ifstream nodes(listed.nodes_path);
  std::string line;
  std::getline(nodes, line);
  const std::vector<std::string> node_header = Fields(line);
  while (std::getline(nodes, line)) {
    const std::vector<std::string> fields = Fields(line);
    node_of[fields[ColumnOf(node_header, "id")]] = static_cast<uint32_t>(graph.nodes.size());
    const Vec3 at =
        Vec3{std::stod(fields[ColumnOf(node_header, "x")]), std::stod(fields[ColumnOf(node_header, "y")]),
             std::stod(fields[ColumnOf(node_header, "z")])} *
        listed.scale;
    graph.nodes.push_back(listed.is_z_up ? Vec3{at.x, at.z, -at.y} : at);
  }
  graph.arcs.resize(graph.nodes.size());
  std::ifstream links(listed.links_path);
  std::getline(links, line);
  const std::vector<std::string> header = Fields(line);
  while (std::getline(links, line)) {
    const std::vector<std::string> fields = Fields(line);
    const uint32_t from = node_of.at(fields[ColumnOf(header, "from")]);
    const uint32_t to = node_of.at(fields[ColumnOf(header, "to")]);
    bool is_walk = true;
    for (const char* kind : {"jump", "ladder"}) {
      const size_t column = ColumnOf(header, kind);
      if (column < fields.size() && fields[column] == "1") is_walk = false;
    }
    graph.arcs[from].push_back({to, Distance(graph.nodes[from], graph.nodes[to]), is_walk});
  }
  return graph;
}

bool IsSame(double a, double b) { return std::abs(a - b) <= 1e-3 + 1e-5 * std::abs(b); }

std::string JudgeRoute(const v1::PlanRouteResponse& answer, const Vec3& start, const Vec3& goal,
                       double cost_m) {
  const bool is_complete = answer.status() == v1::ROUTE_STATUS_COMPLETE;
  if (is_complete != std::isfinite(cost_m)) {
    return StrCat(client::EnumName(answer.status()), ", but the best path costs ", cost_m);
  }
  if (!is_complete) return {};
  if (!IsSame(answer.routes(0).cost_m(), cost_m)) {
    return StrCat("costs ", answer.routes(0).cost_m(), ", but the best path ", cost_m);
  }
  const client::PointView points = client::PointsOf(answer.routes(0).points(0));
  if (Distance(points.front(), start) > 2e-3 || Distance(points.back(), goal) > 2e-3) {
    return "does not lead from node to node";
  }
  return {};
}

void AskFrom(const Round& round, const SourceGraph& graph) {
  const auto draw = [&] { return round.random.NextBelow(static_cast<uint32_t>(graph.nodes.size())); };
  const uint32_t start = draw();
  if (graph.IsDouble(start)) return;
  const bool may_jump = round.random.NextBelow(2) == 0;
  const std::vector<double> costs = graph.CostsFrom(start, may_jump);
  const v1::Agent agent = may_jump ? round.map.AbleAgent() : v1::Agent();
  v1::MeasureDistancesRequest distances;
  distances.set_map_id(round.map.listed.map_id);
  client::AddPoint(graph.nodes[start], distances.mutable_source_xyz());
  *distances.mutable_agent() = agent;
  std::vector<v1::BatchItem> items;
  std::vector<uint32_t> goals;
  while (goals.size() < kNodeGoals) {
    // A quarter of the goals are next to the start.
    const std::vector<Arc>& arcs = graph.arcs[start];
    const bool is_near = round.random.NextBelow(4) == 0 && !arcs.empty();
    const uint32_t goal =
        is_near ? arcs[round.random.NextBelow(static_cast<uint32_t>(arcs.size()))].to : draw();
    goals.push_back(goal);
    v1::PlanRouteRequest route = RouteBetween(graph.nodes[start], graph.nodes[goal]);
    *route.mutable_agent() = agent;
    client::AddPoint(graph.nodes[goal], distances.mutable_target_xyz());
    items.push_back(ToItem(route));
  }
  items.push_back(ToItem(distances));
  const auto answers = round.asker.Ask(items);
  const auto* const measured = ExpectDistances(answers.back(), items.back(), round.asker);
  for (size_t i = 0; i < goals.size(); ++i) {
    if (graph.IsDouble(goals[i])) continue;
    round.asker.Asked(2);
    if (const auto* answer = ExpectRoute(answers[i], items[i], round.asker)) {
      const std::string why = JudgeRoute(*answer, graph.nodes[start], graph.nodes[goals[i]], costs[goals[i]]);
      if (!why.empty()) round.asker.Wrong(items[i], why);
    }
    if (measured == nullptr) continue;
    const auto target = static_cast<int>(i);
    const bool is_found = measured->statuses(target) == v1::DISTANCE_STATUS_FOUND;
    const float distance_m = measured->distance_m(target);
    if (is_found == std::isfinite(costs[goals[i]]) && (!is_found || IsSame(distance_m, costs[goals[i]]))) {
      continue;
    }
    v1::MeasureDistancesRequest alone = distances;
    alone.clear_target_xyz();
    client::AddPoint(graph.nodes[goals[i]], alone.mutable_target_xyz());
    round.asker.Wrong(ToItem(alone), StrCat(distance_m, " m, but the best path costs ", costs[goals[i]]));
  }
}

}  // namespace

void AskWaypoints(const Round& round) {
  const SourceGraph graph = ReadGraph(round.map.listed);
  if (graph.nodes.empty()) return;
  for (uint64_t done = 0; done < round.questions; done += 2 * kNodeGoals) AskFrom(round, graph);
}

}  // namespace waystone::answers
