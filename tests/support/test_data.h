// Real maps for tests, kept outside the repository.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace waystone {

// The path of a file or folder of the test data: below $WAYSTONE_TEST_DATA where that is set, otherwise below
// ../shared/data beside the source tree. Empty where it does not exist: the test then calls GTEST_SKIP aloud.
std::optional<std::string> TestDataPath(std::string_view relative_path);

// The whole file; xz-compressed files (".xz") are decompressed. Aborts where it cannot be read.
std::string ReadTestFile(const std::string& path);

}  // namespace waystone

// Defines `variable` as the path, or skips the test saying what is missing.
#define WS_TEST_DATA_OR_SKIP(variable, relative_path)                                         \
  const std::optional<std::string> variable##_or = waystone::TestDataPath(relative_path);     \
  if (!variable##_or.has_value()) GTEST_SKIP() << "test data is not here: " << relative_path; \
  const std::string& variable = *variable##_or
