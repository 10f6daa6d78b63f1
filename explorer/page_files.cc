#include "explorer/page_files.h"

#ifdef WAYSTONE_HAS_EXPLORER
// As the linker names what it makes of the files.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" {
extern const char _binary_index_html_start[];
extern const char _binary_index_html_end[];
extern const char _binary_explorer_js_start[];
extern const char _binary_explorer_js_end[];
extern const char _binary_explorer_css_start[];
extern const char _binary_explorer_css_end[];
extern const char _binary_report_html_start[];
extern const char _binary_report_html_end[];
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
#endif

namespace waystone {

#ifdef WAYSTONE_HAS_EXPLORER

std::span<const PageFile> ExplorerFiles() {
  static const PageFile kFiles[] = {
      {"/", "text/html; charset=utf-8", {_binary_index_html_start, _binary_index_html_end}},
      {"/explorer.js",
       "text/javascript; charset=utf-8",
       {_binary_explorer_js_start, _binary_explorer_js_end}},
      {"/explorer.css", "text/css; charset=utf-8", {_binary_explorer_css_start, _binary_explorer_css_end}}};
  return kFiles;
}
std::string_view ReportPage() { return {_binary_report_html_start, _binary_report_html_end}; }

#else

std::span<const PageFile> ExplorerFiles() { return {}; }
std::string_view ReportPage() { return {}; }

#endif

}  // namespace waystone
