#include "client/cli/portal_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/client/cli/parse_flags.h"

namespace waystone::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The request that the flags make, or what is wrong with them.
absl::StatusOr<v1::PlanRouteRequest> ParsePortals(const std::vector<std::string>& arguments) {
  CLI::App app;
  PortalFlags flags;
  AddPortalFlags(app, flags);
  const absl::Status parsed = ParseFlags(app, arguments);
  if (!parsed.ok()) return parsed;
  v1::PlanRouteRequest request;
  const absl::Status added = AddPortals(flags, request);
  if (!added.ok()) return added;
  return request;
}

std::string PortalRefusal(const std::vector<std::string>& arguments) {
  return std::string(ParsePortals(arguments).status().message());
}

TEST(PortalFlags, NoFlagsStayOnTheMap) {
  const v1::PlanRouteRequest request = *ParsePortals({});
  EXPECT_EQ(request.ByteSizeLong(), 0U) << request.ShortDebugString();
}

TEST(PortalFlags, EveryOptionHasItsFlag) {
  const v1::PlanRouteRequest request = *ParsePortals({"--to-map",
                                                      "island",
                                                      "--portals",
                                                      "walk_in",
                                                      "--money",
                                                      "12.5",
                                                      "--ticket",
                                                      "day pass=2",
                                                      "--ticket",
                                                      "a=b=0",
                                                      "--met",
                                                      "passport",
                                                      "--met",
                                                      "level 7",
                                                      "--close-portal",
                                                      "well",
                                                      "--close-portal",
                                                      "gate",
                                                      "--exclude-map",
                                                      "swamp",
                                                      "--maps-in-full",
                                                      "1",
                                                      "--require-all-maps"});
  const v1::PortalOptions& portals = request.portals();
  EXPECT_EQ(portals.mode(), v1::PORTAL_MODE_WALK_IN_TELEPORTS);
  EXPECT_EQ(portals.money(), 12.5);
  ASSERT_EQ(portals.tickets_size(), 2);
  EXPECT_EQ(portals.tickets(0).name(), "day pass");
  EXPECT_EQ(portals.tickets(0).count(), 2U);
  EXPECT_EQ(portals.tickets(1).name(), "a=b");
  EXPECT_EQ(portals.tickets(1).count(), 0U);
  EXPECT_THAT(portals.met_requirements(), ElementsAre("passport", "level 7"));
  EXPECT_THAT(request.changes().closed_portals(), ElementsAre("well", "gate"));
  EXPECT_THAT(request.changes().excluded_maps(), ElementsAre("swamp"));
  EXPECT_EQ(request.changes().maps_size(), 0);
  EXPECT_EQ(request.detail().maps_in_full(), 1U);
  EXPECT_TRUE(portals.require_all_maps());
}

TEST(PortalFlags, AnyFlagOfPortalsLooksForWaysThroughThem) {
  const std::vector<std::vector<std::string>> asking = {
      {"--to-map", "town"},  {"--portals", "may_use"},   {"--money", "0"},       {"--ticket", "coin=1"},
      {"--met", "passport"}, {"--close-portal", "well"}, {"--exclude-map", "x"}, {"--require-all-maps"}};
  for (const auto& flags : asking) {
    const v1::PlanRouteRequest request = *ParsePortals(flags);
    ASSERT_TRUE(request.has_portals()) << flags[0];
    EXPECT_EQ(request.portals().mode(), v1::PORTAL_MODE_MAY_USE) << flags[0];
  }
  EXPECT_FALSE(ParsePortals({"--maps-in-full", "2"})->has_portals());
  EXPECT_EQ(ParsePortals({"--portals", "none"})->portals().mode(), v1::PORTAL_MODE_NONE);
}

TEST(PortalFlags, WhatCannotBeRightIsRefusedByName) {
  EXPECT_THAT(PortalRefusal({"--portals", "fly"}),
              HasSubstr("--portals: must be one of may_use, walk_in, none"));
  for (const std::string ticket : {"coin", "=1", "coin=", "coin=-1", "coin=1.5", "coin=1000001"}) {
    EXPECT_THAT(PortalRefusal({"--ticket", ticket}), HasSubstr("--ticket: must be NAME=COUNT")) << ticket;
  }
  EXPECT_THAT(PortalRefusal({"--money", "-1"}), HasSubstr("--money"));
  EXPECT_THAT(PortalRefusal({"--money", "nan"}), HasSubstr("--money"));
  EXPECT_THAT(PortalRefusal({"--maps-in-full", "0"}), HasSubstr("--maps-in-full"));
}

}  // namespace
}  // namespace waystone::cli
