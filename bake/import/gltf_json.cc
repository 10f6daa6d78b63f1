#include "bake/import/gltf_json.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "absl/status/status.h"
#include "bake/import/json_text.h"
#include "bake/import/source_file.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

using Json = nlohmann::json;

// Extensions that change how things look and not their positions.
constexpr auto kHarmlessPrefixes = std::to_array<std::string_view>(
    {"KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_", "EXT_lights_", "KHR_animation_",
     "KHR_xmp", "MSFT_texture_", "MSFT_packing_"});

enum class Kind { kIndex, kSize, kText, kIndices, kNumbers };

// A key that is copied, and what its value must be.
struct KeyRule {
  const char* key;
  Kind kind;
  size_t count = 0;  // of numbers
  bool required = false;
};

constexpr auto kBufferKeys =
    std::to_array<KeyRule>({{"uri", Kind::kText}, {"byteLength", Kind::kSize, 0, true}});
constexpr auto kViewKeys = std::to_array<KeyRule>({{"buffer", Kind::kIndex, 0, true},
                                                   {"byteOffset", Kind::kSize},
                                                   {"byteLength", Kind::kSize, 0, true},
                                                   {"byteStride", Kind::kSize}});
constexpr auto kAccessorKeys = std::to_array<KeyRule>({{"bufferView", Kind::kIndex},
                                                       {"byteOffset", Kind::kSize},
                                                       {"componentType", Kind::kSize, 0, true},
                                                       {"count", Kind::kSize, 0, true},
                                                       {"type", Kind::kText, 0, true}});
constexpr auto kNodeKeys = std::to_array<KeyRule>({{"mesh", Kind::kIndex},
                                                   {"children", Kind::kIndices},
                                                   {"matrix", Kind::kNumbers, 16},
                                                   {"translation", Kind::kNumbers, 3},
                                                   {"rotation", Kind::kNumbers, 4},
                                                   {"scale", Kind::kNumbers, 3},
                                                   {"name", Kind::kText}});
constexpr auto kSceneKeys = std::to_array<KeyRule>({{"nodes", Kind::kIndices}});
constexpr auto kMeshKeys = std::to_array<KeyRule>({{"name", Kind::kText}});
constexpr auto kPrimitiveKeys =
    std::to_array<KeyRule>({{"indices", Kind::kIndex}, {"material", Kind::kIndex}, {"mode", Kind::kIndex}});
constexpr auto kMaterialKeys = std::to_array<KeyRule>({{"name", Kind::kText}});

absl::Status Invalid(std::string_view place, std::string_view rule) {
  return InvalidArgument(place, " ", rule);
}

bool IsIndex(const Json& value) {
  return value.is_number_unsigned() && value.get<uint64_t>() <= std::numeric_limits<int32_t>::max();
}

absl::Status CheckKind(const Json& value, const KeyRule& rule, const std::string& place) {
  const auto all = [&](auto is_right) { return value.is_array() && std::ranges::all_of(value, is_right); };
  switch (rule.kind) {
    case Kind::kIndex:
      return IsIndex(value) ? absl::OkStatus() : Invalid(place, "must be an integer from 0 to 2147483647");
    case Kind::kSize:
      return value.is_number_unsigned() ? absl::OkStatus()
                                        : Invalid(place, "must be an integer of at least 0");
    case Kind::kText:
      return value.is_string() ? absl::OkStatus() : Invalid(place, "must be a string");
    case Kind::kIndices:
      return all(IsIndex) ? absl::OkStatus()
                          : Invalid(place, "must be a list of integers from 0 to 2147483647");
    case Kind::kNumbers:
      return all([](const Json& number) { return number.is_number(); }) && value.size() == rule.count
                 ? absl::OkStatus()
                 : Invalid(place, StrCat("must be a list of ", rule.count, " numbers"));
  }
  return absl::OkStatus();
}

// A copy of `object` with only the keys of the rules.
absl::StatusOr<Json> CopyKeys(const Json& object, std::span<const KeyRule> rules, const std::string& place) {
  if (!object.is_object()) return Invalid(place, "must be an object");
  Json copy = Json::object();
  for (const KeyRule& rule : rules) {
    const auto found = object.find(rule.key);
    if (found == object.end()) {
      if (rule.required) return Invalid(place, StrCat("has no ", rule.key));
      continue;
    }
    WS_RETURN_IF_ERROR(CheckKind(*found, rule, StrCat(place, ".", rule.key)));
    copy[rule.key] = *found;
  }
  return copy;
}

// The list `document[key]`, empty if it is missing.
absl::StatusOr<Json> ListOf(const Json& document, const char* key) {
  const auto found = document.find(key);
  if (found == document.end()) return Json::array();
  if (!found->is_array()) return Invalid(key, "must be a list");
  return *found;
}

absl::Status CopyList(const Json& document, const char* key, std::span<const KeyRule> rules, Json& copy) {
  WS_ASSIGN_OR_RETURN(const Json list, ListOf(document, key));
  copy[key] = Json::array();
  for (size_t i = 0; i < list.size(); ++i) {
    WS_ASSIGN_OR_RETURN(Json item, CopyKeys(list[i], rules, StrCat(key, "[", i, "]")));
    copy[key].push_back(std::move(item));
  }
  return absl::OkStatus();
}

