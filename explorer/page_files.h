// The explorer's files as they were built into the program.
#pragma once

#include <span>
#include <string_view>

namespace waystone {

struct PageFile {
  std::string_view path;   // "/explorer.js"; the page itself is "/"
  std::string_view type;   // of its content
  std::string_view bytes;  // for as long as the program runs
};

// What the server serves; empty if the program was built without (WAYSTONE_EXPLORER).
std::span<const PageFile> ExplorerFiles();
// The page of `waystone report`, without its data; empty likewise.
std::string_view ReportPage();

}  // namespace waystone
