// Sets of changes that requests name instead of carrying them: equal answers, and servers that do not keep them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "client/waystone_client.h"
#include "google/protobuf/util/message_differencer.h"
#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/e2e/text_message.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using client::PreparedChanges;
using client::WaystoneClient;
using google::protobuf::util::MessageDifferencer;
using grpc::StatusCode;
using ::testing::StartsWith;

const std::string kBothRooms =
    "start{position{map_id:'court' x:1.5 y:0 z:1.5}} goals{position{map_id:'court' x:5.5 y:0 z:1.5}} ";
const std::string kBoxInDoor =
    "maps{map_id:'court' obstacles{box{center{x:3.5 y:0.5 z:1.5} half_x_m:0.2 half_y_m:0.5 half_z_m:0.5}}} ";
const std::string kShutDoor = "maps{map_id:'court' area_costs{area:'door' excluded:true}} ";

class ChangesRefTest : public ::testing::Test {
 protected:
  ChangesRefTest() : options_(TestServerOptions(folder_.path())) { WriteCourt(folder_.path()); }

  void Serve() {
    server_ = std::make_unique<RunningServer>(options_);
    options_.listen = "127.0.0.1:" + std::to_string(server_->server().port());
    if (client_ == nullptr) client_ = WaystoneClient::Create({.address = options_.listen}).value();
  }
  void Restart() {
    server_.reset();
    Serve();
  }

  std::string Generation() {
    return client_->PlanRoute(Parse<v1::PlanRouteRequest>(kBothRooms)).value().maps(0).generation();
  }
  std::string Pin() { return "pinned{map_id:'court' generation:'" + Generation() + "'} "; }
  std::shared_ptr<const PreparedChanges> Prepare(const std::string& changes) {
    return client_->PrepareChanges(Parse<v1::Changes>(changes)).value();
  }
  // A plain call, by hand.
  grpc::Status Plan(const v1::PlanRouteRequest& request) {
    v1::PlanRouteResponse response;
    grpc::ClientContext context;
    context.set_wait_for_ready(true);
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20));
    return server_->planning().PlanRoute(&context, request, &response);
  }
  static v1::PlanRouteRequest RouteBy(const std::string& ref) {
    return Parse<v1::PlanRouteRequest>(kBothRooms + "changes{changes_ref:'" + ref + "'}");
  }
  static v1::ErrorReason ReasonOf(const grpc::Status& status) {
    v1::StatusDetails details;
    v1::ErrorDetail detail;
    EXPECT_TRUE(details.ParseFromString(status.error_details()));
    EXPECT_EQ(details.code(), status.error_code());
    EXPECT_EQ(details.message(), status.error_message());
    return details.details_size() == 2 && details.details(0).UnpackTo(&detail) ? detail.reason()
                                                                               : v1::ERROR_REASON_UNSPECIFIED;
  }
  void ExpectUnknown(const std::string& ref) {
    const grpc::Status status = Plan(RouteBy(ref));
    EXPECT_EQ(status.error_code(), StatusCode::NOT_FOUND);
    EXPECT_THAT(status.error_message(), StartsWith("changes.changes_ref: no set " + ref));
    EXPECT_EQ(ReasonOf(status), v1::ERROR_REASON_UNKNOWN_CHANGES_REF);
  }

  TempFolder folder_;
  ServerOptions options_;
  std::unique_ptr<RunningServer> server_;
  std::unique_ptr<WaystoneClient> client_;
};

v1::BatchRequest RequestsOfAllKinds(const std::string& pin) {
  const std::string agent = "agent{abilities:'jump'} ";
  v1::BatchRequest batch;
  *batch.add_items()->mutable_plan_route() = Parse<v1::PlanRouteRequest>(kBothRooms + agent + pin);
  *batch.add_items()->mutable_plan_route() =
      Parse<v1::PlanRouteRequest>(kBothRooms + pin + "limits{complete_only:true}");
  *batch.add_items()->mutable_place_resource() =
      Parse<v1::PlaceResourceRequest>("map_id:'court' scatter{count:20} " + agent + pin);
  *batch.add_items()->mutable_validate_move() = Parse<v1::ValidateMoveRequest>(
      "from{map_id:'court' x:2.5 y:0 z:1.5} to{map_id:'court' x:4.5 y:0 z:1.5} " + pin);
  *batch.add_items()->mutable_measure_distances() = Parse<v1::MeasureDistancesRequest>(
      "map_id:'court' source_xyz:[1.5,0,1.5] target_xyz:[5.5,0,1.5] " + pin);
  return batch;
}

