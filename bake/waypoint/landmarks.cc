#include "bake/waypoint/landmarks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "core/base/parallel_for.h"
#include "core/graph/best_first.h"
#include "core/graph/components.h"

namespace waystone {
namespace {

constexpr uint32_t kLandmarks = 12;
constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kMostUnits = kNoLandmarkPath - 1;
constexpr float kLeastUnit_m = 1e-3F;
constexpr float kUnitsOfUsualArc = 1.0F / 16;

struct Step {
  uint32_t to;
  float cost;
};

// The graph in one of its directions.
struct Direction {
  std::vector<uint32_t> rows;
  std::vector<Step> steps;
};

Direction Forward(const WaypointData& data, std::span<const float> costs) {
  Direction out{data.rows, {}};
  out.steps.reserve(costs.size());
  for (size_t i = 0; i < costs.size(); ++i) out.steps.push_back({data.arcs[i].target.value(), costs[i]});
  return out;
}

Direction Backward(const WaypointData& data, std::span<const float> costs) {
  Direction out;
  out.rows.assign(data.nodes.size() + 1, 0);
  for (const WaypointArc& arc : data.arcs) ++out.rows[arc.target.value() + size_t{1}];
  std::partial_sum(out.rows.begin(), out.rows.end(), out.rows.begin());
  out.steps.resize(data.arcs.size());
  std::vector<uint32_t> next(out.rows.begin(), out.rows.end() - 1);
  for (uint32_t n = 0; n < data.nodes.size(); ++n) {
    for (uint32_t i = data.rows[n]; i < data.rows[n + 1]; ++i) {
      out.steps[next[data.arcs[i].target.value()]++] = {n, costs[i]};
    }
  }
  return out;
}

// By the costs given, in any unit.
using Directions = std::array<Direction, 2>;
Directions BothWays(const WaypointData& data, std::span<const float> costs) {
  return {Forward(data, costs), Backward(data, costs)};
}

// Dijkstra's algorithm; infinite where no path leads.
void CostsFrom(const Direction& graph, uint32_t source, std::vector<double>& costs) {
  costs.assign(graph.rows.size() - 1, kInfinite);
  costs[source] = 0;
  OpenNodes<double> open;
  open.Push({0, source});
  SpreadCosts(std::span(costs), open, [&](uint32_t node, double cost, const auto& reach) {
    for (uint32_t i = graph.rows[node]; i < graph.rows[node + 1]; ++i) {
      reach(graph.steps[i].to, cost + static_cast<double>(graph.steps[i].cost));
    }
  });
}

// There and back, or the one way that leads.
double Apart(double there_m, double back_m) {
  if (!std::isfinite(there_m)) return back_m;
  return std::isfinite(back_m) ? there_m + back_m : there_m;
}

std::vector<float> ArcCosts(const WaypointData& data) {
  std::vector<float> costs_m;
  costs_m.reserve(data.arcs.size());
  for (const WaypointArc& arc : data.arcs) costs_m.push_back(arc.cost_m);
  return costs_m;
}

class Layer {
 public:
  Layer(const WaypointData& data, int thread_count)
      : graphs_(BothWays(data, ArcCosts(data))), thread_count_(thread_count) {
    std::vector<uint32_t> targets;
    for (const WaypointArc& arc : data.arcs) targets.push_back(arc.target.value());
    const Components weak = WeakComponents({data.rows, targets});
    component_ = weak.of_node;
    size_ = weak.Sizes();
    laid_.resize(size_.size());
    nearest_m_.assign(data.nodes.size(), kInfinite);
  }

  // The costs from and to the next landmark.
  uint32_t Lay(std::array<std::vector<double>, 2>& costs) {
    uint32_t best = 0;
    for (uint32_t c = 1; c < size_.size(); ++c) {
      // size / (laid + 1), without division.
      if (uint64_t{size_[c]} * (laid_[best] + 1) > uint64_t{size_[best]} * (laid_[c] + 1)) best = c;
    }
    uint32_t at = Farthest(best);
    if (laid_[best] == 0) {
      // From anywhere in the component to its rim.
      Search(at, costs);
      Approach(costs);
      at = Farthest(best);
      for (size_t n = 0; n < nearest_m_.size(); ++n) {
        if (component_[n] == best) nearest_m_[n] = kInfinite;
      }
    }
    ++laid_[best];
    Search(at, costs);
    Approach(costs);
    return at;
  }

