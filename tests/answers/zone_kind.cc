#include "tests/answers/zone_kind.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <numeric>
#include <sstream>
#include <string>

#include "core/base/str_cat.h"
#include "tests/answers/numbers.h"
#include "tests/answers/truth_graph.h"

namespace waystone::answers {
namespace {

constexpr size_t kEnds = 64;  // of one start, at most

// The polygons that each one leads to.
using Arcs = std::vector<std::vector<uint32_t>>;

// By the source's list, which names polygons by their own ids.
Arcs ListedArcs(const TruthSurface& surface, const std::string& path) {
  std::map<uint32_t, uint32_t> poly_of;
  for (uint32_t id = 0; id < surface.polys().size(); ++id) poly_of[surface.polys()[id].external_id] = id;
  Arcs arcs(surface.polys().size());
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    uint32_t from = 0;
    uint32_t to = 0;
    char comma = 0;
    if (fields >> from >> comma >> to && poly_of.contains(from) && poly_of.contains(to)) {
      arcs[poly_of[from]].push_back(poly_of[to]);
    }
  }
  return arcs;
}

Arcs SurfaceArcs(const TruthSurface& surface, bool with_links) {
  Arcs arcs(surface.polys().size());
  for (uint32_t id = 0; id < arcs.size(); ++id) {
    for (const TruthPoly::Side& side : surface.polys()[id].sides) arcs[id].push_back(side.to);
  }
  for (const TruthLink& link : surface.links()) {
    if (with_links || link.abilities == 0) arcs[link.from].push_back(link.to);
  }
  return arcs;
}

Arcs Reversed(const Arcs& arcs) {
  Arcs back(arcs.size());
  for (uint32_t from = 0; from < arcs.size(); ++from) {
    for (const uint32_t to : arcs[from]) back[to].push_back(from);
  }
  return back;
}

std::vector<bool> Flood(const Arcs& arcs, uint32_t from, const Arcs* also = nullptr) {
  std::vector<bool> seen(arcs.size());
  std::vector<uint32_t> open = {from};
  seen[from] = true;
  while (!open.empty()) {
    const uint32_t at = open.back();
    open.pop_back();
    for (const Arcs* list : {&arcs, also}) {
      if (list == nullptr) continue;
      for (const uint32_t next : (*list)[at]) {
        if (!seen[next]) open.push_back(next);
        seen[next] = true;
      }
    }
  }
  return seen;
}

// Polygons by the source's ids, or by their own if it has none.
std::vector<uint32_t> InOrder(const TruthSurface& surface) {
  std::vector<uint32_t> order(surface.polys().size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return surface.polys()[a].external_id < surface.polys()[b].external_id;
  });
  return order;
}