// Lets every request say the changes itself.
v1::BatchRequest WithChanges(v1::BatchRequest batch, const v1::Changes& changes) {
  for (v1::BatchItem& item : *batch.mutable_items()) {
    if (item.has_plan_route()) *item.mutable_plan_route()->mutable_changes() = changes;
    if (item.has_place_resource()) *item.mutable_place_resource()->mutable_changes() = changes;
    if (item.has_validate_move()) *item.mutable_validate_move()->mutable_changes() = changes;
    if (item.has_measure_distances()) *item.mutable_measure_distances()->mutable_changes() = changes;
  }
  return batch;
}

TEST_F(ChangesRefTest, EveryAnswerIsThatOfTheSetInFull) {
  Serve();
  const auto stream = client_->OpenExchange();
  for (const std::string& text :
       {kShutDoor, kBoxInDoor, std::string("maps{map_id:'court' blocked_polys:[0,3] closed_links:'over'}"),
        std::string("maps{blocked_polys:[1,2,30] closed_link_ids:1 area_costs{area:'mud' excluded:true}}")}) {
    const v1::Changes full = Parse<v1::Changes>(text);
    const std::shared_ptr<const PreparedChanges> set = Prepare(text);
    v1::Changes named;
    named.set_changes_ref(set->ref);
    const v1::BatchRequest requests = RequestsOfAllKinds(Pin());
    const v1::BatchResponse expected = client_->Batch(WithChanges(requests, full)).value();
    for (const v1::BatchResult& result : expected.results()) EXPECT_FALSE(result.has_error()) << text;
    for (int time = 0; time < 2; ++time) {  // read, and known
      EXPECT_TRUE(MessageDifferencer::Equals(*client_->Batch(WithChanges(requests, named)), expected));
      v1::BatchRequest for_all = requests;
      set->PutInto(for_all);
      for_all.set_map_id("court");
      EXPECT_TRUE(MessageDifferencer::Equals(*client_->Batch(for_all), expected)) << text;
      v1::BatchResponse streamed = stream->Submit(for_all).get().value();
      streamed.set_tag(expected.tag());
      EXPECT_TRUE(MessageDifferencer::Equals(streamed, expected)) << text;
    }
    // Calls of their own.
    const v1::BatchRequest alone = WithChanges(requests, named);
    EXPECT_TRUE(MessageDifferencer::Equals(*client_->PlanRoute(alone.items(0).plan_route()),
                                           expected.results(0).plan_route()));
    EXPECT_TRUE(MessageDifferencer::Equals(*client_->PlaceResource(alone.items(2).place_resource()),
                                           expected.results(2).place_resource()));
    EXPECT_TRUE(MessageDifferencer::Equals(*client_->ValidateMove(alone.items(3).validate_move()),
                                           expected.results(3).validate_move()));
    EXPECT_TRUE(MessageDifferencer::Equals(*client_->MeasureDistances(alone.items(4).measure_distances()),
                                           expected.results(4).measure_distances()));
  }
}

TEST_F(ChangesRefTest, OwnFieldsComeOnTopOfTheSet) {
  Serve();
  const std::shared_ptr<const PreparedChanges> set = Prepare(kShutDoor);
  const auto cost_of = [&](const std::string& own) {
    v1::PlanRouteRequest request = Parse<v1::PlanRouteRequest>(kBothRooms + "changes{" + own + "}");
    set->PutInto(request);
    const v1::PlanRouteResponse answer = client_->PlanRoute(request).value();
    return answer.status() == v1::ROUTE_STATUS_COMPLETE ? answer.routes(0).cost_m() : -1;
  };
  EXPECT_NEAR(cost_of(""), 6.8310, 1e-3);
  EXPECT_NEAR(cost_of("maps{area_costs{area:'door' factor:1}}"), 4, 1e-9) << "opened again";
  EXPECT_EQ(cost_of("maps{area_costs{area:'mud' excluded:true}}"), -1);
}

