#include "core/skeleton/parity_search.h"

#include <algorithm>

namespace waystone {
namespace {

constexpr uint32_t kRegionNodes = 320;
// Regions overlap: this many of the nodes nearest to its seed are not seeds again.
constexpr uint32_t kInnerNodes = 128;
constexpr uint32_t kEndsTried = 12;
constexpr uint32_t kOpeningsTried = 24;
constexpr uint32_t kExactOpeningNodes = 8192;
constexpr double kLeastGain_m = 1e-6;
// What it costs to flip an edge, as a share of its length: doubled ones get cheaper, but the price of a path
// must not fall; odd ones are often wanted back, doubled.
constexpr double kDoubledPrice = 0.02;
constexpr double kOddPrice = 0.3;

// In [0.4, 1.6), by edge and round (the finisher of MurmurHash3).
double Disturbance(uint32_t edge, uint32_t round) {
  if (round == 0) return 1;
  uint64_t h = (uint64_t{round} << 32 | edge) * 0x9e3779b97f4a7c15ULL;
  h ^= h >> 33;
  h *= 0xff51afd7ed558ccdULL;
  h ^= h >> 33;
  return 0.4 + 1.2 * static_cast<double>(h >> 11) * 0x1.0p-53;
}

}  // namespace

ParitySearch::ParitySearch(const TwoWayGraph& graph, std::vector<double> end_costs_m, uint32_t start)
    : graph_(graph),
      end_costs_m_(std::move(end_costs_m)),
      in_region_(graph.size(), 0),
      part_of_(graph.size()),
      seen_(graph.size(), 0),
      price_(graph.size()),
      up_(graph.size()) {
  parity_.start = parity_.end = start;
}

void ParitySearch::BeginAnew() { BeginWith(std::vector<uint8_t>(graph_.edges.size(), 1)); }

bool ParitySearch::BeginBaked() {
  std::vector<uint8_t> is_odd(graph_.edges.size());
  std::vector<uint8_t> is_doubled(graph_.edges.size());
  bool is_baked = false;
  for (size_t e = 0; e < is_odd.size(); ++e) {
    const uint32_t uses = graph_.edges[e].uses;
    is_odd[e] = uses % 2;
    is_doubled[e] = uses > 0 && uses % 2 == 0 ? 1 : 0;
    is_baked = is_baked || uses > 0;
  }
  if (!is_baked) return false;
  parity_.is_odd = is_odd;
  parity_.is_doubled = std::move(is_doubled);
  if (!IsWalk(graph_, parity_)) BeginWith(std::move(is_odd));  // some of its arcs are not there
  return true;
}

void ParitySearch::BeginWith(std::vector<uint8_t> is_odd) {
  parity_.is_odd = std::move(is_odd);
  MendParity(graph_, parity_);
  Join();
}

double ParitySearch::Join() {
  if (by_length_.empty()) by_length_ = EdgesByLength(graph_);
  return JoinOddParts(graph_, by_length_, parity_);
}

// Along a tree of what the walk takes: doubled edges on the way to the end are walked once only; odd ones, at
// worst, twice.
void ParitySearch::Open(Pacer& pacer) {
  is_open_ = true;
  std::vector<double> value(graph_.size(), 0);  // [m] saved for sure by ending there
  std::vector<uint32_t> up(graph_.size(), kNoNode);
  std::vector<uint32_t> queue = {parity_.start};
  for (size_t i = 0; i < queue.size(); ++i) {
    for (uint32_t k = graph_.rows[queue[i]]; k < graph_.rows[queue[i] + 1]; ++k) {
      const uint32_t e = graph_.incident[k];
      const uint32_t other = graph_.edges[e].Other(queue[i]);
      if (other == parity_.start || up[other] != kNoNode) continue;
      if (parity_.is_odd[e] == 0 && parity_.is_doubled[e] == 0) continue;
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
  parity_.end = *std::min_element(queue.begin(), queue.end(), is_better);
  for (uint32_t v = parity_.end; v != parity_.start; v = graph_.edges[up[v]].Other(v)) {
    std::swap(parity_.is_odd[up[v]], parity_.is_doubled[up[v]]);
  }
}

// Joins anew for each end.
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

bool ParitySearch::Improve(uint32_t round, Pacer& pacer) {
  round_ = round;
  bool is_better = false;
  std::vector<uint8_t> is_done(graph_.size(), 0);
  const auto improve_from = [&](uint32_t seed) {
    if (is_done[seed] != 0) return;
    is_better = ImproveRegion(seed, pacer) || is_better;
    for (uint32_t i = 0; i < region_.size() && i < kInnerNodes; ++i) is_done[region_[i]] = 1;
  };
  improve_from(parity_.end);
  for (uint32_t seed = 0; seed < graph_.size() && !pacer.Expired(); ++seed) improve_from(seed);
  return is_better;
}

bool ParitySearch::ImproveRegion(uint32_t seed, Pacer& pacer) {
  MakeRegion(seed);
  JoinOutside();
  length_m_ = Measure(true);
  bool is_better = TryLoops(pacer);
  if (is_open_ && in_region_[parity_.end] == generation_) is_better = TryEnds() || is_better;
  Measure(true);
  return is_better;
}

void ParitySearch::MakeRegion(uint32_t seed) {
  ++generation_;
  region_.assign(1, seed);
  in_region_[seed] = generation_;
  local_.clear();
  for (size_t i = 0; i < region_.size(); ++i) {
    const uint32_t v = region_[i];
    for (uint32_t k = graph_.rows[v]; k < graph_.rows[v + 1]; ++k) {
      const uint32_t e = graph_.incident[k];
      const uint32_t other = graph_.edges[e].Other(v);
      if (in_region_[other] != generation_ && region_.size() < kRegionNodes) {
        in_region_[other] = generation_;
        region_.push_back(other);
      }
    }
  }
  for (const uint32_t v : region_) {
    for (uint32_t k = graph_.rows[v]; k < graph_.rows[v + 1]; ++k) {
      const uint32_t e = graph_.incident[k];
      if (graph_.edges[e].a != v || in_region_[graph_.edges[e].b] != generation_) continue;
      local_.push_back({e, 0, 0, graph_.edges[e].length_m});
    }
  }
  std::sort(local_.begin(), local_.end(), [](const LocalEdge& a, const LocalEdge& b) {
    return a.length_m != b.length_m ? a.length_m < b.length_m : a.edge < b.edge;
  });
}

// What the walk joins outside of the region is one part inside.
void ParitySearch::JoinOutside() {
  outside_.Reset(graph_.size());
  if (region_.size() < graph_.size()) {
    for (uint32_t e = 0; e < graph_.edges.size(); ++e) {
      if (parity_.is_odd[e] == 0 && parity_.is_doubled[e] == 0) continue;
      const TwoWayGraph::Edge& edge = graph_.edges[e];
      if (in_region_[edge.a] == generation_ && in_region_[edge.b] == generation_) continue;
      outside_.Join(edge.a, edge.b);
    }
  }
  part_count_ = 0;
  for (const uint32_t v : region_) part_of_[outside_.Root(v)] = kNoNode;
  for (const uint32_t v : region_) {
    uint32_t& part = part_of_[outside_.Root(v)];
    if (part == kNoNode) part = part_count_++;
  }
  for (LocalEdge& local : local_) {
    local.part_a = part_of_[outside_.Root(graph_.edges[local.edge].a)];
    local.part_b = part_of_[outside_.Root(graph_.edges[local.edge].b)];
  }
}

// [m] of the walk in the region, joined as JoinOddParts does, and of its end. Says what is doubled if final.
double ParitySearch::Measure(bool is_final) {
  parts_.Reset(part_count_);
  double sum_m = EndCost(parity_.end);
  for (const LocalEdge& local : local_) {
    if (parity_.is_odd[local.edge] == 0) continue;
    sum_m += static_cast<double>(local.length_m);
    parts_.Join(local.part_a, local.part_b);
  }
  for (const LocalEdge& local : local_) {
    if (is_final) parity_.is_doubled[local.edge] = 0;
    if (parity_.is_odd[local.edge] != 0 || !parts_.Join(local.part_a, local.part_b)) continue;
    sum_m += 2 * static_cast<double>(local.length_m);
    if (is_final) parity_.is_doubled[local.edge] = 1;
  }
  return sum_m;
}

double ParitySearch::Price(uint32_t edge) const {
  const double length_m = static_cast<double>(graph_.edges[edge].length_m) * Disturbance(edge, round_);
  if (parity_.is_odd[edge] != 0) return kOddPrice * length_m;
  return parity_.is_doubled[edge] != 0 ? kDoubledPrice * length_m : length_m;
}

// Within the region, until `to` is reached (never, where none).
void ParitySearch::FindCheapPaths(uint32_t from, uint32_t to, uint32_t without) {
  ++search_;
  heap_.Clear();
  seen_[from] = search_;
  price_[from] = 0;
  up_[from] = kNoNode;
  heap_.Push({0, from});
  while (!heap_.empty()) {
    const Item item = heap_.top();
    heap_.Pop();
    if (item.price > price_[item.node]) continue;
    if (item.node == to) return;
    for (uint32_t k = graph_.rows[item.node]; k < graph_.rows[item.node + 1]; ++k) {
      const uint32_t e = graph_.incident[k];
      const uint32_t other = graph_.edges[e].Other(item.node);
      if (e == without || in_region_[other] != generation_) continue;
      const double price = item.price + Price(e);
      if (seen_[other] == search_ && price_[other] <= price) continue;
      seen_[other] = search_;
      price_[other] = price;
      up_[other] = e;
      heap_.Push({price, other});
    }
  }
}

void ParitySearch::FlipPathTo(uint32_t node) {
  for (; up_[node] != kNoNode; node = graph_.edges[up_[node]].Other(node)) parity_.is_odd[up_[node]] ^= 1;
}

// [m] that the walk gets shorter by, about, when the path is flipped.
double ParitySearch::SavingOfPathTo(uint32_t node) const {
  double saving_m = 0;
  for (; up_[node] != kNoNode; node = graph_.edges[up_[node]].Other(node)) {
    const uint32_t e = up_[node];
    const double share = parity_.is_odd[e] != 0 ? -kOddPrice : parity_.is_doubled[e] != 0 ? 1.0 : -1.0;
    saving_m += share * static_cast<double>(graph_.edges[e].length_m);
  }
  return saving_m;
}

// Loops through edges at forks: those through the others are the same.
bool ParitySearch::TryLoops(Pacer& pacer) {
  bool is_better = false;
  const auto degree = [this](uint32_t v) { return graph_.rows[v + 1] - graph_.rows[v]; };
  for (size_t i = 0; i < local_.size() && !pacer.Expired(kRegionNodes); ++i) {
    const uint32_t e = local_[i].edge;
    const TwoWayGraph::Edge& edge = graph_.edges[e];
    if (degree(edge.a) == 1 || degree(edge.b) == 1) continue;
    if (degree(edge.a) == 2 && degree(edge.b) == 2 && edge.a != parity_.start && edge.b != parity_.start) {
      continue;
    }
    FindCheapPaths(edge.a, edge.b, e);
    if (seen_[edge.b] != search_) continue;  // a bridge, as far as the region goes
    FlipPathTo(edge.b);
    parity_.is_odd[e] ^= 1;
    const double length_m = Measure(false);
    if (length_m < length_m_ - kLeastGain_m) {
      length_m_ = Measure(true);
      is_better = true;
      continue;
    }
    FlipPathTo(edge.b);
    parity_.is_odd[e] ^= 1;
  }
  return is_better;
}

// Other ends of the walk, by cheap paths from the one it has.
bool ParitySearch::TryEnds() {
  const uint32_t old_end = parity_.end;
  FindCheapPaths(old_end, kNoNode, kNoNode);
  std::vector<std::pair<double, uint32_t>> ends;
  for (const uint32_t v : region_) {
    if (v != old_end && seen_[v] == search_) ends.emplace_back(EndCost(v) - SavingOfPathTo(v), v);
  }
  std::sort(ends.begin(), ends.end());
  if (ends.size() > kEndsTried) ends.resize(kEndsTried);
  uint32_t best = old_end;
  for (const auto& [estimate_m, node] : ends) {
    FlipPathTo(node);
    parity_.end = node;
    const double length_m = Measure(false);
    FlipPathTo(node);
    if (length_m >= length_m_ - kLeastGain_m) continue;
    length_m_ = length_m;
    best = node;
  }
  parity_.end = best;
  if (best == old_end) return false;
  FlipPathTo(best);
  return true;
}

}  // namespace waystone
