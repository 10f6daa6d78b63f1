#include "tests/e2e/bad_request.h"

#include "tests/e2e/test_world.h"

namespace waystone {

TempFolder* BadRequests::folder = nullptr;
RunningServer* BadRequests::server = nullptr;

void BadRequests::SetUpTestSuite() {
  folder = new TempFolder();
  WriteYard(folder->path());
  WriteHall(folder->path());
  WriteTrail(folder->path());
  server = new RunningServer(TestServerOptions(folder->path()));
}

void BadRequests::TearDownTestSuite() {
  delete server;
  delete folder;
}

grpc::Status BadRequests::Send(const BadRow& row) {
  using Planning = v1::PathPlanning::Stub;
  using Catalog = v1::MapCatalog::Stub;
  using Admin = v1::PackageAdmin::Stub;
  const std::string rpc = row.rpc;
  if (rpc == "PlanRoute") return Call(server->planning(), &Planning::PlanRoute, row.request);
  if (rpc == "PlaceResource") return Call(server->planning(), &Planning::PlaceResource, row.request);
  if (rpc == "ValidateMove") return Call(server->planning(), &Planning::ValidateMove, row.request);
  if (rpc == "MeasureDistances") return Call(server->planning(), &Planning::MeasureDistances, row.request);
  if (rpc == "Batch") return Call(server->planning(), &Planning::Batch, row.request);
  if (rpc == "ListMaps") return Call(server->catalog(), &Catalog::ListMaps, row.request);
  if (rpc == "DescribeMap") return Call(server->catalog(), &Catalog::DescribeMap, row.request);
  if (rpc == "GetSurface") return Call(server->catalog(), &Catalog::GetSurface, row.request);
  if (rpc == "GetSkeleton") return Call(server->catalog(), &Catalog::GetSkeleton, row.request);
  if (rpc == "DescribeWorld") return Call(server->catalog(), &Catalog::DescribeWorld, row.request);
  if (rpc == "Preload") return Call(server->admin(), &Admin::Preload, row.request);
  if (rpc == "Verify") return Call(server->admin(), &Admin::Verify, row.request);
  ADD_FAILURE() << "no RPC " << rpc;
  return grpc::Status::OK;
}

void BadRequests::ExpectAll(const std::vector<BadRow>& rows) {
  for (const BadRow& row : rows) {
    const grpc::Status status = Send(row);
    const std::string what = std::string(row.rpc) + " " + row.request.substr(0, 200);
    EXPECT_EQ(status.error_code(), row.code) << what << "\n" << status.error_message();
    EXPECT_EQ(status.error_message().substr(0, row.message.size()), row.message) << what;
  }
  ExpectStillServes();
}

void BadRequests::ExpectStillServes() {
  const grpc::Status status = Call(server->planning(), &v1::PathPlanning::Stub::PlanRoute, kEnds);
  EXPECT_TRUE(status.ok()) << status.error_message();
}

}  // namespace waystone
