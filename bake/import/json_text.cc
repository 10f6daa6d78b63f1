#include "bake/import/json_text.h"

#include <algorithm>

#include "absl/status/status.h"
#include "bake/import/source_file.h"
#include "core/base/invalid_argument.h"
#include "core/base/json_depth.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

using Json = nlohmann::json;

}  // namespace

absl::StatusOr<Json> ParseJsonText(std::string_view text) {
  if (text.size() > kMaxJsonBytes) {
    return InvalidArgument("the JSON has ", text.size(), " bytes, above the limit of ", kMaxJsonBytes);
  }
  WS_RETURN_IF_ERROR(CheckJsonDepth(text));
  try {
    return Json::parse(text.begin(), text.end());
  } catch (const Json::parse_error& error) {
    return InvalidArgument("byte ", error.byte, " of the JSON is not JSON");
  } catch (const Json::exception& error) {
    return InvalidArgument("the JSON has a number out of range: ", Printable(error.what(), kShownTextBytes));
  }
}

absl::Status InvalidJson(std::string_view place, std::string_view rule) {
  return InvalidArgument(place, " ", rule);
}

absl::Status CheckJsonKeys(const Json& object, std::initializer_list<std::string_view> known,
                           const std::string& place) {
  if (!object.is_object()) return InvalidJson(place, "must be an object");
  for (const auto& item : object.items()) {
    if (std::ranges::find(known, item.key()) == known.end()) {
      return InvalidJson(place, StrCat("has an unknown key '", Printable(item.key()), "'"));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<const Json*> JsonListIn(const Json& object, const char* key, const std::string& place) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array()) return InvalidJson(StrCat(place, key), "must be a list");
  return &*found;
}

}  // namespace waystone
