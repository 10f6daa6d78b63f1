// Levels from texts, on a server.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <string>
#include <utility>

#include "bake/program/world_job.h"
#include "bench/why/why_levels.h"
#include "tests/e2e/running_server.h"
#include "tests/support/temp_folder.h"

namespace waystone {

// A level, baked and served.
class ServedLevel {
 public:
  explicit ServedLevel(WhyLevel level) : level_(std::move(level)) {
    for (const auto& [name, text] : level_.files) std::ofstream(folder_.File(name)) << text;
    WorldBakeJob job;
    job.manifest_path = folder_.File("world.yaml");
    job.output_folder = folder_.File("packages");
    EXPECT_EQ(RunWorldBake(job).status, absl::OkStatus());
    server_ = std::make_unique<RunningServer>(TestServerOptions(job.output_folder));
  }

  const WhyLevel& level() const { return level_; }
  const PlantedFix& planted() const { return level_.planted[0]; }
  RunningServer& server() { return *server_; }

  v1::PlanRouteRequest Request() const {
    v1::PlanRouteRequest request;
    Put(level_.from_map, level_.from, *request.mutable_start()->mutable_position());
    Put(level_.to_map, level_.to, *request.add_goals()->mutable_position());
    request.mutable_limits()->set_complete_only(true);
    request.mutable_detail()->set_explain(true);
    return request;
  }
  v1::PlanRouteResponse Plan(const v1::PlanRouteRequest& request) {
    v1::PlanRouteResponse response;
    grpc::ClientContext context;
    const grpc::Status status = server_->planning().PlanRoute(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }

  static void Put(const std::string& map_id, const Vec3& at, v1::Position& position) {
    position.set_map_id(map_id);
    position.set_x(at.x);
    position.set_y(at.y);
    position.set_z(at.z);
  }

 private:
  TempFolder folder_;
  WhyLevel level_;
  std::unique_ptr<RunningServer> server_;
};

// `explained`: a message with fixes.
template <typename Message>
std::vector<std::string> Named(const Message& explained) {
  std::vector<std::string> named;
  for (const v1::Fix& fix : explained.fixes()) {
    EXPECT_FALSE(fix.sentence().empty());
    named.push_back(StrCat(fix.field(), ":", fix.name()));
  }
  return named;
}

}  // namespace waystone
