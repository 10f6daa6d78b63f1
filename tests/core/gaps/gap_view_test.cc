#include "core/gaps/gap_view.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace waystone {
namespace {

GapFix Fix(GapKind kind) {
  GapFix fix{};
  fix.kind = kind;
  fix.measure = 0.9F;
  fix.limit = 0.5F;
  return fix;
}

GapData TwoGaps() {
  GapData data;
  data.gaps = {{{0, 3}, 0, 1}, {{1, 2}, 1, 2}};
  data.fixes = {Fix(GapKind::kStep), Fix(GapKind::kWidth), Fix(GapKind::kHeadroom)};
  return data;
}

std::string ErrorOf(const GapData& data) {
  const auto view = GapView::Create(data, 4);
  return view.ok() ? "" : std::string(view.status().message());
}

TEST(GapView, HasTheFixesOfEachGap) {
  const GapData data = TwoGaps();
  const auto view = GapView::Create(data, 4);
  ASSERT_TRUE(view.ok());
  ASSERT_EQ(view->gaps().size(), 2U);
  EXPECT_EQ(view->FixesOf(view->gaps()[0]).size(), 1U);
  EXPECT_EQ(view->FixesOf(view->gaps()[1])[1].kind, GapKind::kHeadroom);
}

TEST(GapView, RefusesWhatBreaksARule) {
  const auto broken = [](auto change) {
    GapData data = TwoGaps();
    change(data);
    return ErrorOf(data);
  };
  EXPECT_EQ(broken([](GapData&) {}), "");
  EXPECT_EQ(broken([](GapData& d) { d.gaps[1].poly[0] = 4; }), "gap records[1]: no such polygon");
  EXPECT_EQ(broken([](GapData& d) { d.gaps[1].first_fix = 0; }),
            "gap records[1]: its fixes do not follow those before");
  EXPECT_EQ(broken([](GapData& d) { d.gaps[0].fix_count = 0; }), "gap records[0]: bad fix_count");
  EXPECT_EQ(broken([](GapData& d) { d.gaps[1].fix_count = 33; }), "gap records[1]: bad fix_count");
  EXPECT_EQ(broken([](GapData& d) { d.fixes.pop_back(); }), "gap fixes: 2, the records have 3");
  EXPECT_EQ(broken([](GapData& d) { d.fixes[2].at[1] = std::numeric_limits<float>::quiet_NaN(); }),
            "gap fixes[2]: not finite");
  EXPECT_EQ(broken([](GapData& d) { d.fixes[0].measure = -1; }), "gap fixes[0]: bad measure");
  EXPECT_EQ(broken([](GapData& d) { d.fixes[0].limit = std::numeric_limits<float>::infinity(); }),
            "gap fixes[0]: bad limit");
  EXPECT_EQ(broken([](GapData& d) { d.fixes[0].kind = static_cast<GapKind>(9); }),
            "gap fixes[0]: unknown kind");
  EXPECT_EQ(broken([](GapData& d) { d.fixes[0].shape = static_cast<StepShape>(3); }),
            "gap fixes[0]: unknown shape");
}

}  // namespace
}  // namespace waystone
