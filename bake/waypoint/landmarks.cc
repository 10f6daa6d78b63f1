#include "bake/waypoint/landmarks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/parallel_for.h"
#include "core/graph/components.h"
#include "core/graph/dary_heap.h"

namespace waystone {
namespace {

constexpr uint32_t kLandmarks = 12;
constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kMostUnits = kNoLandmarkWay - 2;

struct Step {
  uint32_t to;
  float cost_m;
};

// The graph in one of its directions.
struct Direction {
  std::vector<uint32_t> rows;
  std::vector<Step> steps;
};

Direction Forward(const WaypointData& data) {
  Direction out{data.rows, {}};
  for (const WaypointArc& arc : data.arcs) out.steps.push_back({arc.target, arc.cost_m});
  return out;
}

Direction Backward(const WaypointData& data) {
  Direction out;
  out.rows.assign(data.nodes.size() + 1, 0);
  for (const WaypointArc& arc : data.arcs) ++out.rows[arc.target + size_t{1}];
  std::partial_sum(out.rows.begin(), out.rows.end(), out.rows.begin());
  out.steps.resize(data.arcs.size());
  std::vector<uint32_t> next(out.rows.begin(), out.rows.end() - 1);
  for (uint32_t n = 0; n < data.nodes.size(); ++n) {
    for (uint32_t i = data.rows[n]; i < data.rows[n + 1]; ++i) {
      out.steps[next[data.arcs[i].target]++] = {n, data.arcs[i].cost_m};
    }
  }
  return out;
}

// Dijkstra's algorithm; infinite where no way leads.
void CostsFrom(const Direction& graph, uint32_t source, std::vector<double>& costs) {
  struct Open {
    double cost_m;
    uint32_t node;
  };
  struct IsSooner {
    bool operator()(const Open& a, const Open& b) const { return a.cost_m < b.cost_m; }
  };
  costs.assign(graph.rows.size() - 1, kInfinite);
  costs[source] = 0;
  DaryHeap<Open, IsSooner> heap;
  heap.Push({0, source});
  while (!heap.empty()) {
    const Open open = heap.top();
    heap.Pop();
    if (open.cost_m > costs[open.node]) continue;
    for (uint32_t i = graph.rows[open.node]; i < graph.rows[open.node + 1]; ++i) {
      const double cost_m = open.cost_m + graph.steps[i].cost_m;
      if (cost_m >= costs[graph.steps[i].to]) continue;
      costs[graph.steps[i].to] = cost_m;
      heap.Push({cost_m, graph.steps[i].to});
    }
  }
}

// There and back, or the one way that leads.
double Apart(double there_m, double back_m) {
  if (!std::isfinite(there_m)) return back_m;
  return std::isfinite(back_m) ? there_m + back_m : there_m;
}

class Layer {
 public:
  Layer(const WaypointData& data, int thread_count)
      : graphs_{Forward(data), Backward(data)}, thread_count_(thread_count) {
    std::vector<uint32_t> targets;
    for (const WaypointArc& arc : data.arcs) targets.push_back(arc.target);
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

  const std::array<Direction, 2> graphs_;
  const int thread_count_;
  std::vector<uint32_t> component_;  // weak, per node
  std::vector<uint32_t> size_;       // per component
  std::vector<uint32_t> laid_;       // landmarks, likewise
  std::vector<double> nearest_m_;    // per node, to any landmark
};

uint16_t UnitsOf(double cost_m, double unit_m) {
  if (!std::isfinite(cost_m)) return kNoLandmarkWay;
  return static_cast<uint16_t>(std::min(std::floor(cost_m / unit_m), kMostUnits));
}

}  // namespace

void LayLandmarks(WaypointData& data, int thread_count) {
  const auto count = static_cast<uint32_t>(std::min<size_t>(kLandmarks, data.nodes.size()));
  Layer layer(data, thread_count);
  std::vector<std::array<std::vector<double>, 2>> costs(count);
  double most_m = 0;
  for (uint32_t l = 0; l < count; ++l) {
    data.landmarks.push_back(layer.Lay(costs[l]));
    for (const std::vector<double>& way : costs[l]) {
      for (const double cost_m : way) most_m = std::isfinite(cost_m) ? std::max(most_m, cost_m) : most_m;
    }
  }
  data.header.landmark_count = count;
  data.header.landmark_unit_m =
      std::max(1e-3F, std::nextafter(static_cast<float>(most_m / kMostUnits), 1e30F));
  data.landmark_costs.resize(size_t{2} * count * data.nodes.size());
  for (uint32_t l = 0; l < count; ++l) {
    for (size_t n = 0; n < data.nodes.size(); ++n) {
      for (size_t k = 0; k < 2; ++k) {
        data.landmark_costs[(n * count + l) * 2 + k] =
            UnitsOf(costs[l][k][n], static_cast<double>(data.header.landmark_unit_m));
      }
    }
  }
}

}  // namespace waystone
