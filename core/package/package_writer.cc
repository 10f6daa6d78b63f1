#include "core/package/package_writer.h"

#include <cstring>

#include "core/base/check.h"
#include "core/base/crc32c.h"
#include "core/base/hash128.h"
#include "core/base/status_macros.h"
#include "core/package/temp_file.h"

namespace waystone {

void PackageWriter::AddBytes(SectionType type, const SectionPlace& place, std::span<const std::byte> bytes,
                             uint32_t record_size_bytes) {
  WS_CHECK(record_size_bytes > 0 && bytes.size() % record_size_bytes == 0);
  WS_CHECK(sections_.size() < kPackageMaxSections);
  const bool added =
      sections_.try_emplace({place.variant, place.region, type}, Section{place, record_size_bytes, bytes})
          .second;
  WS_CHECK(added);
}

std::vector<std::byte> PackageWriter::Finish() const {
  std::vector<SectionEntry> table;
  std::vector<uint32_t> checksums;
  uint64_t size = 0;  // of the data so far, from data_offset
  for (const auto& [key, section] : sections_) {
    SectionEntry entry{};
    entry.type = std::get<SectionType>(key);
    entry.flags = section.place.flags;
    entry.region = section.place.region;
    entry.variant = section.place.variant;
    entry.version = section.place.version;
    entry.offset = size;  // made absolute below
    entry.size_bytes = section.bytes.size();
    entry.record_size_bytes = section.record_size_bytes;
    entry.first_block = static_cast<uint32_t>(checksums.size());
    table.push_back(entry);
    for (size_t at = 0; at < section.bytes.size(); at += kPackageBlockBytes) {
      checksums.push_back(
          Crc32c(section.bytes.subspan(at, std::min(section.bytes.size() - at, kPackageBlockBytes))));
    }
    size += AlignPackageOffset(section.bytes.size());
  }

  const uint64_t checksum_offset = sizeof(PackageHeader) + table.size() * sizeof(SectionEntry);
  PackageHeader header{};
  kPackageMagic.copy(header.magic, sizeof(header.magic));
  header.format_major = kPackageFormatMajor;
  header.format_minor = kPackageFormatMinor;
  header.section_count = static_cast<uint32_t>(table.size());
  header.data_offset = AlignPackageOffset(checksum_offset + checksums.size() * sizeof(uint32_t));
  header.file_size_bytes = header.data_offset + size;
  header.block_count = static_cast<uint32_t>(checksums.size());
  WS_CHECK(header.file_size_bytes <= kPackageMaxBytes);
  for (SectionEntry& entry : table) entry.offset += header.data_offset;

  std::vector<std::byte> file(header.file_size_bytes);
  auto put = [&file](uint64_t offset, std::span<const std::byte> bytes) {
    if (!bytes.empty()) std::memcpy(file.data() + offset, bytes.data(), bytes.size());
  };
  const auto table_bytes = std::as_bytes(std::span<const SectionEntry>(table));
  const auto checksum_bytes = std::as_bytes(std::span<const uint32_t>(checksums));
  put(sizeof(PackageHeader), table_bytes);
  put(checksum_offset, checksum_bytes);
  size_t index = 0;
  for (const auto& [key, section] : sections_) put(table[index++].offset, section.bytes);

  header.table_crc32c = Crc32c(table_bytes);
  header.checksums_crc32c = Crc32c(checksum_bytes);
  Hasher128 hasher;
  hasher.Add(table_bytes);
  hasher.Add(std::span<const std::byte>(file).subspan(header.data_offset));
  const Hash128 hash = hasher.Finish();
  std::memcpy(header.content_hash, hash.data(), hash.size());
  const auto header_bytes = std::as_bytes(std::span<const PackageHeader, 1>(&header, 1));
  header.header_crc32c = Crc32c(header_bytes.first(offsetof(PackageHeader, header_crc32c)));
  put(0, header_bytes);
  return file;
}

namespace {

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

absl::Status WritePackageFile(const std::string& path, std::span<const std::byte> bytes) {
  TempFile::SweepLeftovers(FolderOf(path));
  return WriteOneOfManyPackages(path, bytes);
}

absl::Status WriteOneOfManyPackages(const std::string& path, std::span<const std::byte> bytes) {
  WS_ASSIGN_OR_RETURN(TempFile file, TempFile::Create(FolderOf(path)));
  WS_RETURN_IF_ERROR(file.Write(bytes));
  return file.CommitAs(path);
}

}  // namespace waystone
