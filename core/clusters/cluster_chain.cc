#include "core/clusters/cluster_chain.h"

namespace waystone {

void ClusterChain::Begin(const ClusterGround& ground, PolyId start) {
  ground_.emplace(ground);
  end_ = start;
  crossed_.clear();
  links_.clear();
}

bool ClusterChain::Pass(Passage passage) {
  const PassageEnds ends = EndsOf(ground_->mesh, ground_->links, passage);
  if (ends.from_poly != end_.value()) return false;
  end_ = PolyId(ends.to_poly);
  if (passage.IsLink()) {
    links_.push_back({LinkId(passage.index()), 0, static_cast<uint32_t>(crossed_.size())});
  } else {
    crossed_.emplace_back(passage.index());
  }
  return true;
}

bool ClusterChain::Step(uint32_t to) {
  const Passage passage = FindPassage(*ground_, end_.value(), to);
  return !passage.IsNone() && Pass(passage);
}

bool ClusterChain::FollowToRoot(std::span<const uint32_t> polys, std::span<const uint16_t> tree,
                                uint32_t local) {
  for (size_t count = 0; count < polys.size(); ++count) {
    const uint32_t next = tree[local];
    if (next == local) return true;
    if (next == kNoClusterStep || !Step(polys[next])) return false;
    local = next;
  }
  return false;  // in a circle
}

bool ClusterChain::FollowFromRoot(std::span<const uint32_t> polys, std::span<const uint16_t> tree,
                                  uint32_t local) {
  back_.clear();
  while (tree[local] != local) {
    if (tree[local] == kNoClusterStep || back_.size() == polys.size()) return false;
    back_.push_back(static_cast<uint16_t>(local));
    local = tree[local];
  }
  if (polys[local] != end_.value()) return false;
  for (size_t i = back_.size(); i-- > 0;) {
    if (!Step(polys[back_[i]])) return false;
  }
  return true;
}

bool ClusterChain::FollowPath(std::span<const uint32_t> polys, std::span<const uint16_t> path) {
  if (path.empty() || path.front() >= polys.size() || polys[path.front()] != end_.value()) return false;
  for (const uint16_t local : path.subspan(1)) {
    if (local >= polys.size() || !Step(polys[local])) return false;
  }
  return true;
}

// For a stretch without links: [begin, end) of the edges crossed, moved to `kept` on. Returns its new end.
size_t ClusterChain::DropLoops(size_t begin, size_t end, size_t kept) {
  if (begin == end) return kept;
  const auto poly_before = [&](size_t i) { return ground_->mesh.edge(crossed_[i]).poly; };
  const NavEdge& last = ground_->mesh.edge(crossed_[end - 1]);
  const uint32_t last_poly = ground_->mesh.edge(EdgeId(last.twin)).poly;
  for (size_t i = begin; i < end; ++i) last_visit_[poly_before(i)] = static_cast<uint32_t>(i);
  last_visit_[last_poly] = static_cast<uint32_t>(end);
  for (size_t i = begin; i < end; ++i) {
    i = last_visit_[poly_before(i)];
    if (i == end) break;
    crossed_[kept++] = crossed_[i];
  }
  return kept;
}

void ClusterChain::DropLoops() {
  last_visit_.resize(ground_->mesh.poly_count());
  size_t begin = 0;
  size_t kept = 0;
  for (LinkUse& use : links_) {
    const size_t end = use.crossed;
    kept = DropLoops(begin, end, kept);
    use.crossed = static_cast<uint32_t>(kept);
    begin = end;
  }
  crossed_.resize(DropLoops(begin, crossed_.size(), kept));
}

double ClusterChain::TautCost_m(Vec2 from, Vec2 to, PullScratch& scratch) const {
  const std::span<const EdgeId> crossed(crossed_);
  double cost_m = 0;
  size_t begin = 0;
  for (const LinkUse& use : links_) {
    const NavLink& link = ground_->links.link(use.link);
    cost_m += TautLength_m(ground_->mesh, from, crossed.subspan(begin, use.crossed - begin), StartOf(link),
                           scratch) +
              LinkCost_m(link);
    from = EndOf(link);
    begin = use.crossed;
  }
  return cost_m + TautLength_m(ground_->mesh, from, crossed.subspan(begin), to, scratch);
}

}  // namespace waystone
