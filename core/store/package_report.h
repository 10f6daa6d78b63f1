// What `waystone package check|dump|diff` prints, as text or as one JSON object.
#pragma once

#include <string>

namespace waystone {

enum class ReportFormat { kText, kJson };

struct PackageReport {
  // 0 = whole, or equal; 1 = damaged, or different; 2 = a file cannot be read (diff: or is damaged).
  int exit_code = 0;
  std::string text;  // ends with a newline
  bool is_package = true;
  std::string map_id = {};   // of a map's package that is whole (CheckPackage)
  std::string problem = {};  // why packages cannot be compared (DiffPackages), naming the file
};

// Packages are those of maps and world files.

// A file that can be read and is no package, by its name (.waymap, .wayworld) nor by its first bytes.
bool IsOtherFile(const std::string& path);

// Checks every byte, the manifest, and the structure of every surface, and names every problem found: up to a
// thousand of them, those of header and section table one at a time (nothing after them can be trusted). Of a
// world: its tables, what it keeps of grids, and packages that are not beside it or of other generations
// (FindWorldProblems). A file that is no package (IsOtherFile) is no problem:
// {file, is_package: false}. JSON: {file, ok, problems: [...], and if the header is whole generation, bytes, sections}.
PackageReport CheckPackage(const std::string& path, ReportFormat format);

// Header, section table, manifest, and the counts of every surface. Of a damaged package: what can be read,
// then the first problem. JSON: {file, format, bytes, generation, sections: [...], manifest: {...}, surfaces:
// [...], problem?}. Of a world: name, counts, travellers and maps, as {..., world: {...}} in place of
// manifest and surfaces.
PackageReport DumpPackage(const std::string& path, ReportFormat format);

// The sections in which two packages differ: only in one of them, or with the first differing record; of the
// manifest, the fields; and whether they are of different maps. If a file cannot be read or is damaged, the text is empty. JSON: {a, b, equal, differences: [...],
// note?, problem?}.
PackageReport DiffPackages(const std::string& path_a, const std::string& path_b, ReportFormat format);

}  // namespace waystone
