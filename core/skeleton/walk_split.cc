#include "core/skeleton/walk_split.h"

#include <algorithm>
#include <utility>

#include "core/base/deadline_poll.h"
#include "core/skeleton/walk_search.h"

namespace waystone {
namespace {

constexpr int kHalvings = 26;  // to a millimetre in 60 km
constexpr uint32_t kStopsPerLook = 2048;

// A visit of a tour, the first one of that node by any tour.
struct Stop {
  WalkNodeId node;
  size_t index;  // of the tour
  double at_m;   // along it
};

// Stops [first, last] of a tour.
struct Stretch {
  size_t tour;
  size_t first;
  size_t last;
};

class Splitter {
 public:
  Splitter(const WalkGraph& graph, const std::vector<std::vector<WalkNodeId>>& tours,
           std::vector<uint8_t> is_wanted, uint32_t visits, const std::vector<double>& path_back_m)
      : graph_(graph),
        tours_(tours),
        path_there_m_(DistancesFrom(graph, {graph.start}, false)),
        path_back_m_(path_back_m) {
    for (const std::vector<WalkNodeId>& tour : tours) {
      std::vector<Stop>& stops = stops_.emplace_back();
      double at_m = 0;
      DeadlinePoll poll(graph.deadline, kStopsPerLook);
      for (size_t i = 1; i < tour.size() && visits > 0 && !poll.Expired(); ++i) {
        at_m += static_cast<double>(graph.lengths[graph.ArcBetween(tour[i - 1], tour[i])]);
        if (std::exchange(is_wanted[tour[i].value()], 0) == 0) continue;
        --visits;
        stops.push_back({tour[i], i, at_m});
      }
    }
  }

  std::vector<Stretch> Best(uint32_t walkers) const {
    double low_m = 0;
    double high_m = 0;  // enough if each tour is one stretch
    for (const std::vector<Stop>& stops : stops_) {
      if (!stops.empty()) high_m = std::max(high_m, LengthOf(stops, 0, stops.size() - 1));
    }
    for (int i = 0; i < kHalvings && !graph_.deadline.Expired(); ++i) {
      const double middle_m = (low_m + high_m) / 2;
      (Cut(middle_m, walkers).empty() ? low_m : high_m) = middle_m;
    }
    return Cut(high_m, walkers);
  }

  std::vector<WalkNodeId> WalkOf(const Stretch& stretch, WalkSearch& search) const {
    const Stop& first = stops_[stretch.tour][stretch.first];
    const Stop& last = stops_[stretch.tour][stretch.last];
    std::vector<WalkNodeId> nodes = {graph_.start};
    Pacer pacer(graph_.deadline);
    const WalkNodeId found = search.Nearest(
        graph_.start, [&first](WalkNodeId v) { return v == first.node; }, [](WalkNodeId) { return true; },
        pacer);
    if (found.IsNone()) return nodes;  // no time
    search.AppendPath(first.node, nodes);
    const std::vector<WalkNodeId>& tour = tours_[stretch.tour];
    nodes.insert(nodes.end(), tour.begin() + static_cast<std::ptrdiff_t>(first.index) + 1,
                 tour.begin() + static_cast<std::ptrdiff_t>(last.index) + 1);
    return nodes;
  }

 private:
  double PathBack(WalkNodeId node) const { return path_back_m_.empty() ? 0 : path_back_m_[node.value()]; }
  double LengthOf(const std::vector<Stop>& stops, size_t first, size_t last) const {
    return path_there_m_[stops[first].node.value()] + (stops[last].at_m - stops[first].at_m) +
           PathBack(stops[last].node);
  }

  // Cuts each tour into as few stretches within the limit as possible; empty if that needs more walkers.
  std::vector<Stretch> Cut(double limit_m, uint32_t walkers) const {
    std::vector<Stretch> stretches;
    DeadlinePoll poll(graph_.deadline, kStopsPerLook);
    for (size_t t = 0; t < stops_.size(); ++t) {
      const std::vector<Stop>& stops = stops_[t];
      for (size_t first = 0; first < stops.size();) {
        size_t end = first;
        for (size_t last = first; last < stops.size(); ++last) {
          if (poll.Expired()) return {};
          const double length_m = LengthOf(stops, first, last);
          if (length_m <= limit_m) end = last + 1;
          if (length_m - PathBack(stops[last].node) > limit_m) break;
        }
        if (end == first || stretches.size() == walkers) return {};
        stretches.push_back({t, first, end - 1});
        first = end;
      }
    }
    return stretches;
  }

  const WalkGraph& graph_;
  const std::vector<std::vector<WalkNodeId>>& tours_;
  const std::vector<double> path_there_m_;
  const std::vector<double>& path_back_m_;
  std::vector<std::vector<Stop>> stops_;  // [tour]
};

}  // namespace

std::vector<std::vector<WalkNodeId>> SplitTours(const WalkGraph& graph,
                                                const std::vector<std::vector<WalkNodeId>>& tours,
                                                std::vector<uint8_t> is_wanted, uint32_t visits,
                                                uint32_t walkers, const std::vector<double>& path_back_m) {
  const Splitter splitter(graph, tours, std::move(is_wanted), visits, path_back_m);
  std::vector<std::vector<WalkNodeId>> walks;
  WalkSearch search(graph);
  DeadlinePoll poll(graph.deadline, 1);
  for (const Stretch& stretch : splitter.Best(walkers)) {
    if (poll.Expired()) break;
    walks.push_back(splitter.WalkOf(stretch, search));
  }
  walks.resize(walkers, {graph.start});
  return walks;
}

}  // namespace waystone
