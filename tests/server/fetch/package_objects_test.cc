#include "server/fetch/package_objects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <sstream>
#include <string>

#include "core/digest/sha256.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

class PackageObjectsTest : public ::testing::Test {
 protected:
  TempFolder folder_;
  const std::string content_ = "a package";
  const std::string sha256_ = Sha256Hex(content_);
  std::ostringstream text_;
  const EventLog log_ = EventLog::ToStream(text_, spdlog::level::info);
  HttpClient nobody_{{.url = *SourceUrl::Parse("http://127.0.0.1:1"),
                      .ca_file = "",
                      .s3_region = "",
                      .credentials_file = ""}};
};

// As where all files or mappings that the process may have are in use.
TEST_F(PackageObjectsTest, AFileThatCannotBeOpenedNowIsNotCalledWrong) {
  WriteFile(folder_.File(sha256_), content_);
  const auto cache = ObjectCache::Open(folder_.path(), 1000);
  ASSERT_TRUE(cache.ok()) << cache.status();
  PackageObjects objects(nobody_, **cache, log_, {});
  PackageObject object{.sha256 = sha256_, .size_bytes = content_.size(), .name = "a.waymap", .meaning = "a"};
  bool may_open = false;
  object.check = [&may_open](const std::string& path) {
    return may_open ? absl::OkStatus() : absl::ResourceExhaustedError(path + ": not mapped");
  };
  const auto in_time = Deadline::After(std::chrono::seconds(30));
  const absl::Status status = objects.Hold(object, in_time, "").status();
  EXPECT_TRUE(absl::IsUnavailable(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("a.waymap: not mapped"));
  EXPECT_TRUE((*cache)->Has(sha256_));
  may_open = true;
  while (absl::IsUnavailable(objects.Hold(object, in_time, "").status()) && !in_time.Expired()) {
  }
  EXPECT_TRUE(objects.Hold(object, in_time, "").ok());
}

}  // namespace
}  // namespace waystone
