#include "bench/grid/grid_race.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "bake/grid/bound_baker.h"
#include "bake/grid/grid_packer.h"
#include "bake/grid/hub_label_baker.h"
#include "bake/grid/jump_baker.h"
#include "bake/import/grid_importer.h"
#include "bench/stopwatch.h"
#include "core/base/random.h"
#include "core/base/status_macros.h"
#include "core/grid/grid_changes.h"
#include "core/grid/grid_search.h"
#include "core/grid/grid_shape.h"
#include "tests/oracle/grid_any_angle.h"
#include "tests/oracle/plain_grid_search.h"

namespace waystone {
namespace {

constexpr uint32_t kRectSide = 16;          // [cells] longest
constexpr size_t kLengthSamples = 20;       // queries whose any-angle optimum is looked for
constexpr uint32_t kLengthCorners = 20000;  // that it may take
constexpr uint64_t kSeed = 1;

bool HasFreeEnds(const BitGrid& bits, const ScenarioQuery& query) {
  return bits.IsFree(query.start) && bits.IsFree(query.goal);
}

GridQuery QueryOf(const ScenarioQuery& query, GridMethod method) {
  GridQuery out;
  out.start = query.start;
  out.goal = query.goal;
  out.method = method;
  return out;
}

// [cells]
double LengthOf(std::span<const GridPoint> line) {
  double length = 0;
  for (size_t i = 1; i < line.size(); ++i) length += DistanceBetween(line[i - 1], line[i]);
  return length;
}

GridChanges RandomRects(const GridView& map, uint32_t rects) {
  Random random(kSeed);
  GridChanges changes;
  for (uint32_t i = 0; i < rects; ++i) {
    changes.blocked_rects.push_back({random.NextBelow(map.columns()), random.NextBelow(map.rows()),
                                     1 + random.NextBelow(kRectSide), 1 + random.NextBelow(kRectSide)});
  }
  return changes;
}

}  // namespace

absl::StatusOr<BenchGrid> LoadBenchGrid(const std::string& path, GridMethod method) {
  WS_ASSIGN_OR_RETURN(const ImportedGrid source, ImportGrid(path, {}, {}, 1.0));
  BenchGrid grid;
  grid.data = PackGrid(source.cells, source.cells.origin);
  std::string left_out;
  grid.size_bytes = (grid.data.row_words.size() + grid.data.column_words.size()) * sizeof(uint64_t);
  WS_ASSIGN_OR_RETURN(const GridView view, GridView::Create(grid.data));
  grid.bake_s = 1e-6 * MicrosecondsOf([&] {
                  if (method == GridMethod::kJpsPlus || method == GridMethod::kBounded)
                    left_out = BakeJumps({}, grid.data);
                  if (method == GridMethod::kBounded && left_out.empty())
                    left_out = BakeBounds({}, grid.data);
                  if (method == GridMethod::kHubLabels) {
                    HubLabelResult built = BakeHubLabels(view, {});
                    left_out = built.left_out;
                    grid.size_bytes += built.size_bytes;
                    grid.data.hub_labels = std::move(built.data);
                  }
                });
  if (!left_out.empty()) return absl::FailedPreconditionError(path + ": " + left_out);
  if (!view.is_uniform()) return absl::FailedPreconditionError(path + ": cells differ in cost");
  grid.size_bytes += grid.data.jumps.size() * sizeof(int16_t) +
                     grid.data.bound_words.size() * sizeof(BoundWord) +
                     grid.data.bounds.size() * sizeof(CellBound);
  return grid;
}

GridGround GroundOfMap(const GridView& map) {
  GridGround ground;
  ground.map = &map;
  ground.bits = map.bits();
  ground.is_uniform = map.is_uniform();
  std::copy_n(map.header().area_cost, kMaxGridAreas, ground.area_cost.begin());
  return ground;
}

Yardstick RunYardstick(const GridView& map, const Scenario& scenario, const GridSuiteOptions& options) {
  PlainGridSearch plain(map.bits());
  Yardstick yardstick;
  uint64_t expanded = 0;
  const size_t count = scenario.queries.size();
  const size_t samples = std::min<size_t>(options.samples, count);
  for (size_t sample = 0; sample < samples; ++sample) {
    const size_t i = sample * count / samples;
    const ScenarioQuery& query = scenario.queries[i];
    if (!HasFreeEnds(map.bits(), query)) continue;
    yardstick.queries.push_back(i);
    yardstick.total_us += LeastMicrosecondsOf(options.repeats, [&] { plain.Find(query.start, query.goal); });
    expanded += plain.expanded();
  }
  yardstick.ns_per_expansion =
      yardstick.total_us * 1000 / static_cast<double>(std::max<uint64_t>(expanded, 1));
  return yardstick;
}

RaceResult RunRace(const GridView& map, const Scenario& scenario, GridMethod method,
                   const GridSuiteOptions& options) {
  const GridGround ground = GroundOfMap(map);
  GridWorkspace workspace;
  GridPath path;
  RaceResult result;
  uint64_t expanded = 0;
  for (const ScenarioQuery& query : scenario.queries) {
    double us = 0;
    std::optional<GridSteps> steps;
    if (HasFreeEnds(ground.bits, query)) {
      const GridQuery asked = QueryOf(query, method);
      us = LeastMicrosecondsOf(options.repeats, [&] { FindGridPath(ground, asked, workspace, path); });
      expanded += path.expanded;
      if (path.outcome == SearchOutcome::kFound) steps = path.steps;
    }
    result.us.push_back(us);
    const bool is_right = scenario.has_answers ? steps == query.answer : steps.has_value();
    result.optimal += is_right ? 1 : 0;
  }
  result.expanded = static_cast<double>(expanded) / static_cast<double>(scenario.queries.size());
  return result;
}

double OverlayRatio(const GridView& map, const Scenario& scenario, uint32_t rects,
                    const GridSuiteOptions& options) {
  const GridChanges changes = RandomRects(map, rects);
  PatchedBits drawn;
  PatchedBits worker;
  GridGround changed = GroundOfMap(map);
  changed.is_changed = true;
  GridGround fixed = changed;
  fixed.bits = drawn.Apply(map, changes);
  GridWorkspace workspace;
  GridPath path;
  double overlay_us = 0;
  double fixed_us = 0;
  for (const ScenarioQuery& query : scenario.queries) {
    if (!HasFreeEnds(fixed.bits, query)) continue;
    const GridQuery asked = QueryOf(query, GridMethod::kJps);
    fixed_us += LeastMicrosecondsOf(options.repeats, [&] { FindGridPath(fixed, asked, workspace, path); });
    overlay_us += LeastMicrosecondsOf(options.repeats, [&] {
      changed.bits = worker.Apply(map, changes);
      FindGridPath(changed, asked, workspace, path);
      worker.Undo();
    });
  }
  return overlay_us / fixed_us;
}

SmoothResult RunSmooth(const GridView& map, const Scenario& scenario, GridMethod method,
                       const GridSuiteOptions& options) {
  const GridGround ground = GroundOfMap(map);
  GridAnyAngle optimum(ground.bits);
  GridWorkspace workspace;
  PathSmoother smoother;
  GridPath path;
  std::vector<GridPoint> line;
  SmoothResult result;
  double plain_us = 0;
  double smooth_us = 0;
  double ratios = 0;
  const size_t count = scenario.queries.size();
  const size_t step = std::max<size_t>(1, count / kLengthSamples);
  for (size_t i = 0; i < count; ++i) {
    const ScenarioQuery& query = scenario.queries[i];
    if (!HasFreeEnds(ground.bits, query)) continue;
    const GridQuery asked = QueryOf(query, method);
    plain_us += LeastMicrosecondsOf(options.repeats, [&] { FindGridPath(ground, asked, workspace, path); });
    if (path.outcome != SearchOutcome::kFound) continue;
    smooth_us += LeastMicrosecondsOf(options.repeats, [&] { smoother.Smooth(ground, path.turns, line); });
    const double known = LengthOf(line);
    if (i % step != 0 || known == 0) continue;
    const double least = optimum.Length(query.start, query.goal, known, kLengthCorners);
    if (least < 0) continue;
    ratios += known / least;
    ++result.length_count;
  }
  result.time_ratio = (plain_us + smooth_us) / plain_us;
  if (result.length_count > 0) result.length_ratio = ratios / static_cast<double>(result.length_count);
  return result;
}

}  // namespace waystone
