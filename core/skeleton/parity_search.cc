#include "core/skeleton/parity_search.h"

#include <algorithm>

#include "core/base/deadline_poll.h"

namespace waystone {
namespace {

constexpr uint32_t kBlockNodes = 2048;
constexpr uint32_t kNodesPerLook = 2048;
constexpr uint32_t kRegionNodes = 96;
// Regions overlap: this many of the nodes nearest to its seed are not seeds again.
constexpr uint32_t kInnerNodes = 48;
constexpr uint32_t kTriesPerRegion = 150;
constexpr uint32_t kOpeningsTried = 24;
constexpr uint32_t kExactOpeningNodes = 8192;
constexpr uint64_t kSeed = 3;

}  // namespace

ParitySearch::ParitySearch(const TwoWayGraph& graph, std::vector<double> end_costs_m, uint32_t start)
    : graph_(graph), end_costs_m_(std::move(end_costs_m)), random_(kSeed), place_(graph.size(), kNoNode) {
  parity_.start = parity_.end = start;
}

void ParitySearch::BeginAnew() {
  std::vector<uint8_t> is_odd;
  is_odd.reserve(graph_.edges.size());
  for (const TwoWayGraph::Edge& edge : graph_.edges) is_odd.push_back(edge.FlipCost() >= 0 ? 1 : 0);
  BeginWith(std::move(is_odd));
}

bool ParitySearch::BeginBaked() {
  std::vector<uint8_t> is_odd;
  is_odd.reserve(graph_.edges.size());
  bool is_baked = false;
  for (const TwoWayGraph::Edge& edge : graph_.edges) {
    is_odd.push_back(edge.uses % 2);
    is_baked = is_baked || edge.uses > 0;
  }
  if (is_baked) BeginWith(std::move(is_odd));
  return is_baked;
}

void ParitySearch::BeginWith(std::vector<uint8_t> is_odd) {
  parity_.is_odd = std::move(is_odd);
  MendParity(graph_, parity_);
  if (!graph_.deadline.Expired()) Join();
}

double ParitySearch::Join() {
  if (by_gap_.empty()) by_gap_ = EdgesByGap(graph_);
  return JoinOddParts(graph_, by_gap_, parity_);
}

// Works along a tree of the edges taken: doubled edges on the path to the end are walked once only; odd ones,
// at worst, twice.
void ParitySearch::Open(Pacer& pacer) {
  is_open_ = true;
  std::vector<double> value(graph_.size(), 0);  // [m] certainly saved by ending there
  std::vector<uint32_t> up(graph_.size(), kNoNode);
  std::vector<uint32_t> queue = {parity_.start};
  DeadlinePoll poll(graph_.deadline, kNodesPerLook);
  for (size_t i = 0; i < queue.size() && !poll.Expired(); ++i) {
    for (uint32_t k = graph_.rows[queue[i]]; k < graph_.rows[queue[i] + 1]; ++k) {
      const uint32_t e = graph_.incident[k];
      const uint32_t other = graph_.edges[e].Other(queue[i]);
      if (other == parity_.start || up[other] != kNoNode) continue;
      if (!IsTaken(e)) continue;
      up[other] = e;
      const double length_m = static_cast<double>(graph_.edges[e].length_m);
      value[other] = value[queue[i]] + (parity_.is_odd[e] != 0 ? -length_m : length_m);
      queue.push_back(other);
    }
  }
  for (uint32_t v = 0; v < graph_.size(); ++v) value[v] -= EndCost(v);
  const auto is_better = [&value](uint32_t a, uint32_t b) {
    return value[a] != value[b] ? value[a] > value[b] : a < b;
  };
  if (graph_.size() <= kExactOpeningNodes) {
    const auto tried = static_cast<std::ptrdiff_t>(std::min<size_t>(kOpeningsTried, queue.size()));
    std::partial_sort(queue.begin(), queue.begin() + tried, queue.end(), is_better);
    queue.resize(static_cast<size_t>(tried));
    OpenExactly(queue, up, pacer);
    return;
  }
  parity_.end = *std::ranges::min_element(queue, is_better);
  for (uint32_t v = parity_.end; v != parity_.start; v = graph_.edges[up[v]].Other(v)) {
    std::swap(parity_.is_odd[up[v]], parity_.is_doubled[up[v]]);
  }
}

// Computes the join anew for each end.
void ParitySearch::OpenExactly(const std::vector<uint32_t>& tried, const std::vector<uint32_t>& up,
                               Pacer& pacer) {
  const auto flip = [&](uint32_t node) {
    for (; node != parity_.start; node = graph_.edges[up[node]].Other(node)) parity_.is_odd[up[node]] ^= 1;
  };
  uint32_t best = parity_.start;
  double best_m = Join() + EndCost(best);
  for (const uint32_t end : tried) {
    if (pacer.Expired(graph_.size())) break;
    flip(end);
    const double length_m = Join() + EndCost(end);
    flip(end);
    if (length_m >= best_m) continue;
    best_m = length_m;
    best = end;
  }
  flip(best);
  parity_.end = best;
  Join();
}

double ParitySearch::Improve(Pacer& pacer) {
  gain_m_ = 0;
  is_done_.assign(graph_.size(), 0);
  ImproveBlock(parity_.end, pacer);
  for (uint32_t seed = 0; seed < graph_.size() && !pacer.Expired(); ++seed) {
    if (is_done_[seed] == 0) ImproveBlock(seed, pacer);
  }
  ++passes_;
  return gain_m_;
}

void ParitySearch::ImproveBlock(uint32_t seed, Pacer& pacer) {
  MakeBlock(seed);
  JoinOutsideOfBlock();
  // The border of the block is searched from within the next block.
  const bool is_all = block_.size() == graph_.size();
  const size_t inner = is_all ? block_.size() : block_.size() * 3 / 4;
  for (size_t i = 0; i < std::max<size_t>(1, inner) && !pacer.Expired(); ++i) {
    if (is_done_[block_[i]] == 0) ImproveRegion(static_cast<uint32_t>(i), pacer);
  }
  for (const uint32_t v : block_) place_[v] = kNoNode;
}

// Nodes by hops from the seed, and the edges between them.
void ParitySearch::MakeBlock(uint32_t seed) {
  block_.assign(1, seed);
  place_[seed] = 0;
  block_edges_.clear();
  for (size_t i = 0; i < block_.size() && block_.size() < kBlockNodes; ++i) {
    for (uint32_t k = graph_.rows[block_[i]]; k < graph_.rows[block_[i] + 1]; ++k) {
      const uint32_t other = graph_.edges[graph_.incident[k]].Other(block_[i]);
      if (place_[other] != kNoNode || block_.size() == kBlockNodes) continue;
      place_[other] = static_cast<uint32_t>(block_.size());
      block_.push_back(other);
    }
  }
  for (uint32_t i = 0; i < block_.size(); ++i) {
    for (uint32_t k = graph_.rows[block_[i]]; k < graph_.rows[block_[i] + 1]; ++k) {
      const uint32_t e = graph_.incident[k];
      const TwoWayGraph::Edge& edge = graph_.edges[e];
      if (edge.a != block_[i] || place_[edge.b] == kNoNode) continue;
      if (edge.a == edge.b && k > graph_.rows[block_[i]] && graph_.incident[k - 1] == e) continue;
      block_edges_.push_back({e, i, place_[edge.b]});
    }
  }
  region_number_.assign(block_.size(), kNoNode);
}

void ParitySearch::JoinOutsideOfBlock() {
  twin_.resize(block_.size());
  for (uint32_t i = 0; i < block_.size(); ++i) twin_[i] = i;
  if (block_.size() == graph_.size()) return;
  outside_.Reset(graph_.size());
  DeadlinePoll poll(graph_.deadline, kNodesPerLook);
  for (uint32_t e = 0; e < graph_.edges.size() && !poll.Expired(); ++e) {
    const TwoWayGraph::Edge& edge = graph_.edges[e];
    if (!IsTaken(e) || (place_[edge.a] != kNoNode && place_[edge.b] != kNoNode)) continue;
    outside_.Join(edge.a, edge.b);
  }
  std::vector<std::pair<uint32_t, uint32_t>> roots;
  for (uint32_t i = 0; i < block_.size(); ++i) roots.emplace_back(outside_.Root(block_[i]), i);
  std::ranges::sort(roots);
  for (size_t k = 1; k < roots.size(); ++k) {
    if (roots[k].first == roots[k - 1].first) twin_[roots[k].second] = twin_[roots[k - 1].second];
  }
}

void ParitySearch::ImproveRegion(uint32_t seed, Pacer& pacer) {
  MakeRegion(seed);
  LoadRegion();
  gain_m_ += search_.Improve(passes_ == 0, kTriesPerRegion, random_, pacer);
  const uint32_t end = search_.Store(parity_);
  if (end != kNoNode) parity_.end = block_[region_[end]];
  for (uint32_t i = 0; i < region_.size() && i < kInnerNodes; ++i) is_done_[block_[region_[i]]] = 1;
  for (const uint32_t place : region_) region_number_[place] = kNoNode;
}

void ParitySearch::MakeRegion(uint32_t seed) {
  region_.assign(1, seed);
  region_number_[seed] = 0;
  for (size_t i = 0; i < region_.size() && region_.size() < kRegionNodes; ++i) {
    const uint32_t v = block_[region_[i]];
    for (uint32_t k = graph_.rows[v]; k < graph_.rows[v + 1]; ++k) {
      const uint32_t place = place_[graph_.edges[graph_.incident[k]].Other(v)];
      if (place == kNoNode || region_number_[place] != kNoNode || region_.size() == kRegionNodes) continue;
      region_number_[place] = static_cast<uint32_t>(region_.size());
      region_.push_back(place);
    }
  }
}

// The nodes that the walk joins outside the region are one part inside.
void ParitySearch::LoadRegion() {
  outside_.Reset(static_cast<uint32_t>(block_.size()));
  for (uint32_t i = 0; i < block_.size(); ++i) outside_.Join(i, twin_[i]);
  for (const BlockEdge& edge : block_edges_) {
    if (!IsTaken(edge.edge)) continue;
    if (region_number_[edge.a] != kNoNode && region_number_[edge.b] != kNoNode) continue;
    outside_.Join(edge.a, edge.b);
  }
  search_.Clear();
  part_of_.resize(block_.size());
  for (const uint32_t place : region_) part_of_[outside_.Root(place)] = kNoNode;
  uint32_t parts = 0;
  for (const uint32_t place : region_) {
    uint32_t& part = part_of_[outside_.Root(place)];
    if (part == kNoNode) part = parts++;
    const uint32_t node = search_.AddNode(part, EndCost(block_[place]));
    if (is_open_ && block_[place] == parity_.end) search_.SetEnd(node);
  }
  for (const BlockEdge& edge : block_edges_) {
    const uint32_t a = region_number_[edge.a];
    const uint32_t b = region_number_[edge.b];
    if (a == kNoNode || b == kNoNode) continue;
    search_.AddEdge(edge.edge, a, b, graph_.edges[edge.edge], parity_.is_odd[edge.edge] != 0);
  }
}

}  // namespace waystone