TEST_F(ChangesRefTest, CellsOfGridsStandInThreeLayers) {
  WriteGridMap(folder_.path(), "plain", {".....", ".....", "....."});
  Serve();
  const std::shared_ptr<const PreparedChanges> set = Prepare("maps{map_id:'plain' blocked_cells:2}");
  v1::BatchRequest batch = Parse<v1::BatchRequest>(
      "map_id:'plain' changes{maps{blocked_cells:7}} items{plan_route{"
      "start{position{x:0.5 y:0 z:0.5}} goals{position{x:4.5 y:0 z:0.5}} "
      "changes{maps{blocked_cells:12}} limits{complete_only:true}}}");
  EXPECT_EQ(client_->Batch(batch)->results(0).plan_route().status(), v1::ROUTE_STATUS_COMPLETE);
  set->PutInto(batch);
  EXPECT_EQ(client_->Batch(batch)->results(0).plan_route().reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES);
  batch.mutable_items(0)->mutable_plan_route()->clear_changes();
  EXPECT_EQ(client_->Batch(batch)->results(0).plan_route().status(), v1::ROUTE_STATUS_COMPLETE);
}

TEST_F(ChangesRefTest, ARestartedServerSaysSoAndTheClientGivesTheSetAgain) {
  Serve();
  const std::shared_ptr<const PreparedChanges> set = Prepare(kShutDoor);
  const v1::PlanRouteRequest request = RouteBy(set->ref);
  const v1::PlanRouteResponse before = client_->PlanRoute(request).value();
  v1::BatchRequest batch;
  *batch.add_items()->mutable_plan_route() = request;
  v1::BatchRequest batch_for_all = Parse<v1::BatchRequest>("items{plan_route{" + kBothRooms + "}}");
  set->PutInto(batch_for_all);
  Restart();
  ExpectUnknown(set->ref);
  EXPECT_TRUE(MessageDifferencer::Equals(client_->PlanRoute(request).value(), before));
  EXPECT_TRUE(Plan(request).ok()) << "the server has the set again";
  for (const v1::BatchRequest& asked : {batch, batch_for_all}) {
    Restart();
    v1::BatchResponse answer = client_->Batch(asked).value();
    EXPECT_TRUE(MessageDifferencer::Equals(answer.results(0).plan_route(), before)) << answer.DebugString();
    Restart();
    const auto stream = client_->OpenExchange();
    answer = stream->Submit(asked).get().value();
    EXPECT_TRUE(MessageDifferencer::Equals(answer.results(0).plan_route(), before)) << answer.DebugString();
    EXPECT_TRUE(stream->Close().ok());
  }
}

TEST_F(ChangesRefTest, ASetThatNobodyHoldsIsNotGivenAgain) {
  Serve();
  const std::string ref = Prepare(kShutDoor)->ref;
  Restart();
  const absl::Status status = client_->PlanRoute(RouteBy(ref)).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(client::ReasonOf(status), v1::ERROR_REASON_UNKNOWN_CHANGES_REF);
}

TEST_F(ChangesRefTest, AnEvictedSetIsGivenAgain) {
  options_.limits.max_prepared_bytes = 4096;
  Serve();
  const std::shared_ptr<const PreparedChanges> shut = Prepare(kShutDoor);
  std::vector<std::shared_ptr<const PreparedChanges>> others;
  for (int i = 0; i < 8; ++i)
    others.push_back(Prepare("maps{map_id:'court' blocked_polys:" + std::to_string(i) + "}"));
  ExpectUnknown(shut->ref);
  EXPECT_NEAR(client_->PlanRoute(RouteBy(shut->ref)).value().routes(0).cost_m(), 6.8310, 1e-3);
}

TEST_F(ChangesRefTest, AServerThatKeepsNothingIsSentTheSetInFull) {
  Serve();
  const std::shared_ptr<const PreparedChanges> set = Prepare(kShutDoor);
  options_.limits.max_prepared_bytes = 0;
  Restart();
  EXPECT_NEAR(client_->PlanRoute(RouteBy(set->ref)).value().routes(0).cost_m(), 6.8310, 1e-3);
  ExpectUnknown(set->ref);
}

