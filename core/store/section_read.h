// Reading sections that a package should have.
#pragma once

#include <span>

#include "absl/status/status.h"
#include "core/base/str_cat.h"
#include "core/package/package_reader.h"
#include "core/package/section_name.h"

namespace waystone {

// A section that must be there. If it is missing, the package is damaged: NotFound becomes DataLoss.
template <typename Record>
absl::Status ReadArray(const PackageReader& package, SectionType type, const SectionKey& key,
                       std::span<const Record>& out) {
  const absl::StatusOr<std::span<const Record>> records = package.Records<Record>(type, key);
  if (absl::IsNotFound(records.status())) {
    return absl::DataLossError(
        StrCat(records.status().message(), "; the section table is at offset ", sizeof(PackageHeader)));
  }
  if (records.ok()) out = *records;
  return records.status();
}

template <typename Record>
absl::Status ReadArray(const PackageReader& package, SectionType type, VariantIndex variant,
                       std::span<const Record>& out) {
  return ReadArray(package, type, SectionKey{.variant = variant}, out);
}

// A section that holds one record.
template <typename Record>
absl::Status ReadSingle(const PackageReader& package, SectionType type, const SectionKey& key, Record& out) {
  std::span<const Record> records;
  const absl::Status status = ReadArray(package, type, key, records);
  if (!status.ok()) return status;
  if (records.size() != 1) {
    return absl::DataLossError(StrCat(package.name(), ": ", DescribeSection(*package.Find(type, key)), ": ",
                                      records.size(), " records instead of 1"));
  }
  out = records.front();
  return absl::OkStatus();
}

}  // namespace waystone
