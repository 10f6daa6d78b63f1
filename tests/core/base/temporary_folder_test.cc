#include "core/base/temporary_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

namespace waystone {
namespace {

TEST(TemporaryFolder, IsRemovedWithAllItHoldsByItsLastOwner) {
  std::string path;
  {
    absl::StatusOr<TemporaryFolder> made = TemporaryFolder::Make("waystone-trial");
    ASSERT_TRUE(made.ok());
    TemporaryFolder folder = *std::move(made);
    path = folder.path();
    EXPECT_NE(path.find("/waystone-trial-"), std::string::npos);
    std::ofstream(path + "/file") << "text";
    TemporaryFolder owner;
    owner = std::move(folder);
    EXPECT_TRUE(std::filesystem::exists(path + "/file"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(TemporaryFolder, NamesThePlaceWhereNoneCanBeMade) {
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("TMPDIR", "/proc", 1);
  const absl::Status status = TemporaryFolder::Make("waystone-trial").status();
  before == nullptr ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", kept.c_str(), 1);
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(status.message(), "\"/proc\": no temporary folder can be made in it");
}

}  // namespace
}  // namespace waystone