TEST_F(ChangesRefTest, IdsNeedThePinAndAreReadAnewForAnotherGeneration) {
  options_.maps.kept_generations = 0;
  Serve();
  const std::shared_ptr<const PreparedChanges> set = Prepare("maps{map_id:'court' blocked_polys:20}");
  grpc::Status status = Plan(RouteBy(set->ref));
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), StartsWith("changes.changes_ref.maps[0].blocked_polys: ids need"));
  const std::string old_pin = Pin();
  const auto pinned = [&](const std::string& pin) {
    v1::PlanRouteRequest request = Parse<v1::PlanRouteRequest>(
        "start{position{map_id:'court' x:0.5 y:0 z:0.5}} goals{position{map_id:'court' x:2.5 y:0 z:0.5}}" +
        pin);
    set->PutInto(request);
    return Plan(request);
  };
  EXPECT_TRUE(pinned(old_pin).ok());
  status = Plan(RouteBy(set->ref));
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT) << "once read, it needs the pin still";

  WriteDrawnMap(folder_.path(), "court.waymap", "court", ".......\n");
  grpc::ClientContext context;
  v1::ReloadResponse reloaded;
  ASSERT_TRUE(server_->admin().Reload(&context, {}, &reloaded).ok());
  EXPECT_EQ(pinned(old_pin).error_code(), StatusCode::NOT_FOUND);
  status = pinned("pinned{map_id:'court' generation:'" +
                  client_->DescribeMap("court").value().summary().generation() + "'} ");
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(),
              StartsWith("changes.changes_ref.maps[0].blocked_polys[0]: no polygon 20"));
}

TEST_F(ChangesRefTest, BadNamesAndSetsAreRefused) {
  options_.limits.max_prepared_bytes = 100'000;
  Serve();
  for (const std::string& ref : {std::string("door"), std::string(64, 'A'), std::string(63, 'a')}) {
    const grpc::Status status = Plan(RouteBy(ref));
    EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT) << ref;
    EXPECT_EQ(status.error_message(), "changes.changes_ref: must be 64 hex digits in lower case");
  }
  EXPECT_EQ(Plan(RouteBy(std::string(65, 'a'))).error_code(), StatusCode::INVALID_ARGUMENT);
  ExpectUnknown(std::string(64, 'a'));
  const grpc::Status no_world = Plan(RouteBy(Prepare("excluded_maps:'moon'")->ref));
  EXPECT_EQ(no_world.error_code(), StatusCode::NOT_FOUND);
  EXPECT_EQ(no_world.error_message(),
            "changes.changes_ref.excluded_maps: this needs a world, and no world file is loaded");
  const auto prepare = [&](const v1::PrepareChangesRequest& request) {
    v1::PrepareChangesResponse response;
    grpc::ClientContext context;
    return server_->planning().PrepareChanges(&context, request, &response);
  };
  EXPECT_EQ(prepare({}).error_message(), "changes: required");
  v1::PrepareChangesRequest request;
  request.mutable_changes()->set_changes_ref(std::string(64, 'a'));
  EXPECT_THAT(prepare(request).error_message(), StartsWith("changes.changes_ref: must not be given"));
  request.Clear();
  request.mutable_changes()->add_maps()->set_map_id(std::string(200, 'm'));
  EXPECT_THAT(prepare(request).error_message(), StartsWith("changes.maps[0].map_id: has 200 bytes"));
  request.Clear();
  v1::MapChanges& map = *request.mutable_changes()->add_maps();
  for (uint32_t i = 0; i < 100'000; ++i) map.add_blocked_polys(i);
  const grpc::Status status = prepare(request);
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), ::testing::HasSubstr("over the limit of 100000"));
  v1::DescribeServerResponse described;
  grpc::ClientContext context;
  ASSERT_TRUE(server_->catalog().DescribeServer(&context, {}, &described).ok());
  EXPECT_EQ(described.limits().max_prepared_bytes(), 100'000U);
}

}  // namespace
}  // namespace waystone
