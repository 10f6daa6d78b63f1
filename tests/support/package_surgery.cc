#include "tests/support/package_surgery.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "core/base/check.h"
#include "core/base/crc32c.h"
#include "core/base/hash128.h"
#include "core/package/section_name.h"

namespace waystone {
namespace {

// The part of the file from `offset` that exists.
std::span<std::byte> Part(PackageFile& file, uint64_t offset, uint64_t size) {
  const uint64_t begin = std::min<uint64_t>(offset, file.size());
  return std::span(file).subspan(begin, std::min<uint64_t>(size, file.size() - begin));
}

void ResealBlocks(PackageFile& file, const SectionEntry& entry, std::span<std::byte> checksums) {
  const auto section = Part(file, entry.offset, entry.size_bytes);
  uint64_t slot = uint64_t{entry.first_block} * sizeof(uint32_t);
  for (uint64_t at = 0; at < section.size(); at += kPackageBlockBytes, slot += sizeof(uint32_t)) {
    if (slot + sizeof(uint32_t) > checksums.size()) return;
    const uint32_t crc =
        Crc32c(section.subspan(at, std::min<uint64_t>(kPackageBlockBytes, section.size() - at)));
    std::memcpy(checksums.data() + slot, &crc, sizeof(crc));
  }
}

}  // namespace

PackageHeader& HeaderOf(PackageFile& file) {
  WS_CHECK(file.size() >= sizeof(PackageHeader));
  return *reinterpret_cast<PackageHeader*>(file.data());
}

SectionEntry& EntryOf(PackageFile& file, size_t index) {
  const size_t offset = sizeof(PackageHeader) + index * sizeof(SectionEntry);
  WS_CHECK(file.size() >= offset + sizeof(SectionEntry));
  return *reinterpret_cast<SectionEntry*>(file.data() + offset);
}

size_t IndexOf(PackageFile& file, SectionType type, VariantIndex variant) {
  size_t index = 0;
  while (EntryOf(file, index).type != type || EntryOf(file, index).variant != variant) ++index;
  WS_CHECK(index < HeaderOf(file).section_count);
  return index;
}

std::vector<PackagePart> PartsOf(PackageFile file) {
  const PackageHeader& header = HeaderOf(file);
  const uint64_t checksum_begin = sizeof(PackageHeader) + header.section_count * sizeof(SectionEntry);
  const uint64_t checksum_end = checksum_begin + header.block_count * sizeof(uint32_t);
  std::vector<PackagePart> parts = {
      {0, sizeof(PackageHeader), "header at offset 0: "},
      {sizeof(PackageHeader), checksum_begin, "section table at offset 128: "},
      {checksum_begin, checksum_end, "block checksums at offset " + std::to_string(checksum_begin) + ": "},
      {checksum_end, header.data_offset, "padding after the block checksums at offset "}};
  for (size_t i = 0; i < header.section_count; ++i) {
    const SectionEntry& entry = EntryOf(file, i);
    const uint64_t end = entry.offset + entry.size_bytes;
    parts.push_back({entry.offset, end, DescribeSection(entry) + ": "});
    parts.push_back({end, AlignPackageOffset(end), DescribeSection(entry) + ": "});
  }
  std::erase_if(parts, [](const PackagePart& part) { return part.begin == part.end; });
  return parts;
}

void Reseal(PackageFile& file) {
  if (file.size() < sizeof(PackageHeader)) return;
  PackageHeader& header = HeaderOf(file);
  const uint64_t table_size = uint64_t{header.section_count} * sizeof(SectionEntry);
  const auto table = Part(file, sizeof(PackageHeader), table_size);
  const auto checksums =
      Part(file, sizeof(PackageHeader) + table_size, uint64_t{header.block_count} * sizeof(uint32_t));
  for (size_t i = 0; (i + 1) * sizeof(SectionEntry) <= table.size(); ++i) {
    ResealBlocks(file, EntryOf(file, i), checksums);
  }
  header.table_crc32c = Crc32c(table);
  header.checksums_crc32c = Crc32c(checksums);
  Hasher128 hasher;
  hasher.Add(table);
  hasher.Add(Part(file, header.data_offset, file.size()));
  const Hash128 hash = hasher.Finish();
  std::memcpy(header.content_hash, hash.data(), hash.size());
  header.header_crc32c = Crc32c(std::span(file).first(offsetof(PackageHeader, header_crc32c)));
}

}  // namespace waystone
