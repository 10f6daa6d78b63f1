#include "core/grid/hub_labels.h"

#include <algorithm>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/grid/corner_sweep.h"

namespace waystone {
namespace {

template <typename... Parts>
absl::Status Broken(const Parts&... parts) {
  return absl::DataLossError(StrCat("grid hub labels ", parts...));
}

absl::Status CheckPlain(const HubLabelView::Arrays& a, const BitGrid& bits) {
  const std::vector<uint64_t> words = PlainWords(bits);
  if (a.plain_words.size() != words.size()) {
    return Broken("plain: ", a.plain_words.size(), " words of ", words.size());
  }
  if (!std::ranges::equal(words, a.plain_words)) return Broken("plain: not the cells that turn no paths");
  return absl::OkStatus();
}

absl::Status CheckCounts(const HubLabelView::Arrays& a, const CornerBits& bits) {
  const size_t word_count = BitLines{bits.free.rows, bits.free.columns}.WordCount();
  if (a.corners_before.size() != word_count) {
    return Broken("counts: ", a.corners_before.size(), " of ", word_count);
  }
  uint32_t count = 0;
  for (size_t word = 0; word < word_count; ++word) {
    if (a.corners_before[word] != count) return Broken("counts[", word, "]: not ", count);
    count += static_cast<uint32_t>(std::popcount(bits.CornersIn(word)));
  }
  if (count >= kMaxCorners) return Broken("counts: ", count, " corners, must be below ", kMaxCorners);
  if (a.first_hub.size() != size_t{count} + 1) {
    return Broken("rows: ", a.first_hub.size(), " of ", size_t{count} + 1);
  }
  for (size_t i = 0; i < a.first_hub.size(); ++i) {
    if (a.first_hub[i] < (i == 0 ? 0 : a.first_hub[i - 1]) || a.first_hub[i] > a.hubs.size()) {
      return Broken("rows[", i, "]: not ascending to the number of hubs");
    }
  }
  if (a.first_hub.front() != 0) return Broken("rows[0]: must be 0");
  if (a.first_hub.back() != a.hubs.size()) return Broken("rows: end before the hubs do");
  return absl::OkStatus();
}

// Checks one label: each entry leads to an entry for the same hub, at a corner that is seen, and nearer to
// the hub by the steps to there.
class LabelCheck {
 public:
  LabelCheck(const HubLabelView& view, const CornerBits& bits)
      : view_(view), bits_(bits), is_hub_known_(view.corner_count(), false) {}

  absl::Status Check(Cell cell, CornerId corner) {
    seen_.clear();
    SweepFromCorner(bits_, cell, [&](Cell at, GridSteps) { seen_.push_back(at); });
    uint64_t least = 0;
    for (const GridHub& hub : view_.HubsOf(corner)) {
      const auto index = static_cast<size_t>(&hub - view_.hubs().data());
      if (hub.hub().value() < least || hub.hub().value() >= view_.corner_count())
        return Broken("hubs[", index, "]: not ascending");
      least = uint64_t{hub.hub().value()} + 1;
      if (!(hub.next == kNoHub ? IsTheHub(hub) : LeadsOn(cell, hub))) {
        return Broken("hubs[", index, "]: leads to no hub");
      }
    }
    return absl::OkStatus();
  }

 private:
  // Only one corner is a hub, so that paths to the same hub meet.
  bool IsTheHub(const GridHub& hub) {
    const bool is_known = is_hub_known_[hub.hub().value()];
    is_hub_known_[hub.hub().value()] = true;
    return !is_known && hub.cardinal == 0 && hub.diagonal == 0;
  }

  bool LeadsOn(Cell cell, const GridHub& hub) const {
    if (hub.next >= view_.hubs().size()) return false;
    const GridHub& next = view_.hubs()[hub.next];
    if (next.hub() != hub.hub() || next.cardinal > hub.cardinal || next.diagonal > hub.diagonal) return false;
    const Cell to =
        GoInOctant(cell, hub.octant(), hub.cardinal - next.cardinal, hub.diagonal - next.diagonal);
    if (std::find(seen_.begin(), seen_.end(), to) == seen_.end()) return false;
    const auto label = view_.HubsOf(view_.CornerAt(bits_, to));
    return &next >= label.data() && &next < label.data() + label.size();
  }

  const HubLabelView& view_;
  const CornerBits& bits_;
  std::vector<Cell> seen_;
  std::vector<bool> is_hub_known_;  // by hub
};

}  // namespace

absl::Status HubLabelView::Check(const BitGrid& bits) const {
  WS_RETURN_IF_ERROR(CheckPlain(arrays_, bits));
  const CornerBits corners = BitsOf(bits);
  WS_RETURN_IF_ERROR(CheckCounts(arrays_, corners));
  LabelCheck labels(*this, corners);
  uint32_t corner = 0;
  absl::Status status;
  ForEachCorner(corners, [&](Cell cell) {
    if (status.ok()) status = labels.Check(cell, CornerId(corner++));
  });
  return status;
}

}  // namespace waystone
