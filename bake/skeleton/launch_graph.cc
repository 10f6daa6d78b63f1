#include "bake/skeleton/launch_graph.h"

namespace waystone {

void LaunchGraph::Connect(uint32_t from, uint32_t direction, uint32_t to, bool is_leap) {
  LaunchPoint& source = points[from];
  LaunchPoint& target = points[to];
  const uint32_t back = Opposite(direction);
  const bool is_free = source.neighbours[direction] == kNoLaunchPoint || source.neighbours[direction] == to;
  const bool is_back_free = target.neighbours[back] == kNoLaunchPoint || target.neighbours[back] == from;
  if (!is_free || !is_back_free) return ConnectExtra({from, to});
  source.neighbours[direction] = to;
  target.neighbours[back] = from;
  source.out = static_cast<uint8_t>(source.out | 1U << direction);
  target.in = static_cast<uint8_t>(target.in | 1U << back);
  if (is_leap) source.leaps = static_cast<uint8_t>(source.leaps | 1U << direction);
}

void LaunchGraph::ConnectExtra(const ExtraArc& arc) {
  points[arc.from].is_fixed = 1;
  points[arc.to].is_fixed = 1;
  extra_arcs.push_back(arc);
}

}  // namespace waystone
