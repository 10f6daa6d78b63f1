#include "core/skeleton/order_search.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/skeleton/walk_search.h"

namespace waystone {
namespace {

constexpr uint32_t kNear = 8;
constexpr double kLeastGain_m = 1e-5;
constexpr uint32_t kKickSpan = 40;
constexpr uint64_t kSeed = 1;
constexpr uint32_t kKicksPerStop = 20;
constexpr uint32_t kMostKicks = 4000;
// Each search of a component takes memory for the whole graph.
constexpr uint32_t kMostComponents = 16;

}  // namespace

OrderSearch::OrderSearch(const WalkGraph& graph, std::vector<uint32_t> stops,
                         const std::vector<double>& ways_m)
    : graph_(graph),
      stops_(std::move(stops)),
      ways_m_(ways_m),
      count_(static_cast<uint32_t>(stops_.size())),
      width_(count_ + 1) {}

std::vector<uint32_t> OrderSearch::Run(uint32_t kicks, Pacer& pacer) {
  if (count_ < 4 || stops_.size() > kMostOrderedStops || !Measure(pacer)) return stops_;
  FindNear();
  order_.resize(width_);
  std::iota(order_.begin(), order_.end(), 0U);
  is_awake_.assign(width_, 1);
  Index();
  Descend(pacer);
  std::vector<uint32_t> best = order_;
  double best_m = Length();
  Random random(kSeed);
  for (uint32_t i = 0; i < kicks && !pacer.Expired(64); ++i) {
    Kick(random);
    Descend(pacer);
    const double length_m = Length();
    if (length_m <= best_m) {
      best_m = length_m;
      best = order_;
    } else {
      order_ = best;
      Index();
    }
  }
  std::vector<uint32_t> result;
  for (size_t i = 0; i < count_; ++i) result.push_back(stops_[best[i]]);
  return result;
}

// False where time is up before all distances are known.
bool OrderSearch::Measure(Pacer& pacer) {
  distances_m_.assign(size_t{width_} * width_, std::numeric_limits<float>::infinity());
  std::vector<uint32_t> stop_of(graph_.size(), kNoNode);
  for (uint32_t i = 0; i < count_; ++i) stop_of[stops_[i]] = i;
  WalkSearch search(graph_);
  const uint32_t component = graph_.ComponentOf(stops_[0]);
  for (uint32_t i = 0; i < count_; ++i) {
    float* row = &distances_m_[i * size_t{width_}];
    row[i] = 0;
    search.Nearest(
        stops_[i],
        [&](uint32_t v) {
          if (stop_of[v] != kNoNode) row[stop_of[v]] = static_cast<float>(search.Distance(v));
          return false;
        },
        [&](uint32_t v) { return graph_.ComponentOf(v) == component; }, pacer);
    row[count_] = ways_m_.empty() ? 0 : static_cast<float>(ways_m_[i]);
    if (pacer.Expired()) return false;
  }
  return true;
}

void OrderSearch::FindNear() {
  near_count_ = std::min(kNear, count_ - 1);
  std::vector<uint32_t> others(count_);
  const auto fill = [&](std::vector<uint32_t>& near, const auto& distance) {
    near.clear();
    for (uint32_t i = 0; i < count_; ++i) {
      std::iota(others.begin(), others.end(), 0U);
      std::swap(others[i], others.back());
      std::partial_sort(others.begin(), others.begin() + near_count_, others.end() - 1,
                        [&](uint32_t a, uint32_t b) {
                          const double to_a = distance(i, a);
                          const double to_b = distance(i, b);
                          return to_a != to_b ? to_a < to_b : a < b;
                        });
      near.insert(near.end(), others.begin(), others.begin() + near_count_);
    }
  };
  fill(near_to_, [this](uint32_t i, uint32_t other) { return D(i, other); });
  fill(near_from_, [this](uint32_t i, uint32_t other) { return D(other, i); });
}

void OrderSearch::Index() {
  position_.resize(width_);
  ahead_m_.assign(width_, 0);
  back_m_.assign(width_, 0);
  for (uint32_t i = 0; i < width_; ++i) {
    position_[order_[i]] = i;
    if (i == 0) continue;
    ahead_m_[i] = ahead_m_[i - 1] + At(i - 1, i);
    back_m_[i] = i < count_ ? back_m_[i - 1] + At(i, i - 1) : 0;
  }
}

double OrderSearch::Length() const { return ahead_m_.back(); }

bool OrderSearch::Descend(Pacer& pacer) {
  bool is_better = false;
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (size_t i = 1; i < count_; ++i) {
      if (is_awake_[order_[i]] == 0) continue;
      if (pacer.Expired(16)) return is_better;
      if (TrySwaps(i) || TryTurns(i)) {
        is_changed = is_better = true;
      } else {
        is_awake_[order_[i]] = 0;
      }
    }
  }
  return is_better;
}

