#include "core/world/portal_graph.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>
#include <vector>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr uint32_t kNone = UINT32_MAX;

// Checks the out or the in labels of a mode.
class SideChecker {
 public:
  SideChecker(const PortalGraph& graph, WorldMode mode, bool is_out)
      : graph_(graph),
        mode_(mode),
        is_out_(is_out),
        count_(static_cast<uint32_t>(graph.nodes.size())),
        rows_(is_out ? graph.labels[static_cast<uint32_t>(mode)].out_rows
                     : graph.labels[static_cast<uint32_t>(mode)].in_rows),
        labels_(is_out ? graph.labels[static_cast<uint32_t>(mode)].out
                       : graph.labels[static_cast<uint32_t>(mode)].in) {}

  // `hub_portals`: the portal of each hub; kNone if not known yet.
  absl::Status Check(std::vector<uint32_t>& hub_portals) {
    WS_RETURN_IF_ERROR(CheckRows());
    WS_RETURN_IF_ERROR(CheckEntries());
    SortByHub();
    at_portal_.assign(count_, kNone);
    leads_.assign(count_, Leads::kUnknown);
    for (uint32_t hub = 0; hub < count_; ++hub) WS_RETURN_IF_ERROR(CheckHub(hub, hub_portals[hub]));
    return absl::OkStatus();
  }

 private:
  enum class Leads : uint8_t { kUnknown, kMaybe, kToHub };
  struct Member {
    uint32_t portal;
    uint32_t label;
  };

  std::string_view Side() const { return is_out_ ? "out" : "in"; }
  absl::Status Broken(uint64_t label, std::string_view why) const {
    return absl::DataLossError(StrCat(Side(), " labels[", label, "]: ", why));
  }

  absl::Status CheckRows() const {
    const bool covers = rows_.size() == count_ + size_t{1} && rows_.front() == 0 &&
                        rows_.back() == labels_.size() && labels_.size() < kNone;
    if (!covers) return absl::DataLossError(StrCat(Side(), " label rows: do not cover the labels"));
    for (uint32_t portal = 0; portal < count_; ++portal) {
      if (rows_[portal] <= rows_[portal + 1]) continue;
      return absl::DataLossError(StrCat(Side(), " label rows[", portal, "]: greater than the next"));
    }
    return absl::OkStatus();
  }

  absl::Status CheckEntries() const {
    for (uint32_t portal = 0; portal < count_; ++portal) {
      for (uint64_t i = rows_[portal]; i < rows_[portal + 1]; ++i) {
        const PortalLabel& label = labels_[i];
        if (i > rows_[portal] && labels_[i - 1].hub >= label.hub) return Broken(i, "hubs do not ascend");
        if (label.hub.value() >= count_) return Broken(i, "there is no such hub");
        if (label.next >= count_) return Broken(i, "there is no such portal");
        if (!(label.cost_m >= 0 && std::isfinite(label.cost_m))) {
          return Broken(i, "the cost is negative or not finite");
        }
      }
    }
    return absl::OkStatus();
  }

  void SortByHub() {
    hub_rows_.assign(count_ + size_t{1}, 0);
    for (const PortalLabel& label : labels_) ++hub_rows_[label.hub.value() + size_t{1}];
    std::partial_sum(hub_rows_.begin(), hub_rows_.end(), hub_rows_.begin());
    std::vector<uint32_t> next(hub_rows_.begin(), hub_rows_.end() - 1);
    members_.resize(labels_.size());
    for (uint32_t portal = 0; portal < count_; ++portal) {
      for (uint64_t i = rows_[portal]; i < rows_[portal + 1]; ++i) {
        members_[next[labels_[i].hub.value()]++] = {portal, static_cast<uint32_t>(i)};
      }
    }
  }

  absl::Status CheckHub(uint32_t hub, uint32_t& hub_portal) {
    const std::span<const Member> members =
        std::span(members_).subspan(hub_rows_[hub], hub_rows_[hub + 1] - hub_rows_[hub]);
    for (const Member& member : members) at_portal_[member.portal] = member.label;
    for (const Member& member : members) WS_RETURN_IF_ERROR(CheckStep(member, hub_portal));
    for (const Member& member : members) WS_RETURN_IF_ERROR(Follow(member));
    for (const Member& member : members) {
      at_portal_[member.portal] = kNone;
      leads_[member.portal] = Leads::kUnknown;
    }
    return absl::OkStatus();
  }

  absl::Status CheckStep(const Member& member, uint32_t& hub_portal) {
    const PortalLabel& label = labels_[member.label];
    if (label.next == member.portal) {
      if (label.cost_m != 0) return Broken(member.label, "the hub costs something to itself");
      if (hub_portal == kNone) hub_portal = member.portal;
      if (hub_portal != member.portal) return Broken(member.label, "the hub is another portal");
      leads_[member.portal] = Leads::kToHub;
      return absl::OkStatus();
    }
    const uint32_t after = at_portal_[label.next];
    if (after == kNone) return Broken(member.label, "the next portal's label does not have the hub");
    const double step_m = is_out_ ? StepCost(member.portal, label.next) : StepCost(label.next, member.portal);
    if (!std::isfinite(step_m)) return Broken(member.label, "no walk leads on");
    if (labels_[after].cost_m + step_m != label.cost_m) {
      return Broken(member.label, "the cost is not that of the walks");
    }
    return absl::OkStatus();
  }

  // Checks that the label leads to the hub. Visits each portal once per hub.
  absl::Status Follow(const Member& member) {
    uint32_t portal = member.portal;
    for (; leads_[portal] == Leads::kUnknown; portal = labels_[at_portal_[portal]].next) {
      leads_[portal] = Leads::kMaybe;
    }
    if (leads_[portal] == Leads::kMaybe) return Broken(at_portal_[portal], "leads round and round");
    for (portal = member.portal; leads_[portal] == Leads::kMaybe; portal = labels_[at_portal_[portal]].next) {
      leads_[portal] = Leads::kToHub;
    }
    return absl::OkStatus();
  }

  // Infinite if there is no path.
  double StepCost(uint32_t from, uint32_t to) const {
    const uint32_t exit = to - graph_.ExitsBehind(PortalId(from)).first;  // wraps if `to` is before
    const std::span<const double> walks_m = graph_.WalkCosts(PortalId(from), mode_);
    if (exit >= walks_m.size()) return std::numeric_limits<double>::infinity();
    return walks_m[exit] + graph_.nodes[to].cost_m;
  }

  const PortalGraph& graph_;
  const WorldMode mode_;
  const bool is_out_;
  const uint32_t count_;
  const std::span<const uint64_t> rows_;
  const std::span<const PortalLabel> labels_;
  std::vector<uint32_t> hub_rows_;
  std::vector<Member> members_;      // by hub
  std::vector<uint32_t> at_portal_;  // the entry of the current hub
  std::vector<Leads> leads_;         // by portal, of the current hub
};

}  // namespace

absl::Status CheckLabels(const PortalGraph& graph, WorldMode mode) {
  std::vector<uint32_t> hub_portals(graph.nodes.size(), kNone);
  WS_RETURN_IF_ERROR(SideChecker(graph, mode, true).Check(hub_portals));
  return SideChecker(graph, mode, false).Check(hub_portals);
}

}  // namespace waystone
