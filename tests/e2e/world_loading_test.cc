// A served world whose maps do not fit into memory at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/base/taken_memory.h"
#include "core/package/package_reader.h"
#include "core/store/map_store.h"
#include "tests/bake/world/baked_source.h"
#include "tests/bake/world/drawn_world.h"
#include "tests/e2e/running_server.h"
#include "tests/support/http_call.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

constexpr uint32_t kMaps = 6;
constexpr uint32_t kColumns = 12;
constexpr uint32_t kRows = 8;

// Caves in a row, with a ladder each way between neighbours.
SlowWorld Caves() {
  Random random(11);
  SlowWorld world;
  for (uint32_t map = 0; map < kMaps; ++map) {
    std::vector<std::string>& lines = world.maps.emplace_back();
    for (uint32_t row = 0; row < kRows; ++row) {
      std::string& line = lines.emplace_back();
      for (uint32_t column = 0; column < kColumns; ++column) {
        line += row > 0 && random.NextBelow(5) == 0 ? '@' : '.';
      }
    }
    if (map > 0) {
      world.portals.push_back({.from_map = map, .cells = {0, 0, 0, 1}, .to_map = map - 1, .cell = {10, 0}});
    }
    if (map + 1 < kMaps) {
      world.portals.push_back({.from_map = map, .cells = {11, 0, 11, 1}, .to_map = map + 1, .cell = {1, 0}});
    }
  }
  return world;
}

class WorldLoadingTest : public ::testing::Test {
 protected:
  WorldLoadingTest() : drawn_(Caves()) {}

