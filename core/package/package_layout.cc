// The order of the checks: nothing is read before its checksum or bound is verified. The header's checksum
// comes before its fields, the table's before its entries, and a length is compared with the file before
// anything is read there. The size of the file comes last, so that the message for a truncated file names the
// section where it ends.
//
// The layout is canonical: sections lie in the order of the table, each beginning where the padding of the
// one before ends. One comparison per section therefore finds overlaps, gaps and offsets out of the file.
#include "core/package/package_layout.h"

#include <algorithm>
#include <string_view>
#include <tuple>

#include "core/base/crc32c.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/package/section_name.h"

namespace waystone {
namespace {

template <typename... Parts>
absl::Status Damage(const std::string& place, const Parts&... parts) {
  return absl::DataLossError(StrCat(place, ": ", parts...));
}

template <typename... Parts>
absl::Status Damage(const SectionEntry& entry, const Parts&... parts) {
  return Damage(DescribeSection(entry), parts...);
}

std::string Place(std::string_view part, uint64_t offset) { return StrCat(part, " at offset ", offset); }

bool AllZero(std::span<const uint8_t> bytes) {
  return std::ranges::all_of(bytes, [](uint8_t b) { return b == 0; });
}

absl::Status CheckHeader(std::span<const std::byte> bytes) {
  const std::string place = Place("header", 0);
  if (bytes.size() < sizeof(PackageHeader)) {
    return Damage(place, "the file ends at ", bytes.size(), " of ", sizeof(PackageHeader), " bytes");
  }
  const auto& header = *reinterpret_cast<const PackageHeader*>(bytes.data());
  if (std::string_view(header.magic, sizeof(header.magic)) != kPackageMagic) {
    return Damage(place, "the magic is not that of a Waystone package");
  }
  if (Crc32c(bytes.first(offsetof(PackageHeader, header_crc32c))) != header.header_crc32c) {
    return Damage(place, "the checksum does not match");
  }
  if (header.format_major != kPackageFormatMajor) {
    return absl::UnimplementedError(StrCat(place, ": the format's major version is ", header.format_major,
                                           ", this build reads ", kPackageFormatMajor));
  }
  if (header.format_minor <= kPackageFormatMinor && !AllZero(header.reserved)) {
    return Damage(place, "the reserved bytes are not zero");
  }
  if (header.section_count > kPackageMaxSections) {
    return Damage(place, header.section_count, " sections, the limit is ", kPackageMaxSections);
  }
  if (header.file_size_bytes > kPackageMaxBytes) {
    return Damage(place, "a size of ", header.file_size_bytes, " bytes, the limit is ", kPackageMaxBytes);
  }
  return absl::OkStatus();
}

// A part of the file whose checksum is in the header.
absl::StatusOr<std::span<const std::byte>> CheckedPart(std::span<const std::byte> bytes,
                                                       std::string_view part, uint64_t offset, uint64_t size,
                                                       uint32_t crc32c) {
  if (offset > bytes.size() || size > bytes.size() - offset) {
    return Damage(Place(part, offset), "the file ends at ", bytes.size(), ", it needs ", size, " bytes");
  }
  const auto found = bytes.subspan(offset, size);
  if (Crc32c(found) != crc32c) return Damage(Place(part, offset), "the checksum does not match");
  return found;
}

auto Key(const SectionEntry& entry) { return std::tuple(entry.variant, entry.region, entry.type); }

// Fields of one entry that do not depend on the others.
absl::Status CheckEntry(const PackageHeader& header, const SectionEntry& entry) {
  if (entry.record_size_bytes == 0) return Damage(entry, "a record size of 0");
  if (entry.size_bytes % entry.record_size_bytes != 0) {
    return Damage(entry, "the record size ", entry.record_size_bytes, " does not divide its size ",
                  entry.size_bytes);
  }
  if (entry.offset % kPackageAlignment != 0) {
    return Damage(entry, "the offset is not a multiple of ", kPackageAlignment);
  }
  if (entry.offset > header.file_size_bytes || entry.size_bytes > header.file_size_bytes - entry.offset) {
    return Damage(entry, "its ", entry.size_bytes, " bytes reach beyond the file's ", header.file_size_bytes);
  }
  if (header.format_minor <= kPackageFormatMinor &&
      ((entry.flags & ~kSectionRequired) != 0 || !AllZero(entry.reserved))) {
    return Damage(entry, "reserved flags or bytes are not zero");
  }
  if ((entry.flags & kSectionRequired) != 0 && SectionTypeName(entry.type).empty()) {
    return absl::UnimplementedError(
        StrCat(DescribeSection(entry), ": a required section of a kind this build does not know"));
  }
  return absl::OkStatus();
}

// Order and position: every section begins where the one before ends, and the last one's end is the file's.
absl::Status CheckTable(const PackageHeader& header, std::span<const SectionEntry> table) {
  uint64_t next_offset = header.data_offset;
  uint64_t next_block = 0;
  const SectionEntry* previous = nullptr;
  for (const SectionEntry& entry : table) {
    WS_RETURN_IF_ERROR(CheckEntry(header, entry));
    if (previous != nullptr && Key(entry) == Key(*previous)) return Damage(entry, "it is in the table twice");
    if (previous != nullptr && Key(entry) < Key(*previous)) {
      return Damage(entry, "out of order after ", DescribeSection(*previous));
    }
    if (entry.offset < next_offset) {
      return Damage(entry, "it overlaps what lies before ", next_offset);
    }
    if (entry.offset > next_offset) return Damage(entry, "a gap before it, from ", next_offset);
    if (entry.first_block != next_block) {
      return Damage(entry, "its block checksums begin at ", entry.first_block, " instead of ", next_block);
    }
    next_offset += AlignPackageOffset(entry.size_bytes);
    next_block += PackageBlockCount(entry.size_bytes);
    previous = &entry;
  }
  if (next_block != header.block_count) {
    return Damage(Place("header", 0), header.block_count, " block checksums, the sections have ", next_block);
  }
  if (next_offset != header.file_size_bytes) {
    return Damage(Place("header", 0), "a size of ", header.file_size_bytes, " bytes, the sections end at ",
                  next_offset);
  }
  return absl::OkStatus();
}

// Compares the file's size with the expected one; names the section where a truncated file ends. Everything
// up to `checksum_end` is there.
absl::Status CheckFileSize(const PackageLayout& layout, uint64_t checksum_end, uint64_t actual) {
  const uint64_t expected = layout.header->file_size_bytes;
  if (actual > expected) {
    return Damage(Place("end of the file", expected), actual - expected, " bytes too many");
  }
  if (actual == expected) return absl::OkStatus();
  const std::string cut = StrCat("the file ends at ", actual, " of ", expected, " bytes");
  const SectionEntry* last = nullptr;
  for (const SectionEntry& entry : layout.table) {
    if (entry.offset <= actual && entry.size_bytes > 0) last = &entry;
  }
  return Damage(
      last == nullptr ? Place("padding after the block checksums", checksum_end) : DescribeSection(*last),
      cut);
}

}  // namespace

absl::StatusOr<PackageLayout> CheckPackageLayout(std::span<const std::byte> bytes) {
  WS_RETURN_IF_ERROR(CheckHeader(bytes));
  PackageLayout layout;
  layout.header = reinterpret_cast<const PackageHeader*>(bytes.data());
  const PackageHeader& header = *layout.header;

  const uint64_t table_size = uint64_t{header.section_count} * sizeof(SectionEntry);
  WS_ASSIGN_OR_RETURN(const auto table, CheckedPart(bytes, "section table", sizeof(PackageHeader), table_size,
                                                    header.table_crc32c));
  layout.table = {reinterpret_cast<const SectionEntry*>(table.data()), header.section_count};

  const uint64_t checksum_offset = sizeof(PackageHeader) + table_size;
  const uint64_t checksum_size = uint64_t{header.block_count} * sizeof(uint32_t);
  WS_ASSIGN_OR_RETURN(const auto checksums, CheckedPart(bytes, "block checksums", checksum_offset,
                                                        checksum_size, header.checksums_crc32c));
  layout.block_checksums = {reinterpret_cast<const uint32_t*>(checksums.data()), header.block_count};

  const uint64_t checksum_end = checksum_offset + checksum_size;
  if (header.data_offset != AlignPackageOffset(checksum_end)) {
    return Damage(Place("header", 0), "the sections begin at ", header.data_offset, " instead of ",
                  AlignPackageOffset(checksum_end));
  }
  WS_RETURN_IF_ERROR(CheckTable(header, layout.table));
  WS_RETURN_IF_ERROR(CheckFileSize(layout, checksum_end, bytes.size()));
  for (uint64_t at = checksum_end; at < header.data_offset; ++at) {
    if (bytes[at] != std::byte{0}) return Damage(Place("padding after the block checksums", at), "not zero");
  }
  return layout;
}

}  // namespace waystone
