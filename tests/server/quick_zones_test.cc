// Zones that a package lacks are computed by workers, never on gRPC's threads.
#include <gtest/gtest.h>

#include <vector>

#include "core/package/package_writer.h"
#include "core/store/map_encoder.h"
#include "server/handlers/request_handler.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

class QuickZones : public ::testing::Test {
 protected:
  QuickZones() {
    MapManifest manifest;
    manifest.map_id = "plain";
    manifest.areas = {{1, "ground"}};
    manifest.variants.resize(1);
    const NavmeshData mesh = AsciiNavmesh("....\n");
    const auto bytes = EncodeMap(manifest, std::vector<VariantContent>{{&mesh, nullptr, nullptr}});
    EXPECT_TRUE(WritePackageFile(folder_.File("plain.waymap"), *bytes).ok());
    EXPECT_TRUE(store_.LoadFolder(folder_.path()).ok());
    EXPECT_TRUE(store_.Find("plain").ok());
  }

  template <typename Response, typename Request>
  Progress Ask(const Request& request, Effort effort) {
    Scratch scratch;
    MapLookup maps(store_);
    RequestScope scope;
    scope.effort = effort;
    scope.scratch = &scratch;
    scope.maps = &maps;
    Response response;
    const absl::StatusOr<Progress> progress = handler_.Handle(request, scope, response);
    EXPECT_TRUE(progress.ok()) << progress.status();
    return *progress;
  }

  TempFolder folder_;
  MapStore store_;
  const RequestHandler handler_{store_, {}};
};

TEST_F(QuickZones, AMoveWaitsForAWorkerUntilTheyAreThere) {
  v1::ValidateMoveRequest move;
  move.mutable_from()->set_map_id("plain");
  move.mutable_from()->set_x(0.5);
  move.mutable_from()->set_y(0);
  move.mutable_from()->set_z(0.5);
  *move.mutable_to() = move.from();
  EXPECT_EQ(Ask<v1::ValidateMoveResponse>(move, Effort::kQuick), Progress::kNeedsWorker);
  EXPECT_EQ(Ask<v1::ValidateMoveResponse>(move, Effort::kFull), Progress::kDone);
  EXPECT_EQ(Ask<v1::ValidateMoveResponse>(move, Effort::kQuick), Progress::kDone);
}

TEST_F(QuickZones, APlacementWaitsForAWorkerUntilTheyAreThere) {
  v1::PlaceResourceRequest place;
  place.set_map_id("plain");
  place.mutable_scatter()->set_count(1);
  EXPECT_EQ(Ask<v1::PlaceResourceResponse>(place, Effort::kQuick), Progress::kNeedsWorker);
  EXPECT_EQ(Ask<v1::PlaceResourceResponse>(place, Effort::kFull), Progress::kDone);
  EXPECT_EQ(Ask<v1::PlaceResourceResponse>(place, Effort::kQuick), Progress::kDone);
}

}  // namespace
}  // namespace waystone