// The zone of every polygon by the seed's rule: 0 outside the largest weak component; ranks by size, ties to
// the polygon first in `order`. Slow: a flood forwards and one backwards for each component.
std::vector<uint32_t> ZonesOf(const Arcs& arcs, const std::vector<uint32_t>& order) {
  const Arcs back = Reversed(arcs);
  std::vector<bool> seen(arcs.size());
  std::vector<bool> main;
  std::ptrdiff_t largest = 0;
  for (const uint32_t id : order) {
    if (seen[id]) continue;
    const std::vector<bool> weak = Flood(arcs, id, &back);
    const std::ptrdiff_t size = std::count(weak.begin(), weak.end(), true);
    if (size > largest) largest = size, main = weak;
    for (uint32_t other = 0; other < arcs.size(); ++other) seen[other] = seen[other] || weak[other];
  }
  std::vector<std::vector<uint32_t>> components;
  std::vector<bool> done(arcs.size());
  for (const uint32_t id : order) {
    if (done[id] || !main[id]) continue;
    const std::vector<bool> there = Flood(arcs, id);
    const std::vector<bool> and_back = Flood(back, id);
    std::vector<uint32_t>& members = components.emplace_back();
    for (uint32_t other = 0; other < arcs.size(); ++other) {
      if (!there[other] || !and_back[other]) continue;
      members.push_back(other);
      done[other] = true;
    }
  }
  std::stable_sort(components.begin(), components.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  std::vector<uint32_t> zones(arcs.size());
  for (uint32_t rank = 0; rank < components.size(); ++rank) {
    for (const uint32_t id : components[rank]) zones[id] = rank + 1;
  }
  return zones;
}

v1::ValidateMoveRequest ReachRequest(const Vec3& from, const Vec3& to, v1::MoveRule rule,
                                     const v1::Agent& agent) {
  v1::ValidateMoveRequest request = MoveBetween(from, to);
  *request.mutable_agent() = agent;
  request.set_rule(rule);
  for (const auto check : {v1::MOVE_CHECK_WALK, v1::MOVE_CHECK_STEP, v1::MOVE_CHECK_SWEEP}) {
    request.add_skipped_checks(check);
  }
  return request;
}

void AskFrom(const Round& round, const Arcs& arcs, const std::vector<uint32_t>& zones, const v1::Agent& agent,
             uint64_t count) {
  const TruthSurface& surface = *round.map.surface;
  uint32_t from = 0;
  const Vec3 start = surface.Draw(round.random, &from);
  if (surface.PolysAt(start, kSame_m, kSame_m).size() != 1) return;
  const std::vector<bool> reached = Flood(arcs, from);
  std::vector<v1::BatchItem> items;
  std::vector<bool> is_legal;
  while (items.size() < count) {
    uint32_t to = 0;
    const Vec3 end = surface.Draw(round.random, &to);
    // Touching floors: either may be meant.
    if (surface.PolysAt(end, kSame_m, kSame_m).size() != 1) {
      if (round.random.NextBelow(1000) == 0) return;
      continue;
    }
    const bool by_seed = !zones.empty() && round.random.NextBelow(4) == 0;
    const v1::MoveRule rule = by_seed ? v1::MOVE_RULE_SEED : v1::MOVE_RULE_EXACT;
    items.push_back(ToItem(ReachRequest(start, end, rule, agent)));
    is_legal.push_back(by_seed ? zones[to] == 1 || (zones[to] != 0 && zones[to] == zones[from])
                               : reached[to]);
  }
  const auto answers = round.asker.Ask(items);
  for (size_t i = 0; i < items.size(); ++i) {
    const auto* const answer = ExpectVerdict(answers[i], items[i], round.asker);
    if (answer == nullptr || (answer->verdict() == v1::MOVE_VERDICT_LEGAL) == is_legal[i]) continue;
    round.asker.Wrong(items[i], is_legal[i] ? "illegal, but the end can be reached"
                                            : "legal, but the end cannot be reached");
  }
  round.asker.Asked(items.size());
}

// The zone that the server tells of every polygon, against `zones`.
void AskLabels(const Round& round, const std::vector<uint32_t>& zones) {
  const absl::StatusOr<v1::GetSurfaceResponse> told = round.asker.Surface();
  const std::string command = StrCat("MapCatalog.GetSurface ", round.map.listed.map_id);
  round.asker.Asked(zones.size());
  if (!told.ok() || static_cast<size_t>(told->zones_size()) != zones.size()) {
    return round.asker.Wrong(command, told.ok() ? "lacks zones" : std::string(told.status().message()));
  }
  for (uint32_t id = 0; id < zones.size(); ++id) {
    const uint32_t zone = told->zones(static_cast<int>(id));
    if (zone == zones[id]) continue;
    round.asker.Wrong(command, StrCat("polygon ", id, " has zone ", zone, ", not ", zones[id]));
  }
}

}  // namespace

void AskZones(const Round& round) {
  const TruthSurface& surface = *round.map.surface;
  const ListedMap& listed = round.map.listed;
  const bool is_listed = round.map.IsMesh() && !listed.links_path.empty();
  const Arcs walking = is_listed ? ListedArcs(surface, listed.links_path) : SurfaceArcs(surface, false);
  const Arcs able = is_listed ? walking : SurfaceArcs(surface, true);
  // A level that players enter has another main zone than the largest.
  const std::vector<uint32_t> zones =
      listed.has_spawns ? std::vector<uint32_t>() : ZonesOf(walking, InOrder(surface));
  if (!zones.empty()) AskLabels(round, zones);
  const v1::Agent jumper = round.map.AbleAgent();
  for (uint64_t done = 0; done < round.questions; done += kEnds) {
    const uint64_t count = std::min<uint64_t>(kEnds, round.questions - done);
    if (!is_listed && !jumper.abilities().empty() && round.random.NextBelow(2) == 0) {
      AskFrom(round, able, {}, jumper, count);
    } else {
      AskFrom(round, walking, zones, {}, count);
    }
  }
}

}  // namespace waystone::answers
