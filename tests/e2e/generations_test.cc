// Generations that were replaced and still answer those who pin them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/e2e/text_message.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using grpc::StatusCode;
using ::testing::HasSubstr;

const std::string kPathEnds =
    "start{position{map_id:'path' x:0.5 y:0 z:0.5}} goals{position{map_id:'path' x:2.5 y:0 z:0.5}} ";

class GenerationsTest : public ::testing::Test {
 protected:
  void Serve(uint32_t kept) {
    WriteDrawnMap(folder_.path(), "path.waymap", "path", "...\n...\n");
    ServerOptions options = TestServerOptions(folder_.path());
    options.maps.kept_generations = kept;
    server_ = std::make_unique<RunningServer>(options);
  }
  // Serves this drawing of the map from now on.
  void Replace(const std::string& drawing) {
    WriteDrawnMap(folder_.path(), "path.waymap", "path", drawing);
    grpc::ClientContext context;
    v1::ReloadResponse reloaded;
    ASSERT_TRUE(server_->admin().Reload(&context, {}, &reloaded).ok());
  }
  grpc::Status Plan(const std::string& text, v1::PlanRouteResponse& response) {
    grpc::ClientContext context;
    return server_->planning().PlanRoute(&context, Parse<v1::PlanRouteRequest>(kPathEnds + text), &response);
  }
  double CostOf(const std::string& text) {
    v1::PlanRouteResponse response;
    const grpc::Status status = Plan(text, response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response.routes_size() == 1 ? response.routes(0).cost_m() : -1;
  }
  std::string CurrentPin() {
    v1::PlanRouteResponse response;
    EXPECT_TRUE(Plan("", response).ok());
    return "pinned{generation:'" + response.maps(0).generation() + "'} ";
  }
  StatusCode CodeOf(const std::string& pin) {
    v1::PlanRouteResponse response;
    return Plan(pin, response).error_code();
  }

  TempFolder folder_;
  std::unique_ptr<RunningServer> server_;
};

constexpr double kStraightPath_m = 2;
constexpr double kPathAround_m = 2.4;  // at least

TEST_F(GenerationsTest, AReplacedOneAnswersWhoPinsIt) {
  Serve(1);
  const std::string first = CurrentPin();
  Replace(".#.\n...\n");
  const std::string second = CurrentPin();
  ASSERT_NE(first, second);
  EXPECT_GT(CostOf(""), kPathAround_m);
  EXPECT_GT(CostOf(second), kPathAround_m);
  EXPECT_NEAR(CostOf(first), kStraightPath_m, 1e-4);
  Replace("...\n...\n...\n");
  EXPECT_NEAR(CostOf(""), kStraightPath_m, 1e-4);
  EXPECT_GT(CostOf(second), kPathAround_m);
  v1::PlanRouteResponse response;
  const grpc::Status gone = Plan(first, response);
  EXPECT_EQ(gone.error_code(), StatusCode::NOT_FOUND);
  EXPECT_THAT(gone.error_message(), HasSubstr("pinned[0].generation: map \"path\" is loaded in generation "));
}

TEST_F(GenerationsTest, WithoutAnyKeptAnOldPinIsNotFound) {
  Serve(0);
  const std::string first = CurrentPin();
  Replace(".#.\n...\n");
  EXPECT_EQ(CodeOf(first), StatusCode::NOT_FOUND);
  EXPECT_EQ(CodeOf(CurrentPin()), StatusCode::OK);
}

TEST_F(GenerationsTest, OfAMapThatIsGoneNoneAnswers) {
  Serve(2);
  const std::string first = CurrentPin();
  Replace(".#.\n...\n");
  std::filesystem::remove(folder_.File("path.waymap"));
  grpc::ClientContext context;
  v1::ReloadResponse reloaded;
  ASSERT_TRUE(server_->admin().Reload(&context, {}, &reloaded).ok());
  EXPECT_EQ(CodeOf(first), StatusCode::NOT_FOUND);
}

// The answers of a batch to a route, a move, distances and a placement, with pins of one generation and without.
TEST_F(GenerationsTest, EachRequestOfAMessageHasItsOwn) {
  Serve(1);
  const std::string first = CurrentPin();
  Replace(".#.\n...\n");
  const std::string ends = "from{map_id:'path' x:0.5 y:0 z:0.5} to{map_id:'path' x:2.5 y:0 z:0.5} ";
  const std::string matrix = "map_id:'path' source_xyz:[0.5,0,0.5] target_xyz:[2.5,0,0.5] ";
  const std::string audit = "map_id:'path' audit{xyz:[1.5,0,0.5]} rules{reachability:REACHABILITY_ANY} ";
  std::string text;
  for (const std::string& pin : {first, std::string(), first}) {
    text += "items{plan_route{" + kPathEnds + pin + "}} items{validate_move{" + ends + pin + "}} ";
    text += "items{measure_distances{" + matrix + pin + "}} items{place_resource{" + audit + pin + "}} ";
  }
  grpc::ClientContext context;
  v1::BatchResponse response;
  const grpc::Status status = server_->planning().Batch(&context, Parse<v1::BatchRequest>(text), &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_EQ(response.results_size(), 12);
  for (int i = 0; i < 3; ++i) {
    const bool is_old = i != 1;
    const auto& route = response.results(4 * i).plan_route();
    ASSERT_EQ(route.routes_size(), 1) << response.DebugString();
    EXPECT_EQ(route.routes(0).cost_m() < kPathAround_m, is_old) << i;
    EXPECT_EQ(response.results(4 * i + 1).validate_move().map().generation(), route.maps(0).generation())
        << i;
    const auto& distances = response.results(4 * i + 2).measure_distances();
    ASSERT_EQ(distances.distance_m_size(), 1);
    EXPECT_EQ(distances.distance_m(0) < kPathAround_m, is_old) << i;
    const auto& place = response.results(4 * i + 3).place_resource();
    EXPECT_EQ(place.map().generation(), route.maps(0).generation()) << i;
  }
}

}  // namespace
}  // namespace waystone
