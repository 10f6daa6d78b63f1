// `waystone record` and `waystone replay` before the real server: all that a studio does before a release.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "client/cli/command.h"
#include "client/recording/recording.h"
#include "client/waystone_client.h"
#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using client::MakeLocation;
using client::MakePosition;
using client::WaystoneClient;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

// A wall with a gap at the top, and the same with the gap at the bottom.
constexpr std::string_view kGapAbove =
    ".....\n"
    "..#..\n"
    "..#..\n";
constexpr std::string_view kGapBelow =
    "..#..\n"
    "..#..\n"
    ".....\n";

// What a thread prints, for another to look at.
class SharedText : public std::stringbuf {
 public:
  std::string Text() {
    const std::lock_guard lock(mutex_);
    return str();
  }

 protected:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    const std::lock_guard lock(mutex_);
    return std::stringbuf::xsputn(text, size);
  }
  int_type overflow(int_type c) override {
    const std::lock_guard lock(mutex_);
    return std::stringbuf::overflow(c);
  }

 private:
  std::recursive_mutex mutex_;  // one of these calls the other
};

struct Ran {
  int exit_code = -1;
  std::string out;
  std::string err;
};

Ran Waystone(const std::vector<std::string>& arguments) {
  std::vector<const char*> argv = {"waystone"};
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  std::ostringstream out;
  std::ostringstream err;
  Ran run;
  run.exit_code = cli::RunCommandLine(static_cast<int>(argv.size()), argv.data(), {out, err});
  run.out = out.str();
  run.err = err.str();
  return run;
}

