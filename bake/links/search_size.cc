#include "bake/links/search_size.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <vector>

#include "bake/links/border_places.h"
#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"

namespace waystone {
namespace {

// How far beyond two radii a drop still counts as straight down from the border, and a step as just across.
constexpr double kLedgeSlackRadii = 1.5;
constexpr int64_t kSquaresInReach = 4;

struct Square {
  int64_t z = 0;
  int64_t x = 0;
  auto operator<=>(const Square&) const = default;
};

struct SquareCount {
  Square at;
  uint64_t starts = 0;    // places at which flights start
  uint64_t landings = 0;  // those places too, and one for each polygon
};

void Add(const SquareCount& more, std::vector<SquareCount>& counts) {
  if (counts.empty() || counts.back().at != more.at) counts.push_back({.at = more.at});
  counts.back().starts += more.starts;
  counts.back().landings += more.landings;
}

// Sorted by square, each square once.
std::vector<SquareCount> CountPlaces(const NavmeshView& mesh, double spacing_m, double side_m) {
  const auto square_of = [&](const Vec3& place) {
    return Square{static_cast<int64_t>(std::floor(place.z / side_m)),
                  static_cast<int64_t>(std::floor(place.x / side_m))};
  };
  std::vector<SquareCount> found;
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
    const NavPoly& poly = mesh.poly(PolyId(p));
    Add({square_of(mesh.EdgeStart(EdgeId(poly.first_edge))), 0, 1}, found);
    for (uint32_t k = 0; k < poly.edge_count; ++k) {
      const EdgeId edge(poly.first_edge + k);
      if (mesh.edge(edge).twin != kNoEdge) continue;
      ForEachPlaceOf(mesh, edge, spacing_m, [&](const Vec3& place, Vec2) {
        Add({square_of(place), 1, 1}, found);
      });
    }
  }
  std::ranges::sort(found, {}, &SquareCount::at);
  std::vector<SquareCount> counts;
  for (const SquareCount& one : found) Add(one, counts);
  return counts;
}

}  // namespace

double LedgeReach_m(const AgentProfile& agent) {
  return 2 * agent.radius_m + kLedgeSlackRadii * std::max(agent.radius_m, 0.1);
}

double LinkReach_m(const AgentProfile& agent, const LinkGenOptions& options) {
  return std::max(LedgeReach_m(agent), options.jump_distance_m);
}

LinkSearchSize SizeLinkSearch(const NavmeshView& mesh, const AgentProfile& agent,
                              const LinkGenOptions& options) {
  const double side_m = LinkReach_m(agent, options) / kSquaresInReach;
  const std::vector<SquareCount> counts = CountPlaces(mesh, options.spacing_m, side_m);
  std::vector<uint64_t> landings_before = {0};
  for (const SquareCount& count : counts) landings_before.push_back(landings_before.back() + count.landings);
  const auto landings_up_to = [&](const Square& end) {
    const auto at = std::lower_bound(counts.begin(), counts.end(), end,
                                     [](const SquareCount& a, const Square& b) { return a.at < b; });
    return landings_before[static_cast<size_t>(at - counts.begin())];
  };
  LinkSearchSize size;
  for (const SquareCount& count : counts) {
    if (count.starts == 0) continue;
    size.places += count.starts;
    for (int64_t dz = -kSquaresInReach; dz <= kSquaresInReach; ++dz) {
      const auto dx = static_cast<int64_t>(std::sqrt(kSquaresInReach * kSquaresInReach - dz * dz));
      const int64_t z = count.at.z + dz;
      size.pairs +=
          count.starts * (landings_up_to({z, count.at.x + dx + 1}) - landings_up_to({z, count.at.x - dx}));
    }
  }
  return size;
}

absl::Status CheckLinkSearch(const NavmeshView& mesh, const AgentProfile& agent,
                             const LinkGenOptions& options) {
  const LinkSearchSize size = SizeLinkSearch(mesh, agent, options);
  const uint64_t most = std::max(kMaxLinkPairs, kMaxLinkPairsPerPlace * size.places);
  if (size.pairs <= most) return absl::OkStatus();
  return InvalidArgument("agent ", Quoted(agent.name), ": links: jump_distance_m ", options.jump_distance_m,
                         " with spacing_m ", options.spacing_m, " asks for about ", size.pairs,
                         " flights between ", size.places, " places on borders, and at most ", most,
                         " are searched; choose a shorter jump_distance_m or a wider spacing_m");
}

}  // namespace waystone
