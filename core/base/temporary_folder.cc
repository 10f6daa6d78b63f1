#include "core/base/temporary_folder.h"

#include <stdlib.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/str_cat.h"

namespace waystone {

namespace fs = std::filesystem;

absl::StatusOr<TemporaryFolder> TemporaryFolder::Make(std::string_view name) {
  std::error_code error;
  const fs::path place = fs::temp_directory_path(error);
  if (error)
    return absl::UnavailableError(StrCat("there is no folder for temporary files: ", error.message()));
  std::string path = (place / StrCat(name, "-XXXXXX")).string();
  if (::mkdtemp(path.data()) == nullptr)
    return absl::UnavailableError(StrCat(Quoted(place.string()), ": no temporary folder can be made in it"));
  TemporaryFolder folder;
  folder.path_ = std::move(path);
  return folder;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}

TemporaryFolder& TemporaryFolder::operator=(TemporaryFolder&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

}  // namespace waystone
