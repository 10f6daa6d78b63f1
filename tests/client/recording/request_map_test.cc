#include "client/recording/request_map.h"

#include <gtest/gtest.h>

#include "waystone/v1/batch.pb.h"
#include "waystone/v1/map_catalog.pb.h"

namespace waystone::client {
namespace {

TEST(RequestMap, IsThatOfTheRequestOrOfTheItem) {
  v1::BatchRequest batch;
  batch.set_map_id("town");
  batch.add_items()->mutable_plan_route();
  batch.add_items()->mutable_measure_distances()->set_map_id("castle");
  const ApiMethod* const method = FindApiMethod("/waystone.v1.PathPlanning/Batch");
  const std::string bytes = batch.SerializeAsString();
  EXPECT_EQ(MapOfRequest(method, bytes, "results[0].plan_route.status"), "town");
  EXPECT_EQ(MapOfRequest(method, bytes, "results[1].error"), "castle");
  EXPECT_EQ(MapOfRequest(method, bytes, "results[7].error"), "town");
  EXPECT_EQ(MapOfRequest(method, bytes, "status.code"), "town");
  v1::DescribeMapRequest describe;
  describe.set_map_id("cave");
  EXPECT_EQ(
      MapOfRequest(FindApiMethod("/waystone.v1.MapCatalog/DescribeMap"), describe.SerializeAsString(), ""),
      "cave");
  EXPECT_EQ(MapOfRequest(FindApiMethod("/waystone.v1.MapCatalog/ListMaps"), "", ""), "");
  EXPECT_EQ(MapOfRequest(method, "no message", ""), "");
  EXPECT_EQ(MapOfRequest(nullptr, bytes, ""), "");
}

}  // namespace
}  // namespace waystone::client
