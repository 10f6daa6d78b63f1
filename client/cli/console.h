// What the commands of `waystone` share: where they print, and how they end.
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace waystone::cli {

// How a command ends.
inline constexpr int kExitOk = 0;      // what was asked for is there
inline constexpr int kExitFailed = 1;  // no complete route, an illegal move, a broken package, no server ...
inline constexpr int kExitUsage = 2;   // flags or input that cannot be right

// Not owned. One command at a time.
struct Console {
  std::ostream& out;  // results
  std::ostream& err;  // messages
};

// Prints "waystone: MESSAGE" on one line and returns the exit code: usage for InvalidArgument, NotFound,
// FailedPrecondition, OutOfRange and Unimplemented (what was asked for is not there), failed for everything else.
int Fail(const Console& console, const absl::Status& status);

// The contents of a file. NotFound or InvalidArgument (over 64 MiB) naming the path.
absl::Status ReadTextFile(const std::string& path, std::string& text);
// Writes the whole file, or fails naming the path.
absl::Status WriteTextFile(const std::string& path, std::string_view text);

}  // namespace waystone::cli
