#include "core/skeleton/walk_improver.h"

#include <algorithm>
#include <limits>

#include "core/base/deadline_poll.h"
#include "core/base/random.h"
#include "core/skeleton/exact_order.h"
#include "core/skeleton/order_search.h"
#include "core/skeleton/walk_search.h"

namespace waystone {
namespace {

constexpr uint32_t kSmallWhole = 500;     // stops of all components up to which one window holds them all
constexpr uint32_t kFirstWindow = 250;    // otherwise
constexpr uint32_t kLargestWhole = 2000;  // if it holds all stops of a component
constexpr uint32_t kLargestPart = 1000;   // otherwise, as there may be as many stretches outside
// In the first pass; each later pass of a timed search doubles it.
constexpr uint64_t kKicksPerStop = 5;
constexpr uint32_t kUntimedPasses = 4;
constexpr uint64_t kSeed = 7;
constexpr uint32_t kNodesPerLook = 2048;
constexpr double kRounding = 1e-6;  // [share] of the bound

// One stop of a window, or stops outside it that stay together in their order.
struct Stretch {
  uint32_t first;  // position in the order of all stops
  uint32_t end;
  bool is_stop;  // a stop of the window, and so alone
};

class WalkImprover {
 public:
  WalkImprover(const WalkGraph& graph, const std::vector<WalkNodeId>& nodes, std::vector<uint8_t> is_wanted,
               const ImproveOptions& options, Pacer& pacer)
      : graph_(graph),
        options_(options),
        pacer_(pacer),
        search_(graph),
        random_(kSeed),
        slot_(graph.size(), kNoNode),
        stops_in_(graph.strong.count, 0),
        stops_{nodes.front()},
        nodes_(nodes) {
    is_stop_.assign(graph.size(), 0);
    first_visit_.assign(graph.size(), 0);
    stop_before_.assign(graph.size(), WalkNodeId::None());
    is_wanted[nodes.front().value()] = 0;
    DeadlinePoll poll(graph.deadline, kNodesPerLook);
    for (uint32_t i = 1; i < nodes.size() && !poll.Expired(); ++i) {
      const uint32_t v = nodes[i].value();
      if (is_wanted[v] == 0) continue;
      is_wanted[v] = 0;
      is_stop_[v] = 1;
      first_visit_[v] = i;
      stop_before_[v] = stops_.back();
      stops_.push_back(nodes[i]);
      ++stops_in_[graph.ComponentOf(nodes[i])];
    }
    has_end_ = options.is_round && graph.ComponentOf(stops_.back()) == graph.ComponentOf(nodes.front());
    if (has_end_) stops_.push_back(nodes.front());
  }

  // False if nothing improved.
  bool Run() {
    for (size_t i = 1; i <= InnerCount(); ++i) {
      if (stops_in_[graph_.ComponentOf(stops_[i])] > 1) seeds_.push_back(stops_[i]);
    }
    if (seeds_.empty()) return false;
    const uint32_t most = std::ranges::max(stops_in_);
    const auto components =
        static_cast<size_t>(std::ranges::count_if(stops_in_, [](uint32_t count) { return count > 1; }));
    const uint32_t largest = most <= kLargestWhole ? most : kLargestPart;
    uint32_t size = most <= kSmallWhole ? most : kFirstWindow;
    uint64_t kicks_per_stop = kKicksPerStop;
    for (uint32_t pass = 0; options_.is_timed || pass < kUntimedPasses; ++pass) {
      const size_t windows = size == most ? components : std::max(components, 2 * seeds_.size() / size);
      is_shorter_ = false;
      for (size_t k = 0; k < windows; ++k) {
        ChooseWindow(size);
        Improve(window_.size() * kicks_per_stop);
        if (is_settled_ || pacer_.Expired()) return is_better_;
      }
      if (size == most && !is_shorter_ && kicks_per_stop >= OrderSearch::kIdleKicksPerStop) break;
      kicks_per_stop *= 2;
      size = 4 * size >= largest ? largest : 2 * size;
    }
    return is_better_;
  }