// `waystone record` on a thread, until Stop sends the signal that ends it.
class Recorder {
 public:
  Recorder(const std::string& server, const std::string& file, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments = {"waystone", "record",      "--server", server,
                                          "--listen", "127.0.0.1:0", "-o",       file};
    arguments.insert(arguments.end(), more.begin(), more.end());
    thread_ = std::thread([this, arguments] {
      std::vector<const char*> argv;
      for (const std::string& argument : arguments) argv.push_back(argument.c_str());
      std::ostream out(&out_);
      std::ostream err(&err_);
      exit_code_ = cli::RunCommandLine(static_cast<int>(argv.size()), argv.data(), {out, err});
    });
    constexpr int kPatience = 3000;
    for (int i = 0; i < kPatience && out_.Text().find("until SIGINT") == std::string::npos; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    const std::string text = out_.Text();
    constexpr std::string_view kBefore = "calls at ";
    address_ = text.substr(kBefore.size(), text.find(" go to ") - kBefore.size());
  }
  ~Recorder() { Stop(); }

  const std::string& address() const { return address_; }
  std::string err() { return err_.Text(); }
  // What the command has printed; its exit code.
  Ran Stop() {
    if (thread_.joinable()) {
      pthread_kill(thread_.native_handle(), SIGINT);
      thread_.join();
    }
    return {exit_code_, out_.Text(), err_.Text()};
  }

 private:
  SharedText out_;
  SharedText err_;
  std::string address_;
  int exit_code_ = -1;
  std::thread thread_;
};

std::unique_ptr<WaystoneClient> ClientOf(const std::string& address, const std::string& token_file = "") {
  auto client = WaystoneClient::Create(
      {.address = address, .timeout = std::chrono::seconds(30), .token_file = token_file});
  EXPECT_TRUE(client.ok()) << client.status();
  return *std::move(client);
}

v1::PlanRouteRequest RouteRequest(const std::string& map_id = "room") {
  v1::PlanRouteRequest request;
  *request.mutable_start() = MakeLocation(map_id, {0.5, 0, 0.5});
  *request.add_goals() = MakeLocation(map_id, {4.5, 0, 0.5});
  return request;
}

v1::MeasureDistancesRequest DistancesRequest() {
  v1::MeasureDistancesRequest request;
  request.set_map_id("room");
  client::AddPoint({0.5, 0, 0.5}, request.mutable_source_xyz());
  client::AddPoint({4.5, 0, 0.5}, request.mutable_target_xyz());
  client::AddPoint({4.5, 0, 2.5}, request.mutable_target_xyz());
  return request;
}

v1::BatchRequest ABatch() {
  v1::BatchRequest batch;
  batch.set_map_id("room");
  *batch.add_items()->mutable_plan_route() = RouteRequest("");
  *batch.add_items()->mutable_measure_distances() = DistancesRequest();
  batch.mutable_items(1)->mutable_measure_distances()->clear_map_id();
  *batch.add_items()->mutable_plan_route() = RouteRequest("nowhere");
  return batch;
}

constexpr int kCallsOfAskAll = 14;  // of a stream each batch counts

// A call of each kind.
void AskAll(const WaystoneClient& client) {
  EXPECT_TRUE(client.PlanRoute(RouteRequest()).ok());
  EXPECT_TRUE(absl::IsNotFound(client.PlanRoute(RouteRequest("nowhere")).status()));
  v1::PlaceResourceRequest place;
  place.set_map_id("room");
  place.mutable_scatter()->set_seed(7);
  place.mutable_scatter()->set_count(3);
  EXPECT_TRUE(client.PlaceResource(place).ok());
  v1::ValidateMoveRequest move;
  *move.mutable_from() = MakePosition("room", {0.5, 0, 0.5});
  *move.mutable_to() = MakePosition("room", {4.5, 0, 0.5});
  EXPECT_TRUE(client.ValidateMove(move).ok());
  EXPECT_TRUE(client.MeasureDistances(DistancesRequest()).ok());
  EXPECT_TRUE(client.Batch(ABatch()).ok());
  v1::Changes changes;
  v1::AreaCost& cost = *changes.add_maps()->add_area_costs();
  changes.mutable_maps(0)->set_map_id("room");
  cost.set_area("ground");
  cost.set_factor(2);
  const auto set = client.PrepareChanges(changes);
  ASSERT_TRUE(set.ok()) << set.status();
  v1::PlanRouteRequest with_set = RouteRequest();
  with_set.mutable_changes()->set_changes_ref((*set)->ref);
  EXPECT_TRUE(client.PlanRoute(with_set).ok());
  const auto stream = client.OpenExchange();
  std::vector<std::future<absl::StatusOr<v1::BatchResponse>>> answers;
  for (int i = 0; i < 3; ++i) answers.push_back(stream->Submit(ABatch()));
  for (auto& answer : answers) EXPECT_TRUE(answer.get().ok());
  EXPECT_TRUE(stream->Close().ok());
  EXPECT_TRUE(client.ListMaps().ok());
  EXPECT_TRUE(client.DescribeMap("room").ok());
  EXPECT_TRUE(client
                  .GetSurface([] {
                    v1::GetSurfaceRequest request;
                    request.set_map_id("room");
                    return request;
                  }())
                  .ok());
}

class RecordReplay : public ::testing::Test {
 protected:
  // A server of "room", drawn so.
  std::unique_ptr<RunningServer> ServerOf(std::string_view drawing) {
    folders_.push_back(std::make_unique<TempFolder>());
    WriteDrawnMap(folders_.back()->path(), "room.waymap", "room", drawing);
    return std::make_unique<RunningServer>(TestServerOptions(folders_.back()->path()));
  }
  static std::string AddressOf(RunningServer& server) {
    return "127.0.0.1:" + std::to_string(server.server().port());
  }
  // A recording of these calls.
  void Record(RunningServer& server, const std::function<void(const WaystoneClient&)>& ask) {
    Recorder recorder(AddressOf(server), file_);
    ask(*ClientOf(recorder.address()));
    const Ran run = recorder.Stop();
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.err, "");
    EXPECT_THAT(run.out, HasSubstr("\nrecorded "));
  }
  Ran Replay(RunningServer& server, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments = {"replay", file_, "--server", AddressOf(server)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Waystone(arguments);
  }
  // The lines of --json; one of null if there are none.
  static std::vector<Json> Lines(const Ran& run) {
    std::vector<Json> lines;
    std::istringstream text(run.out);
    for (std::string line; std::getline(text, line);) lines.push_back(Json::parse(line, nullptr, false));
    EXPECT_FALSE(lines.empty()) << run.err;
    if (lines.empty()) lines.emplace_back();
    return lines;
  }

  TempFolder folder_;
  std::vector<std::unique_ptr<TempFolder>> folders_;
  const std::string file_ = folder_.path() + "/calls.rec";
};

TEST_F(RecordReplay, TheSameBuildAndPackagesAnswerTheSame) {
  const auto server = ServerOf(kGapAbove);
  Record(*server, AskAll);
  for (const std::vector<std::string>& how : {std::vector<std::string>{},
                                              {"--rate", "as-recorded"},
                                              {"--rate", "200"},
                                              {"--in-flight", "1"},
                                              {"--tolerance-m", "0", "--rounds", "3"}}) {
    const Ran run = Replay(*server, how);
    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    EXPECT_EQ(run.err, "");
    EXPECT_THAT(run.out, HasSubstr("0 differences in 0 of "));
  }
  const std::vector<Json> lines = Lines(Replay(*server, {"--json", "--rounds", "2"}));
  ASSERT_EQ(lines.size(), 1U);
  const Json& summary = lines[0];
  EXPECT_EQ(summary["calls"], 2 * kCallsOfAskAll);
  EXPECT_EQ(summary["differences"], 0);
  EXPECT_EQ(summary["by_field"], Json::object());
  EXPECT_EQ(summary["latency"]["PlanRoute"]["calls"], 6);
  EXPECT_EQ(summary["latency"]["Exchange"]["calls"], 6);
  EXPECT_GT(summary["latency"]["PlanRoute"]["p50"]["now_ms"], 0);
  EXPECT_GT(summary["latency"]["PlanRoute"]["p99"]["recorded_ms"], 0);
  EXPECT_EQ(summary["left_out"], Json::object());
  EXPECT_EQ(summary["other_generation_calls"], 0);
  EXPECT_EQ(summary["recorded_server"], summary["server"]);
}

TEST_F(RecordReplay, AServerStartedAnewHasTheSetsOfChanges) {
  Record(*ServerOf(kGapAbove), AskAll);
  const auto again = ServerOf(kGapAbove);
  const Ran run = Replay(*again);
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
}

TEST_F(RecordReplay, AnotherPackageIsListedFieldByField) {
  Record(*ServerOf(kGapAbove), AskAll);
  const auto changed = ServerOf(kGapBelow);
  const Ran run = Replay(*changed, {"--json", "--max-differences", "100000"});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  std::vector<Json> lines = Lines(run);
  const Json summary = lines.back();
  lines.pop_back();
  EXPECT_EQ(summary["differences"], lines.size());
  EXPECT_EQ(summary["calls"], kCallsOfAskAll);
  EXPECT_GT(summary["other_generation_calls"], 5);
  EXPECT_GT(summary["by_field"]["PlanRoute.routes.cost_m"], 0);
  EXPECT_GT(summary["by_field"]["Batch.results.plan_route.routes.cost_m"], 0);
  EXPECT_EQ(summary["by_field"]["Exchange.results.plan_route.routes.cost_m"], 3);
  EXPECT_EQ(summary["by_field"]["MeasureDistances.distance_m"], 1);
  uint64_t of_fields = 0;
  for (const auto& [field, count] : summary["by_field"].items()) of_fields += count.get<uint64_t>();
  EXPECT_EQ(of_fields, lines.size());
  // In the order of the recording but for prepared sets; the first call is a route.
  const Json& first = lines.front();
  EXPECT_EQ(first["record"], 1);
  EXPECT_EQ(first["method"], "PlanRoute");
  EXPECT_EQ(first["map"], "room");
  EXPECT_TRUE(std::is_sorted(lines.begin(), lines.end(), [](const Json& a, const Json& b) {
    return std::pair(a["record"], a.value("batch", 0)) < std::pair(b["record"], b.value("batch", 0));
  }));
  for (const Json& line : lines) {
    EXPECT_THAT(line["field"].get<std::string>(), Not(HasSubstr("generation"))) << line;
    EXPECT_THAT(line["field"].get<std::string>(), Not(HasSubstr("polys"))) << line;
    if (line["method"] == "MeasureDistances") {
      EXPECT_EQ(line["path"], "distance_m[0]");
      EXPECT_EQ(line["was"], "4");
      EXPECT_EQ(line["elements"], 1);  // to the other corner it is as far as before
    }
  }
  // For people: some are listed, all are counted.
  const Ran text = Replay(*changed, {"--max-differences", "2"});
  EXPECT_EQ(text.exit_code, 1);
  EXPECT_THAT(text.out, HasSubstr("#1 PlanRoute \"room\" "));
  EXPECT_THAT(text.out,
              HasSubstr("... and " + std::to_string(lines.size() - 2) + " more (--max-differences)\n"));
  EXPECT_THAT(text.out, HasSubstr("  PlanRoute.routes.cost_m\n"));
}

TEST_F(RecordReplay, FieldsMayBeIgnoredAndMethodsChosen) {
  Record(*ServerOf(kGapAbove), [](const WaystoneClient& client) {
    EXPECT_TRUE(client.MeasureDistances(DistancesRequest()).ok());
    EXPECT_TRUE(client.PlanRoute(RouteRequest()).ok());
  });
  const auto changed = ServerOf(kGapBelow);
  EXPECT_EQ(Replay(*changed, {"--only", "MeasureDistances"}).exit_code, 1);
  const Ran ignored = Replay(*changed, {"--only", "MeasureDistances", "--ignore", "distance_m"});
  EXPECT_EQ(ignored.exit_code, 0) << ignored.out;
  EXPECT_THAT(ignored.out, HasSubstr("0 differences in 0 of 1 calls"));
  EXPECT_EQ(Replay(*changed, {"--only", "MeasureDistances", "--tolerance-m", "1000"}).exit_code, 0);
  const Ran all = Replay(*changed, {"--ignore", "distance_m", "--ignore", "routes"});
  EXPECT_EQ(all.exit_code, 0) << all.out;
}

TEST_F(RecordReplay, AMapThatIsGoneIsADifferenceOfStatus) {
  Record(*ServerOf(kGapAbove),
         [](const WaystoneClient& client) { EXPECT_TRUE(client.PlanRoute(RouteRequest()).ok()); });
  folders_.push_back(std::make_unique<TempFolder>());
  WriteHall(folders_.back()->path());
  RunningServer other(TestServerOptions(folders_.back()->path()));
  const std::vector<Json> lines = Lines(Replay(other, {"--json"}));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0]["path"], "status.code");
  EXPECT_EQ(lines[0]["was"], "0");
  EXPECT_THAT(lines[0]["is"].get<std::string>(), HasSubstr("5: start.position.map_id: no map \"room\""));
}

