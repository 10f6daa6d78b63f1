#include "server/fetch/aws_credentials.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(AwsCredentials, AFileIsReadAsTheToolsOfAwsDo) {
  const TempFolder folder;
  const std::string path = folder.File("credentials");
  WriteFile(
      path,
      "# ours\n[other]\naws_access_key_id = wrong\naws_secret_access_key = wrong\n"
      "[default]\r\naws_access_key_id = AKID \r\naws_secret_access_key=a/b+c=\r\n# aws_session_token = no\n"
      "aws_session_token = tok==\n[third]\naws_access_key_id = wrong\n");
  const auto credentials = AwsCredentials::FromFile(path);
  ASSERT_TRUE(credentials.ok()) << credentials.status();
  EXPECT_EQ(credentials->access_key_id, "AKID");
  EXPECT_EQ(credentials->secret_access_key, "a/b+c=");
  EXPECT_EQ(credentials->session_token, "tok==");
}

TEST(AwsCredentials, AFileThatLacksOneIsRefusedWithoutShowingTheOther) {
  const TempFolder folder;
  const std::string path = folder.File("credentials");
  WriteFile(path, "[default]\naws_secret_access_key = hidden\n");
  const absl::Status status = AwsCredentials::FromFile(path).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("must have aws_access_key_id"));
  EXPECT_THAT(std::string(status.message()), Not(HasSubstr("hidden")));
  EXPECT_FALSE(AwsCredentials::FromFile(folder.File("none")).ok());
}

TEST(AwsCredentials, TheEnvironmentHasToHaveBoth) {
  ::unsetenv("AWS_ACCESS_KEY_ID");
  ::setenv("AWS_SECRET_ACCESS_KEY", "hidden", 1);
  EXPECT_THAT(std::string(AwsCredentials::FromEnvironment().status().message()), Not(HasSubstr("hidden")));
  EXPECT_FALSE(AwsCredentials::FromEnvironment().ok());
  ::setenv("AWS_ACCESS_KEY_ID", "AKID", 1);
  EXPECT_EQ(AwsCredentials::FromEnvironment()->access_key_id, "AKID");
  EXPECT_EQ(AwsCredentials::FromEnvironment()->session_token, "");
  ::unsetenv("AWS_ACCESS_KEY_ID");
  ::unsetenv("AWS_SECRET_ACCESS_KEY");
}

}  // namespace
}  // namespace waystone