  // Keeps the paths between stops that are still consecutive. Empty if a path between others is not found.
  std::vector<WalkNodeId> TakeNodes() {
    std::vector<WalkNodeId> nodes = {stops_[0]};
    Pacer unhurried(graph_.deadline);
    for (size_t i = 1; i < stops_.size(); ++i) {
      const WalkNodeId stop = stops_[i];
      if (IsAsBefore(i)) {
        const auto first = nodes_.begin() + first_visit_[stops_[i - 1].value()] + 1;
        nodes.insert(nodes.end(), first, nodes_.begin() + first_visit_[stop.value()] + 1);
        continue;
      }
      if (stop == nodes.back()) continue;
      const WalkNodeId found = search_.Nearest(
          nodes.back(), [stop](WalkNodeId v) { return v == stop; }, [](WalkNodeId) { return true; },
          unhurried);
      if (found.IsNone()) return {};
      search_.AppendPath(found, nodes);
    }
    return nodes;
  }

 private:
  // The number of stops that may change places.
  size_t InnerCount() const { return stops_.size() - 1 - (has_end_ ? 1 : 0); }

  // Whether the same stop came next before.
  bool IsAsBefore(size_t i) const {
    if (has_end_ && i + 1 == stops_.size()) return false;
    return stop_before_[stops_[i].value()] == stops_[i - 1];
  }

  // Chooses that many positions around one of them, all in its component, ascending.
  void ChooseWindow(uint32_t size) {
    const WalkNodeId seed = seeds_[random_.NextBelow(static_cast<uint32_t>(seeds_.size()))];
    std::vector<WalkNodeId> queue = {seed};
    std::vector<uint8_t>& is_seen = is_in_window_;
    is_seen.assign(graph_.size(), 0);
    is_seen[seed.value()] = 1;
    uint32_t count = 0;
    for (size_t i = 0; i < queue.size(); ++i) {
      const WalkNodeId v = queue[i];
      count += is_stop_[v.value()];
      if (count == size) {
        for (size_t k = i + 1; k < queue.size(); ++k) is_seen[queue[k].value()] = 0;
        break;
      }
      for (uint32_t k = graph_.FirstArc(v); k < graph_.EndArc(v); ++k) {
        const WalkNodeId target = graph_.targets[k];
        if (is_seen[target.value()] != 0 || graph_.ComponentOf(target) != graph_.ComponentOf(seed)) continue;
        is_seen[target.value()] = 1;
        queue.push_back(target);
      }
    }
    window_.clear();
    for (uint32_t at = 1; at <= InnerCount(); ++at) {
      if (is_in_window_[stops_[at].value()] != 0) window_.push_back(at);
    }
  }

  // Covers the stops from the one before the window's first to the one after its last.
  void MakeStretches() {
    stretches_.clear();
    stretches_.push_back({window_[0] - 1, window_[0], false});
    for (const uint32_t at : window_) {
      if (at > stretches_.back().end) stretches_.push_back({stretches_.back().end, at, false});
      stretches_.push_back({at, at + 1, true});
    }
    const uint32_t after = window_.back() + 1;
    stretches_.push_back({after, std::min(after + 1, static_cast<uint32_t>(stops_.size())), false});
  }

  WalkNodeId Entry(const Stretch& stretch) const { return stops_[stretch.first]; }
  WalkNodeId Exit(const Stretch& stretch) const { return stops_[stretch.end - 1]; }