TEST_F(RecordReplay, TokensAreForwardedAndNotRecorded) {
  const std::string token_file = folder_.path() + "/token";
  std::ofstream(token_file) << "a-very-secret-token\n";
  const auto server = ServerOf(kGapAbove);
  Recorder recorder(AddressOf(*server), file_);
  EXPECT_TRUE(ClientOf(recorder.address(), token_file)->PlanRoute(RouteRequest()).ok());
  recorder.Stop();
  std::ifstream file(file_, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(bytes, HasSubstr("waystone-map"));
  EXPECT_THAT(bytes, Not(HasSubstr("secret")));
}

TEST_F(RecordReplay, AServerThatIsGoneIsUnavailableAndLeftOut) {
  auto server = ServerOf(kGapAbove);
  Recorder recorder(AddressOf(*server), file_);
  const auto client = ClientOf(recorder.address());
  EXPECT_TRUE(client->PlanRoute(RouteRequest()).ok());
  server.reset();
  EXPECT_TRUE(absl::IsUnavailable(client->PlanRoute(RouteRequest()).status()));
  recorder.Stop();
  const auto again = ServerOf(kGapAbove);
  const std::vector<Json> lines = Lines(Replay(*again, {"--json"}));
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0]["calls"], 1);
  EXPECT_EQ(lines[0]["left_out"]["unavailable"], 4);  // as often as the client has tried
}

