// The SHA-256 of everything a bake has read.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace waystone {

// Add files in a fixed order, then ask for the digest once. One thread.
class SourceDigest {
 public:
  SourceDigest();
  ~SourceDigest();
  SourceDigest(const SourceDigest&) = delete;
  SourceDigest& operator=(const SourceDigest&) = delete;

  void Add(std::string_view bytes);
  // A whole file, and its path relative to the source's folder.
  void AddFile(std::string name, std::string_view bytes);
  // The names of the files, as they were added.
  const std::vector<std::string>& files() const { return files_; }
  uint64_t size_bytes() const { return size_bytes_; }
  // Lower-case hex. Ends the digest.
  std::string Hex();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
  uint64_t size_bytes_ = 0;
  std::vector<std::string> files_;
};

}  // namespace waystone
