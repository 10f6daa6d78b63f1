// Starting, health, reflection, reloading, stopping.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr int kServing = 1;
constexpr int kNotServing = 2;

v1::BatchRequest OnePlacement(const std::string& map_id) {
  v1::BatchRequest request;
  request.add_items()->mutable_place_resource()->mutable_scatter()->set_count(1);
  request.mutable_items(0)->mutable_place_resource()->set_map_id(map_id);
  return request;
}

grpc::Status PlaceOn(RunningServer& server, const std::string& map_id) {
  grpc::ClientContext context;
  v1::PlaceResourceResponse response;
  return server.planning().PlaceResource(&context, OnePlacement(map_id).items(0).place_resource(), &response);
}

v1::ReloadResponse Reload(RunningServer& server) {
  grpc::ClientContext context;
  v1::ReloadResponse response;
  const grpc::Status status = server.admin().Reload(&context, {}, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return response;
}

v1::VerifyResponse Verify(RunningServer& server) {
  grpc::ClientContext context;
  v1::VerifyResponse response;
  const grpc::Status status = server.admin().Verify(&context, {}, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return response;
}

// Whether it becomes so within 20 s.
bool Soon(const std::function<bool()>& is_so) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!is_so()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

class LifecycleTest : public ::testing::Test {
 protected:
  std::string AdminAddress(RunningServer& server) {
    return "127.0.0.1:" + std::to_string(server.server().admin_port());
  }
  TempFolder folder_;
};

TEST_F(LifecycleTest, ABrokenPackageIsNamedInTheLogAndTheRestIsServed) {
  WriteYard(folder_.path());
  WriteBrokenPackage(folder_.path(), "broken.waymap");
  RunningServer server(TestServerOptions(folder_.path()));
  const auto refused = server.Events("package_refused");
  ASSERT_EQ(refused.size(), 1U);
  EXPECT_EQ(refused[0]["file"], "broken.waymap");
  EXPECT_EQ(refused[0]["level"], "warning");
  EXPECT_THAT(refused[0]["reason"].get<std::string>(), HasSubstr("broken.waymap"));
  ASSERT_EQ(server.Events("map_served").size(), 1U);
  EXPECT_EQ(server.Events("map_served")[0]["map_id"], "yard");
  EXPECT_TRUE(PlaceOn(server, "yard").ok());
}

TEST_F(LifecycleTest, AMissingFolderIsAnErrorAndSoIsAPortInUse) {
  std::ostringstream text;
  const EventLog log = EventLog::ToStream(text, spdlog::level::info);
  EXPECT_EQ(WaystoneServer::Start(TestServerOptions(folder_.File("none")), log).status().code(),
            absl::StatusCode::kNotFound);
  RunningServer first(TestServerOptions(folder_.path()));
  ServerOptions same_port = TestServerOptions(folder_.path());
  same_port.listen = "127.0.0.1:" + std::to_string(first.server().port());
  const absl::Status in_use = WaystoneServer::Start(same_port, log).status();
  EXPECT_EQ(in_use.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(in_use.message()), HasSubstr(same_port.listen));
}

TEST_F(LifecycleTest, HealthIsPerServiceAndFollowsTheMaps) {
  RunningServer server(TestServerOptions(folder_.path()));
  const auto admin = grpc::CreateChannel(AdminAddress(server), grpc::InsecureChannelCredentials());
  EXPECT_EQ(HealthOf(server.channel(), ""), kServing);
  EXPECT_EQ(HealthOf(server.channel(), "waystone.v1.PathPlanning"), kNotServing);
  EXPECT_EQ(HealthOf(server.channel(), "waystone.v1.MapCatalog"), kServing);
  EXPECT_EQ(HealthOf(server.channel(), "waystone.v1.PackageAdmin"), -1);
  EXPECT_EQ(HealthOf(admin, "waystone.v1.PackageAdmin"), kServing);
  WriteYard(folder_.path());
  Reload(server);
  EXPECT_EQ(HealthOf(server.channel(), "waystone.v1.PathPlanning"), kServing);
}

TEST_F(LifecycleTest, ReflectionListsTheServicesOfEachAddress) {
  RunningServer server(TestServerOptions(folder_.path()));
  const auto list = [](const std::shared_ptr<grpc::Channel>& channel) {
    std::string response;  // ServerReflectionRequest{list_services = 7: ""}, as a stream of one message
    const grpc::Status status =
        CallRaw(channel, "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
                std::string("\x3a\x00", 2), &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  };
  const std::string main = list(server.channel());
  EXPECT_THAT(main, HasSubstr("waystone.v1.PathPlanning"));
  EXPECT_THAT(main, HasSubstr("waystone.v1.MapCatalog"));
  EXPECT_THAT(main, HasSubstr("grpc.health.v1.Health"));
  EXPECT_THAT(main, Not(HasSubstr("waystone.v1.PackageAdmin")));
  const std::string admin =
      list(grpc::CreateChannel(AdminAddress(server), grpc::InsecureChannelCredentials()));
  EXPECT_THAT(admin, HasSubstr("waystone.v1.PackageAdmin"));
  EXPECT_THAT(admin, Not(HasSubstr("waystone.v1.PathPlanning")));
}

TEST_F(LifecycleTest, AdministrationIsNotServedUnlessAskedFor) {
  ServerOptions options = TestServerOptions(folder_.path());
  options.admin_listen.clear();
  RunningServer server(options);
  EXPECT_EQ(server.server().admin_port(), 0);
  std::string response;
  EXPECT_EQ(CallRaw(server.channel(), "/waystone.v1.PackageAdmin/Reload", "", &response).error_code(),
            grpc::StatusCode::UNIMPLEMENTED);
}

TEST_F(LifecycleTest, AReloadReportsWhatChanged) {
  WriteYard(folder_.path());
  WriteHall(folder_.path());
  RunningServer server(TestServerOptions(folder_.path()));
  v1::ReloadResponse report = Reload(server);
  EXPECT_EQ(report.maps(), 2U);
  EXPECT_EQ(report.changed_maps_size(), 0);
  WriteDrawnMap(folder_.path(), "hall.waymap", "hall", "...\n");
  WriteDrawnMap(folder_.path(), "attic.waymap", "attic", "..\n");
  WriteBrokenPackage(folder_.path(), "broken.waymap");
  std::filesystem::remove(folder_.File("yard.waymap"));
  report = Reload(server);
  EXPECT_EQ(report.maps(), 2U);
  EXPECT_THAT(report.changed_maps(), ElementsAre("attic", "hall"));
  EXPECT_THAT(report.removed_maps(), ElementsAre("yard"));
  ASSERT_EQ(report.refused_size(), 1);
  EXPECT_EQ(report.refused(0).file_name(), "broken.waymap");
  EXPECT_THAT(report.refused(0).reason(), HasSubstr("broken.waymap"));
  EXPECT_EQ(PlaceOn(server, "yard").error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_TRUE(PlaceOn(server, "attic").ok());
}

// The last byte of a package is far from its header and manifest.
TEST_F(LifecycleTest, AReloadRefusesADamagedPackageOfAMapThatIsNotLoaded) {
  WriteYard(folder_.path());
  RunningServer server(TestServerOptions(folder_.path()));
  const std::string generation = Verify(server).verdicts(0).generation();
  WriteDrawnMap(folder_.path(), "yard.waymap", "yard", "...\n");
  const std::string path = folder_.File("yard.waymap");
  std::string bytes = ReadFile(path);
  bytes.back() ^= 1;
  WriteFile(path + ".new", bytes);
  std::filesystem::rename(path + ".new", path);
  const v1::ReloadResponse report = Reload(server);
  EXPECT_EQ(report.changed_maps_size(), 0);
  ASSERT_EQ(report.refused_size(), 1);
  EXPECT_EQ(report.refused(0).file_name(), "yard.waymap");
  EXPECT_THAT(report.refused(0).reason(), ContainsRegex("section .* at offset [0-9]+: "));
  EXPECT_TRUE(PlaceOn(server, "yard").ok());
  const v1::VerifyResponse verified = Verify(server);
  ASSERT_EQ(verified.verdicts_size(), 2);
  EXPECT_TRUE(verified.verdicts(0).ok());
  EXPECT_EQ(verified.verdicts(0).generation(), generation);
  EXPECT_FALSE(verified.verdicts(1).ok());
  EXPECT_EQ(verified.verdicts(1).map_id(), "");
  EXPECT_EQ(verified.verdicts(1).file_name(), "yard.waymap");
  EXPECT_EQ(verified.verdicts(1).reason(), report.refused(0).reason());
}

// Refused at the beginning, so that there is nothing to be listed.
TEST_F(LifecycleTest, WhatWasRefusedAtTheBeginningIsDamagedAndServedOnceItIsWhole) {
  WriteHall(folder_.path());
  WriteYard(folder_.path());
  const std::string path = folder_.File("yard.waymap");
  const std::string whole = ReadFile(path);
  WriteFile(path, whole.substr(0, whole.size() / 2));
  WriteFile(folder_.File("world.wayworld"), "nonsense");
  RunningServer server(TestServerOptions(folder_.path()));
  EXPECT_TRUE(PlaceOn(server, "hall").ok());
  const grpc::Status damaged = PlaceOn(server, "yard");
  EXPECT_EQ(damaged.error_code(), grpc::StatusCode::DATA_LOSS);
  EXPECT_THAT(damaged.error_message(), HasSubstr("yard.waymap"));
  grpc::ClientContext context;
  v1::DescribeWorldResponse world;
  const grpc::Status no_world = server.catalog().DescribeWorld(&context, {}, &world);
  EXPECT_EQ(no_world.error_code(), grpc::StatusCode::DATA_LOSS);
  EXPECT_THAT(no_world.error_message(), HasSubstr("world.wayworld"));
  ReplaceFile(path, whole);
  EXPECT_TRUE(Soon([&] { return PlaceOn(server, "yard").ok(); }));
}

TEST_F(LifecycleTest, PreloadLoadsAllButDamagedMaps) {
  WriteHall(folder_.path());
  WriteYard(folder_.path());
  std::string bytes = ReadFile(folder_.File("hall.waymap"));
  bytes.back() ^= 1;
  WriteFile(folder_.File("hall.waymap"), bytes);
  RunningServer server(TestServerOptions(folder_.path()));
  grpc::ClientContext context;
  v1::PreloadResponse preloaded;
  const grpc::Status status = server.admin().Preload(&context, {}, &preloaded);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::DATA_LOSS);
  EXPECT_THAT(status.error_message(), HasSubstr("hall.waymap"));
  grpc::ClientContext describing;
  v1::DescribeServerResponse described;
  ASSERT_TRUE(server.catalog().DescribeServer(&describing, {}, &described).ok());
  EXPECT_EQ(described.loaded().maps(), 1U);
}

// The damage is found when the map is first loaded.
TEST_F(LifecycleTest, ADamagedMapStaysListedAndAServerWithoutAnotherIsNotReady) {
  WriteYard(folder_.path());
  const std::string path = folder_.File("yard.waymap");
  const std::string whole = ReadFile(path);
  std::string damaged = whole;
  damaged.back() ^= 1;
  ReplaceFile(path, damaged);
  RunningServer server(TestServerOptions(folder_.path()));
  const auto list = [&server] {
    grpc::ClientContext context;
    v1::ListMapsResponse response;
    EXPECT_TRUE(server.catalog().ListMaps(&context, {}, &response).ok());
    return response;
  };
  const auto describe = [&server] {
    grpc::ClientContext context;
    v1::DescribeServerResponse response;
    EXPECT_TRUE(server.catalog().DescribeServer(&context, {}, &response).ok());
    return response;
  };
  const auto wait_for_health = [&server](int health) {
    ASSERT_TRUE(Soon([&] { return HealthOf(server.channel(), "waystone.v1.PathPlanning") == health; }));
  };
  wait_for_health(kServing);
  const grpc::Status refused = PlaceOn(server, "yard");
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::DATA_LOSS);
  ASSERT_EQ(list().maps_size(), 1);
  EXPECT_EQ(list().maps(0).map_id(), "yard");
  EXPECT_EQ(list().maps(0).damage(), refused.error_message());
  EXPECT_THAT(list().maps(0).damage(), ContainsRegex("yard.waymap: section .* at offset [0-9]+: "));
  EXPECT_EQ(describe().maps(), 1U);
  EXPECT_EQ(describe().damaged_maps(), 1U);
  const v1::VerifyResponse verified = Verify(server);
  ASSERT_EQ(verified.verdicts_size(), 1);
  EXPECT_EQ(verified.verdicts(0).map_id(), "yard");
  EXPECT_EQ(verified.verdicts(0).reason(), refused.error_message());
  wait_for_health(kNotServing);
  EXPECT_EQ(HealthOf(server.channel(), ""), kServing);
  ASSERT_EQ(server.Events("map_damaged").size(), 1U);
  EXPECT_EQ(server.Events("map_damaged")[0]["map_id"], "yard");
  EXPECT_EQ(Reload(server).refused_size(), 1);
  EXPECT_EQ(list().maps_size(), 1);
  EXPECT_EQ(Verify(server).verdicts_size(), 1);
  ReplaceFile(path, whole);
  EXPECT_THAT(Reload(server).changed_maps(), ElementsAre("yard"));
  EXPECT_EQ(HealthOf(server.channel(), "waystone.v1.PathPlanning"), kServing);
  EXPECT_TRUE(PlaceOn(server, "yard").ok());
  EXPECT_EQ(list().maps(0).damage(), "");
  EXPECT_EQ(describe().damaged_maps(), 0U);
}

// A server that is not ready is asked nothing.
TEST_F(LifecycleTest, ADamagedMapThatIsReplacedComesBackByItself) {
  WriteYard(folder_.path());
  const std::string path = folder_.File("yard.waymap");
  const std::string whole = ReadFile(path);
  std::string damaged = whole;
  damaged.back() ^= 1;
  WriteFile(path, damaged);
  RunningServer server(TestServerOptions(folder_.path()));
  EXPECT_FALSE(PlaceOn(server, "yard").ok());
  const auto channel = server.NewChannel();
  while (HealthOf(channel, "waystone.v1.PathPlanning") == kServing) std::this_thread::yield();
  WriteFile(path + ".new", whole);
  std::filesystem::rename(path + ".new", path);
  while (HealthOf(channel, "waystone.v1.PathPlanning") != kServing) std::this_thread::yield();
  EXPECT_EQ(server.Events("map_good_again").size(), 1U);
}

TEST_F(LifecycleTest, AWatchedFolderIsReadAnewByItself) {
  const TempFolder aside;
  WriteHall(aside.path());
  ServerOptions options = TestServerOptions(folder_.path());
  RunningServer unwatched(options);
  options.watch = true;
  RunningServer watched(options);
  EXPECT_EQ(PlaceOn(watched, "hall").error_code(), grpc::StatusCode::NOT_FOUND);

  const std::string placed = folder_.File("hall.waymap");
  std::filesystem::rename(aside.File("hall.waymap"), placed);
  EXPECT_TRUE(Soon([&] { return PlaceOn(watched, "hall").ok(); }));
  EXPECT_EQ(watched.Events("server_started").size(), 1U);
  const size_t served = watched.Events("map_served").size();
  std::filesystem::remove(placed);
  EXPECT_TRUE(Soon([&] { return PlaceOn(watched, "hall").error_code() == grpc::StatusCode::NOT_FOUND; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(2500));
  EXPECT_EQ(watched.Events("map_served").size(), served) << "nothing changes, and nothing is told";
  EXPECT_EQ(PlaceOn(unwatched, "hall").error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(unwatched.Events("map_removed").size(), 0U);
}

// A folder that never comes to rest is read, too.
TEST_F(LifecycleTest, AWatchedFolderThatKeepsChangingIsReadNowAndThen) {
  const TempFolder aside;
  WriteHall(aside.path());
  ServerOptions options = TestServerOptions(folder_.path());
  options.watch = true;
  RunningServer watched(options);
  std::filesystem::rename(aside.File("hall.waymap"), folder_.File("hall.waymap"));
  std::atomic<bool> is_over{false};
  std::thread restless([&] {
    for (int i = 0; !is_over; ++i) {
      std::ofstream(folder_.File("note" + std::to_string(i % 2))) << i;
      std::filesystem::remove(folder_.File("note" + std::to_string((i + 1) % 2)));
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  });
  EXPECT_TRUE(Soon([&] { return PlaceOn(watched, "hall").ok(); }));
  is_over = true;
  restless.join();
}

TEST_F(LifecycleTest, PinnedMapsStayLoadedWhateverOthersNeed) {
  const TempFolder packages;
  const auto draw = [&](const std::string& map_id, const std::string& drawing) {
    WriteDrawnMap(packages.path(), map_id + ".waymap", map_id, drawing);
  };
  for (const char* map_id : {"a", "b", "c"}) draw(map_id, "....\n....\n");
  ServerOptions options = TestServerOptions(packages.path());
  options.maps.max_maps = 2;
  RunningServer server(options);
  const auto pin = [&](const std::vector<std::string>& map_ids) {
    grpc::ClientContext context;
    v1::PreloadRequest request;
    request.set_pin(true);
    for (const std::string& map_id : map_ids) request.add_map_ids(map_id);
    v1::PreloadResponse response;
    return server.admin().Preload(&context, request, &response);
  };
  const auto misses = [&] {
    grpc::ClientContext context;
    v1::DescribeServerResponse response;
    EXPECT_TRUE(server.catalog().DescribeServer(&context, {}, &response).ok());
    return response.loaded().misses();
  };
  ASSERT_TRUE(pin({"a"}).ok());
  for (const char* map_id : {"b", "c", "b", "c"}) EXPECT_TRUE(PlaceOn(server, map_id).ok());
  const uint64_t before = misses();
  EXPECT_TRUE(PlaceOn(server, "a").ok());
  EXPECT_EQ(misses(), before) << "it was not dropped";

  draw("a", "......\n......\n");
  Reload(server);
  const uint64_t reloaded = misses();
  EXPECT_TRUE(PlaceOn(server, "a").ok());
  EXPECT_EQ(misses(), reloaded) << "the new one is loaded and stays";

  const grpc::Status too_many = pin({});
  EXPECT_EQ(too_many.error_code(), grpc::StatusCode::OUT_OF_RANGE);
  EXPECT_EQ(too_many.error_message(), "pin: 3 maps would be pinned, and 2 are kept loaded (--max-maps)");
  EXPECT_TRUE(pin({"b"}).ok());
  EXPECT_EQ(pin({"c"}).error_code(), grpc::StatusCode::OUT_OF_RANGE);
  EXPECT_TRUE(PlaceOn(server, "c").ok()) << "maps in use stay besides";
}

TEST_F(LifecycleTest, PackagesAreVerifiedAndPreloaded) {
  WriteYard(folder_.path());
  WriteHall(folder_.path());
  RunningServer server(TestServerOptions(folder_.path()));
  const v1::VerifyResponse verified = Verify(server);
  ASSERT_EQ(verified.verdicts_size(), 2);
  for (const v1::PackageVerdict& verdict : verified.verdicts()) {
    EXPECT_TRUE(verdict.ok()) << verdict.reason();
    EXPECT_EQ(verdict.generation().size(), 32U);
  }
  grpc::ClientContext preload_context;
  v1::PreloadRequest request;
  request.add_map_ids("hall");
  v1::PreloadResponse preloaded;
  ASSERT_TRUE(server.admin().Preload(&preload_context, request, &preloaded).ok());
  EXPECT_EQ(preloaded.maps(), 1U);
  EXPECT_EQ(preloaded.bytes(), std::filesystem::file_size(folder_.File("hall.waymap")));
}

TEST_F(LifecycleTest, NoCallFailsWhilePackagesAreSwapped) {
  WriteHall(folder_.path());
  RunningServer server(TestServerOptions(folder_.path()));
  std::atomic<bool> stop{false};
  std::atomic<int> calls{0};
  std::atomic<int> failures{0};
  std::thread caller([&] {
    while (!stop) {
      if (!PlaceOn(server, "hall").ok()) ++failures;
      ++calls;
    }
  });
  for (int i = 0; i < 40; ++i) {
    if (i % 2 == 0) {
      WriteDrawnMap(folder_.path(), "hall.waymap", "hall", i % 4 == 0 ? "....\n" : "..\n");
    } else {
      WriteBrokenPackage(folder_.path(), "hall.waymap");
    }
    Reload(server);
  }
  while (calls < 100) std::this_thread::yield();
  stop = true;
  caller.join();
  EXPECT_EQ(failures, 0);
}

TEST_F(LifecycleTest, AStopEndsOpenStreamsAndRefusesNewCalls) {
  WriteHall(folder_.path());
  RunningServer server(TestServerOptions(folder_.path()));
  grpc::ClientContext context;
  const auto stream = server.planning().Exchange(&context);
  ASSERT_TRUE(stream->Write(OnePlacement("hall")));
  v1::BatchResponse response;
  ASSERT_TRUE(stream->Read(&response));
  server.server().Stop();
  EXPECT_FALSE(stream->Read(&response));
  const grpc::Status end = stream->Finish();
  EXPECT_EQ(end.error_code(), grpc::StatusCode::UNAVAILABLE) << end.error_message();
  EXPECT_EQ(end.error_message(), "the server is stopping");
  EXPECT_EQ(PlaceOn(server, "hall").error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(server.Events("server_stopped").size(), 1U);
}

TEST_F(LifecycleTest, AStoppingServerTellsHealthChecksFirst) {
  WriteHall(folder_.path());
  ServerOptions options = TestServerOptions(folder_.path());
  options.lame_duck_s = 3;
  RunningServer server(options);
  const auto channel = server.NewChannel();
  ASSERT_EQ(HealthOf(channel, ""), kServing);
  std::thread stopper([&] { server.server().Stop(); });
  while (HealthOf(channel, "") == kServing) std::this_thread::yield();
  EXPECT_EQ(HealthOf(channel, "waystone.v1.PathPlanning"), kNotServing);
  EXPECT_TRUE(PlaceOn(server, "hall").ok());
  stopper.join();
}

// Whatever strings a caller, a file name or a package holds, an event is one line of ASCII JSON.
TEST_F(LifecycleTest, NoStringBreaksTheLog) {
  const std::string hostile = "a\r\nb\x1b[31m%s%n{}\"\\\xe2\x80\xae\x7f\xc2\x85";
  WriteBrokenPackage(folder_.path(), hostile + ".waymap");
  WriteBrokenPackage(folder_.path(), "\xff\xfe.waymap");
  WriteHall(folder_.path());
  RunningServer server(TestServerOptions(folder_.path()));
  for (const std::string& map_id : {hostile, std::string("nul\0nul", 7), hostile + std::string(5000, 'x')}) {
    EXPECT_FALSE(PlaceOn(server, map_id).ok());
  }
  EXPECT_EQ(server.Events("package_refused").size(), 2U);
  EXPECT_EQ(server.Events("request_failed").size(), 3U);
  EXPECT_EQ(server.Events("package_refused")[0]["file"], hostile + ".waymap");
  Reload(server);  // the answer, too, can be sent
}

}  // namespace
}  // namespace waystone
