// The SHA-256 of everything a bake has read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/import/bake_limits.h"
#include "core/digest/sha256.h"

namespace waystone {

// What a bake has read.
struct SourceRecord {
  std::string sha256;              // hex, of the source file and then of each file it refers to, in order
  uint64_t size_bytes = 0;         // of all of them
  std::vector<std::string> files;  // their names, from the source's folder on
};

// Add files in a fixed order, then ask for the digest once. One thread.
class SourceDigest {
 public:
  void Add(std::string_view bytes);
  // A whole file, and its path relative to the source's folder.
  void AddFile(std::string name, std::string_view bytes);
  // Reads a whole file beside the source, or the source, and adds it. Errors as ReadSourceFile.
  absl::StatusOr<std::string> ReadFile(const std::string& path);
  // The names of the files, as they were added.
  const std::vector<std::string>& files() const { return files_; }
  uint64_t size_bytes() const { return size_bytes_; }
  // Lower-case hex. Ends the digest.
  std::string Hex() { return digest_.Hex(); }
  SourceRecord Record() { return {Hex(), size_bytes_, files_}; }

 private:
  Sha256Digest digest_;
  uint64_t size_bytes_ = 0;
  std::vector<std::string> files_;
};

// A source while it is read.
struct SourceText {
  const std::string& path;
  std::string bytes = {};      // of the file
  SourceDigest digest = {};    // of the file and of those that it refers to, as they are read
  std::string link_path = {};  // the file of its links, if they have one of their own
  uint64_t max_triangles = BakeLimits().triangles;  // of a mesh
};

}  // namespace waystone