TEST_F(RecordReplay, RecordingMayBeginBeforeTheServer) {
  auto server = ServerOf(kGapAbove);
  const std::string address = AddressOf(*server);
  server.reset();
  Recorder recorder(address, file_);
  EXPECT_THAT(recorder.err(), HasSubstr("no answer from " + address));
  EXPECT_THAT(recorder.err(), HasSubstr("(recording begins all the same)\n"));
  EXPECT_TRUE(absl::IsUnavailable(ClientOf(recorder.address())->PlanRoute(RouteRequest()).status()));
  EXPECT_EQ(recorder.Stop().exit_code, 0);
  const absl::StatusOr<client::Recording> recording = client::ReadRecording(file_);
  ASSERT_TRUE(recording.ok()) << recording.status();
  EXPECT_EQ(recording->server_version, "");
}

TEST_F(RecordReplay, AFullFileStopsTheRecordingAndNotTheCalls) {
  const auto server = ServerOf(kGapAbove);
  Recorder recorder(AddressOf(*server), file_, {"--max-mb", "1"});
  const auto client = ClientOf(recorder.address());
  v1::PlanRouteRequest large = RouteRequest();
  large.mutable_changes()->add_maps()->set_map_id("room");
  for (int i = 0; i < 400; ++i) {
    large.mutable_changes()->mutable_maps(0)->add_closed_doors(std::string(100, 'd'));
  }
  for (int i = 0; i < 40; ++i) EXPECT_TRUE(absl::IsInvalidArgument(client->PlanRoute(large).status()));
  EXPECT_THAT(recorder.err(),
              HasSubstr("1048576 bytes are full; no more is recorded, calls are forwarded\n"));
  EXPECT_TRUE(client->PlanRoute(RouteRequest()).ok());
  const Ran run = recorder.Stop();
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, HasSubstr(" of 41 calls"));
  const Ran replay = Replay(*server);
  EXPECT_EQ(replay.exit_code, 0) << replay.out << replay.err;
}

