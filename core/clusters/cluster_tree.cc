#include "core/clusters/cluster_tree.h"

#include <algorithm>

namespace waystone {
namespace {

// The neighbours of a polygon within its cluster, each once, ascending.
void FindTargets(const ClusterGround& ground, const ClusterPolys& cluster, uint32_t poly,
                 std::vector<uint32_t>& targets) {
  const auto& [mesh, links, abilities] = ground;
  targets.clear();
  const auto add = [&](uint32_t target) {
    const bool is_new = target != poly && cluster.places[target].cluster == cluster.cluster &&
                        std::find(targets.begin(), targets.end(), target) == targets.end();
    if (is_new) targets.push_back(target);
  };
  for (const NavEdge& edge : mesh.edges(PolyId(poly))) {
    if (edge.twin != kNoEdge) add(mesh.edge(EdgeId(edge.twin)).poly);
  }
  for (const NavLink& link : links.Of(PolyId(poly))) {
    if (MayUse(link, abilities)) add(link.end_poly);
  }
  std::sort(targets.begin(), targets.end());
}

}  // namespace

void ClusterTree::Read(const ClusterGround& ground, const ClusterPolys& cluster, Direction direction) {
  read_.clear();
  for (uint32_t local = 0; local < cluster.polys.size(); ++local) {
    const uint32_t poly = cluster.polys[local];
    FindTargets(ground, cluster, poly, targets_);
    for (const uint32_t target : targets_) {
      const PassageEnds ends = EndsOf(ground.mesh, ground.links, FindPassage(ground, poly, target));
      const uint32_t other = cluster.places[target].local;
      if (direction == Direction::kFromRoot) {
        read_.push_back({local, {other, ends.from, ends.to, ends.cost_m}});
      } else {
        read_.push_back({other, {local, ends.to, ends.from, ends.cost_m}});
      }
    }
  }
  rows_.assign(cluster.polys.size() + 1, 0);
  for (const RowArc& arc : read_) ++rows_[arc.row + 1];
  for (size_t i = 1; i < rows_.size(); ++i) rows_[i] += rows_[i - 1];
  next_.assign(rows_.begin(), rows_.end());
  arcs_.resize(read_.size());
  for (const RowArc& arc : read_) arcs_[next_[arc.row]++] = arc.arc;
}

void ClusterTree::Grow(uint32_t root, Vec2 place) {
  const size_t count = rows_.size() - 1;
  steps_.assign(count, kNoClusterStep);
  places_.resize(count);
  search_.Begin(count);
  search_.Reach(root, 0, root);
  places_[root] = place;
  for (uint32_t poly = search_.Settle(); poly != search_.kNone; poly = search_.Settle()) {
    steps_[poly] = static_cast<uint16_t>(search_.Before(poly));
    const double cost_m = search_.CostOf(poly);
    const Vec2 from = places_[poly];
    for (uint32_t i = rows_[poly]; i < rows_[poly + 1]; ++i) {
      const Arc& arc = arcs_[i];
      if (search_.Reach(arc.target, cost_m + Distance(from, arc.from) + arc.cost_m, poly)) {
        places_[arc.target] = arc.to;
      }
    }
  }
}

}  // namespace waystone
