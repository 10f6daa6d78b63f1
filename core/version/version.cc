#include "core/version/version.h"

#include "core/base/str_cat.h"
#include "core/package/format.h"

namespace waystone {

// The build writes it (cmake/write_commit.cmake); empty if there is none.
extern const char* const kCommit;

std::string FullVersion() {
  const std::string_view commit = kCommit;
  return commit.empty() ? WAYSTONE_VERSION : StrCat(WAYSTONE_VERSION "+", commit);
}

std::string VersionLine(std::string_view program) {
  const std::string_view commit = kCommit;
  return StrCat(program, " " WAYSTONE_VERSION " (commit ", commit.empty() ? "unknown" : commit,
                ", package format ", kPackageFormatMajor, ".", kPackageFormatMinor, ")");
}

}  // namespace waystone
