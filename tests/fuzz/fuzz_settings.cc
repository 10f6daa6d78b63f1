// Settings of a map: 'l' and a table of links, or a YAML file. What is refused has a message of one line.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bake/config/config_file.h"
#include "bake/config/link_file.h"
#include "core/base/check.h"

namespace waystone {
namespace {

void CheckMessage(const absl::Status& status) {
  if (status.ok()) return;
  WS_CHECK(!status.message().empty() && status.message().find('\n') == std::string_view::npos);
}

}  // namespace
}  // namespace waystone

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace waystone;  // NOLINT(google-build-using-namespace): outside of any header
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.starts_with('l')) {
    CheckMessage(ParseLinkCsv(text.substr(1), "links.csv").status());
  } else {
    CheckMessage(ParseConfig(text, "settings.yaml").status());
  }
  return 0;
}