  // False if time is up before all distances are known.
  bool Measure(StopDistances& distances) {
    const auto last = static_cast<uint32_t>(stretches_.size() - 1);
    const bool is_open = stretches_[last].first == stretches_[last].end;
    // Several stretches may be entered at one node: a round walk ends at the start.
    std::vector<uint32_t> next(stretches_.size(), kNoNode);
    uint32_t aims = 0;
    for (uint32_t k = is_open ? last : last + 1; k-- > 1;) {
      uint32_t& slot = slot_[Entry(stretches_[k]).value()];
      aims += slot == kNoNode ? 1 : 0;
      next[k] = slot;
      slot = k;
    }
    for (uint32_t from = 0; from < last; ++from) {
      uint32_t left = aims;
      search_.Flood(
          Exit(stretches_[from]),
          [&](WalkNodeId v, double distance_m) {
            uint32_t k = slot_[v.value()];
            if (k == kNoNode) return true;
            for (; k != kNoNode; k = next[k]) {
              if (k != from) distances.Set(from, k, static_cast<float>(distance_m));
            }
            return --left > 0;
          },
          pacer_);
      if (is_open) distances.Set(from, last, 0);
      if (pacer_.Expired()) break;
    }
    for (uint32_t k = 1; k < (is_open ? last : last + 1); ++k) slot_[Entry(stretches_[k]).value()] = kNoNode;
    return !pacer_.Expired();
  }

  void Improve(uint64_t kicks) {
    MakeStretches();
    const bool is_whole = window_.size() == InnerCount();
    StopDistances distances(static_cast<uint32_t>(stretches_.size()));
    if (!Measure(distances)) return;
    if (is_whole && stretches_.size() <= kMostExactStops) {
      Reorder(ShortestOrder(distances));
      is_better_ = is_settled_ = true;
      return;
    }
    if (!distances.FindNear(pacer_)) return;
    std::vector<uint8_t> may_turn;
    for (const Stretch& stretch : stretches_) may_turn.push_back(stretch.is_stop ? 1 : 0);
    OrderSearch search(distances, std::move(may_turn));
    const double before_m = search.length_m();
    const double enough_m = is_whole ? options_.bound_m * (1 + kRounding) : 0;
    const bool goes_on = is_whole && options_.is_timed;
    search.Run(goes_on ? std::numeric_limits<uint64_t>::max() : kicks, enough_m, pacer_);
    is_settled_ = goes_on && !pacer_.Expired();
    if (search.length_m() > before_m) return;
    is_better_ = true;
    is_shorter_ |= search.length_m() < before_m * (1 - kRounding);
    is_settled_ |= is_whole && search.length_m() <= enough_m;
    Reorder(search.order());
  }

  void Reorder(const std::vector<uint32_t>& order) {
    std::vector<WalkNodeId> stops;
    for (const uint32_t k : order) {
      stops.insert(stops.end(), stops_.begin() + stretches_[k].first, stops_.begin() + stretches_[k].end);
    }
    std::copy(stops.begin(), stops.end(), stops_.begin() + stretches_.front().first);
  }

  const WalkGraph& graph_;
  const ImproveOptions& options_;
  Pacer& pacer_;
  WalkSearch search_;
  Random random_;
  std::vector<uint32_t> slot_;      // [node] the first stretch that is entered there
  std::vector<uint32_t> stops_in_;  // [strong component] number of stops
  std::vector<WalkNodeId> stops_;   // the start first, the start again last if has_end_
  std::vector<uint8_t> is_stop_;    // [node]
  const std::vector<WalkNodeId>& nodes_;
  std::vector<uint32_t> first_visit_;    // [node] index in `nodes_`
  std::vector<WalkNodeId> stop_before_;  // [node] the stop before it in `nodes_`
  bool has_end_ = false;
  std::vector<WalkNodeId> seeds_;      // stops in components of several
  std::vector<uint8_t> is_in_window_;  // [node]
  std::vector<uint32_t> window_;       // positions
  std::vector<Stretch> stretches_;
  bool is_better_ = false;
  bool is_shorter_ = false;  // since the pass began
  bool is_settled_ = false;  // no order is shorter, or none was found for a long time
};

}  // namespace

std::vector<WalkNodeId> ImproveWalk(const WalkGraph& graph, const std::vector<WalkNodeId>& nodes,
                                    const std::vector<uint8_t>& is_wanted, const ImproveOptions& options,
                                    Pacer& pacer) {
  if (pacer.Expired()) return nodes;
  WalkImprover improver(graph, nodes, is_wanted, options, pacer);
  if (graph.deadline.Expired() || !improver.Run()) return nodes;
  std::vector<WalkNodeId> better = improver.TakeNodes();
  return better.empty() ? nodes : better;
}

}  // namespace waystone
