#include "bake/gaps/gap_ports.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "bake/gaps/gap_places.h"
#include "core/navmesh/islands.h"

namespace waystone {
namespace {

constexpr double kNearlyAsGood = 0.5;  // of a gap's severity

struct Candidate {
  TilePort port;
  uint32_t severity = std::numeric_limits<uint32_t>::max();
};
using Candidates = std::map<std::pair<uint32_t, uint32_t>, Candidate>;

// `island_of`: of each place in TileFindings::islands; kNoIsland if it has none.
Candidates MeetingPorts(std::vector<TilePort> ports, const std::vector<uint32_t>& island_of) {
  const auto key = [](const TilePort& port) { return std::tie(port.x, port.z, port.floor); };
  std::ranges::stable_sort(ports, [&](const TilePort& a, const TilePort& b) { return key(a) < key(b); });
  Candidates best;
  for (size_t first = 0; first < ports.size();) {
    size_t end = first;
    while (end < ports.size() && key(ports[end]) == key(ports[first])) ++end;
    for (size_t i = first; i < end; ++i) {
      for (size_t k = i + 1; k < end; ++k) {
        const uint32_t a = island_of[ports[i].island];
        const uint32_t b = island_of[ports[k].island];
        if (a == b || a == kNoIsland || b == kNoIsland) continue;
        const uint32_t severity = std::max(ports[i].severity, ports[k].severity);
        Candidate& kept = best[std::minmax(a, b)];
        if (severity < kept.severity) kept = {ports[i], severity};
      }
    }
    first = end;
  }
  return best;
}

}  // namespace

std::vector<TilePort> ChooseGapPorts(const NavmeshView& mesh, const TileFindings& found,
                                     const GapRules& rules) {
  const Islands islands = FindIslands(mesh);
  GapPlaces places(mesh, islands, rules);
  std::vector<uint32_t> island_of;
  island_of.reserve(found.islands.size());
  for (const Vec3f& at : found.islands) island_of.push_back(places.IslandAt(at));
  Candidates candidates = MeetingPorts(found.ports, island_of);
  for (const TileGap& gap : found.gaps) {
    const auto candidate =
        candidates.find(std::minmax(places.IslandAt(gap.end[0]), places.IslandAt(gap.end[1])));
    if (candidate == candidates.end()) continue;
    if (candidate->second.severity >= kNearlyAsGood * gap.severity) candidates.erase(candidate);
  }
  std::vector<std::pair<double, TilePort>> chosen;  // by the area of the smaller island
  for (const auto& [pair, candidate] : candidates) {
    chosen.emplace_back(std::min(islands.area_m2[pair.first], islands.area_m2[pair.second]), candidate.port);
  }
  std::ranges::stable_sort(chosen, std::ranges::greater(), &std::pair<double, TilePort>::first);
  if (chosen.size() > kMaxGapWindows) chosen.resize(kMaxGapWindows);
  std::vector<TilePort> ports;
  ports.reserve(chosen.size());
  for (const auto& [area_m2, port] : chosen) ports.push_back(port);
  return ports;
}

}  // namespace waystone
