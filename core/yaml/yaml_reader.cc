#include "core/yaml/yaml_reader.h"

#include <algorithm>
#include <set>

#include "core/base/invalid_argument.h"

namespace waystone {

absl::Status YamlReader::ReadRoot(const std::string& text,
                                  const std::function<absl::Status(const YAML::Node& root)>& read) const {
  constexpr size_t kAlways = 64 << 10;
  constexpr size_t kTimesFile = 4;
  left_ = std::max(kAlways, kTimesFile * text.size());
  try {
    return read(YAML::Load(text));
  } catch (const YAML::Exception& error) {
    return Invalid(error.mark, StrCat("not YAML: ", Printable(error.msg, kShownTextBytes)));
  }
}

absl::Status YamlReader::Invalid(const YAML::Mark& mark, std::string_view rule) const {
  return InvalidArgument(Place(mark), ": ", rule);
}

absl::Status YamlReader::Invalid(const YAML::Node& value, const std::string& key,
                                 std::string_view rule) const {
  return Invalid(value.Mark(), key == kWholeFile ? StrCat(kWholeFile, " ", rule)
                                                 : StrCat("key '", Printable(key), "' ", rule));
}

absl::Status YamlReader::Count(const YAML::Node& value) const {
  return Count(value, value.IsScalar() ? value.Scalar().size() : 0);
}

absl::Status YamlReader::Count(const YAML::Node& value, size_t bytes) const {
  if (bytes >= left_) {
    return Invalid(value, kWholeFile,
                   "is too large with its aliases (*) written out: over four times its size");
  }
  left_ -= bytes + 1;
  return absl::OkStatus();
}

absl::Status YamlReader::Needs(const YAML::Node& map, const std::string& key,
                               std::initializer_list<const char*> required) const {
  for (const char* name : required) {
    if (map[name].IsDefined()) continue;
    return Invalid(map.Mark(), StrCat("the key '", name, "' is missing",
                                      key == kWholeFile ? "" : StrCat(" under '", Printable(key), "'")));
  }
  return absl::OkStatus();
}

std::string YamlReader::NamesOf(const Readers& readers) {
  std::string names;
  for (const auto& [name, reader] : readers) StrAppend(names, names.empty() ? "" : ", ", name);
  return names;
}

absl::Status YamlReader::ReadMap(const YAML::Node& map, const std::string& key_of_map,
                                 const Readers& readers) const {
  if (!map.IsMap()) return Invalid(map, key_of_map, "must be a map of keys");
  std::set<std::string> seen;
  for (const auto& entry : map) {
    if (!entry.first.IsScalar()) return Invalid(entry.first.Mark(), "a key must be a word");
    WS_RETURN_IF_ERROR(Count(entry.first));
    WS_RETURN_IF_ERROR(Count(entry.second));
    const std::string key = entry.first.Scalar();
    const auto reader = readers.find(key);
    if (reader == readers.end()) {
      return Invalid(entry.first, key, StrCat("is not known here; known are ", NamesOf(readers)));
    }
    if (!seen.insert(key).second) return Invalid(entry.first, key, "is there twice");
    WS_RETURN_IF_ERROR(reader->second(entry.second, key));
  }
  return absl::OkStatus();
}

absl::Status YamlReader::ReadText(const YAML::Node& value, const std::string& key, std::string& text) const {
  if (!value.IsScalar()) return Invalid(value, key, "must be one word or text");
  text = value.Scalar();
  return absl::OkStatus();
}

absl::Status YamlReader::ReadTexts(const YAML::Node& value, const std::string& key,
                                   std::vector<std::string>& texts) const {
  return ReadList(value, key, &YamlReader::ReadText, texts);
}

absl::Status YamlReader::ReadNumber(const YAML::Node& value, const std::string& key, double& number) const {
  if (!value.IsScalar() || !YAML::convert<double>::decode(value, number)) {
    return Invalid(value, key, "must be a number");
  }
  return absl::OkStatus();
}

absl::Status YamlReader::ReadCount(const YAML::Node& value, const std::string& key, uint32_t& count) const {
  double number = 0;
  WS_RETURN_IF_ERROR(ReadNumber(value, key, number));
  if (!(number >= 0 && number <= 1e9) || number != static_cast<uint32_t>(number)) {
    return Invalid(value, key, "must be a whole number from 0 to 1e9");
  }
  count = static_cast<uint32_t>(number);
  return absl::OkStatus();
}

absl::Status YamlReader::ReadSwitch(const YAML::Node& value, const std::string& key, bool& on) const {
  if (!value.IsScalar() || !YAML::convert<bool>::decode(value, on)) {
    return Invalid(value, key, "must be true or false");
  }
  return absl::OkStatus();
}

absl::Status YamlReader::ReadPoint(const YAML::Node& value, const std::string& key, Vec3& point) const {
  if (!value.IsSequence() || value.size() != 3) return Invalid(value, key, "must be points [x, y, z]");
  double* const coordinates[] = {&point.x, &point.y, &point.z};
  for (size_t i = 0; i < 3; ++i) WS_RETURN_IF_ERROR(ReadNumber(value[i], key, *coordinates[i]));
  return absl::OkStatus();
}

}  // namespace waystone
