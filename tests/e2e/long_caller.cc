// long_caller ADDRESS COUNT: asks for COUNT long routes over the thicket on one stream, says
// {"event":"calling"} once the first is answered, and waits for the rest: a caller to be killed.
#include <cstdlib>
#include <iostream>

#include "grpcpp/grpcpp.h"
#include "waystone/v1/path_planning.grpc.pb.h"

int main(int argc, char** argv) {
  namespace v1 = waystone::v1;
  if (argc != 3) return 2;
  const auto stub =
      v1::PathPlanning::NewStub(grpc::CreateChannel(argv[1], grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  const auto stream = stub->Exchange(&context);
  v1::BatchRequest batch;
  batch.set_map_id("thicket");
  v1::PlanRouteRequest& route = *batch.add_items()->mutable_plan_route();
  route.mutable_start()->mutable_position()->set_x(0.5);
  route.mutable_start()->mutable_position()->set_y(0);
  route.mutable_start()->mutable_position()->set_z(0);
  v1::Position& goal = *route.add_goals()->mutable_position();
  goal.set_x(149.5);
  goal.set_y(0);
  goal.set_z(149.5);
  v1::BatchResponse response;
  if (!stream->Write(batch) || !stream->Read(&response)) return 1;
  std::cout << "{\"event\":\"calling\"}" << std::endl;
  for (int i = 0; i < std::atoi(argv[2]); ++i) {
    if (!stream->Write(batch)) return 1;
  }
  while (stream->Read(&response)) {
  }
  return 0;
}
