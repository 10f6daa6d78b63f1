#include "core/world/portal_states.h"

#include <algorithm>
#include <limits>
#include <span>

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr uint32_t kNone = UINT32_MAX;
constexpr uint32_t kMostStates = 1'000'000;
constexpr uint32_t kWorkBetweenPolls = 4096;  // [states made or compared]
constexpr double kSurely = 1 + 1e-9;          // by more than the rounding of sums in another order

}  // namespace

class PortalStateSearch {
 public:
  PortalStateSearch(const PortalGraph& graph, const PortalQuery& query, PortalStates& memory)
      : graph_(graph),
        query_(query),
        has_bound_(query.changed == nullptr || !query.changed->MayBeLess()),
        ws_(memory),
        best_m_(query.below_cost_m) {
    ws_.limits_.Prepare(graph, query.limits);
    if (has_bound_) ws_.bound_.Prepare(graph, query.mode, query.tails);
    if (ws_.limits_.CountsMoney()) {
      ws_.least_money_.Prepare(graph, query, ws_.limits_, LimitedNeed::kMoney);
    }
    if (ws_.limits_.CountsUses()) ws_.least_uses_.Prepare(graph, query, ws_.limits_, LimitedNeed::kUses);
    counters_ = ws_.limits_.most_by_counter().size();
    ws_.states_.clear();
    ws_.used_.clear();
    ws_.open_.Clear();
    ws_.first_here_.assign(graph.nodes.size(), kNone);
    ws_.tail_at_.assign(graph.nodes.size(), kNone);
    for (uint32_t i = 0; i < query.tails.size(); ++i) {
      uint32_t& best = ws_.tail_at_[query.tails[i].portal.value()];
      if (best == kNone || query.tails[i].cost_m < query.tails[best].cost_m) best = i;
    }
    ws_.heads_.assign(query.heads.begin(), query.heads.end());
    std::sort(ws_.heads_.begin(), ws_.heads_.end(), [](const PortalHead& a, const PortalHead& b) {
      return a.portal != b.portal ? a.portal < b.portal : a.cost_m < b.cost_m;
    });
  }

  void Run(PortalPath& path) {
    path.portals.clear();
    for (const PortalHead& head : ws_.heads_) Use(head.portal.value(), head.cost_m, kNone);
    path.outcome = Search();
    path.expanded += expanded_;
    if (path.outcome != SearchOutcome::kFound) return;
    path.cost_m = best_m_;
    path.goal = query_.tails[best_tail_].goal;
    for (uint32_t i = best_state_; i != kNone; i = ws_.states_[i].from) {
      path.portals.emplace_back(ws_.states_[i].portal);
    }
    std::reverse(path.portals.begin(), path.portals.end());
  }

 private:
  using State = PortalStates::State;

  SearchOutcome Search() {
    // States that may equal the best are expanded too: one may end at an earlier tail.
    while (!ws_.open_.empty() && ws_.open_.top().least_m <= best_m_) {
      const uint32_t index = ws_.open_.top().state;
      ws_.open_.Pop();
      if (ws_.states_[index].is_beaten) continue;
      if (expanded_ >= query_.max_expansions || ws_.states_.size() >= kMostStates) {
        return SearchOutcome::kExpansionLimit;
      }
      if (work_ >= kWorkBetweenPolls) {
        work_ = 0;
        if (query_.deadline.Expired()) return LateOutcome(query_.deadline);
      }
      ++expanded_;
      if (!Expand(index)) return query_.changed->outcome();
    }
    return best_state_ == kNone ? SearchOutcome::kExhausted : SearchOutcome::kFound;
  }

  // False if walks had to be measured and were not.
  bool Expand(uint32_t index) {
    const uint32_t portal = ws_.states_[index].portal;
    const PortalGraph::Exits& exits = graph_.ExitsBehind(PortalId(portal));
    const bool is_changed =
        query_.changed != nullptr && query_.changed->IsChanged(graph_.nodes[portal].arrival_map);
    const std::span<const double> walks_m = is_changed ? query_.changed->CostsFrom(PortalId(portal))
                                                       : graph_.WalkCosts(PortalId(portal), query_.mode);
    if (walks_m.size() != exits.count) return false;
    for (uint32_t i = 0; i < walks_m.size(); ++i) Use(exits.first + i, walks_m[i], index);
    return true;
  }

