// A folder for files that nobody needs later.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace waystone {

// Made empty where the system keeps temporary files, and removed with all it holds. Moved from, it has none. One owner.
class TemporaryFolder {
 public:
  // Its name begins with `name`. Unavailable naming the place if it cannot be made.
  static absl::StatusOr<TemporaryFolder> Make(std::string_view name);
  TemporaryFolder() = default;  // none
  ~TemporaryFolder();
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  // Empty: none.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace waystone
