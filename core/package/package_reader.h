// Reads a package in place, trusting none of its bytes.
//
//   WS_ASSIGN_OR_RETURN(auto reader, PackageReader::OpenFile("maps/town.waymap"));
//   WS_ASSIGN_OR_RETURN(auto polys, reader->Records<NavPoly>(SectionType::kNavmeshPolys, {.variant = 1}));
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/status_macros.h"
#include "core/package/format.h"
#include "core/package/package_bytes.h"
#include "core/package/package_layout.h"

namespace waystone {

// Identifies one section of a type.
struct SectionKey {
  VariantIndex variant = 0;
  RegionIndex region = 0;
};

// A read-only package, mapped or in memory. Opening checks header, table, bounds and the checksum list; a
// section's own checksums and the zeros after it are checked on first use. Const methods may be called from
// any thread. Spans live as long as the reader. Damage is DataLoss and names the package, the section, its
// offset and the rule broken; an intact package that needs a newer reader is Unimplemented.
class PackageReader {
 public:
  // Maps the file. NotFound if it does not exist.
  static absl::StatusOr<std::unique_ptr<PackageReader>> OpenFile(const std::string& path);
  // Copies the bytes. `name` stands for the path in messages.
  static absl::StatusOr<std::unique_ptr<PackageReader>> FromBytes(std::span<const std::byte> bytes,
                                                                  std::string name);

  PackageReader(const PackageReader&) = delete;
  PackageReader& operator=(const PackageReader&) = delete;

  // The path, or FromBytes' name.
  const std::string& name() const { return name_; }
  const PackageHeader& header() const { return *layout_.header; }
  // Sorted by (variant, region, type); includes unknown ones.
  std::span<const SectionEntry> sections() const { return layout_.table; }
  // Hex of the content hash: the package's generation.
  std::string Generation() const;

  // Null if the package has no such section. O(log sections).
  const SectionEntry* Find(SectionType type, const SectionKey& key = {}) const;

  // The section's bytes, after its checksums are verified. NotFound if there is no such section. O(size) the
  // first time, then O(log sections).
  absl::StatusOr<std::span<const std::byte>> Bytes(SectionType type, const SectionKey& key = {}) const;

  // The same as records. DataLoss if the stored record size is not the expected one, Unimplemented if the
  // version is not.
  template <typename Record>
  absl::StatusOr<std::span<const Record>> Records(SectionType type, const SectionKey& key = {},
                                                  uint16_t version = 1) const {
    static_assert(std::is_trivially_copyable_v<Record> && alignof(Record) <= kPackageAlignment);
    WS_RETURN_IF_ERROR(CheckRecordLayout(type, key, sizeof(Record), version));
    WS_ASSIGN_OR_RETURN(const std::span<const std::byte> bytes, Bytes(type, key));
    return std::span<const Record>(reinterpret_cast<const Record*>(bytes.data()),
                                   bytes.size() / sizeof(Record));
  }

  // Returns the memory of these bytes, or of all, to the system: spans stay valid, and bytes in use are read
  // again from the file. Does nothing if the package is not mapped.
  void Forget(uint64_t offset, uint64_t size_bytes) const { bytes_.Forget(offset, size_bytes); }
  void ForgetAll() const { Forget(0, bytes_.span().size()); }

  // Checks every section, known or not, and the content hash now. Returns the first damage, in file order.
  absl::Status VerifyAll() const;
  // The same, but continues: returns every damaged block, padding and hash, up to `limit` of them.
  std::vector<absl::Status> FindDamage(size_t limit) const;

 private:
  PackageReader(std::string name, PackageBytes bytes, const PackageLayout& layout);
  static absl::StatusOr<std::unique_ptr<PackageReader>> Open(std::string name, PackageBytes bytes);

  absl::Status CheckRecordLayout(SectionType type, const SectionKey& key, size_t record_size,
                                 uint16_t version) const;
  absl::Status SectionNotFound(SectionType type, const SectionKey& key) const;
  // Appends up to `limit` damages of one section.
  void CheckSection(const SectionEntry& entry, size_t limit, std::vector<absl::Status>& damages) const;
  bool ContentHashMatches() const;

  std::string name_;
  PackageBytes bytes_;
  PackageLayout layout_;
  // Per section: 1 once its checksums are verified. Two threads may both check a section, with the same
  // result.
  mutable std::vector<std::atomic<uint8_t>> section_checked_;
};

}  // namespace waystone