 private:
  void Search(uint32_t source, std::array<std::vector<double>, 2>& costs) const {
    ParallelFor(2, thread_count_, [&](size_t k) { CostsFrom(graphs_[k], source, costs[k]); });
  }

  void Approach(const std::array<std::vector<double>, 2>& costs) {
    for (size_t n = 0; n < nearest_m_.size(); ++n) {
      nearest_m_[n] = std::min(nearest_m_[n], Apart(costs[0][n], costs[1][n]));
    }
  }

  // Of the component: farthest from the landmarks that lead there or are led to from there; its lowest node
  // where there are none.
  uint32_t Farthest(uint32_t component) const {
    uint32_t farthest = 0;
    double most_m = -1;
    for (uint32_t n = 0; n < nearest_m_.size(); ++n) {
      if (component_[n] != component) continue;
      const double apart_m = std::isfinite(nearest_m_[n]) ? nearest_m_[n] : 0;
      if (apart_m <= most_m) continue;
      most_m = apart_m;
      farthest = n;
    }
    return farthest;
  }

  const Directions graphs_;
  const int thread_count_;
  std::vector<uint32_t> component_;  // weak, per node
  std::vector<uint32_t> size_;       // per component
  std::vector<uint32_t> laid_;       // landmarks, likewise
  std::vector<double> nearest_m_;    // per node, to any landmark
};

// [m] So that the costliest path fits; but a 16th of a usual arc at most, as every arc is rounded down: paths
// that do not fit then count as the longest that do.
float UnitFor(double most_m, std::vector<float> costs_m) {
  auto unit_m = std::nextafter(static_cast<float>(most_m / kMostUnits), 1e30F);
  if (!costs_m.empty()) {
    const auto median = costs_m.begin() + static_cast<std::ptrdiff_t>(costs_m.size() / 2);
    std::nth_element(costs_m.begin(), median, costs_m.end());
    unit_m = std::min(unit_m, *median * kUnitsOfUsualArc);
  }
  return std::max(kLeastUnit_m, unit_m);
}

// In whole units, rounded down: exact in float.
std::vector<float> ArcUnits(const WaypointData& data) {
  const auto unit_m = static_cast<double>(data.header.landmark_unit_m);
  std::vector<float> units;
  units.reserve(data.arcs.size());
  for (const WaypointArc& arc : data.arcs) {
    const auto cost_m = static_cast<double>(arc.cost_m);
    double whole = std::min(std::floor(cost_m / unit_m), kMostUnits);
    if (whole * unit_m > cost_m) whole -= 1;  // where the quotient was rounded up
    units.push_back(static_cast<float>(whole));
  }
  return units;
}

uint16_t ToTable(double units) {
  return std::isfinite(units) ? static_cast<uint16_t>(std::min(units, kMostUnits)) : kNoLandmarkPath;
}

// The paths once more, over arcs of whole units: only so do the differences in the table never exceed what an
// arc costs.
void FillTable(WaypointData& data, int thread_count) {
  const Directions graphs = BothWays(data, ArcUnits(data));
  const size_t columns = 2 * data.landmarks.size();
  data.landmark_costs.resize(columns * data.nodes.size());
  ParallelFor(columns, thread_count, [&](size_t k) {
    std::vector<double> units;
    CostsFrom(graphs[k % 2], data.landmarks[k / 2].value(), units);
    for (size_t n = 0; n < units.size(); ++n) data.landmark_costs[n * columns + k] = ToTable(units[n]);
  });
}

}  // namespace

void LayLandmarks(WaypointData& data, int thread_count) {
  const auto count = static_cast<uint32_t>(std::min<size_t>(kLandmarks, data.nodes.size()));
  Layer layer(data, thread_count);
  std::array<std::vector<double>, 2> costs;
  double most_m = 0;
  for (uint32_t l = 0; l < count; ++l) {
    data.landmarks.emplace_back(layer.Lay(costs));
    for (const std::vector<double>& path : costs) {
      for (const double cost_m : path) most_m = std::isfinite(cost_m) ? std::max(most_m, cost_m) : most_m;
    }
  }
  data.header.landmark_count = count;
  data.header.landmark_unit_m = UnitFor(most_m, ArcCosts(data));
  FillTable(data, thread_count);
}

}  // namespace waystone
