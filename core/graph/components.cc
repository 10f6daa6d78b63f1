// Weak components are those of a union-find whose root is always the set's lowest node, so that numbering
// needs no sort.
//
// Strong components follow D. Pearce, "A space-efficient algorithm for finding strongly connected components"
// (2016): one index per node is first its visit order, then the lowest index reachable, and once its
// component is closed the component's number, counted down from the top so that it exceeds every index still
// in use.
#include "core/graph/components.h"

#include <algorithm>
#include <utility>

#include "core/graph/union_find.h"

namespace waystone {
namespace {

// Renumbers labels below `label_bound` by the lowest node that carries each.
Components NumberByLowestNode(const std::vector<uint32_t>& labels, uint32_t label_bound) {
  constexpr uint32_t kUnset = 0xffffffffU;
  std::vector<uint32_t> number(label_bound, kUnset);
  Components result;
  result.of_node.resize(labels.size());
  for (uint32_t v = 0; v < labels.size(); ++v) {
    uint32_t& n = number[labels[v]];
    if (n == kUnset) n = result.count++;
    result.of_node[v] = n;
  }
  return result;
}

Components NumberSets(UnionFind sets) {
  const uint32_t count = sets.set_count();
  return {count, std::move(sets).Labels()};
}

// Joins `inner`, over the nodes, and `outer`, over inner's components.
Components Compose(const Components& inner, const Components& outer) {
  Components result{outer.count, inner.of_node};
  for (uint32_t& label : result.of_node) label = outer.of_node[label];
  return result;
}

class StrongSearch {
 public:
  explicit StrongSearch(const CsrView& graph)
      : graph_(graph), index_(graph.node_count(), 0), next_component_(graph.node_count()) {}

  Components Run() {
    for (uint32_t v = 0; v < graph_.node_count(); ++v) {
      if (index_[v] == 0) VisitFrom(v);
    }
    return NumberByLowestNode(index_, graph_.node_count() + 1);
  }

 private:
  // A node being visited, and the position in its row.
  struct Step {
    uint32_t node;
    uint32_t next_arc;
    bool is_root;  // no index below its own was reached so far
  };

  void Enter(uint32_t v) {
    index_[v] = next_index_++;
    path_.push_back({v, graph_.offsets[v], true});
  }

  void VisitFrom(uint32_t start) {
    Enter(start);
    while (!path_.empty()) {
      Step& step = path_.back();
      if (step.next_arc == graph_.offsets[step.node + 1]) {
        Leave(step);
        path_.pop_back();
        continue;
      }
      const uint32_t target = graph_.targets[step.next_arc];
      if (index_[target] == 0) {
        Enter(target);  // this arc is read again once the target is done
        continue;
      }
      if (index_[target] < index_[step.node]) {
        index_[step.node] = index_[target];
        step.is_root = false;
      }
      ++step.next_arc;
    }
  }

  void Leave(const Step& step) {
    if (!step.is_root) {
      waiting_.push_back(step.node);
      return;
    }
    --next_index_;
    while (!waiting_.empty() && index_[step.node] <= index_[waiting_.back()]) {
      index_[waiting_.back()] = next_component_;
      waiting_.pop_back();
      --next_index_;
    }
    index_[step.node] = next_component_--;
  }

  const CsrView graph_;
  std::vector<uint32_t> index_;  // 0 = not visited
  std::vector<Step> path_;
  std::vector<uint32_t> waiting_;  // left, but their component is still open
  uint32_t next_index_ = 1;
  uint32_t next_component_;
};

}  // namespace

std::vector<uint32_t> Components::Sizes() const {
  std::vector<uint32_t> sizes(count, 0);
  for (uint32_t component : of_node) ++sizes[component];
  return sizes;
}

Components WeakComponents(const CsrView& graph) {
  UnionFind sets(graph.node_count());
  for (uint32_t v = 0; v < graph.node_count(); ++v) {
    for (uint32_t target : graph.Targets(v)) sets.Join(v, target);
  }
  return NumberSets(std::move(sets));
}

Components StrongComponents(const CsrView& graph) { return StrongSearch(graph).Run(); }

CsrGraph Condense(const CsrView& graph, const Components& components) {
  std::vector<Arc> arcs;
  for (uint32_t v = 0; v < graph.node_count(); ++v) {
    const uint32_t source = components.of_node[v];
    for (uint32_t target : graph.Targets(v)) {
      if (components.of_node[target] != source) arcs.push_back({source, components.of_node[target]});
    }
  }
  std::sort(arcs.begin(), arcs.end());
  arcs.erase(std::unique(arcs.begin(), arcs.end()), arcs.end());
  return CsrGraph::FromArcs(components.count, arcs);
}

WeakAndStrong FindComponents(const CsrView& graph, DeadlinePoll* poll) {
  UnionFind sets(graph.node_count());
  std::vector<Arc> one_way;
  for (uint32_t v = 0; v < graph.node_count(); ++v) {
    if (poll != nullptr && poll->Expired()) return {};
    uint32_t root = sets.Root(v);
    for (uint32_t target : graph.Targets(v)) {
      const uint32_t other = sets.Root(target);
      if (other == root) continue;  // within a set, as most arcs are
      const std::span<const uint32_t> back = graph.Targets(target);
      if (std::find(back.begin(), back.end(), v) == back.end()) {
        one_way.push_back({v, target});
        continue;
      }
      sets.Join(root, other);
      root = std::min(root, other);
    }
  }
  const Components merged = NumberSets(std::move(sets));
  if (poll != nullptr && poll->ExpiredNow()) return {};
  for (Arc& arc : one_way) arc = {merged.of_node[arc.source], merged.of_node[arc.target]};
  const CsrGraph between = CsrGraph::FromArcs(merged.count, one_way);
  const Components strong = StrongComponents(between);
  if (poll != nullptr && poll->ExpiredNow()) return {};
  Components weak = Compose(merged, WeakComponents(between));
  if (poll != nullptr && poll->ExpiredNow()) return {};
  Components of_nodes = Compose(merged, strong);
  if (poll != nullptr && poll->ExpiredNow()) return {};
  return {std::move(weak), std::move(of_nodes), Condense(between, strong)};
}

}  // namespace waystone
