#include "core/package/package_reader.h"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>

#include "core/base/crc32c.h"
#include "core/base/hash128.h"
#include "core/base/str_cat.h"
#include "core/package/section_name.h"

namespace waystone {

PackageReader::PackageReader(std::string name, PackageBytes bytes, const PackageLayout& layout)
    : name_(std::move(name)),
      bytes_(std::move(bytes)),
      layout_(layout),
      section_checked_(layout.table.size()) {}

absl::StatusOr<std::unique_ptr<PackageReader>> PackageReader::Open(std::string name, PackageBytes bytes) {
  const absl::StatusOr<PackageLayout> layout = CheckPackageLayout(bytes.span());
  if (!layout.ok()) {
    return absl::Status(layout.status().code(), StrCat(name, ": ", layout.status().message()));
  }
  // Moving PackageBytes moves the owner, not the bytes: the layout's views stay valid.
  return std::unique_ptr<PackageReader>(new PackageReader(std::move(name), std::move(bytes), *layout));
}

absl::StatusOr<std::unique_ptr<PackageReader>> PackageReader::OpenFile(const std::string& path) {
  WS_ASSIGN_OR_RETURN(PackageBytes bytes, PackageBytes::Map(path));
  return Open(path, std::move(bytes));
}

absl::StatusOr<std::unique_ptr<PackageReader>> PackageReader::FromBytes(std::span<const std::byte> bytes,
                                                                        std::string name) {
  return Open(std::move(name), PackageBytes::Copy(bytes));
}

std::string PackageReader::Generation() const {
  Hash128 hash;
  std::memcpy(hash.data(), header().content_hash, hash.size());
  return ToHex(hash);
}

const SectionEntry* PackageReader::Find(SectionType type, const SectionKey& key) const {
  const auto wanted = std::tuple(key.variant, key.region, type);
  const auto key_of = [](const SectionEntry& e) { return std::tuple(e.variant, e.region, e.type); };
  const auto found = std::lower_bound(sections().begin(), sections().end(), wanted,
                                      [&](const SectionEntry& e, const auto& k) { return key_of(e) < k; });
  return found != sections().end() && key_of(*found) == wanted ? &*found : nullptr;
}

absl::StatusOr<std::span<const std::byte>> PackageReader::Bytes(SectionType type,
                                                                const SectionKey& key) const {
  const SectionEntry* entry = Find(type, key);
  if (entry == nullptr) return SectionNotFound(type, key);
  std::atomic<uint8_t>& checked = section_checked_[static_cast<size_t>(entry - sections().data())];
  if (checked.load(std::memory_order_acquire) == 0) {
    std::vector<absl::Status> damages;
    CheckSection(*entry, 1, damages);
    if (!damages.empty()) return damages.front();
    checked.store(1, std::memory_order_release);
  }
  return bytes_.span().subspan(entry->offset, entry->size_bytes);
}

absl::Status PackageReader::CheckRecordLayout(SectionType type, const SectionKey& key, size_t record_size,
                                              uint16_t version) const {
  const SectionEntry* entry = Find(type, key);
  if (entry == nullptr) return SectionNotFound(type, key);
  if (entry->version != version) {
    return absl::UnimplementedError(StrCat(name_, ": ", DescribeSection(*entry), ": its version is ",
                                           entry->version, ", this build reads ", version));
  }
  if (entry->record_size_bytes != record_size) {
    return absl::DataLossError(StrCat(name_, ": ", DescribeSection(*entry), ": a record size of ",
                                      entry->record_size_bytes, " bytes instead of ", record_size));
  }
  return absl::OkStatus();
}

absl::Status PackageReader::SectionNotFound(SectionType type, const SectionKey& key) const {
  return absl::NotFoundError(StrCat(name_, ": no section ", SectionTypeName(type), " for variant ",
                                    key.variant, ", region ", key.region));
}

void PackageReader::CheckSection(const SectionEntry& entry, size_t limit,
                                 std::vector<absl::Status>& damages) const {
  const size_t end = damages.size() + limit;
  const auto add = [&](const auto&... parts) {
    damages.push_back(absl::DataLossError(StrCat(name_, ": ", DescribeSection(entry), ": ", parts...)));
  };
  const auto section = bytes_.span().subspan(entry.offset, entry.size_bytes);
  uint32_t block = entry.first_block;
  for (uint64_t at = 0; at < section.size() && damages.size() < end; at += kPackageBlockBytes, ++block) {
    const auto part = section.subspan(at, std::min<uint64_t>(kPackageBlockBytes, section.size() - at));
    if (Crc32c(part) == layout_.block_checksums[block]) continue;
    add("the checksum of bytes ", entry.offset + at, "-", entry.offset + at + part.size() - 1,
        " does not match");
  }
  const uint64_t padding_end = entry.offset + AlignPackageOffset(entry.size_bytes);
  for (uint64_t at = entry.offset + entry.size_bytes; at < padding_end && damages.size() < end; ++at) {
    if (bytes_.span()[at] != std::byte{0}) add("the padding after it is not zero at ", at);
  }
}

bool PackageReader::ContentHashMatches() const {
  Hasher128 hasher;
  hasher.Add(std::as_bytes(sections()));
  hasher.Add(bytes_.span().subspan(header().data_offset));
  const Hash128 hash = hasher.Finish();
  return std::memcmp(hash.data(), header().content_hash, hash.size()) == 0;
}

absl::Status PackageReader::VerifyAll() const {
  const std::vector<absl::Status> damages = FindDamage(1);
  return damages.empty() ? absl::OkStatus() : damages.front();
}

std::vector<absl::Status> PackageReader::FindDamage(size_t limit) const {
  std::vector<absl::Status> damages;
  for (size_t i = 0; i < sections().size() && damages.size() < limit; ++i) {
    const size_t before = damages.size();
    CheckSection(sections()[i], limit - before, damages);
    if (damages.size() == before) section_checked_[i].store(1, std::memory_order_release);
  }
  // Damaged sections change the hash as well: check it only if they are intact.
  if (damages.empty() && limit > 0 && !ContentHashMatches()) {
    damages.push_back(
        absl::DataLossError(StrCat(name_, ": header at offset 0: the content hash does not match")));
  }
  return damages;
}

}  // namespace waystone
