// Reads YAML into plain structs, with an error for everything that does not fit.
#pragma once

#include <yaml-cpp/yaml.h>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/geom/vec.h"
#include "core/map/printable.h"

namespace waystone {

// The base of a reader of one file. Every reader function takes a value and the key that holds it, and
// answers InvalidArgument "NAME:LINE: key 'KEY' RULE" where they do not fit. The key of the file's own map is
// kWholeFile, and the message then "NAME:LINE: the file RULE".
class YamlReader {
 protected:
  using Reader = std::function<absl::Status(const YAML::Node& value, const std::string& key)>;
  using Readers = std::map<std::string, Reader>;
  template <typename Class, typename Item>
  using ItemReader = absl::Status (Class::*)(const YAML::Node&, const std::string&, Item&) const;

  static constexpr char kWholeFile[] = "the file";
  static constexpr size_t kMaxListItems = 100'000;

  explicit YamlReader(std::string_view name) : name_(PrintablePath(name)) {}

  // Calls `read` with the file's root. What is not YAML is an error with its place. With aliases written out, items and
  // bytes of text, all that is read of a file may be 64 Ki or four times its size: a short file of many aliases could fill the
  // memory.
  absl::Status ReadRoot(const std::string& text,
                        const std::function<absl::Status(const YAML::Node& root)>& read) const;

  std::string Place(const YAML::Mark& mark) const { return StrCat(name_, ":", mark.line + 1); }
  absl::Status Invalid(const YAML::Mark& mark, std::string_view rule) const;
  absl::Status Invalid(const YAML::Node& value, const std::string& key, std::string_view rule) const;

  // Counts a value that is read, or a text that is made of it. An error if that is too much for the file's size.
  absl::Status Count(const YAML::Node& value) const;
  absl::Status Count(const YAML::Node& value, size_t bytes) const;

  // Calls the reader of each key of a map. Unknown and doubled keys are errors.
  absl::Status ReadMap(const YAML::Node& map, const std::string& key_of_map, const Readers& readers) const;
  // An error "the key 'NAME' is missing" for the first of the keys that the map lacks.
  absl::Status Needs(const YAML::Node& map, const std::string& key,
                     std::initializer_list<const char*> required) const;
  absl::Status ReadText(const YAML::Node& value, const std::string& key, std::string& text) const;
  absl::Status ReadTexts(const YAML::Node& value, const std::string& key,
                         std::vector<std::string>& texts) const;
  absl::Status ReadNumber(const YAML::Node& value, const std::string& key, double& number) const;
  absl::Status ReadCount(const YAML::Node& value, const std::string& key, uint32_t& count) const;
  absl::Status ReadSwitch(const YAML::Node& value, const std::string& key, bool& on) const;
  absl::Status ReadPoint(const YAML::Node& value, const std::string& key, Vec3& point) const;

  template <typename Class, typename Item>
  absl::Status ReadList(const YAML::Node& value, const std::string& key, ItemReader<Class, Item> read,
                        std::vector<Item>& items) const {
    if (!value.IsSequence()) return Invalid(value, key, "must be a list");
    if (value.size() > kMaxListItems) {
      return Invalid(value, key, StrCat("has more than ", kMaxListItems, " items"));
    }
    items.clear();
    const auto& reader = static_cast<const Class&>(*this);
    for (const YAML::Node& item : value) {
      WS_RETURN_IF_ERROR(Count(item));
      WS_RETURN_IF_ERROR((reader.*read)(item, key, items.emplace_back()));
    }
    return absl::OkStatus();
  }

  // Readers that fill `target`, which must outlive them.
  template <typename Class, typename Target>
  Reader To(ItemReader<Class, Target> read, Target& target) const {
    return [this, read, &target](const YAML::Node& value, const std::string& key) {
      return (static_cast<const Class&>(*this).*read)(value, key, target);
    };
  }
  // One of the words.
  template <typename Value>
  Reader ToWord(const char* rule, std::map<std::string, Value> words, Value& target) const {
    return [this, rule, words = std::move(words), &target](const YAML::Node& value, const std::string& key) {
      const auto known = value.IsScalar() ? words.find(value.Scalar()) : words.end();
      if (known == words.end()) return Invalid(value, key, rule);
      target = known->second;
      return absl::OkStatus();
    };
  }
  template <typename Class, typename Item>
  Reader ToList(ItemReader<Class, Item> read, std::vector<Item>& items) const {
    return [this, read, &items](const YAML::Node& value, const std::string& key) {
      return ReadList(value, key, read, items);
    };
  }

  // A map whose keys and values may be any that the readers take.
  template <typename KeyClass, typename Key, typename ItemClass, typename Item, typename Less>
  Reader ToNamed(const char* what, ItemReader<KeyClass, Key> read_key, ItemReader<ItemClass, Item> read_item,
                 std::map<Key, Item, Less>& items) const {
    return [=, this, &items](const YAML::Node& value, const std::string& key) -> absl::Status {
      if (!value.IsMap()) return Invalid(value, key, StrCat("must be a map of ", what));
      items.clear();
      for (const auto& entry : value) {
        WS_RETURN_IF_ERROR(Count(entry.first));
        WS_RETURN_IF_ERROR(Count(entry.second));
        Key name{};
        WS_RETURN_IF_ERROR((static_cast<const KeyClass&>(*this).*read_key)(entry.first, key, name));
        const std::string& text = entry.first.Scalar();
        const auto [place, is_new] = items.try_emplace(name);
        if (!is_new) return Invalid(entry.first, text, "is there twice");
        WS_RETURN_IF_ERROR(
            (static_cast<const ItemClass&>(*this).*read_item)(entry.second, text, place->second));
      }
      return absl::OkStatus();
    };
  }

 private:
  static std::string NamesOf(const Readers& readers);

  std::string name_;
  mutable size_t left_ = SIZE_MAX;  // items and bytes of text that may be read yet
};

}  // namespace waystone
