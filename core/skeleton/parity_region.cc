#include "core/skeleton/parity_region.h"

#include <algorithm>
#include <numeric>

#include "core/skeleton/edge_rows.h"

namespace waystone {
namespace {

constexpr double kLeastGain_m = 1e-6;
// The price of flipping an edge, as a share of its length: flipping a doubled edge saves length, but the
// price of a path must not fall; an odd edge often returns later, doubled.
constexpr float kDoubledPrice = 0.02F;
constexpr float kOddPrice = 0.3F;
constexpr uint32_t kStepsPerTry = 16;  // of a pacer

}  // namespace

void ParityRegion::Clear() {
  part_of_.clear();
  end_costs_m_.clear();
  edges_.clear();
  end_ = kNoNode;
}

uint32_t ParityRegion::AddNode(uint32_t part, double end_cost_m) {
  part_of_.push_back(part);
  end_costs_m_.push_back(end_cost_m);
  return static_cast<uint32_t>(part_of_.size() - 1);
}

void ParityRegion::AddEdge(uint32_t edge, uint32_t a, uint32_t b, const TwoWayGraph::Edge& of, bool is_odd) {
  edges_.push_back({edge, a, b, part_of_[a], part_of_[b], of.length_m, static_cast<float>(of.Even()),
                    2 * of.gap_m, static_cast<uint8_t>(is_odd ? 1 : 0), 0});
}

void ParityRegion::Index() {
  std::ranges::sort(edges_, [](const Edge& x, const Edge& y) {
    return x.join_m != y.join_m ? x.join_m < y.join_m : x.id < y.id;
  });
  const auto n = static_cast<uint32_t>(part_of_.size());
  FillEdgeRows(n, edges_, rows_, incident_);
  parts_.resize(n);
  prices_.resize(edges_.size());
}

uint32_t ParityRegion::Root(uint32_t part) {
  while (parts_[part] != part) part = parts_[part] = parts_[parts_[part]];
  return part;
}

// [m] The length of the walk in the region, joined as JoinOddParts does, and the cost of its end.
double ParityRegion::Measure() {
  std::iota(parts_.begin(), parts_.end(), 0U);
  double sum_m = end_ == kNoNode ? 0 : end_costs_m_[end_];
  for (const Edge& edge : edges_) {
    if (edge.is_odd == 0) {
      sum_m += static_cast<double>(edge.even_m);
      continue;
    }
    sum_m += static_cast<double>(edge.odd_m);
    parts_[Root(edge.part_a)] = Root(edge.part_b);
  }
  for (Edge& edge : edges_) {
    edge.is_doubled = 0;
    if (edge.is_odd != 0) continue;
    const uint32_t a = Root(edge.part_a);
    const uint32_t b = Root(edge.part_b);
    if (a == b) continue;
    parts_[a] = b;
    sum_m += static_cast<double>(edge.join_m);
    edge.is_doubled = 1;
  }
  return sum_m;
}

void ParityRegion::SetPrices(bool is_plain, Random& random) {
  for (size_t e = 0; e < edges_.size(); ++e) {
    const Edge& edge = edges_[e];
    float price = std::max(kDoubledPrice * edge.odd_m, edge.odd_m - edge.even_m);
    if (edge.is_doubled != 0) price = kDoubledPrice * edge.odd_m;
    if (edge.is_odd != 0) price = std::max(kOddPrice * edge.odd_m, edge.even_m - edge.odd_m);
    prices_[e] = is_plain ? price : price * static_cast<float>(random.NextInRange(0.25, 1.75));
  }
}

// False if no path leads to `to`. If `to` is kNoNode, finds all paths and returns false.
bool ParityRegion::FindPaths(uint32_t from, uint32_t to, uint32_t without) {
  search_.Begin(part_of_.size());
  search_.Reach(from, 0, kNoNode);
  for (uint32_t node = search_.Settle(); node != kNoNode; node = search_.Settle()) {
    if (node == to) return true;
    const float price = search_.CostOf(node);
    for (uint32_t k = rows_[node]; k < rows_[node + 1]; ++k) {
      const uint32_t e = incident_[k];
      if (e == without) continue;
      search_.Reach(edges_[e].a == node ? edges_[e].b : edges_[e].a, price + prices_[e], e);
    }
  }
  return false;
}

void ParityRegion::FlipPathTo(uint32_t node) {
  while (search_.Before(node) != kNoNode) {
    Edge& edge = edges_[search_.Before(node)];
    edge.is_odd ^= 1;
    node = edge.a == node ? edge.b : edge.a;
  }
}

bool ParityRegion::TryLoop(uint32_t edge) {
  if (!FindPaths(edges_[edge].a, edges_[edge].b, edge)) return false;  // a bridge within the region
  const uint32_t last = edges_[edge].b;
  FlipPathTo(last);
  edges_[edge].is_odd ^= 1;
  const double length_m = Measure();
  if (length_m <= length_m_ + kLeastGain_m) {
    length_m_ = length_m;
    return true;
  }
  FlipPathTo(last);
  edges_[edge].is_odd ^= 1;
  return false;
}

bool ParityRegion::TryEnd(uint32_t node) {
  const uint32_t old_end = end_;
  if (node == old_end || !search_.IsReached(node)) return false;
  FlipPathTo(node);
  end_ = node;
  const double length_m = Measure();
  if (length_m < length_m_ - kLeastGain_m) {
    length_m_ = length_m;
    return true;
  }
  FlipPathTo(node);
  end_ = old_end;
  return false;
}

double ParityRegion::Improve(bool is_plain, uint32_t tries, Random& random, Pacer& pacer) {
  if (edges_.empty()) return 0;
  Index();
  length_m_ = Measure();
  const double before_m = length_m_;
  const auto degree = [this](uint32_t v) { return rows_[v + 1] - rows_[v]; };
  if (is_plain) tries = static_cast<uint32_t>(edges_.size());
  SetPrices(is_plain, random);
  for (uint32_t i = 0; i < tries && !pacer.Expired(kStepsPerTry); ++i) {
    const uint32_t e = is_plain ? i : random.NextBelow(static_cast<uint32_t>(edges_.size()));
    if (degree(edges_[e].a) == 1 || degree(edges_[e].b) == 1) continue;
    const bool is_flipped = TryLoop(e);
    if (!is_plain || is_flipped) {
      Measure();  // updates the doubled edges
      SetPrices(is_plain, random);
    }
  }
  if (end_ == kNoNode) return before_m - length_m_;
  Measure();
  SetPrices(is_plain, random);
  FindPaths(end_, kNoNode, kNoNode);
  for (uint32_t node = 0; node < part_of_.size() && !pacer.Expired(kStepsPerTry); ++node) {
    if (!TryEnd(node)) continue;
    FindPaths(end_, kNoNode, kNoNode);
  }
  return before_m - length_m_;
}

uint32_t ParityRegion::Store(WalkParity& parity) {
  Measure();
  for (const Edge& edge : edges_) {
    parity.is_odd[edge.id] = edge.is_odd;
    parity.is_doubled[edge.id] = edge.is_doubled;
  }
  return end_;
}

}  // namespace waystone
