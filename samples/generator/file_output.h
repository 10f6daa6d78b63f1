// Writes the files of a sample world.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace waystone::samples {

// Makes the folder (and its parents) if missing. Internal or PermissionDenied naming it otherwise.
absl::Status MakeFolder(const std::string& path);

// Replaces the file at `path` by `bytes`. Internal naming the path if it cannot be written.
absl::Status WriteFile(const std::string& path, std::string_view bytes);

// A number of millimetres as metres with three decimals: 1500 -> "1.500".
std::string MetresText(int64_t mm);

}  // namespace waystone::samples
