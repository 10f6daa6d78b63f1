#include "server/fetch/aws_credentials.h"

#include <cstdlib>
#include <string>
#include <string_view>

#include "absl/strings/ascii.h"
#include "core/base/small_file.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr size_t kMaxFileBytes = 64 << 10;

std::string Variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

absl::StatusOr<AwsCredentials> AwsCredentials::FromEnvironment() {
  AwsCredentials credentials{.access_key_id = Variable("AWS_ACCESS_KEY_ID"),
                             .secret_access_key = Variable("AWS_SECRET_ACCESS_KEY"),
                             .session_token = Variable("AWS_SESSION_TOKEN")};
  if (credentials.access_key_id.empty() || credentials.secret_access_key.empty())
    return absl::FailedPreconditionError(
        "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set, or --s3-credentials given, to sign "
        "requests");
  return credentials;
}

absl::StatusOr<AwsCredentials> AwsCredentials::FromFile(const std::string& path) {
  WS_ASSIGN_OR_RETURN(const std::string text, ReadSmallFile(path, kMaxFileBytes));
  AwsCredentials credentials;
  bool is_default = false;
  for (std::string_view rest = text; !rest.empty();) {
    const size_t end = rest.find('\n');
    std::string line(rest.substr(0, end));
    absl::StripAsciiWhitespace(&line);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (line.starts_with('[')) is_default = line == "[default]";
    const size_t equals = line.find('=');
    if (!is_default || line.starts_with('#') || equals == std::string_view::npos) continue;
    std::string name = line.substr(0, equals);
    std::string value = line.substr(equals + 1);
    absl::StripAsciiWhitespace(&name);
    absl::StripAsciiWhitespace(&value);
    if (name == "aws_access_key_id") credentials.access_key_id = value;
    if (name == "aws_secret_access_key") credentials.secret_access_key = value;
    if (name == "aws_session_token") credentials.session_token = value;
  }
  if (credentials.access_key_id.empty() || credentials.secret_access_key.empty())
    return absl::FailedPreconditionError(
        StrCat(path, ": must have aws_access_key_id and aws_secret_access_key in its section [default]"));
  return credentials;
}

}  // namespace waystone