TEST_F(RecordReplay, ACutFileIsReplayedAsFarAsItGoesAndSaysSo) {
  const auto server = ServerOf(kGapAbove);
  Record(*server, AskAll);
  std::ifstream file(file_, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::ofstream(file_, std::ios::binary | std::ios::trunc) << bytes.substr(0, bytes.size() / 2);
  const Ran run = Replay(*server);
  EXPECT_EQ(run.exit_code, 0) << run.out;
  EXPECT_THAT(run.err, HasSubstr("calls.rec\" is cut: "));
  EXPECT_THAT(run.out, HasSubstr("0 differences in 0 of "));
}

TEST_F(RecordReplay, BadInputIsRefusedByName) {
  const auto server = ServerOf(kGapAbove);
  const auto refused = [](const Ran& run, const std::string& why) {
    EXPECT_EQ(run.exit_code, 2) << run.out << run.err;
    EXPECT_THAT(run.err, HasSubstr(why));
    EXPECT_EQ(run.out, "");
  };
  refused(Replay(*server), "calls.rec");
  std::ofstream(file_) << "something else";
  refused(Replay(*server), "is no recording of calls");
  Record(*server, [](const WaystoneClient&) {});
  refused(Replay(*server), "no call was recorded that was answered");
  Record(*server, [](const WaystoneClient& client) { EXPECT_TRUE(client.PlanRoute(RouteRequest()).ok()); });
  refused(Replay(*server, {"--only", "ValidateMove"}), "no call of \"ValidateMove\" was recorded");
  refused(Replay(*server, {"--ignore", "cost"}),
          "--ignore: \"cost\": the API's answers have no field \"cost\"");
  refused(Replay(*server, {"--rate", "fast"}), "--rate: must be as-recorded, max, or calls per second");
  refused(Replay(*server, {"--in-flight", "0"}), "--in-flight: must be a whole number from 1 to 256");
  std::fstream(file_, std::ios::binary | std::ios::in | std::ios::out).seekp(40) << "#";
  refused(Replay(*server), "is damaged: ");
  const std::string address = AddressOf(*server);
  refused(Waystone({"record", "-o", file_, "--server", address, "--listen", "0.0.0.0:0"}),
          "--listen: is beyond loopback and would be served without TLS: give --insecure");
  refused(Waystone({"record", "-o", file_, "--server", "maps.example:50051", "--listen", "127.0.0.1:0"}),
          "--server: is beyond loopback");
  refused(Waystone({"record", "-o", file_, "--server", address, "--listen", address}),
          "--listen: cannot listen on");
  refused(Waystone({"record", "-o", file_, "--server", address, "--share", "0"}),
          "--share: must be a number");
  const Ran nowhere =
      Waystone({"record", "-o", "/no/folder/f", "--server", address, "--listen", "127.0.0.1:0"});
  EXPECT_EQ(nowhere.exit_code, 1);
  EXPECT_THAT(nowhere.err, HasSubstr("/no/folder/f: cannot be written"));
}

TEST_F(RecordReplay, WithoutAServerReplayFails) {
  const auto server = ServerOf(kGapAbove);
  Record(*server, [](const WaystoneClient& client) { EXPECT_TRUE(client.PlanRoute(RouteRequest()).ok()); });
  const Ran run = Waystone({"replay", file_, "--server", "127.0.0.1:1"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("no answer from 127.0.0.1:1"));
}

}  // namespace
}  // namespace waystone
