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
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/status_macros.h"
#include "core/package/format.h"

namespace waystone {

// What identifies one section.
struct SectionKey {
  VariantIndex variant = 0;
  RegionIndex region = 0;
};

// A read-only package, mapped or in memory. Opening checks header, table and bounds; a section's block
// checksums are checked when it is first asked for. Const methods may be called from any thread. Spans live
// as long as the reader. Errors are DataLoss and name the section, its offset and the rule broken.
class PackageReader {
 public:
  // Maps the file. NotFound where it does not exist; DataLoss where it is not a whole package.
  static absl::StatusOr<std::unique_ptr<PackageReader>> OpenFile(const std::string& path);
  // Takes the bytes over. `name` stands for the path in messages.
  static absl::StatusOr<std::unique_ptr<PackageReader>> FromBytes(std::vector<std::byte> bytes,
                                                                  std::string name);

  ~PackageReader();
  PackageReader(const PackageReader&) = delete;
  PackageReader& operator=(const PackageReader&) = delete;

  const std::string& name() const { return name_; }
  const PackageHeader& header() const;
  std::span<const SectionEntry> sections() const;
  // Hex of the content hash: the package's generation.
  std::string Generation() const;

  // Null where the package has no such section.
  const SectionEntry* Find(SectionType type, const SectionKey& key = {}) const;

  // The section's bytes after its checksums held. NotFound where there is no such section.
  absl::StatusOr<std::span<const std::byte>> Bytes(SectionType type, const SectionKey& key = {}) const;

  // The same as records. DataLoss where the stored record size or version is not the expected one.
  template <typename Record>
  absl::StatusOr<std::span<const Record>> Records(SectionType type, const SectionKey& key = {},
                                                  uint16_t version = 1) const {
    static_assert(std::is_trivially_copyable_v<Record> && alignof(Record) <= kPackageAlignment);
    WS_RETURN_IF_ERROR(CheckRecordLayout(type, key, sizeof(Record), version));
    WS_ASSIGN_OR_RETURN(const std::span<const std::byte> bytes, Bytes(type, key));
    return std::span<const Record>(reinterpret_cast<const Record*>(bytes.data()),
                                   bytes.size() / sizeof(Record));
  }

  // Checks every block and every gap now.
  absl::Status VerifyAll() const;

 private:
  PackageReader() = default;
  absl::Status CheckRecordLayout(SectionType type, const SectionKey& key, size_t record_size,
                                 uint16_t version) const;

  std::string name_;
  std::vector<std::byte> owned_;      // FromBytes
  std::span<const std::byte> bytes_;  // the whole file
  bool mapped_ = false;
  mutable std::vector<std::atomic<uint8_t>> block_checked_;  // 1 = the block's checksum held
};

}  // namespace waystone
