#include "bake/gaps/map_gaps.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "bake/gaps/gap_measure.h"
#include "bake/gaps/gap_places.h"
#include "core/base/parallel_for.h"
#include "core/navmesh/islands.h"

namespace waystone {
namespace {

struct Chosen {
  const TileGap* gap = nullptr;
  PolyId poly[2];
  double area_m2 = 0;  // of the smaller island
};

// The best of each pair of islands, ascending by the pair.
std::vector<Chosen> ChooseGaps(const NavmeshView& mesh, const Islands& islands, std::span<const TileGap> gaps,
                               const GapRules& rules) {
  GapPlaces places(mesh, islands, rules);
  std::map<std::pair<uint32_t, uint32_t>, Chosen> best;
  for (const TileGap& gap : gaps) {
    const std::optional<PolyId> from = places.PolyAt(gap.end[0]);
    const std::optional<PolyId> to = places.PolyAt(gap.end[1]);
    if (!from || !to) continue;
    const uint32_t a = places.IslandOf(*from);
    const uint32_t b = places.IslandOf(*to);
    if (a == b) continue;
    Chosen chosen;
    chosen.gap = &gap;
    chosen.poly[0] = *from;
    chosen.poly[1] = *to;
    chosen.area_m2 = std::min(islands.area_m2[a], islands.area_m2[b]);
    Chosen& kept = best[std::minmax(a, b)];
    if (kept.gap == nullptr || gap.severity < kept.gap->severity) kept = chosen;
  }
  std::vector<Chosen> all;
  all.reserve(best.size());
  for (const auto& [pair, chosen] : best) all.push_back(chosen);
  return all;
}

// Whether voxels found a step so near.
bool IsAmong(std::span<const TileFix> found, const GapFix& step, double near_m) {
  const Vec3 at(step.at[0], step.at[1], step.at[2]);
  return std::ranges::any_of(found, [&](const TileFix& fix) {
    return fix.kind == GapKind::kStep && PlaneDistance(Vec3(fix.at), at) <= near_m;
  });
}

// Whether the path leads up and down again, by more than anybody would build, to get around a hole that nothing solid stands in.
bool IsAroundHole(const TileGap& gap, std::span<const GapFix> fixes, const GapMeasure& measure) {
  double up_m = 0;
  bool is_high = false;
  for (const GapFix& fix : fixes) {
    if (fix.kind != GapKind::kStep || fix.shape == StepShape::kDitch) continue;
    const auto height_m = static_cast<double>(fix.measure);
    const bool is_wall = fix.shape == StepShape::kWall;
    if (is_wall || fix.at[1] < fix.to[1]) up_m = std::max(up_m, height_m);
    const bool is_down = is_wall || fix.at[1] > fix.to[1];
    is_high = is_high || (is_down && std::min(up_m, height_m) > 2 * static_cast<double>(fix.limit));
  }
  return is_high && measure.IsFreeBetween(Vec3(gap.end[0]), Vec3(gap.end[1]));
}

// Measures the fixes, and drops those whose rule the triangles keep, unless none would be left. None at all: there is no gap.
std::vector<GapFix> Measured(const TileGap& gap, const GapMeasure& measure, const GapRules& rules) {
  std::vector<GapFix> fixes;
  std::vector<GapFix> broken;
  GapMeasure::PathRules path;
  std::vector<GapFix> low(gap.fixes.size());  // the places with too little headroom: others depend on it
  for (size_t i = 0; i < gap.fixes.size(); ++i) {
    const TileFix& found = gap.fixes[i];
    if (found.kind == GapKind::kStep) path.step_m = std::max(path.step_m, found.measure);
    if (found.kind == GapKind::kSlope) path.steep_deg = std::max(path.steep_deg, found.measure);
    if (found.kind != GapKind::kHeadroom) continue;
    low[i] = measure.Measure(found, path);
    const auto headroom_m = static_cast<double>(low[i].measure);
    path.headroom_m = path.headroom_m > 0 ? std::min(path.headroom_m, headroom_m) : headroom_m;
  }
  for (size_t i = 0; i < gap.fixes.size(); ++i) {
    const TileFix& found = gap.fixes[i];
    if (found.kind == GapKind::kWidth && measure.IsOverHole(found, path)) return {};
    const GapFix fix = found.kind == GapKind::kHeadroom ? low[i] : measure.Measure(found, path);
    fixes.push_back(fix);
    if (!IsBroken(fix)) continue;
    if (found.kind == GapKind::kSlope && fix.kind == GapKind::kStep &&
        IsAmong(gap.fixes, fix, 3 * rules.cell_size_m))
      continue;
    // Many places by voxels may be one passage or slope: then the worst counts.
    const auto last = std::ranges::find(broken.rbegin(), broken.rend(), fix.kind, &GapFix::kind);
    if (last == broken.rend() || !measure.IsOne(*last, fix, path)) {
      broken.push_back(fix);
    } else if (std::abs(fix.measure - fix.limit) > std::abs(last->measure - last->limit)) {
      *last = fix;
    }
  }
  if (IsAroundHole(gap, broken, measure)) return {};
  if (!broken.empty()) return broken;
  // Voxels close what the triangles leave open: one of each kind tells enough.
  std::vector<GapFix> kinds;
  for (const GapFix& fix : fixes) {
    if (std::ranges::find(kinds, fix.kind, &GapFix::kind) == kinds.end()) kinds.push_back(fix);
  }
  return kinds;
}

}  // namespace

GapData JoinGaps(const NavmeshView& mesh, std::span<const TileGap> gaps, const AgentProfile& agent,
                 const GapRules& rules, const CollisionView& solid, int thread_count) {
  std::vector<Chosen> chosen = ChooseGaps(mesh, FindIslands(mesh), gaps, rules);
  if (chosen.size() > kMaxGaps) {
    std::ranges::stable_sort(chosen, std::ranges::greater(), &Chosen::area_m2);
    chosen.resize(kMaxGaps);
  }
  const GapMeasure measure(agent, rules, solid);
  std::vector<std::vector<GapFix>> fixes(chosen.size());
  ParallelFor(chosen.size(), thread_count,
              [&](size_t i) { fixes[i] = Measured(*chosen[i].gap, measure, rules); });
  GapData data;
  for (size_t i = 0; i < chosen.size(); ++i) {
    if (fixes[i].empty()) continue;
    data.gaps.push_back({{chosen[i].poly[0].value(), chosen[i].poly[1].value()},
                         static_cast<uint32_t>(data.fixes.size()),
                         static_cast<uint32_t>(fixes[i].size())});
    data.fixes.insert(data.fixes.end(), fixes[i].begin(), fixes[i].end());
  }
  return data;
}

}  // namespace waystone
