#include "bake/clusters/cluster_paths.h"

#include <algorithm>
#include <limits>
#include <map>

namespace waystone {
namespace {

constexpr float kFar = std::numeric_limits<float>::infinity();

// Keeps equal trees once: over ground without one-way sides and links the tree towards a side equals the
// tree from it.
class TreeList {
 public:
  explicit TreeList(std::vector<uint16_t>& steps) : steps_(steps) {}

  // The tree's number.
  uint32_t Add(std::span<const uint16_t> tree) {
    const auto [place, is_new] = numbers_.emplace(std::vector<uint16_t>(tree.begin(), tree.end()),
                                                  static_cast<uint32_t>(numbers_.size()));
    if (is_new) steps_.insert(steps_.end(), tree.begin(), tree.end());
    return place->second;
  }

 private:
  std::vector<uint16_t>& steps_;
  std::map<std::vector<uint16_t>, uint32_t> numbers_;
};

// From the root to a polygon that the tree reaches, both included.
void AppendPath(std::span<const uint16_t> tree, uint32_t local, std::vector<uint16_t>& steps) {
  const auto begin = static_cast<ptrdiff_t>(steps.size());
  steps.push_back(static_cast<uint16_t>(local));
  while (tree[local] != local) {
    local = tree[local];
    steps.push_back(static_cast<uint16_t>(local));
  }
  std::reverse(steps.begin() + begin, steps.end());
}

}  // namespace

// Column by column: the tree towards a passage out gives the path from every passage in.
void ClusterPathFinder::FindEdges(const ClusterPolys& cluster, std::span<const PassageEnds> in,
                                  std::span<const PassageEnds> out, ClusterPaths& paths) {
  TreeList trees(paths.steps);
  tree_.Read(ground_, cluster, ClusterTree::Direction::kToRoot);
  for (size_t column = 0; column < out.size(); ++column) {
    const PassageEnds& exit = out[column];
    tree_.Grow(cluster.places[exit.from_poly].local, exit.from);
    paths.out_tree.push_back(trees.Add(tree_.steps()));
    for (size_t row = 0; row < in.size(); ++row) {
      chain_.Begin(ground_, PolyId(in[row].to_poly));
      const uint32_t local = cluster.places[in[row].to_poly].local;
      if (!chain_.FollowToRoot(cluster.polys, tree_.steps(), local)) continue;
      paths.costs[row * out.size() + column] =
          static_cast<float>(chain_.TautCost_m(in[row].to, exit.from, pull_) + exit.cost_m);
    }
  }
  tree_.Read(ground_, cluster, ClusterTree::Direction::kFromRoot);
  for (const PassageEnds& entered : in) {
    tree_.Grow(cluster.places[entered.to_poly].local, entered.to);
    paths.in_tree.push_back(trees.Add(tree_.steps()));
  }
}

void ClusterPathFinder::FindPoints(const ClusterPolys& cluster, std::span<const PassageEnds> in,
                                   std::span<const PassageEnds> out, ClusterPaths& paths) {
  tree_.Read(ground_, cluster, ClusterTree::Direction::kFromRoot);
  for (size_t row = 0; row < in.size(); ++row) {
    tree_.Grow(cluster.places[in[row].to_poly].local, in[row].to);
    for (size_t column = 0; column < out.size(); ++column) {
      const PassageEnds& exit = out[column];
      const uint32_t local = cluster.places[exit.from_poly].local;
      chain_.Begin(ground_, PolyId(in[row].to_poly));
      if (chain_.FollowFromRoot(cluster.polys, tree_.steps(), local)) {
        AppendPath(tree_.steps(), local, paths.steps);
        paths.costs[row * out.size() + column] =
            static_cast<float>(chain_.TautCost_m(in[row].to, exit.from, pull_) + exit.cost_m);
      }
      paths.path_ends.push_back(static_cast<uint32_t>(paths.steps.size()));
    }
  }
}

ClusterPaths ClusterPathFinder::Find(const ClusterPolys& cluster, std::span<const PassageEnds> in,
                                     std::span<const PassageEnds> out) {
  ClusterPaths paths;
  paths.costs.assign(in.size() * out.size(), kFar);
  if (method_ == ClusterMethod::kEdges) {
    FindEdges(cluster, in, out, paths);
  } else {
    FindPoints(cluster, in, out, paths);
  }
  return paths;
}

}  // namespace waystone
