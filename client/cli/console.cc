#include "client/cli/console.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "core/base/byte_order_mark.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"

namespace waystone::cli {
namespace {

constexpr size_t kMaxFileBytes = 64U << 20;

}  // namespace

int Fail(const Console& console, const absl::Status& status) {
  const absl::string_view message = status.message();
  console.err << "waystone: " << Escaped({message.data(), message.size()}) << "\n";
  const bool is_usage = absl::IsInvalidArgument(status) || absl::IsNotFound(status) ||
                        absl::IsFailedPrecondition(status) || absl::IsUnimplemented(status) ||
                        absl::IsOutOfRange(status);
  return is_usage ? kExitUsage : kExitFailed;
}

absl::Status ReadTextFile(const std::string& path, std::string& text) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return absl::NotFoundError(StrCat(path, ": ", std::strerror(errno)));
  std::ostringstream contents;
  char buffer[1 << 16];
  size_t size = 0;
  while (file.read(buffer, sizeof(buffer)), file.gcount() > 0) {
    size += static_cast<size_t>(file.gcount());
    if (size > kMaxFileBytes) return absl::InvalidArgumentError(StrCat(path, ": larger than 64 MiB"));
    contents.write(buffer, file.gcount());
  }
  if (file.bad()) return absl::NotFoundError(StrCat(path, ": cannot be read"));
  text = WithoutByteOrderMark(contents.view());
  return absl::OkStatus();
}

absl::Status WriteTextFile(const std::string& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  if (!file) return absl::InternalError(StrCat(path, ": cannot be written: ", std::strerror(errno)));
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (!file) return absl::InternalError(StrCat(path, ": writing failed: ", std::strerror(errno)));
  return absl::OkStatus();
}

}  // namespace waystone::cli