  std::unique_ptr<RunningServer> Serve(const MapLimits& limits) const {
    ServerOptions options = TestServerOptions(drawn_.folder());
    options.maps = limits;
    return std::make_unique<RunningServer>(options);
  }
  static void SetRandomPlace(Random& random, v1::Position& place) {
    place.set_map_id(StrCat("map", random.NextBelow(kMaps)));
    place.set_x(random.NextBelow(kColumns) + 0.5);
    place.set_y(0);
    place.set_z(random.NextBelow(kRows) + 0.5);
  }
  static v1::PlanRouteRequest Between(const std::string& from, const std::string& to) {
    v1::PlanRouteRequest request;
    v1::Position& start = *request.mutable_start()->mutable_position();
    start.set_map_id(from);
    start.set_x(5.5);
    start.set_y(0);
    start.set_z(0.5);
    v1::Position& goal = *request.add_goals()->mutable_position();
    goal = start;
    goal.set_map_id(to);
    return request;
  }
  static v1::PlanRouteResponse Plan(RunningServer& server, const v1::PlanRouteRequest& request) {
    grpc::ClientContext context;
    v1::PlanRouteResponse response;
    const grpc::Status status = server.planning().PlanRoute(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  static v1::ValidateMoveResponse Validate(RunningServer& server, const v1::ValidateMoveRequest& request) {
    grpc::ClientContext context;
    v1::ValidateMoveResponse response;
    const grpc::Status status = server.planning().ValidateMove(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  static v1::DescribeServerResponse Describe(RunningServer& server) {
    grpc::ClientContext context;
    v1::DescribeServerResponse response;
    EXPECT_TRUE(server.catalog().DescribeServer(&context, {}, &response).ok());
    return response;
  }
  // Whether it comes true within 20 s.
  template <typename Condition>
  static bool Comes(const Condition& condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!condition()) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
  }

  DrawnWorld drawn_;
};

TEST_F(WorldLoadingTest, AnswersAreTheSameWithRoomForTwoMapsAsForAll) {
  const auto all = Serve({});
  const auto two = Serve({.max_maps = 2});
  const auto none = Serve({.max_bytes = 1});
  Random random(5);
  int found = 0;
  for (int i = 0; i < 300; ++i) {
    v1::PlanRouteRequest route;
    SetRandomPlace(random, *route.mutable_start()->mutable_position());
    SetRandomPlace(random, *route.add_goals()->mutable_position());
    const std::string answer = Plan(*all, route).DebugString();
    EXPECT_EQ(Plan(*two, route).DebugString(), answer) << route.DebugString();
    EXPECT_EQ(Plan(*none, route).DebugString(), answer) << route.DebugString();
    found += answer.find("ROUTE_STATUS_COMPLETE") != std::string::npos ? 1 : 0;
    v1::ValidateMoveRequest move;
    SetRandomPlace(random, *move.mutable_from());
    *move.mutable_to() = move.from();
    move.mutable_to()->set_x(move.from().x() + 1);
    EXPECT_EQ(Validate(*two, move).DebugString(), Validate(*all, move).DebugString());
  }
  EXPECT_GT(found, 150);
  const v1::DescribeServerResponse limited = Describe(*two);
  EXPECT_EQ(limited.maps(), kMaps);
  EXPECT_EQ(limited.loaded().max_maps(), 2U);
  EXPECT_GT(limited.loaded().drops(), 200U);
  EXPECT_LE(limited.loaded().maps(), 2U);
  EXPECT_EQ(Describe(*all).loaded().drops(), 0U);
  EXPECT_EQ(Describe(*all).loaded().maps(), kMaps);
}

TEST_F(WorldLoadingTest, TheMapsBehindTheNextPortalsAreThereWhenTheyAreAskedFor) {
  const auto server = Serve({});
  EXPECT_EQ(Describe(*server).loaded().maps(), 0U);
  EXPECT_EQ(Plan(*server, Between("map0", "map5")).maps_size(), static_cast<int>(kMaps));
  // Those of both ends, and the next two.
  EXPECT_TRUE(Comes([&] { return Describe(*server).loaded().maps() == 4; }));
  const v1::LoadedMaps before = Describe(*server).loaded();
  EXPECT_EQ(before.loaded_ahead(), 2U);
  EXPECT_EQ(before.misses(), 2U);
  Plan(*server, Between("map1", "map5"));
  EXPECT_EQ(Describe(*server).loaded().misses(), before.misses());
  EXPECT_EQ(Describe(*server).loaded().hits(), before.hits() + 2);
}

// Said apart from a map that is missing, wherever it is said, until the world is joined.
TEST_F(WorldLoadingTest, AMapBakedAnewOutsideOfTheWorldIsNamedUntilItIsJoined) {
  const std::string path = drawn_.package_paths()[3];
  const std::string joined = ReadFile(path);
  BakeSource(drawn_.folder(), "map3", "map3.map", "type octile\nheight 1\nwidth 3\nmap\n...\n");
  const std::string anew = ReadFile(path);
  ASSERT_NE(anew, joined);
  std::filesystem::remove(drawn_.package_paths()[5]);
  const auto server = Serve({});
  const std::vector<nlohmann::json> events = server->Events("map_not_joined");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0]["map_id"], "map3");
  EXPECT_THAT(events[0]["reason"], HasSubstr("map \"map3\" was baked anew outside of the world: run "
                                             "waystone-bake WORLD.yaml --join"));
  ASSERT_EQ(server->Events("map_missing").size(), 1U);
  EXPECT_EQ(server->Events("map_missing")[0]["map_id"], "map5");
  const auto metrics = [&] { return GetHttp(server->server().http_port(), "/metrics").body; };
  EXPECT_THAT(metrics(), HasSubstr("waystone_maps{state=\"missing\"} 1\n"));
  EXPECT_THAT(metrics(), HasSubstr("waystone_maps{state=\"not_joined\"} 1\n"));
  EXPECT_THAT(metrics(), HasSubstr("waystone_map_not_joined{map_id=\"map3\"} 1\n"));
  v1::DescribeWorldResponse world;
  grpc::ClientContext context;
  ASSERT_TRUE(server->catalog().DescribeWorld(&context, {}, &world).ok());
  EXPECT_EQ(world.maps(3).missing(), v1::MISSING_MAP_REASON_OTHER_PACKAGE);
  EXPECT_EQ(world.maps(5).missing(), v1::MISSING_MAP_REASON_NOT_THERE);
  const v1::PlanRouteResponse over = Plan(*server, Between("map2", "map4"));
  EXPECT_THAT(over.explanation(), HasSubstr("needs map \"map3\", which was baked anew outside of the world"));
  const v1::PlanRouteResponse there = Plan(*server, Between("map2", "map5"));
  EXPECT_THAT(there.explanation(), HasSubstr("needs map \"map5\", which cannot be used: its package"));
  // The package that the world file names, as after a join.
  ReplaceFile(path, joined);
  server->server().Reload();
  EXPECT_EQ(Plan(*server, Between("map2", "map4")).status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_THAT(metrics(), HasSubstr("waystone_map_not_joined{map_id=\"\"} 0\n"));
}

TEST_F(WorldLoadingTest, AMapThatComesBackIsUsedWithoutAReload) {
  const std::string path = drawn_.package_paths()[3];
  std::filesystem::rename(path, path + ".away");
  const auto server = Serve({});
  ASSERT_EQ(server->Events("map_missing").size(), 1U);
  EXPECT_EQ(server->Events("map_missing")[0]["map_id"], "map3");
  const v1::PlanRouteRequest over = Between("map2", "map4");
  EXPECT_EQ(Plan(*server, over).reason(), v1::ROUTE_REASON_MAP_MISSING);
  grpc::ClientContext context;
  v1::VerifyResponse verified;
  EXPECT_TRUE(server->admin().Verify(&context, {}, &verified).ok());
  ASSERT_EQ(verified.verdicts_size(), static_cast<int>(kMaps));  // five maps and the world file
  EXPECT_EQ(verified.verdicts(kMaps - 1).reason(),
            "world.wayworld: map \"map3\" is missing: there is no package map3.waymap");
  std::filesystem::rename(path + ".away", path);
  const v1::PlanRouteResponse first = Plan(*server, over);
  EXPECT_EQ(first.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(first.missing_map_count(), 0U);
  EXPECT_EQ(Describe(*server).missing_maps(), 0U);
}

// It is checked whole before it is used again.
TEST_F(WorldLoadingTest, TheFirstAnswerAfterADamagedMapWasReplacedLeadsOverIt) {
  const std::string path = drawn_.package_paths()[3];
  const std::string whole = ReadFile(path);
  std::string damaged = whole;
  damaged.back() ^= 1;
  ReplaceFile(path, damaged);
  const auto server = Serve({});
  EXPECT_EQ(Plan(*server, Between("map2", "map3")).reason(), v1::ROUTE_REASON_MAP_MISSING);
  const v1::PlanRouteRequest over = Between("map2", "map4");
  for (int i = 0; i < 3; ++i) {
    const v1::PlanRouteResponse answer = Plan(*server, over);
    ASSERT_EQ(answer.missing_maps_size(), 1);
    EXPECT_EQ(answer.missing_maps(0).reason(), v1::MISSING_MAP_REASON_DAMAGED);
    ReplaceFile(path, damaged);  // another file, and no better
  }
  ReplaceFile(path, whole);
  EXPECT_EQ(Plan(*server, over).status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(Plan(*server, Between("map2", "map3")).status(), v1::ROUTE_STATUS_COMPLETE);
}

// The first byte of what the world file keeps of the last map: it used to be read when that map was loaded.
TEST_F(WorldLoadingTest, ADamagedWorldFileIsRefusedWhole) {
  const std::string path = drawn_.folder() + "/world.wayworld";
  const std::string whole = ReadFile(path);
  std::string damaged = whole;
  damaged[(*PackageReader::OpenFile(path))->Find(SectionType::kPortalSteps, {.region = kMaps})->offset] ^= 1;
  const auto verdict = [](RunningServer& server, int index) {
    grpc::ClientContext context;
    v1::VerifyResponse response;
    EXPECT_TRUE(server.admin().Verify(&context, {}, &response).ok());
    EXPECT_GT(response.verdicts_size(), index);
    return response.verdicts(index);
  };
  const auto serving = Serve({});
  EXPECT_TRUE(verdict(*serving, kMaps).ok());
  EXPECT_EQ(verdict(*serving, kMaps).file_name(), "world.wayworld");
  const std::string answer = Plan(*serving, Between("map0", "map5")).DebugString();
  ReplaceFile(path, damaged);
  grpc::ClientContext context;
  v1::ReloadResponse reloaded;
  ASSERT_TRUE(serving->admin().Reload(&context, {}, &reloaded).ok());
  ASSERT_EQ(reloaded.refused_size(), 1);
  EXPECT_THAT(reloaded.refused(0).reason(),
              HasSubstr("section portal_steps (variant 0, region 6) at offset "));
  EXPECT_EQ(Plan(*serving, Between("map0", "map5")).DebugString(), answer);
  const auto started = Serve({});
  ASSERT_EQ(started->Events("package_refused").size(), 1U);
  EXPECT_FALSE(verdict(*started, kMaps).ok());
  EXPECT_EQ(verdict(*started, kMaps).reason(), reloaded.refused(0).reason());
}

// Found when the map is first loaded; from then on routes over it are what is left, and say so.
TEST_F(WorldLoadingTest, AMapThatTurnsOutToBeDamagedIsNamedInEveryAnswerThatMissesIt) {
  const std::string path = drawn_.package_paths()[3];
  std::string bytes = ReadFile(path);
  bytes.back() ^= 1;
  WriteFile(path + ".new", bytes);
  std::filesystem::rename(path + ".new", path);
  const auto server = Serve({});
  EXPECT_EQ(Plan(*server, Between("map2", "map3")).reason(), v1::ROUTE_REASON_MAP_MISSING);
  const v1::PlanRouteResponse over = Plan(*server, Between("map2", "map5"));
  EXPECT_EQ(over.reason(), v1::ROUTE_REASON_MAP_MISSING);
  ASSERT_EQ(over.missing_maps_size(), 1);
  EXPECT_EQ(over.missing_maps(0).map_id(), "map3");
  EXPECT_EQ(over.missing_maps(0).reason(), v1::MISSING_MAP_REASON_DAMAGED);
  EXPECT_EQ(Describe(*server).missing_maps(), 1U);
}

// The server's `new` counts for the call that runs on its thread.
TEST_F(WorldLoadingTest, WhatIsLoadedForARouteIsNotCountedAsItsOwn) {
  MapStore maps;
  ASSERT_TRUE(maps.LoadFolder(drawn_.folder()).ok());
  const std::shared_ptr<WorldStore> world = maps.World();
  const int64_t before_bytes = TakenMemory();
  ASSERT_TRUE(world->Open(WorldMapIndex(0)).ok());
  ASSERT_TRUE(maps.Find("map1").ok());
  EXPECT_EQ(TakenMemory(), before_bytes);
  const std::vector<char> of_the_call(1000);
  EXPECT_GE(TakenMemory(), before_bytes + 1000);
}

TEST_F(WorldLoadingTest, PreloadingTellsWhatStaysLoaded) {
  const auto server = Serve({.max_maps = 2});
  grpc::ClientContext context;
  v1::PreloadResponse response;
  ASSERT_TRUE(server->admin().Preload(&context, {}, &response).ok());
  EXPECT_EQ(response.maps(), 2U);
  EXPECT_EQ(Describe(*server).loaded().maps(), 2U);
}

}  // namespace
}  // namespace waystone
