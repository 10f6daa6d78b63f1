#include "bench/volume/volume_suite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace waystone {
namespace {

using testing::HasSubstr;

// A folder of its own with a map of one wall with a hole in it.
class VolumeSuiteTest : public testing::Test {
 protected:
  VolumeSuiteTest() : folder_(testing::TempDir() + "volume_suite_test") {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    std::ofstream map(folder_ + "/wall.3dmap");
    map << "voxel 5 3 3\n";
    for (int y = 0; y < 3; ++y) {
      for (int z = 0; z < 3; ++z) {
        if (y != 1 || z != 1) map << "2 " << y << ' ' << z << '\n';
      }
    }
  }
  ~VolumeSuiteTest() override { std::filesystem::remove_all(folder_); }

  void WriteScenario(const std::string& queries) {
    std::ofstream(folder_ + "/wall.3dscen") << "version 1\nwall.3dmap\n" << queries;
  }
  absl::Status Run() {
    testing::internal::CaptureStdout();
    const absl::Status status = RunVolumeSuite({.data_path = folder_}, BenchLines(true));
    printed_ = testing::internal::GetCapturedStdout();
    return status;
  }

  std::string folder_;
  std::string printed_;
};

TEST_F(VolumeSuiteTest, CountsTheLengthsThatAreTheScenarios) {
  WriteScenario("0 1 1 4 1 1 4.00000000 1\n0 0 1 4 0 1 4.82842712 1\n0 0 0 4 0 0 4.5 1\n");
  const absl::Status status = Run();
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_THAT(printed_, HasSubstr(R"("map":"wall","queries":3,"exact":2,)"));
  EXPECT_THAT(printed_, HasSubstr(R"("border_voxels":37,)"));
  EXPECT_THAT(printed_, HasSubstr(R"("astar_queries":3,"astar_exact":2,)"));
}

TEST_F(VolumeSuiteTest, NamesWhatCannotBeRead) {
  EXPECT_TRUE(absl::IsNotFound(Run()));
  WriteScenario("0 1 1 2 0 0 2 1\n");
  EXPECT_THAT(std::string(Run().message()), HasSubstr("wall.3dscen\": line 3: an end is blocked"));
  WriteScenario("0 1 1 4 1\n");
  EXPECT_THAT(std::string(Run().message()), HasSubstr("line 3: must be start, goal and length"));
  std::ofstream(folder_ + "/wall.3dmap") << "voxel 1\n";
  EXPECT_THAT(std::string(Run().message()), HasSubstr("wall.3dmap\": line 1: must be voxel"));
}

}  // namespace
}  // namespace waystone