// ... i-1 [i .. j] [j+1 .. k] k+1 ... becomes ... i-1 [j+1 .. k] [i .. j] k+1 ...
bool OrderSearch::TrySwaps(size_t i) {
  const double here_m = At(i - 1, i);
  for (uint32_t r = 0; r < near_count_; ++r) {
    const size_t second = position_[near_to_[order_[i - 1] * size_t{near_count_} + r]];
    if (second <= i) continue;
    const size_t j = second - 1;
    const double gain_m = here_m - At(i - 1, second) + At(j, second);
    const auto try_end = [&](size_t k) {
      if (k < second || k >= count_) return false;
      if (gain_m + At(k, k + 1) - At(k, i) - At(j, k + 1) <= kLeastGain_m) return false;
      Swap(i, j, k);
      return true;
    };
    for (uint32_t q = 0; q < near_count_; ++q) {
      if (try_end(position_[near_from_[order_[i] * size_t{near_count_} + q]])) return true;
    }
    for (uint32_t q = 0; q < near_count_; ++q) {
      const size_t after = position_[near_to_[order_[j] * size_t{near_count_} + q]];
      if (after > 0 && try_end(after - 1)) return true;
    }
    if (try_end(count_ - 1)) return true;
  }
  return false;
}

// ... i-1 [i .. j] j+1 ... becomes ... i-1 [j .. i] j+1 ...
bool OrderSearch::TryTurns(size_t i) {
  const auto try_end = [&](size_t j) {
    if (j <= i || j >= count_) return false;
    const double gain_m = At(i - 1, i) + At(j, j + 1) + (ahead_m_[j] - ahead_m_[i]) - At(i - 1, j) -
                          At(i, j + 1) - (back_m_[j] - back_m_[i]);
    if (gain_m <= kLeastGain_m) return false;
    Turn(i, j);
    return true;
  };
  for (uint32_t r = 0; r < near_count_; ++r) {
    if (try_end(position_[near_to_[order_[i - 1] * size_t{near_count_} + r]])) return true;
    const size_t after = position_[near_to_[order_[i] * size_t{near_count_} + r]];
    if (after > 0 && try_end(after - 1)) return true;
  }
  return try_end(count_ - 1);
}

void OrderSearch::Swap(size_t i, size_t j, size_t k) {
  for (const size_t at : {i - 1, i, j, j + 1, k, k + 1}) Wake(at);
  const auto first = order_.begin();
  std::rotate(first + static_cast<std::ptrdiff_t>(i), first + static_cast<std::ptrdiff_t>(j) + 1,
              first + static_cast<std::ptrdiff_t>(k) + 1);
  Index();
}

void OrderSearch::Turn(size_t i, size_t j) {
  for (const size_t at : {i - 1, i, j, j + 1}) Wake(at);
  std::reverse(order_.begin() + static_cast<std::ptrdiff_t>(i),
               order_.begin() + static_cast<std::ptrdiff_t>(j) + 1);
  Index();
}

// Swaps two short neighbouring segments.
void OrderSearch::Kick(Random& random) {
  const uint32_t span = std::min(kKickSpan, count_ - 1);
  const uint32_t i = 1 + random.NextBelow(count_ - span);
  uint32_t j = i + random.NextBelow(span - 1);
  const uint32_t k = j + 1 + random.NextBelow(i + span - 1 - j);
  Swap(i, j, std::min(k, count_ - 1));
}

