// Looks into packages and changes them, independently of the reader that is tested with the result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/package/format.h"

namespace waystone {

using PackageFile = std::vector<std::byte>;

// REQUIRES: the bytes hold a header, and a table of more than `index` entries.
PackageHeader& HeaderOf(PackageFile& file);
SectionEntry& EntryOf(PackageFile& file, size_t index);
// The index of a section, which must be there.
size_t IndexOf(PackageFile& file, SectionType type, VariantIndex variant);

// A stretch of the file, and how a message about damage in it begins.
struct PackagePart {
  uint64_t begin;
  uint64_t end;
  std::string label;
};
// Of a sound package: every byte belongs to exactly one part, in file order.
std::vector<PackagePart> PartsOf(PackageFile file);

// Makes every checksum and the content hash right again, as far as the header and the table make sense: what
// is wrong with the file then is its content.
void Reseal(PackageFile& file);

}  // namespace waystone
