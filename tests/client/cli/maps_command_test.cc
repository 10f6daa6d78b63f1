// What the program says of a map, against a server of the test's own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "client/cli/command.h"
#include "tests/client/fake_service.h"

namespace waystone::cli {
namespace {

using ::testing::HasSubstr;

class MapsCommandTest : public ::testing::Test {
 protected:
  int Describe() {
    server_.catalog.describe_map = [this](auto&, const v1::DescribeMapRequest& request, auto& response) {
      EXPECT_EQ(request.map_id(), "keep");
      response = map_;
      return grpc::Status::OK;
    };
    const std::string& address = server_.address();
    const char* argv[] = {"waystone", "maps", "--map", "keep", "--server", address.c_str()};
    return RunCommandLine(6, argv, {out_, err_});
  }

  v1::DescribeMapResponse map_;
  client::FakeServer server_;
  std::ostringstream out_;
  std::ostringstream err_;
};

v1::DescribeMapResponse Keep() {
  v1::DescribeMapResponse map;
  v1::AreaType& mud = *map.add_areas();
  mud.set_index(3);
  mud.set_name("mud");
  for (const char* name : {"gate", "hatch", "leap", "well"}) map.add_doors(name);
  v1::DescribedDoor& gate = *map.add_described_doors();
  gate.set_name("gate");
  v1::Prism& prism = *gate.add_volumes()->mutable_prism();
  for (const double number : {3, 1, 4, 1, 4, 2, 3, 2}) prism.add_corners_xz(number);
  prism.set_min_y(0.5);
  v1::Cylinder& cylinder = *gate.add_volumes()->mutable_cylinder();
  cylinder.mutable_base()->set_x(7);
  cylinder.mutable_base()->set_y(0);
  cylinder.mutable_base()->set_z(8);
  v1::DescribedDoor& hatch = *map.add_described_doors();
  hatch.set_name("hatch");
  hatch.set_is_closed(true);
  hatch.add_areas(3);
  v1::DescribedDoor& leap = *map.add_described_doors();
  leap.set_name("leap");
  leap.add_links("over");
  for (const uint32_t number : {2, 1, 3, 4}) leap.add_rects(number);
  return map;
}

TEST_F(MapsCommandTest, DoorsAreListedWithTheirStateAndWhatTheyClose) {
  map_ = Keep();
  EXPECT_EQ(Describe(), kExitOk) << err_.str();
  EXPECT_THAT(out_.str(), HasSubstr("  door \"gate\", open: a volume at 3.5, 0.5, 1.5; a volume at 7, 0, 8\n"
                                    "  door \"hatch\", closed: ground \"mud\"\n"
                                    "  door \"leap\", open: link \"over\"; 3 x 4 cells from column 2, row 1\n"
                                    "  door \"well\"\n"))
      << "of the last one the server has told the name only";
}

TEST_F(MapsCommandTest, AbilitiesThatTheMapAsksForAreListed) {
  map_.add_abilities("climb");
  map_.add_abilities("drop");
  EXPECT_EQ(Describe(), kExitOk) << err_.str();
  EXPECT_THAT(out_.str(), HasSubstr("  ability \"climb\"\n  ability \"drop\"\n"));
}

TEST_F(MapsCommandTest, DoorsThatCannotBeRightAreRefused) {
  const auto expect = [this](const std::string& message) {
    err_.str("");
    EXPECT_EQ(Describe(), kExitFailed);
    EXPECT_THAT(err_.str(), HasSubstr(message));
  };
  map_ = Keep();
  map_.mutable_described_doors(0)->mutable_volumes(0)->mutable_prism()->add_corners_xz(1);
  expect("described_doors[0].volumes");
  map_ = Keep();
  map_.mutable_described_doors(0)->mutable_volumes(1)->mutable_cylinder()->clear_base();
  expect("described_doors[0].volumes");
  map_ = Keep();
  map_.mutable_described_doors(1)->set_name("door");
  expect("described_doors[1].name");
  map_ = Keep();
  map_.mutable_described_doors(2)->add_rects(1);
  expect("described_doors[2].rects");
  map_ = Keep();
  map_.mutable_described_doors(2)->add_link_ends_xyz(1);
  expect("described_doors[2].link_ends_xyz");
  map_ = Keep();
  map_.mutable_doors()->RemoveLast();
  map_.mutable_doors()->RemoveLast();
  expect("described_doors: more than doors");
}

TEST_F(MapsCommandTest, AVolumeOfAShapeThatIsNotKnownIsListed) {
  map_ = Keep();
  map_.mutable_described_doors(0)->mutable_volumes(0)->clear_shape();
  EXPECT_EQ(Describe(), kExitOk) << err_.str();
  EXPECT_THAT(out_.str(), HasSubstr("  door \"gate\", open: a volume; a volume at 7, 0, 8\n"));
}

}  // namespace
}  // namespace waystone::cli
