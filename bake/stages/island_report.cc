#include "bake/stages/island_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "core/base/str_cat.h"
#include "core/graph/best_first.h"
#include "core/navmesh/islands.h"
#include "core/why/fix_text.h"

namespace waystone {
namespace {

constexpr size_t kMostIslands = 100;
constexpr double kLostShare = 0.5;  // of the ground
constexpr uint32_t kFewGaps = 3;

double Hundredths(double value) { return std::round(value * 100) / 100; }

Vec3 MiddleOf(const NavmeshView& mesh, PolyId poly) {
  Vec3 sum;
  for (const NavEdge& edge : mesh.edges(poly)) sum = sum + Vec3(mesh.vertex(VertexId(edge.vertex)));
  return sum * (1.0 / static_cast<double>(mesh.edges(poly).size()));
}

std::vector<uint32_t> BySize(const Islands& islands) {
  std::vector<uint32_t> order(islands.count);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, std::ranges::greater(), [&](uint32_t i) { return islands.area_m2[i]; });
  return order;
}

// The first gap on the least bad path from an island to the largest one; null: there is none.
struct FirstGap {
  const Gap* gap = nullptr;
  bool is_back = false;  // from the gap's second end
};

// If no gaps join some islands to the largest one, their paths lead to the largest among them. `by_size`: the islands, the largest
// one first.
std::vector<FirstGap> FirstGaps(const Islands& islands, const GapData& gaps,
                                std::span<const uint32_t> by_size) {
  std::vector<std::pair<uint32_t, FirstGap>> beside;  // to an island, from another
  for (const Gap& gap : gaps.gaps) {
    beside.push_back({islands.of_poly[gap.poly[0]], {&gap, true}});
    beside.push_back({islands.of_poly[gap.poly[1]], {&gap, false}});
  }
  std::ranges::stable_sort(beside, {}, &std::pair<uint32_t, FirstGap>::first);
  std::vector<FirstGap> gaps_of(islands.count);
  BestFirst<double> search;
  search.Begin(islands.count);
  for (const uint32_t root : by_size) {
    if (search.IsReached(root)) continue;
    search.Reach(root, 0, root);
    for (uint32_t at = search.Settle(); at != search.kNone; at = search.Settle()) {
      const auto first = std::ranges::lower_bound(beside, at, {}, &std::pair<uint32_t, FirstGap>::first);
      for (auto it = first; it != beside.end() && it->first == at; ++it) {
        const FirstGap& gap = it->second;
        const uint32_t from = islands.of_poly[gap.gap->poly[gap.is_back ? 1 : 0]];
        const double cost =
            CostOfMending(std::span(gaps.fixes).subspan(gap.gap->first_fix, gap.gap->fix_count));
        if (search.Reach(from, search.CostOf(at) + cost, at)) gaps_of[from] = gap;
      }
    }
  }
  return gaps_of;
}

}  // namespace

void ReportIslands(const NavmeshView& mesh, const GapData& gaps, const Vec3& origin, AgentReport& report) {
  const Islands islands = FindIslands(mesh);
  report.island_count = islands.count;
  const std::vector<uint32_t> order = BySize(islands);
  const std::vector<FirstGap> first_gaps = FirstGaps(islands, gaps, order);
  for (size_t i = 1; i < order.size() && report.islands.size() < kMostIslands; ++i) {
    const uint32_t island = order[i];
    if (islands.area_m2[island] < kLeastIsland_m2) break;
    IslandReport& out = report.islands.emplace_back();
    out.area_m2 = Hundredths(islands.area_m2[island]);
    const auto poly =
        static_cast<uint32_t>(std::ranges::find(islands.of_poly, island) - islands.of_poly.begin());
    const Vec3 at = MiddleOf(mesh, PolyId(poly)) + origin;
    out.at[0] = Hundredths(at.x);
    out.at[1] = Hundredths(at.y);
    out.at[2] = Hundredths(at.z);
    const FirstGap& first = first_gaps[island];
    if (first.gap == nullptr) {
      out.fixes.emplace_back("no gap to larger ground was found: it may take a link or new ground");
      continue;
    }
    for (uint32_t f = first.gap->first_fix; f < first.gap->first_fix + first.gap->fix_count; ++f) {
      out.fixes.push_back(FixOfGap(gaps.fixes[f], first.is_back, mesh, origin).sentence);
    }
  }
}

std::vector<std::string> DoubtsOfAgent(const NavmeshView& mesh, const GapData& gaps,
                                       const AgentProfile& agent) {
  const Islands islands = FindIslands(mesh);
  const double all_m2 = std::accumulate(islands.area_m2.begin(), islands.area_m2.end(), 0.0);
  const double largest_m2 = islands.count == 0 ? 0 : *std::ranges::max_element(islands.area_m2);
  if (all_m2 - largest_m2 < kLostShare * all_m2) return {};
  std::array<uint32_t, kLastGapKind + 1> count{};
  uint32_t total = 0;
  std::array<const GapFix*, kLastGapKind + 1> nearest{};
  const auto is_large = [&](uint32_t poly) {
    return islands.area_m2[islands.of_poly[poly]] >= kLeastIsland_m2;
  };
  for (const Gap& gap : gaps.gaps) {
    if (!is_large(gap.poly[0]) || !is_large(gap.poly[1])) continue;
    const std::span<const GapFix> fixes = std::span(gaps.fixes).subspan(gap.first_fix, gap.fix_count);
    ++total;
    // A doorway may be too narrow and too low.
    const bool is_doorway = std::ranges::all_of(fixes, [&](const GapFix& fix) {
      return fix.kind == GapKind::kWidth || fix.kind == GapKind::kHeadroom;
    });
    if (!is_doorway) continue;
    std::array<bool, kLastGapKind + 1> has{};
    for (const GapFix& fix : fixes) {
      const auto kind = static_cast<size_t>(fix.kind);
      if (!std::exchange(has[kind], true)) ++count[kind];
      if (nearest[kind] == nullptr || fix.measure > nearest[kind]->measure) nearest[kind] = &fix;
    }
  }
  std::vector<std::string> doubts;
  const auto doubt = [&](GapKind kind, const char* what, double limit) {
    const auto k = static_cast<size_t>(kind);
    if (count[k] < kFewGaps || 2 * count[k] < total) return;
    doubts.push_back(StrCat(
        what, ": of its ground of ", Decimals(all_m2), " m2 the largest part that it can walk about in has ",
        Decimals(largest_m2), " m2; ", count[k], " passages are at most ",
        Decimals(static_cast<double>(nearest[k]->measure)), " m, it needs ", Decimals(limit), " m"));
  };
  doubt(GapKind::kWidth, "it is wider than the doorways", 2 * agent.radius_m);
  doubt(GapKind::kHeadroom, "it is higher than the doorways", agent.height_m);
  return doubts;
}

}  // namespace waystone
