// With what requests to an object store are signed.
#pragma once

#include <string>

#include "absl/status/statusor.h"

namespace waystone {

// Never shown nor logged. Plain data.
struct AwsCredentials {
  std::string access_key_id;
  std::string secret_access_key;
  std::string session_token;  // empty: none

  // Of the environment: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN. FailedPrecondition naming what is missing.
  static absl::StatusOr<AwsCredentials> FromEnvironment();
  // Of the section [default] of a file as the tools of AWS have it: aws_access_key_id = ..., aws_secret_access_key,
  // aws_session_token. Errors name the file and never what stands in it.
  static absl::StatusOr<AwsCredentials> FromFile(const std::string& path);
};

}  // namespace waystone
