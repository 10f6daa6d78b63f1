// Numbers for names, in order of appearance.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace waystone {

// Number 0 is "". One thread.
class NameTable {
 public:
  NameTable() : names_{""} { numbers_[""] = 0; }

  // O(log names).
  uint32_t NumberOf(std::string_view name) {
    const auto found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    const auto number = static_cast<uint32_t>(names_.size());
    names_.emplace_back(name);
    numbers_.emplace(name, number);
    return number;
  }

  // By number. Ends the table's use.
  std::vector<std::string> TakeNames() { return std::move(names_); }

 private:
  std::vector<std::string> names_;
  std::map<std::string, uint32_t, std::less<>> numbers_;
};

}  // namespace waystone
