// Writes, reads, counts and lists all sections of a part (core/store/section_table.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "core/base/str_cat.h"
#include "core/package/package_reader.h"
#include "core/package/package_writer.h"
#include "core/store/section_read.h"
#include "core/store/section_table.h"

namespace waystone {

// Calls use(type, records) with every section that the part holds.
template <typename Part, typename Use>
void ForEachSection(const Part& part, const Use& use) {
  const auto use_field = [&](SectionType type, const auto& field) {
    if constexpr (requires { field.data(); }) {
      use(type, std::span(field));
    } else {
      use(type, std::span(&field, 1));
    }
  };
  const auto has = [](SectionType /*type*/, const auto& field) {
    if constexpr (requires { field.has_value(); }) {
      return field.has_value();
    } else {
      return !field.empty();
    }
  };
  VisitSections(part, use_field, has);
}

// The part must live until the writer has finished.
template <typename Part>
void AddSections(const Part& part, const SectionPlace& place, PackageWriter& writer) {
  ForEachSection(part, [&](SectionType type, auto records) { writer.AddRecords(type, place, records); });
}

// [bytes] Of the sections that the part becomes.
template <typename Part>
uint64_t SectionBytes(const Part& part) {
  uint64_t bytes = 0;
  ForEachSection(part, [&](SectionType /*type*/, auto records) { bytes += records.size_bytes(); });
  return bytes;
}

// The inverse of AddSections: spans that live as long as the package. The first error: DataLoss if a section
// is missing or damaged; otherwise as PackageReader::Records.
template <typename Arrays>
absl::Status ReadSections(const PackageReader& package, const SectionKey& key, Arrays& arrays) {
  absl::Status status;
  const auto read = [&](SectionType type, auto& field) {
    if (!status.ok()) return;
    if constexpr (requires { field.data(); }) {
      status = ReadArray(package, type, key, field);
    } else {
      status = ReadSingle(package, type, key, field);
    }
  };
  const auto has = [&](SectionType type, auto& field) {
    const bool is_there = package.Find(type, key) != nullptr;
    if constexpr (requires { field.emplace(); }) {
      if (is_there) field.emplace();
    }
    return is_there;
  };
  VisitSections(arrays, read, has);
  return status;
}

// The types of all sections that a part may have, optional ones among them.
template <typename Arrays>
std::vector<SectionType> SectionTypesOf() {
  Arrays arrays;
  std::vector<SectionType> types;
  const auto add = [&](SectionType type, const auto& /*field*/) { types.push_back(type); };
  const auto has = [](SectionType /*type*/, auto& field) {
    if constexpr (requires { field.emplace(); }) field.emplace();
    return true;
  };
  VisitSections(arrays, add, has);
  return types;
}

// "; its sections are at offsets 4096-9215": where the part lies, for messages about its content.
template <typename Arrays>
std::string OffsetsOf(const PackageReader& package, const SectionKey& key) {
  uint64_t begin = std::numeric_limits<uint64_t>::max();
  uint64_t end = 0;
  for (const SectionType type : SectionTypesOf<Arrays>()) {
    const SectionEntry* entry = package.Find(type, key);
    if (entry == nullptr || entry->size_bytes == 0) continue;
    begin = std::min<uint64_t>(begin, entry->offset);
    end = std::max<uint64_t>(end, entry->offset + entry->size_bytes);
  }
  return begin < end ? StrCat("; its sections are at offsets ", begin, "-", end - 1) : "";
}

}  // namespace waystone