namespace {

class OrderImprover {
 public:
  OrderImprover(const WalkGraph& graph, const std::vector<uint32_t>& nodes, std::vector<uint8_t> is_wanted,
                bool is_round, size_t most_stops, Pacer& pacer)
      : graph_(graph),
        nodes_(nodes),
        is_wanted_(std::move(is_wanted)),
        is_round_(is_round),
        most_stops_(std::min(most_stops, kMostOrderedStops)),
        pacer_(pacer),
        search_(graph),
        result_{nodes.front()} {}

  std::vector<uint32_t> Run() {
    for (size_t first = 0; first < nodes_.size();) {
      const uint32_t component = graph_.ComponentOf(nodes_[first]);
      size_t end = first;
      while (end < nodes_.size() && graph_.ComponentOf(nodes_[end]) == component) ++end;
      if (first > 0 && !GoTo([&](uint32_t v) { return graph_.ComponentOf(v) == component; })) return nodes_;
      const std::vector<uint32_t> stops = StopsOf(first, end);
      const bool is_tried = stops.size() > 3 && stops.size() <= most_stops_ && components_ < kMostComponents;
      for (const uint32_t stop : is_tried ? Ordered(stops, end) : stops) {
        if (stop != result_.back() && !GoTo([stop](uint32_t v) { return v == stop; })) return nodes_;
      }
      first = end;
    }
    return result_;
  }

 private:
  template <typename IsWanted>
  bool GoTo(IsWanted is_wanted) {
    Pacer unhurried{Deadline()};
    const uint32_t node = search_.Nearest(
        result_.back(), is_wanted, [](uint32_t) { return true; }, unhurried);
    if (node == kNoNode) return false;
    search_.AppendWay(node, result_);
    return true;
  }

  // Where the walk is, and what it visits first of a component.
  std::vector<uint32_t> StopsOf(size_t first, size_t end) {
    std::vector<uint32_t> stops = {result_.back()};
    for (size_t i = first; i < end; ++i) {
      if (is_wanted_[nodes_[i]] == 0 || nodes_[i] == stops[0]) continue;
      is_wanted_[nodes_[i]] = 0;
      stops.push_back(nodes_[i]);
    }
    return stops;
  }

  std::vector<uint32_t> Ordered(const std::vector<uint32_t>& stops, size_t end) {
    ++components_;
    std::vector<uint32_t> aims;
    if (end < nodes_.size()) {
      const uint32_t next = graph_.ComponentOf(nodes_[end]);
      for (uint32_t v = 0; v < graph_.size(); ++v) {
        if (graph_.ComponentOf(v) == next) aims.push_back(v);
      }
    } else if (is_round_) {
      aims.push_back(nodes_.front());
    }
    std::vector<double> ways_m;
    if (!aims.empty()) {
      const std::vector<double> distances = DistancesFrom(graph_, aims, true);
      for (const uint32_t stop : stops) ways_m.push_back(distances[stop]);
      if (ways_m[0] == std::numeric_limits<double>::infinity()) ways_m.clear();  // no way leads back
    }
    const auto kicks = static_cast<uint32_t>(std::min<size_t>(kMostKicks, kKicksPerStop * stops.size()));
    return OrderSearch(graph_, stops, ways_m).Run(kicks, pacer_);
  }

  const WalkGraph& graph_;
  const std::vector<uint32_t>& nodes_;
  std::vector<uint8_t> is_wanted_;
  const bool is_round_;
  const size_t most_stops_;
  Pacer& pacer_;
  WalkSearch search_;
  std::vector<uint32_t> result_;
  uint32_t components_ = 0;
};

}  // namespace

std::vector<uint32_t> ImproveOrder(const WalkGraph& graph, const std::vector<uint32_t>& nodes,
                                   const std::vector<uint8_t>& is_wanted, bool is_round, size_t most_stops,
                                   Pacer& pacer) {
  if (pacer.Expired()) return nodes;
  return OrderImprover(graph, nodes, is_wanted, is_round, most_stops, pacer).Run();
}

}  // namespace waystone
