// Requests that must fail, and a server to send them to.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "google/protobuf/text_format.h"
#include "tests/e2e/running_server.h"
#include "tests/support/temp_folder.h"

namespace waystone {

// A request in text form, and the failure it must meet. `message` is how the message begins.
struct BadRow {
  const char* rpc;
  std::string request;
  grpc::StatusCode code;
  std::string message;
};

inline const std::string kStart = " start{position{map_id:'yard' x:1000.5 y:10 z:-499.5}} ";
inline const std::string kGoal = " goals{position{x:1009.5 y:10 z:-493.5}} ";
inline const std::string kEnds = kStart + kGoal;
inline const std::string kLong(200, 'm');  // too long for a name

// Serves the yard, the hall and the trail of test_world.h.
class BadRequests : public ::testing::Test {
 protected:
  static void SetUpTestSuite();
  static void TearDownTestSuite();

  template <typename Request, typename Response, typename Stub>
  static grpc::Status Call(Stub& stub,
                           grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                           const std::string& text) {
    Request request;
    EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &request)) << text;
    Response response;
    grpc::ClientContext context;
    return (stub.*method)(&context, request, &response);
  }
  static grpc::Status Send(const BadRow& row);
  static void ExpectAll(const std::vector<BadRow>& rows);
  static void ExpectStillServes();

  static TempFolder* folder;
  static RunningServer* server;
};

}  // namespace waystone