  // Adds the state behind a portal that was walked to from another one's, unless it is dominated.
  void Use(uint32_t portal, double walk_m, uint32_t from) {
    ++work_;
    if (walk_m == kInfinite || !ws_.limits_.IsOpen(portal)) return;
    const PortalGraph::Node& node = graph_.nodes[portal];
    State state{.cost_m = walk_m + node.cost_m + ws_.limits_.penalty_m(),
                .money = node.money,
                .portal = portal,
                .from = from,
                .uses = 1};
    if (from != kNone) {
      state.cost_m += ws_.states_[from].cost_m;
      state.money += ws_.states_[from].money;
      state.uses += ws_.states_[from].uses;
    }
    const double least_m = state.cost_m + (has_bound_ ? ws_.bound_.From(portal) : 0);
    if (!(least_m < query_.below_cost_m) || least_m > best_m_) return;
    if (!Suffices(state)) return;
    if (!CountUsed(node, from) || IsBeaten(state)) {
      ws_.used_.resize(ws_.states_.size() * counters_);
      return;
    }
    const auto index = static_cast<uint32_t>(ws_.states_.size());
    state.next_here = ws_.first_here_[portal];
    ws_.first_here_[portal] = index;
    ws_.states_.push_back(state);
    ws_.open_.Push({least_m, state.cost_m, index});
    End(state, index);
  }

  // Whether money and number of portals may suffice from the state to the end.
  bool Suffices(const State& state) const {
    const PathLimits& limits = ws_.limits_;
    if (limits.CountsMoney()) {
      if (state.money > limits.money()) return false;
      const double least = state.money + ws_.least_money_.From(state.portal);
      if (least > limits.money() * kSurely) return false;
    }
    return !limits.CountsUses() || state.uses + ws_.least_uses_.From(state.portal) <= limits.most_uses();
  }

  // Appends what the next state has used; false if that exceeds a limit.
  bool CountUsed(const PortalGraph::Node& node, uint32_t from) {
    if (counters_ == 0) return true;
    const size_t place = ws_.used_.size();
    ws_.used_.resize(place + counters_, 0);
    if (from != kNone)
      std::copy_n(ws_.used_.begin() + Place(from), counters_, ws_.used_.begin() + Offset(place));
    for (const uint32_t counter :
         {ws_.limits_.TicketCounter(node.ticket), ws_.limits_.GroupCounter(node.group)}) {
      if (counter == kNone) continue;
      if (++ws_.used_[place + counter] > ws_.limits_.most_by_counter()[counter]) return false;
    }
    return true;
  }

  static std::ptrdiff_t Offset(size_t place) { return static_cast<std::ptrdiff_t>(place); }
  std::ptrdiff_t Place(uint32_t state) const { return Offset(state * counters_); }

  // Whether a state of the portal dominates this one, which is not yet among them. Removes those that this
  // one dominates.
  bool IsBeaten(const State& state) {
    const auto next = static_cast<uint32_t>(ws_.states_.size());
    uint32_t* link = &ws_.first_here_[state.portal];
    while (*link != kNone) {
      ++work_;
      State& other = ws_.states_[*link];
      if (Beats(other, *link, state, next)) return true;
      if (Beats(state, next, other, *link)) {
        other.is_beaten = true;
        *link = other.next_here;
      } else {
        link = &other.next_here;
      }
    }
    return false;
  }

  bool Beats(const State& a, uint32_t index_a, const State& b, uint32_t index_b) const {
    if (a.cost_m > b.cost_m) return false;
    if (ws_.limits_.CountsMoney() && a.money > b.money) return false;
    if (ws_.limits_.CountsUses() && a.uses > b.uses) return false;
    const auto used_a = ws_.used_.begin() + Place(index_a);
    return std::equal(used_a, used_a + Offset(counters_), ws_.used_.begin() + Place(index_b),
                      [](uint32_t of_a, uint32_t of_b) { return of_a <= of_b; });
  }

  void End(const State& state, uint32_t index) {
    const uint32_t tail = ws_.tail_at_[state.portal];
    if (tail == kNone) return;
    const double cost_m = state.cost_m + query_.tails[tail].cost_m;
    if (!(cost_m < query_.below_cost_m)) return;
    const bool is_better = cost_m < best_m_ || (cost_m == best_m_ && tail < best_tail_);
    if (!is_better) return;
    best_m_ = cost_m;
    best_tail_ = tail;
    best_state_ = index;
  }

  const PortalGraph& graph_;
  const PortalQuery& query_;
  const bool has_bound_;  // the labels' costs are lower bounds
  PortalStates& ws_;
  size_t counters_ = 0;
  uint64_t expanded_ = 0;
  uint32_t work_ = kWorkBetweenPolls;  // since the last look at the deadline; starts due
  double best_m_;
  uint32_t best_tail_ = kNone;
  uint32_t best_state_ = kNone;
};

void PortalStates::Find(const PortalGraph& graph, const PortalQuery& query, PortalPath& path) {
  PortalStateSearch(graph, query, *this).Run(path);
}

}  // namespace waystone
