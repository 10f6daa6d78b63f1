// Tracks judged in pieces by tokens, and moves in a world that differs from the baked one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/e2e/text_message.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

class MoveTokens : public ::testing::Test {
 protected:
  MoveTokens() {
    WriteYard(folder_.path());
    WriteHall(folder_.path());
    WriteCourt(folder_.path());
    WriteGridMap(folder_.path(), "field", {"......", "......", "......"});
    server_ = Start();
  }

  std::unique_ptr<RunningServer> Start() const {
    return std::make_unique<RunningServer>(TestServerOptions(folder_.path()));
  }
  static grpc::Status Ask(RunningServer& server, const v1::ValidateMoveRequest& request,
                          v1::ValidateMoveResponse& response) {
    grpc::ClientContext context;
    return server.planning().ValidateMove(&context, request, &response);
  }
  v1::ValidateMoveResponse Validate(const v1::ValidateMoveRequest& request) {
    v1::ValidateMoveResponse response;
    const grpc::Status status = Ask(*server_, request, response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  v1::ValidateMoveResponse Validate(const std::string& text) {
    return Validate(Parse<v1::ValidateMoveRequest>(text));
  }

  // Along the first row of the hall.
  static v1::ValidateMoveRequest Step(double x, double time_s, const std::string& token) {
    v1::ValidateMoveRequest request;
    request.mutable_to()->set_map_id("hall");
    request.mutable_to()->set_x(x);
    request.mutable_to()->set_y(0);
    request.mutable_to()->set_z(0.5);
    request.set_to_time_s(time_s);
    request.mutable_allowances()->set_max_speed_mps(5);
    request.set_token(token);
    request.set_return_token(true);
    return request;
  }
  std::string FirstToken() {
    v1::ValidateMoveRequest request = Step(0.6, 0.1, "");
    *request.mutable_from() = request.to();
    request.mutable_from()->set_x(0.5);
    request.set_from_time_s(0);
    return Validate(request).token();
  }

  TempFolder folder_;
  std::unique_ptr<RunningServer> server_;
};

TEST_F(MoveTokens, AStepGoesOnWhereTheTokenEnds) {
  std::string token = FirstToken();
  ASSERT_FALSE(token.empty());
  for (int i = 1; i <= 10; ++i) {
    const v1::ValidateMoveResponse response = Validate(Step(0.6 + 0.4 * i, 0.1 + 0.1 * i, token));
    ASSERT_EQ(response.verdict(), v1::MOVE_VERDICT_LEGAL) << response.DebugString();
    token = response.token();
  }
}

TEST_F(MoveTokens, ADebtGrowsOverThePieces) {
  // 7 m/s where 5.5 are earned: 0.15 m are missing each step, 0.28 m may be owed, and nothing is saved up.
  const auto strict = [this](double x, double time_s, const std::string& token) {
    v1::ValidateMoveRequest request = Step(x, time_s, token);
    request.mutable_allowances()->set_debt_s(0.05);
    request.mutable_allowances()->set_credit_s(0);
    return Validate(request);
  };
  const v1::ValidateMoveResponse first = strict(1.0, 0.2, FirstToken());
  const v1::ValidateMoveResponse second = strict(1.7, 0.3, first.token());
  ASSERT_EQ(second.verdict(), v1::MOVE_VERDICT_LEGAL);
  const v1::ValidateMoveResponse third = strict(2.4, 0.4, second.token());
  ASSERT_EQ(third.verdict(), v1::MOVE_VERDICT_ILLEGAL);
  EXPECT_EQ(third.violations(0).kind(), v1::MOVE_VIOLATION_KIND_TOO_FAST);
  EXPECT_TRUE(third.token().empty());
}

// The track of an agent that was put where the answer says goes on there, and what it walked to there is spent.
TEST_F(MoveTokens, ACorrectionHasATokenOfTheTrackThatGoesOnThere) {
  v1::ValidateMoveRequest far = Step(9.5, 0.3, FirstToken());
  far.add_corrections(v1::MOVE_CORRECTION_KIND_FURTHEST);
  far.add_corrections(v1::MOVE_CORRECTION_KIND_LAST_GOOD);
  const v1::ValidateMoveResponse bad = Validate(far);
  ASSERT_EQ(bad.verdict(), v1::MOVE_VERDICT_ILLEGAL);
  ASSERT_EQ(bad.corrections_size(), 2);
  for (const v1::MoveCorrection& correction : bad.corrections()) {
    const double x = correction.position().x();
    ASSERT_FALSE(correction.token().empty());
    EXPECT_EQ(Validate(Step(x, 0.3, correction.token())).verdict(), v1::MOVE_VERDICT_LEGAL);
    EXPECT_EQ(Validate(Step(x + 0.5, 0.4, correction.token())).verdict(), v1::MOVE_VERDICT_LEGAL);
    EXPECT_EQ(Validate(Step(0.6, 0.2, correction.token())).verdict(),
              correction.kind() == v1::MOVE_CORRECTION_KIND_LAST_GOOD ? v1::MOVE_VERDICT_LEGAL
                                                                      : v1::MOVE_VERDICT_ILLEGAL)
        << "the walk there was spent, and its time has passed";
  }
  far.set_return_token(false);
  EXPECT_TRUE(Validate(far).corrections(0).token().empty());
}

TEST_F(MoveTokens, ATokenThatWasChangedAnywhereIsRefused) {
  const std::string token = FirstToken();
  for (size_t i = 0; i < token.size(); ++i) {
    std::string changed = token;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    v1::ValidateMoveResponse response;
    const grpc::Status status = Ask(*server_, Step(1, 0.2, changed), response);
    ASSERT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << i;
    ASSERT_THAT(status.error_message(), HasSubstr("token: "));
  }
  v1::ValidateMoveResponse response;
  EXPECT_FALSE(Ask(*server_, Step(1, 0.2, token.substr(0, token.size() - 1)), response).ok());
  EXPECT_FALSE(Ask(*server_, Step(1, 0.2, token + "x"), response).ok());
}

TEST_F(MoveTokens, ATokenIsOfOneMapAndOneServersKey) {
  const std::string token = FirstToken();
  v1::ValidateMoveResponse response;
  v1::ValidateMoveRequest elsewhere = Step(1, 0.2, token);
  elsewhere.mutable_to()->set_map_id("yard");
  EXPECT_EQ(Ask(*server_, elsewhere, response).error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  const std::unique_ptr<RunningServer> other = Start();
  EXPECT_EQ(Ask(*other, Step(1, 0.2, token), response).error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  v1::ValidateMoveRequest untimed = Step(1, 0.2, token);
  untimed.clear_to_time_s();
  untimed.clear_allowances();
  EXPECT_THAT(Ask(*server_, untimed, response).error_message(), HasSubstr("token: is of a track with times"));
}

TEST_F(MoveTokens, ServersThatShareAKeyTakeEachOthersTokens) {
  const TempFolder keys;
  const std::string file = keys.File("key");
  WriteFile(file, "a secret of twenty bytes\n");
  ServerOptions options = TestServerOptions(folder_.path());
  options.token_key = *TokenKey::FromFile(file);
  server_ = std::make_unique<RunningServer>(options);
  const std::string token = FirstToken();
  RunningServer other(options);
  v1::ValidateMoveResponse response;
  EXPECT_TRUE(Ask(other, Step(1, 0.2, token), response).ok());
  EXPECT_EQ(response.verdict(), v1::MOVE_VERDICT_LEGAL);
}

TEST_F(MoveTokens, AClosedLinkAnExcludedAreaAndABlockedPolygonAreClosedForMovesToo) {
  const std::string over =
      "from{map_id:'court' x:2.5 y:0 z:3.5} to{x:4.5 y:0 z:3.5} agent{abilities:'jump'} "
      "tolerance_m:0.1 allowances{max_detour_ratio:1} ";
  EXPECT_EQ(Validate(over).verdict(), v1::MOVE_VERDICT_LEGAL);
  EXPECT_EQ(Validate(over + "changes{maps{closed_links:'over'}}").verdict(), v1::MOVE_VERDICT_ILLEGAL);
  const std::string door =
      "from{map_id:'court' x:2.5 y:0 z:1.5} to{x:4.5 y:0 z:1.5} "
      "tolerance_m:0.1 allowances{max_detour_ratio:1} ";
  EXPECT_EQ(Validate(door).verdict(), v1::MOVE_VERDICT_LEGAL);
  const v1::ValidateMoveResponse closed =
      Validate(door + "corrections:[1,3,4] changes{maps{area_costs{area:'door' excluded:true}}}");
  EXPECT_EQ(closed.verdict(), v1::MOVE_VERDICT_ILLEGAL);
  for (const v1::MoveCorrection& correction : closed.corrections()) {
    EXPECT_LE(correction.position().x(), 3.001) << correction.DebugString();
  }
  EXPECT_EQ(closed.corrections_size(), 3);
}

TEST_F(MoveTokens, ABlockedCellIsAWallAndAnOpenedOneIsGround) {
  const std::string move = "from{map_id:'field' x:1.5 y:0 z:1.5} to{x:3.5 y:0 z:1.5} ";
  EXPECT_EQ(Validate(move).verdict(), v1::MOVE_VERDICT_LEGAL);
  const std::string wall = "changes{maps{blocked_rects:[2,0,1,3]}}";
  const v1::ValidateMoveResponse blocked = Validate(move + "corrections:[1,3,4] " + wall);
  EXPECT_EQ(blocked.verdict(), v1::MOVE_VERDICT_ILLEGAL);
  EXPECT_EQ(blocked.violations(0).kind(), v1::MOVE_VIOLATION_KIND_BLOCKED);
  EXPECT_EQ(blocked.corrections_size(), 3);
  for (const v1::MoveCorrection& correction : blocked.corrections()) {
    EXPECT_LE(correction.position().x(), 2) << correction.DebugString();
  }
  EXPECT_EQ(Validate(move + "changes{maps{blocked_rects:[2,0,1,3] opened_cells:8}}").verdict(),
            v1::MOVE_VERDICT_ILLEGAL);
  // A gap in the wall two cells aside: 2.83 m of walk, where twice the straight line and 1 m are allowed.
  EXPECT_EQ(Validate(move + "changes{maps{blocked_rects:[2,0,1,2]}}").verdict(), v1::MOVE_VERDICT_LEGAL);
}

TEST_F(MoveTokens, ClearanceIsKept) {
  const std::string door = "from{map_id:'court' x:1.2 y:0 z:1.5} to{x:5.8 y:0 z:1.5} ";
  EXPECT_EQ(Validate(door + "agent{min_clearance_m:0.3}").verdict(), v1::MOVE_VERDICT_LEGAL);
  EXPECT_EQ(Validate(door + "agent{min_clearance_m:0.6}").verdict(), v1::MOVE_VERDICT_ILLEGAL);
}

TEST_F(MoveTokens, ABatchsChangesCloseItsMoves) {
  const auto batch = Parse<v1::BatchRequest>(
      "map_id:'court' changes{maps{area_costs{area:'door' excluded:true}}} "
      "items{tag:1 validate_move{from{x:2.5 y:0 z:1.5} to{x:4.5 y:0 z:1.5}}} "
      "items{tag:2 validate_move{from{x:0.5 y:0 z:1.5} to{x:1.5 y:0 z:1.5}}}");
  v1::BatchResponse response;
  grpc::ClientContext context;
  ASSERT_TRUE(server_->planning().Batch(&context, batch, &response).ok());
  EXPECT_EQ(response.results(0).validate_move().verdict(), v1::MOVE_VERDICT_ILLEGAL)
      << response.DebugString();
  EXPECT_EQ(response.results(1).validate_move().verdict(), v1::MOVE_VERDICT_LEGAL);
}

}  // namespace
}  // namespace waystone
