#include "core/skeleton/fork_graph.h"

#include "core/base/deadline_poll.h"

namespace waystone {
namespace {

class Contraction {
 public:
  Contraction(const TwoWayGraph& whole, uint32_t start, const std::vector<uint8_t>& is_wanted)
      : whole_(whole),
        is_wanted_(is_wanted),
        fork_of_(whole.size(), kNoNode),
        is_done_(whole.edges.size(), 0) {
    for (uint32_t v = 0; v < whole.size(); ++v) {
      if (v != start && whole.rows[v + 1] - whole.rows[v] == 2) continue;
      fork_of_[v] = result_.graph.size();
      result_.graph.nodes.push_back(whole.nodes[v]);
    }
  }

  ForkGraph Run() {
    constexpr uint32_t kNodesPerLook = 2048;
    DeadlinePoll poll(whole_.deadline, kNodesPerLook);
    result_.graph.deadline = whole_.deadline;
    for (uint32_t v = 0; v < whole_.size() && !poll.Expired(); ++v) {
      if (fork_of_[v] == kNoNode) continue;
      for (uint32_t k = whole_.rows[v]; k < whole_.rows[v + 1]; ++k) {
        if (is_done_[whole_.incident[k]] == 0) Follow(v, whole_.incident[k]);
      }
    }
    result_.rows.push_back(static_cast<uint32_t>(result_.chains.size()));
    result_.graph.IndexEdges();
    return std::move(result_);
  }

 private:
  void Follow(uint32_t from, uint32_t edge) {
    TwoWayGraph::Edge chain{fork_of_[from], 0, 0, 0, whole_.edges[edge].uses};
    result_.rows.push_back(static_cast<uint32_t>(result_.chains.size()));
    result_.gap_first.push_back(result_.rows.back());
    result_.gap_end.push_back(result_.rows.back());
    uint32_t run_first = result_.rows.back();
    float run_m = 0;
    for (uint32_t at = from;;) {
      is_done_[edge] = 1;
      result_.chains.push_back(edge);
      chain.length_m += whole_.edges[edge].length_m;
      run_m += whole_.edges[edge].length_m;
      if (run_m > chain.gap_m) {
        chain.gap_m = run_m;
        result_.gap_first.back() = run_first;
        result_.gap_end.back() = static_cast<uint32_t>(result_.chains.size());
      }
      at = whole_.edges[edge].Other(at);
      chain.b = fork_of_[at];
      if (chain.b != kNoNode) break;
      if (is_wanted_[whole_.nodes[at].value()] != 0) {
        run_first = static_cast<uint32_t>(result_.chains.size());
        run_m = 0;
      }
      const uint32_t first = whole_.incident[whole_.rows[at]];
      edge = first == edge ? whole_.incident[whole_.rows[at] + 1] : first;
    }
    result_.graph.edges.push_back(chain);
  }

  const TwoWayGraph& whole_;
  const std::vector<uint8_t>& is_wanted_;
  std::vector<uint32_t> fork_of_;  // [node]
  std::vector<uint8_t> is_done_;   // [edge]
  ForkGraph result_;
};

}  // namespace

WalkParity ForkGraph::Expand(const TwoWayGraph& whole, const WalkParity& parity) const {
  WalkParity result;
  result.is_odd.assign(whole.edges.size(), 0);
  result.is_doubled.assign(whole.edges.size(), 0);
  result.start = whole.NodeOf(graph.nodes[parity.start]);
  result.end = whole.NodeOf(graph.nodes[parity.end]);
  for (uint32_t e = 0; e < graph.edges.size(); ++e) {
    for (uint32_t k = rows[e]; k < rows[e + 1]; ++k) {
      const bool is_gap = k >= gap_first[e] && k < gap_end[e];
      result.is_odd[chains[k]] = parity.is_odd[e];
      result.is_doubled[chains[k]] = parity.is_odd[e] == 0 && (parity.is_doubled[e] != 0 || !is_gap) ? 1 : 0;
    }
  }
  return result;
}

ForkGraph MakeForkGraph(const TwoWayGraph& whole, uint32_t start, const std::vector<uint8_t>& is_wanted) {
  return Contraction(whole, start, is_wanted).Run();
}

}  // namespace waystone
