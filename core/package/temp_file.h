// A file under construction beside the one it will replace.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace waystone {

// Makes the names in a folder outlive a power cut (fsync). Errors name the folder and the step.
absl::Status SyncFolder(const std::string& folder);
// The same for all that was written to the folder's file system (syncfs): for many files at once.
absl::Status SyncFileSystem(const std::string& folder);

// A temporary file ".waystone-<random>.tmp", locked (flock) for as long as its writer lives: an unlocked one
// was left by a killed writer. One owner, one thread. Errors name the path and the step.
class TempFile {
 public:
  // Creates the file in an existing folder ("" = the working folder).
  static absl::StatusOr<TempFile> Create(const std::string& folder);

  TempFile(TempFile&& other) noexcept;
  TempFile& operator=(TempFile&&) = delete;
  // Removes the file unless it was renamed.
  ~TempFile();

  absl::Status Write(std::span<const std::byte> bytes);
  // fsync, rename to `path` (in the same folder), fsync of the folder. If only the last step fails, the new
  // file is in place but may not outlive a power cut.
  absl::Status CommitAs(const std::string& path);
  // Only renames: neither the bytes nor the name may outlive a power cut before SyncFileSystem.
  absl::Status RenameTo(const std::string& path);

  // Removes the temporary files that dead writers left in the folder. Files that cannot be removed stay.
  static void SweepLeftovers(const std::string& folder);

 private:
  TempFile(std::string folder, std::string path, int fd)
      : folder_(std::move(folder)), path_(std::move(path)), fd_(fd) {}

  std::string folder_;
  std::string path_;  // empty once renamed
  int fd_ = -1;
};

}  // namespace waystone