absl::StatusOr<Json> CopyPrimitive(const Json& primitive, const std::string& place) {
  WS_ASSIGN_OR_RETURN(Json copy, CopyKeys(primitive, kPrimitiveKeys, place));
  const auto attributes = primitive.find("attributes");
  if (attributes == primitive.end() || !attributes->is_object()) {
    return Invalid(StrCat(place, ".attributes"), "must be an object");
  }
  const auto position = attributes->find("POSITION");
  if (position == attributes->end()) return Invalid(StrCat(place, ".attributes"), "has no POSITION");
  if (!IsIndex(*position)) {
    return Invalid(StrCat(place, ".attributes.POSITION"), "must be an integer from 0 to 2147483647");
  }
  copy["attributes"] = {{"POSITION", *position}};
  return copy;
}

absl::Status CopyMeshes(const Json& document, Json& copy) {
  WS_RETURN_IF_ERROR(CopyList(document, "meshes", kMeshKeys, copy));
  for (size_t i = 0; i < copy["meshes"].size(); ++i) {
    const Json& mesh = document["meshes"][i];
    const std::string place = StrCat("meshes[", i, "].primitives");
    const auto primitives = mesh.find("primitives");
    if (primitives == mesh.end() || !primitives->is_array()) return Invalid(place, "must be a list");
    Json list = Json::array();
    for (size_t k = 0; k < primitives->size(); ++k) {
      WS_ASSIGN_OR_RETURN(Json primitive, CopyPrimitive((*primitives)[k], StrCat(place, "[", k, "]")));
      list.push_back(std::move(primitive));
    }
    copy["meshes"][i]["primitives"] = std::move(list);
  }
  return absl::OkStatus();
}

absl::Status CopyAccessors(const Json& document, Json& copy) {
  WS_RETURN_IF_ERROR(CopyList(document, "accessors", kAccessorKeys, copy));
  for (size_t i = 0; i < copy["accessors"].size(); ++i) {
    if (document["accessors"][i].contains("sparse")) {
      return Invalid(StrCat("accessors[", i, "]"), "is sparse, which is not supported");
    }
  }
  return absl::OkStatus();
}

absl::Status CopyBuffers(const Json& document, Json& copy, GltfJson& result) {
  WS_RETURN_IF_ERROR(CopyList(document, "buffers", kBufferKeys, copy));
  for (Json& buffer : copy["buffers"]) {
    const std::string place = StrCat("buffers[", result.buffers.size(), "]");
    const auto size = buffer["byteLength"].get<uint64_t>();
    if (size == 0 || size > kMaxSourceBytes) {
      return Invalid(StrCat(place, ".byteLength"),
                     StrCat("is ", size, " and must be from 1 to ", kMaxSourceBytes));
    }
    result.buffers.push_back({buffer.value("uri", ""), size});
    buffer["uri"] = StrCat("buffer-", result.buffers.size() - 1);
  }
  return absl::OkStatus();
}

absl::Status CheckVersion(const Json& document) {
  const auto asset = document.find("asset");
  if (asset == document.end() || !asset->is_object()) return Invalid("asset", "must be an object");
  const auto version = asset->find("version");
  if (version == asset->end() || !version->is_string()) return Invalid("asset.version", "must be a string");
  if (version->get<std::string>().starts_with("2.")) return absl::OkStatus();
  return Invalid("asset.version",
                 StrCat("is '", Printable(version->get<std::string>()), "': only glTF 2 is read"));
}

bool IsHarmless(const std::string& extension) {
  return std::ranges::any_of(kHarmlessPrefixes,
                             [&](std::string_view prefix) { return extension.starts_with(prefix); });
}

absl::Status CheckExtensions(const Json& document, GltfJson& result) {
  for (const char* key : {"extensionsRequired", "extensionsUsed"}) {
    WS_ASSIGN_OR_RETURN(const Json list, ListOf(document, key));
    for (const Json& extension : list) {
      if (!extension.is_string()) return Invalid(key, "must be a list of strings");
      const auto name = extension.get<std::string>();
      if (IsHarmless(name)) continue;
      if (std::string_view(key) == "extensionsUsed") {
        result.unread_extensions.push_back(name);
      } else {
        return Invalid(key, StrCat("names '", Printable(name), "', which is not supported"));
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<GltfJson> CheckGltfJson(std::string_view text) {
  WS_ASSIGN_OR_RETURN(const Json document, ParseJsonText(text));
  if (!document.is_object()) return Invalid("the JSON", "must be an object");
  WS_RETURN_IF_ERROR(CheckVersion(document));
  GltfJson result;
  WS_RETURN_IF_ERROR(CheckExtensions(document, result));
  Json copy = {{"asset", {{"version", "2.0"}}}};
  WS_RETURN_IF_ERROR(CopyBuffers(document, copy, result));
  WS_RETURN_IF_ERROR(CopyList(document, "bufferViews", kViewKeys, copy));
  WS_RETURN_IF_ERROR(CopyAccessors(document, copy));
  WS_RETURN_IF_ERROR(CopyMeshes(document, copy));
  WS_RETURN_IF_ERROR(CopyList(document, "nodes", kNodeKeys, copy));
  WS_RETURN_IF_ERROR(CopyList(document, "scenes", kSceneKeys, copy));
  WS_RETURN_IF_ERROR(CopyList(document, "materials", kMaterialKeys, copy));
  if (const auto scene = document.find("scene"); scene != document.end()) {
    if (!IsIndex(*scene)) return Invalid("scene", "must be an integer from 0 to 2147483647");
    copy["scene"] = *scene;
  }
  result.text = copy.dump();
  return result;
}

}  // namespace waystone
